"""Laying cards, passing, burning: what a command in play leads to (rules.md section 3.2-3.6)."""

from __future__ import annotations

from gouji_desktop.rules import events as ev
from gouji_desktop.rules.cards import THREE, Counts, Face
from gouji_desktop.rules.commands import BurnCards, Pass, PlayCards, Yield
from gouji_desktop.rules.compare import beats
from gouji_desktop.rules.moves import beat_fault, play_fault
from gouji_desktop.rules.phases.answering import (
    burn_candidates,
    chaos_begins,
    may_yield,
    mode_of,
    wind,
)
from gouji_desktop.rules.phases.settling import end_deal
from gouji_desktop.rules.plays import Play, play_of_faces
from gouji_desktop.rules.policies import burning, opening
from gouji_desktop.rules.rejections import Reason, Rejected
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import NOBODY, OPPOSITE, SIDES, Seat, SeatMask, mask_of, same_side, seats_of
from gouji_desktop.rules.state import (
    ACCEPT,
    BURN_QUERY,
    LAST_WORD,
    LEAD,
    PASS,
    READY,
    YIELD,
    Burn,
    Deal,
    Hand,
    Laid,
    Match,
)
from gouji_desktop.rules.tape import Tape, answered


def known_hand(deal: Deal, seat: Seat) -> Hand:
    """The hand of a seat in a state that sees it."""
    hand = deal.hands[seat]
    assert isinstance(hand, Hand), "a hand that this state does not see"
    return hand


def bound_burn(deal: Deal, seat: Seat) -> tuple[int, Burn] | None:
    """The burn whose joker duty binds the seat, with its number."""
    if deal.burns:
        for index, burn in enumerate(deal.burns):
            if burn.bound and burn.by == seat:
                return index, burn
    return None


def form(hand: Hand, faces: tuple[Face, ...], rules: RuleSet) -> Play | Reason:
    """The play that faces of a hand are, or why they may not be laid together."""
    if not faces:
        return Reason.NO_CARDS
    if not holds(hand, faces):
        return Reason.NOT_IN_HAND
    play = play_of_faces(faces)
    if play is None:
        return Reason.NOT_A_PLAY
    return play_fault(play, hand.counts, rules) or play


def holds(hand: Hand, faces: tuple[Face, ...]) -> bool:
    """Whether the hand holds all the faces, with their numbers."""
    have = list(hand.faces)
    try:
        for face in faces:
            have.remove(face)
    except ValueError:
        return False
    return True


def check_play(match: Match, seat: Seat, faces: tuple[Face, ...]) -> Play | Reason:
    """The play, or the first rule that laying it would break. The seat's turn is taken for granted."""
    deal = match.deal
    assert deal is not None
    rules, table = match.rules, deal.round
    hand = known_hand(deal, seat)
    play = form(hand, faces, rules)
    if isinstance(play, Reason):
        return play
    if table.laid is not None and not beats(table.laid.play, play, rules):
        return beat_fault(table.laid.play, play, rules)
    if rules.burn_failure == "forbidden" and bound_burn(deal, seat):
        left = burning.minus(hand.counts, play)
        if not burning.keeps_duty(play, left):
            return Reason.JOKER_DUTY
        if any(left) and not burning.can_run_out(left, rules):
            return Reason.BURN_NOT_FEASIBLE
    return play


def check_burn(match: Match, seat: Seat, faces: tuple[Face, ...]) -> Play | Reason:
    """The cover, or why the seat may not burn with it."""
    deal = match.deal
    assert deal is not None
    assert deal.round.laid is not None
    rules, table = match.rules, deal.round.laid.play
    hand = known_hand(deal, seat)
    play = form(hand, faces, rules)
    if isinstance(play, Reason):
        return play
    if not beats(table, play, rules):
        return beat_fault(table, play, rules)
    left = burning.minus(hand.counts, play)
    if not burning.hand_may_burn(hand.counts, rules) or not burning.can_run_out(left, rules):
        return Reason.BURN_NOT_FEASIBLE
    return play


# --- commands ---------------------------------------------------------------------------------------------------


def decide_play(match: Match, command: PlayCards) -> Tape | Rejected:
    """出牌."""
    play = check_play(match, command.seat, command.faces)
    if isinstance(play, Reason):
        return Rejected(play)
    tape = Tape(match)
    seat = command.seat
    bound = bound_burn(tape.deal, seat)
    if bound is not None:
        left = burning.minus(known_hand(tape.deal, seat).counts, play)
        if not burning.keeps_duty(play, left):
            _fail_burn(tape, seat, bound[1])
            return tape
    lay(tape, seat, command.faces, play, burns=False)
    return tape


def decide_pass(match: Match, command: Pass | Yield) -> Tape | Rejected:
    """过牌, 让牌, 扣牌."""
    tape = Tape(match)
    deal = tape.deal
    word = deal.round.word
    if word == LEAD:
        return Rejected(Reason.MUST_LEAD)
    act = ACCEPT if word == LAST_WORD else PASS
    if isinstance(command, Yield):
        if not may_yield(deal):
            return Rejected(Reason.MAY_NOT_YIELD)
        act = YIELD
    tape.emit(ev.Passed(command.seat, act))
    _go_on(tape)
    return tape


def decide_burn(match: Match, command: BurnCards) -> Tape | Rejected:
    """烧牌 or no burn: a sealed answer."""
    if command.faces:
        play = check_burn(match, command.seat, command.faces)
        if isinstance(play, Reason):
            return Rejected(play)
    return answered(match, command.seat, command.faces)


def close_burn_query(match: Match) -> Tape:
    """The burn query is over: the first of those that burn lays its cover, or nobody burns."""
    tape = Tape(match)
    query, top = tape.deal.query, tape.deal.round.top
    assert query is not None
    covers = {seat: faces for seat, faces in query.answers if isinstance(faces, tuple) and faces}
    if not covers:
        tape.emit(ev.QueryClosed(BURN_QUERY))
        _go_on(tape)
        return tape
    seat = burning.first_burner(covers, top, match.rules)
    play = play_of_faces(covers[seat])
    assert play is not None
    lay(tape, seat, covers[seat], play, burns=True)
    return tape


# --- consequences -----------------------------------------------------------------------------------------------


def lay(tape: Tape, seat: Seat, faces: tuple[Face, ...], play: Play, *, burns: bool) -> None:
    """Lay a play and all that follows from it until somebody must act."""
    rules, deal = tape.rules, tape.deal
    table = deal.round
    lead = table.top == NOBODY
    hand = known_hand(deal, seat)
    out = hand.size == len(faces)
    live = deal.live & ~(1 << seat) if out else deal.live
    chaos = out and not deal.chaos and chaos_begins(len(deal.finished) + 1, live, rules)
    earns = _earns_dead(deal, rules, seat)
    before = deal
    if earns:
        # The beat of a finisher's gouji by its opposite is the opposite's first play with a head again (D:L55).
        before = deal._replace(dead_left=tuple(n + (i == seat) for i, n in enumerate(deal.dead_left)))
    mode = mode_of(before, rules, seat, play, out, chaos)
    if earns and mode == ev.Mode.DEAD:
        mode = ev.Mode.GOUJI
    tape.emit(ev.Played(seat, faces, burns, out, chaos, mode, earns))
    if not lead:
        assert table.laid is not None
        _settle_beaten(tape, deal, table.top, table.laid, seat, burns)
    elif deal.point_ready >> seat & 1:
        opens = opening.leads_all_fours(play, hand.counts) and not tape.deal.chaos
        tape.emit(ev.PointOpened(seat) if opens else ev.PointMissed(seat))
    if out:
        _settle_out(tape, seat)
    deal = tape.deal
    if _over(deal, rules):
        _settle_last_cover(tape)
        end_deal(tape)
    elif deal.round.in_force:
        _open_burn_query(tape)
    else:
        _go_on(tape)


def _earns_dead(deal: Deal, rules: RuleSet, seat: Seat) -> bool:
    """The opposite beats a finisher's gouji last play that still restricts answers (D:L55)."""
    table = deal.round
    return (
        table.in_force
        and rules.last_gouji_play == "opposite"
        and not deal.chaos
        and table.top == OPPOSITE[seat]
        and not deal.live >> table.top & 1
        and table.top in deal.finished
    )


def _settle_beaten(tape: Tape, before: Deal, top: Seat, laid: Laid, seat: Seat, burns: bool) -> None:
    """What being beaten means to the player of the beaten play: its burn, its point, its 3s."""
    rules = tape.rules
    bound = bound_burn(before, top)
    if bound is not None:
        index, burn = bound
        if burn.outcome == "success":
            tape.emit(ev.BurnReleased(index))
        elif rules.burn_undone_by == "any" or not burn.stood:
            tape.emit(ev.BurnSettled(index, "undone"))
        else:
            tape.emit(ev.BurnReleased(index))
    if (
        opening.opens_when_beaten_aside(rules)
        and not burns
        and not before.chaos
        and seat != OPPOSITE[top]
        and not before.opened >> top & 1
        and opening.can_open(laid.play, rules)
    ):
        tape.emit(ev.PointOpened(top))
    if (
        rules.hold_threes
        and before.live >> top & 1
        and holds_threes_alone(known_hand(before, top).counts)
        and all(shut.victim != top for shut in before.shut)
    ):
        tape.emit(ev.SeatShut(top, seat))


def holds_threes_alone(hand: Counts) -> bool:
    """Whether a hand has 3s and nothing else."""
    return hand[THREE] > 0 and hand[THREE] == sum(hand)


def _settle_out(tape: Tape, seat: Seat) -> None:
    """The burns of a seat that laid its last card."""
    rules = tape.rules
    for index, burn in enumerate(tape.deal.burns):
        if burn.by != seat:
            continue
        if burn.outcome == "success" and burn.bound:
            tape.emit(ev.BurnReleased(index))
        elif not burn.outcome and rules.burn_success == "play_out":
            tape.emit(ev.BurnSettled(index, "success"))
        elif not burn.outcome and rules.burn_success == "none":
            tape.emit(ev.BurnSettled(index, "ended"))


def _settle_last_cover(tape: Tape) -> None:
    """A cover that nobody can beat any more because the deal is over stands (A:L49)."""
    top = tape.deal.round.top
    bound = bound_burn(tape.deal, top) if top != NOBODY else None
    if bound and not bound[1].outcome and tape.rules.burn_success == "cover_stands":
        tape.emit(ev.BurnStood(top))
        tape.emit(ev.BurnSettled(bound[0], "success"))


def _fail_burn(tape: Tape, seat: Seat, burn: Burn) -> None:
    """烧牌失误: out and placed from the bottom; the burnt play lies again with a fresh query (A:L47)."""
    rules, deal = tape.rules, tape.deal
    live = deal.live & ~(1 << seat)
    chaos = not deal.chaos and chaos_begins(len(deal.finished), live, rules)
    out = not live >> burn.victim & 1
    after = deal._replace(live=live, placed_last=(*deal.placed_last, seat))
    mode = mode_of(after, rules, burn.victim, burn.burnt.play, out, chaos)
    tape.emit(ev.BurnFailed(seat, chaos, mode))
    if _over(tape.deal, rules):
        end_deal(tape)
    elif tape.deal.round.in_force:
        _open_burn_query(tape)
    else:
        _go_on(tape)


def _open_burn_query(tape: Tape) -> None:
    """Ask all at once who burns (3.3.1). Where by public knowledge nobody may, the query is over at once."""
    rules, deal = tape.rules, tape.deal
    assert deal.round.laid is not None
    table = deal.round.laid.play
    public = burn_candidates(deal, rules)
    asked: SeatMask = mask_of(
        [seat for seat in seats_of(public) if burning.may_burn(known_hand(deal, seat).counts, table, rules)]
    )
    tape.emit(ev.QueryOpened(BURN_QUERY, asked, public))
    if not public:
        tape.emit(ev.QueryClosed(BURN_QUERY))
        _go_on(tape)


def _go_on(tape: Tape) -> None:
    """Where nobody is left to ask, the play stands and its player leads."""
    if tape.deal.stage == READY:
        _stand(tape)


def _stand(tape: Tape) -> None:
    """The play on the table stands (3.3.3): the point, the burn, the next lead."""
    rules, deal = tape.rules, tape.deal
    top, laid = deal.round.top, deal.round.laid
    assert laid is not None
    if not deal.chaos and not deal.opened >> top & 1 and opening.can_open(laid.play, rules):
        if not opening.needs_fours(rules):
            tape.emit(ev.PointOpened(top))
        elif deal.live >> top & 1:
            tape.emit(ev.PointReadied(top))
    bound = bound_burn(deal, top)
    if bound is not None and not bound[1].stood:
        tape.emit(ev.BurnStood(top))
        if rules.burn_success == "cover_stands":
            tape.emit(ev.BurnSettled(bound[0], "success"))
    tape.emit(ev.RoundEnded(top, wind(tape.deal.live, top)))


def _over(deal: Deal, rules: RuleSet) -> bool:
    """Whether only one seat or one federation still holds cards, or 三科 completes three in a row (B1:L147)."""
    if deal.live.bit_count() <= 1 or deal.live & SIDES[0] == 0 or deal.live & SIDES[1] == 0:
        return True
    if not rules.three_in_a_row_ends:
        return False
    first = deal.finished[:3]
    return len(first) == 3 and all(same_side(seat, first[0]) for seat in first)
