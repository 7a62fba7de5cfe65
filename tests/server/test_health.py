"""The side port for operators, and what the server counts."""

from __future__ import annotations

import asyncio
import time
import urllib.error
import urllib.request

import pytest

from gouji_desktop.server.app import TableServer
from gouji_desktop.server.config import Config
from gouji_desktop.server.metrics import LAG_LIMIT
from tests.server.test_app import a_client, a_server


def get(port: int, path: str, host: str = "127.0.0.1") -> tuple[int, str]:
    try:
        with urllib.request.urlopen(f"http://{host}:{port}{path}", timeout=2) as answer:
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
        assert float(lines['gouji_connections{kind="open"}']) == 1
        assert float(lines['gouji_connections{kind="signed_in"}']) == 1
        assert float(lines["gouji_outbound_queue_bytes"]) == 0
        assert float(lines['gouji_errors_total{kind="table_gone"}']) == 1
        assert float(lines["gouji_frame_seconds_count"]) == 3
        assert "gouji_loop_lag_seconds_bucket" in text
        assert "gouji_slow_consumer_total" in text


async def test_no_single_person_is_in_the_metrics():
    async with a_server(health_port=0) as server, a_client(server, name="Wangmengmeng") as client:
        authed = next(message for message in client.seen if message["k"] == "authed")
        _, text = await ask(server, "/metrics")
        for word in ("Wangmengmeng", authed["uid"], authed["token"], "127.0.0.1"):
            assert word not in text


async def test_a_late_loop_is_not_ready():
    async with a_server(health_port=0) as server:
        await asyncio.sleep(0.12)
        assert server.metrics.lag < LAG_LIMIT
        time.sleep(LAG_LIMIT + 0.15)  # noqa: ASYNC251 - the fault itself
        await asyncio.sleep(0.05)
        status, text = await ask(server, "/readyz")
        assert status == 503
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
