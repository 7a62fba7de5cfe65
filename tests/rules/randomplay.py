"""Random players over the real engine, for the laws: every choice from a seeded generator."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from gouji_desktop.rules import commands as cmd
from gouji_desktop.rules.cards import Face, rank_of
from gouji_desktop.rules.engine import apply
from gouji_desktop.rules.events import Event
from gouji_desktop.rules.moves import answers, leads
from gouji_desktop.rules.phases.tribute import next_owed
from gouji_desktop.rules.plays import Play
from gouji_desktop.rules.policies import burning, first_lead, paying
from gouji_desktop.rules.prompts import Prompt, prompts
from gouji_desktop.rules.rejections import Reason, Rejected
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.state import Hand, Match, Stage, new_match

#: A burner under `forbidden` may try a play that its duty refuses; nothing else of ours is ever refused.
EXPECTED_REFUSALS = {Reason.JOKER_DUTY, Reason.BURN_NOT_FEASIBLE}
#: No match of random players is longer; more means that a table is locked up.
MOST_COMMANDS_A_DEAL = 4000


class Move(NamedTuple):
    """One accepted command with the match before it, its events and the match after it."""

    before: Match
    command: cmd.Command
    events: list[Event]
    after: Match


def faces_for(hand: Hand, play: Play) -> tuple[Face, ...]:
    """Faces of a hand that make up a play."""
    need = list(play.counts)
    chosen = []
    for face in hand.faces:
        if need[rank_of(face)]:
            need[rank_of(face)] -= 1
            chosen.append(face)
    return tuple(chosen)


def start_command(rules: RuleSet, rng: random.Random) -> cmd.StartDeal:
    order = list(range(rules.cards))
    rng.shuffle(order)
    return cmd.StartDeal(tuple(order), rng.randrange(6))


def random_answer(match: Match, prompt: Prompt, rng: random.Random) -> cmd.Command:
    deal = match.deal
    assert deal is not None
    seat, number = prompt.seat, prompt.id
    hand = deal.hands[seat]
    assert isinstance(hand, Hand)
    rules = match.rules
    if prompt.stage == Stage.SHOW_QUERY:
        groups = first_lead.groups(hand.faces, first_lead.shown_rank(rules))
        return cmd.ShowSuit(seat, number, rng.choice([*groups, ()]))
    if prompt.stage == Stage.RETURN_QUERY:
        owed = next_owed(deal, seat)
        assert owed is not None
        own = [held.face for held in hand.held if not held.received]
        tried = tuple(rng.sample(own, len(owed.received)))
        fault = paying.return_fault(hand, owed, tried, rules)
        return cmd.ReturnCards(seat, number, paying.default_return(hand, owed, rules) if fault else tried)
    if prompt.stage == Stage.BURN_QUERY:
        assert deal.round.laid is not None
        covers = burning.covers(hand.counts, deal.round.laid.play, rules)
        return cmd.BurnCards(seat, number, faces_for(hand, rng.choice(covers)) if rng.random() < 0.7 else ())
    if prompt.stage != Stage.PLAYING:
        return cmd.Decide(seat, number, rng.random() < 0.4)
    laid = deal.round.laid
    plays = leads(hand.counts, rules) if laid is None else answers(hand.counts, laid.play, rules)
    if plays and (laid is None or rng.random() < 0.7):
        return cmd.PlayCards(seat, number, faces_for(hand, rng.choice(plays)))
    if "yield" in prompt.verbs and rng.random() < 0.5:
        return cmd.Yield(seat, number)
    return cmd.Pass(seat, number)


def play_match(rules: RuleSet, seed: int, deals: int | None = None) -> Iterator[Move]:
    """Play a match of random players, move by move. A query is now and then closed before all have answered."""
    rng = random.Random(seed)
    match = new_match(rules, deals)
    commands = 0
    while not match.over:
        deal = match.deal
        open_prompts = prompts(match)
        if deal is None or deal.stage == Stage.OVER:
            command: cmd.Command = start_command(rules, rng)
            commands = 0
        elif deal.query is not None and (not open_prompts or rng.random() < 0.05):
            command = cmd.CloseQuery()
        else:
            command = random_answer(match, rng.choice(open_prompts), rng)
        outcome = apply(match, command)
        if isinstance(outcome, Rejected):
            assert outcome.reason in EXPECTED_REFUSALS, (command, outcome)
            continue
        after, events = outcome
        yield Move(match, command, events, after)
        match = after
        commands += 1
        assert commands < MOST_COMMANDS_A_DEAL, "the deal does not end"
