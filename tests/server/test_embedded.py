"""The server inside a running application, in asyncio's loop and in Qt's."""

from __future__ import annotations

import asyncio
import errno
import logging
import signal
import threading

import pytest

from gouji_desktop.net.discovery import Browser, FoundServer
from gouji_desktop.server.embedded import EmbeddedServer, StartError
from tests.server.test_app import a_client, a_match


async def plays_and_stops(folder) -> None:
    """Host, sit down with bots over TLS, stop."""
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    server = await EmbeddedServer.start(folder, name="王家", host="127.0.0.1", port=0, announce=False)
    try:
        assert server.port > 0
        assert len(server.fingerprint) == 95
        assert server.addresses == ("127.0.0.1",)
        assert server.people == 0
        async with a_client(server._server, name="Xiao Wang") as client:
            await a_match(client)
            assert (await client.ever(lambda message: message["k"] == "snap"))["you"] == 0
            assert server.people == 1
            await server.stop()
            assert await client.kind("bye") == {"k": "bye", "code": 1001, "reason": "stopped"}
    finally:
        await server.stop()
    assert {number: signal.getsignal(number) for number in handlers} == handlers
    assert not [each.name for each in threading.enumerate() if each.name.startswith(("gouji", "passwords"))]


async def test_it_runs_in_the_loop_of_the_application(tmp_path):
    await plays_and_stops(tmp_path)
    assert len(asyncio.all_tasks()) == 1


@pytest.mark.qt_loop
async def test_it_runs_in_the_loop_of_the_window(tmp_path):
    pytest.importorskip("PySide6.QtCore")
    assert type(asyncio.get_running_loop()).__module__.startswith("qasync")
    await plays_and_stops(tmp_path)


async def test_it_keeps_its_certificate_and_its_tables(tmp_path):
    server = await EmbeddedServer.start(tmp_path, name="王家", host="127.0.0.1", port=0, announce=False)
    shown = server.fingerprint
    async with a_client(server._server, name="Xiao Wang") as client:
        await a_match(client)
        await client.ever(lambda message: message["k"] == "snap")
        await server.stop()
    again = await EmbeddedServer.start(tmp_path, name="王家", host="127.0.0.1", port=0, announce=False)
    try:
        assert again.fingerprint == shown
        assert again._server.core.stats.tables.get("playing") == 1
    finally:
        await again.stop()


async def test_a_used_port_is_an_error_of_the_system_with_a_sentence(tmp_path):
    first = await EmbeddedServer.start(tmp_path / "a", name="王家", host="127.0.0.1", port=0, announce=False)
    try:
        with pytest.raises(OSError, match="cannot be listened on") as refused:
            await EmbeddedServer.start(tmp_path / "b", name="李家", host="127.0.0.1", port=first.port, announce=False)
        assert refused.value.errno == errno.EADDRINUSE
        assert str(refused.value) == refused.value.strerror
    finally:
        await first.stop()


async def test_a_folder_in_use_is_a_sentence(tmp_path):
    first = await EmbeddedServer.start(tmp_path, name="王家", host="127.0.0.1", port=0, announce=False)
    try:
        with pytest.raises(StartError):
            await EmbeddedServer.start(tmp_path, name="王家", host="127.0.0.1", port=0, announce=False)
    finally:
        await first.stop()


@pytest.mark.parametrize("loop", ["asyncio", pytest.param("qt", marks=pytest.mark.qt_loop)])
async def test_others_see_it_in_the_network(tmp_path, loop):
    found: asyncio.Queue[FoundServer] = asyncio.Queue()
    browser = Browser(found.put_nowait, lambda key: None)
    await browser.start()
    server = await EmbeddedServer.start(tmp_path, name="王家的牌桌", host="127.0.0.1", port=0)
    try:
        async with asyncio.timeout(30):
            while (seen := await found.get()).port != server.port:
                pass
        assert seen.name == "王家的牌桌"
        assert seen.fingerprint == server.fingerprint
        assert seen.secure
    finally:
        await server.stop()
        await browser.stop()
    assert not server.announced


async def test_what_it_logs_holds_no_secret(tmp_path, caplog):
    server = await EmbeddedServer.start(tmp_path, name="x", host="127.0.0.1", port=0, announce=False)
    try:
        for name in ("gouji_desktop.server.room", "gouji_desktop.net.wire", "websockets.server"):
            with caplog.at_level(logging.INFO, logger=name):
                logging.getLogger(name).info("token=%s and cards Th 3c S", "x" * 43)
    finally:
        await server.stop()
    told = [record.getMessage() for record in caplog.records if "and cards" in record.getMessage()]
    assert told == ["token=[hidden] and cards [hidden]"] * 3
    # What the application logs afterwards, and what others log meanwhile, is its own business.
    logging.getLogger("gouji_desktop.server.room").warning("two cards: Th 3c")
    assert caplog.records[-1].getMessage() == "two cards: Th 3c"
