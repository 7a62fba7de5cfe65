"""What the public server's hint plays: every sentence of its description is a row."""

from __future__ import annotations

from random import Random

import pytest

from gouji_desktop.bots.pool import make_player
from gouji_desktop.rules.cards import ranks_text
from gouji_desktop.rules.commands import BurnCards, CloseQuery, Pass, PlayCards
from gouji_desktop.rules.presets import PRESETS
from gouji_desktop.rules.state import Match
from tests.bots.games import after, asked, hand_of, started

RULES = PRESETS["tribute216"]


def laid(match: Match, seat: int, ranks: str) -> PlayCards:
    """The command that lays the seat's cards of these ranks."""
    left, faces = list(ranks), []
    for face in hand_of(match, seat).faces:
        if ranks_text([face]) in left:
            left.remove(ranks_text([face]))
            faces.append(face)
    assert not left, "the hand holds fewer"
    return PlayCards(seat, match.step, tuple(faces))


def hinted(match: Match, seat: int) -> str:
    """What the hint answers: ranks, or `pass`."""
    view, prompt = asked(match, seat)
    command = make_player("hint", seat, Random(1)).answer(view, prompt)
    after(match, command)
    if isinstance(command, Pass):
        return "pass"
    assert isinstance(command, PlayCards | BurnCards)
    return ranks_text(command.faces) or "decline"


@pytest.mark.parametrize(
    ("sentence", "hand", "play"),
    [
        ("leads the lowest group", "3 55 7 K 2 B", "55"),
        ("leads the whole of it", "3 6666 77", "6666"),
        ("hangs nothing on it", "3 9 22 SB", "9"),
        ("2s come after every other group", "3 A 22", "A"),
        ("2s are a group of their own", "3 222 SB", "222"),
        ("small jokers come before big ones", "3 SS B", "SS"),
        ("the 3s go last", "333", "333"),
    ],
)
def test_a_lead(sentence: str, hand: str, play: str) -> None:
    assert hinted(started(RULES, [hand]), 0) == play, sentence


@pytest.mark.parametrize(
    ("sentence", "table", "hand", "play"),
    [
        ("the lowest group of equal size", "55", "3 66 99 7", "66"),
        ("one of equal size before a bigger one", "55", "3 666 KK", "KK"),
        ("one of equal size before a filled one", "55", "3 6 99 22", "99"),
        ("else a smaller group filled with 2s", "55", "3 6 888 22", "26"),
        ("with as few wild cards as it can", "777", "3 8 99 222", "299"),
        ("with a joker where there are no 2s", "55", "3 6 888 S B", "S6"),
        ("with one joker beside the 2s", "777", "3 8 2 SS", "S28"),
        ("with one joker at most", "777", "3 8 SSS", "SSS"),
        ("it is the whole smaller group that is filled", "777", "3 99 2", "299"),
        ("else it splits a bigger group", "55", "3 6666 888", "66"),
        ("the lowest of those", "55", "3 888 6666", "66"),
        ("splitting comes before wild cards alone", "5", "3 666 2 S", "6"),
        ("else 2s alone", "KK", "3 5 222 SB", "22"),
        ("2s before jokers", "A", "3 5 2 B", "2"),
        ("else jokers alone", "2", "3 5 2 B", "B"),
        ("a small joker before a big one", "2", "3 5 SB", "S"),
        ("passes where it has nothing", "KK", "3 55 2", "pass"),
        ("never a part of a group with a joker", "KKK", "3 AAAA S 2", "AAA"),
        ("not even where nothing else beats", "KS", "3 AA B", "pass"),
        ("a whole group with one joker beats a hung joker", "KS", "3 A B", "BA"),
    ],
)
def test_an_answer_to_an_enemy(sentence: str, table: str, hand: str, play: str) -> None:
    match = started(RULES, [f"{table} 3 4", "", "", hand])
    match = after(match, laid(match, 0, table))
    while match.deal.round.turn != 3:
        match = after(match, CloseQuery() if match.deal.query else Pass(match.deal.round.turn, match.step))
    assert hinted(match, 3) == play, sentence


@pytest.mark.parametrize(("table", "hand"), [("55", "3 66 99"), ("5", "3 9 2 B"), ("77", "88")])
def test_it_passes_on_its_side(table: str, hand: str) -> None:
    """Whatever it holds, and even where it could go out."""
    match = started(RULES, [f"{table} 3 4", "", hand])
    match = after(match, laid(match, 0, table))
    match = after(match, Pass(1, match.step))
    assert hinted(match, 2) == "pass"


@pytest.mark.parametrize(
    ("sentence", "seat", "hand", "answer"),
    [
        ("it burns an enemy where it goes out", 1, "AA", "AA"),
        ("never where a card is left", 1, "AA B 7", "decline"),
        ("not even where only the 3s are left", 1, "AA 3", "decline"),
        ("and never an ally", 2, "AA", "decline"),
    ],
)
def test_burns(sentence: str, seat: int, hand: str, answer: str) -> None:
    match = started(RULES, ["KK 3 4", *[""] * (seat - 1), hand])
    match = after(match, laid(match, 0, "KK"))
    assert hinted(match, seat) == answer, sentence
