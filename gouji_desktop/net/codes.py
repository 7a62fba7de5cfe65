"""Error and close codes of `gouji.v1`, shared by client, server and documentation."""

from __future__ import annotations

from enum import IntEnum, StrEnum

SUBPROTOCOL = "gouji.v1"
VERSION = 1
PATH = "/ws"
DEFAULT_PORT = 47625

#: The longest frame that a client may send, and that a server sends, in bytes. The longest of all is the snapshot of a
#: match of 99 deals: a result is about 1 KB, at most 2.3 KB.
FRAME_IN = 16 * 1024
FRAME_OUT = 256 * 1024


class ErrorCode(StrEnum):
    """Why a request was refused (`err.code`). A client must bear codes that it does not know."""

    BAD_JSON = "bad_json"
    BAD_SCHEMA = "bad_schema"
    UNKNOWN_KIND = "unknown_kind"
    UNAUTHENTICATED = "unauthenticated"
    #: Not allowed to you here: not the host of the table, not in this phase.
    FORBIDDEN = "forbidden"
    NOT_SEATED = "not_seated"
    #: The seat is not asked now.
    NOT_YOUR_TURN = "not_your_turn"
    #: The command answers a prompt that is open no more.
    STALE_PROMPT = "stale_prompt"
    #: The rules refuse it; `detail` holds the reason of the rules.
    ILLEGAL_PLAY = "illegal_play"
    ALREADY_DONE = "already_done"
    TABLE_FULL = "table_full"
    SEAT_TAKEN = "seat_taken"
    #: No such table: also said where a table is private and the code is wrong.
    TABLE_GONE = "table_gone"
    TOO_MANY = "too_many"
    #: `retry_after` says when it may be tried again.
    RATE_LIMITED = "rate_limited"
    BUSY = "busy"
    NAME_REJECTED = "name_rejected"
    NAME_TAKEN = "name_taken"
    PASSWORD_REJECTED = "password_rejected"  # noqa: S105 - a code
    #: Wrong name or password, or a token that is not valid: one code for all, so that nothing can be told from it.
    AUTH_FAILED = "auth_failed"
    RULES_REJECTED = "rules_rejected"
    FROZEN_STORAGE = "frozen_storage"
    VERSION_UNSUPPORTED = "version_unsupported"
    #: Kept for later: a server of this version closes with 4050 before it restarts, and sends this never.
    DRAINING = "draining"
    INTERNAL = "internal"


#: The reason of a close with 1001: its host stopped the server, and nobody knows whether it comes back.
STOPPED = "stopped"


class CloseCode(IntEnum):
    """Why a connection was closed."""

    NORMAL = 1000
    #: The server stops; with the reason `stopped` because its host wants so: do not come back by yourself.
    SHUTDOWN = 1001
    #: What was sent is no WebSocket frame of a client.
    BROKEN = 1002
    #: A text frame is no UTF-8.
    NO_TEXT = 1007
    POLICY = 1008
    TOO_BIG = 1009
    #: What was sent is no `gouji.v1`: no hello, five unknown kinds, five frames that are no messages.
    PROTOCOL = 4000
    #: The same account is here by a newer connection.
    REPLACED = 4001
    AUTH_FAILED = 4003
    SLOW_CONSUMER = 4008
    UPGRADE_REQUIRED = 4010
    RATE = 4029
    #: The server restarts: come back after `bye.reconnect_after` seconds.
    RESTART = 4050


class Feature(StrEnum):
    """What both sides must say that they know before it is used."""

    #: Prompts list legal answers, the simplest first.
    LEGAL = "legal"
    #: The client takes part in the shuffle (nonces).
    SHUFFLE = "shuffle"
    CHAT = "chat"
    #: The client wants to be told what happened in the running deal before a snapshot (`past`).
    PAST = "past"


FEATURES: tuple[str, ...] = tuple(Feature)
