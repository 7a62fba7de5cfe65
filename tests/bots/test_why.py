"""The reasons of suggestions: for each one a position where it is given, and one alike where it is not."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from gouji_desktop.bots.before_play import answer_before_play
from gouji_desktop.bots.hints import Suggestion, command_of, suggestions
from gouji_desktop.bots.house import HousePlayer
from gouji_desktop.bots.why import Why, why_before_play
from gouji_desktop.rules import events as ev
from gouji_desktop.rules.cards import RANK_OF_FACE, THREE, Held, parse_faces, ranks_text
from gouji_desktop.rules.commands import BurnCards, CloseQuery, Decide, Pass, PlayCards, ReturnCards, ShowSuit, Yield
from gouji_desktop.rules.engine import decide
from gouji_desktop.rules.presets import PRESETS
from gouji_desktop.rules.prompts import prompt_of
from gouji_desktop.rules.rejections import Rejected
from gouji_desktop.rules.seats import OPPOSITE, SEATS, same_side
from gouji_desktop.rules.state import Match, Stage, make_hand
from gouji_desktop.simulate.table import seeded
from tests.bots.games import after, asked, hand_of, questions, see, started


class Scene(NamedTuple):
    """Hands, what was done with them, and whose suggestions are looked at."""

    name: str
    hands: list[str]
    #: What the seats did, in order: `0 99`, `1 pass`, `3 yield`, `2 burn B99`. Nobody else burns.
    script: str
    seat: int


def play(scene: Scene) -> Match:
    """The match at the end of the script."""
    match = started(PRESETS[scene.name], scene.hands)
    for line in filter(None, scene.script.split(", ")):
        seat, what = line.split(" ", 1)
        match = _do(match, int(seat), what)
    return _closed(match, scene.seat)


def _do(match: Match, seat: int, what: str) -> Match:
    if not what.startswith("burn "):
        match = _closed(match, None)
    prompt = prompt_of(match, seat)
    assert prompt is not None, f"seat {seat} is not asked for {what}"
    if what == "pass":
        return after(match, Pass(seat, prompt.id))
    if what == "yield":
        return after(match, Yield(seat, prompt.id))
    left = list(hand_of(match, seat).faces)
    faces = []
    for char in what.removeprefix("burn "):
        face = next(face for face in left if ranks_text((face,)) == char)
        left.remove(face)
        faces.append(face)
    if what.startswith("burn "):
        return _closed(after(match, BurnCards(seat, prompt.id, tuple(faces))), None)
    return after(match, PlayCards(seat, prompt.id, tuple(faces)))


def _closed(match: Match, asked_seat: int | None) -> Match:
    """The match after a burn query that is not the seat's."""
    deal = match.deal
    assert deal is not None
    if deal.query is None or (asked_seat is not None and prompt_of(match, asked_seat) is not None):
        return match
    for seat in range(SEATS):
        prompt = prompt_of(match, seat)
        if prompt is not None:
            match = after(match, BurnCards(seat, prompt.id, ()))
    return after(match, CloseQuery())


def found(scene: Scene) -> dict[str, Why]:
    """The reason of each suggestion, by its verb and cards: `play 99`, `pass`; the first one first."""
    return {
        f"{each.verb} {ranks_text(each.faces)}".strip(): each.why
        for each in suggestions(*asked(play(scene), scene.seat))
    }


LONG = "T T 7 8 9 T J 5 6 A K 9"
STRONG = "3 5 6 7 K K K 4 9 T J J J A A A 2 2 8 8"
FIVES = "3 4 4 5 6 7 A A K K 2"
T, J, Z = "tribute216", "jinyou4", "zaozhuang6"
#: Reason; scene and suggestion that must have it; scene and suggestion that must not.
TABLE: list[tuple[Why, Scene, str, Scene, str]] = [
    (Why.GOES_OUT, Scene(Z, ["7 7"], "", 0), "play 77", Scene(Z, ["7 7 8"], "", 0), "play 77"),
    (
        Why.GOES_OUT,
        Scene(T, ["9 9 5", "T T"], "0 99", 1),
        "play TT",
        Scene(T, ["9 9 5", "3 T T"], "0 99", 1),
        "play TT",
    ),
    (Why.BEFORE_THREES, Scene(T, ["3 3 8 8"], "", 0), "play 88", Scene(Z, ["3 3 8 8"], "", 0), "play 88"),
    (
        Why.OPENS_WITH_FOURS,
        Scene(J, [FIVES, "", "", "3 5 6 7 8 9 J"], "0 AA, 3 pass", 0),
        "play 44",
        Scene(J, [FIVES], "", 0),
        "play 44",
    ),
    (Why.OPENS_POINT, Scene(T, ["3 5 K K"], "", 0), "play KK", Scene(T, ["3 5 Q Q 6"], "", 0), "play QQ"),
    (Why.OPENS_POINT, Scene(T, ["3 5 K K"], "", 0), "play KK", Scene(J, [FIVES], "", 0), "play KK"),
    (Why.READIES_POINT, Scene(J, [FIVES], "", 0), "play KK", Scene(J, ["3 5 6 7 A A K K 2"], "", 0), "play KK"),
    (
        Why.DENIES_POINT,
        Scene(T, ["K K 7 8 9", "", "", "3 4 5 A S"], "0 KK", 3),
        "play SA",
        Scene(T, ["9 9 7 8 9", "", "", "3 4 5 A S"], "0 99, 1 pass, 2 pass", 3),
        "play SA",
    ),
    (Why.RUNS_OUT, Scene(T, ["B B 5 6"], "", 0), "play B5", Scene(T, ["B 5 6 7 9 J Q"], "", 0), "play B5"),
    (Why.FEEDS_ALLY, Scene(T, ["3 4 5 6 9 K", "", "4 8"], "", 0), "play 4", Scene(T, ["3 4 5 6 9 K"], "", 0), "play 4"),
    (
        Why.TAKES_LEAD,
        Scene(Z, ["5 T", "6"], "0 5, 1 6, 2 pass, 3 pass, 4 pass, 5 pass, 0 T, 2 pass", 3),
        "play J",
        Scene(Z, ["T", "6 7"], "0 T, 1 pass, 2 pass", 3),
        "play J",
    ),
    (
        Why.BLOCKS,
        Scene(T, ["4 4 7 8 9", "3 6 9 9 J K A A 2 S"], "0 44", 1),
        "play 99",
        Scene(T, [f"4 4 {LONG}", "3 6 9 9 J K A A 2 S"], "0 44", 1),
        "play 99",
    ),
    (Why.KEEPS_LEAD, Scene(T, ["3 4 5 J J B B 7"], "", 0), "play B", Scene(T, ["3 4 5 J J B B 7"], "", 0), "play JJ"),
    (Why.LOW_FIRST, Scene(T, ["3 5 9 9 J J 2"], "", 0), "play 5", Scene(T, ["3 5 9 9 J J 2"], "", 0), "play 25"),
    (Why.LOW_FIRST, Scene(T, ["3 J J Q A A 2"], "", 0), "play JJ", Scene(T, ["3 5 J J A A 2"], "", 0), "play JJ"),
    (
        Why.RIDES,
        Scene(T, [f"6 6 {LONG}", "", f"9 9 {LONG}"], "0 66, 1 pass", 2),
        "play 99",
        Scene(T, [f"6 6 {LONG}", "", f"9 9 K {LONG}"], "0 66, 1 pass", 2),
        "play KK",
    ),
    (
        Why.CHEAPEST,
        Scene(T, [f"4 4 {LONG}", "3 6 9 9 J K A A 2 S"], "0 44", 1),
        "play 99",
        Scene(T, [f"4 4 {LONG}", "3 6 9 9 J K A A 2 S"], "0 44", 1),
        "play S9",
    ),
    (
        Why.DUTY,
        Scene(T, ["K K 7 8 9", "3 A A B 6 6 S 8 8"], "0 KK, 1 burn AA, 4 pass", 1),
        "play B66",
        Scene(T, ["3 B 6 6 S 8 8"], "", 0),
        "play B66",
    ),
    (Why.OTHER, Scene(T, ["3 5 9 9 J J 2"], "", 0), "play 25", Scene(T, ["3 5 9 9 J J 2"], "", 0), "play 5"),
    (Why.CANNOT_BEAT, Scene(Z, ["9 9 7", "4 5 6"], "0 99", 1), "pass", Scene(Z, ["9 9 7", "T T 6"], "0 99", 1), "pass"),
    (
        Why.SPARES_ALLY,
        Scene(T, ["3 9 9", "", "3 T T"], "0 99, 1 pass", 2),
        "pass",
        Scene(T, ["3 9 9 4 5 6 7 8", "", "3 T T"], "0 99, 1 pass", 2),
        "pass",
    ),
    (
        Why.LETS_ALLY,
        Scene(T, [f"6 6 {LONG}", "", f"9 9 {LONG}"], "0 66, 1 pass", 2),
        "pass",
        Scene(T, [f"6 6 {LONG}", f"9 9 {LONG}"], "0 66", 1),
        "pass",
    ),
    (
        Why.INHERITS_LEAD,
        Scene(Z, ["9 9", "T T 5 6"], "0 99", 1),
        "pass",
        Scene(Z, ["9 9 4", "T T 5 6"], "0 99", 1),
        "pass",
    ),
    (
        Why.WAITS,
        Scene(T, [LONG, "", "", STRONG], "0 TT, 1 pass, 2 pass", 3),
        "yield",
        Scene(T, [LONG, "", "", STRONG], "0 TT, 1 pass, 2 pass", 3),
        "pass",
    ),
    (
        Why.SAVES_CARDS,
        Scene(T, [LONG, "9 9 9 5 6 K K K 7"], "0 TT", 1),
        "pass",
        Scene(T, [LONG, "9 9 9 5 6 7"], "0 TT", 1),
        "pass",
    ),
    (
        Why.BURNS,
        Scene(T, ["K K 7 8 9", "A A B 6 6"], "0 KK", 1),
        "burn AA",
        Scene(T, ["K K 7 8 9", "A A B 6 6 7 7 S 4 4 S"], "0 KK", 1),
        "burn AA",
    ),
    (
        Why.UNSURE,
        Scene(T, ["K K 7 8 9", "A A B 6 6 7 7 S 4 4 S"], "0 KK", 1),
        "decline",
        Scene(T, ["K K 7 8 9", "A A B 6 6"], "0 KK", 1),
        "decline",
    ),
]


@pytest.mark.parametrize(("why", "scene", "key", "alike", "other"), TABLE, ids=[str(row[0]) for row in TABLE])
def test_each_reason_where_it_belongs(why: Why, scene: Scene, key: str, alike: Scene, other: str) -> None:
    assert found(scene)[key] == why
    assert found(alike)[other] != why


#: Reasons that rest on the own hand before play, and what costs least of leads that have no better reason.
BEFORE_PLAY = {
    Why.SHOWS_LONGEST,
    Why.DECLARES,
    Why.DECLARES_NOT,
    Why.REVOLTS,
    Why.PLAYS_ON,
    Why.CLAIMS_HEAD,
    Why.BUYS_FOUR,
    Why.KEEPS_TWO,
    Why.FEWER_GROUPS,
    Why.SMALLEST,
}


def test_every_reason_is_tried() -> None:
    assert {row[0] for row in TABLE} | BEFORE_PLAY | {Why.LEAST_COST} == set(Why)


@pytest.mark.parametrize("name", PRESETS)
def test_the_first_suggestion_is_what_the_house_bot_does(name: str) -> None:
    """提示 and the bot at full strength weigh alike, given the same tracker."""
    players = [HousePlayer(seat, seeded(name, seat)) for seat in range(SEATS)]
    compared = 0
    for number, (match, prompt, _) in enumerate(questions(PRESETS[name], 21, deals=2, players=[*players])):
        if number % 3 and prompt.stage in (Stage.PLAYING, Stage.BURN_QUERY):
            continue
        player, view = players[prompt.seat], see(match, prompt.seat)
        tracker = player._memory.tracker(view)
        said = player.answer(view, prompt)
        assert command_of(suggestions(view, prompt, tracker)[0], prompt) == said, (number, prompt)
        compared += 1
    assert compared > 100


def true_of(each: Suggestion, place: int, match: Match, seat: int) -> bool:
    """Whether what the reason says of the cards on the table holds, told by the rules and not by the bot."""
    deal = match.deal
    assert deal is not None
    prompt = prompt_of(match, seat)
    assert prompt is not None
    top, hand, why = deal.round.top, hand_of(match, seat), each.why
    left = list(hand.counts)
    for face in each.faces:
        left[RANK_OF_FACE[face]] -= 1
    events = decide(match, command_of(each, prompt))
    assert not isinstance(events, Rejected)
    enemies = [other for other in range(SEATS) if deal.live >> other & 1 and not same_side(other, seat)]
    plays = [other for other in suggestions(see(match, seat), prompt) if other.verb == "play"]
    truths = {
        Why.GOES_OUT: lambda: not any(left),
        Why.BEFORE_THREES: lambda: match.rules.hold_threes and sum(left) == left[THREE] > 0,
        Why.OPENS_WITH_FOURS: lambda: any(isinstance(event, ev.PointOpened) for event in events),
        Why.OPENS_POINT: lambda: not deal.opened >> seat & 1 and not deal.chaos,
        Why.READIES_POINT: lambda: not deal.opened >> seat & 1 and not deal.chaos and left[THREE + 1] > 0,
        Why.DENIES_POINT: lambda: top == OPPOSITE[seat] and not deal.opened >> top & 1 and not deal.chaos,
        Why.TAKES_LEAD: lambda: not deal.live >> top & 1 and not same_side(top, seat),
        Why.BLOCKS: lambda: min(hand_of(match, other).size for other in enemies) <= 6,
        Why.RIDES: lambda: same_side(top, seat) and not set(ranks_text(each.faces)) & set("2SBQKA"),
        Why.CANNOT_BEAT: lambda: not plays,
        Why.SPARES_ALLY: lambda: match.rules.hold_threes and same_side(top, seat) and hand_of(match, top).size <= 6,
        Why.LETS_ALLY: lambda: same_side(top, seat),
        Why.INHERITS_LEAD: lambda: not deal.live >> top & 1 and not same_side(top, seat),
        Why.WAITS: lambda: each.verb == "yield" and bool(plays) and not same_side(top, seat),
        Why.SAVES_CARDS: lambda: not each.faces and not same_side(top, seat),
        Why.LEAST_COST: lambda: place == 0 and bool(each.faces),
        Why.OTHER: lambda: place > 0,
        Why.BURNS: lambda: each.verb == "burn",
    }
    return bool(truths.get(why, lambda: True)())


@pytest.mark.parametrize("name", PRESETS)
def test_reasons_are_true_over_whole_games(name: str) -> None:
    seen = set()
    for number, (match, prompt, _) in enumerate(questions(PRESETS[name], 33, "easy", deals=1)):
        if number % 5 and prompt.stage is not Stage.BURN_QUERY:
            continue
        for place, each in enumerate(suggestions(see(match, prompt.seat), prompt)):
            assert true_of(each, place, match, prompt.seat), (number, each)
            seen.add(each.why)
    assert len(seen) > 10


HAND = "3 4 5 6 7 8 9 T J Q K A 2"


@pytest.mark.parametrize(
    ("stage", "yes", "why"),
    [
        (Stage.POINT_QUERY, True, Why.DECLARES),
        (Stage.POINT_QUERY, False, Why.DECLARES_NOT),
        (Stage.REVOLT_QUERY, True, Why.REVOLTS),
        (Stage.REVOLT_QUERY, False, Why.PLAYS_ON),
        (Stage.HEAD_QUERY, True, Why.CLAIMS_HEAD),
        (Stage.FOUR_QUERY, True, Why.BUYS_FOUR),
        (Stage.FOUR_QUERY, False, Why.KEEPS_TWO),
    ],
)
def test_the_reasons_of_yes_and_no(stage: Stage, yes: bool, why: Why) -> None:
    hand = make_hand([Held(face) for face in parse_faces(HAND)])
    assert why_before_play(stage, Decide(0, 1, yes), hand) == why


@pytest.mark.parametrize(
    ("hand", "faces", "why"),
    [
        ("4 5 5 9 K", "9s", Why.FEWER_GROUPS),
        ("4 5 5 9 K", "5s", Why.SMALLEST),
        ("4 4 5 9 9 K", "4s 9s", Why.SMALLEST),
        ("4 4 5 9 9 K", "4s 5s", Why.FEWER_GROUPS),
    ],
)
def test_the_reasons_of_a_return(hand: str, faces: str, why: Why) -> None:
    held = make_hand([Held(face) for face in parse_faces(hand)])
    assert why_before_play(Stage.RETURN_QUERY, ReturnCards(0, 1, parse_faces(faces)), held) == why


def test_questions_before_play_have_reasons_of_their_own() -> None:
    """宣点, 革命, 要头, 买四, 还贡, 亮牌: whatever is asked, the reason is one of them, and goes with the answer."""
    seen = set()
    for name in ("tribute216", "jinyou4", "zaozhuang6"):
        for match, prompt, _ in questions(PRESETS[name], 1, "easy", deals=3):
            if prompt.stage in (Stage.PLAYING, Stage.BURN_QUERY):
                continue
            view = see(match, prompt.seat)
            (only,) = suggestions(view, prompt)
            assert only.why in BEFORE_PLAY
            said = answer_before_play(view, prompt)
            assert command_of(only, prompt) == said
            if isinstance(said, ShowSuit):
                assert only.why is Why.SHOWS_LONGEST
                assert only.faces
            seen.add(prompt.stage)
    assert seen >= {Stage.SHOW_QUERY, Stage.POINT_QUERY, Stage.FOUR_QUERY, Stage.RETURN_QUERY}


def test_whose_opposite_revolted_has_opened_already() -> None:
    """C:L64: the revolter concedes the point, so that nothing is gained by opening it again."""
    match = play(Scene(T, ["3 5 K K"], "", 0))
    deal = match.deal
    assert deal is not None
    revolted = match._replace(deal=deal._replace(revolted=1 << OPPOSITE[0], live=deal.live & ~(1 << OPPOSITE[0])))
    for state, opens in ((match, True), (revolted, False)):
        whys = {each.why for each in suggestions(*asked(state, 0))}
        assert (Why.OPENS_POINT in whys) is opens
