"""What stands on the panel of each seat and in front of it, from one audience's view."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from gouji_desktop.rules.cards import Face
from gouji_desktop.rules.phases.answering import is_headless
from gouji_desktop.rules.plays import is_gouji
from gouji_desktop.rules.policies.point_tribute import effective_opened
from gouji_desktop.rules.prompts import prompt_of
from gouji_desktop.rules.seats import NOBODY, Seat, SeatMask
from gouji_desktop.rules.state import Act, Deal, Laid, Stage
from gouji_desktop.rules.views import View, announced_counts
from gouji_desktop.table.session import ClockInfo, Controller, SeatInfo
from gouji_desktop.ui.presenter.cardwords import caption, plate_caption
from gouji_desktop.ui.presenter.seating import avatar_letter, in_order, offset_of, side_of, told_apart
from gouji_desktop.ui.presenter.tablelayout import Side
from gouji_desktop.ui.presenter.words import Words


class BadgeKind(StrEnum):
    """The three forms of a badge: a fact, a promise or an injury, a condition."""

    FILLED = "filled"
    OUTLINED = "outlined"
    TAG = "tag"


class Badge(StrEnum):
    """Everything that may stand on a seat; the value is its key under `badge.`."""

    OPPOSITE = "opposite"
    BURNT_ONE = "burnt_one"
    OPENED = "opened"
    BURNING = "burning"
    DECLARED = "declared"
    REVOLTED = "revolted"
    WAS_BURNT = "was_burnt"
    SHUT = "shut"
    BURN_FAILED = "burn_failed"
    OWES_JOKERS = "owes_jokers"
    POINT_READY = "point_ready"
    DEAD_GOUJI = "dead_gouji"
    HEADLESS = "headless"
    AUTO = "auto"
    AWAY = "away"
    LEFT = "left"
    THINKING = "thinking"


BADGE_KINDS: dict[Badge, BadgeKind] = {
    Badge.OPPOSITE: BadgeKind.FILLED,
    Badge.BURNT_ONE: BadgeKind.FILLED,
    Badge.OPENED: BadgeKind.FILLED,
    Badge.BURNING: BadgeKind.OUTLINED,
    Badge.DECLARED: BadgeKind.OUTLINED,
    Badge.REVOLTED: BadgeKind.OUTLINED,
    Badge.WAS_BURNT: BadgeKind.OUTLINED,
    Badge.SHUT: BadgeKind.OUTLINED,
    Badge.BURN_FAILED: BadgeKind.OUTLINED,
    Badge.OWES_JOKERS: BadgeKind.TAG,
    Badge.POINT_READY: BadgeKind.TAG,
    Badge.DEAD_GOUJI: BadgeKind.TAG,
    Badge.HEADLESS: BadgeKind.TAG,
    Badge.AUTO: BadgeKind.TAG,
    Badge.AWAY: BadgeKind.TAG,
    Badge.LEFT: BadgeKind.TAG,
    Badge.THINKING: BadgeKind.TAG,
}


@dataclass(frozen=True, slots=True)
class BadgeProps:
    """One badge: its form, its key, its word and the sentence that explains it."""

    badge: Badge
    kind: BadgeKind
    key: str
    text: str
    help: str


@dataclass(frozen=True, slots=True)
class RingProps:
    """The ring of time. `left` and `total` are None where there is no deadline; `tab` shows the seconds (own seat)."""

    shown: bool = False
    left: float | None = None
    total: float | None = None
    tab: bool = False


@dataclass(frozen=True, slots=True)
class ActProps:
    """What lies in front of a seat: cards with their label, or a word."""

    #: `none`, `cards`, `pass`, `yield` or `accept`.
    kind: str = "none"
    faces: tuple[Face, ...] = ()
    text: str = ""
    gouji: bool = False
    #: The play to be answered: it lies in the plate.
    top: bool = False
    #: Left over from the round before; it stays until the next play.
    past: bool = False


@dataclass(frozen=True, slots=True)
class SeatProps:
    """One seat as it is drawn. `place` counts from 1; `announced` is None where nothing is told."""

    seat: Seat
    offset: int
    side: Side
    name: str
    letter: str
    about: str
    badges: tuple[BadgeProps, ...]
    place: int | None
    place_text: str
    finished: bool
    announced: int | None
    announced_text: str
    ring: RingProps
    act: ActProps
    #: What it did in the round before this one, on demand.
    last_act: ActProps


@dataclass(frozen=True, slots=True)
class SeatInputs:
    """What the seats follow from."""

    view: View
    own: Seat | None
    infos: Sequence[SeatInfo]
    clock: ClockInfo
    #: Seats whose person has lost the connection.
    away: frozenset[Seat] = frozenset()
    #: Seats whose person has left the match.
    left: frozenset[Seat] = frozenset()


def derive_seats(inputs: SeatInputs, words: Words) -> tuple[SeatProps, ...]:
    """The six seats by offset, the own one first."""
    names = told_apart([info.name for info in inputs.infos])
    return tuple(_seat(inputs, seat, names[seat], words) for seat in in_order(inputs.own))


def _seat(inputs: SeatInputs, seat: Seat, name: str, words: Words) -> SeatProps:
    deal = inputs.view.deal
    place = None if deal is None else place_of(deal, seat)
    announced = announced_counts(inputs.view)[seat]
    return SeatProps(
        seat=seat,
        offset=offset_of(seat, inputs.own),
        side=side_of(seat, inputs.own),
        name=words("seat.you", name=name) if seat == inputs.own else name,
        letter=avatar_letter(name),
        about=_about(inputs, seat, words),
        badges=tuple(badge_props(badge, inputs, words, seat) for badge in badges_of(inputs, seat)),
        place=None if place is None else place + 1,
        place_text="" if place is None else words(f"place.{place + 1}"),
        finished=deal is not None and not deal.live >> seat & 1,
        announced=announced,
        announced_text="" if announced is None else words("seat.announced"),
        ring=_ring(inputs, seat),
        act=_act(deal, seat, words),
        last_act=ActProps() if deal is None else _shown(deal.last_round[seat], words, top=False, past=True),
    )


def _about(inputs: SeatInputs, seat: Seat, words: Words) -> str:
    """机器人, 真人, or the level of a bot."""
    info = inputs.infos[seat]
    if seat == inputs.own:
        return ""
    if info.controller is Controller.BOT:
        return words(f"level.{info.level}") if f"level.{info.level}" in words else words("seat.bot")
    if seat in inputs.left:
        return words("seat.left")
    return words("seat.away") if seat in inputs.away else words("seat.person")


def place_of(deal: Deal, seat: Seat) -> int | None:
    """The place a seat has taken, from 0; None while it is open."""
    if deal.places:
        return deal.places.index(seat)
    if seat in deal.finished:
        return deal.finished.index(seat)
    return 5 - deal.placed_last.index(seat) if seat in deal.placed_last else None


# --- badges -----------------------------------------------------------------------------------------------------


def badge_props(badge: Badge, inputs: SeatInputs, words: Words, seat: Seat) -> BadgeProps:
    """A badge with its words."""
    deal = inputs.view.deal
    number = deal.dead_left[seat] if deal is not None else 0
    key = f"badge.{badge.value}"
    return BadgeProps(
        badge, BADGE_KINDS[badge], key, words(key, n=number), words(f"badge.help.{badge.value}", n=number)
    )


def badges_of(inputs: SeatInputs, seat: Seat) -> tuple[Badge, ...]:
    """The badges of a seat: facts first, then promises and injuries, then conditions."""
    deal, info = inputs.view.deal, inputs.infos[seat]
    found = set(_public_badges(inputs.view, deal, seat)) if deal is not None else set()
    if inputs.own is not None and side_of(seat, inputs.own) is Side.OPPOSITE:
        found.add(Badge.OPPOSITE)
    if info.controller is Controller.TRUSTEE:
        found.add(Badge.AUTO)
    if seat in inputs.left:
        found.add(Badge.LEFT)
    elif seat in inputs.away:
        found.add(Badge.AWAY)
    if deal is not None and deal.stage is Stage.PLAYING and deal.round.turn == seat and seat != inputs.own:
        found.add(Badge.THINKING)
    return tuple(badge for badge in Badge if badge in found)


def _public_badges(view: View, deal: Deal, seat: Seat) -> list[Badge]:
    """Badges that follow from what everybody knows of the deal."""
    rewarded = view.rules.burn_success != "none"
    own = [burn for burn in deal.burns if burn.by == seat]
    victim = [burn for burn in deal.burns if burn.victim == seat]
    bound = any(burn.bound for burn in own)
    pending = any(burn.bound and not burn.outcome for burn in own)
    facts = {
        Badge.OPENED: bool(effective_opened(deal.opened, deal.revolted) >> seat & 1 and not deal.revolted >> seat & 1),
        Badge.BURNT_ONE: any(burn.outcome == "success" for burn in own),
        Badge.BURNING: pending,
        Badge.DECLARED: bool(deal.declared >> seat & 1),
        Badge.REVOLTED: bool(deal.revolted >> seat & 1),
        Badge.WAS_BURNT: any(burn.outcome == "success" or (rewarded and burn.stood and burn.bound) for burn in victim),
        Badge.SHUT: any(shut.victim == seat for shut in deal.shut),
        Badge.BURN_FAILED: seat in deal.placed_last,
        Badge.OWES_JOKERS: bound and bool(deal.live >> seat & 1),
        Badge.POINT_READY: bool(deal.point_ready >> seat & 1),
        Badge.DEAD_GOUJI: deal.dead_left[seat] > 0 and bool(deal.live >> seat & 1),
        Badge.HEADLESS: bool(deal.live >> seat & 1) and not deal.chaos and is_headless(deal, seat),
    }
    return [badge for badge, holds in facts.items() if holds]


# --- time -------------------------------------------------------------------------------------------------------


def ringed_seats(view: View) -> SeatMask:
    """Seats that by public knowledge may be answering: one, or every candidate of a query alike."""
    deal = view.deal
    if deal is None:
        return 0
    if deal.query is not None:
        return deal.query.public
    return 1 << deal.round.turn if deal.stage is Stage.PLAYING and deal.round.turn != NOBODY else 0


def _ring(inputs: SeatInputs, seat: Seat) -> RingProps:
    if not ringed_seats(inputs.view) >> seat & 1:
        return RingProps()
    tab = seat == inputs.own and prompt_of(inputs.view, seat) is not None and inputs.clock.left is not None
    return RingProps(True, inputs.clock.left, inputs.clock.total, tab)


# --- plays ------------------------------------------------------------------------------------------------------


def _act(deal: Deal | None, seat: Seat, words: Words) -> ActProps:
    """What lies in front of a seat: this round's act, or the last round's until something is played."""
    if deal is None:
        return ActProps()
    if deal.round.laid is None:
        return _shown(deal.last_round[seat], words, top=False, past=True)
    table = deal.round
    classed = table.in_force or not (deal.chaos or table.everyone)
    return _shown(table.acts[seat], words, top=table.top == seat, past=False, classed=classed)


def _shown(act: Laid | Act | None, words: Words, *, top: bool, past: bool, classed: bool = True) -> ActProps:
    if act is None:
        return ActProps(past=past)
    if isinstance(act, Laid):
        label = plate_caption(act.play, words, classed=classed) if top else caption(act.play, words)
        return ActProps("cards", act.faces, label, is_gouji(act.play), top, past)
    return ActProps(act.value, text=words(f"act.{act.value}"), past=past)
