from __future__ import annotations

import pytest

from gouji_desktop.bots.faces import choose_cards, choose_faces
from gouji_desktop.rules.cards import Held, face_of, faces_text, parse_counts, parse_faces
from gouji_desktop.rules.plays import Play, play_of_faces
from gouji_desktop.rules.state import make_hand


def hand(own: str, received: str = ""):
    return make_hand([Held(face) for face in parse_faces(own)] + [Held(face, True) for face in parse_faces(received)])


def test_received_cards_go_first_then_spades_hearts_clubs_diamonds() -> None:
    cards = hand("7s 7h 7c", received="7d")
    assert faces_text(choose_faces(cards, Play(4, 1, 0, 0, 0))) == "7d"
    assert faces_text(choose_faces(cards, Play(4, 3, 0, 0, 0))) == "7s 7h 7d"
    assert faces_text(choose_faces(hand("7h 7d 7c"), Play(4, 1, 0, 0, 0))) == "7h"


def test_wild_cards_come_from_the_hand_too() -> None:
    cards = hand("9h 9s 2c S B", received="2d")
    assert faces_text(choose_faces(cards, Play(6, 2, 1, 1, 1))) == "B S 2d 9s 9h"
    play = Play(6, 2, 2, 0, 1)
    assert play_of_faces(choose_faces(cards, play)) == play


def test_a_multiset_of_ranks() -> None:
    assert choose_cards(hand("9h 9s 2c"), parse_counts("9 2")) == (face_of(12, 2), face_of(6, 0))


def test_cards_that_the_hand_does_not_hold() -> None:
    with pytest.raises(ValueError, match="does not hold"):
        choose_faces(hand("9h"), Play(6, 2, 0, 0, 0))
