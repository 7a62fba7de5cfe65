"""Logs as they are kept: compressed part by part, so that one grows, and any piece of it is read, without the rest.

A body begins with the sizes of its parts, before and after compression, as one line of JSON; the parts follow.
"""

from __future__ import annotations

import zlib
from bisect import bisect_right
from collections.abc import Callable
from itertools import accumulate
from typing import Annotated, Self

import msgspec
from msgspec import Meta

#: More effort takes three times as long and saves a seventh.
_EFFORT = 3
#: No part is greater, in bytes.
_MOST = 64 * 1024 * 1024

_Size = Annotated[int, Meta(ge=0, le=_MOST)]
_sizes = msgspec.json.Decoder(list[tuple[_Size, _Size]])


class PackedLog:
    """A log that grows at its end."""

    def __init__(self, find: Callable[[int], bytes] | None = None) -> None:
        """`find` brings a part that was let go, by its number from 0, as it was; it may raise ValueError."""
        self._find = find
        #: None for what was let go.
        self._parts: list[bytes | None] = []
        #: Where each part begins, and where the next one would.
        self._starts = [0]
        #: The part that was read last: whoever fetches a log reads on in it.
        self._open: tuple[int, bytes] = (-1, b"")

    @classmethod
    def of(cls, content: bytes) -> Self:
        """A log of one part."""
        made = cls()
        made.add(content)
        return made

    @property
    def size(self) -> int:
        """How many bytes the log has."""
        return self._starts[-1]

    def add(self, content: bytes) -> bytes:
        """Add a part at the end; how it is kept."""
        part = zlib.compress(content, _EFFORT)
        if content:
            self.add_packed(part, len(content))
        return part

    def add_packed(self, part: bytes, size: int) -> None:
        """Add a part at the end as it was kept; `size` is its own."""
        self._parts.append(part)
        self._starts.append(self.size + size)

    def let_go(self, number: int) -> None:
        """Hold a part no longer: it is found elsewhere."""
        self._parts[number] = None

    def rest(self) -> None:
        """Nobody reads on."""
        self._open = (-1, b"")

    def read(self, start: int, length: int) -> bytes:
        """So many bytes from there on, less at the end. Raises ValueError where the body is damaged."""
        pieces = []
        while length > 0 and start < self.size:
            number = bisect_right(self._starts, start) - 1
            begin = start - self._starts[number]
            piece = self._part(number)[begin : begin + length]
            pieces.append(piece)
            start, length = start + len(piece), length - len(piece)
        return b"".join(pieces)

    def last_part(self) -> bytes:
        """What was added last, b"" where nothing was. Raises ValueError where the body is damaged."""
        return self._part(len(self._parts) - 1) if self._parts else b""

    def packed(self) -> bytes:
        """The body, as it is kept. Raises ValueError where a part is not found."""
        parts = [self._packed(number) for number in range(len(self._parts))]
        sizes = [(self._starts[number + 1] - self._starts[number], len(part)) for number, part in enumerate(parts)]
        return b"".join([msgspec.json.encode(sizes), b"\n", *parts])

    @classmethod
    def unpack(cls, body: bytes) -> Self:
        """The log of a body that was kept. Raises ValueError where its beginning is damaged; `read` finds the rest."""
        head, _, rest = body.partition(b"\n")
        try:
            sizes = _sizes.decode(head)
        except (msgspec.DecodeError, UnicodeError) as error:
            raise ValueError(f"a log begins in a way that cannot be read: {error}") from None
        if sum(packed for _, packed in sizes) != len(rest):
            raise ValueError("a log is not as long as it says")
        made = cls()
        ends = list(accumulate(packed for _, packed in sizes))
        made._parts = [rest[end - packed : end] for end, (_, packed) in zip(ends, sizes, strict=True)]
        made._starts = [0, *accumulate(size for size, _ in sizes)]
        return made

    def _packed(self, number: int) -> bytes:
        part = self._parts[number]
        if part is not None:
            return part
        assert self._find is not None, "nothing is let go that nobody can find"
        return self._find(number)

    def _part(self, number: int) -> bytes:
        if self._open[0] != number:
            size = self._starts[number + 1] - self._starts[number]
            machine = zlib.decompressobj()
            try:
                content = machine.decompress(self._packed(number), size + 1)
            except zlib.error as error:
                raise ValueError(f"part {number} of a log is damaged: {error}") from None
            if len(content) != size:
                raise ValueError(f"part {number} of a log is not as long as it says")
            self._open = number, content
        return self._open[1]
