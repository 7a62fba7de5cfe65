"""What happened in the running deal, for who comes back in its middle: told in pieces before the snapshot.

It is kept by reference and redacted for whoever asks, so that a seat is told again what it was told, its own sealed
answers among it and those of nobody else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from gouji_desktop.net.messages import Past, PastBatch
from gouji_desktop.net.wire import encode_bytes
from gouji_desktop.rules.events import DealStarted, Event
from gouji_desktop.rules.seats import Seat
from gouji_desktop.rules.state import Match
from gouji_desktop.rules.views import Audience, own_seat, project, redact
from gouji_desktop.table.codec import encode_event
from gouji_desktop.table.viewcodec import encode_view

#: So many bytes go into one piece, if they are not of one batch.
PIECE = 30_000


class _Kept(NamedTuple):
    seq: int
    #: The seat that alone was told of it; None: everybody was.
    own: Seat | None
    events: Sequence[Event]


def begins_deal(events: Sequence[Event]) -> bool:
    """Whether a deal begins with these events."""
    return any(isinstance(event, DealStarted) for event in events)


class DealPast:
    """The batches of the running deal, or of the last one until the next begins."""

    def __init__(self) -> None:
        self._before: Match | None = None
        self._kept: list[_Kept] = []

    def happened(self, before: Match, events: Sequence[Event], seq: int, own: Seat | None = None) -> None:
        """Events were told under a number; `before` is the match without them."""
        if begins_deal(events):
            self._before, self._kept = before, []
        if self._before is not None:
            self._kept.append(_Kept(seq, own, events))

    def frames(self, place: tuple[str, int], epoch: int, audience: Audience) -> list[bytes]:
        """The pieces for an audience; none where no deal has begun. `place` names table and match."""
        if self._before is None:
            return []
        view = encode_bytes(encode_view(project(self._before, audience)))
        pieces: list[list[PastBatch]] = [[]]
        size = len(view)
        for batch, length in self._batches(audience):
            if pieces[-1] and size + length > PIECE:
                pieces.append([])
                size = 0
            pieces[-1].append(batch)
            size += length
        table, match = place
        return [
            encode_bytes(
                Past(
                    t=table,
                    ep=epoch,
                    match=match,
                    seq=batches[-1].seq,
                    part=part,
                    parts=len(pieces),
                    batches=tuple(batches),
                    view=None if part else msgspec.Raw(view),
                )
            )
            for part, batches in enumerate(pieces)
        ]

    def _batches(self, audience: Audience) -> Iterator[tuple[PastBatch, int]]:
        """What the audience was told, each batch with its length as it is sent."""
        seat = own_seat(audience)
        number = 0
        for seq, own, events in self._kept:
            if own is not None and own != seat:
                continue
            number = 0 if own is None else number + 1
            seen = [encode_event(told) for event in events if (told := redact(event, audience)) is not None]
            body = encode_bytes(seen)
            yield PastBatch(seq, msgspec.Raw(body), number), len(body) + 32
