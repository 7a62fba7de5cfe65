"""The account on a server: names, passwords, where it is signed in, and where the sign-ins are kept."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from gouji_desktop.net.codes import ErrorCode
from gouji_desktop.net.messages import Err, Sessions
from gouji_desktop.profile.settings import SettingError
from gouji_desktop.ui.models.onlineaccount import PlaceRow
from gouji_desktop.ui.models.onlinequestion import AnswerRow, Question, QuestionProps
from gouji_desktop.ui.presenter.online import clean_line, name_fault, refusal_words, sign_in_trouble

if TYPE_CHECKING:
    from gouji_desktop.net.client import Client
    from gouji_desktop.net.clientstate import ClientState
    from gouji_desktop.net.requesting import Answer
    from gouji_desktop.ui.app.onlineports import Network
    from gouji_desktop.ui.app.preferences import Preferences
    from gouji_desktop.ui.models.app import AppModel

KEYRING = "keyring"
#: Which field of a new account a refusal speaks of.
_FIELDS: dict[str, str] = {
    ErrorCode.NAME_REJECTED: "account",
    ErrorCode.NAME_TAKEN: "account",
    ErrorCode.PASSWORD_REJECTED: "password",
}


class OnlineAccount:
    """Who the person is on the server that is connected, if any."""

    def __init__(self, model: AppModel, preferences: Preferences, own_name: Callable[[], str]) -> None:
        self._model = model
        self._account = model.online_model.account_model
        self._preferences = preferences
        self._own_name = own_name
        self._client: Client | None = None
        account = self._account
        account.nameChosen.connect(self._rename)
        account.registerAsked.connect(self._register)
        account.signOutAsked.connect(self._ask_sign_out)
        account.placesAsked.connect(self._ask_places)
        account.revokeAsked.connect(self._revoke)
        account.joinAsked.connect(self._join)
        #: An account and its password, typed before there was a connection.
        self.typed: tuple[str, str] | None = None
        #: What is wrong with the name that stands in a field.
        self.bad_name = ""
        self._signed_out = False
        #: The password of the server was given, and whether that was on its way since.
        self._joining = self._join_sent = False

    @property
    def name(self) -> str:
        """The name that a guest gets."""
        return self._preferences.settings.online_name or self._own_name()

    def show(self, client: Client | None) -> None:
        """This is the client now."""
        self._client = client
        if client is not None:
            self._begin()
        self._account.show_places(())
        if client is not None:
            self.give_password(client)
        self.follow()

    def give_password(self, client: Client) -> None:
        """Let a new client be the account that was typed, if any was."""
        if self.typed is not None:
            client.sign_in(*self.typed)
            self.typed = None

    def _begin(self) -> None:
        """One comes in anew: what was said of the last time is no news any more."""
        self._signed_out = self._joining = False
        self.say()

    def follow(self) -> None:
        """The connection has changed."""
        state = self._client.state if self._client is not None else None
        there = state is not None and state.uid != ""
        trouble = sign_in_trouble(state) if state is not None else None
        back = state is not None and state.phase == "online" and not self._account.props.online
        join = trouble is not None and trouble.key == "join"
        self._follow_join(state, join)
        self._account.look(
            name=state.name if state is not None and there else self.name,
            guest=state is None or state.guest,
            account="" if state is None else clean_line(state.account, 64),
            passwords=state is None or not state.auth_methods or "password" in state.auth_methods,
            online=state is not None and state.phase == "online",
            join_wanted=join or self._joining,
            signed_in=there,
            known=self._known(),
        )
        if state is not None and state.trouble is not None:
            self._account.look(busy=False)
        if back and self._model.shown_page == "account":
            # The page was opened, or another device has taken over, while there was nobody to ask.
            self._ask_places()

    def _follow_join(self, state: ClientState | None, join: bool) -> None:
        """Say that the password of the server was wrong, as soon as it asks for it again."""
        if not self._joining or state is None:
            self._joining = False
        elif state.phase in {"connecting", "signing_in", "reconnecting"}:
            self._join_sent = True
        elif self._join_sent:
            self._joining = False
            if join:
                self.say(fault=self._model.current_words()("online.join_wrong"), at="join")

    def _known(self) -> str:
        """What the server knows of the person that is not what the settings say."""
        state, words = self._client.state if self._client is not None else None, self._model.current_words()
        if state is None or not state.uid:
            return ""
        if not state.guest:
            return words("online.known_account", account=clean_line(state.account, 64))
        return words("online.known_guest", name=clean_line(state.name)) if state.name != self.name else ""

    def enter(self) -> None:
        """A page was opened: nothing is said of what was before, only that one has signed out."""
        self.bad_name = ""
        self.say(told=self._model.current_words()("online.account.signed_out") if self._signed_out else "")

    def say(self, *, fault: str = "", told: str = "", at: str = "end") -> None:
        """What was refused, or done, and where to say it."""
        self._account.look(fault=fault, told=told, at=at, busy=False)

    # --- what the person wants ------------------------------------------------------------------------------------

    def _rename(self, name: str) -> None:
        words = self._model.current_words()
        client = self._client
        self.bad_name = name_fault(name, words)
        if self.bad_name or self._account.props.fault:
            self.say(fault=self.bad_name, at="name")
        if self.bad_name:
            return
        try:
            if name != self.name and (client is None or not client.state.uid or client.state.guest):
                self._preferences.change(online_name=name)
        except SettingError as error:
            self.say(fault=str(error), at="name")
            return
        if client is None or client.state.phase != "online":
            self.follow()
            return
        if name != client.state.name:
            told = partial(words, "online.account.renamed")
            client.rename(name, self._then(lambda: told(name=client.state.name), at="name"))

    def sign_in(self, client: Client, account: str, password: str) -> None:
        """Be an account on the server that is connected."""
        self._begin()
        self._account.look(fault="", told="", busy=True)
        client.sign_in(account, password)

    def _join(self, password: str) -> None:
        if self._client is not None:
            self._begin()
            self._joining, self._join_sent = True, False
            self._client.sign_in_as_guest(self.name, password)

    def sign_in_anew(self, client: Client) -> bool:
        """Sign in with the name of now where the server did not take the last one; whether that was so."""
        self._begin()
        trouble = client.state.trouble
        refused = trouble is not None and trouble.key in {"name_rejected", "name_taken"}
        if refused and client.state.phase == "closed":
            client.sign_in_as_guest(self.name)
        return refused

    def _register(self, account: str, password: str) -> None:
        if self._client is None:
            return
        words = self._model.current_words()
        self._account.look(fault="", told="", busy=True)
        told = words("online.account.registered", account=clean_line(account, 64))
        self._client.register(account, password, self._then(lambda: told, at="register"))

    def _ask_sign_out(self) -> None:
        if self._client is None:
            return
        words = self._model.current_words()
        kind = "guest" if self._client.state.guest else "account"
        self._model.online_model.question_model.ask(
            Question(
                "sign_out",
                QuestionProps(words("online.ask.sign_out.title"), words(f"online.ask.sign_out.{kind}")),
                (
                    AnswerRow("yes", words("online.ask.sign_out.yes"), main=False),
                    AnswerRow("no", words("button.cancel"), main=True),
                ),
                "no",
                lambda answer: self._sign_out() if answer == "yes" else None,
            )
        )

    def _sign_out(self) -> None:
        if self._client is None:
            return
        words = self._model.current_words()

        def told() -> str:
            self._signed_out = True
            return words("online.account.signed_out")

        self._client.logout(self._then(told))

    def _ask_places(self) -> None:
        if self._client is not None and self._client.state.phase == "online":
            self._client.sessions(self._show_places)

    def _show_places(self, answer: Answer) -> None:
        if not isinstance(answer, Sessions):
            self._refuse(answer, "places")
            return
        words = self._model.current_words()
        shown = []
        for row in sorted(answer.rows, key=lambda row: (not row.current, -row.last_used)):
            device = clean_line(row.device, 40) or words("online.account.unknown_device")
            when = _day(row.last_used)
            detail = words("online.account.here") if row.current else words("online.account.used", when=when)
            shown.append(PlaceRow(row.session, device, detail, row.current))
        self._account.show_places(shown)

    def _revoke(self, session: str) -> None:
        if self._client is not None:
            words = self._model.current_words()
            told = words("online.account.revoked")
            self._client.revoke(session, self._then(lambda: told, self._ask_places, at="places"))

    # --- where sign-ins are kept ----------------------------------------------------------------------------------

    def keep_in(self, network: Network, spawn: Callable[[Coroutine[Any, Any, None]], object]) -> None:
        """Ask where sign-ins may be kept, as soon as it turns out that the system has no keyring."""
        network.on_keeping(lambda: self._on_keeping(network, spawn))

    def _on_keeping(self, network: Network, spawn: Callable[[Coroutine[Any, Any, None]], object]) -> None:
        question, words = self._model.online_model.question_model, self._model.current_words()
        if not network.asks:
            question.withdraw(KEYRING)
            return
        if self._preferences.settings.online_secrets == "memory":
            network.keep_nowhere()
            return

        async def keep_in_file() -> None:
            if await network.keep_in_file():
                self._preferences.change(online_secrets="file")
            else:
                self._model.notice(self._model.current_words()("notice.disk", reason=""))

        def answered(key: str) -> None:
            if key == "file":
                spawn(keep_in_file())
            else:
                self._preferences.change(online_secrets="memory")
                network.keep_nowhere()

        question.ask(
            Question(
                KEYRING,
                QuestionProps(words("online.ask.keyring.title"), words("online.ask.keyring.detail")),
                (
                    AnswerRow("memory", words("online.ask.keyring.memory"), main=False),
                    AnswerRow("file", words("online.ask.keyring.file"), main=True),
                ),
                "memory",
                answered,
            )
        )

    # --- answers --------------------------------------------------------------------------------------------------

    def _then(
        self, told: Callable[[], str], more: Callable[[], None] = lambda: None, *, at: str = "end"
    ) -> Callable[[Answer], None]:
        def answered(answer: Answer) -> None:
            if not self._refuse(answer, at):
                self.say(told=told(), at=at)
                self.follow()
                more()

        return answered

    def _refuse(self, answer: Answer, at: str) -> bool:
        """Say why where it was refused, at the field that it concerns."""
        if not isinstance(answer, Err):
            return False
        if at == "register":
            at = _FIELDS.get(answer.code, at)
        fault = refusal_words(answer.code, answer.retry_after, answer.detail, self._model.current_words())
        self.say(fault=fault, at=at)
        return True


def _day(seconds: int) -> str:
    """A point in time as a person of this place reads it."""
    try:
        return datetime.fromtimestamp(seconds, UTC).astimezone().strftime("%Y-%m-%d %H:%M")
    except (OverflowError, OSError, ValueError):
        return "—"
