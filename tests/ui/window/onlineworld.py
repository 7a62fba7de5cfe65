"""The real window at a whole server in memory: real client, real core, no socket; the server's time moves by hand."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtQuick import QQuickItem

from gouji_desktop.net.addresses import ServerAddress
from gouji_desktop.net.client import Client
from gouji_desktop.net.clientstate import Kept, Phase, Trouble
from gouji_desktop.net.connection import Moved
from gouji_desktop.net.messages import SeatState
from gouji_desktop.profile.folders import profile_folders
from gouji_desktop.ui.app.geometry import Geometry
from gouji_desktop.ui.app.program import Program
from gouji_desktop.ui.app.qt import make_application
from gouji_desktop.ui.resources import assets_folder
from tests.net.wired import Wired
from tests.server.world import ScriptedClient, World
from tests.ui.window.conftest import PLACE, Desk, walk

#: Buttons ignore clicks for so many seconds after they appear.
GUARD = 0.3
SERVER = "wss://gouji.example.org:47625"
FINGERPRINT = ":".join(f"{byte:02X}" for byte in range(32))


class MemoryLine:
    """A connection of the window to the world; what is in `network.troubles` happens first."""

    def __init__(self, network: MemoryNetwork, address: ServerAddress, name: str) -> None:
        self.network = network
        self.address = address
        self.wired = Wired(network.world, name, kept=network.kept.get(str(address)), connect=False)
        self.client: Client = self.wired.client
        self.client.attach(network.kept.get(str(address)), keep=self._keep, woke=self.retry_now)
        self.attempts = 0
        self.closed = False

    def _keep(self, kept: Kept | None) -> None:
        if kept is None:
            self.network.kept.pop(str(self.address), None)
        else:
            self.network.kept[str(self.address)] = kept

    def start(self) -> None:
        self.retry_now()

    def retry_now(self) -> None:
        self.attempts += 1
        if self.network.troubles:
            self.client.connecting()
            after = self.client.lost(self.network.troubles.pop(0))
            if not after.stop:
                self.client.waiting(5.0)
        else:
            self.wired.back()

    def mend(self) -> None:
        """Come back where the connection was lost, as connections do by themselves."""
        state = self.client.state
        if not self.closed and self.wired._link is None and state.phase == Phase.RECONNECTING:
            self.wired.back()

    async def close(self) -> None:
        self.closed = True
        self.client.stopped()
        peer, self.wired._link, self.wired._peer = self.wired._peer, None, None
        if peer is not None:
            peer.gone()
        await asyncio.sleep(self.network.closing)


class MemoryNetwork:
    """The way to one world."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.lines: list[MemoryLine] = []
        self.troubles: list[Trouble] = []
        self.kept: dict[str, Kept] = {}
        self.trusted: dict[str, str] = {}
        #: How long a connection takes to close, and whether lost ones stay lost.
        self.closing = 0.0
        self.down = False
        self.searching = False
        self.found: Callable[[dict[str, str]], None] = lambda _found: None
        self.keeping: Callable[[], None] = lambda: None
        self.moved: Callable[[Moved], None] = lambda _moved: None
        self.asks = False
        self.answered = ""
        self.closed = False

    @property
    def line(self) -> MemoryLine:
        return self.lines[-1]

    def reach(self, address: ServerAddress, name: str, locale: str) -> MemoryLine:
        self.lines.append(MemoryLine(self, address, name))
        return self.line

    def trust(self, address: ServerAddress, fingerprint: str) -> None:
        self.trusted[str(address)] = fingerprint

    def distrust(self, address: ServerAddress) -> None:
        self.trusted.pop(str(address), None)

    def on_keeping(self, listener: Callable[[], None]) -> None:
        self.keeping = listener

    def on_moved(self, listener: Callable[[Moved], None]) -> None:
        self.moved = listener

    async def keep_in_file(self) -> bool:
        self.asks, self.answered = False, "file"
        return True

    def keep_nowhere(self) -> None:
        self.asks, self.answered = False, "memory"

    def search(self, found: Callable[[dict[str, str]], None]) -> None:
        self.searching, self.found = True, found

    def search_no_more(self) -> None:
        self.searching = False

    def is_searching(self) -> bool:
        return self.searching

    async def close(self) -> None:
        self.closed = True


class MemoryServer:
    """A hosted server that only says what it is."""

    def __init__(self, folder: Path, name: str, port: int) -> None:
        self.folder, self.name, self.port = folder, name, port
        self.fingerprint = FINGERPRINT
        self.addresses: Sequence[str] = ("192.168.1.7", "fd00::7")
        self.people = 1
        self.stopped = False

    async def stop(self) -> None:
        self.stopped = True


class OnlineDesk(Desk):
    """The window, the server and its other people."""

    world: World
    network: MemoryNetwork
    servers: list[MemoryServer]

    @property
    def client(self) -> Client:
        return self.network.line.client

    @property
    def online(self) -> Any:
        return self.model.online_model

    async def go_on(self, seconds: float = 0.0) -> None:
        """Let the server's time pass, and the window show what came of it."""
        await asyncio.sleep(0)
        self.world.run(seconds + 0.1)
        if self.network.lines and not self.network.down:
            self.network.line.mend()
            self.world.run(0.2)
        await self.drawn()

    async def press_item(self, name: str, index: int = 0) -> None:
        """Click a button once it takes clicks, and let the server answer."""
        await self.until(lambda: len(self.items(name)) > index)
        await asyncio.sleep(GUARD)
        await self.tap(self.items(name)[index])
        await self.go_on()

    async def tap(self, what: QQuickItem | QPoint) -> None:
        """One click."""
        await self._outside(lambda: self.click(what))

    async def type(self, *keys: str | Qt.Key) -> None:
        """Type keys."""
        await self._outside(lambda: self.press(*keys))

    async def _outside(self, work: Callable[[], None]) -> None:
        """Do something outside of any task: what it begins may begin at once, as in the program."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def do() -> None:
            try:
                work()
            finally:
                done.set_result(None)

        asyncio.get_running_loop().call_soon(do)
        await done
        await asyncio.sleep(0)

    async def start_match(self) -> None:
        """Begin the match of the room, with bots on the free seats."""
        await self.press_item("room-start")
        await self.press_item("answer-yes")

    async def connect(self, address: str = SERVER) -> None:
        """Go to the lobby of the server."""
        self.model.go("online")
        self.online.connectTo(address)
        await self.until(lambda: self.network.lines)
        await self.go_on(1.0)

    def other(self, name: str) -> ScriptedClient:
        """Somebody else on the server."""
        return self.world.client(name)

    def page(self) -> str:
        return self.model.shown_page

    def there(self) -> str:
        """The id of the table where one is, "" for none."""
        return "" if self.client.table is None else self.client.table.t

    def seat(self, number: int) -> SeatState:
        """A seat of the table where one is."""
        assert self.client.table is not None
        return self.client.table.seats[number]

    def rows(self) -> list[str]:
        return [str(row.title) for row in self.online.lobby_model.rows]


@asynccontextmanager
async def online_desk(place: Geometry = PLACE, **config: Any) -> AsyncIterator[OnlineDesk]:
    """The window with a profile of the test's own, and a server that it is not connected to yet."""
    application = make_application(assets_folder())
    assert isinstance(application, QGuiApplication)
    with World(seed=1, name="周末桌", **config) as world:
        network = MemoryNetwork(world)
        servers: list[MemoryServer] = []

        async def serve(folder: Path, *, name: str, port: int) -> MemoryServer:
            servers.append(MemoryServer(folder, name, port))
            return servers[-1]

        program = Program(
            application,
            assets_folder(),
            profile_folders(),
            make_network=lambda *_: network,
            serve=serve,
            place=place,
        )
        program.build()
        program.preferences.change(less_motion=True, player_name="小鱼")
        program.open()
        await asyncio.sleep(0)
        desk = OnlineDesk(program)
        desk.world, desk.network, desk.servers = world, network, servers
        try:
            yield desk
        finally:
            program.close()
            await asyncio.sleep(0)


# --- pictures that are whole ----------------------------------------------------------------------------------------


def texts_of(desk: Desk) -> list[QQuickItem]:
    """Every text that is seen, those of fields included."""
    return [
        item
        for item in walk(desk.window.contentItem())
        if item.inherits("QQuickText") and item.isVisible() and item.property("text") and is_lit(item)
    ]


def is_lit(item: QQuickItem) -> bool:
    """Whether nothing above an item makes it transparent."""
    above: QQuickItem | None = item
    while above is not None:
        if above.opacity() == 0:
            return False
        above = above.parentItem()
    return True


def shown_rect(item: QQuickItem) -> QRectF:
    """Where a text is, as far as the views around it show it."""
    rect = item.mapRectToScene(QRectF(0, 0, item.width(), item.height()))
    parent: QQuickItem | None = item.parentItem()
    while parent is not None:
        if parent.clip():
            rect = rect.intersected(parent.mapRectToScene(QRectF(0, 0, parent.width(), parent.height())))
        parent = parent.parentItem()
    return rect


def assert_clear(desk: Desk, free: Sequence[str] = ()) -> None:
    """No text is cut off, leaves the window, is too small or lies on another. `free`: texts that people wrote."""
    size = desk.window.size()
    seen: list[tuple[QQuickItem, QRectF]] = []
    for item in texts_of(desk):
        text = str(item.property("text"))
        rect = shown_rect(item)
        if rect.width() <= 1 or rect.height() <= 1:
            continue
        assert not item.property("truncated") or any(each in text for each in free), f"cut off: {text}"
        assert rect.left() >= -1, text
        assert rect.right() <= size.width() + 1, text
        assert rect.top() >= -1, text
        assert rect.bottom() <= size.height() + 1, text
        assert item.property("font").pixelSize() >= 12, text
        inner = rect.adjusted(1, 2, -1, -2)
        for other, taken in seen:
            assert not inner.intersects(taken), f"{text!r} lies on {other.property('text')!r}"
        seen.append((item, inner))
