"""The wood tick of the last five seconds, for the own turn alone."""

from __future__ import annotations

from collections.abc import Callable

from gouji_desktop.rules.presets import preset
from gouji_desktop.rules.prompts import Prompt
from gouji_desktop.rules.state import Stage, new_match
from gouji_desktop.table.session import ClockInfo, Update
from gouji_desktop.ui.app.ticking import Ticking


class Timer:
    def __init__(self, at: float, call: Callable[[], object]) -> None:
        self.at, self.call, self.cancelled = at, call, False

    def cancel(self) -> None:
        self.cancelled = True


class Clock:
    def __init__(self) -> None:
        self.timers: list[Timer] = []

    def time(self) -> float:
        return 0.0

    def call_later(self, delay: float, callback: Callable[[], object]) -> Timer:
        self.timers.append(Timer(delay, callback))
        return self.timers[-1]


def update(seat: int, left: float | None, paused: bool = False) -> Update:
    view = new_match(preset("tribute216"))
    prompt = Prompt(seat, 1, Stage.PLAYING, ("play",))
    return Update((), view, prompt, (), ClockInfo((seat,), left, 15.0), paused=paused)


def test_five_ticks_for_the_own_turn() -> None:
    clock = Clock()
    heard: list[str] = []
    ticking = Ticking(clock, heard.append)
    ticking.follow(update(0, 15.0), 0)
    assert sorted(timer.at for timer in clock.timers) == [10, 11, 12, 13, 14]
    clock.timers[0].call()
    assert heard == ["tick"]
    ticking.follow(update(0, None), 0)
    assert all(timer.cancelled for timer in clock.timers)


def test_none_for_others_or_a_table_that_stands_still() -> None:
    clock = Clock()
    ticking = Ticking(clock, lambda _name: None)
    ticking.follow(update(3, 15.0), 0)
    ticking.follow(update(0, 15.0, paused=True), 0)
    ticking.follow(update(0, 0.5), 0)
    assert clock.timers == []
