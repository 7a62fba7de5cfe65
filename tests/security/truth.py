"""What really happened at the tables of a test's server, and what of it everybody may know.

Read from what the server keeps before it tells anybody: every batch of events, every secret, every share. What is
public follows here from the rules of the game alone (what is laid, shown, bought, paid and returned lies open; hands
are shown when the deal has ended), not from the program's own redaction.
"""

from __future__ import annotations

import base64
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import msgspec

from gouji_desktop.rules import events as ev
from gouji_desktop.rules.cards import face_name
from gouji_desktop.rules.seats import Seat
from gouji_desktop.rules.state import Hand, Stage
from gouji_desktop.server.store import Store
from gouji_desktop.table.codec import decode_event

#: Cards in any order, by name.
Cards = tuple[str, ...]


def named(faces: Iterable[int]) -> Cards:
    """Faces as they are written on the wire."""
    return tuple(sorted(face_name(face) for face in faces))


def lying_open(event: ev.Event) -> Iterator[Iterable[int]]:
    """The cards that an event shows to everybody."""
    match event:
        case ev.Played(faces=faces) | ev.Returned(faces=faces):
            yield faces
        case ev.SuitsShown(shows=shows):
            for _, faces in shows:
                yield faces
        case ev.Bought(purchase=bought):
            yield (bought.face,)
            if bought.price is not None:
                yield (bought.price,)
        case ev.TributePaid(payment=payment):
            yield payment.faces
        case ev.DealEnded(hands=hands):
            for hand in hands:
                assert isinstance(hand, Hand)
                yield hand.faces


def changing_hands(event: ev.Event) -> Iterator[tuple[Seat, Iterable[int]]]:
    """Who receives which cards by an event."""
    match event:
        case ev.Bought(purchase=bought):
            yield bought.buyer, (bought.face,)
            if bought.price is not None:
                yield bought.seller, (bought.price,)
        case ev.TributePaid(payment=payment):
            yield payment.taker, payment.faces
        case ev.Returned(to=to, faces=faces):
            yield to, faces


class DealTruth:
    """One deal."""

    def __init__(self, number: int, hands: Iterable[Cards]) -> None:
        self.number = number
        self.dealt = tuple(hands)
        #: Everything that each seat has ever held in this deal.
        self.held = [Counter(hand) for hand in self.dealt]
        #: When it was over, or void.
        self.over: float | None = None


class TableTruth:
    """One match at one table. Times are those of the world's clock."""

    def __init__(self) -> None:
        self.deals: list[DealTruth] = []
        #: Everything that lay open, and since when.
        self.open: dict[Cards, float] = {}
        #: Batches: when, and what happened.
        self.batches: list[tuple[float, tuple[ev.Event, ...]]] = []

    @property
    def stage(self) -> Stage | None:
        """The question that was asked last."""
        batches = (event for _, batch in reversed(self.batches) for event in batch)
        return next((event.stage for event in batches if isinstance(event, ev.QueryOpened)), None)

    def happened(self, events: tuple[ev.Event, ...], now: float) -> None:
        """Events were kept."""
        self.batches.append((now, events))
        for event in events:
            if isinstance(event, ev.DealStarted):
                hands = [named(hand.faces) for hand in event.hands if isinstance(hand, Hand)]
                self.deals.append(DealTruth(event.number, hands))
            for faces in lying_open(event):
                self.open.setdefault(named(faces), now)
            for seat, faces in changing_hands(event):
                self.deals[-1].held[seat].update(named(faces))
            if isinstance(event, ev.DealScored | ev.DealVoided):
                deal = self.deals[-1]
                deal.over = now
                for hand in deal.dealt:
                    self.open.setdefault(hand, now)

    def may_see(self, cards: Cards, seat: Seat | None, until: float) -> bool:
        """Whether a seat (None: everybody) may be shown these cards together, as far as things were at a time."""
        cards = tuple(sorted(cards))
        if self.open.get(cards, float("inf")) <= until:
            return True
        wanted = Counter(cards)
        if seat is not None and self.deals and wanted <= self.deals[-1].held[seat]:
            return True
        # A part of what lay open: a hand after some of its cards were played, or one card of a play.
        return any(since <= until and wanted <= Counter(lay) for lay, since in self.open.items())


class Secret(NamedTuple):
    """Bytes that nobody may see for a while, in every form in which they could be written."""

    what: str
    forms: tuple[bytes, ...]


def forms_of(secret: bytes) -> tuple[bytes, ...]:
    """The ways in which bytes may end in a text."""
    coded = [base64.b64encode(secret), base64.urlsafe_b64encode(secret)]
    # Without the last characters, which hang on what follows.
    texts = [
        secret.hex(),
        secret.hex().upper(),
        *(code.rstrip(b"=")[:-1].decode() for code in coded),
        repr(secret)[2:-1],
    ]
    return (secret, *(text.encode() for text in dict.fromkeys(texts)))


class _KeptShare(msgspec.Struct):
    r: str | None = None


class _KeptShuffle(msgspec.Struct):
    shares: tuple[_KeptShare, ...] = ()


class Truth:
    """Watches a store: it is told everything before anybody else is."""

    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        self._clock = clock
        self.matches: dict[tuple[str, int], TableTruth] = {}
        #: By table, match and deal: the server's secret and the shares of the seats.
        self.secrets: dict[tuple[str, int, int], dict[bytes, Secret]] = {}
        #: Called after every batch, with the table and the seat whose own it is; None: it is everybody's.
        self.sealed: Callable[[str, Seat | None], None] = lambda _table, _seat: None
        self._wrap(store)

    def _wrap(self, store: Any) -> None:
        append, put_secret, put_shuffle = store.append, store.put_secret, store.put_shuffle

        def appended(table: str, match: int, number: int, body: bytes, *more: Any) -> None:
            append(table, match, number, body, *more)
            self._happened(table, match, tuple(decode_event(each) for each in msgspec.json.decode(body)))

        def secret_kept(table: str, match: int, deal: int, secret: bytes) -> None:
            put_secret(table, match, deal, secret)
            self._hide((table, match, deal), "the server's secret", secret)

        def shuffle_kept(table: str, match: int, deal: int, body: bytes) -> None:
            put_shuffle(table, match, deal, body)
            for share in msgspec.json.decode(body, type=_KeptShuffle).shares:
                if share.r is not None:
                    self._hide((table, match, deal), "a seat's share", bytes.fromhex(share.r))

        store.append, store.put_secret, store.put_shuffle = appended, secret_kept, shuffle_kept

    def _hide(self, deal: tuple[str, int, int], what: str, secret: bytes) -> None:
        self.secrets.setdefault(deal, {}).setdefault(secret, Secret(what, forms_of(secret)))

    def _happened(self, table: str, match: int, events: tuple[ev.Event, ...]) -> None:
        self.matches.setdefault((table, match), TableTruth()).happened(events, self._clock())
        first = events[0]
        alone = all(isinstance(event, ev.Answered) for event in events) and isinstance(first, ev.Answered)
        self.sealed(table, first.seat if alone and isinstance(first, ev.Answered) else None)

    def of(self, table: str) -> TableTruth | None:
        """The latest match at a table."""
        numbers = [match for known, match in self.matches if known == table]
        return self.matches[table, max(numbers)] if numbers else None

    def hidden(self, until: float) -> Iterator[Secret]:
        """The secrets of all deals that were not over at a time."""
        for (table, match, deal), secrets in self.secrets.items():
            truth = self.matches.get((table, match))
            known = truth.deals if truth is not None else []
            over = known[deal].over if deal < len(known) else None
            if over is None or over > until:
                yield from secrets.values()
