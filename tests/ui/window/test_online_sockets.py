"""The window hosts a real server on loopback, joins it by TLS, and plays with somebody who came by a socket too."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QGuiApplication

from gouji_desktop.net.addresses import ServerAddress
from gouji_desktop.net.client import Client
from gouji_desktop.net.connection import Connection
from gouji_desktop.net.credentials import Credentials
from gouji_desktop.net.pins import Pins
from gouji_desktop.profile.folders import profile_folders
from gouji_desktop.server.embedded import EmbeddedServer
from gouji_desktop.ui.app.onlinehosting import Hosted
from gouji_desktop.ui.app.onlinereach import SocketNetwork
from gouji_desktop.ui.app.program import Program
from gouji_desktop.ui.app.qt import make_application
from gouji_desktop.ui.resources import assets_folder
from tests.ui.window.conftest import PLACE, Desk
from tests.ui.window.test_program import said


async def serve_on_loopback(folder: Path, *, name: str, port: int) -> Hosted:
    return await EmbeddedServer.start(folder, name=name, host="127.0.0.1", port=port, announce=False)


class QuietNetwork(SocketNetwork):
    """Real sockets; the local network is not searched, and the system has no keyring."""

    def __init__(self, program_folders: Any, preferences: Any, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(program_folders, preferences, loop, use_keyring=False)

    def search(self, found: Any) -> None:
        found({})

    def search_no_more(self) -> None:
        pass


@pytest.fixture
async def desk(home: object) -> AsyncIterator[Desk]:
    application = make_application(assets_folder())
    assert isinstance(application, QGuiApplication)
    program = Program(
        application, assets_folder(), profile_folders(), make_network=QuietNetwork, serve=serve_on_loopback, place=PLACE
    )
    program.build()
    program.preferences.change(less_motion=True, player_name="小鱼", pace="instant")
    program.open()
    await asyncio.sleep(0)
    try:
        yield Desk(program)
    finally:
        program.ended.set()
        await program.until_closed()
        program.close()
        await asyncio.sleep(0)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Other:
    """Somebody else, with a client of his own."""

    def __init__(self, address: ServerAddress, fingerprint: str, name: str) -> None:
        self.client = Client(asyncio.get_running_loop(), name=name)
        pins = Pins(None)
        pins.pin(address, fingerprint)
        self.connection = Connection(
            address, self.client, credentials=Credentials(use_keyring=False), pins=pins, proxy=False
        )
        self.connection.start()


async def host_table(desk: Desk) -> tuple[int, Any]:
    """Host a table, and be in its waiting room."""
    port = free_port()
    desk.model.go("host")
    desk.model.online_model.host_model.start("我家", str(port))
    online = desk.program.online
    await desk.until(lambda: online.client is not None and online.client.state.phase == "online")
    await desk.until(lambda: desk.model.shown_page == "room")
    return port, online


async def test_hosted_joined_played_and_stopped(desk: Desk) -> None:
    port, online = await host_table(desk)
    server = online.hosting._server
    await desk.until(lambda: server.people == 1)
    assert online.address == f"wss://127.0.0.1:{port}"
    other = Other(ServerAddress("127.0.0.1", port, secure=True), server.fingerprint, "老王")
    try:
        await desk.until(lambda: other.client.state.phase == "online")
        other.client.lobby()
        await desk.until(lambda: other.client.lobby_rows)
        other.client.join(online.client.table.t)
        await desk.until(lambda: other.client.table is not None)
        other.client.sit(3)
        await desk.until(lambda: online.client.table.seats[3].uid)
        other.client.ready()
        other.client.say(text="<b>来了</b>")
        await desk.until(lambda: online.client.table.seats[3].ready)
        await desk.until(lambda: online.client.said)
        await desk.drawn()
        assert "老王" in said(desk)
        assert "<b>来了</b>" in said(desk)
        desk.model.online_model.room_model.wish("start", -1)
        desk.model.online_model.question_model.answer("yes")
        await desk.until(lambda: desk.model.shown_page == "table")
        assert desk.table.session is online.client.session
        await desk.until(lambda: other.client.session is not None)
        await desk.until(lambda: other.client.session.latest.view.deal is not None)
        await desk.until(lambda: desk.table.inputs.update.view.deal is not None)
        own, theirs = desk.table.inputs.update.view, other.client.session.latest.view
        assert own.deal.hands[0] != theirs.deal.hands[0]
        desk.model.quit()
        await desk.drawn()
        assert "还有 1 个人连着" in said(desk)
        desk.model.online_model.question_model.answer("yes")
        async with asyncio.timeout(30):
            await desk.program.until_closed()
        await desk.until(lambda: other.client.state.phase != "online")
    finally:
        await other.connection.close()


async def test_a_port_in_use_is_told(desk: Desk) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        desk.model.go("host")
        desk.model.online_model.host_model.start("我家", str(port))
        await desk.until(lambda: f"端口 {port} 有别的程序在用" in said(desk))
    assert desk.model.online_model.host_model.props.phase == "off"


async def test_nobody_listens(desk: Desk) -> None:
    desk.model.go("online")
    desk.model.online_model.connectTo(f"127.0.0.1:{free_port()}")
    await desk.until(lambda: "那边没有服务器在听" in said(desk))
    desk.model.online_model.cancel()
    await desk.until(lambda: desk.program.online.client is None)


async def test_a_server_of_a_stranger_is_asked_about_and_kept(desk: Desk, tmp_path: Path) -> None:
    """The certificate is shown, trusted once, and the sign-in is asked about where there is no keyring."""
    server = await EmbeddedServer.start(tmp_path, name="别家", host="127.0.0.1", port=0, announce=False)
    try:
        desk.model.go("online")
        address = f"wss://127.0.0.1:{server.port}"
        desk.model.online_model.connectTo(address)
        question = desk.model.online_model.question_model
        await desk.until(lambda: question.asked is not None)
        assert question.asked.kind == "certificate"
        assert "".join(question._props.block) == server.fingerprint
        question.answer("trust")
        await desk.until(lambda: desk.model.shown_page == "lobby")
        await desk.until(lambda: question.asked is not None)
        assert question.asked.kind == "keyring"
        question.answer("file")
        kept = profile_folders().sign_ins
        await desk.until(kept.exists)
        assert kept.stat().st_mode & 0o077 == 0
        assert list(desk.program.preferences.settings.online_servers) == [address]
        uid = desk.program.online.client.state.uid
        desk.model.online_model.cancel()
        await desk.until(lambda: desk.program.online.client is None)
        desk.model.online_model.connectTo(address)
        await desk.until(lambda: desk.model.shown_page == "lobby")
        assert desk.program.online.client.state.uid == uid
    finally:
        await server.stop()
