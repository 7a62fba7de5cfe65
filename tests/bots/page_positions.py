"""The positions of docs/bots.md, rebuilt from docs/bots-positions.json.

A position is a deal from the beginning of play: six hands, who leads, and every act up to the question. So each level
is told what its seat would have heard, and remembers, counts and infers as at a table.

An act is `SEAT:CARDS` with ranks for cards, `-` for passing, accepting or not burning, `~` for yielding; the acts of a
round make a line.
"""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

from gouji_desktop.bots.faces import choose_cards
from gouji_desktop.bots.levels import make_player
from gouji_desktop.bots.player import Player
from gouji_desktop.bots.search.master import MasterPlayer
from gouji_desktop.rules import events as ev
from gouji_desktop.rules.cards import RANK_OF_FACE, RANK_TEXT, Face, Held, counts_of, parse_faces
from gouji_desktop.rules.commands import BurnCards, CloseQuery, Command, Pass, PlayCards, SeatCommand, Yield
from gouji_desktop.rules.engine import decide, evolve
from gouji_desktop.rules.presets import PRESETS
from gouji_desktop.rules.prompts import Prompt, prompt_of, prompts
from gouji_desktop.rules.rejections import Rejected
from gouji_desktop.rules.seats import Seat
from gouji_desktop.rules.state import Hand, Match, Stage, make_hand, new_match
from gouji_desktop.rules.views import SeatAudience, View, project, redact

DATA = Path(__file__).resolve().parents[2] / "docs" / "bots-positions.json"
#: Levels that the page compares, weakest first.
COMPARED = ("easy", "medium", "hard", "master")
#: Worlds of a master on the page, and the seeds it must play alike with.
WORLDS, SEEDS = 200, (1, 2, 3)
#: A medium player errs at random: its play is the most frequent of so many.
MEDIUM_TRIES = 40
LIES, YIELDS = "-", "~"


class PagePosition(NamedTuple):
    """One position as the data file has it."""

    name: str
    rules: str
    hands: tuple[str, ...]
    leader: Seat
    record: tuple[str, ...]
    #: Who is asked.
    seat: Seat
    #: What each level plays.
    plays: dict[str, str]


class Moment(NamedTuple):
    """The question, and what the asked seat has heard before it."""

    match: Match
    view: View
    prompt: Prompt
    heard: tuple[tuple[ev.Event, View], ...]
    #: The acts of the running round.
    last_acts: str


def positions() -> tuple[PagePosition, ...]:
    """All positions of the page, in its order."""
    data = json.loads(DATA.read_text(encoding="utf-8"))
    return tuple(
        PagePosition(
            each["name"],
            each["rules"],
            tuple(each["hands"]),
            each["leader"],
            tuple(each["record"]),
            each["seat"],
            {level: each["plays"][level] for level in COMPARED},
        )
        for each in data
    )


@cache
def _rebuilt(name: str) -> Moment:
    return _replay(next(each for each in positions() if each.name == name))


def rebuilt(position: PagePosition) -> Moment:
    """The moment of a position; the engine must accept every act."""
    return _rebuilt(position.name)


def _replay(position: PagePosition) -> Moment:
    seat = position.seat
    heard: list[tuple[ev.Event, View]] = []
    match = new_match(PRESETS[position.rules], 1)

    def tell(event: ev.Event) -> None:
        nonlocal match
        match = evolve(match, event)
        seen = redact(event, SeatAudience(seat))
        if seen is not None:
            heard.append((seen, project(match, SeatAudience(seat))))

    def carry_out(command: Command) -> None:
        result = decide(match, command)
        assert not isinstance(result, Rejected), f"{position.name}: {command} was refused: {result}"
        for event in result:
            tell(event)
        while match.deal is not None and match.deal.query is not None and not prompts(match):
            carry_out(CloseQuery())

    dealt = tuple(make_hand([Held(face) for face in parse_faces(text)]) for text in position.hands)
    for event in (ev.DealStarted(1, (), 0, dealt), ev.LeaderFound(position.leader), ev.PlayBegan(position.leader)):
        tell(event)
    for act in " ".join(position.record).split():
        who, _, what = act.partition(":")
        carry_out(_command(match, int(who), what))
    prompt = prompt_of(match, seat)
    assert prompt is not None, f"{position.name}: seat {seat} is not asked"
    assert match.deal is not None
    running = position.record[-1] if match.deal.round.laid is not None else ""
    return Moment(match, project(match, SeatAudience(seat)), prompt, tuple(heard), running)


def _command(match: Match, seat: Seat, what: str) -> SeatCommand:
    """The command that an act of the record stands for."""
    prompt = prompt_of(match, seat)
    assert prompt is not None, f"seat {seat} is not asked"
    assert match.deal is not None
    hand = match.deal.hands[seat]
    assert isinstance(hand, Hand)
    faces: tuple[Face, ...] = ()
    if what not in (LIES, YIELDS):
        faces = choose_cards(hand, counts_of(parse_faces(what)))
    if prompt.stage == Stage.BURN_QUERY:
        return BurnCards(seat, prompt.id, faces)
    if faces:
        return PlayCards(seat, prompt.id, faces)
    return Yield(seat, prompt.id) if what == YIELDS else Pass(seat, prompt.id)


def act_of(command: SeatCommand) -> str:
    """A command as the record and the page write it."""
    if isinstance(command, PlayCards | BurnCards):
        ranks = sorted(RANK_OF_FACE[face] for face in command.faces)
        return "".join(RANK_TEXT[rank] for rank in ranks) or LIES
    return YIELDS if isinstance(command, Yield) else LIES


def answered(player: Player, moment: Moment) -> str:
    """What a player that has heard the deal plays."""
    for event, view in moment.heard:
        player.observe(event, view)
    return act_of(player.answer(moment.view, moment.prompt))


def play_of(level: str, moment: Moment, seed: int = 1) -> str:
    """What a level plays, with a chance of its own."""
    seat = moment.prompt.seat
    if level == "master":
        return answered(MasterPlayer(seat, Random(seed), worlds=WORLDS), moment)
    if level == "medium":
        # It remembers nothing, so that one player can be asked again and again.
        player = make_player(level, seat, Random(seed))
        tries = Counter(act_of(player.answer(moment.view, moment.prompt)) for _ in range(MEDIUM_TRIES))
        return tries.most_common(1)[0][0]
    return answered(make_player(level, seat, Random(seed)), moment)
