"""The pool: who is in it, and what is said of a bot that is not to be had."""

from __future__ import annotations

import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from random import Random

import pytest

from gouji_desktop.bots import pool
from gouji_desktop.bots.baselines import BASELINES, GreedyPlayer, greedy_team_player
from gouji_desktop.bots.levels import LEVELS
from gouji_desktop.bots.pool import BrokenPlayerError, PoolError, UnknownPlayerError, make_player, maker_of, names

#: A module with bots of every kind, as a stranger's package may have them.
MODULE = """
from gouji_desktop.bots.baselines import greedy_team_player as good

print("loaded")
number = 7

class Mute:
    def observe(self, event, view): ...

def raising(seat, rng):
    raise ValueError("no model\\nfound")

def leaving(seat, rng):
    raise SystemExit(3)

def nobody(seat, rng):
    return None

def mute(seat, rng):
    return Mute()

def hasty():
    return None
"""


def install(folder: Path, package: str, points: str, module: str = MODULE) -> None:
    """A package of that name with its entry points of the group, as an installer leaves it."""
    info = folder / f"{package}-1.0.dist-info"
    info.mkdir(parents=True)
    (folder / f"{package}.py").write_text(module, encoding="utf-8")
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[{pool.ENTRY_POINT_GROUP}]\n{points}\n", encoding="utf-8")


@pytest.fixture
def strangers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder on the path with bots good and bad."""
    bots = ["good", "raising", "leaving", "nobody", "mute", "hasty", "number", "missing"]
    points = [f"{bot} = strange_bots:{bot}" for bot in bots]
    points += ["hard = strange_bots:raising", "gone = no_such_module_of_bots:make", "odd = strange_bots:a:b", "broken"]
    install(tmp_path, "strange_bots", "\n".join(points[:-1]))
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "strange_bots", raising=False)
    return tmp_path


def test_the_pool_holds_the_levels_and_the_baselines() -> None:
    assert names()[: len(LEVELS) + 4] == (*LEVELS, "random", "greedy", "greedy-team", "hint")
    for name in (*LEVELS, *BASELINES):
        assert maker_of(name) is {**LEVELS, **BASELINES}[name]


def test_an_unknown_name_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(UnknownPlayerError, match=r"unknown player 'expert': the pool holds novice, .*, hint") as caught:
        maker_of("expert")
    assert isinstance(caught.value, PoolError)
    assert "\n" not in str(caught.value)


def test_a_strangers_bot_is_found_by_its_entry_point(strangers: Path) -> None:
    assert names()[-10:] == (
        "gone", "good", "hasty", "leaving", "missing", "mute", "nobody", "number", "odd", "raising",
    )  # fmt: skip
    assert isinstance(make_player("good", 2, Random(1)), GreedyPlayer)


def test_nobody_takes_the_name_of_a_level(strangers: Path) -> None:
    assert names().count("hard") == 1
    assert maker_of("hard") is LEVELS["hard"]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("gone", "the bot 'gone' (no_such_module_of_bots:make) cannot be loaded: ModuleNotFoundError: No module named"),
        ("missing", "the bot 'missing' (strange_bots:missing) cannot be loaded: AttributeError:"),
        ("odd", "the bot 'odd' (strange_bots:a:b) cannot be loaded: "),
        ("number", "the bot 'number' (strange_bots:number) is no function of a seat and a random.Random but int"),
        ("raising", "the bot 'raising' could not be made for seat 1: ValueError: no model found"),
        ("leaving", "the bot 'leaving' could not be made for seat 1: SystemExit: 3"),
        ("hasty", "the bot 'hasty' could not be made for seat 1: TypeError: "),
        ("nobody", "the bot 'nobody' made NoneType, which is no player: it has no 'observe'"),
        ("mute", "the bot 'mute' made Mute, which is no player: it has no 'answer'"),
    ],
)
def test_a_broken_bot_is_told_in_one_sentence(strangers: Path, name: str, sentence: str) -> None:
    with pytest.raises(BrokenPlayerError) as caught:
        make_player(name, 1, Random(1))
    assert str(caught.value).startswith(sentence)
    assert "\n" not in str(caught.value)


def test_a_list_that_cannot_be_read_breaks_no_other_package(strangers: Path) -> None:
    install(strangers, "torn", "a line without its other half")
    install(strangers, "fine", "fine = fine:good")
    assert {"good", "fine"} <= set(names())
    assert isinstance(make_player("fine", 0, Random(1)), GreedyPlayer)


def test_a_name_that_two_packages_offer(monkeypatch: pytest.MonkeyPatch) -> None:
    values = ["one:make", "gouji_desktop.bots.baselines:greedy_team_player", "one:make"]
    points = [EntryPoint("twin", value, pool.ENTRY_POINT_GROUP) for value in values]
    monkeypatch.setattr(pool, "entry_points", lambda group: points)
    with pytest.raises(BrokenPlayerError, match="'twin' is offered twice, by one:make and gouji_desktop"):
        maker_of("twin")
    monkeypatch.setattr(pool, "entry_points", lambda group: [points[1], points[1]])
    assert type(maker_of("twin")(0, Random(1))) is type(greedy_team_player(0, Random(1)))
