"""What a client may send: every field strict and bounded."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from gouji_desktop.net.fields import (
    CardNames,
    Code,
    Hex32,
    Line,
    Message,
    Number,
    Op,
    RequestId,
    SeatNumber,
    TableId,
    Word,
)


class Hello(Message, frozen=True, tag="hello"):
    """The first message of a connection."""

    #: Versions of the protocol that the client speaks.
    v: Annotated[tuple[int, ...], Meta(min_length=1, max_length=16)]
    client: Word = ""
    version: Word = ""
    features: Annotated[tuple[Word, ...], Meta(max_length=32)] = ()
    locale: Word = "zh"


class Auth(Message, frozen=True, tag="auth"):
    """Say who you are: a new guest, an account with its password, or a token that the server gave out before."""

    id: RequestId
    how: Literal["guest", "password", "token"]
    name: Line = ""
    password: Line = ""
    token: Line = ""
    #: What the session is called in the list of sessions.
    device: Word = ""


class Register(Message, frozen=True, tag="register"):
    """Give the guest of this connection an account name and a password."""

    id: RequestId
    name: Line
    password: Line


class Rename(Message, frozen=True, tag="rename"):
    """Change the name that others see."""

    id: RequestId
    name: Line


class Logout(Message, frozen=True, tag="logout"):
    """Make this connection's token void."""

    id: RequestId


class ListSessions(Message, frozen=True, tag="sessions"):
    """Ask where this account is signed in."""

    id: RequestId


class Revoke(Message, frozen=True, tag="revoke"):
    """Make the token of another session of this account void (`session` as listed), or of all others ("")."""

    id: RequestId
    session: Word = ""


class LobbySub(Message, frozen=True, tag="lobby_sub"):
    """Be told the open tables from now on. Filters: the name of a rule set, only tables with a free seat."""

    id: RequestId
    rules: Word = ""
    free: bool = False


class LobbyUnsub(Message, frozen=True, tag="lobby_unsub"):
    """Be told no more."""

    id: RequestId


class Create(Message, frozen=True, tag="create"):
    """Make a table; its maker sits on seat 0 and is its host."""

    id: RequestId
    #: The rule set with every option and its digest.
    rules: dict[str, Any]
    title: Word = ""
    #: 0: as many deals as the rule set names.
    deals: Annotated[int, Meta(ge=0, le=99)] = 0
    #: Private tables are not listed; who has the code comes in.
    private: bool = False
    spectators: bool = True
    #: Seconds for a turn; 0: no limit, for tables of friends.
    turn_s: Annotated[int, Meta(ge=0, le=600)] = 30
    #: Seconds that a question with secret candidates stays open.
    answer_s: Annotated[int, Meta(ge=2, le=30)] = 6
    #: The level of bots that take the empty seats at the start; "": all six seats must be taken.
    bots: Word = "medium"


class Join(Message, frozen=True, tag="join"):
    """Come to a table, by its id or by an invite code; who comes stands until it sits."""

    id: RequestId
    t: TableId | None = None
    code: Code | None = None


class Sit(Message, frozen=True, tag="sit"):
    """Take a seat; moves who sits already, while the match has not begun."""

    id: RequestId
    t: TableId
    seat: SeatNumber


class Stand(Message, frozen=True, tag="stand"):
    """Give the seat up, while the match has not begun."""

    id: RequestId
    t: TableId


class Ready(Message, frozen=True, tag="ready"):
    """Be ready for the match, or no more; between two deals: go on."""

    id: RequestId
    t: TableId
    on: bool = True


class Leave(Message, frozen=True, tag="leave"):
    """Go away from the table. In a running match a bot keeps the seat, and leaving is recorded."""

    id: RequestId
    t: TableId


class Kick(Message, frozen=True, tag="kick"):
    """Host: free a seat, while the match has not begun; or put out somebody who stands or watches, at any time."""

    id: RequestId
    t: TableId
    seat: SeatNumber | None = None
    #: The account of who is put out. With a seat: only where that account still sits there.
    uid: Word = ""


class PutBot(Message, frozen=True, tag="put_bot"):
    """Host: put a bot of a level on a free seat, or ("") take it away, while the match has not begun."""

    id: RequestId
    t: TableId
    seat: SeatNumber
    level: Word = ""


class Start(Message, frozen=True, tag="start"):
    """Host: begin the match; bots take the empty seats."""

    id: RequestId
    t: TableId


class Rematch(Message, frozen=True, tag="rematch"):
    """After a match: play another one, the same people on the same seats; everybody must be ready again."""

    id: RequestId
    t: TableId


class Cmd(Message, frozen=True, tag="cmd"):
    """Answer the open prompt `pid`. The same `id` twice is done once and answered twice."""

    id: RequestId
    t: TableId
    pid: Number
    op: Op
    #: The cards of play, burn, show and return; none for burn and show: declined.
    cards: CardNames = ()
    #: The answer of decide.
    yes: bool = False


class Trustee(Message, frozen=True, tag="trustee"):
    """托管 on or off for the own seat."""

    id: RequestId
    t: TableId
    on: bool


class AutoPass(Message, frozen=True, tag="auto_pass"):
    """Pass for the own seat where it cannot beat (要不起), after a delay that does not depend on the hand."""

    id: RequestId
    t: TableId
    on: bool


class NonceCommit(Message, frozen=True, tag="nonce_commit"):
    """The hash of this seat's share in the shuffle (docs/protocol.md, the shuffle)."""

    t: TableId
    deal: Number
    h: Hex32


class Nonce(Message, frozen=True, tag="nonce"):
    """This seat's share in the shuffle, once all hashes are known."""

    t: TableId
    deal: Number
    r: Hex32


class Resync(Message, frozen=True, tag="resync"):
    """Ask for what came after event `seq` and own part `p` of epoch `ep`: missing events, or a snapshot."""

    t: TableId
    ep: Number = 0
    seq: Number = 0
    p: Number = 0


class Spectate(Message, frozen=True, tag="spectate"):
    """Watch a table: the public view, later than it happens. Nobody who sits there may."""

    id: RequestId
    t: TableId | None = None
    code: Code | None = None


class Unspectate(Message, frozen=True, tag="unspectate"):
    """Watch no more."""

    id: RequestId
    t: TableId


class Say(Message, frozen=True, tag="say"):
    """Say something at a table: free text, the number of a phrase, or an emote."""

    id: RequestId
    t: TableId
    text: Annotated[str, Meta(max_length=600)] = ""
    phrase: Word = ""
    emote: Word = ""


class FetchLog(Message, frozen=True, tag="fetch_log"):
    """Ask for the log of the table's match as far as its last finished deal, from a byte on."""

    id: RequestId
    t: TableId
    match: Number
    offset: Number = 0


class Ping(Message, frozen=True, tag="ping"):
    """Ask for a pong."""

    n: Number = 0


ClientMessage = (
    Hello
    | Auth
    | Register
    | Rename
    | Logout
    | ListSessions
    | Revoke
    | LobbySub
    | LobbyUnsub
    | Create
    | Join
    | Sit
    | Stand
    | Ready
    | Leave
    | Kick
    | PutBot
    | Start
    | Rematch
    | Cmd
    | Trustee
    | AutoPass
    | NonceCommit
    | Nonce
    | Resync
    | Spectate
    | Unspectate
    | Say
    | FetchLog
    | Ping
)
