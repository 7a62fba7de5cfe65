"""What each audience may see: the one redaction of the program.

`fold(project(state, a), redact(event, a)) == project(evolve(state, event), a)` for every audience: a law that the tests
hold over every rule set. Nobody but the table host holds an unredacted event.
"""

from __future__ import annotations

from dataclasses import dataclass

from gouji_desktop.rules import events as ev
from gouji_desktop.rules.engine import evolve
from gouji_desktop.rules.seats import NOBODY, Seat, SeatMask
from gouji_desktop.rules.state import Cards, Deal, Hidden, Match, Query, Stage


@dataclass(frozen=True, slots=True)
class SeatAudience:
    """One seat: it sees its own hand."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class PublicAudience:
    """Spectators: no hand at all."""


@dataclass(frozen=True, slots=True)
class EverythingAudience:
    """The table host, and replays of a finished deal."""


Audience = SeatAudience | PublicAudience | EverythingAudience
PUBLIC = PublicAudience()
EVERYTHING = EverythingAudience()
#: A match as one audience sees it. The type is the state's own: what is not seen is `Hidden` or absent.
View = Match

#: Queries where the mere fact of being asked tells something about the hand.
SECRETLY_ASKED = frozenset({Stage.SHOW_QUERY, Stage.REVOLT_QUERY, Stage.FOUR_QUERY, Stage.BURN_QUERY})


#: The events of which not everybody may see everything.
_CUT = frozenset({ev.Answered, ev.DealStarted, ev.QueryOpened})


def own_seat(audience: Audience) -> Seat:
    """The seat of the audience, NOBODY for the public."""
    return audience.seat if isinstance(audience, SeatAudience) else NOBODY


def project(state: Match, audience: Audience) -> View:
    """The state as the audience may see it."""
    deal = state.deal
    if deal is None or audience == EVERYTHING:
        return state
    seat = own_seat(audience)
    hands = deal.hands if deal.stage == Stage.OVER else _hide(deal.hands, seat)
    query = None if deal.query is None else _cut_query(deal.query, deal.stage, seat)
    return state._replace(deal=_with(deal, hands, _hide(deal.dealt, seat), query))


def _with(deal: Deal, hands: tuple[Cards, ...], dealt: tuple[Cards, ...], query: Query | None) -> Deal:
    return deal._replace(hands=hands, dealt=dealt, query=query, lot=NOBODY)


def _hide(hands: tuple[Cards, ...], seat: Seat) -> tuple[Cards, ...]:
    return tuple(hand if owner == seat else Hidden(hand.size) for owner, hand in enumerate(hands))


def _own_bit(mask: SeatMask, seat: Seat) -> SeatMask:
    return mask & (1 << seat) if seat >= 0 else 0


def _cut_query(query: Query, stage: Stage, seat: Seat) -> Query:
    asked = _own_bit(query.asked, seat) if stage in SECRETLY_ASKED else query.asked
    return Query(asked, query.public, tuple(answer for answer in query.answers if answer[0] == seat))


def seen_by_all(event: ev.Event) -> bool:
    """Whether every audience sees the event as it is."""
    kind = type(event)
    if kind is ev.QueryOpened:
        return event.stage not in SECRETLY_ASKED  # type: ignore[union-attr]
    return kind is not ev.Answered and kind is not ev.DealStarted


def redact(event: ev.Event, audience: Audience) -> ev.Event | None:
    """The event as the audience may see it; None where it learns nothing, not even that something happened."""
    if type(event) not in _CUT or audience == EVERYTHING:
        return event
    seat = own_seat(audience)
    if isinstance(event, ev.Answered):
        return event if event.seat == seat else None
    if isinstance(event, ev.DealStarted):
        return ev.DealStarted(event.number, (), NOBODY, _hide(event.hands, seat))
    if isinstance(event, ev.QueryOpened) and event.stage in SECRETLY_ASKED:
        return event._replace(asked=_own_bit(event.asked, seat))
    return event


def fold(view: View, event: ev.Event | None) -> View:
    """The view after a redacted event."""
    return view if event is None else evolve(view, event)


def announced_counts(view: View) -> tuple[int | None, ...]:
    """How many cards each seat holds, where the rule set tells everybody (报牌, B1:L146); None elsewhere."""
    deal = view.deal
    if deal is None:
        return (None,) * 6
    limit = view.rules.announce_at
    return tuple(
        hand.size if deal.live >> seat & 1 and hand.size <= limit else None for seat, hand in enumerate(deal.hands)
    )
