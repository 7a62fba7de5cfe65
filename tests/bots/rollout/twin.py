"""The rules and the rollout engine side by side: the same commands through both, and what must agree after each."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from gouji_desktop.bots.rollout import moves
from gouji_desktop.bots.rollout.coded import PlayTuple
from gouji_desktop.bots.rollout.facts import Facts
from gouji_desktop.bots.rollout.state import ANSWER, LAST_WORD, LEAD, RolloutState, state_of
from gouji_desktop.rules import commands as cmd
from gouji_desktop.rules import events as ev
from gouji_desktop.rules.cards import Face
from gouji_desktop.rules.engine import apply
from gouji_desktop.rules.moves import answers, leads
from gouji_desktop.rules.phases.answering import headless_seats
from gouji_desktop.rules.phases.playing import bound_burn, check_play, known_hand
from gouji_desktop.rules.plays import Play, play_of_faces
from gouji_desktop.rules.policies.burning import covers, keeps_duty, minus
from gouji_desktop.rules.prompts import Prompt, prompts
from gouji_desktop.rules.rejections import Reason, Rejected
from gouji_desktop.rules.state import Act, Match, Stage, Word
from tests.bots.rollout.arranged import counts_of_hands
from tests.rules.randomplay import faces_for

WORDS = {Word.LEAD: LEAD, Word.ANSWER: ANSWER, Word.LAST_WORD: LAST_WORD}
OF_DEAL = ("live", "chaos", "opened", "point_ready", "dead_left", "dead_used")
OF_ROUND = (
    *("turn", "top", "in_force", "passed", "locked", "yielded", "bound_to"),
    *("everyone", "dead", "opposite_first", "run"),
)


def snapshot(state: RolloutState) -> dict[str, Any]:
    """Every fact of a state, in a form that does not change with it."""
    facts = {name: getattr(state, name) for name in Facts.__slots__}
    facts["hands"] = [list(hand) for hand in state.hands]
    return {name: list(value) if isinstance(value, list) else value for name, value in facts.items()}


def play_in(faces: tuple[Face, ...]) -> PlayTuple | None:
    play = play_of_faces(faces)
    return None if play is None else tuple(play)  # type: ignore[return-value]


def follow(state: RolloutState, command: cmd.Command, match: Match) -> None:
    """What a command that the rules accepted in `match` does to the state."""
    if isinstance(command, cmd.PlayCards):
        play = play_in(command.faces)
        assert play is not None
        state.lay(play)
    elif isinstance(command, cmd.Pass):
        state.pass_turn()
    elif isinstance(command, cmd.Yield):
        state.yield_turn()
    elif isinstance(command, cmd.BurnCards):
        state.burn(command.seat, play_in(command.faces))
    else:
        # Closed early: who has not answered declines. A query that nobody was asked in is not seen at all.
        assert match.deal is not None
        assert match.deal.query is not None
        for seat in range(6):
            if match.deal.query.waiting >> seat & 1:
                state.burn(seat, None)


def compare(match: Match, state: RolloutState) -> None:
    """Every fact that both engines know is the same."""
    deal = match.deal
    assert deal is not None
    if deal.stage == Stage.OVER:
        assert state.over
        assert state.places() == deal.places
        ours, theirs = state.result(), match.results[-1]
        assert ours._replace(burns=()) == theirs._replace(burns=())
        assert [burn[3:] for burn in ours.burns] == [burn[3:] for burn in theirs.burns]
        return
    assert not state.over
    assert [tuple(hand) for hand in state.hands] == counts_of_hands(match)
    assert state.sizes == [hand.size for hand in deal.hands]
    for name in OF_DEAL:
        assert getattr(state, name) == getattr(deal, name), name
    for name in OF_ROUND:
        assert getattr(state, name) == getattr(deal.round, name), name
    assert state.word == WORDS[deal.round.word]
    assert state.table == (None if deal.round.laid is None else tuple(deal.round.laid.play))
    assert tuple(state.finished) == deal.finished
    assert tuple(state.placed_last) == deal.placed_last
    assert state.shut == tuple((shut.victim, shut.by) for shut in deal.shut)
    assert state.burns == tuple((b.by, b.victim, tuple(b.burnt.play), *b[3:]) for b in deal.burns)
    assert state.bound == sum(1 << seat for seat in range(6) if bound_burn(deal, seat))
    assert [state.duty_bound(seat) for seat in range(6)] == [bool(state.bound >> seat & 1) for seat in range(6)]
    assert state.headless & deal.live == headless_seats(deal)
    assert state.asked == (deal.query.waiting if deal.query else 0)
    assert state.query_open == (deal.query is not None)


def every_play(match: Match, seat: int) -> list[Play]:
    """The plays that the rules accept of the seat whose turn it is."""
    deal = match.deal
    assert deal is not None
    hand, laid = known_hand(deal, seat), deal.round.laid
    plays = leads(hand.counts, match.rules) if laid is None else answers(hand.counts, laid.play, match.rules)
    if match.rules.burn_failure == "forbidden" and bound_burn(deal, seat):
        plays = [each for each in plays if not isinstance(check_play(match, seat, faces_for(hand, each)), Reason)]
    return plays


def dutiful(match: Match, seat: int, plays: list[Play]) -> list[Play]:
    """Of the plays of a bound seat those that do not fail its burn."""
    deal = match.deal
    assert deal is not None
    counts = known_hand(deal, seat).counts
    return [play for play in plays if keeps_duty(play, minus(counts, play))] if bound_burn(deal, seat) else plays


def compare_moves(match: Match, state: RolloutState, prompt: Prompt) -> list[Play]:
    """Both list the same moves, and the canonical ones are some of them; what the rules accept is returned."""
    deal, seat = match.deal, prompt.seat
    assert deal is not None
    if prompt.stage == Stage.BURN_QUERY:
        assert deal.round.laid is not None
        plays = covers(known_hand(deal, seat).counts, deal.round.laid.play, match.rules)
        assert sorted(moves.covers(state, seat)) == sorted(plays)
        return plays
    plays = every_play(match, seat)
    wanted = dutiful(match, seat, plays)
    if deal.round.laid is None:
        ours, wanted = moves.leads(state), wanted or plays
    else:
        ours = moves.answers(state)
    assert sorted(ours) == sorted(wanted)
    short = moves.choices(state)
    assert len(set(short)) == len(short)
    assert set(short) <= set(ours)
    assert bool(short) == bool(ours)
    assert state.may_yield() == ("yield" in prompt.verbs)
    return plays


def some_answer(match: Match, prompt: Prompt, plays: list[Play], rng: Random) -> cmd.Command:
    """A random move, such that deals end soon and burns, failures and yields come up."""
    deal, seat, number = match.deal, prompt.seat, prompt.id
    assert deal is not None
    hand = known_hand(deal, seat)
    if prompt.stage == Stage.BURN_QUERY:
        return cmd.BurnCards(seat, number, faces_for(hand, rng.choice(plays)) if rng.random() < 0.75 else ())
    if rng.random() < 0.8:
        plays = dutiful(match, seat, plays) or plays
    if "yield" in prompt.verbs and plays and rng.random() < 0.3:
        return cmd.Yield(seat, number)
    if plays and (deal.round.laid is None or rng.random() < 0.6):
        play = max(rng.choices(plays, k=2), key=lambda each: each.size)
        return cmd.PlayCards(seat, number, faces_for(hand, play))
    if "yield" in prompt.verbs and rng.random() < 0.5:
        return cmd.Yield(seat, number)
    return cmd.Pass(seat, number)


def replay(match: Match, rng: Random, seen: Counter[str]) -> int:
    """Play a deal to its end through both engines and compare them after every command; how many there were."""
    state = state_of(match, counts_of_hands(match))
    compare(match, state)
    commands = 0
    while match.deal is not None and match.deal.stage != Stage.OVER:
        asked = prompts(match)
        early = match.deal.query is not None and rng.random() < 0.1
        if early or not asked:
            command: cmd.Command = cmd.CloseQuery()
        else:
            prompt = rng.choice(asked)
            command = some_answer(match, prompt, compare_moves(match, state, prompt), rng)
        outcome = apply(match, command)
        assert not isinstance(outcome, Rejected), outcome
        check_copy = rng.random() < 0.1
        kept, before = state.copy(), snapshot(state) if check_copy else {}
        if asked or match.deal.query is None:
            follow(state, command, match)
        if check_copy:
            assert snapshot(kept) == before
        note(seen, match, outcome[1], outcome[0])
        match = outcome[0]
        commands += 1
        deal = match.deal
        assert deal is not None
        if deal.stage == Stage.BURN_QUERY and not prompts(match):
            # The rules wait for the end of the query, the rollout has gone on: they meet again after it.
            assert deal.query is not None
            seen["query without a question"] += not deal.query.asked
            continue
        compare(match, state)
        if deal.stage == Stage.PLAYING:
            assert snapshot(state_of(match, counts_of_hands(match))) == snapshot(state)
        elif deal.stage == Stage.BURN_QUERY:
            compare(match, state_of(match, counts_of_hands(match)))
    return commands


def note(seen: Counter[str], before: Match, events: list[ev.Event], after: Match) -> None:
    """Count what happened."""
    was, now = before.deal, after.deal
    assert was is not None
    assert now is not None
    for event in events:
        seen[type(event).__name__] += 1
        if isinstance(event, ev.Played):
            seen[f"mode {event.mode}"] += 1
            seen["burn"] += event.burns
            seen["counter-burn"] += event.burns and now.burns[-1].counter > 0
            seen["chaos"] += event.chaos
            seen["earned dead gouji"] += event.earns_dead
            seen["headless answer"] += was.round.in_force and not event.burns and headless_seats(was) >> event.seat & 1
            bound = bound_burn(was, event.seat)
            seen["lead under duty"] += bound is not None
            seen["burn in chaos"] += event.burns and was.chaos
        elif isinstance(event, ev.BurnFailed):
            seen[f"failed into {event.mode}"] += 1
            seen["failed into chaos"] += event.chaos
        elif isinstance(event, ev.BurnSettled):
            seen[f"burn {event.outcome}"] += 1
        elif isinstance(event, ev.Passed):
            seen[event.act] += 1
            seen["second circle"] += now.chaos and now.round.run > 0
            seen["asked again"] += now.round.word == Word.LAST_WORD and bool(now.round.passed >> now.round.turn & 1)
            seen["yield came back"] += event.act == Act.ACCEPT and was.round.yielded == event.seat
        elif isinstance(event, ev.RoundEnded):
            seen["wind"] += event.stood != event.leader
    if was.query is not None and was.stage == Stage.BURN_QUERY:
        closed = isinstance(events[0], ev.Played | ev.QueryClosed)
        seen["several burners"] += closed and sum(bool(answer) for _, answer in was.query.answers) > 1
        seen["closed early"] += closed and was.query.waiting != 0
