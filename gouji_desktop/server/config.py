"""What a server is told at its start: who it is, what it allows, and how much of everything.

All of it is data; nothing here reads files or the command line (that is `options`). Times are seconds, sizes bytes.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from gouji_desktop.net.codes import DEFAULT_PORT, FRAME_IN, FRAME_OUT
from gouji_desktop.net.names import CHAT_POINTS

#: How long a sent message of the day may be, in characters, and a server's name.
MOTD_LENGTH = 500
NAME_LENGTH = 60


class Rate(NamedTuple):
    """A bucket of tokens: so many at once, and so many a second once it is empty."""

    burst: int
    per_second: float

    def __str__(self) -> str:
        return f"{self.burst}/{self.per_second:g}"


#: What clients count on: part of the protocol, not of a server.
FIXED = ("frame_in", "frame_out", "chat_points")


class Limits(NamedTuple):
    """How much of everything, to be changed by `--limits name=value`; a rate is written `burst/per_second`."""

    # -- frames and the waiting queue of a connection
    frame_in: int = FRAME_IN
    frame_out: int = FRAME_OUT
    #: Queued for one connection before droppable messages are left out: messages, bytes; and bytes in the transport.
    queue_messages: int = 64
    queue_bytes: int = 256 * 1024
    buffer_bytes: int = 256 * 1024
    #: How long a connection may stay over one of these before it is cut off.
    slow_seconds: float = 5.0

    # -- connections, counted by address or in the process
    connections: int = 6000
    connections_per_address: int = 20
    handshakes: Rate = Rate(400, 400.0)
    handshakes_per_address: Rate = Rate(20, 5.0)
    #: Until the WebSocket handshake, the first `hello` and a successful `auth` are through, counted from each other.
    open_seconds: float = 5.0
    hello_seconds: float = 5.0
    auth_seconds: float = 20.0
    messages_before_auth: int = 5
    ping_seconds: float = 20.0
    pong_seconds: float = 20.0

    # -- messages of one connection
    #: WebSocket frames of every kind, pings too: far above what the limits of messages allow.
    frames: Rate = Rate(200, 50.0)
    messages: Rate = Rate(30, 10.0)
    commands: Rate = Rate(10, 4.0)
    chat: Rate = Rate(5, 0.5)
    resyncs: Rate = Rate(3, 0.3)
    #: Pieces of logs.
    pieces: Rate = Rate(20, 5.0)
    #: A new name; what all at a table are told: seats and readiness; bots; 托管 and 要不起.
    renames: Rate = Rate(3, 0.1)
    changes: Rate = Rate(12, 1.0)
    #: Looking at the lobby anew: all open tables are told.
    looks: Rate = Rate(10, 0.5)
    #: How often a connection may run into a limit before it is closed with 4029.
    rate_strikes: int = 3
    #: Frames that are no messages, and unknown kinds, before it is closed with 4000.
    bad_frames: int = 5
    chat_points: int = CHAT_POINTS
    #: Answers kept for repeated request ids, by account and by seat.
    answers_kept: int = 64
    #: Frames kept by seat for `resync`; who missed more gets a snapshot, which is no larger than so many frames.
    frames_kept: int = 32

    # -- accounts
    logins_per_account: Rate = Rate(5, 5 / 60)
    logins_per_address: Rate = Rate(10, 10 / 600)
    #: New guests and registrations from one address.
    accounts_per_address: Rate = Rate(30, 0.1)
    invite_codes_per_address: Rate = Rate(10, 10 / 60)
    password_threads: int = 2
    password_queue: int = 32
    #: Days that the server has run, over all its starts: no jump of the time of day ends a token.
    token_days: int = 90

    # -- tables
    tables: int = 1000
    tables_per_account: int = 3
    tables_per_address: int = 12
    spectators: int = 50
    #: Joining and leaving one table, by account.
    visits: Rate = Rate(6, 0.1)
    #: A waiting table at which nobody is closes after this time.
    empty_table_seconds: float = 600.0
    lobby_seconds: float = 1.0

    # -- play
    spectator_delay: float = 30.0
    #: Silent addition to every deadline.
    grace_seconds: float = 1.0
    #: The time for a prompt of a seat whose person is not connected, after the first.
    away_prompt_seconds: float = 5.0
    #: Away for longer counts as having left (逃跑).
    away_seconds: float = 180.0
    #: The next deal begins this long after the last one ended, ready or not.
    next_deal_seconds: float = 20.0
    #: The two steps of the shuffle ceremony.
    nonce_seconds: float = 5.0
    #: Time for every open prompt after the server was started anew or could not write.
    restored_seconds: float = 15.0
    #: How often a frozen table tries to write again.
    frozen_seconds: float = 5.0

    def shown(self) -> dict[str, int]:
        """Those that a client should know, as `welcome.limits` names them."""
        return {
            "frame_in": self.frame_in,
            "frame_out": self.frame_out,
            "chat_points": self.chat_points,
            "spectators": self.spectators,
            "tables_per_account": self.tables_per_account,
        }


@dataclass(frozen=True, slots=True)
class Config:
    """Everything that a server is told."""

    #: What people read in the list of servers and above the lobby.
    name: str = "够级"
    motd: str = ""
    host: str = "127.0.0.1"
    #: 0: any free one.
    port: int = DEFAULT_PORT
    #: The socket for a reverse proxy of this machine, in place of host and port; None: there is none.
    unix: Path | None = None
    #: Where the database and the generated certificate lie; None: nothing is kept (tests).
    data: Path | None = None
    #: `normal` outlives a killed process, `full` a power cut too.
    durability: str = "normal"
    guests: bool = True
    #: The argon2id hash of the password that everybody must know to come in; "" where none is needed.
    join_password: str = ""
    tls_cert: Path | None = None
    tls_key: Path | None = None
    self_signed: bool = False
    #: Addresses of reverse proxies whose X-Forwarded-For is believed, as `ipaddress` networks.
    proxies: tuple[str, ...] = ()
    #: The loopback port of /healthz, /readyz and /metrics; None: none, 0: any free one.
    health_port: int | None = None
    announce: bool = False
    log_level: str = "info"
    #: What `welcome.server` says.
    build: str = ""
    #: The name of this process in the logs.
    node: str = "1"
    limits: Limits = field(default_factory=Limits)

    @property
    def auth_methods(self) -> tuple[str, ...]:
        """What `welcome.auth_methods` says: `guest`, `password`, and `join_password` where everybody needs that."""
        methods = ("guest", "password") if self.guests else ("password",)
        return (*methods, "join_password") if self.join_password else methods

    @property
    def secure(self) -> bool:
        """Whether the server itself speaks TLS."""
        return self.self_signed or self.tls_cert is not None


def change_limit(limits: Limits, text: str) -> Limits:
    """Limits with one changed as `name=value` says. Raises ValueError with a sentence."""
    name, equals, value = (part.strip() for part in text.partition("="))
    known = limits._asdict()
    free = sorted(set(known) - set(FIXED))
    if not equals or not value:
        raise ValueError(f"{text!r} is no limit: write name=value, for instance tables=200")
    if name not in known:
        raise ValueError(f"there is no limit {name!r}; known are {', '.join(free)}")
    if name in FIXED:
        raise ValueError(f"the limit {name} is part of the protocol: it cannot be changed")
    present = known[name]
    try:
        changed = _like(present, value)
    except ValueError:
        form = "a whole number above 0" if isinstance(present, int) else "a number above 0"
        if isinstance(present, Rate):
            form = "burst/per_second, for instance 10/4"
        raise ValueError(f"the limit {name} is {form}, not {value!r}") from None
    return limits._replace(**{name: changed})


def _like(present: object, value: str) -> Any:
    """A value of the kind of the present one; ValueError where the text is none."""
    if isinstance(present, Rate):
        burst, slash, refill = value.partition("/")
        rate = Rate(int(burst), float(refill))
        if not slash or rate.burst < 1 or not 0 < rate.per_second < 1e9:
            raise ValueError(value)
        return rate
    number = int(value) if isinstance(present, int) else float(value)
    if not 0 < number < 1e9:
        raise ValueError(value)
    return number
