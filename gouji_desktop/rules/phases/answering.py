"""Who is asked next (rules.md section 3.2-3.4). Everything here is public knowledge."""

from __future__ import annotations

from gouji_desktop.rules.events import Mode
from gouji_desktop.rules.plays import Play, is_gouji
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import NOBODY, OPPOSITE, Seat, SeatMask, next_in, seats_of
from gouji_desktop.rules.state import ANSWER, LAST_WORD, Act, Deal, Laid, Round, Word, make_round


def is_headless(deal: Deal, seat: Seat) -> bool:
    """无头: the opposite went out or revolted, and no dead gouji is left to claim (A:L59, C:L90, D:L53).

    The opposite of a failed burner stays headed (A:L47).
    """
    other = OPPOSITE[seat]
    if deal.live >> other & 1 or other in deal.placed_last:
        return False
    return deal.dead_left[seat] == 0


def headless_seats(deal: Deal) -> SeatMask:
    """All headless seats that still play."""
    live = deal.live
    mask = 0
    # Nobody is headless whose opposite plays on: most often nobody is left to ask about.
    for seat in seats_of(live & ~(live >> 3 | live << 3)):
        if is_headless(deal, seat):
            mask |= 1 << seat
    return mask


def chaos_begins(deal_finished: int, live: SeatMask, rules: RuleSet) -> bool:
    """Whether 乱缠 reigns with so many seats out by their own cards and these still in (A:L60, B1:L144, D:L57)."""
    if rules.chaos == "two_out":
        return deal_finished >= 2
    return live.bit_count() <= 4


# Modes by names of their own, as in state.py: an enumeration finds its members slowly.
_TURN, _EVERYONE, _BOUND, _GOUJI, _DEAD, _GOUJI_CHAOS, _CHAOS = Mode


def mode_of(deal: Deal, rules: RuleSet, seat: Seat, play: Play, out: bool, starts_chaos: bool) -> Mode:
    """Who may answer a play that `seat` is about to lay. `deal` is the state before it."""
    gouji = is_gouji(play)
    if starts_chaos or deal.chaos:
        lasting = out and gouji and not deal.chaos and rules.last_gouji_play == "opposite"
        return _GOUJI_CHAOS if lasting and not is_headless(deal, seat) else _CHAOS
    table = deal.round
    if out and gouji and rules.last_gouji_play == "anyone":
        return _EVERYONE
    if gouji and not is_headless(deal, seat):
        claims = not deal.live >> OPPOSITE[seat] & 1 and deal.dead_left[seat] > 0
        return _DEAD if claims else _GOUJI
    if rules.yield_binds and table.yielded == seat and deal.live >> OPPOSITE[seat] & 1:
        return _BOUND
    return _TURN


def burn_candidates(deal: Deal, rules: RuleSet) -> SeatMask:
    """Who by public knowledge may be asked to burn the play on the table (3.3.1)."""
    table = deal.round
    mask = deal.live & ~(1 << table.top) & ~(1 << OPPOSITE[table.top])
    mask &= ~headless_seats(deal)
    return mask if rules.burn_after_pass else mask & ~table.locked


def _in_turn(deal: Deal, rules: RuleSet, table: Round, locked: SeatMask) -> SeatMask:
    """Seats that may answer the play on the table in turn, whether or not they have done so."""
    other = 1 << OPPOSITE[table.top]
    if table.bound_to != NOBODY:
        return deal.live & (1 << table.bound_to)
    if table.dead:
        return 0
    if table.everyone:
        return deal.live
    free = deal.live & ~locked
    if table.in_force:
        headless = headless_seats(deal)
        asked = headless if rules.headless_unlocks else headless & free
        return (asked | other) & deal.live
    if rules.headless_unlocks:
        free |= deal.live if is_headless(deal, table.top) else headless_seats(deal)
    return (free | other) & deal.live


def passed_as_gouji(table: Round, rules: RuleSet) -> bool:
    """Whether a pass on the play on the table is one on a gouji: it does not lock, and no second circle follows.

    The last gouji of 头科 is answered by everybody (B1:L143). Where plays that are no gouji alone lock (B1:L130) and
    need two circles (B1:L140), it is passed like a gouji all the same.
    """
    return table.in_force or (table.everyone and not rules.gouji_pass_locks)


#: What changes with every answer to the play on the table: the fields of a round from `passed` to `acts`.
Answers = tuple[SeatMask, SeatMask, Seat, int, tuple[Laid | Act | None, ...]]
_ANSWERS, _LYING = Round._fields.index("passed"), Round._fields.index("top")


def answers_of(table: Round) -> Answers:
    """The answers to the play on the table so far."""
    return table[_ANSWERS:_LYING]  # type: ignore[return-value]


def with_answers(table: Round, answers: Answers, turn: Seat, word: Word) -> Round:
    """The round with these answers, in which that seat is asked."""
    return make_round((turn, word, *answers, *table[_LYING:]))


def next_question(deal: Deal, rules: RuleSet, table: Round, answers: Answers) -> Round:
    """The round with these answers and its next turn; nobody's turn where the play on the table stands."""
    if deal.chaos:
        return _next_in_chaos(deal, rules, table, answers)
    passed, locked, yielded, _, _ = answers
    top = table.top
    other = OPPOSITE[top]
    waiting = _in_turn(deal, rules, table, locked) & ~passed & ~(1 << top)
    if yielded != NOBODY:
        waiting &= ~(1 << yielded)
    if waiting:
        seat = next_in(waiting, top)
        last = seat == other and waiting == 1 << seat
        return with_answers(table, answers, seat, LAST_WORD if last else ANSWER)
    again = yielded == other or (
        rules.last_word == "after_pass" and not passed_as_gouji(table, rules) and bool(passed >> other & 1)
    )
    if again and deal.live >> other & 1:
        return with_answers(table, answers, other, LAST_WORD)
    return with_answers(table, answers, NOBODY, table.word)


def _next_in_chaos(deal: Deal, rules: RuleSet, table: Round, answers: Answers) -> Round:
    """In turn order until everybody else has passed, once or twice round (B1:L145, D:L57)."""
    passed, locked, yielded, run, acts = answers
    others = deal.live & ~(1 << table.top)
    other = OPPOSITE[table.top]
    if table.opposite_first and others >> other & 1 and not passed >> other & 1:
        return with_answers(table, answers, other, ANSWER)
    waiting = others & ~passed
    if waiting:
        return with_answers(table, answers, next_in(waiting, table.top), ANSWER)
    run += 1
    if run >= rules.chaos_circles or not others:
        return with_answers(table, (passed, locked, yielded, run, acts), NOBODY, table.word)
    return with_answers(table, (0, locked, yielded, run, acts), next_in(others, table.top), ANSWER)


def may_yield(deal: Deal) -> bool:
    """让牌: the opposite, while somebody behind it is still to be asked (A:L40, B1:L130, 3.3.2)."""
    table = deal.round
    return not deal.chaos and table.word == ANSWER and table.turn == OPPOSITE[table.top]


def wind(live: SeatMask, seat: Seat) -> Seat:
    """接风: who leads after a play of `seat` that stands: itself, or the next seat that still plays (A:L55)."""
    return seat if live >> seat & 1 else next_in(live, seat)
