"""A viewer's side of the shuffle: gives its share, and checks every deal once the server has shown its secret.

`ShuffleWatch` is told what the server says about the shuffles of one table and what is seen of its deals. A share is
drawn once for a deal: a server that asks again (after a restart) gets the same. What was shown before a share was given
away may never change any more, or somebody could draw until a deal suits.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from enum import StrEnum
from functools import reduce
from typing import NamedTuple

from msgspec.structs import replace

from gouji_desktop.net.messages import DealCommit, Nonces, Reveal
from gouji_desktop.net.requests import Nonce, NonceCommit
from gouji_desktop.net.shares import KeptShares
from gouji_desktop.net.shuffle import Verified, check, nonce_hash, shares_of
from gouji_desktop.rules.deck import deal_hands
from gouji_desktop.rules.engine import evolve
from gouji_desktop.rules.events import DealEnded, DealStarted, Event
from gouji_desktop.rules.seats import Seat
from gouji_desktop.rules.state import Cards, Hand, Match
from gouji_desktop.rules.views import View, fold
from gouji_desktop.table.carrying import FAULTS
from gouji_desktop.table.shuffle import NONCE_BYTES, Share


class ShufflePhase(StrEnum):
    """How far the check of a deal is."""

    #: The deal has no shuffle that this viewer could check.
    NONE = "none"
    #: The server has committed itself, and shows its secret when the deal is over.
    WAITING = "waiting"
    VERIFIED = "verified"
    FAILED = "failed"


class ShuffleState(NamedTuple):
    """What is known of the shuffle of the last deal. A failure stays until the next match."""

    phase: ShufflePhase = ShufflePhase.NONE
    match: int = 0
    #: The number of the deal from 0; deals that are dealt again count anew.
    deal: int = 0
    #: What is wrong, in a sentence; "" where nothing is.
    trouble: str = ""
    #: How many seats gave a share, and whether the viewer's own is among them.
    shares: int = 0
    own: bool = False
    #: The viewer came when the deal had been shuffled already: that everything was sealed before, it has not seen, nor
    #: that its own share is the one that it gave.
    late: bool = False


class ShuffleWatch:
    """One table's shuffles, for one viewer. Never raises at what a server sends."""

    def __init__(
        self,
        table: str,
        uid: str,
        *,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        shares: KeptShares | None = None,
    ) -> None:
        """`shares` keeps the own share of the running deal, also over a restart of the program."""
        self.state = ShuffleState()
        #: What was found right, deal by deal.
        self.verified: tuple[Verified, ...] = ()
        self._table = table
        self._uid = uid
        self._entropy = entropy
        self._kept = shares or KeptShares()
        self._commit: DealCommit | None = None
        self._share = b""
        self._given = False
        #: The share was given, and what became of the deal has not been seen.
        self._open = False
        #: The viewer may have missed something: it has just come, or was away.
        self._away = True
        #: The commitment was told when the deal had been shuffled already.
        self._late = False
        #: The same, or it was told before and is told again after an absence.
        self._repeated = False
        #: The server has shown its secret.
        self._over = False
        self._named: tuple[Share, ...] | None = None
        self._dealt: tuple[Cards, ...] = ()
        self._before: View | None = None
        self._events: list[Event] = []

    def interrupted(self) -> None:
        """The viewer was away for a while."""
        self._away = True

    # --- giving a share ---------------------------------------------------------------------------------------

    def committed(self, message: DealCommit, rules: str, *, seated: bool = True) -> NonceCommit | None:
        """The server has committed itself: the hash of the own share. `rules` is the digest of the table's rule set."""
        if message.t != self._table:
            return None
        known = self._commit or self._recalled(message)
        if known is not None and (message.match, message.deal) < (known.match, known.deal):
            # Said again by a server that was started anew; the deal that followed is the one that counts.
            return None
        late, self._away = message.again and self._away, False
        self._repeated = late
        message = replace(message, again=False)
        if known is None or (known.match, known.deal) != (message.match, message.deal):
            if known is None or known.match != message.match:
                self.state, self.verified = ShuffleState(), ()
            elif self._open:
                self._fail("the server left out a deal whose shares it knew")
            self._commit, self._share = message, self._entropy(NONCE_BYTES)
            self._given = self._open = self._over = False
            self._named, self._late = None, late
            self._become(ShufflePhase.WAITING)
            self.state = self.state._replace(late=late)
        elif known != message:
            if self._given:
                self._fail("the server drew anew for a deal whose shares it knew")
                return None
            self._commit = message
        if message.rules != rules:
            self._fail("the server shuffles for another rule set than the table's")
        if not seated or self._late:
            return None
        if known != message:
            self._kept.keep(self._uid, message, self._share)
        h = nonce_hash(self._table, message.match, message.deal, self._uid, self._share)
        return NonceCommit(t=self._table, deal=message.deal, h=h)

    def _recalled(self, message: DealCommit) -> DealCommit | None:
        """What the program knew of a deal before it was started anew."""
        kept = self._kept.of(self._table, self._uid)
        if kept is None or (kept.match, kept.deal) != (message.match, message.deal):
            return None
        commit = self._commit = kept.commit(self._table)
        self._share = bytes.fromhex(kept.r)
        self._given, self._named = bool(kept.named), kept.shares or None
        self._become(ShufflePhase.WAITING)
        return commit

    def named(self, message: Nonces) -> Nonce | None:
        """All hashes are known: the own share, where its hash is among them."""
        commit = self._commit
        if commit is None or (message.t, message.deal) != (self._table, commit.deal):
            return None
        shares = tuple(share._replace(r=None) for share in shares_of(message.entries))
        if (self._given or self._late) and self._named not in (None, shares):
            self._fail("the server changed the shares of a deal after they were given")
            return None
        self._named = shares
        own = next((share for share in shares if share.uid == self._uid), None)
        self.state = self.state._replace(shares=len(shares), own=own is not None)
        if own is None or self._late:
            return None
        if own.h != nonce_hash(self._table, commit.match, commit.deal, self._uid, self._share):
            self._fail("the server names another share than the one that this seat gave")
            return None
        # What is said again may be of a deal that has been dealt, and was seen before it was said.
        self._open = self._open or not (self._given or self._repeated)
        if not self._given:
            self._given = True
            self._kept.keep(self._uid, commit, self._share, shares)
        return Nonce(t=self._table, deal=commit.deal, r=self._share.hex())

    # --- what is seen -----------------------------------------------------------------------------------------

    def happened(self, before: View, events: Sequence[Event]) -> None:
        """Something happened at the table; `before` is the view without it."""
        for number, event in enumerate(events):
            if isinstance(event, DealStarted):
                self._before = reduce(fold, events[:number], before)
                self._events, self._dealt = [event], event.hands
                self._open = False
            elif self._before is not None:
                self._events.append(event)

    def snapped(self, view: View) -> None:
        """The whole view came anew, and what happened meanwhile was not seen."""
        self._before, self._events, self._open = None, [], False
        self._dealt = () if view.deal is None else view.deal.dealt

    # --- checking ---------------------------------------------------------------------------------------------

    def revealed(self, message: Reveal, view: View) -> None:
        """The deal is over and the server shows its secret; `view` is the view then."""
        commit = self._commit
        if message.t != self._table:
            return
        if commit is None or (commit.match, commit.deal) != (message.match, message.deal):
            # The viewer came later than the commitment: the revelation proves nothing to it. That of an earlier deal
            # which it has waited for was missed, and comes no more.
            past = commit is not None and (commit.match, commit.deal) < (message.match, message.deal)
            if past and self.state.phase == ShufflePhase.WAITING:
                self.state = ShuffleState()
            return
        if self._over:
            # Said again to somebody who came back.
            return
        self._open, self._over = False, True
        self._kept.forget(self._table)
        found = check(message, commit, view.rules.cards)
        trouble = found if isinstance(found, str) else self._difference(found, view)
        if trouble is not None:
            self._fail(trouble)
        elif isinstance(found, Verified):
            self.verified += (found,)
            self._become(ShufflePhase.VERIFIED)

    def _difference(self, found: Verified, view: View) -> str | None:
        shares = tuple(share._replace(r=None) for share in found.proof.shares)
        if self._named is not None and shares != self._named:
            return "the server changed the shares of a deal after they were given"
        hands = deal_hands(view.rules, found.permutation)
        trouble = unlike(hands, self._dealt)
        if trouble is None and self._before is not None:
            trouble = impossible(self._before, self._events, found)
        return trouble

    def _fail(self, trouble: str) -> None:
        if self.state.phase != ShufflePhase.FAILED:
            self._become(ShufflePhase.FAILED)
            self.state = self.state._replace(trouble=trouble)

    def _become(self, phase: ShufflePhase) -> None:
        commit = self._commit
        if self.state.phase == ShufflePhase.FAILED or commit is None:
            return
        fresh = (self.state.match, self.state.deal) != (commit.match, commit.deal)
        self.state = ShuffleState() if fresh else self.state
        self.state = self.state._replace(phase=phase, match=commit.match, deal=commit.deal)


def unlike(hands: Sequence[Hand], dealt: Sequence[Cards]) -> str | None:
    """Whose hand is not the one that was dealt, where it is known; None where all are."""
    for seat, (hand, seen) in enumerate(zip(hands, dealt, strict=False)):
        if isinstance(seen, Hand) and hand.faces != seen.faces:
            return f"the cards that seat {seat} was dealt are not those of the shuffle"
    return None


def impossible(before: View, events: Sequence[Event], found: Verified) -> str | None:
    """Which cards of a deal cannot have come from the shuffle, every hand of it open; None where all did.

    `events` are those of one deal, the first of them its DealStarted, as a viewer was told them.
    """
    first = events[0]
    assert isinstance(first, DealStarted)
    hands = deal_hands(before.rules, found.permutation)
    match: Match = evolve(before, first._replace(hands=hands, permutation=found.permutation, lot=found.lot))
    for event in events[1:]:
        deal = match.deal
        if isinstance(event, DealEnded) and deal is not None and deal.hands != event.hands:
            return "the cards left at the end of the deal are not those of the shuffle"
        try:
            match = evolve(match, event)
        except FAULTS:
            return f"{_who(event)} cannot have come from the shuffle"
    return None


def _who(event: Event) -> str:
    seat: Seat | None = getattr(event, "seat", None)
    return "cards that changed hands" if seat is None else f"cards of seat {seat}"
