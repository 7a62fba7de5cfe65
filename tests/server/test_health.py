"""The side port for operators, and what the server counts."""

from __future__ import annotations

import asyncio
import re
import time
import urllib.error
import urllib.request
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

import pytest

from gouji_desktop.server.app import TableServer
from gouji_desktop.server.config import Config
from gouji_desktop.server.metrics import LAG_LIMIT, Metrics
from gouji_desktop.server.timings import Timing
from tests.server.gates import PATIENCE, a_gate, read_all, until, upgrade
from tests.server.test_app import a_client, a_match, a_server
from tests.server.world import World

ROOT = Path(__file__).resolve().parents[2]


def get(port: int, path: str, host: str = "127.0.0.1") -> tuple[int, str]:
    try:
        with urllib.request.urlopen(f"http://{host}:{port}{path}", timeout=PATIENCE) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as refused:
        with refused:
            return refused.code, refused.read().decode()


async def ask(server: TableServer, path: str) -> tuple[int, str]:
    assert server.health_port is not None
    return await asyncio.to_thread(get, server.health_port, path)


async def test_it_says_that_it_lives_and_is_ready():
    async with a_server(health_port=0) as server:
        assert await ask(server, "/healthz") == (200, "ok\n")
        assert await ask(server, "/readyz") == (200, "ready\n")
        assert (await ask(server, "/"))[0] == 404
        assert (await ask(server, "/ws"))[0] == 404
        assert (await ask(server, "/metrics/../readyz"))[0] == 404


async def test_its_pages_are_only_read():
    async with a_server(health_port=0) as server:

        def of(method: str, path: str) -> tuple[int, str | None, bytes]:
            with closing(HTTPConnection("127.0.0.1", server.health_port, timeout=PATIENCE)) as connection:
                connection.request(method, path)
                answer = connection.getresponse()
                return answer.status, answer.headers["Allow"], answer.read()

        for path in ("/healthz", "/readyz", "/metrics", "/elsewhere"):
            for method in ("POST", "PUT", "DELETE"):
                assert (await asyncio.to_thread(of, method, path))[:2] == (405, "GET, HEAD")
        assert await asyncio.to_thread(of, "HEAD", "/healthz") == (200, None, b"")
        assert await asyncio.to_thread(of, "GET", "/healthz") == (200, None, b"ok\n")


async def test_it_is_on_loopback_whatever_the_server_listens_on():
    async with a_server(host="0.0.0.0", health_port=0) as server:
        assert (await ask(server, "/healthz"))[0] == 200
        assert server._health is not None
        assert server._health._server is not None
        assert {each.getsockname()[0] for each in server._health._server.sockets} == {"127.0.0.1"}


async def test_without_a_port_there_is_none():
    async with a_server() as server:
        assert server.health_port is None


async def test_it_counts_connections_tables_and_refusals():
    async with a_server(health_port=0) as server, a_client(server, name="Xiao Wang") as client:
        assert (await client.ask("join", t="nosuch"))["k"] == "err"
        status, text = await ask(server, "/metrics")
        assert status == 200
        lines = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
        assert float(lines['gouji_connections{state="open"}']) == 1
        assert float(lines['gouji_connections{state="signed_in"}']) == 1
        assert float(lines["gouji_outbound_queue_bytes"]) == 0
        assert float(lines['gouji_errors_total{code="table_gone"}']) == 1
        assert float(lines["gouji_frame_seconds_count"]) == 3
        assert "gouji_loop_lag_seconds_bucket" in text
        assert "gouji_slow_consumer_total" in text


def described() -> dict[str, tuple[str, ...]]:
    """The metrics that the page for operators lists, with their labels."""
    rows = (ROOT / "docs" / "serving.md").read_text(encoding="utf-8").splitlines()
    cells = [[cell.strip() for cell in row.split("|")] for row in rows if row.startswith("| `gouji_")]
    return {name.strip("`"): tuple(re.findall(r"`(\w+)`", labels)) for _, name, labels, *_ in cells}


async def test_the_page_for_operators_lists_every_metric_and_its_labels():
    metrics = Metrics()
    printed = re.findall(r"^# TYPE (gouji_\w+) ", metrics.text().decode(), re.MULTILINE)
    assert len(printed) == len(set(printed))
    assert set(printed) == set(described())
    # What is counted while the server runs is called as it is described.
    async with a_server(health_port=0) as server, a_client(server, name="Xiao Wang") as client:
        await client.ask("join", t="nosuch")
        await client.send("nonsense")
        await a_match(client)
        _, text = await ask(server, "/metrics")
    assert set(re.findall(r"^# TYPE (gouji_\w+) ", text, re.MULTILINE)) == set(printed)
    for name, labels in re.findall(r"^(gouji_\w+)\{(.*?)\} ", text, re.MULTILINE):
        found = set(re.findall(r'(\w+)="', labels))
        assert found == ({"le"} if name.endswith("_bucket") else {*described()[name]}), name


async def test_it_counts_requests_tokens_and_transactions():
    async with a_server(health_port=0) as server:
        async with a_client(server, name="Xiao Wang") as client:
            token = next(message["token"] for message in client.seen if message["k"] == "authed")
            table = await a_match(client)
            assert (await client.ask("kick", t=table, seat=1))["k"] == "err"
        async with a_client(server, token=token):
            pass
        async with a_client(server) as client:
            assert (await client.ask("auth", how="token", token="A" * 43))["code"] == "auth_failed"
        lines = re.findall(r"^(gouji_\w+)(\{.*?\})? (\S+)$", (await ask(server, "/metrics"))[1], re.MULTILINE)
        values = {name + labels: float(value) for name, labels, value in lines}
    assert values['gouji_cmd_total{code="ok",op="create"}'] == 1
    assert values['gouji_cmd_total{code="ok",op="start"}'] == 1
    assert values['gouji_cmd_total{code="forbidden",op="kick"}'] == 1
    assert values['gouji_resume_total{result="ok"}'] == 1
    assert values['gouji_resume_total{result="auth_failed"}'] == 1
    assert values["gouji_store_append_seconds_count"] == values["gouji_store_batch_size_count"] > 3
    assert values["gouji_store_batch_size_sum"] >= values["gouji_store_batch_size_count"]
    assert values["gouji_frozen_tables"] == values["gouji_table_faults_total"] == 0


def test_deadlines_and_trustees_are_counted():
    with World(seed=5) as world:
        wang = world.client("wang")
        world.table(wang, bots="easy", rules="tribute216", turn_s=10)
        wang.policy = None
        world.run(300.0)
        counters = world.core.stats.counters
        assert counters["timeouts"] >= 2
        assert counters["trustee"] == 1


def test_values_are_counted_up_to_their_bounds():
    timing = Timing((1, 2, 5))
    for value in (0.5, 1, 1.5, 3, 9):
        timing.observe(value)
    assert timing.buckets == [("1", 2.0), ("2", 3.0), ("5", 4.0), ("+Inf", 5.0)]
    assert timing.sum == 15


async def test_frames_that_wait_for_their_client_are_timed():
    async with a_gate() as gate:
        sock = await gate.raw(upgrade())
        await until(lambda: bool(gate.core.all))
        link = gate.core.all[0].link
        while not link.outbound.waits:
            link.send(b"x" * 60_000)
        assert gate.value("gouji_deliver_seconds_count") == 0
        read = asyncio.create_task(read_all(sock))
        await until(lambda: not link.outbound.waits)
        assert gate.value("gouji_deliver_seconds_count") >= 1
        read.cancel()
        await asyncio.wait([read])
        sock.close()


async def test_no_single_person_is_in_the_metrics():
    async with a_server(health_port=0) as server, a_client(server, name="Wangmengmeng") as client:
        authed = next(message for message in client.seen if message["k"] == "authed")
        _, text = await ask(server, "/metrics")
        for word in ("Wangmengmeng", authed["uid"], authed["token"], "127.0.0.1"):
            assert word not in text


async def test_a_late_loop_is_not_ready():
    async with a_server(health_port=0) as server:
        await until(lambda: server.metrics.lag < LAG_LIMIT)
        status, text = 0, ""
        while status != 503:
            time.sleep(LAG_LIMIT + 0.15)  # noqa: ASYNC251 - the fault itself
            # What was late is known for two seconds: where the question came later, once more.
            await until(lambda: server.metrics.lag > LAG_LIMIT)
            status, text = await ask(server, "/readyz")
        assert "late" in text


async def test_a_frozen_store_is_not_ready(monkeypatch):
    async with a_server(health_port=0) as server:
        stats = server.core.stats._replace(tables={"frozen": 1})
        monkeypatch.setattr(type(server.core), "stats", stats)
        status, text = await ask(server, "/readyz")
        assert status == 503
        assert "cannot be written" in text


async def test_a_used_health_port_is_a_sentence():
    async with a_server(health_port=0) as first:
        second = TableServer(Config(port=0, health_port=first.health_port))
        with pytest.raises(Exception, match="cannot be listened on"):
            await second.start()
