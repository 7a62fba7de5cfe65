"""A server process whose wall clock jumps while a deal runs: an hour on, an hour back, into and out of summer time."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from gouji_desktop.net.codes import SUBPROTOCOL
from gouji_desktop.rules.presets import preset
from gouji_desktop.table.codec import encode_rules
from tests.cli.test_serve import serving

LIBRARIES = ("/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib", "/usr/local/lib")
HOUR = 3600.0
TURN = 8
#: By how much a deadline may seem to move: the way of a frame on a busy machine, in seconds.
NEAR = 0.4
#: Until a missed deadline shows: the silent addition to it, and a busy machine, in seconds.
LATE = 2.5
#: What the clocks of a country with summer time do, whether this machine knows the country or not.
ZONE = "CET-1CEST,M3.5.0,M10.5.0/3"
SPRING = datetime(2026, 3, 29, 1, tzinfo=UTC).timestamp()
AUTUMN = datetime(2026, 10, 25, 1, tzinfo=UTC).timestamp()


def the_library() -> str:
    """libfaketime, where it is installed."""
    for folder in LIBRARIES:
        for path in (Path(folder) / "faketime" / "libfaketimeMT.so.1", Path(folder) / "libfaketimeMT.so.1"):
            if path.exists():
                return str(path)
    pytest.skip("libfaketime is not installed")


class Person:
    """Sits on seat 0 and lets its turns pass by."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self._number = 0
        self.table = ""
        self.last: dict[str, Any] = {}

    def receive(self, seconds: float) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self._connection.recv(timeout=seconds))
        if message["k"] in ("ev", "snap", "state"):
            self.last = message
        return message

    def ask(self, k: str, **fields: Any) -> dict[str, Any]:
        self._number += 1
        self._connection.send(json.dumps({"k": k, "id": f"q{self._number}", **fields}))
        while (message := self.receive(10.0)).get("re") != f"q{self._number}":
            pass
        assert message["k"] != "err", message
        return message

    def left(self) -> float:
        """What the server says is left of the open turn, in seconds."""
        now = {name: self.last[name] for name in ("ep", "seq", "p") if name in self.last}
        self._connection.send(json.dumps({"k": "resync", "t": self.table, **now}))
        while self.receive(10.0)["k"] != "state":
            pass
        assert self.last["clock"]["seats"] == [0]
        return float(self.last["clock"]["left_ms"]) / 1000

    def await_turn(self) -> float:
        """Until it is asked alone and has all its time; when that was."""
        while True:
            message = self.receive(60.0)
            clock = message.get("clock") or {}
            if message["k"] == "ev" and message.get("prompt") and clock.get("seats") == [0]:
                return time.monotonic()

    def await_the_next(self) -> float:
        """Until something happens at the table; when that was."""
        while self.receive(60.0)["k"] != "ev":
            pass
        return time.monotonic()


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="libfaketime is preloaded")
def test_no_deadline_moves(tmp_path, monkeypatch):
    offset = tmp_path / "offset"

    def jump(seconds: float) -> None:
        fresh = tmp_path / "offset.new"
        fresh.write_text(f"{seconds:+.3f}\n")
        fresh.replace(offset)

    jump(0.0)
    with monkeypatch.context() as patch:
        for name, value in {
            "LD_PRELOAD": the_library(),
            "FAKETIME_TIMESTAMP_FILE": str(offset),
            "FAKETIME_NO_CACHE": "1",
            # Another time of day is no other time since the machine was started.
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            "DONT_FAKE_MONOTONIC": "1",
            "TZ": ZONE,
        }.items():
            patch.setitem(os.environ, name, value)
        served_by = serving(tmp_path)
        served = served_by.__enter__()
    jumps = {
        "an hour on": lambda: HOUR,
        "an hour back": lambda: -HOUR,
        # The change itself comes two seconds later.
        "into summer": lambda: SPRING - 2.0 - time.time(),
        "out of summer": lambda: AUTUMN - 2.0 - time.time(),
        "to where it was": lambda: 0.0,
    }
    moments = []
    try:
        with connect(served.url, subprotocols=[Subprotocol(SUBPROTOCOL)], proxy=None) as connection:
            person = Person(connection)
            connection.send('{"k":"hello","v":[1]}')
            token = person.ask("auth", how="guest", name="Xiao Wang")["token"]
            rules = encode_rules(preset("tribute216"))
            person.table = person.ask("create", rules=rules, deals=1, bots="easy", turn_s=TURN)["t"]
            person.ask("start", t=person.table)
            for name, seconds in jumps.items():
                began = person.await_turn()
                assert abs(person.left() + time.monotonic() - began - TURN) < NEAR, name
                jump(seconds())
                moments.append(time.time() + seconds())
                served.process.send_signal(signal.SIGUSR1)
                for _ in range(2):
                    assert abs(person.left() + time.monotonic() - began - TURN) < NEAR, name
                    # Over the change of the clocks, too.
                    time.sleep(2.2)
                missed = person.await_the_next() - began
                assert TURN - NEAR < missed < TURN + LATE, name
                person.ask("trustee", t=person.table, on=False)
        with connect(served.url, subprotocols=[Subprotocol(SUBPROTOCOL)], proxy=None) as connection:
            person = Person(connection)
            connection.send('{"k":"hello","v":[1]}')
            assert person.ask("auth", how="token", token=token)["seats"]
        status, _, log = served.end()
        assert status == 0
        assert not [entry for entry in log if entry["level"] != "info"]
        # The clocks did jump: the log is written by the time of day.
        written = [entry["time"] for entry in log if " signed in; " in entry["message"]]
        assert len(written) == len(jumps)
        for moment, told in zip(moments, written, strict=True):
            assert abs(datetime.fromisoformat(told).timestamp() - moment) < 2.0
    finally:
        served_by.__exit__(None, None, None)
