"""Catalogues, updates of random games and small positions for the presenter's tests."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from gouji_desktop.rules import commands as cmd
from gouji_desktop.rules.cards import parse_faces
from gouji_desktop.rules.presets import preset
from gouji_desktop.rules.prompts import prompt_of
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import Seat
from gouji_desktop.rules.state import Match, Stage, new_match
from gouji_desktop.rules.views import PUBLIC, Audience, SeatAudience, fold, project, redact
from gouji_desktop.table.session import ClockInfo, Controller, SeatInfo, Update
from gouji_desktop.ui.presenter.seating import Names, names_of
from gouji_desktop.ui.presenter.words import Words, read_words
from tests.rules.randomplay import play_match
from tests.rules.table import close_until, dealt, do

TRANSLATIONS = Path(__file__).resolve().parents[3] / "assets" / "translations"
NAMES = ("青岛小鱼", "老城南", "微山湖", "崂山石", "泉城柳", "即墨老酒")
INFOS = (SeatInfo(NAMES[0], Controller.PERSON, ""), *(SeatInfo(name, Controller.BOT, "medium") for name in NAMES[1:]))
NO_CLOCK = ClockInfo((), None, None)
#: Small hands without a 3: nothing is bought, nobody may revolt or show a suit.
PLAIN = ("2 K Q 9", "2 A 8 7", "2 A T 6", "2 K J 5", "2 Q T 9", "2 J 8 6")


@cache
def words_of(language: str) -> Words:
    return read_words(TRANSLATIONS, language)


def zh() -> Words:
    return words_of("zh")


def en() -> Words:
    return words_of("en")


def names(own: Seat | None = 0) -> Names:
    return names_of(NAMES, own)


def audience_of(seat: Seat | None) -> Audience:
    return PUBLIC if seat is None else SeatAudience(seat)


def updates(rules: RuleSet, seed: int, seat: Seat | None = 0, deals: int = 1) -> Iterator[Update]:
    """A random match as one audience sees it, an update a command."""
    audience = audience_of(seat)
    view = project(new_match(rules, deals), audience)
    for move in play_match(rules, seed, deals):
        events = [redacted for event in move.events if (redacted := redact(event, audience)) is not None]
        for event in events:
            view = fold(view, event)
        prompt = None if seat is None else prompt_of(view, seat)
        yield Update(tuple(events), view, prompt, INFOS, NO_CLOCK)


def start(*hands: str, preset_name: str = "tribute216", lead: Seat = 0, **options: object) -> Match:
    """Play has begun with these hands (some of `PLAIN` where fewer are given)."""
    rules = preset(preset_name).with_options({"hold_threes": False, "first_lead": "random", **options})
    cards = [*hands, *PLAIN[len(hands) :]]
    match, _ = dealt(rules, cards, lot=lead)
    return close_until(match, Stage.PLAYING)


def play(match: Match, *moves: str) -> Match:
    """Moves of whoever is asked: cards, or `pass`, `yield`, `decline` (nobody burns)."""
    for move in moves:
        deal = match.deal
        assert deal is not None
        if move == "decline":
            match, _ = do(match, cmd.CloseQuery())
            continue
        seat = deal.round.turn
        command: cmd.SeatCommand
        if move == "pass":
            command = cmd.Pass(seat, match.step)
        elif move == "yield":
            command = cmd.Yield(seat, match.step)
        else:
            command = cmd.PlayCards(seat, match.step, held(match, seat, move))
        match, _ = do(match, command)
    return match


def held(match: Match, seat: Seat, text: str) -> tuple[int, ...]:
    """Faces of a seat's hand with the ranks of the text."""
    deal = match.deal
    assert deal is not None
    left = list(deal.hands[seat].faces)
    chosen = []
    for wanted in parse_faces(text):
        face = next(face for face in left if face == wanted or (face < 52 and face // 4 == wanted // 4))
        left.remove(face)
        chosen.append(face)
    return tuple(chosen)


def view_of(match: Match, seat: Seat | None = 0) -> Match:
    return project(match, audience_of(seat))
