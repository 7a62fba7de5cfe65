"""主持一桌: a server inside the program, for the people of the same network; the person plays on it too."""

from __future__ import annotations

import asyncio
import errno
import logging
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from gouji_desktop.net.addresses import ServerAddress
from gouji_desktop.net.codes import DEFAULT_PORT
from gouji_desktop.profile.settings import SettingError
from gouji_desktop.ui.models.onlinequestion import AnswerRow, Question, QuestionProps
from gouji_desktop.ui.presenter.online import clean_line, fingerprint_lines

if TYPE_CHECKING:
    from gouji_desktop.net.client import Client
    from gouji_desktop.ui.app.online import Online
    from gouji_desktop.ui.app.preferences import Preferences
    from gouji_desktop.ui.models.app import AppModel

log = logging.getLogger(__name__)

#: Seconds between two counts of who is there.
COUNTING = 1.0
STOPPING = "stop_hosting"
#: Longest name of the own server.
NAME_LENGTH = 40


class Hosted(Protocol):
    """A server that runs inside the program."""

    @property
    def port(self) -> int:
        """Where it listens."""
        ...

    @property
    def fingerprint(self) -> str:
        """That of its certificate."""
        ...

    @property
    def addresses(self) -> Sequence[str]:
        """How others in the network reach this machine."""
        ...

    @property
    def people(self) -> int:
        """How many persons are connected to it."""
        ...

    async def stop(self) -> None:
        """Let everybody know, and be gone."""
        ...


class Serve(Protocol):
    """Starts a server: (folder, name, port). Raises OSError where it cannot listen there."""

    async def __call__(self, folder: Path, *, name: str, port: int) -> Hosted:
        """The running server."""
        ...


class Hosting:
    """The own server, while there is one."""

    def __init__(self, model: AppModel, preferences: Preferences, folder: Path, serve: Serve) -> None:
        self._model = model
        self._host = model.online_model.host_model
        self._preferences = preferences
        self._folder = folder
        self._serve = serve
        self._online: Online | None = None
        self._server: Hosted | None = None
        self._counting: asyncio.TimerHandle | None = None
        self._phase = "off"
        #: A table is to be opened on it, as soon as the person is there.
        self._opens = False
        #: Where a server was that has stopped: the network may still tell of it for a while.
        self._past: frozenset[str] = frozenset()
        #: Where others reach it, as they type it.
        self._addresses: tuple[str, ...] = ()

    def connect(self, online: Online) -> None:
        """Listen to what the person wants."""
        self._online = online
        self._host.startAsked.connect(self._open)
        self._host.nameTyped.connect(self._call)
        self._host.stopAsked.connect(self._ask_stop)
        self._host.copyAsked.connect(online.copy)
        self._host.goAsked.connect(self._go)
        self._preferences.listen(self._say_title)
        self.refresh()

    @property
    def address(self) -> str:
        """The address at which the person plays on it; "" while there is none."""
        return "" if self._server is None else str(self._own(self._server))

    @property
    def known_as(self) -> frozenset[str]:
        """All addresses at which it can be found, or was before it stopped."""
        server = self._server
        if server is None:
            return self._past
        return frozenset(f"wss://{address}" for address in self._addresses) | {self.address}

    def hear(self, found: Collection[str]) -> None:
        """The network tells of servers at these addresses."""
        self._past &= frozenset(found)

    @property
    def others(self) -> int:
        """How many others are connected to it."""
        if self._server is None:
            return 0
        client = self._online.client if self._online is not None else None
        own = client is not None and client.state.phase == "online" and self._online_there
        return max(0, self._server.people - own)

    @property
    def _online_there(self) -> bool:
        return self._online is not None and self._online.address == self.address

    @staticmethod
    def _own(server: Hosted) -> ServerAddress:
        return ServerAddress("127.0.0.1", server.port, secure=True)

    # --- starting -------------------------------------------------------------------------------------------------

    def _open(self, name: str, port: str) -> None:
        """Host a table: start the server, go there and open one."""
        self._opens = True
        self._start(name, port)

    def arrived(self, client: Client) -> bool:
        """The person has come to a server; whether a table is to be opened there, as none waits."""
        opens, self._opens = self._opens and self._online_there, False
        return opens and all(seat.left for seat in client.held.all)

    def _start(self, name: str, port: str) -> None:
        words = self._model.current_words()
        name = clean_line(name, NAME_LENGTH)
        number = int(port) if port.strip().isdecimal() and len(port.strip()) <= 5 else 0
        if not 0 < number < 65536:
            self._host.look(fault=words("online.host.fault_port"))
            return
        try:
            self._preferences.change(host_name=name, host_port=0 if number == DEFAULT_PORT else number)
        except SettingError as error:
            self._host.look(fault=str(error))
            return
        self._become("starting")
        if self._online is not None:
            self._online.spawn(self._run(name or self._usual_name(), number))

    def _call(self, name: str) -> None:
        """Remember the name, also where it is not started yet."""
        name = clean_line(name, NAME_LENGTH)
        if self._phase == "off":
            self._preferences.change(host_name="" if name == self._usual_name() else name)
            self._host.look(name=name or self._usual_name())

    async def _run(self, name: str, port: int) -> None:
        words = self._model.current_words()
        try:
            server = await self._serve(self._folder, name=name, port=port)
        except OSError as error:
            log.warning("no server can be started: %s", error)
            if error.errno == errno.EADDRINUSE:
                fault = words("online.host.fault_busy", port=str(port))
            elif error.errno in {errno.EACCES, errno.EPERM}:
                fault = words("online.host.fault_refused", port=str(port))
            else:
                fault = words("online.host.fault", reason=error.strerror or str(error))
            self._become("off")
            self._host.look(fault=fault)
            if self._model.shown_page == "online":
                # There it is said, and another port can be taken.
                self._model.go("host")
            return
        except Exception as error:
            self._become("off")
            self._host.look(fault=words("online.host.fault", reason=clean_line(str(error)) or type(error).__name__))
            raise
        if self._phase != "starting" or self._online is None:
            await server.stop()
            return
        self._server = server
        self._find_addresses(server)
        self._become("on")
        self._count()
        self._lead()
        self._online.reach_own(self._own(server), server.fingerprint)

    def resume(self) -> None:
        """Host again as the last time, or go there."""
        settings = self._preferences.settings
        if self._phase == "off":
            self._opens = False
            self._start(settings.host_name, str(settings.host_port or DEFAULT_PORT))
        else:
            self._go()

    def _go(self) -> None:
        if self._server is not None and self._online is not None:
            self._lead()
            self._online.reach(self.address)

    def _lead(self) -> None:
        """From the page of connecting one comes to the lobby as soon as one is there."""
        if self._model.shown_page == "host":
            self._model.home("online")

    # --- stopping -------------------------------------------------------------------------------------------------

    def _ask_stop(self) -> None:
        words = self._model.current_words()
        self.ask(
            words("online.ask.stop.title"),
            words("online.ask.stop.yes"),
            lambda: self._online.spawn(self.stop()) if self._online is not None else None,
        )

    def ask(self, title: str, label: str, then: Callable[[], object]) -> None:
        """Do something that ends the server; where others are there that is asked first."""
        others = self.others
        if not others:
            then()
            return
        words = self._model.current_words()
        self._model.online_model.question_model.ask(
            Question(
                STOPPING,
                QuestionProps(title, words("online.ask.stop.detail", n=others), grave=True),
                (
                    AnswerRow("yes", label, main=False),
                    AnswerRow("no", words("online.ask.stop.no"), main=True),
                ),
                "no",
                lambda answer: then() if answer == "yes" else None,
            )
        )

    async def stop(self) -> None:
        """Host no more."""
        server = self._server
        if server is None:
            self._phase = "off"
            return
        if self._online_there and self._online is not None:
            self._become("stopping")
            await self._online.hang_up()
        if self._server is not server:
            return
        if self._model.shown_page == "host":
            # The pages before it were those of this server.
            self._model.home("online", "host")
        self._become("stopping")
        self._past = self.known_as
        self._server = None
        await server.stop()
        self._become("off")

    # --- what is shown --------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Say everything in the words of now."""
        if self._phase == "off":
            settings = self._preferences.settings
            self._host.look(
                name=settings.host_name or self._usual_name(), port=str(settings.host_port or DEFAULT_PORT), fault=""
            )
        self._become(self._phase)

    def _usual_name(self) -> str:
        name = self._online.account.name if self._online is not None else ""
        return self._model.current_words()("online.host.usual_name", name=name)

    def _become(self, phase: str) -> None:
        self._phase = phase
        server, words = self._server, self._model.current_words()
        people = ""
        if server is not None:
            people = words("online.host.people", n=server.people)
        self._host.look(
            phase=phase,
            people=people,
            addresses=() if server is None else self._addresses,
            fingerprint=() if server is None else fingerprint_lines(server.fingerprint),
        )
        if phase != "off":
            self._host.look(fault="")
        self._model.online_model.say_hosting(people)
        self._say_title()

    def _say_title(self) -> None:
        """The title of the window says for as long as there is a server that others reach this computer."""
        words = self._model.current_words()
        self._model.look(title=words.join([words("app.window"), self._host.props.people], "join.dots"))

    def _find_addresses(self, server: Hosted) -> None:
        self._addresses = tuple(f"{_host(address)}:{server.port}" for address in server.addresses)

    def _count(self) -> None:
        """Keep saying how many are there."""
        if self._counting is not None:
            self._counting.cancel()
            self._counting = None
        if self._server is not None:
            # The machine may be in another network than before.
            self._find_addresses(self._server)
            self._become(self._phase)
            self._counting = asyncio.get_running_loop().call_later(COUNTING, self._count)

    def close(self) -> None:
        """Nothing is shown any more."""
        if self._counting is not None:
            self._counting.cancel()
            self._counting = None


def _host(address: str) -> str:
    return f"[{address}]" if ":" in address else address
