"""The program with a window: start-up order, wiring with plain constructors, and an orderly end."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication

from gouji_desktop import __version__
from gouji_desktop.profile.folders import Folders
from gouji_desktop.ui.app.crash import CrashHandler
from gouji_desktop.ui.app.geometry import Geometry, clamp, dump, parse
from gouji_desktop.ui.app.glance import glance
from gouji_desktop.ui.app.qt import file_url, load_window
from gouji_desktop.ui.models.app import AppModel
from gouji_desktop.ui.presenter.words import Words, read_words
from gouji_desktop.ui.resources import qml_folder

if TYPE_CHECKING:
    from gouji_desktop.profile.files import Notice
    from gouji_desktop.ui.app.matches import Matches
    from gouji_desktop.ui.app.online import Online
    from gouji_desktop.ui.app.onlinehosting import Serve
    from gouji_desktop.ui.app.onlineports import MakeNetwork
    from gouji_desktop.ui.app.preferences import Preferences
    from gouji_desktop.ui.app.run import MatchRequest
    from gouji_desktop.ui.app.showing import Showing
    from gouji_desktop.ui.app.sound import Sounds

log = logging.getLogger(__name__)

#: What a notice is called in the catalogue.
NOTICES = {
    "settings_damaged": "notice.settings_moved",
    "settings_newer": "notice.settings_moved",
    "setting_refused": "notice.setting_refused",
    "match_damaged": "notice.log_moved",
    "match_newer": "notice.newer_file",
    "rules_damaged": "rule.notice.damaged",
    "rules_newer": "rule.notice.newer",
    "unwritable": "notice.disk",
}


class Program:
    """Everything that lives as long as the window; make it within the running event loop.

    First comes what the first page needs, so that it is drawn at once; `build` brings the game.
    """

    def __init__(
        self,
        application: QGuiApplication,
        assets: Path,
        folders: Folders,
        *,
        make_network: MakeNetwork | None = None,
        serve: Serve | None = None,
        place: Geometry | None = None,
    ) -> None:
        self._application = application
        self._assets = assets
        self._folders = folders
        #: How servers are reached and hosted; None: by sockets.
        self._make_network = make_network
        self._serve = serve
        self._told: set[Path] = set()
        self._building = self._built = False
        look = glance(folders.settings)
        self.model = AppModel(self.words_of(look.language), file_url(assets))
        words = self.model.current_words()
        self._language = words.language
        self.model.look(
            title=words("app.window"),
            version=words("about.version", version=__version__),
            dark=look.theme == "dark",
            language=look.language,
        )
        self.crashes = CrashHandler(folders.logs, self._crashed)
        self.ended = asyncio.Event()
        self.model.quitAsked.connect(self._on_quit)
        # Where the window stands unless somebody says so: where it was, on the screens that there are.
        place = place or clamp(parse(look.window_geometry), self._screens())
        self.engine, self.window = load_window(qml_folder(), self.model, place)
        self._maximized = look.window_maximized
        application.lastWindowClosed.connect(self.ended.set)
        self.crashes.install()
        self._loop = asyncio.get_running_loop()
        self._loop.set_exception_handler(self._on_loop_error)

    def build(self) -> None:
        """Bring the game: settings, matches, table, sounds."""
        from gouji_desktop.profile.archive import Archive
        from gouji_desktop.profile.rulefiles import RuleStore
        from gouji_desktop.profile.settings import SettingsStore
        from gouji_desktop.ui.app.matches import Matches
        from gouji_desktop.ui.app.online import Online
        from gouji_desktop.ui.app.onlinehosting import Hosting
        from gouji_desktop.ui.app.onlinereach import SocketNetwork, serve
        from gouji_desktop.ui.app.preferences import Preferences
        from gouji_desktop.ui.app.rulesets import add_rule_pages, join_rule_pages
        from gouji_desktop.ui.app.showing import Showing
        from gouji_desktop.ui.app.sound import Sounds
        from gouji_desktop.ui.app.tables import hints_of
        from gouji_desktop.ui.models.newmatch import NewMatchModel
        from gouji_desktop.ui.models.online import OnlineModel
        from gouji_desktop.ui.models.table import TableModel

        if self._built or self.ended.is_set():
            return
        self._built = True
        model, loop = self.model, self._loop
        self.preferences: Preferences = Preferences(SettingsStore(self._folders.settings), self._notice)
        add_rule_pages(model, RuleStore(self._folders.rules), self._notice)
        model.online_model = OnlineModel(model.current_words, model)
        model.build(TableModel(model.current_words, hints_of, model), NewMatchModel(model.current_words, model))
        join_rule_pages(model)
        self.sounds: Sounds = Sounds(self._assets / "sounds", model)
        self.matches: Matches = Matches(model, Archive(self._folders.matches), self.preferences, loop, self._notice)
        self.showing: Showing = Showing(model, self.preferences, self.sounds, self.matches, self.words_of)
        network = (self._make_network or SocketNetwork)(self._folders, self.preferences, loop)
        hosting = Hosting(model, self.preferences, self._folders.server, self._serve or serve)
        self.online: Online = Online(model, self.preferences, self.matches, network, loop, hosting)
        self.matches.connect()
        self.showing.connect()
        self.online.connect()
        self.preferences.listen(self._on_preferences)
        self.matches.look_for_unfinished()

    def words_of(self, language: str) -> Words:
        """The catalogue of a language; a text that is missing shows its key."""
        return read_words(self._assets / "translations", language, lenient=True)

    def open(self, request: MatchRequest | None = None) -> None:
        """Show the window: its first page, or straight the match that was asked for."""
        if request is not None:
            self.build()
            self.matches.begin_request(request)
        if self._maximized:
            self.window.showMaximized()
        else:
            self.window.show()
        if not self._built:
            # The rest comes when the first page has been drawn, and in any case soon.
            self._first_drawn = self.window.frameSwapped.connect(self._first_frame)
            QTimer.singleShot(500, self._first_frame)

    def _first_frame(self) -> None:
        if self._building or self.ended.is_set():
            return
        self._building = True
        QObject.disconnect(self._first_drawn)
        QTimer.singleShot(0, self.build)

    def _on_quit(self) -> None:
        """The person wants to leave."""
        if self._built:
            from gouji_desktop.ui.app.quitting import ask_to_quit

            hosting = self.online.hosting
            if hosting is not None and hosting.others:
                # Their match ends with the server: that is the graver question.
                self.online.ask_quit(self.ended.set)
            else:
                ask_to_quit(self.model, lambda: self.online.ask_quit(self.ended.set))
        else:
            self.ended.set()

    async def until_closed(self) -> None:
        """Stay until the person leaves, and connections have been closed."""
        await self.ended.wait()
        if self._built:
            await self.online.close()

    def _on_preferences(self) -> None:
        """Pages of playing with others follow the language."""
        language = self.model.current_words().language
        if language != self._language:
            self._language = language
            self.online.refresh()

    def close(self) -> None:
        """Let go of everything, the engine before the models."""
        self.crashes.remove()
        self._loop.set_exception_handler(None)
        self._application.lastWindowClosed.disconnect(self.ended.set)
        if self._built:
            self._remember_window()
            self.online.stop()
            self.matches.close()
        self.window.hide()
        # The engine goes first: bindings must not see the models vanish.
        self.window.deleteLater()
        self.engine.deleteLater()
        self._application.processEvents()
        self.model.deleteLater()

    def _remember_window(self) -> None:
        window = self.window
        maximized = window.visibility() is window.Visibility.Maximized
        self.preferences.change(window_maximized=maximized)
        if not maximized and not window.windowStates() & Qt.WindowState.WindowFullScreen:
            place = Geometry(window.x(), window.y(), window.width(), window.height())
            self.preferences.change(window_geometry=dump(place))

    def _screens(self) -> list[Geometry]:
        """The room that each screen has for windows."""
        areas = [screen.availableGeometry() for screen in self._application.screens()]
        return [Geometry(area.x(), area.y(), area.width(), area.height()) for area in areas]

    def _notice(self, notice: Notice) -> None:
        """Tell something about a file, once."""
        log.warning("%s: %s (%s)", notice.kind, notice.path, notice.detail)
        if notice.path in self._told:
            return
        self._told.add(notice.path)
        words = self.model.current_words()
        path = str(notice.moved_to or notice.path)
        title = words(NOTICES.get(notice.kind.value, "notice.damaged"), path=path, reason=notice.detail)
        self.model.notice(title, notice.detail if notice.kind.value != "unwritable" else path)

    def _on_loop_error(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """An exception that nobody fetched, in a callback or a task."""
        error = context.get("exception")
        if isinstance(error, Exception):
            self.crashes.report(error)
        else:
            loop.default_exception_handler(context)

    def _crashed(self, path: Path | None) -> None:
        words = self.model.current_words()
        self.model.notice(words("notice.crash", path=str(path or "")), words("notice.kept"))
