"""Drawn worlds agree with everything that the seat knows, and with nothing else."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from gouji_desktop.bots.search.habits import NO_HABITS, Habits, LetLie, fold_habits
from gouji_desktop.bots.search.worlds import draw_world, knowledge_of
from gouji_desktop.rules import events as ev
from gouji_desktop.rules.cards import RANK_OF_FACE, THREE, counts_of, parse_faces
from gouji_desktop.rules.deck import deck_of
from gouji_desktop.rules.presets import PRESETS
from gouji_desktop.rules.seats import SEATS
from gouji_desktop.rules.state import Act
from tests.bots.games import other_unseen, see
from tests.bots.search.positions import jobs


@pytest.mark.parametrize("name", PRESETS)
def test_a_world_fits_what_is_known(name: str) -> None:
    rules = PRESETS[name]
    deck = counts_of(deck_of(rules))
    rng = Random(1)
    for (match, job), infer in product(jobs(rules, seed=3, every=9), (True, False)):
        seat, deal = job.prompt.seat, job.view.deal
        assert deal is not None
        hands = draw_world(knowledge_of(job.view, seat, job.tracker, job.habits, infer=infer), seat, rng)
        assert tuple(hands[seat]) == match.deal.hands[seat].counts
        assert [sum(hand) for hand in hands] == [cards.size for cards in deal.hands]
        for other in range(SEATS):
            for rank in range(15):
                known = sum(RANK_OF_FACE[face] == rank for face in job.tracker.known[other])
                assert other == seat or hands[other][rank] >= known
            if rules.hold_threes and deal.live >> other & 1:
                assert hands[other][THREE] >= 1
        for rank in range(15):
            assert sum(hand[rank] for hand in hands) + job.tracker.played[rank] == deck[rank]


def test_a_world_depends_on_nothing_hidden() -> None:
    for match, job in jobs(PRESETS["tribute216"], seed=5, every=23):
        seat = job.prompt.seat
        mixed = see(other_unseen(match, seat, Random(7)), seat)
        one = draw_world(knowledge_of(job.view, seat, job.tracker, job.habits), seat, Random(2))
        other = draw_world(knowledge_of(mixed, seat, job.tracker, job.habits), seat, Random(2))
        assert one == other


def test_worlds_differ() -> None:
    _, job = next(jobs(PRESETS["tribute216"], seed=5, every=4))
    known = knowledge_of(job.view, job.prompt.seat, job.tracker, job.habits)
    rng = Random(3)
    assert draw_world(known, job.prompt.seat, rng) != draw_world(known, job.prompt.seat, rng)


def test_who_laid_a_rank_rarely_holds_more_of_it() -> None:
    _, job = next(jobs(PRESETS["tribute216"], seed=8, every=2))
    seat = job.prompt.seat
    other = (seat + 1) % SEATS
    rank = 5
    plain = knowledge_of(job.view, seat, job.tracker, NO_HABITS)
    laid = tuple(1 << rank if each == other else 0 for each in range(SEATS))
    habit = plain._replace(habits=NO_HABITS._replace(laid=laid))
    means = [sum(draw_world(known, seat, Random(n))[other][rank] for n in range(300)) for known in (plain, habit)]
    assert means[1] < 0.5 * means[0]


def test_who_let_a_low_play_lie_rarely_held_its_answer() -> None:
    _, job = next(jobs(PRESETS["tribute216"], seed=8, every=2))
    seat = job.prompt.seat
    other = (seat + 1) % SEATS
    plain = knowledge_of(job.view, seat, job.tracker, NO_HABITS)
    habit = plain._replace(habits=NO_HABITS._replace(let_lie=(LetLie(other, 6, 2),)))

    def holds(number: int) -> bool:
        return any(draw_world(habit, seat, Random(number))[other][rank] == 2 for rank in range(7, 10))

    def held(number: int) -> bool:
        return any(draw_world(plain, seat, Random(number))[other][rank] == 2 for rank in range(7, 10))

    assert sum(map(holds, range(200))) < 0.6 * sum(map(held, range(200)))


def played(seat: int, text: str) -> ev.Played:
    return ev.Played(seat, parse_faces(text), False, False, False, ev.Mode.TURN)


@pytest.mark.parametrize(
    ("events", "laid", "let_lie"),
    [
        ([played(0, "55")], {0: {2}}, ()),
        ([played(0, "55"), played(1, "88 2")], {0: {2}, 1: {5}}, ()),
        ([played(0, "2 2")], {}, ()),
        ([played(0, "55"), ev.Passed(1, Act.PASS)], {0: {2}}, (LetLie(1, 2, 2),)),
        # Letting an ally's play lie tells nothing, nor does one with a joker.
        ([played(0, "55"), ev.Passed(2, Act.PASS)], {0: {2}}, ()),
        ([played(0, "55 S"), ev.Passed(1, Act.PASS)], {0: {2}}, ()),
        ([played(0, "55"), ev.RoundEnded(0, 0), ev.Passed(1, Act.PASS)], {0: {2}}, ()),
        ([played(0, "55"), ev.DealStarted(2, (), 0, ())], {}, ()),
    ],
)
def test_habits_are_read_from_what_all_see(
    events: list[ev.Event], laid: dict[int, set[int]], let_lie: tuple[LetLie, ...]
) -> None:
    habits: Habits = NO_HABITS
    for event in events:
        habits = fold_habits(habits, event)
    seen = {seat: {rank for rank in range(15) if mask >> rank & 1} for seat, mask in enumerate(habits.laid) if mask}
    assert (seen, habits.let_lie) == (laid, let_lie)
