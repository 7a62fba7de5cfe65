"""A redacted event as one line of the log.

Nothing but the event, as its audience may see it, goes into a line: what the audience may not know cannot be said.
`burn_of` adds the one thing that an event names by number: the burn that it settles, which is public.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from gouji_desktop.rules import events as ev
from gouji_desktop.rules.cards import Face
from gouji_desktop.rules.plays import play_of_faces
from gouji_desktop.rules.seats import NOBODY, Seat, seats_of
from gouji_desktop.rules.state import Act, Burn, Debt, Stage
from gouji_desktop.rules.views import View
from gouji_desktop.ui.presenter.cardwords import card_word, cards_words, spoken_play, suited_words
from gouji_desktop.ui.presenter.seating import Names, side_names
from gouji_desktop.ui.presenter.words import Words

#: Plays that everybody may answer, whatever they are: 够级 means nothing for them.
UNCLASSED: Final = (ev.Mode.CHAOS, ev.Mode.EVERYONE)


class LineKind(StrEnum):
    """What a line is about, for its mark."""

    SETUP = "setup"
    TRIBUTE = "tribute"
    PLAY = "play"
    PASS = "pass"  # noqa: S105 - the word of the game
    SEAL = "seal"
    RESULT = "result"


class Line(NamedTuple):
    """One line of the log."""

    kind: LineKind
    #: Whose side's mark stands before it, NOBODY for none.
    seat: Seat
    text: str
    #: Cards that may be drawn beside it.
    faces: tuple[Face, ...] = ()


@dataclass(frozen=True, slots=True)
class Context:
    """What phrases need besides the event."""

    names: Names
    words: Words
    #: The burn that the event settles.
    burn: Burn | None = None

    def who(self, seat: Seat) -> str:
        """A seat that does something."""
        return self.names.subject(seat, self.words)

    def whom(self, seat: Seat) -> str:
        """A seat to which something is done, or that does something in the middle of a sentence."""
        return self.names.object(seat, self.words)

    def inside(self, seat: Seat, clause: int) -> str:
        """A seat that does something in one of several clauses."""
        return self.whom(seat) if clause else self.who(seat)


def burn_of(event: ev.Event, view: View) -> Burn | None:
    """The burn an event names by its number; `view` is the one after the event."""
    deal = view.deal
    if isinstance(event, ev.BurnSettled | ev.BurnReleased) and deal is not None and event.number < len(deal.burns):
        return deal.burns[event.number]
    return None


def phrase(event: ev.Event, context: Context) -> Line | None:
    """The line of an event; None where it says nothing to a reader."""
    return PHRASES[type(event)](event, context)


def place_word(place: int, words: Words) -> str:
    """头科 … 大落, for a place from 0 to 5."""
    return words(f"place.{place + 1}")


def debt_words(debt: Debt, context: Context) -> str:
    """A debt: 点贡 老城南 → 我 两张."""
    words = context.words
    return words(
        "log.debt",
        kind=words(f"tribute.{debt.kind}"),
        who=context.whom(debt.payer),
        whom=context.whom(debt.taker),
        n=debt.cards,
    )


def _silent(_event: Any, _context: Context) -> None:
    return None


def _deal_started(event: ev.DealStarted, context: Context) -> Line:
    size = event.hands[0].size
    return Line(LineKind.SETUP, NOBODY, context.words("log.deal_started", deal=event.number, n=size))


def _query_opened(event: ev.QueryOpened, context: Context) -> Line | None:
    if event.stage is Stage.BURN_QUERY and not event.public:
        return None
    return Line(LineKind.SETUP, NOBODY, context.words(f"log.query.{event.stage.value}"))


def _query_closed(_event: ev.QueryClosed, context: Context) -> Line:
    return Line(LineKind.PASS, NOBODY, context.words("log.nobody_burns"))


def _suits_shown(event: ev.SuitsShown, context: Context) -> Line:
    words = context.words
    if not event.shows:
        return Line(LineKind.SETUP, NOBODY, words("log.nobody_shows"))
    parts = [
        words("log.shows", who=context.inside(seat, index), cards=suited_words(faces, words))
        for index, (seat, faces) in enumerate(event.shows)
    ]
    return Line(LineKind.SETUP, NOBODY, words.join(parts, "join.clauses"))


def _leader_found(event: ev.LeaderFound, context: Context) -> Line:
    return Line(LineKind.SETUP, event.seat, context.words("log.leader", who=context.who(event.seat)))


def _several(mask: int, key: str, nobody: str, context: Context, kind: LineKind) -> Line:
    seats = seats_of(mask)
    if not seats:
        return Line(kind, NOBODY, context.words(nobody))
    return Line(kind, seats[0] if len(seats) == 1 else NOBODY, context.words(key, who=_all(seats, context)))


def _all(seats: tuple[Seat, ...], context: Context) -> str:
    return context.names.subjects(seats, context.words)


def _declared(event: ev.PointsDeclared, context: Context) -> Line:
    return _several(event.seats, "log.declared", "log.nobody_declares", context, LineKind.SEAL)


def _bought(event: ev.Bought, context: Context) -> Line:
    buy, words = event.purchase, context.words
    key = "log.bought_free" if buy.price is None else "log.bought"
    price = "" if buy.price is None else card_word(buy.price, words)
    text = words(
        key, who=context.who(buy.buyer), whom=context.whom(buy.seller), card=card_word(buy.face, words), price=price
    )
    faces = (buy.face,) if buy.price is None else (buy.face, buy.price)
    return Line(LineKind.SETUP, buy.buyer, text, faces)


def _revolted(event: ev.Revolted, context: Context) -> Line:
    if event.forced and event.forced == event.seats:
        return _several(event.seats, "log.revolted_forced", "log.nobody_revolts", context, LineKind.SEAL)
    return _several(event.seats, "log.revolted", "log.nobody_revolts", context, LineKind.SEAL)


def _voided(_event: ev.DealVoided, context: Context) -> Line:
    return Line(LineKind.SETUP, NOBODY, context.words("log.voided"))


def _head(event: ev.HeadClaimed, context: Context) -> Line:
    key = "log.claims_head" if event.claims else "log.goes_headless"
    return Line(LineKind.SEAL, event.seat, context.words(key, who=context.who(event.seat)))


def _conceded(event: ev.PointsConceded, context: Context) -> Line | None:
    return _several(event.seats, "log.conceded", "log.nobody_concedes", context, LineKind.SETUP)


def _exempted(event: ev.Exempted, context: Context) -> Line:
    return _several(event.seats, "log.exempted", "log.nobody_exempt", context, LineKind.TRIBUTE)


def _lapsed(event: ev.TributeLapsed, context: Context) -> Line:
    text = context.words("log.lapsed", debt=debt_words(event.debt, context))
    return Line(LineKind.TRIBUTE, event.debt.payer, text)


def _paid(event: ev.TributePaid, context: Context) -> Line:
    paid, words = event.payment, context.words
    text = words(
        "log.paid",
        kind=words(f"tribute.{paid.kind}"),
        who=context.whom(paid.payer),
        whom=context.whom(paid.taker),
        cards=cards_words(paid.faces, words),
    )
    return Line(LineKind.TRIBUTE, paid.payer, text, paid.faces)


def _returned(event: ev.Returned, context: Context) -> Line:
    text = context.words(
        "log.returned",
        who=context.who(event.giver),
        whom=context.whom(event.to),
        cards=cards_words(event.faces, context.words),
    )
    return Line(LineKind.TRIBUTE, event.giver, text, event.faces)


def _began(event: ev.PlayBegan, context: Context) -> Line:
    return Line(LineKind.SETUP, event.leader, context.words("log.began", who=context.who(event.leader)))


def _played(event: ev.Played, context: Context) -> Line:
    words = context.words
    play = play_of_faces(event.faces)
    classed = event.mode not in UNCLASSED
    said = cards_words(event.faces, words) if play is None else spoken_play(play, words, classed=classed)
    parts = [words("log.burns" if event.burns else "log.played", who=context.who(event.seat), play=said)]
    if event.out:
        parts.append(words("log.out"))
    if event.earns_dead:
        parts.append(words("log.earns_dead"))
    if event.chaos:
        parts.append(words("log.chaos"))
    kind = LineKind.SEAL if event.burns else LineKind.PLAY
    return Line(kind, event.seat, words.join(parts, "join.clauses"), event.faces)


def _passed(event: ev.Passed, context: Context) -> Line:
    key = {Act.PASS: "log.passed", Act.YIELD: "log.yielded", Act.ACCEPT: "log.accepted"}[event.act]
    return Line(LineKind.PASS, event.seat, context.words(key, who=context.who(event.seat)))


def _round_ended(event: ev.RoundEnded, context: Context) -> Line:
    if event.stood == event.leader:
        return Line(LineKind.PLAY, event.leader, context.words("log.stands", who=context.whom(event.leader)))
    text = context.words("log.wind", who=context.whom(event.leader), whom=context.whom(event.stood))
    return Line(LineKind.PLAY, event.leader, text)


def _of_seat(key: str) -> Callable[[Any, Context], Line]:
    def say(event: Any, context: Context) -> Line:
        return Line(LineKind.SEAL, event.seat, context.words(key, who=context.who(event.seat)))

    return say


def _burn_stood(event: ev.BurnStood, context: Context) -> Line:
    return Line(LineKind.SEAL, event.by, context.words("log.burn_stood", who=context.who(event.by)))


def _burn_settled(event: ev.BurnSettled, context: Context) -> Line | None:
    burn = context.burn
    if burn is None:
        return None
    key = f"log.burn_{event.outcome}"
    if event.outcome == "success" and burn.counter:
        key = "log.counter_burn_success"
    text = context.words(key, who=context.who(burn.by), whom=context.whom(burn.victim))
    return Line(LineKind.SEAL, burn.by, text)


def _burn_released(_event: ev.BurnReleased, context: Context) -> Line | None:
    burn = context.burn
    if burn is None:
        return None
    return Line(LineKind.SEAL, burn.by, context.words("log.burn_released", who=context.who(burn.by)))


def _burn_failed(event: ev.BurnFailed, context: Context) -> Line:
    parts = [context.words("log.burn_failed", who=context.who(event.seat))]
    if event.chaos:
        parts.append(context.words("log.chaos"))
    return Line(LineKind.SEAL, event.seat, context.words.join(parts, "join.clauses"))


def _shut(event: ev.SeatShut, context: Context) -> Line:
    text = context.words("log.shut", who=context.who(event.by), whom=context.whom(event.victim))
    return Line(LineKind.SEAL, event.victim, text)


def _deal_ended(event: ev.DealEnded, context: Context) -> Line:
    words = context.words
    parts = [
        words("log.place", place=place_word(place, words), who=context.whom(seat))
        for place, seat in enumerate(event.places)
    ]
    return Line(LineKind.RESULT, NOBODY, words.join(parts))


def _deal_scored(event: ev.DealScored, context: Context) -> Line:
    base = 0 if context.names.own is None else context.names.own
    other = (base + 1) % 6
    key = "log.scored_last" if event.over else "log.scored"
    ours, theirs = side_names(context.names.own, context.words, inside=True)
    text = context.words(
        key,
        ours=ours,
        theirs=theirs,
        us=event.result.scores[base],
        them=event.result.scores[other],
        all_us=event.scores[base],
        all_them=event.scores[other],
    )
    return Line(LineKind.RESULT, NOBODY, text)


#: How each kind of event is said.
PHRASES: Mapping[type, Callable[[Any, Context], Line | None]] = MappingProxyType(
    {
        ev.DealStarted: _deal_started,
        ev.QueryOpened: _query_opened,
        ev.Answered: _silent,
        ev.QueryClosed: _query_closed,
        ev.SuitsShown: _suits_shown,
        ev.LeaderFound: _leader_found,
        ev.PointsDeclared: _declared,
        ev.Bought: _bought,
        ev.Revolted: _revolted,
        ev.DealVoided: _voided,
        ev.HeadClaimed: _head,
        ev.PointsConceded: _conceded,
        ev.Exempted: _exempted,
        ev.TributeLapsed: _lapsed,
        ev.TributePaid: _paid,
        ev.ReturnsDue: _silent,
        ev.Returned: _returned,
        ev.PlayBegan: _began,
        ev.Played: _played,
        ev.Passed: _passed,
        ev.RoundEnded: _round_ended,
        ev.PointOpened: _of_seat("log.opened"),
        ev.PointReadied: _of_seat("log.readied"),
        ev.PointMissed: _of_seat("log.missed"),
        ev.BurnStood: _burn_stood,
        ev.BurnSettled: _burn_settled,
        ev.BurnReleased: _burn_released,
        ev.BurnFailed: _burn_failed,
        ev.SeatShut: _shut,
        ev.DealEnded: _deal_ended,
        ev.DealScored: _deal_scored,
    }
)
