"""The program with a window: start-up order, wiring with plain constructors, and an orderly end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path

import qasync
from PySide6.QtGui import QGuiApplication

from gouji_desktop import __version__
from gouji_desktop.bots.hints import suggestions
from gouji_desktop.rules.cards import Face
from gouji_desktop.table.host import TableHost
from gouji_desktop.table.local import LocalSession
from gouji_desktop.ui.app.qt import file_url, load_window, make_application
from gouji_desktop.ui.app.resources import assets_folder, qml_folder
from gouji_desktop.ui.app.run import MatchRequest
from gouji_desktop.ui.app.sound import Sounds
from gouji_desktop.ui.app.tables import make_bot, setup_of
from gouji_desktop.ui.models.app import AppModel
from gouji_desktop.ui.models.tableprops import TableInputs
from gouji_desktop.ui.presenter.words import read_words

log = logging.getLogger(__name__)


def hints_of(inputs: TableInputs) -> list[tuple[Face, ...]]:
    """Suggestions for the open prompt, as faces to choose."""
    update = inputs.update
    if update is None or update.prompt is None:
        return []
    found = suggestions(update.view, update.prompt, inputs.tracking.tracker)
    return [each.faces for each in found if each.faces]


class Program:
    """Everything that lives as long as the window."""

    def __init__(self, application: QGuiApplication, assets: Path) -> None:
        self.application = application
        self.words = read_words(assets / "translations", "zh", lenient=True)
        self.model = AppModel(self.words, file_url(assets), hints_of)
        self.sounds = Sounds(assets / "sounds", self.model)
        self.options: dict[str, object] = {"pace": "normal"}
        self.session: LocalSession | None = None
        self._ended = asyncio.Event()
        self.model.look(title=self.words("app.window"), version=self.words("about.version", version=__version__))
        self.model.newMatch.show_match(self.model.newMatch.match, "青岛小鱼")
        self._connect()
        self.engine, self.window = load_window(qml_folder(), self.model)

    def _connect(self) -> None:
        model = self.model
        model.quitAsked.connect(self._ended.set)
        model.leaveAsked.connect(self.leave)
        model.newMatch.started.connect(self.begin)
        model.table.said.connect(model.toasted)
        model.table.sounded.connect(self.sounds.play)

    def begin(self) -> None:
        """Begin the match of the page 开一局."""
        setup = setup_of(self.model.newMatch.match, "青岛小鱼", self.words, self.options)
        self.session = LocalSession(TableHost(setup, make_bot), asyncio.get_running_loop())
        self.model.table.attach(self.session)
        self.model.go("table")
        self.session.start()

    def leave(self) -> None:
        """Leave the table."""
        self.model.table.detach()
        if self.session is not None:
            self.session.close()
            self.session = None
        self.model.home()

    async def until_closed(self) -> None:
        """Stay until the window is closed."""
        self.window.show()
        await self._ended.wait()

    def close(self) -> None:
        """Let go of everything, the engine before the models."""
        if self.session is not None:
            self.session.close()
        self.window.close()
        del self.engine


def run(request: MatchRequest | None) -> int:  # noqa: ARG001
    """Run the window."""
    assets = assets_folder()
    application = make_application(assets)

    async def main() -> int:
        program = Program(application, assets)
        try:
            await program.until_closed()
        finally:
            program.close()
        return 0

    return in_qt_loop(application, main)


def in_qt_loop(application: QGuiApplication, main: Callable[[], object]) -> int:
    """Run a coroutine in the one event loop of Qt and asyncio."""
    loop = qasync.QEventLoop(application)
    asyncio.set_event_loop(loop)
    with loop:
        return int(loop.run_until_complete(main()))
