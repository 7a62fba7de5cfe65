"""What a client knows of its connection, in words that the interface translates."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Phase(StrEnum):
    """How far a connection has come."""

    #: Not asked to connect yet.
    OFFLINE = "offline"
    #: The first connection is being made.
    CONNECTING = "connecting"
    #: The server is there and is being told who this is.
    SIGNING_IN = "signing_in"
    ONLINE = "online"
    #: It was online, and tries to be so again.
    RECONNECTING = "reconnecting"
    #: It has stopped, and `trouble` says why (None: it was asked to).
    CLOSED = "closed"


class Trouble(NamedTuple):
    """Something that went wrong, as the key of its translation (`online.trouble.<key>`) and what fills its gaps."""

    key: str
    detail: dict[str, str] = {}  # noqa: RUF012 - never changed


class ClientState(NamedTuple):
    """The connection as a person may be shown it."""

    phase: Phase
    #: Seconds for which an answer of the server has been due; above 3 the interface says that it is reconnecting.
    silent_for: float
    #: Seconds until the next attempt, None where none is planned.
    retry_in: float | None
    trouble: Trouble | None
    #: The server's name and its message of the day.
    server: str
    motd: str
    latency_ms: int | None
    uid: str
    name: str
    #: The account's name, "" for a guest.
    account: str
    guest: bool
    auth_methods: tuple[str, ...]


#: Silence that a person is told of, in seconds.
SILENCE_SHOWN = 3.0


class Kept(NamedTuple):
    """What a client keeps for one server, in the keyring: a secret."""

    token: str
    account: str = ""
    name: str = ""

    def __repr__(self) -> str:
        return f"Kept(account={self.account!r}, name={self.name!r})"


class After(NamedTuple):
    """What follows a lost connection."""

    #: Do not come back by itself.
    stop: bool = False
    #: Come back without the usual wait.
    at_once: bool = False
    #: The server asked to wait so many seconds.
    wait: float | None = None
