"""Positions and games that the tests of the bots look at."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from gouji_desktop.bots.levels import make_player
from gouji_desktop.bots.player import Player
from gouji_desktop.rules import events as ev
from gouji_desktop.rules.cards import Held, parse_faces
from gouji_desktop.rules.commands import CloseQuery, StartDeal
from gouji_desktop.rules.engine import decide, evolve
from gouji_desktop.rules.presets import PRESETS
from gouji_desktop.rules.prompts import Prompt, prompt_of, prompts
from gouji_desktop.rules.rejections import Rejected
from gouji_desktop.rules.ruleset import CHOICES, RuleSet, RuleSetError
from gouji_desktop.rules.seats import SEATS, Seat
from gouji_desktop.rules.state import Hand, Match, Stage, make_hand, new_match
from gouji_desktop.rules.tape import Tape
from gouji_desktop.rules.views import SeatAudience, View, project, redact

PRESET = PRESETS["tribute216"]
FILL = "3 5 6 7 8 9 T J Q K A 4 4 6 6 7 8 9"


def started(rules: RuleSet, hands: list[str], leader: Seat = 0) -> Match:
    """A deal in which play begins with these hands; seats without one hold an ordinary hand."""
    texts = [*hands, *([""] * (SEATS - len(hands)))]
    dealt = tuple(make_hand([Held(face) for face in parse_faces(text or FILL)]) for text in texts)
    tape = Tape(new_match(rules, 1))
    tape.emit(ev.DealStarted(1, (), 0, dealt))
    tape.emit(ev.LeaderFound(leader))
    tape.emit(ev.PlayBegan(leader))
    return tape.match


def after(match: Match, *commands: object) -> Match:
    """The match after commands that must be accepted."""
    for command in commands:
        result = decide(match, command)  # type: ignore[arg-type]
        assert not isinstance(result, Rejected), result
        for event in result:
            match = evolve(match, event)
    return match


def see(match: Match, seat: Seat) -> View:
    return project(match, SeatAudience(seat))


def asked(match: Match, seat: Seat) -> tuple[View, Prompt]:
    """The view and the prompt of a seat."""
    view = see(match, seat)
    prompt = prompt_of(view, seat)
    assert prompt is not None, f"seat {seat} is not asked"
    return view, prompt


def hand_of(match: Match, seat: Seat) -> Hand:
    assert match.deal is not None
    hand = match.deal.hands[seat]
    assert isinstance(hand, Hand)
    return hand


def questions(
    rules: RuleSet, seed: int, level: str = "hard", deals: int = 1, players: list[Player] | None = None
) -> Iterator[tuple[Match, Prompt, list[Player]]]:
    """Play deals and stop at each question, before it is answered: the state, the prompt and the players."""
    rng = Random(seed)
    players = players or [make_player(level, seat, Random(seed * 10 + seat)) for seat in range(SEATS)]
    match = new_match(rules, deals)
    while not match.over:
        order = list(range(rules.cards))
        rng.shuffle(order)
        match = told(match, StartDeal(tuple(order), rng.randrange(SEATS)), players)
        while match.deal is not None and match.deal.stage != Stage.OVER:
            querying = match.deal.query is not None
            for prompt in prompts(match):
                yield match, prompt, players
                command = players[prompt.seat].answer(see(match, prompt.seat), prompt)
                match = told(match, command, players)
            if querying:
                match = told(match, CloseQuery(), players)


def told(match: Match, command: object, players: list[Player]) -> Match:
    """The match after a command of which every player is told."""
    result = decide(match, command)  # type: ignore[arg-type]
    assert not isinstance(result, Rejected), f"{command} was refused: {result}"
    for event in result:
        match = evolve(match, event)
        for seat, player in enumerate(players):
            seen = redact(event, SeatAudience(seat))
            if seen is not None:
                player.observe(seen, see(match, seat))
    return match


def other_unseen(match: Match, seat: Seat, rng: Random) -> Match:
    """The match in which the cards that the seat cannot see lie differently; hands keep their sizes."""
    deal = match.deal
    assert deal is not None
    hands = [hand for hand in deal.hands if isinstance(hand, Hand)]
    pool = [held.face for other in range(SEATS) if other != seat for held in hands[other].held]
    rng.shuffle(pool)
    mixed = []
    for other in range(SEATS):
        if other == seat:
            mixed.append(hands[other])
        else:
            size = hands[other].size
            mixed.append(make_hand([Held(face) for face in pool[:size]]))
            del pool[:size]
    return match._replace(deal=deal._replace(hands=tuple(mixed)))


def mixture(seed: int) -> RuleSet:
    """A rule set of options chosen at random, as far as they go together."""
    rng = Random(seed)
    rules = PRESETS[rng.choice(sorted(PRESETS))]
    names = sorted(CHOICES) + [name for name, value in rules.to_dict().items() if isinstance(value, bool)]
    for name in rng.sample(names, len(names)):
        value = rng.choice(CHOICES[name]) if name in CHOICES else rng.random() < 0.5
        try:
            rules = rules.with_options({name: value}, name="mixture")
        except RuleSetError:
            continue
    return rules.with_options({"match_deals": 2})
