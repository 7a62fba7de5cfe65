"""What a server sends.

Three classes, never mixed. *Events* (`ev`) are facts: in the log, numbered, the same numbers for every viewer.
*Prompts and states* (`table`, `state`, the prompt within `ev`, `state` and `snap`) replace what was said before and are
sent again after a resume. *Ephemera* (chat, emotes, lobby rows, pongs) may be dropped. A client bears kinds, words and
codes that it does not know.
"""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct, field

from gouji_desktop.net.fields import Message, Number, Points, SeatNumber, Seconds


class Welcome(Message, frozen=True, tag="welcome"):
    """The answer to hello."""

    v: Number
    #: The name of the server, for people.
    server: str
    features: tuple[str, ...] = ()
    #: Limits that a client should know, by name.
    limits: dict[str, Number] = field(default_factory=dict)
    motd: str = ""
    #: `guest`, `password`.
    auth_methods: tuple[str, ...] = ("guest",)
    #: The version of the program that serves.
    build: str = ""


class Refuse(Message, frozen=True, tag="refuse"):
    """The answer to a hello that cannot be served; the connection closes."""

    code: str
    min_v: Number = 1
    detail: str = ""


class SeatHeld(Struct, frozen=True, omit_defaults=True):
    """A seat at an open table that belongs to the account."""

    t: str
    seat: SeatNumber
    #: The account left the running match there; `join` takes the seat back until the match is over.
    left: bool = False
    title: str = ""


class Authed(Message, frozen=True, tag="authed"):
    """Who you are now. `token` replaces the one that was sent; keep it secret."""

    re: str
    uid: str
    name: str
    token: str
    guest: bool = True
    #: The account name, "" for a guest.
    account: str = ""
    seats: tuple[SeatHeld, ...] = ()


class SessionRow(Struct, frozen=True):
    """One place where an account is signed in."""

    session: str
    device: str
    #: Seconds since the epoch, for people.
    last_used: Number
    current: bool = False


class Sessions(Message, frozen=True, tag="session_list"):
    """The answer to `sessions`."""

    re: str
    rows: tuple[SessionRow, ...] = ()


class LobbyRow(Struct, frozen=True, omit_defaults=True):
    """One open table, as its row in the lobby."""

    t: str
    title: str
    host: str
    rules: str
    deals: Number
    #: `waiting`, `playing` or `over`.
    phase: str
    #: A letter for each seat: p person, b bot, - free.
    seats: str
    #: How many deals have ended.
    done: Number = 0
    turn_s: Number = 0
    spectators: bool = True
    #: The digest of the rule set, to tell changed options from a preset.
    digest: str = ""


class Lobby(Message, frozen=True, tag="lobby"):
    """All open tables that fit the filter."""

    rows: tuple[LobbyRow, ...] = ()
    #: How many persons are connected.
    online: Number = 0


class LobbyDelta(Message, frozen=True, tag="lobby_delta"):
    """What changed since the last lobby message."""

    rows: tuple[LobbyRow, ...] = ()
    gone: tuple[str, ...] = ()
    online: Number = 0


class Ack(Message, frozen=True, tag="ack"):
    """Done. `seq` is that of the event which it led to; `t` and `code` name the table of create, join and spectate."""

    re: str
    seq: Number | None = None
    t: str | None = None
    code: str | None = None


class Err(Message, frozen=True, tag="err"):
    """Not done, and nothing has changed. `re` is missing where the frame had no readable id."""

    code: str
    re: str | None = None
    retry_after: Seconds | None = None
    #: For programmers and, where the rules refused a play, the reason of the rules and its fields.
    detail: dict[str, Any] | None = None


class SeatState(Struct, frozen=True, omit_defaults=True):
    """One seat of a table, as everybody at it may know it."""

    #: Whose seat it is; "" for a bot or a free seat.
    uid: str = ""
    #: "" for a free seat; of a bot `bot.01` to `bot.30`, for which a client has words of its own.
    name: str = ""
    #: The level of a bot.
    level: str = ""
    ready: bool = False
    connected: bool = True
    #: Left a running match; a bot keeps the seat.
    left: bool = False


class Standing(Struct, frozen=True, omit_defaults=True):
    """Somebody who is at a table without a seat."""

    uid: str
    name: str
    connected: bool = True


class Table(Message, frozen=True, tag="table"):
    """The table as a place: who sits where, what is to be played. Sent whole whenever it changes."""

    t: str
    #: Grows with every change.
    rev: Number
    title: str
    #: The uid of the host.
    host: str
    rules: dict[str, Any]
    deals: Number
    turn_s: Number
    answer_s: Number
    bots: str
    private: bool
    spectators: bool
    phase: str
    seats: Annotated[tuple[SeatState, ...], Meta(min_length=6, max_length=6)]
    #: The viewer's own seat.
    you: SeatNumber | None = None
    #: The invite code; members alone are told.
    code: str | None = None
    #: Counts the matches of this table from 1; 0 before the first.
    match: Number = 0
    watchers: Number = 0
    #: Points of leaving penalties by seat, where the rule set knows them.
    penalties: Annotated[tuple[Points, ...], Meta(max_length=6)] = ()
    #: Who is at the table without a seat; members alone are told.
    standing: tuple[Standing, ...] = ()


class SeatNow(Struct, frozen=True, omit_defaults=True):
    """Who acts for a seat of a running match."""

    name: str
    #: `person`, `bot` or `trustee`.
    by: str
    level: str = ""


class Clock(Struct, frozen=True, omit_defaults=True):
    """The running deadline: who may be answering, and for how long."""

    seats: tuple[SeatNumber, ...] = ()
    left_ms: Number | None = None
    total_ms: Number | None = None


class Move(Struct, frozen=True, omit_defaults=True):
    """One legal answer, as the fields of `cmd`."""

    op: str
    cards: tuple[str, ...] = ()
    yes: bool = False


class Prompt(Struct, frozen=True, omit_defaults=True):
    """What your seat is asked now."""

    pid: Number
    #: `playing`, or the question: `show_query`, `point_query`, `revolt_query`, `head_query`, `four_query`,
    #: `return_query`, `burn_query`.
    kind: str
    #: What may be answered: play, pass, yield, accept, burn, decline, show, declare, revolt, claim, buy, return.
    verbs: tuple[str, ...]
    #: With the feature `legal`: legal answers, the simplest first. Absence means nothing.
    legal: tuple[Move, ...] = ()
    legal_complete: bool = False


class Ev(Message, frozen=True, tag="ev"):
    """Events of one command.

    `seq` grows by one with every command of which the public learns something. Events of your own that nobody else may
    know of keep `seq` and count `p` up from 1; the next public one sets it back to 0.
    """

    t: str
    ep: Number
    seq: Number
    events: Any
    clock: Clock
    p: Number = 0
    prompt: Prompt | None = None
    #: Who acts for each seat, where that changed.
    seats: tuple[SeatNow, ...] | None = None
    #: The command of yours that caused it.
    cmd: str | None = None


class State(Message, frozen=True, tag="state"):
    """A change that is no event: who acts for a seat, a clock that stands still."""

    t: str
    ep: Number
    seq: Number
    p: Number
    seats: tuple[SeatNow, ...]
    clock: Clock
    prompt: Prompt | None = None
    #: The server cannot write; every clock stands still.
    frozen: bool = False


class Snap(Message, frozen=True, tag="snap"):
    """The whole match as you may see it."""

    t: str
    ep: Number
    seq: Number
    p: Number
    match: Number
    view: Any
    seats: tuple[SeatNow, ...]
    clock: Clock
    #: Your seat, None for a spectator.
    you: SeatNumber | None = None
    prompt: Prompt | None = None
    frozen: bool = False


class PastBatch(Struct, frozen=True, omit_defaults=True):
    """What an earlier `ev` told: its numbers and its events."""

    seq: Number
    events: Any
    p: Number = 0


class Past(Message, frozen=True, tag="past"):
    """With the feature `past`, before a `snap` of the same `ep`: what you were told of its deal since the deal began.

    It comes in pieces, in order. The first holds the view before all of it.
    """

    t: str
    ep: Number
    match: Number
    #: The number of the last batch of this piece.
    seq: Number
    #: Which piece, from 0.
    part: Number
    #: How many pieces there are.
    parts: Number
    #: What was told, in order.
    batches: tuple[PastBatch, ...] = ()
    #: The match as you saw it before these batches; in the first piece alone.
    view: Any = None


class DealCommit(Message, frozen=True, tag="deal_commit"):
    """The server's hash for the shuffle of a deal (deals that are dealt again count anew)."""

    t: str
    match: Number
    deal: Number
    c: str
    #: The digest of the rule set.
    rules: str
    #: Told to who comes back: your seat gave its share before, or the shares are in already.
    again: bool = False


class NonceEntry(Struct, frozen=True, omit_defaults=True):
    """One seat's share in a shuffle."""

    seat: SeatNumber
    uid: str
    h: str
    #: Revealed at the end of the deal; None where it never came, and `h` stood in for it.
    r: str | None = None


class Nonces(Message, frozen=True, tag="nonces"):
    """All hashes are in: those who gave one now send their nonce."""

    t: str
    deal: Number
    entries: tuple[NonceEntry, ...] = ()


class Reveal(Message, frozen=True, tag="reveal"):
    """The deal is over: everything from which its shuffle follows."""

    t: str
    match: Number
    deal: Number
    c: str
    s: str
    rules: str
    entries: tuple[NonceEntry, ...] = ()


class Spectating(Message, frozen=True, tag="spectating"):
    """You watch a table, so many seconds behind."""

    re: str
    t: str
    delay_s: Seconds


class Said(Message, frozen=True, tag="said"):
    """Somebody at the table said something. Plain text, whatever it looks like."""

    t: str
    #: Grows with every line of a table.
    n: Number
    uid: str
    name: str
    seat: SeatNumber | None = None
    text: str = ""
    phrase: str = ""
    emote: str = ""


class LogPart(Message, frozen=True, tag="log_part"):
    """A piece of the log of a match; `total` is its length in bytes."""

    re: str
    offset: Number
    total: Number
    text: str


class Gone(Message, frozen=True, tag="gone"):
    """You are at this table no more: it closed, or you were put out (`why`: closed, kicked, left, replaced)."""

    t: str
    why: str


class Bye(Message, frozen=True, tag="bye"):
    """The connection closes next."""

    code: Number
    reason: str = ""
    #: Seconds; None: do not come back by yourself.
    reconnect_after: Seconds | None = None


class Pong(Message, frozen=True, tag="pong"):
    """I am here."""

    n: Number = 0


ServerMessage = (
    Welcome
    | Refuse
    | Authed
    | Sessions
    | Lobby
    | LobbyDelta
    | Ack
    | Err
    | Table
    | Ev
    | State
    | Past
    | Snap
    | DealCommit
    | Nonces
    | Reveal
    | Spectating
    | Said
    | LogPart
    | Gone
    | Bye
    | Pong
)
