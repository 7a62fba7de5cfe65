"""The bots of a server: who thinks where."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

from gouji_desktop.bots.levels import LEVELS
from gouji_desktop.bots.simplest import simplest_answer
from gouji_desktop.bots.trustee import trustee
from gouji_desktop.rules.presets import preset
from gouji_desktop.rules.prompts import prompt_of
from gouji_desktop.rules.views import SeatAudience
from gouji_desktop.server.players import OffLoopMaster, Players
from gouji_desktop.table.controllers import ThreadThinker
from gouji_desktop.table.host import TRUSTEE_LEVEL, TableHost
from tests.table.drivers import make_setup, random_maker, run_host

RULES = preset("tribute216")


@pytest.mark.parametrize("level", [level for level in LEVELS if level != "master"])
def test_most_bots_think_where_they_are_asked(level):
    player = Players().make(level, RULES, 0, 1)
    assert not hasattr(player, "thinker")


def a_question():
    """A view of seat 0 and what it is asked there."""
    host = TableHost(make_setup(seats="peeeee"), random_maker)
    host.start(0.0)

    def asked():
        return prompt_of(host.view(SeatAudience(0)), 0)

    run_host(host, until=lambda: asked() is not None)
    return host.view(SeatAudience(0)), asked()


@pytest.mark.parametrize("word", [TRUSTEE_LEVEL, "a level of another version"])
def test_whatever_is_no_level_is_a_cautious_trustee(word):
    player = Players().make(word, RULES, 0, 1)
    assert not hasattr(player, "thinker")
    view, prompt = a_question()
    assert player.answer(view, prompt) == trustee(0, Random(1)).answer(view, prompt)


def test_a_player_with_a_place_of_its_own_to_think_thinks_there():
    threads: list[str] = []

    class Elsewhere:
        def __init__(self, seat, thinker):
            self.seat = seat
            self.thinker = thinker

        def observe(self, event, view):
            pass

        def answer(self, view, prompt):
            threads.append(threading.current_thread().name)
            return simplest_answer(view, prompt)

    def make(level, rules, seat, seed):
        return Elsewhere(seat, think)

    def think(answer):
        thought = ThreadThinker(executor)(answer)
        # The clock of this table does not wait for other threads.
        executor.submit(lambda: None).result()
        return thought

    with ThreadPoolExecutor(1, thread_name_prefix="elsewhere") as executor:
        host = TableHost(make_setup(seats="bbbbbb", deals=1), make)
        host.start(0.0)
        run_host(host, until=lambda: len(threads) >= 20)
    assert all(name.startswith("elsewhere") for name in threads)


def test_masters_think_in_a_process_and_wake_their_table():
    players, woken = Players(), threading.Event()
    players.wake = woken.set
    try:
        master = players.make("master", RULES, 0, 1)
        assert isinstance(master, OffLoopMaster)
        host = TableHost(make_setup(seats="bbbbbb", deals=1), players_of(players, woken))
        host.start(0.0)
        run_host(host, until=woken.is_set)
        assert woken.is_set()
    finally:
        players.close()
    assert not [each for each in threading.enumerate() if each.name.startswith("gouji-master")]
    assert players.make("easy", RULES, 0, 1) is not None


def players_of(players, woken):
    """A master at seat 0, and a table whose clock stands still while it thinks."""

    def make(level, rules, seat, seed):
        player = players.make("master" if seat == 0 else "easy", rules, seat, Random(seed).getrandbits(60))
        if seat == 0:
            think = player.thinker

            def wait(answer):
                thought = think(answer)
                assert woken.wait(30)
                return thought

            player.thinker = wait
        return player

    return make
