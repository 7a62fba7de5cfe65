"""What being online adds to a table: who has gone, what stands still, and the banner that says so. Pure; no Qt."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum
from math import ceil
from typing import Final, NamedTuple

from gouji_desktop.net.clientstate import SILENCE_SHOWN, ClientState, Phase
from gouji_desktop.net.messages import SeatState, Table
from gouji_desktop.net.proofs import ShufflePhase
from gouji_desktop.rules.policies.leaving import leave_penalty
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import Seat
from gouji_desktop.ui.presenter.online import trouble_words
from gouji_desktop.ui.presenter.reasons import Grey
from gouji_desktop.ui.presenter.words import Words

#: Seconds after the end of a deal until the next one begins without those who have not said so.
GO_ON_SECONDS: Final = 20.0
#: The server is there and lets nobody in for a while.
_ASKED_TO_WAIT = frozenset({"not_now", "not_written"})


class OnlineTable(NamedTuple):
    """What the table's picture needs of the network besides its session; the defaults say that there is none."""

    #: There are other people, elsewhere: they are waited for, and can be talked with.
    shared: bool = False
    #: Why nothing can be sent now; None where it can.
    blocked: Grey | None = None
    #: Seats whose person has lost the connection, and those that were left for good.
    away: frozenset[Seat] = frozenset()
    left: frozenset[Seat] = frozenset()
    #: Persons who are there, and those of them who want to go on.
    persons: frozenset[Seat] = frozenset()
    ready: frozenset[Seat] = frozenset()
    #: Fines for leaving by seat; empty where the rule set knows none.
    penalties: tuple[int, ...] = ()
    #: `waiting`, `playing` or `over`.
    phase: str = ""
    #: The log of the match that has ended lies among the replays.
    kept: bool = False
    #: Seconds that who watches is behind; None for who plays.
    behind: int | None = None

    @property
    def frozen(self) -> bool:
        """Whether the server's clocks stand still."""
        return self.blocked is Grey.FROZEN


OFFLINE: Final = OnlineTable()


def blocks(state: ClientState, *, frozen: bool) -> Grey | None:
    """Why nothing can be sent now."""
    if state.phase is not Phase.ONLINE or state.silent_for >= SILENCE_SHOWN:
        return Grey.OFFLINE
    return Grey.FROZEN if frozen else None


def online_table(state: ClientState, table: Table | None, *, frozen: bool) -> OnlineTable:
    """The state of a connection and of the place at its other end, for the table's picture."""
    seats: tuple[SeatState, ...] = table.seats if table is not None else ()
    return OnlineTable(
        shared=True,
        blocked=blocks(state, frozen=frozen),
        away=_which(seats, lambda seat: bool(seat.uid) and not seat.connected and not seat.left),
        left=_which(seats, lambda seat: seat.left),
        persons=_which(seats, lambda seat: bool(seat.uid) and seat.connected and not seat.left),
        ready=_which(seats, lambda seat: bool(seat.uid) and seat.ready),
        penalties=table.penalties if table is not None and any(table.penalties) else (),
        phase=table.phase if table is not None else "",
    )


def _which(seats: Iterable[SeatState], holds: Callable[[SeatState], bool]) -> frozenset[Seat]:
    return frozenset(number for number, seat in enumerate(seats) if holds(seat))


# --- the banner -------------------------------------------------------------------------------------------------


class BannerKind(StrEnum):
    """What the banner at the foot of the table is about."""

    NONE = ""
    CONNECTION = "connection"
    FROZEN = "frozen"
    PROOF = "proof"


class Banner(NamedTuple):
    """Two lines and at most one button: `retry` (connect now, or here again) or `proof` (tell more)."""

    kind: BannerKind = BannerKind.NONE
    title: str = ""
    detail: str = ""
    action: str = ""
    label: str = ""


NO_BANNER: Final = Banner()


class Watched(NamedTuple):
    """A state of the connection, for how many seconds it has been known, and for how many there has been none."""

    state: ClientState
    since: float = 0.0
    down: float = 0.0
    #: The person only watches: has no cards, and will see the match go on.
    watches: bool = False

    @property
    def retry_in(self) -> int:
        """Whole seconds until the next attempt, from now; 0 where none is planned or it is being made."""
        planned = self.state.retry_in
        return 0 if planned is None else max(0, ceil(planned - self.since))

    @property
    def silent_for(self) -> float:
        """Seconds for which the server owes an answer, or for which there has been no connection."""
        return max(self.state.silent_for, self.down)


def derive_banner(watched: Watched, words: Words, *, frozen: bool, proof: ShufflePhase, proof_seen: bool) -> Banner:
    """What must be said of the connection, the server or the shuffle, the weightiest thing first."""
    connection = _connection(watched, words)
    if connection != NO_BANNER:
        return connection
    if frozen:
        return Banner(BannerKind.FROZEN, words("net.frozen"), words("net.frozen_detail"))
    if proof is ShufflePhase.FAILED and not proof_seen:
        detail = words("net.proof_failed_detail")
        return Banner(BannerKind.PROOF, words("net.proof_failed"), detail, "proof", words("net.proof_more"))
    return NO_BANNER


def _connection(watched: Watched, words: Words) -> Banner:
    state, seconds = watched.state, watched.retry_in
    key = state.trouble.key if state.trouble is not None else ""
    if state.phase in (Phase.CLOSED, Phase.OFFLINE):
        return _stopped(key, watched, words)
    restarts = state.phase is not Phase.ONLINE and key == "restart"
    # A short break is mended before anybody need read of it; the buttons say it meanwhile.
    if watched.silent_for < SILENCE_SHOWN and not restarts:
        return NO_BANNER
    retry, label = ("retry", words("net.retry_now")) if seconds else ("", "")
    if restarts:
        return Banner(BannerKind.CONNECTION, words("net.restart"), _when(watched, words), retry, label)
    if state.phase is not Phase.ONLINE and key in _ASKED_TO_WAIT:
        # The server is there: what keeps one out is not the line.
        said, _ = trouble_words(state.trouble, words)
        return Banner(BannerKind.CONNECTION, said, _when(watched, words), retry, label)
    if seconds:
        return Banner(BannerKind.CONNECTION, words("net.lost"), _when(watched, words), retry, label)
    if state.phase is Phase.ONLINE:
        detail = words("net.silent", n=int(state.silent_for))
        return Banner(BannerKind.CONNECTION, words("net.reconnecting"), detail)
    return Banner(BannerKind.CONNECTION, words("net.reconnecting"), _kept(watched, words))


def _when(watched: Watched, words: Words) -> str:
    if watched.retry_in:
        return words("net.retry_in_watching" if watched.watches else "net.retry_in", n=watched.retry_in)
    return _kept(watched, words)


def _kept(watched: Watched, words: Words) -> str:
    return words("net.kept_watching" if watched.watches else "net.kept")


def _stopped(key: str, watched: Watched, words: Words) -> Banner:
    """The connection has ended, and does not come back by itself."""
    if key == "replaced":
        detail, label = words("net.replaced_detail"), words("net.here_again")
        return Banner(BannerKind.CONNECTION, words("net.replaced"), detail, "retry", label)
    detail = trouble_words(watched.state.trouble, words)[0] or _kept(watched, words)
    return Banner(BannerKind.CONNECTION, words("net.offline"), detail, "retry", words("net.retry_now"))


# --- leaving ----------------------------------------------------------------------------------------------------


class Leaving(NamedTuple):
    """What is said before somebody leaves a match that is running."""

    title: str
    lines: tuple[str, ...]


def derive_leaving(
    rules: RuleSet, deals_played: int, words: Words, *, deal_running: bool, left_before: int, cut_off: bool = False
) -> Leaving:
    """What leaving now means and costs; where the server is out of reach nothing is promised in its name."""
    if cut_off:
        return Leaving(words("net.leave_title"), (words("net.leave_cut_off"),))
    fine = leave_penalty(rules, deals_played, deal_running=deal_running, left_before=left_before)
    cost = words("net.leave_free")
    if rules.leave_penalty:
        cost = words("net.leave_fine", n=fine) if fine else words("net.leave_no_fine")
    return Leaving(words("net.leave_title"), (words("net.leave_bot"), cost))
