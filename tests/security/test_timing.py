"""How long something takes tells nothing: questions last as long whoever is asked, stand-ins wait as long whatever they
hold."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest

from gouji_desktop.net import messages as msg
from gouji_desktop.net import requests as req
from gouji_desktop.rules import events as ev
from gouji_desktop.rules.cards import TWO
from gouji_desktop.rules.commands import SeatCommand
from gouji_desktop.rules.prompts import Prompt
from gouji_desktop.rules.seats import SEATS, Seat
from gouji_desktop.rules.state import Hand, Stage, Word
from gouji_desktop.rules.views import SECRETLY_ASKED, SeatAudience, View
from gouji_desktop.table.asks import By
from gouji_desktop.table.host import TableHost
from gouji_desktop.table.pacing import QUERY_SECONDS
from tests.security.canaries import change_deals, hot_deals
from tests.security.company import UNLIMITED, everything, modest
from tests.security.oracle import SECRET_STAGES
from tests.security.truth import Truth
from tests.server.world import World
from tests.table.drivers import RandomPlayer, make_setup, random_maker


class Question(NamedTuple):
    """A question with secret candidates, as it went."""

    stage: str
    asked: int
    answered: int
    seconds: float


def questions(truth: Truth) -> Iterator[Question]:
    """All of them, from the batches of all matches."""
    for match in truth.matches.values():
        opened: tuple[float, ev.QueryOpened] | None = None
        answered = 0
        for when, batch in match.batches:
            if isinstance(batch[0], ev.Answered):
                answered += 1
                continue
            if opened is not None:
                yield Question(str(opened[1].stage), opened[1].asked.bit_count(), answered, round(when - opened[0], 6))
            last, answered = batch[-1], 0
            secret = isinstance(last, ev.QueryOpened) and last.stage in SECRETLY_ASKED
            opened = (when, last) if secret and isinstance(last, ev.QueryOpened) else None


def watch(monkeypatch: pytest.MonkeyPatch, rules: str, seed: int, *, persons: int, thinking: float) -> list[Question]:
    """The questions of a match in which so many persons answer after so many seconds."""
    monkeypatch.setattr("tests.server.scripted.THINKING", thinking)
    with World(seed=seed, make_player=random_maker, **UNLIMITED) as world:
        truth = Truth(world.store, world.clock.time)
        players = [world.client(f"player {seat}") for seat in range(persons)]
        seats = random.Random(seed).sample(range(SEATS), persons)
        table = world.table(*players, rules=rules, seats=tuple(seats), answer_s=5, bots="easy")
        policy = {
            client: (everything if seed % 2 else modest)(seat) for seat, client in zip(seats, players, strict=True)
        }
        world.play_match(table, policy=policy)
        return list(questions(truth))


@pytest.mark.parametrize("rules", ["tribute216", "chayuan", "jinyou4", "zaozhuang6"])
def test_a_secret_question_lasts_as_long_whoever_is_asked(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody asked, one, several; answered at once, late or never; and who answers a person or a bot."""
    change_deals(monkeypatch, hot_deals)
    seen: dict[str, set[tuple[int, int]]] = {}
    for seed, (persons, thinking) in enumerate([(6, 0.05), (6, 5.6), (6, 6.5), (3, 0.5)]):
        for question in watch(monkeypatch, rules, seed, persons=persons, thinking=thinking):
            # Where only bots may be asked, everybody knows that.
            lengths = {6.0} if persons == SEATS else {6.0, QUERY_SECONDS}
            assert question.seconds in lengths, question
            if question.seconds != QUERY_SECONDS:
                seen.setdefault(question.stage, set()).add(question[1:3])
    kinds = set().union(*seen.values())
    assert len(kinds) > 1
    assert any(answered for _, answered in kinds)
    if rules in ("tribute216", "chayuan"):
        assert any(answered < asked for asked, answered in kinds), "somebody answers too late"


def test_a_question_of_which_everybody_sees_the_end_coming(monkeypatch: pytest.MonkeyPatch) -> None:
    """All clocks of a secret question are the same, for everybody, whether they are asked or not."""
    change_deals(monkeypatch, hot_deals)
    with World(seed=1, **UNLIMITED) as world:
        players = [world.client(f"player {seat}") for seat in range(SEATS)]
        world.table(*players, rules="tribute216", answer_s=5)
        for seat, client in enumerate(players):
            client.policy = everything(seat)
        world.run(60.0)
        clocks: dict[int, set[str]] = {}
        secret: set[int] = set()
        for event in (message for client in players for message in client.all(msg.Ev) if message.p == 0):
            clocks.setdefault(event.seq, set()).add(str(event.clock))
            last = event.events[-1] if event.events else {}
            if last.get("type") == "QueryOpened" and last["stage"] in SECRET_STAGES:
                secret.add(event.seq)
        assert len(secret) > 2
        assert all(len(clocks[seq]) == 1 for seq in secret)


# --- who acts for somebody else ------------------------------------------------------------------------------------


class Delay(NamedTuple):
    """How long it took until somebody acted for a seat, and what it held then."""

    seconds: float
    seat: Seat
    act: str
    hand: Hand


def delays(by: By, draws: int, watch: Callable[[Prompt, View], bool], *, trustees: bool, **setup: Any) -> list[Delay]:
    """So many delays of six persons of whom each lets the interface pass, or a trustee play."""
    found: list[Delay] = []
    for seed in range(1000):
        host = TableHost(make_setup("jinyou4", "pppppp", str(seed), deals=1, watched=True, **setup), random_maker)
        host.start(0.0)
        if trustees:
            for seat in range(SEATS):
                host.set_trustee(seat, on=True, now=0.0)
        player = RandomPlayer(seed)
        now = 0.0
        opened: dict[tuple[Seat, int], tuple[float, By]] = {}
        while not host.match.over and len(found) < draws:
            asks = dict(host._book._asks)
            for (seat, number), ask in asks.items():
                opened.setdefault((seat, number), (now, ask.by))
                if ask.by == By.PERSON:
                    assert host.handle(answer(player, host.view(SeatAudience(seat)), ask.prompt), now) is None
            before = host.match
            wakeup = host.next_wakeup(now)
            if wakeup is None:
                break
            now = max(now, wakeup)
            host.advance(now, steps=1)
            deal = before.deal
            turn = next(
                ((key, ask) for key, ask in asks.items() if ask.by == by and ask.prompt.stage == Stage.PLAYING), None
            )
            if turn is None or deal is None or host.match.step == before.step:
                continue
            (seat, _), ask = turn
            hand = deal.hands[seat]
            assert isinstance(hand, Hand)
            if watch(ask.prompt, before):
                act = "play" if host.match.deal.hands[seat] != hand else "pass"
                found.append(Delay(now - opened[seat, ask.prompt.id][0], seat, act, hand))
        if len(found) >= draws:
            return found
    raise AssertionError("too few")


def answer(player: RandomPlayer, view: View, prompt: Prompt) -> SeatCommand:
    return player.answer(view, prompt)


def distance(one: list[float], two: list[float]) -> float:
    """The greatest distance between two distributions (Kolmogorov and Smirnov), in units of its 0.1 % bound."""
    points = sorted(one + two)

    def below(values: list[float]) -> list[float]:
        return [sum(value <= point for value in values) / len(values) for point in points]

    greatest = max(abs(left - right) for left, right in zip(below(one), below(two), strict=True))
    return float(greatest / (1.95 * ((len(one) + len(two)) / (len(one) * len(two))) ** 0.5))


#: Ways to tell hands apart.
MEASURES: dict[str, Callable[[Hand], int]] = {
    "cards": lambda hand: hand.size,
    "jokers and 2s": lambda hand: sum(hand.counts[TWO:]),
    "the most of a rank": lambda hand: max(hand.counts),
    "ranks": lambda hand: sum(map(bool, hand.counts)),
    "3s and 4s": lambda hand: sum(hand.counts[:2]),
}


def compare(found: list[Delay]) -> None:
    """Delays of those with much of something are those with little of it."""
    for name, measure in MEASURES.items():
        ordered = sorted(found, key=lambda delay: (measure(delay.hand), delay.seat))
        third = len(ordered) // 3
        little, much = ordered[:third], ordered[-third:]
        assert measure(little[0].hand) < measure(much[-1].hand), name
        assert distance([delay.seconds for delay in little], [delay.seconds for delay in much]) < 1.0, name


def test_who_is_passed_for_waits_as_long_whatever_it_holds() -> None:
    found = delays(By.AUTO_PASS, 400, lambda _prompt, _view: True, trustees=False, auto_pass=True)
    seconds = sorted(delay.seconds for delay in found)
    assert {delay.act for delay in found} == {"pass"}
    assert 0.8 <= seconds[0] < 0.9
    assert 2.4 < seconds[-1] <= 2.5
    compare(found)


def test_a_trustee_takes_as_long_whatever_it_holds_and_does() -> None:
    def answers(_prompt: Prompt, view: View) -> bool:
        return view.deal.round.word != Word.LEAD

    found = delays(By.PLAYER, 600, answers, trustees=True)
    compare(found)
    plays = [delay.seconds for delay in found if delay.act == "play"]
    passes = [delay.seconds for delay in found if delay.act == "pass"]
    assert min(len(plays), len(passes)) > 100
    assert distance(plays, passes) < 1.0


def test_a_difference_would_be_found() -> None:
    rng = random.Random(1)
    ones = [rng.uniform(0.8, 2.5) for _ in range(300)]
    assert distance(ones, [rng.uniform(0.8, 2.5) for _ in range(300)]) < 1.0
    assert distance(ones, [rng.uniform(0.8, 2.5) + 0.4 for _ in range(300)]) > 1.0
    assert distance(ones, [rng.uniform(1.0, 2.3) ** 1.3 for _ in range(300)]) > 1.0


def test_auto_pass_is_asked_for_without_a_sign(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody else is told that it is on, nor when it would act."""
    with World(seed=2, **UNLIMITED) as world:
        players = [world.client(f"player {seat}") for seat in range(SEATS)]
        table = world.table(*players, rules="jinyou4")
        marks = [len(client.frames) for client in players]
        players[3].must(req.AutoPass, t=table, on=True)
        assert [len(client.frames) for client in players] == [mark + (seat == 3) for seat, mark in enumerate(marks)]
