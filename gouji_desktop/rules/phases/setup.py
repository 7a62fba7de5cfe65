"""Before a deal: 亮牌, 宣点, 买三, 革命, 要头, 买四, then tribute (rules.md section 3.1).

A deal goes through these steps in one fixed order; a step that the rule set does not have falls away. A step that asks
somebody opens a query and stops; the query's closing goes on with the step after it.
"""

from __future__ import annotations

from collections.abc import Callable

from gouji_desktop.rules import events as ev
from gouji_desktop.rules.cards import BIG, FOUR, SMALL, THREE, TWO, Face, Rank
from gouji_desktop.rules.commands import Decide, ShowSuit, StartDeal
from gouji_desktop.rules.deck import deal_hands, is_permutation
from gouji_desktop.rules.phases import tribute
from gouji_desktop.rules.phases.playing import known_hand
from gouji_desktop.rules.policies import buying, first_lead
from gouji_desktop.rules.rejections import Reason, Rejected
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import ALL_SEATS, SEATS, SeatMask, mask_of, next_in, opposite, seats_of
from gouji_desktop.rules.state import Deal, Hand, Match, Stage
from gouji_desktop.rules.tape import Tape, answered


def decide_start(match: Match, command: StartDeal) -> Tape | Rejected:
    """Deal the next deal."""
    if match.over:
        return Rejected(Reason.MATCH_OVER)
    if match.deal is not None and match.deal.stage != Stage.OVER:
        return Rejected(Reason.DEAL_RUNNING)
    if not is_permutation(match.rules, command.permutation) or command.lot not in range(SEATS):
        return Rejected(Reason.BAD_DECK)
    hands = deal_hands(match.rules, command.permutation)
    return start(match, ev.DealStarted(len(match.results) + 1, tuple(command.permutation), command.lot, hands))


def start(match: Match, dealt: ev.DealStarted) -> Tape:
    """All that follows from dealing these hands, until somebody is asked or play begins."""
    tape = Tape(match)
    tape.emit(dealt)
    run_from(tape, _find_leader)
    return tape


def run_from(tape: Tape, step: Callable[[Tape], None]) -> None:
    """Take this step and those after it until somebody is asked or play begins."""
    for each in _STEPS[_STEPS.index(step) :]:
        each(tape)
        deal = tape.match.deal
        if deal is None or deal.query is not None:
            return


def _dealt_faces(deal: Deal) -> list[tuple[Face, ...]]:
    return [hand.faces if isinstance(hand, Hand) else () for hand in deal.dealt]


def _faces(deal: Deal) -> list[tuple[Face, ...]]:
    return [hand.faces if isinstance(hand, Hand) else () for hand in deal.hands]


def _without(deal: Deal, rank: Rank) -> SeatMask:
    """Seats that hold no card of the rank."""
    return mask_of([seat for seat in range(SEATS) if not known_hand(deal, seat).counts[rank]])


# --- who leads --------------------------------------------------------------------------------------------------


def _find_leader(tape: Tape) -> None:
    rules, deal = tape.rules, tape.deal
    if rules.first_lead == "shown":
        rank = first_lead.shown_rank(rules)
        asked = mask_of(seat for seat, faces in enumerate(_dealt_faces(deal)) if first_lead.groups(faces, rank))
        tape.emit(ev.QueryOpened(Stage.SHOW_QUERY, asked, ALL_SEATS))
    elif rules.first_lead == "suited_fives":
        tape.emit(ev.LeaderFound(first_lead.leader_by_fives(_dealt_faces(deal), deal.lot)[0]))
    else:
        tape.emit(ev.LeaderFound(deal.lot))


def decide_show(match: Match, command: ShowSuit) -> Tape | Rejected:
    """亮牌, or nothing shown: a sealed answer."""
    deal = match.deal
    assert deal is not None
    if command.faces and not first_lead.may_show(known_hand(deal, command.seat).faces, command.faces, match.rules):
        return Rejected(Reason.NOT_SHOWABLE)
    return answered(match, command.seat, command.faces)


def close_show_query(match: Match) -> Tape:
    """All have shown what they want: the leader is known."""
    tape = Tape(match)
    query = tape.deal.query
    assert query is not None
    shows = tuple((seat, faces) for seat, faces in query.answers if isinstance(faces, tuple) and faces)
    lot = tape.deal.lot
    tape.emit(ev.SuitsShown(shows))
    tape.emit(ev.LeaderFound(first_lead.leader_by_shows(shows, lot)))
    run_from(tape, _ask_declarations)
    return tape


# --- yes or no --------------------------------------------------------------------------------------------------


def decide_yes_or_no(match: Match, command: Decide) -> Tape | Rejected:
    """宣点, 革命, 要头, 买四: a sealed answer."""
    return answered(match, command.seat, command.yes)


def _said(tape: Tape, yes: bool) -> SeatMask:
    query = tape.deal.query
    assert query is not None
    return mask_of(seat for seat, answer in query.answers if answer is yes)


def _ask_declarations(tape: Tape) -> None:
    if tape.rules.declare_point:
        tape.emit(ev.QueryOpened(Stage.POINT_QUERY, ALL_SEATS, ALL_SEATS))


def close_point_query(match: Match) -> Tape:
    """宣点 is known."""
    tape = Tape(match)
    tape.emit(ev.PointsDeclared(_said(tape, yes=True)))
    run_from(tape, _buy_threes)
    return tape


# --- buying -----------------------------------------------------------------------------------------------------


def _buy_threes(tape: Tape) -> None:
    rules = tape.rules
    if rules.hold_threes and rules.buy_threes != "none":
        for seat in buying.buyers(tape.deal.leader):
            _buy(tape, seat, THREE, rules.buy_threes)


def _buy(tape: Tape, seat: int, rank: int, policy: str) -> None:
    if _without(tape.deal, rank) >> seat & 1:
        purchase = buying.purchase(_faces(tape.deal), seat, rank, policy)
        if purchase is not None:
            tape.emit(ev.Bought(purchase))


def _ask_fours(tape: Tape) -> None:
    """Who has no 4 may buy one or concede the point (A:L65-L67)."""
    if tape.rules.buy_fours:
        asked = _without(tape.deal, FOUR) & tape.deal.live
        tape.emit(ev.QueryOpened(Stage.FOUR_QUERY, asked, tape.deal.live))


def close_four_query(match: Match) -> Tape:
    """Buyers buy in turn order from the leader; who declined concedes the point."""
    tape = Tape(match)
    assert tape.deal.query is not None
    wants = _said(tape, yes=True)
    tape.emit(ev.PointsConceded(tape.deal.query.asked & ~wants))
    for seat in buying.buyers(tape.deal.leader):
        if wants >> seat & 1:
            _buy(tape, seat, FOUR, "any_seller")
    run_from(tape, tribute.pay)
    return tape


# --- revolt -----------------------------------------------------------------------------------------------------


def may_revolt(deal: Deal) -> SeatMask:
    """Seats that drew neither a 2 nor a joker (C:L60, D:L49)."""
    return mask_of(
        seat
        for seat, hand in enumerate(deal.dealt)
        if isinstance(hand, Hand) and not (hand.counts[TWO] or hand.counts[SMALL] or hand.counts[BIG])
    )


def forced_revolts(deal: Deal, rules: RuleSet) -> SeatMask:
    """Seats without a 3 and without anything to pay for one (D:L47)."""
    if not rules.revolt:
        return 0
    return mask_of([seat for seat in range(SEATS) if buying.is_forced_to_revolt(known_hand(deal, seat).counts, rules)])


def _ask_revolts(tape: Tape) -> None:
    if not tape.rules.revolt:
        return
    forced = forced_revolts(tape.deal, tape.rules)
    if forced.bit_count() >= 2:
        _revolt(tape, forced, forced)
    else:
        tape.emit(ev.QueryOpened(Stage.REVOLT_QUERY, may_revolt(tape.deal) & ~forced, ALL_SEATS))


def _revolt(tape: Tape, seats: SeatMask, forced: SeatMask) -> None:
    tape.emit(ev.Revolted(seats, forced))
    if seats.bit_count() >= 2:
        tape.emit(ev.DealVoided())


def close_revolt_query(match: Match) -> Tape:
    """Who revolts leaves the deal; two or more: dealt again (C:L62)."""
    tape = Tape(match)
    forced = forced_revolts(tape.deal, tape.rules)
    _revolt(tape, _said(tape, yes=True) | forced, forced)
    if tape.match.deal is not None:
        run_from(tape, _ask_head)
    return tape


def _ask_head(tape: Tape) -> None:
    """The opposite of a revolter chooses 要头 or 无头 (D:L53)."""
    revolted = seats_of(tape.deal.revolted)
    if revolted and tape.rules.claim_head:
        asked = 1 << opposite(revolted[0])
        tape.emit(ev.QueryOpened(Stage.HEAD_QUERY, asked, asked))


def close_head_query(match: Match) -> Tape:
    """要头 or 无头 is known; who does not answer claims."""
    tape = Tape(match)
    assert tape.deal.query is not None
    seat = seats_of(tape.deal.query.asked)[0]
    tape.emit(ev.HeadClaimed(seat, claims=not _said(tape, yes=False)))
    run_from(tape, _ask_fours)
    return tape


# --- the end of setup -------------------------------------------------------------------------------------------


def _ask_returns(tape: Tape) -> None:
    tribute.ask_returns(tape)


def _begin(tape: Tape) -> None:
    deal = tape.deal
    leader = deal.leader if deal.live >> deal.leader & 1 else next_in(deal.live, deal.leader)
    tape.emit(ev.PlayBegan(leader))


def close_return_query(match: Match) -> Tape:
    """Cards go back; a seat that owes another return is asked again."""
    tape = Tape(match)
    tribute.give_back(tape)
    run_from(tape, _ask_returns)
    return tape


_STEPS: tuple[Callable[[Tape], None], ...] = (
    _find_leader,
    _ask_declarations,
    _buy_threes,
    _ask_revolts,
    _ask_head,
    _ask_fours,
    tribute.pay,
    _ask_returns,
    _begin,
)
