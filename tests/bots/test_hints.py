from __future__ import annotations

from random import Random

import pytest

from gouji_desktop.bots.hints import MOST_SUGGESTIONS, command_of, suggestions
from gouji_desktop.bots.why import Why
from gouji_desktop.rules.cards import Held, faces_text, parse_faces, ranks_text
from gouji_desktop.rules.commands import CloseQuery, Pass, PlayCards
from gouji_desktop.rules.engine import decide
from gouji_desktop.rules.presets import PRESETS
from gouji_desktop.rules.rejections import Rejected
from gouji_desktop.rules.state import Hand, Stage, make_hand
from tests.bots.games import PRESET, after, asked, hand_of, other_unseen, questions, see, started


@pytest.mark.parametrize("name", PRESETS)
def test_every_suggestion_is_legal_and_none_comes_twice(name: str) -> None:
    for number, (match, prompt, _) in enumerate(questions(PRESETS[name], 12, "easy", deals=2)):
        if number % 2 and prompt.stage is Stage.PLAYING:
            continue
        found = suggestions(see(match, prompt.seat), prompt)
        assert found
        assert len(found) <= MOST_SUGGESTIONS + 2
        assert len({(each.verb, each.faces) for each in found}) == len(found)
        for each in found:
            assert each.verb in prompt.verbs
            assert not isinstance(decide(match, command_of(each, prompt)), Rejected), each


def test_suggestions_follow_from_the_view_alone() -> None:
    rng = Random(3)
    for number, (match, prompt, _) in enumerate(questions(PRESET, 7)):
        if number % 3 == 0:
            twin = other_unseen(match, prompt.seat, rng)
            assert suggestions(see(match, prompt.seat), prompt) == suggestions(see(twin, prompt.seat), prompt)


def test_received_cards_are_suggested_first() -> None:
    match = started(PRESET, ["3 5s 5h 5c 8 8 K K A A"])
    deal = match.deal
    assert deal is not None
    hand = deal.hands[0]
    assert isinstance(hand, Hand)
    marked = make_hand([*hand.held, Held(parse_faces("6d")[0], True), Held(parse_faces("6h")[0])])
    match = match._replace(deal=deal._replace(hands=(marked, *deal.hands[1:])))
    single = [each for each in suggestions(*asked(match, 0)) if ranks_text(each.faces) == "66"]
    assert single
    assert faces_text(single[0].faces) == "6h 6d"
    pair = suggestions(*asked(started(PRESET, ["3 6s 6h K K K"]), 0))
    assert "6s 6h" in {faces_text(each.faces) for each in pair}


def test_reasons() -> None:
    assert suggestions(*asked(started(PRESETS["zaozhuang6"], ["7 7"]), 0))[0].why == Why.GOES_OUT
    first = suggestions(*asked(started(PRESET, ["3 5 9 9 J J Q Q Q K K A A A 2 2"]), 0))[0]
    assert (ranks_text(first.faces), first.why) == ("5", Why.LOW_FIRST)
    match = started(PRESET, ["K K 7 8 9", "", "", "3 4 6 7 8 9 9 T J Q Q A A A"])
    faces = tuple(card.face for card in hand_of(match, 0).held[:2])
    match = after(match, PlayCards(0, match.step, faces), CloseQuery())
    answers = {each.why for each in suggestions(*asked(match, 3))}
    assert Why.OPENS_POINT in answers
    assert answers & {Why.SAVES_CARDS, Why.WAITS}


def test_an_ally_and_what_cannot_be_beaten() -> None:
    match = started(PRESETS["zaozhuang6"], ["9 9 9 9 7 8", "4 5 6 7", "5 6 7 8 T T T T"])
    faces = tuple(card.face for card in hand_of(match, 0).held if card.face // 4 == 6)
    match = after(match, PlayCards(0, match.step, faces))
    hopeless = suggestions(*asked(match, 1))
    assert [(each.verb, each.why) for each in hopeless] == [("pass", Why.CANNOT_BEAT)]
    match = after(match, Pass(1, match.step))
    assert suggestions(*asked(match, 2))[0] == ("pass", (), Why.LETS_ALLY)
