"""Hands and plays: what is found by a shorter way is what the plain way finds."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from gouji_desktop.rules.cards import FACES, Face, Held, counts_of, rank_of
from gouji_desktop.rules.deck import deck_of
from gouji_desktop.rules.evolving import give, take
from gouji_desktop.rules.phases.answering import answers_of, with_answers
from gouji_desktop.rules.phases.playing import holds
from gouji_desktop.rules.plays import form_play, play_of_faces
from gouji_desktop.rules.presets import PRESETS
from gouji_desktop.rules.state import EMPTY_ROUND, Act, Hand, Word, drawn_hand, make_hand

DECK = deck_of(PRESETS["tribute216"])
#: Seeds, in a few heaps: a test for each would take longer to set up than to run.
BATCHES = [range(first, first + 50) for first in range(0, 200, 50)]


def hand_of(rng: random.Random) -> Hand:
    """Some cards of a deck, a third of them received."""
    return make_hand([Held(face, rng.random() < 0.3) for face in rng.sample(DECK, rng.randint(1, 40))])


def faces_near(rng: random.Random, hand: Hand) -> tuple[Face, ...]:
    """A few cards, most often of the hand."""
    pool = hand.faces if rng.random() < 0.7 else DECK
    return tuple(rng.sample(pool, min(len(pool), rng.randint(1, 5))))


@pytest.mark.parametrize("batch", BATCHES)
def test_a_play_of_faces_is_that_of_their_counts(batch):
    for seed in batch:
        rng = random.Random(seed)
        few = rng.sample(range(FACES), 3)
        for size in range(7):
            faces = [rng.choice(few) for _ in range(size)]
            assert play_of_faces(faces) == form_play(counts_of(faces)), seed


@pytest.mark.parametrize("batch", BATCHES)
def test_cards_leave_and_join_a_hand(batch):
    for seed in batch:
        hold_hand(random.Random(seed))


def hold_hand(rng: random.Random) -> None:
    """What becomes of a hand is what becomes of the list of its cards."""
    hand = hand_of(rng)
    faces = faces_near(rng, hand)
    assert holds(hand, faces) == (Counter(faces) <= Counter(hand.faces)), (hand, faces)
    if not holds(hand, faces):
        return
    left = list(hand.held)
    for face in faces:
        left.remove(Held(face, True) if Held(face, True) in left else Held(face))
    assert take(hand, faces) == make_hand(left), (hand, faces)
    own = [face for face, received in hand.held if not received][:3]
    left = list(hand.held)
    for face in own:
        left.remove(Held(face))
    assert take(hand, tuple(own), own_only=True) == make_hand(left), (hand, faces)
    given = give(hand, faces)
    assert Counter(given.held) == Counter(hand.held) + Counter(Held(face, True) for face in faces), (hand, faces)
    assert given.held == make_hand(given.held).held


@pytest.mark.parametrize("faces", [(-1,), (FACES,), (FACES, 0)])
def test_no_hand_holds_what_is_no_card(faces):
    assert not holds(drawn_hand(DECK), faces)


def test_a_drawn_hand_lies_from_high_to_low():
    hand = drawn_hand(DECK)
    assert hand == make_hand([Held(face) for face in DECK])
    assert [face for face, received in hand.held if not received][:9] == [53] * 4 + [52] * 4 + [48]
    ranks = [rank_of(face) for face in hand.faces]
    assert ranks == sorted(ranks, reverse=True)


def test_answers_change_nothing_that_lies():
    table = EMPTY_ROUND._replace(top=2, in_force=True, dead=True, turn=4)
    answers = (1, 2, 3, 4, (Act.PASS,) * 6)
    after = with_answers(table, answers, 5, Word.LAST_WORD)
    assert answers_of(after) == answers
    assert after == table._replace(
        turn=5, word=Word.LAST_WORD, passed=1, locked=2, yielded=3, run=4, acts=(Act.PASS,) * 6
    )
