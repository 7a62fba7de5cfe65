"""Pings: to everybody alike, and an end to who does not answer."""

from __future__ import annotations

from gouji_desktop.server.pulse import Pulse
from tests.server.gates import a_gate, answers, read_all, until, upgrade
from tests.table.drivers import FakeClock


class Pinged:
    def __init__(self, clock: FakeClock, pulse: Pulse, answer_after: float | None = 0.0) -> None:
        self.pings: list[float] = []
        self.silent: list[float] = []
        self._clock, self._pulse, self._answer_after = clock, pulse, answer_after
        pulse.add(self)

    def ping_now(self) -> None:
        self.pings.append(self._clock.now)
        if self._answer_after is not None:
            self._clock.call_later(self._answer_after, lambda: self._pulse.answered(self))

    def fall_silent(self) -> None:
        self.silent.append(self._clock.now)


def test_each_is_pinged_at_its_own_time_and_again_after_its_answer() -> None:
    clock = FakeClock()
    pulse = Pulse(clock, 20.0, 10.0)
    first = Pinged(clock, pulse)
    clock.run(5.0)
    second = Pinged(clock, pulse, answer_after=4.0)
    clock.run(60.0)
    assert first.pings == [1020.0, 1040.0, 1060.0]
    assert second.pings == [1025.0, 1049.0]
    assert not first.silent
    assert not second.silent


def test_who_does_not_answer_falls_silent_once_and_nobody_else() -> None:
    clock = FakeClock()
    pulse = Pulse(clock, 20.0, 10.0)
    mute, well = Pinged(clock, pulse, answer_after=None), Pinged(clock, pulse, answer_after=9.0)
    clock.run(200.0)
    assert mute.pings == [1020.0]
    assert len(mute.silent) == 1
    assert 1030.0 <= mute.silent[0] < 1030.1
    assert len(well.pings) == 7
    assert not well.silent


def test_who_is_closed_is_pinged_no_more_and_an_unasked_pong_is_no_answer() -> None:
    clock = FakeClock()
    pulse = Pulse(clock, 20.0, 10.0)
    gone, asked = Pinged(clock, pulse), Pinged(clock, pulse, answer_after=None)
    clock.run(15.0)
    pulse.answered(asked)
    clock.run(6.0)
    pulse.discard(gone)
    pulse.discard(asked)
    clock.run(100.0)
    assert gone.pings == asked.pings == [1020.0]
    assert not asked.silent


async def test_a_client_that_answers_no_ping_is_closed_and_one_that_does_stays() -> None:
    async with a_gate(ping_seconds=0.1, pong_seconds=0.2) as gate, gate.connect() as client:
        sock = await gate.raw(upgrade())
        said = await read_all(sock)
        # An empty ping, and the end: internal error 1011, as the WebSocket library says it.
        assert b"\x89\x00" in said
        assert b"\x03\xf3keepalive ping timeout" in said
        await until(lambda: len(gate.core.peers) == 1)
        await answers(client)
        sock.close()
