"""What happened in a match: the only truth, append-only.

Events state facts; `evolve` (engine.py) makes no choice. Fields that some audience may not see are named in views.py.
`Answered` is sealed: it is nobody's but the answering seat's, and does not count as a step.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from gouji_desktop.rules.cards import Face
from gouji_desktop.rules.seats import Seat, SeatMask
from gouji_desktop.rules.state import Act, Cards, DealResult, Debt, Owed, Payment, Purchase, Stage


class Mode(StrEnum):
    """Who may answer a play that has been laid."""

    #: In turn order; locked seats are passed over.
    TURN = "turn"
    #: In turn order, locked seats too.
    EVERYONE = "everyone"
    #: Only one seat: the opposite of the yielder (D:L41).
    BOUND = "bound"
    #: 够级 in force: burners, then headless seats and the opposite.
    GOUJI = "gouji"
    #: 够死级: burners alone (D:L55).
    DEAD = "dead"
    #: Chaos begins with a finisher's gouji: burners, then its opposite, then everybody (3.4, set D).
    GOUJI_CHAOS = "gouji_chaos"
    #: 乱缠: everybody in turn.
    CHAOS = "chaos"


class DealStarted(NamedTuple):
    """A deal was dealt; `lot` and `permutation` are the table host's alone."""

    number: int
    permutation: tuple[int, ...]
    lot: Seat
    hands: tuple[Cards, ...]


class QueryOpened(NamedTuple):
    """Several seats are asked at once. `asked` is cut down to the viewer's own seat."""

    stage: Stage
    asked: SeatMask
    public: SeatMask


class Answered(NamedTuple):
    """Sealed: a seat answered the open query."""

    seat: Seat
    answer: tuple[Face, ...] | bool


class QueryClosed(NamedTuple):
    """The burn query closed and nobody burns."""

    stage: Stage


class SuitsShown(NamedTuple):
    """亮牌 closed: who showed what, in order of arrival."""

    shows: tuple[tuple[Seat, tuple[Face, ...]], ...]


class LeaderFound(NamedTuple):
    """上班: who leads this deal."""

    seat: Seat


class PointsDeclared(NamedTuple):
    """宣点 closed: who declared."""

    seats: SeatMask


class Bought(NamedTuple):
    """A 3 or 4 changed hands."""

    purchase: Purchase


class Revolted(NamedTuple):
    """革命: these seats leave the deal (none: nobody did). A forced one had no 3 and nothing to pay (D:L47)."""

    seats: SeatMask
    forced: SeatMask


class DealVoided(NamedTuple):
    """Two or more revolted: the deal is dealt again with the same number and the same debts."""


class HeadClaimed(NamedTuple):
    """要头 (or 无头) was chosen by the opposite of a revolter."""

    seat: Seat
    claims: bool


class PointsConceded(NamedTuple):
    """买四 closed: who had no 4 and did not buy one (A:L67)."""

    seats: SeatMask


class Exempted(NamedTuple):
    """抗贡: these seats pay nothing."""

    seats: SeatMask


class TributeLapsed(NamedTuple):
    """A debt fell away: a revolter or an exempt seat stands in it."""

    debt: Debt


class TributePaid(NamedTuple):
    """进贡: cards went from the payer to the taker."""

    payment: Payment


class ReturnsDue(NamedTuple):
    """还贡 is owed, in this order."""

    owed: tuple[Owed, ...]


class Returned(NamedTuple):
    """还贡: cards went back."""

    giver: Seat
    to: Seat
    faces: tuple[Face, ...]


class PlayBegan(NamedTuple):
    """Everything before play is done; the leader leads."""

    leader: Seat


class Played(NamedTuple):
    """Cards were laid."""

    seat: Seat
    faces: tuple[Face, ...]
    #: True where they cover a gouji play by a burn.
    burns: bool
    #: The seat laid its last cards.
    out: bool
    #: 乱缠 begins with this play.
    chaos: bool
    mode: Mode
    #: The opposite of a finisher beat its gouji and earned one 够死级 (D:L55).
    earns_dead: bool = False


class Passed(NamedTuple):
    """A seat passed, yielded or accepted."""

    seat: Seat
    act: Act


class RoundEnded(NamedTuple):
    """The play on the table stands; `leader` leads next."""

    stood: Seat
    leader: Seat


class PointOpened(NamedTuple):
    """开点."""

    seat: Seat


class PointReadied(NamedTuple):
    """A qualifying play stood: the next lead must be all the 4s (A:L36)."""

    seat: Seat


class PointMissed(NamedTuple):
    """The lead that should have been the 4s was something else."""

    seat: Seat


class BurnStood(NamedTuple):
    """The cover of the burn stands; its owner goes on under the joker duty."""

    by: Seat


class BurnSettled(NamedTuple):
    """The burn of that number (in the order of the deal) ended."""

    number: int
    #: "success", "undone" or "ended" (nothing is recorded).
    outcome: str


class BurnReleased(NamedTuple):
    """A play of a burner whose burn had succeeded was beaten: the joker duty is over."""

    number: int


class BurnFailed(NamedTuple):
    """烧牌失误: the seat is placed from the bottom, the burnt play lies again."""

    seat: Seat
    chaos: bool
    mode: Mode


class SeatShut(NamedTuple):
    """被闷: the play before the 3s was beaten."""

    victim: Seat
    by: Seat


class DealEnded(NamedTuple):
    """All places are known, 头科 first. Every hand is open now."""

    places: tuple[Seat, ...]
    hands: tuple[Cards, ...]


class DealScored(NamedTuple):
    """What the deal is worth, and what is owed in the next."""

    result: DealResult
    scores: tuple[int, ...]
    over: bool


Event = (
    DealStarted
    | QueryOpened
    | Answered
    | QueryClosed
    | SuitsShown
    | LeaderFound
    | PointsDeclared
    | Bought
    | Revolted
    | DealVoided
    | HeadClaimed
    | PointsConceded
    | Exempted
    | TributeLapsed
    | TributePaid
    | ReturnsDue
    | Returned
    | PlayBegan
    | Played
    | Passed
    | RoundEnded
    | PointOpened
    | PointReadied
    | PointMissed
    | BurnStood
    | BurnSettled
    | BurnReleased
    | BurnFailed
    | SeatShut
    | DealEnded
    | DealScored
)
