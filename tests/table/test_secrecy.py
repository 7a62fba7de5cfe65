"""Nobody learns from a stream, or from its timing, what the rules hide."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence

import pytest

from gouji_desktop.bots.simplest import simplest_answer
from gouji_desktop.rules.events import Answered, Event, QueryOpened
from gouji_desktop.rules.seats import SEATS
from gouji_desktop.rules.views import PUBLIC, SECRETLY_ASKED, Audience, SeatAudience, own_seat
from gouji_desktop.table.chance import Chance, commitment, derive, fresh_seed, seed_of_text, seeded_chance
from gouji_desktop.table.codec import encode_event
from gouji_desktop.table.fallback import FallbackPlayer
from gouji_desktop.table.host import TableHost
from gouji_desktop.table.pacing import QUERY_SECONDS, Pace
from gouji_desktop.table.session import Update
from tests.table.drivers import RULES, RandomPlayer, finish, make_setup, random_maker


def encoded(update: Update) -> str:
    events = [encode_event(event) for event in update.events]
    return json.dumps([events, update.prompt, update.seats, update.clock, update.paused, update.snapshot])


def stream(setup, chance: Chance, audience: Audience, maker, limit: int = 400) -> list[tuple[float, str]]:
    """What an audience is told, and when; a person at its seat plays the simplest answers."""
    told: list[tuple[float, str]] = []
    now = 0.0
    host = TableHost(setup, maker, chance=chance)
    host.attach(audience, lambda update: told.append((round(now, 6), encoded(update))))
    host.start(now)
    for _ in range(limit * 3):
        wakeup = host.next_wakeup(now)
        seat = own_seat(audience)
        prompt = host.snapshot(audience, now).prompt
        if prompt is not None and setup.seats[seat].is_person:
            now += 2.0
            assert host.handle(simplest_answer(host.view(audience), prompt), now) is None
        elif wakeup is None or len(told) > limit:
            break
        else:
            now = max(now, wakeup)
            host.advance(now, steps=1)
    return told


def permuted(chance: Chance, viewer: int, rng: random.Random, cards: int) -> Chance:
    """The same deals, with the cards that the viewer does not get moved about among the others."""

    def changed(number: int) -> tuple[tuple[int, ...], int]:
        drawn = chance(number)
        assert drawn is not None
        order, lot = drawn
        other = [index for index in range(cards) if index % SEATS != viewer]
        chosen = rng.sample(other, 2) if rng.random() < 0.7 else other
        moved = chosen[:]
        rng.shuffle(moved)
        result = list(order)
        for index, source in zip(chosen, moved, strict=True):
            result[index] = order[source]
        return tuple(result), lot

    return changed


#: Events that follow from hidden cards in the open, and may therefore be the first to differ.
OPEN_CHOICES = {
    "Played",
    "Passed",
    "SuitsShown",
    "LeaderFound",
    "Bought",
    "Revolted",
    "PointsDeclared",
    "PointsConceded",
    "QueryOpened",
    "Exempted",
    "TributePaid",
    "DealEnded",
}


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("viewer", [0, 4])
def test_hidden_cards_change_nothing_before_the_first_open_difference(rules: str, viewer: int) -> None:
    rng = random.Random(viewer)
    lengths = []
    for seed in range(4):
        setup = make_setup(rules, "peeeee", str(seed), deals=1)
        chance = seeded_chance(setup.seed, setup.rules.cards)
        maker = random_maker if seed % 2 else lambda *_: FallbackPlayer()
        one = stream(setup, chance, SeatAudience(viewer), maker, 150)
        two = stream(setup, permuted(chance, viewer, rng, setup.rules.cards), SeatAudience(viewer), maker, 150)
        same = next((i for i, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
        lengths.append(same)
        if same < min(len(one), len(two)):
            (time_one, text_one), (time_two, text_two) = one[same], two[same]
            assert time_one == time_two
            events_one, events_two = json.loads(text_one)[0], json.loads(text_two)[0]
            pairs = zip(events_one, events_two, strict=False)
            first = next((pair for pair in pairs if pair[0] != pair[1]), (events_one[-1], events_two[-1]))
            assert {first[0]["type"], first[1]["type"]} & OPEN_CHOICES
    assert max(lengths) >= 2


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("pace", [Pace.SLOW, Pace.NORMAL, Pace.FAST])
def test_a_secret_query_takes_the_same_time_whoever_holds_what(rules: str, pace: Pace) -> None:
    """Nobody asked, one asked, several asked, all decline, one burns: the public sees the same pause."""
    watch = QueryWatch()
    for seed in range(3):
        setup = make_setup(rules, "eeeeee", str(seed), deals=2, pace=pace)
        host = TableHost(setup, random_maker, journal=watch.note)
        watch.now = 0.0
        host.start(0)
        while not host.match.over:
            wakeup = host.next_wakeup(watch.now)
            if wakeup is None:
                assert host.next_deal(watch.now)
                continue
            watch.now = max(watch.now, wakeup)
            host.advance(watch.now, steps=1)
    asked = {kind[0] for kind in watch.pauses}
    assert asked >= ({0, 1, 2} if rules == "tribute216" else {0, 1} if rules == "jinyou4" else {0})
    assert all(answered == asked for asked, answered in watch.pauses)
    scale = {Pace.SLOW: 1.8, Pace.NORMAL: 1.0, Pace.FAST: 0.45}[pace]
    assert set().union(*watch.pauses.values()) == {round(QUERY_SECONDS * scale, 6)}


class QueryWatch:
    """How long secret queries stay open, by how many were asked and how many answered."""

    def __init__(self) -> None:
        self.now = 0.0
        self.pauses: dict[tuple[int, int], set[float]] = {}
        self._opened = 0.0
        self._asked = -1
        self._answered = 0

    def note(self, events: Sequence[Event]) -> None:
        if isinstance(events[0], Answered):
            self._answered += 1
            return
        if self._asked >= 0:
            self.pauses.setdefault((self._asked, self._answered), set()).add(round(self.now - self._opened, 6))
        last = events[-1]
        self._asked = -1
        if isinstance(last, QueryOpened) and last.stage in SECRETLY_ASKED:
            self._asked, self._answered, self._opened = last.asked.bit_count(), 0, self.now


def test_sealed_answers_are_told_to_nobody_else() -> None:
    told: list[Update] = []
    log: list[Event] = []
    host = TableHost(make_setup("tribute216", "eeeeee", deals=1, pace="instant"), random_maker, journal=log.extend)
    host.attach(PUBLIC, told.append)
    host.attach(SeatAudience(2), told.append)
    finish(host)
    assert any(isinstance(event, Answered) and event.seat != 2 for event in log)
    assert not [event for update in told for event in update.events if isinstance(event, Answered) and event.seat != 2]
    assert all(update.events for update in told)


def test_a_table_of_several_persons_asks_them_all_for_the_same_time() -> None:
    """Whether a person is asked, answers at once or never, a secret query stays open equally long."""
    lengths = set()
    for seed in range(6):
        for answers in (False, True):
            setup = make_setup("tribute216", "ppeeee", str(seed), answer_seconds=5.0, turn_seconds=20.0)
            host = TableHost(setup, random_maker)
            updates: list[Update] = []
            audiences: list[Audience] = [SeatAudience(0), SeatAudience(1), PUBLIC]
            for audience in audiences:
                host.attach(audience, updates.append)
            host.start(0)
            host.advance(0)
            assert {(update.clock.seats, update.clock.total) for update in updates} == {(tuple(range(SEATS)), 5.0)}
            for seat in (0, 1):
                prompt = host.snapshot(SeatAudience(seat), 0).prompt
                if prompt is not None and answers:
                    assert host.handle(simplest_answer(host.view(SeatAudience(seat)), prompt), 0.5) is None
            now, before = 0.5, host.match.step
            while host.match.step == before:
                now = host.next_wakeup(now) or now
                host.advance(now, steps=1)
            lengths.add(now)
    assert lengths == {5.0}


def test_players_get_nothing_of_the_truth() -> None:
    made: list[RandomPlayer] = []

    def maker(level, rules, seat, seed):
        made.append(RandomPlayer(seed, eager=True))
        return made[-1]

    host = TableHost(make_setup("jinyou4", "eeeeee", deals=1, pace="instant"), maker)
    finish(host)
    for seat, player in enumerate(made):
        for view in player.views:
            assert view.deal is not None
            known = [owner for owner, hand in enumerate(view.deal.dealt) if hasattr(hand, "held")]
            assert known == [seat]


def test_chance_is_fair_to_every_card_and_seat() -> None:
    cards, rounds = 12, 6000
    hits = [[0] * cards for _ in range(cards)]
    lots = [0] * SEATS
    chance = seeded_chance(seed_of_text("fair"), cards)
    for number in range(rounds):
        drawn = chance(number)
        assert drawn is not None
        order, lot = drawn
        assert sorted(order) == list(range(cards))
        lots[lot] += 1
        for place, card in enumerate(order):
            hits[place][card] += 1
    expected = rounds / cards
    chi = sum((each - expected) ** 2 / expected for row in hits for each in row)
    assert chi < 190  # 121 degrees of freedom: beyond 190 once in 20,000
    assert sum((each - rounds / 6) ** 2 / (rounds / 6) for each in lots) < 25


def test_seeds_differ_and_commit() -> None:
    assert fresh_seed() != fresh_seed()
    one, two = seed_of_text("1"), seed_of_text("2")
    assert commitment(one) != commitment(two)
    assert len({commitment(one), derive(one, "a").hex(), derive(one, "b").hex(), one.hex()}) == 4
    assert seeded_chance(one, 216)(0) == seeded_chance(one, 216)(0)
    assert seeded_chance(one, 216)(0) != seeded_chance(one, 216)(1)
