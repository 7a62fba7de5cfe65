"""A server process that is killed for real, in the midst of play: nothing that anybody has seen is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.chaos.killing import Account, kill_again_and_again
from tests.chaos.seats import run_fast

FACTOR = 40.0


def survive(folder: Path, kills: list[str], rules: tuple[str, ...], persons: int, seed: int) -> None:
    accounts: list[Account] = []

    async def main() -> None:
        account, _ = await kill_again_and_again(folder, FACTOR, kills, rules, persons, seed)
        accounts.append(account)

    run_fast(main(), FACTOR)
    (account,) = accounts
    assert (account.lost, account.changed, account.forgotten, account.doubled) == (0, 0, 0, 0), account
    assert account.faults == ()
    assert account.epochs == (len(kills) + 1,) * len(rules)
    assert account.told > 50
    assert account.acknowledged > 0


def test_kills_and_a_planned_restart_at_full_play_lose_nothing(tmp_path: Path) -> None:
    survive(tmp_path, ["now", "committed", "term", "telling"], ("jinyou4", "tribute216"), 2, 1)


@pytest.mark.long
@pytest.mark.timeout(900)
def test_kills_at_every_point_lose_nothing(tmp_path: Path) -> None:
    kills = ["now", "before", "within", "committed", "term", "telling"] * 4
    survive(tmp_path, kills, ("jinyou4", "tribute216", "zaozhuang6", "chayuan"), 3, 2)
