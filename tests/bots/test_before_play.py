from __future__ import annotations

from gouji_desktop.bots.before_play import buys_four, choose_return, declares_point, revolts
from gouji_desktop.rules.cards import Held, faces_text, parse_counts, parse_faces, ranks_text
from gouji_desktop.rules.policies.paying import return_fault
from gouji_desktop.rules.presets import PRESETS
from gouji_desktop.rules.state import Owed, Stage, make_hand
from tests.bots.games import PRESET, questions


def owed(text: str) -> Owed:
    return Owed(0, 3, parse_faces(text))


def test_gives_back_low_single_cards() -> None:
    hand = make_hand([Held(face) for face in parse_faces("3 3 4 4 5 5 5 7 9 K A 2")])
    assert faces_text(choose_return(hand, owed("2"), PRESET)) == "7s"
    assert faces_text(choose_return(hand, owed("2 A"), PRESET)) == "9s 7s"


def test_gives_back_the_smallest_where_singles_may_not_go() -> None:
    rules = PRESETS["zaozhuang6"]
    hand = make_hand([Held(face) for face in parse_faces("4 4 5 5 9 K")] + [Held(parse_faces("2")[0], True)])
    faces = choose_return(hand, owed("6"), rules)
    assert ranks_text(faces) == "4"
    assert return_fault(hand, owed("6"), faces, rules) is None


def test_never_gives_its_last_three_or_a_received_card() -> None:
    hand = make_hand([Held(face) for face in parse_faces("3 K K K A A")] + [Held(parse_faces("5")[0], True)])
    assert faces_text(choose_return(hand, owed("2"), PRESET)) in {"Ks", "Kd", "Kc", "Kh"}


def test_declares_with_a_hand_that_answers_everything() -> None:
    assert declares_point(parse_counts("3 5 6 Q Q Q K K K A A A A 2 2 2 2 2 S S B B B"))
    assert not declares_point(parse_counts("3 5 6 7 8 9 T J Q K A 2"))


def test_revolts_unless_the_hand_is_full_of_high_groups() -> None:
    assert revolts(parse_counts("3 4 4 5 5 6 6 6 7 7 8 8 8 9 9 T T J J J Q Q K A"))
    assert not revolts(parse_counts("3 4 T T T T T J J J J Q Q Q Q K K K K A A A A A"))


def test_buys_a_four_where_the_point_counts() -> None:
    assert buys_four(parse_counts("3 5 6 7 8 9"), PRESETS["jinyou4"])


def test_every_question_before_play_comes_up_and_is_answered() -> None:
    seen = set()
    for name in ("tribute216", "jinyou4", "zaozhuang6"):
        for _, prompt, _ in questions(PRESETS[name], 1, "easy", deals=4):
            seen.add(prompt.stage)
    assert {Stage.SHOW_QUERY, Stage.POINT_QUERY, Stage.FOUR_QUERY, Stage.RETURN_QUERY, Stage.BURN_QUERY} <= seen
