"""What SIGUSR1 writes to the log: what the server holds and waits for, and nothing that is anybody's."""

from __future__ import annotations

import asyncio
import json
import signal
import threading
from typing import Any

import pytest
from websockets.sync.client import connect
from websockets.typing import Subprotocol

from gouji_desktop.net.codes import SUBPROTOCOL
from gouji_desktop.rules.presets import preset
from gouji_desktop.server.dumping import MOST_KINDS, MOST_QUEUES, Held, Waiting, dump
from gouji_desktop.table.codec import encode_rules
from tests.cli.test_serve import serving
from tests.server.test_app import a_client, a_match, a_server

NOTHING = Held(0, 0, 0, 10, {}, 0.0, (), {})


async def test_it_counts_what_is_there(caplog):
    async with a_server() as server, a_client(server, name="Xiao Wang") as client, a_client(server):
        await a_match(client)
        caplog.clear()
        server.dump()
        said = [record.getMessage() for record in caplog.records]
        assert said[0].startswith("dump: 2 connections, 1 signed in; 2 sockets of at most ")
        assert "dump: 1 tables: 1 playing" in said
        assert any(line.startswith("dump: since the start: ") and "1 signed_in" in line for line in said)
        assert any("GuardedConnection.hand_to at connections.py:" in line and "2 times task" in line for line in said)
        assert not any("Wang" in line for line in said)


async def test_it_is_bounded_whatever_is_there():
    async def wait(event: asyncio.Event) -> None:
        await event.wait()

    end, queues = asyncio.Event(), [Waiting(number, 1, number) for number in range(500)]
    tasks = [asyncio.create_task(wait(end)) for _ in range(500)]
    await asyncio.sleep(0)
    counters = {f"err.{number}": 1 for number in range(500)}
    lines = list(dump(NOTHING._replace(queues=queues, counters=counters, tables={"playing": 500})))
    end.set()
    await asyncio.gather(*tasks)
    assert len(lines) < 20 + MOST_QUEUES + 2 * MOST_KINDS
    assert max(map(len, lines)) < 2000
    assert any(line.startswith("500 times task ") and "test_dumping.py:" in line for line in lines)
    assert "499 bytes and 1 frames wait for connection 499" in lines
    assert "124750 bytes wait for 499 connections" in lines


async def test_threads_are_named_by_where_they_are():
    end = threading.Event()
    threads = [threading.Thread(target=end.wait, name=f"gouji-waits_{number}") for number in range(3)]
    for each in threads:
        each.start()
    lines = list(dump(NOTHING))
    end.set()
    for each in threads:
        each.join()
    assert any(line.startswith("3 times thread gouji-waits at threading.py:") for line in lines)


async def test_a_server_that_has_ended_says_nothing(caplog):
    async with a_server() as server:
        pass
    caplog.clear()
    server.dump()
    assert caplog.records == []


@pytest.mark.skipif(not hasattr(signal, "SIGUSR1"), reason="there is no SIGUSR1")
def test_a_process_writes_it_at_a_signal_and_goes_on(tmp_path):
    with (
        serving(tmp_path, "--log-level", "error") as served,
        connect(served.url, subprotocols=[Subprotocol(SUBPROTOCOL)], proxy=None) as client,
    ):
        seen: list[dict[str, Any]] = []

        def ask(**message: Any) -> dict[str, Any]:
            client.send(json.dumps(message))
            while True:
                seen.append(json.loads(client.recv(timeout=30)))
                if seen[-1]["k"] == "welcome" or seen[-1].get("re") == message.get("id", ""):
                    return seen[-1]

        ask(k="hello", v=[1], features=["chat"])
        authed = ask(k="auth", id="1", how="guest", name="Xiaowangzi")
        rules = encode_rules(preset("tribute216"))
        table = ask(k="create", id="2", rules=rules, deals=1, bots="easy")["t"]
        ask(k="start", id="3", t=table)
        ask(k="say", id="4", t=table, text="nobodymayreadthis")
        served.process.send_signal(signal.SIGUSR1)
        assert ask(k="rename", id="5", name="Xiaolizi")["k"] in ("ack", "authed")
        status, _, log = served.end()
    assert status == 0
    lines = [entry["message"] for entry in log if entry["message"].startswith("dump: ")]
    assert len(lines) == len(log)
    assert {entry["level"] for entry in log} == {"info"}
    assert "dump: 1 tables: 1 playing" in lines
    assert any("task _serve at " in line for line in lines)
    text = "\n".join(map(str, log))
    assert any(message["k"] == "snap" for message in seen)
    for word in ("Xiaowangzi", "nobodymayreadthis", authed["token"], authed["uid"], "127.0.0.1"):
        assert word not in text
