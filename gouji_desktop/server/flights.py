"""What went into and out of each table last, for the log of a table that has failed: kinds and numbers, and no content.

The last messages of a table lie packed in one ring of a few kilobytes, so that writing one down costs next to nothing.
Nothing in it is a card, a text, a name or a token; who asked is the number of a connection.
"""

from __future__ import annotations

import logging
import struct
from collections.abc import Callable, Iterator
from typing import Any, Final, get_args

from gouji_desktop.net import messages, requests
from gouji_desktop.net.codes import ErrorCode
from gouji_desktop.net.fields import Message
from gouji_desktop.server.logs import write_always

_log = logging.getLogger(__name__)

#: So many messages of a table are remembered.
KEPT = 200
#: In place of a seat: a message for all seats, and one that came in.
ALL: Final = -1
_CAME: Final = -2
#: Milliseconds since the ring was begun; the kind; the seat; the number: seq, or the prompt that is answered, or the
#: code of a refusal; the size in bytes of what went out, or the connection from which it came.
_ENTRY = struct.Struct("<IBbII")
_SIZE = _ENTRY.size
_MOST = 0xFFFFFFFF
_pack = _ENTRY.pack_into


def _tags(union: Any) -> list[str]:
    return [str(kind.__struct_config__.tag) for kind in get_args(union)]


_KINDS = tuple(dict.fromkeys([*_tags(requests.ClientMessage), *_tags(messages.ServerMessage)]))
_NUMBERS = {kind: number for number, kind in enumerate(_KINDS)}
_REQUESTS = {kind: _NUMBERS[str(kind.__struct_config__.tag)] for kind in get_args(requests.ClientMessage)}
_CODES = tuple(ErrorCode)
_CODE_NUMBERS = {code: number for number, code in enumerate(_CODES)}
_ERR = _NUMBERS["err"]


class _Ring:
    """The last messages of one table."""

    __slots__ = ("_start", "bytes", "count")

    def __init__(self, start: float) -> None:
        self._start = start
        self.bytes = bytearray(KEPT * _SIZE)
        self.count = 0

    def put(self, now: float, kind: int, seat: int, number: int, more: int) -> None:
        moment = int((now - self._start) * 1000) & _MOST
        _pack(self.bytes, self.count % KEPT * _SIZE, moment, kind, seat, number & _MOST, more)
        self.count += 1

    def entries(self, now: float) -> Iterator[str]:
        """All of them in words, the oldest first."""
        present = int((now - self._start) * 1000)
        for count in range(max(0, self.count - KEPT), self.count):
            moment, kind, seat, number, more = _ENTRY.unpack_from(self.bytes, count % KEPT * _SIZE)
            ago = f"-{((present - moment) & _MOST) / 1000:.3f} s"
            if seat == _CAME and kind == _ERR:
                yield f"{ago} out err {_CODES[number]} to connection {more}"
            elif seat == _CAME:
                prompt = f" prompt {number}" if number else ""
                yield f"{ago} in {_KINDS[kind]}{prompt} from connection {more}"
            else:
                whom = "all" if seat == ALL else f"seat {seat}"
                yield f"{ago} out {_KINDS[kind]} seq {number} to {whom} {more} bytes"


class Flights:
    """The rings of all tables of a server."""

    def __init__(self, time: Callable[[], float]) -> None:
        self._time = time
        self._rings: dict[str, _Ring] = {}

    def __len__(self) -> int:
        return len(self._rings)

    def _put(self, table: str, kind: int, seat: int, number: int, more: int) -> None:
        now = self._time()
        ring = self._rings.get(table)
        if ring is None:
            ring = self._rings[table] = _Ring(now)
        ring.put(now, kind, seat, number, more)

    def came(self, table: str, request: Message, connection: int) -> None:
        """A request came to a table."""
        prompt = request.pid if isinstance(request, requests.Cmd) else 0
        self._put(table, _REQUESTS[type(request)], _CAME, prompt, connection)

    def refused(self, table: str, code: ErrorCode, connection: int) -> None:
        """A request was refused."""
        self._put(table, _ERR, _CAME, _CODE_NUMBERS[code], connection)

    def told(self, table: str, kind: str, seat: int, seq: int, size: int) -> None:
        """A frame of a kind went out, to a seat or to `ALL`; the size of all of them together."""
        self._put(table, _NUMBERS[kind], seat, seq, size)

    def forget(self, table: str) -> None:
        """A table is closed."""
        self._rings.pop(table, None)

    def write(self, table: str) -> None:
        """Write to the log what is remembered of a table that has failed, and forget it: nothing is written twice."""
        ring = self._rings.pop(table, None)
        if ring is not None:
            entries = "; ".join(ring.entries(self._time()))
            write_always(_log, f"the last messages of table {table}: {entries}", t=table)
