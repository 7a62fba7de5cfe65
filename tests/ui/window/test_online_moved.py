"""A table whose server gets another address, in the window: real sockets, and what the local network announces."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from PySide6.QtGui import QGuiApplication

from gouji_desktop.net.addresses import ServerAddress
from gouji_desktop.net.connection import Moved
from gouji_desktop.net.discovery import SERVICE, found_server
from gouji_desktop.profile.folders import profile_folders
from gouji_desktop.profile.shares import ShareFiles
from gouji_desktop.server.embedded import EmbeddedServer
from gouji_desktop.ui.app.onlinereach import _Shares
from gouji_desktop.ui.app.program import Program
from gouji_desktop.ui.app.qt import make_application
from gouji_desktop.ui.resources import assets_folder
from tests.chaos.proxy import ChaosProxy
from tests.ui.window.conftest import PLACE, Desk
from tests.ui.window.onlineworld import FINGERPRINT, SERVER, assert_clear, online_desk
from tests.ui.window.test_online_sockets import QuietNetwork, free_port, serve_on_loopback
from tests.ui.window.test_program import said


class LanNetwork(QuietNetwork):
    """Real sockets in a local network that says what it is told to say."""

    searching = False

    def search(self, found: Callable[[dict[str, str]], None]) -> None:
        self.searching, self._on_found = True, found
        self._tell()

    def search_no_more(self) -> None:
        self.searching = False

    def announce(self, key: str, port: int, fingerprint: str) -> None:
        """Somebody says to be there."""
        properties = {b"name": "王家".encode(), b"secure": b"1", b"fp": fingerprint.encode()}
        server = found_server(f"{key}.{SERVICE}", ["127.0.0.1"], port, properties)
        assert server is not None
        self._found(server)


class MovingDesk(Desk):
    """The window, and a server that is reached through one address after the other."""

    server: EmbeddedServer
    address: ChaosProxy
    port: int

    @property
    def network(self) -> LanNetwork:
        network = self.program.online._network
        assert isinstance(network, LanNetwork)
        return network

    @property
    def online(self) -> Any:
        return self.program.online

    @property
    def servers(self) -> dict[str, str]:
        return dict(self.program.preferences.settings.online_servers)

    def at(self, port: int | None = None) -> str:
        return f"wss://127.0.0.1:{port or self.port}"

    async def reach(self) -> None:
        """Go to the server for the first time, and trust it."""
        self.model.go("online")
        question = self.model.online_model.question_model
        self.model.online_model.connectTo(self.at())
        await self.until(lambda: question.asked is not None)
        assert question.asked.kind == "certificate"
        question.answer("trust")
        await self.until(lambda: self.model.shown_page == "lobby")
        await self.until(lambda: question.asked is not None)
        question.answer("memory")

    async def play(self) -> None:
        """A match of the person and bots has begun."""
        self.model.online_model.create_model.make()
        await self.until(lambda: self.model.shown_page == "room")
        self.model.online_model.room_model.wish("start", -1)
        self.model.online_model.question_model.answer("yes")
        await self.until(lambda: self.model.shown_page == "table")
        await self.until(self.hand_dealt)

    def hand_dealt(self) -> Any:
        view = self.table.inputs.update.view
        return view.deal and view.deal.dealt[0]

    async def move(self) -> None:
        """The server has another address now; nobody is told."""
        await self.address.stop()
        self.address = ChaosProxy(self.server.port)
        self.port = await self.address.start()

    async def is_back(self) -> None:
        await self.until(lambda: self.online.address == self.at())
        await self.until(lambda: self.online.client.state.phase == "online")


@pytest.fixture
async def desk(home: object, tmp_path: Path) -> AsyncIterator[MovingDesk]:
    application = make_application(assets_folder())
    assert isinstance(application, QGuiApplication)
    program = Program(
        application, assets_folder(), profile_folders(), make_network=LanNetwork, serve=serve_on_loopback, place=PLACE
    )
    program.build()
    program.preferences.change(less_motion=True, player_name="小鱼", pace="instant")
    program.open()
    await asyncio.sleep(0)
    made = MovingDesk(program)
    made.server = await EmbeddedServer.start(tmp_path, name="王家", host="127.0.0.1", port=0, announce=False)
    made.address = ChaosProxy(made.server.port)
    made.port = await made.address.start()
    try:
        yield made
    finally:
        await made.address.stop()
        program.ended.set()
        await program.until_closed()
        program.close()
        await made.server.stop()


async def test_a_running_table_comes_back_by_itself_from_another_address(desk: MovingDesk) -> None:
    await desk.reach()
    old = desk.at()
    assert desk.servers == {old: "王家"}
    await desk.play()
    client, session, hand = desk.online.client, desk.online.client.session, desk.hand_dealt()
    assert desk.program.preferences.settings.online_match == old
    assert not desk.network.searching
    await desk.move()
    await desk.until(lambda: desk.network.searching)
    desk.network.announce("a liar", desk.server.port, FINGERPRINT)
    desk.network.announce("王家", desk.port, desk.server.fingerprint)
    await desk.is_back()
    assert desk.online.client is client
    assert client.session is session
    assert desk.hand_dealt() == hand
    assert desk.model.shown_page == "table"
    assert f"这是你认识的服务器“王家”，原来在 {old.removeprefix('wss://')}" in said(desk)
    assert desk.servers == {desk.at(): "王家"}
    assert desk.program.preferences.settings.online_match == desk.at()
    assert desk.model.online_model.question_model.asked is None
    await desk.until(lambda: not desk.network.searching)


async def test_a_known_server_at_an_address_that_was_typed_is_no_stranger(desk: MovingDesk) -> None:
    await desk.reach()
    await desk.play()
    uid = desk.online.client.state.uid
    desk.model.online_model.cancel()
    await desk.until(lambda: desk.online.client is None)
    await desk.move()
    desk.model.go("online")
    desk.model.online_model.connectTo(desk.at())
    await desk.until(lambda: desk.model.shown_page == "table")
    assert desk.online.client.state.uid == uid
    assert "这是你认识的服务器" in said(desk)
    assert desk.servers == {desk.at(): "王家"}


async def test_a_strange_certificate_at_the_old_address_is_red_and_goes_once_the_server_is_found(
    desk: MovingDesk, tmp_path: Path
) -> None:
    await desk.reach()
    await desk.play()
    old, hand = desk.port, desk.hand_dealt()
    await desk.move()
    stranger = await EmbeddedServer.start(tmp_path / "x", name="生人", host="127.0.0.1", port=old, announce=False)
    try:
        question = desk.model.online_model.question_model
        await desk.until(lambda: question.asked is not None)
        assert question.asked.kind == "pin_changed"
        assert [answer.key for answer in question.asked.answers] == ["cancel"]
        assert stranger.people == 0
        assert desk.network.searching
        desk.network.announce("王家", desk.port, desk.server.fingerprint)
        await desk.is_back()
        assert question.asked is None
        assert desk.model.shown_page == "table"
        assert desk.hand_dealt() == hand
    finally:
        await stranger.stop()


@pytest.mark.parametrize("language", ["zh", "en"])
async def test_the_sentence_fits_and_the_list_follows(home: object, language: str) -> None:
    async with online_desk() as desk:
        other = "wss://192.168.100.200:47625"
        desk.program.preferences.change(language=language, online_servers={SERVER: "周末桌", other: "牌" * 20})
        await desk.connect(SERVER)
        desk.network.moved(Moved(desk.network.line.address, (other.removeprefix("wss://"),), True, withheld=True))
        await asyncio.sleep(0.05)
        assert other.removeprefix("wss://") in said(desk)
        assert ("密码没有发" if language == "zh" else "password was not sent") in said(desk)
        assert dict(desk.program.preferences.settings.online_servers) == {other: "周末桌", SERVER: "牌" * 20}
        desk.model.home()
        await asyncio.sleep(0.05)
        desk.window.setWidth(960)
        await asyncio.sleep(0.05)
        assert_clear(desk, free=("牌牌",))


async def test_the_own_server_is_the_same_one_at_another_port(desk: MovingDesk) -> None:
    host, uids = desk.model.online_model.host_model, []
    for port in (free_port(), free_port()):
        desk.model.go("host")
        host.start("我家", str(port))
        await desk.until(lambda: desk.online.client is not None and desk.online.client.state.phase == "online")
        assert desk.online.address == desk.at(port)
        uids.append(desk.online.client.state.uid)
        assert "这是你认识的服务器" not in said(desk)
        host.stop()
        await desk.until(lambda: host.props.phase == "off")
    assert uids[0] == uids[1]
    assert desk.servers == {}


@pytest.mark.parametrize(
    ("kept_under", "secure", "named"),
    [
        # As before servers could move.
        ("192.168.1.7:47625", True, "wss://192.168.1.7:47625"),
        ("192.168.1.7:47625", False, "ws://192.168.1.7:47625"),
        # That place belongs to a pinned server.
        ("ws://192.168.1.7:47625", False, "ws://192.168.1.7:47625"),
        (FINGERPRINT, True, f"wss://{FINGERPRINT}"),
    ],
)
def test_the_share_of_a_running_deal_is_found_wherever_its_server_is(
    tmp_path: Path, kept_under: str, secure: bool, named: str
) -> None:
    shares = _Shares(tmp_path, ServerAddress("192.168.1.7", 47625, secure=secure))
    shares.line = cast(Any, SimpleNamespace(kept_under=kept_under))
    shares.write("t1", b"share")
    assert ShareFiles(tmp_path, named).read("t1") == b"share"
    elsewhere = _Shares(tmp_path, ServerAddress("10.0.0.9", 47625, secure=secure))
    elsewhere.line = shares.line
    assert elsewhere.read("t1") == b"share"
