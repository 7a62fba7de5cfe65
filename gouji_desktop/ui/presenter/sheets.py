"""The sheets after a deal and after a match, and how the points came about (算法)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gouji_desktop.rules.policies.burning import burn_points
from gouji_desktop.rules.policies.point_tribute import effective_opened
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import OPPOSITE, SEATS, Seat, SeatMask, same_side, seats_of
from gouji_desktop.rules.state import DealResult, Debt, Match
from gouji_desktop.ui.presenter.dialogparts import MatchButton
from gouji_desktop.ui.presenter.seating import Names, side_names, side_of
from gouji_desktop.ui.presenter.tablelayout import Side
from gouji_desktop.ui.presenter.words import Words, signed_number

#: So many of the first places are shown as filled seals.
FILLED_PLACES = 2


@dataclass(frozen=True, slots=True)
class PlaceRow:
    """One place of the deal."""

    place: int
    place_text: str
    filled: bool
    seat: Seat
    side: Side
    name: str
    #: What happened to the seat, as one line: 烧 开点.
    badges: str
    points: int
    points_text: str


@dataclass(frozen=True, slots=True)
class DebtRow:
    """One tribute of the next deal, with its reason."""

    kind: str
    payer: Seat
    taker: Seat
    text: str
    reason: str
    count: str
    #: The own seat pays or takes.
    own: bool


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """这一局的账."""

    title: str
    us: str
    them: str
    us_text: str
    them_text: str
    total: str
    rows: tuple[PlaceRow, ...]
    debts_label: str
    debts: tuple[DebtRow, ...]
    #: Said where nothing is owed.
    no_debts: str
    note: str
    buttons: tuple[MatchButton, ...]


@dataclass(frozen=True, slots=True)
class DealLine:
    """One deal in the list of a match."""

    number: int
    title: str
    first: str
    us_text: str
    them_text: str
    total_text: str


@dataclass(frozen=True, slots=True)
class MatchSheet:
    """The end of a match."""

    title: str
    us_text: str
    them_text: str
    won: bool | None
    deals: tuple[DealLine, ...]
    buttons: tuple[MatchButton, ...]


@dataclass(frozen=True, slots=True)
class PointLine:
    """One step of the calculation: what it is, and what it brings each side."""

    label: str
    detail: str
    us: int
    them: int
    us_text: str
    them_text: str
    total: bool = False


def score_sheet(match: Match, result: DealResult, names: Names, words: Words, *, can_go_on: bool = True) -> ScoreSheet:
    """The sheet of one deal of a match; the running total is the one after that deal."""
    base = names.own or 0
    so_far = _totals(match, result.number, base)
    last = match.over and result.number == len(match.results)
    missing = _no_debts(match, result, last=last)
    us, them = side_names(names.own, words)
    buttons = [MatchButton("replay", words("sheet.replay"), "", primary=False)]
    buttons.append(MatchButton("explain", words("sheet.explain"), "", primary=False))
    if last:
        buttons.append(MatchButton("match_end", words("sheet.match_end"), "⏎", primary=True))
    elif can_go_on:
        buttons.append(MatchButton("next_deal", words("sheet.next_deal"), "⏎", primary=True))
    return ScoreSheet(
        title=words("sheet.title", deal=result.number),
        us=us,
        them=them,
        us_text=signed_number(result.scores[base]),
        them_text=signed_number(result.scores[(base + 1) % SEATS]),
        total=words("sheet.total", n=result.number, us=so_far[0], them=so_far[1]),
        rows=tuple(_place_row(result, place, seat, names, words) for place, seat in enumerate(result.places)),
        debts_label=words("sheet.debts"),
        debts=() if last else tuple(_debt_row(debt, match, result, names, words) for debt in result.debts),
        no_debts=words(missing) if missing else "",
        note=_note(result, names, words),
        buttons=tuple(buttons),
    )


def _note(result: DealResult, names: Names, words: Words) -> str:
    """What is out of the ordinary: three in a row, and who graduated (毕业)."""
    notes = [words("sheet.three_in_a_row")] if result.three_in_a_row else []
    graduates = names.subjects(seats_of(result.opened_next), words)
    if graduates:
        notes.append(words("sheet.graduates", who=graduates))
    return words.join(notes, "join.clauses")


def _totals(match: Match, deals: int, base: Seat) -> tuple[int, int]:
    us = sum(result.scores[base] for result in match.results[:deals])
    them = sum(result.scores[(base + 1) % SEATS] for result in match.results[:deals])
    return us, them


def _no_debts(match: Match, result: DealResult, *, last: bool) -> str:
    """The key of what stands instead of tribute."""
    if last:
        return "sheet.no_debts_last"
    if not match.rules.tribute_cards:
        return "sheet.no_debts_rules"
    return "" if result.debts else "sheet.no_debts"


def _place_row(result: DealResult, place: int, seat: Seat, names: Names, words: Words) -> PlaceRow:
    points = result.placement[seat]
    return PlaceRow(
        place + 1,
        words(f"place.{place + 1}"),
        place < FILLED_PLACES,
        seat,
        side_of(seat, names.own),
        names.alone(seat, words),
        words("join.badges").join(words(f"badge.{key}") for key in result_badges(result, seat)),
        points,
        signed_number(points),
    )


def result_badges(result: DealResult, seat: Seat) -> tuple[str, ...]:
    """What happened to a seat in a deal, as keys under `badge.`."""
    holds = {
        "burnt_one": any(burn.by == seat and burn.outcome == "success" for burn in result.burns),
        "burn_failed": any(burn.by == seat and burn.outcome == "failed" for burn in result.burns),
        "declared": bool(result.declared >> seat & 1),
        "opened": bool(effective_opened(result.opened, result.revolted) >> seat & 1),
        "revolted": bool(result.revolted >> seat & 1),
        "was_burnt": any(burn.victim == seat and burn.outcome == "success" for burn in result.burns),
        "shut": any(shut.victim == seat for shut in result.shut),
    }
    return tuple(key for key, held in holds.items() if held)


# --- tribute of the next deal -----------------------------------------------------------------------------------


def _debt_row(debt: Debt, match: Match, result: DealResult, names: Names, words: Words) -> DebtRow:
    return DebtRow(
        words(f"tribute.{debt.kind}"),
        debt.payer,
        debt.taker,
        words("sheet.debt", who=names.subject(debt.payer, words), whom=names.object(debt.taker, words)),
        debt_reason(debt, match.rules, result, names, words),
        words("count.digits", n=debt.cards),
        names.own in (debt.payer, debt.taker),
    )


def debt_reason(debt: Debt, rules: RuleSet, result: DealResult, names: Names, words: Words) -> str:
    """Why a debt is owed: 都宣了，我开他没开."""
    if debt.kind == "point":
        return _point_reason(debt, rules, result, names, words)
    if debt.kind == "place":
        return words("debt.place.last" if debt.payer == result.places[-1] else "debt.place.fifth")
    return words(f"debt.{debt.kind}", who=names.subject(debt.payer, words), whom=names.object(debt.taker, words))


def _point_reason(debt: Debt, rules: RuleSet, result: DealResult, names: Names, words: Words) -> str:
    opened = effective_opened(result.opened, result.revolted)
    who, whom = names.object(debt.payer, words), names.object(debt.taker, words)
    parts = []
    if rules.declare_point:
        parts.append(words(f"debt.declared.{_which(result.declared, debt.payer)}", who=who, whom=whom))
    parts.append(words(f"debt.opened.{_which(opened, debt.payer)}", who=who, whom=whom))
    if rules.point_tribute == "levels" and debt.cards > 1:
        parts.append(words("debt.streak", n=debt.cards))
    return words.join(parts, "join.extras")


def _which(mask: SeatMask, payer: Seat) -> str:
    """Who of payer and taker stands in the set."""
    own, other = mask >> payer & 1, mask >> OPPOSITE[payer] & 1
    if own and other:
        return "both"
    return "payer" if own else "taker" if other else "none"


# --- the match --------------------------------------------------------------------------------------------------


def deal_lines(match: Match, names: Names, words: Words) -> tuple[DealLine, ...]:
    """All finished deals of a match: 战绩."""
    base = names.own or 0
    lines = []
    for index, result in enumerate(match.results):
        us, them = _totals(match, index + 1, base)
        lines.append(
            DealLine(
                result.number,
                words("sheet.title", deal=result.number),
                words("sheet.first", who=names.subject(result.places[0], words)),
                signed_number(result.scores[base]),
                signed_number(result.scores[(base + 1) % SEATS]),
                words("sheet.running", us=us, them=them),
            )
        )
    return tuple(lines)


def match_sheet(match: Match, names: Names, words: Words) -> MatchSheet:
    """Who won the match."""
    us, them = _totals(match, len(match.results), names.own or 0)
    won = None if us == them else us > them
    title = "match.drawn" if won is None else "match.won" if won else "match.lost"
    if won is not None and names.own is None:
        title = "match.won_round" if won else "match.won_square"
    return MatchSheet(
        words(title),
        signed_number(us),
        signed_number(them),
        won,
        deal_lines(match, names, words),
        (
            MatchButton("home", words("match.home"), "", primary=False),
            MatchButton("replay", words("sheet.replay"), "", primary=False),
            MatchButton("again", words("match.again"), "⏎", primary=True),
        ),
    )


# --- how the points came about ----------------------------------------------------------------------------------


def explain_points(rules: RuleSet, result: DealResult, names: Names, words: Words) -> tuple[PointLine, ...]:
    """Line by line how both sides came by their points; the last line is the sum, which is each player's result."""
    base = names.own or 0
    lines = [_placement_line(rules, result, base, names, words)]
    lines += _burn_lines(rules, result, base, names, words)
    if rules.shut_score:
        lines += [
            _moved(
                words("points.shut"),
                words("log.shut", who=names.subject(shut.by, words), whom=names.object(shut.victim, words)),
                (shut.by, shut.victim, rules.shut_score),
                rules,
                base,
            )
            for shut in result.shut
        ]
    scores = result.scores[base], result.scores[(base + 1) % SEATS]
    if rules.point_score:
        # What the other lines leave is the point's: who conceded is not part of the result.
        us, them = (
            total - sum(part)
            for total, part in zip(scores, zip(*((x.us, x.them) for x in lines), strict=True), strict=True)
        )
        lines.append(_line(words("points.point"), words("points.point_detail", n=rules.point_score), us, them))
    lines.append(_line(words("points.sum"), words("points.sum_detail"), *scores, total=True))
    return tuple(lines)


def _line(label: str, detail: str, us: int, them: int, *, total: bool = False) -> PointLine:
    return PointLine(label, detail, us, them, signed_number(us), signed_number(them), total)


def _side_sum(points: Sequence[int], base: Seat) -> int:
    return sum(points[seat] for seat in range(SEATS) if same_side(seat, base))


def _placement_line(rules: RuleSet, result: DealResult, base: Seat, names: Names, words: Words) -> PointLine:
    parts = [
        words("points.place", who=names.subject(seat, words), points=result.placement[seat])
        for seat in result.places
        if result.placement[seat]
    ]
    doubled = result.three_in_a_row and rules.three_in_a_row_multiplier > 1
    label = words("points.placement_row", n=rules.three_in_a_row_multiplier) if doubled else words("points.placement")
    us, them = _side_sum(result.placement, base), _side_sum(result.placement, base + 1)
    return _line(label, words.join(parts), us, them)


def _burn_lines(rules: RuleSet, result: DealResult, base: Seat, names: Names, words: Words) -> list[PointLine]:
    lines = []
    for burn in result.burns:
        points = burn_points(burn.counter, rules)
        if burn.outcome == "success" and points:
            key = "log.counter_burn_success" if burn.counter else "log.burn_success"
            said = words(key, who=names.subject(burn.by, words), whom=names.object(burn.victim, words))
            lines.append(_moved(words("points.burn"), said, (burn.by, burn.victim, points), rules, base))
    return lines


def _moved(label: str, detail: str, move: tuple[Seat, Seat, int], rules: RuleSet, base: Seat) -> PointLine:
    """Points that go to one seat and, unless losers lose nothing, from another."""
    taker, payer, points = move
    own = [0] * SEATS
    own[taker] += points
    if not rules.positive_only:
        own[payer] -= points
    return _line(label, detail, _side_sum(own, base), _side_sum(own, base + 1))
