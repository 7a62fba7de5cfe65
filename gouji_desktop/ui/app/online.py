"""Playing with others: which server, what happens to the connection, and where the person is on it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from gouji_desktop.net.addresses import ServerAddress, invite_code
from gouji_desktop.net.clientstate import ClientState, Phase, Trouble
from gouji_desktop.net.messages import Err
from gouji_desktop.ui.app.onlineaccount import OnlineAccount
from gouji_desktop.ui.app.onlinecertificate import CERTIFICATE, PIN_CHANGED, certificate_question
from gouji_desktop.ui.app.onlinelobby import OnlineLobby
from gouji_desktop.ui.app.onlinemoving import follow_server, is_sought
from gouji_desktop.ui.app.onlineseats import OWN_SERVER, HeldSeats, waiting_words
from gouji_desktop.ui.app.onlineservers import OnlineServers
from gouji_desktop.ui.app.onlinetable import WAY_TO_LOBBY, OnlineTable
from gouji_desktop.ui.app.onlinetrial import OnlineTrial, Tried
from gouji_desktop.ui.models.app import ONLINE
from gouji_desktop.ui.presenter.online import (
    address_fault,
    derive_connection,
    refusal_words,
    server_name,
    trouble_words,
)

if TYPE_CHECKING:
    from gouji_desktop.net.client import Client
    from gouji_desktop.net.connection import Moved
    from gouji_desktop.net.requesting import Answer
    from gouji_desktop.ui.app.matches import Matches
    from gouji_desktop.ui.app.onlinehosting import Hosting
    from gouji_desktop.ui.app.onlineports import Line, Network
    from gouji_desktop.ui.app.preferences import Preferences
    from gouji_desktop.ui.models.app import AppModel

log = logging.getLogger(__name__)

#: Pages that nobody is on without a connection.
PAGES_BEHIND = frozenset({"lobby", "create", "room", "account"})
#: The state of no client at all.
NOBODY = ClientState(Phase.OFFLINE, 0.0, None, None, "", "", None, "", "", "", guest=True, auth_methods=())
#: Seconds between two looks at what only time changes: the wait before the next attempt, silence.
TICK = 0.5
#: The program ends within so many seconds, whatever servers do.
CLOSING = 2.0


class Online:
    """Everything between the pages of playing with others and the net."""

    def __init__(
        self,
        model: AppModel,
        preferences: Preferences,
        matches: Matches,
        network: Network,
        loop: asyncio.AbstractEventLoop,
        hosting: Hosting | None = None,
    ) -> None:
        self._model = model
        self._online = model.online_model
        self._preferences = preferences
        self._network = network
        self._loop = loop
        self._line: Line | None = None
        self._address: ServerAddress | None = None
        #: It was written without saying whether the line is encrypted.
        self._bare = False
        self._arrived = self._closed = False
        #: The connection has stopped, and was not there again since.
        self._stopped = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._ticking: asyncio.TimerHandle | None = None
        #: The trouble that a question was asked about.
        self._asked: Trouble | None = None
        self._servers = OnlineServers(model, preferences, network, self._on_found)
        self._trial = OnlineTrial(lambda tried: self.spawn(self._go_over(tried)), self._say_unreached, self.spawn)
        self.account = OnlineAccount(model, preferences, lambda: matches.own_name)
        self.held = HeldSeats(preferences, lambda: self._place)
        self.table = OnlineTable(model, matches, self.held, loop, self._answered, self._cancel, self._show)
        self.lobby = OnlineLobby(model, self.account, self.table, self.held, lambda: self.client, self._answered)
        self.hosting = hosting

    def connect(self) -> None:
        """Listen to what the person wants."""
        online, model = self._online, self._model
        online.connectAsked.connect(self.reach)
        online.signInAsked.connect(self._sign_in)
        online.forgetAsked.connect(self._forget)
        online.retryAsked.connect(self._retry)
        online.cancelAsked.connect(self._cancel)
        online.room_model.copyAsked.connect(self.copy)
        model.table_model.online_model.retryAsked.connect(self._retry)
        model.pageChanged.connect(self._on_page)
        self.account.keep_in(self._network, self.spawn)
        self._network.on_moved(self._on_moved)
        self.lobby.connect()
        if self.hosting is not None:
            self.hosting.connect(self)
        self._preferences.listen(self.account.follow)
        self._preferences.listen(self._show_waiting)
        model.returnAsked.connect(self._resume)
        self.account.show(None)
        self._show()
        self._show_waiting()

    @property
    def client(self) -> Client | None:
        """The client of the server that one is connected to, or tries to be."""
        return self._line.client if self._line is not None else None

    @property
    def address(self) -> str:
        """Its address, "" without one."""
        return "" if self._address is None else str(self._address)

    @property
    def _place(self) -> str:
        """The same, as it is remembered."""
        return OWN_SERVER if self.address and self.address == self._own else self.address

    @property
    def _own(self) -> str:
        """The address of the own server, "" without one."""
        return "" if self.hosting is None else self.hosting.address

    # --- connecting -----------------------------------------------------------------------------------------------

    def reach(self, text: str) -> None:
        """Connect to an address as it was typed or remembered."""
        address = self._read(text)
        if address is None:
            return
        if self.account.bad_name:
            self.account.say(fault=self.account.bad_name, at="name")
            return
        client = self.client
        if client is not None and address == self._address and client.state.phase != "closed":
            if client.state.phase == "online":
                self._model.home(*WAY_TO_LOBBY)
            else:
                self._retry()
            return
        self.spawn(self._reach(address, bare="://" not in text))

    def _read(self, text: str) -> ServerAddress | None:
        """The address that was typed; says what is wrong where it is none."""
        if code := invite_code(text):
            self._say_code(code)
            return None
        address = ServerAddress.parse(text)
        if isinstance(address, Trouble):
            self._online.say_address(address_fault(text, address, self._model.current_words()))
            return None
        self._online.say_address("")
        return address

    def _say_code(self, code: str) -> None:
        """An invite code was typed where an address belongs: it leads to its table where there is a server to ask."""
        if self.client is None or self.client.state.phase != "online":
            self._online.say_address(self._model.current_words()("online.address_code"))
            return
        self._model.home(*WAY_TO_LOBBY)
        self._online.lobby_model.enterCode(code)

    def _sign_in(self, text: str, account: str, password: str) -> None:
        """Be an account at the address that was typed, at the server of now, or at the last one."""
        text = text.strip() or self.address or next(iter(self._preferences.settings.online_servers), "")
        if not text:
            self.account.say(fault=self._model.current_words()("online.sign_in_where"), at="where")
            return
        address, client = self._read(text), self.client
        if address is None:
            return
        # It leads where connecting leads.
        self._arrived = False
        if client is not None and address == self._address:
            self.account.sign_in(client, account, password)
        else:
            self.account.typed = (account, password)
            self.spawn(self._reach(address, bare="://" not in text))

    def reach_own(self, address: ServerAddress, fingerprint: str) -> None:
        """Connect to the server that the program hosts itself; its certificate is known."""
        self._trust(address, fingerprint)
        self.spawn(self._reach(address))

    async def _reach(self, address: ServerAddress, *, bare: bool = False) -> None:
        words = self._model.current_words()
        known = address == self._address or str(address) == self._own
        if self.client is not None and self.client.state.phase == "online" and not known:
            # The connection of now is kept until another one stands.
            line = self._network.reach(address, self.account.name, words.language)
            self.account.give_password(line.client)
            self._model.toasted.emit(words("online.trying", server=server_name(str(address), "")))
            self._trial.begin(Tried(line, address, bare))
            return
        await self.hang_up()
        if self._closed or self._line is not None:
            return
        line = self._network.reach(address, self.account.name, words.language)
        self._begin(Tried(line, address, bare))
        line.start()
        self._follow("state")

    async def _go_over(self, tried: Tried) -> None:
        """Another server has answered: be there from now on."""
        await self.hang_up()
        if self._closed or self._line is not None:
            await tried.line.close()
            return
        self._begin(tried)
        for topic in ("state", "session", "table"):
            self._follow(topic)

    def _begin(self, tried: Tried) -> None:
        self._line, self._address, self._bare = tried
        self._asked = None
        self._arrived = self._stopped = False
        client = tried.line.client
        client.subscribe(self._follow)
        self.table.show(client)
        self.account.show(client)

    def _say_unreached(self, address: ServerAddress, trouble: Trouble) -> None:
        """Another server does not answer: one stays where one is."""
        words = self._model.current_words()
        stays = words("online.stays", server=server_name(str(address), ""))
        said = words("online.sentences", first=stays, second=trouble_words(trouble, words)[0])
        say = self._online.say_address if self._model.shown_page == "online" else self._model.toasted.emit
        say(said)

    async def hang_up(self) -> None:
        """Be connected no more, and try nothing else."""
        self._trial.give_up()
        line, self._line, self._address = self._line, None, None
        self._search()
        if line is None:
            return
        for kind in (CERTIFICATE, PIN_CHANGED):
            self._online.question_model.withdraw(kind)
        at_table = self.table.is_shown
        self.table.let_go()
        self.account.show(None)
        self._online.create_model.say("")
        self._show()
        if at_table or self._model.shown_page in PAGES_BEHIND:
            self._model.home("online")
        try:
            async with asyncio.timeout(CLOSING):
                await line.close()
        except TimeoutError:
            log.warning("a connection did not close in time")

    def _resume(self) -> None:
        """Go back to the match that waits: connect to its server, or start the own one again."""
        place = self._preferences.settings.online_match
        self._model.home("online")
        if place != OWN_SERVER:
            self.reach(place)
        elif self.hosting is not None:
            self.hosting.resume()
        self.table.resume()

    def _show_waiting(self) -> None:
        """Say on the first pages that a match waits somewhere."""
        self._model.look(waiting=waiting_words(self._preferences.settings, self._model.current_words()))

    def _cancel(self) -> None:
        self.spawn(self.hang_up())

    def _retry(self) -> None:
        if self._line is None:
            return
        if self._wants_tls:
            self._secure()
        elif not self.account.sign_in_anew(self._line.client):
            self._line.retry_now()

    @property
    def _wants_tls(self) -> bool:
        """Whether it has stopped because there they speak TLS only."""
        state = self._line.client.state if self._line is not None else NOBODY
        return state.phase == "closed" and state.trouble is not None and state.trouble.key == "needs_tls"

    def _secure(self) -> None:
        """Connect to the same server by an encrypted line; never the other way round."""
        if self._address is not None and not self._address.secure:
            self.spawn(self._reach(self._address._replace(secure=True)))

    # --- what the client tells ------------------------------------------------------------------------------------

    def _follow(self, topic: str) -> None:
        client = self.client
        if client is None:
            return
        if topic == "state":
            self._follow_state(client)
        self.table.follow(topic)
        if topic in {"state", "lobby", "table"}:
            self._show()
        if topic == "table":
            self.lobby.follow()

    def _follow_state(self, client: Client) -> None:
        state = client.state
        if state.phase == "online":
            first, back = not self._arrived, self._stopped
            self._arrived, self._stopped = True, False
            if first:
                if self.address and self.address != self._own:
                    self._servers.keep(self.address, state.server)
                client.lobby()
                self.account.say()
                # Who goes to one table at once is told that there are others.
                if count := self.held.elsewhere(client):
                    self._model.toasted.emit(self._model.current_words()("online.elsewhere", n=count))
            opens = first and self.hosting is not None and self.hosting.arrived(client)
            if (first or back) and self._model.shown_page == "online":
                self._model.home(*WAY_TO_LOBBY)
                self.table.go()
                if opens:
                    self.lobby.open_table()
        self.account.follow()
        self._search()
        if state.phase == "closed" and not self._stopped:
            self._stopped = True
            # What is wrong is said there, and what can be done.
            ended = state.trouble is not None and state.trouble.key == "stopped"
            if self._model.shown_page in PAGES_BEHIND or (ended and self.table.is_looked_at):
                self._model.home("online")
        if self._wants_tls and self._bare:
            self._secure()
        if state.phase != "closed":
            self._asked = None
        elif state.trouble is not None and state.trouble != self._asked:
            self._asked = state.trouble
            self._ask_about(state.trouble)

    def _ask_about(self, trouble: Trouble) -> None:
        """A certificate is shown to the person."""
        address, words = self._address, self._model.current_words()
        if address is None:
            return
        question = certificate_question(trouble, address, words, lambda found: self._trust(address, found))
        if question is not None:
            self._online.question_model.ask(question)

    def _trust(self, address: ServerAddress, fingerprint: str) -> None:
        try:
            self._network.trust(address, fingerprint)
        except OSError as error:
            # It is trusted until the program ends.
            self._model.notice(self._model.current_words()("notice.disk", reason=error.strerror or str(error)))
        if self.client is None or address != self._address:
            return
        if self.client.state.uid:
            # It is not the server that this client has talked to.
            self.spawn(self._reach(address))
        else:
            self._retry()

    def _on_moved(self, moved: Moved) -> None:
        """The server was recognised elsewhere: it is the same one, and said to be."""
        said = follow_server(moved, self._preferences, self._model.current_words(), self._own)
        if not self._trial.moved(moved):
            self._address = moved.address
        self._online.question_model.withdraw(PIN_CHANGED)
        if said:
            self._model.toasted.emit(said)
        self._show()

    # --- what is shown --------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Say everything in the words of now."""
        self.lobby.refresh()
        self._show()
        self._show_waiting()
        self.table.refresh()
        if self.hosting is not None:
            self.hosting.refresh()

    def _show(self) -> None:
        words, client = self._model.current_words(), self.client
        if client is None:
            self._online.show_connection(derive_connection(NOBODY, words))
            self._online.lobby_model.show_tables((), "", live=False)
        else:
            plain = self._address is not None and not self._address.secure
            state = client.state
            self._online.show_connection(
                derive_connection(state, words, online=client.online, plain=plain, address=self.address)
            )
            held, live = self.held.rows(client), state.phase == "online"
            self._online.lobby_model.show_tables(client.lobby_rows, self.table.own, live=live, held=held)
            self._tick_while(on=state.phase in {"connecting", "reconnecting"} or state.silent_for > 0)
        self._show_servers()

    def _tick_while(self, *, on: bool) -> None:
        if self._ticking is not None:
            self._ticking.cancel()
            self._ticking = None
        if on and not self._closed:
            self._ticking = self._loop.call_later(TICK, self._tick)

    def _tick(self) -> None:
        self._ticking = None
        self._show()

    def _show_servers(self) -> None:
        own = self.hosting.known_as if self.hosting is not None else frozenset()
        self._servers.show(self.client, self.address, own)

    def _forget(self, address: str) -> None:
        """Forget a server, and be there no more."""
        parsed = self._servers.forget(address)
        if parsed is not None and parsed == self._address:
            self.spawn(self.hang_up())
        self._show_servers()

    def _on_page(self) -> None:
        self._search()
        page = self._model.shown_page
        if page in ONLINE:
            self.account.enter()
        self._online.say_address("")
        if page == "host" and self.hosting is not None:
            self.hosting.refresh()

    def _search(self) -> None:
        """Look for servers while their list is shown, and while the one of now may be elsewhere."""
        client = self.client
        wanted = self._model.shown_page == "online" or (client is not None and is_sought(client.state, self._address))
        if self._servers.search(wanted=wanted and not self._closed):
            self._show_servers()

    def _on_found(self, found: dict[str, str]) -> None:
        if self.hosting is not None:
            self.hosting.hear(found)
        self._show_servers()

    # --- odds and ends ---------------------------------------------------------------------------------------------

    def _answered(self, answer: Answer) -> None:
        """Say in passing why something was refused."""
        if isinstance(answer, Err):
            words = self._model.current_words()
            self._model.toasted.emit(refusal_words(answer.code, answer.retry_after, answer.detail, words))

    def copy(self, text: str) -> None:
        """Put a text on the clipboard, and say so."""
        from PySide6.QtGui import QGuiApplication

        QGuiApplication.clipboard().setText(text)
        self._model.toasted.emit(self._model.current_words()("online.copied"))

    # --- the end --------------------------------------------------------------------------------------------------

    def ask_quit(self, quit_now: Callable[[], object]) -> None:
        """The person wants to quit: asked first where others play on the own server."""
        if self.hosting is None:
            quit_now()
            return
        words = self._model.current_words()
        self.hosting.ask(words("online.ask.quit.title"), words("online.ask.quit.yes"), quit_now)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine on the side; a fault in it is an ordinary crash of the program."""
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def stop(self) -> None:
        """Nothing is shown any more; what is still open goes with the process."""
        self._closed = True
        self._tick_while(on=False)
        if self.hosting is not None:
            self.hosting.close()
        self._search()

    async def close(self) -> None:
        """Close connections, the own server and everything else, within two seconds."""
        self.stop()
        try:
            async with asyncio.timeout(CLOSING):
                await self.hang_up()
                if self.hosting is not None:
                    await self.hosting.stop()
                await self._network.close()
        except TimeoutError:
            log.warning("the net did not close in time")
        for task in tuple(self._tasks):
            task.cancel()
