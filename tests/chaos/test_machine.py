"""Anything in any order: see machine.py."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.chaos.machine import TableMachine

UNBOTHERED = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
NOISE = ("table .* stands still", "table .* goes on")


def run(examples: int, steps: int, *, derandomize: bool) -> None:
    chosen = settings(
        max_examples=examples,
        stateful_step_count=steps,
        derandomize=derandomize,
        deadline=None,
        database=None,
        print_blob=False,
        suppress_health_check=UNBOTHERED,
    )
    run_state_machine_as_test(TableMachine, settings=chosen)


def test_whatever_happens_tables_keep_their_word() -> None:
    run(12, 40, derandomize=True)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_whatever_happens_for_longer_tables_keep_their_word() -> None:
    run(600, 80, derandomize=False)
