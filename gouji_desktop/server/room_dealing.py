"""Shuffles the deals of a match with the persons at its table: drives the ceremony (ceremony.py).

Its secret is kept before its hash is told, and every step before what follows from it: a server that is killed in the
middle goes on with the same secret and the same hashes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from msgspec.structs import replace

from gouji_desktop.net.codes import Feature
from gouji_desktop.net.messages import DealCommit, Nonces, Reveal
from gouji_desktop.rules.seats import Seat
from gouji_desktop.server.ceremony import Ceremony, DealId, Step
from gouji_desktop.server.ports import Viewer
from gouji_desktop.server.room_keeping import Keeper
from gouji_desktop.server.store import Store
from gouji_desktop.table.chance import Shuffle
from gouji_desktop.table.local import Scheduler, Timer
from gouji_desktop.table.shuffle import NONCE_BYTES


class Company(Protocol):
    """The persons with whom deals are shuffled."""

    def sharers(self) -> Mapping[Seat, str]:
        """Who is here and takes part: seats with their accounts."""
        ...

    def tell(self, message: DealCommit | Nonces | Reveal) -> None:
        """Tell everybody who takes part or looks on."""
        ...

    def recall(self, commit: DealCommit, nonces: Nonces | None) -> None:
        """Remember what was told of a shuffle before the server was restarted, for who looks on from now on."""
        ...


class Dealing:
    """The shuffles of one match; the last one stays until the next begins."""

    def __init__(
        self,
        place: tuple[str, int, str],
        cards: int,
        company: Company,
        drawn: Callable[[], None],
        *,
        store: Store,
        keeper: Keeper,
        scheduler: Scheduler,
        entropy: Callable[[int], bytes],
        seconds: float,
    ) -> None:
        """`place` names table, match and the digest of the rules; `cards` is how many a deck has.

        `drawn` is called when a deal can be dealt, and may raise StoreError.
        """
        self._place = place
        self._cards = cards
        self._company = company
        self._drawn = drawn
        self._store = store
        self._keeper = keeper
        self._scheduler = scheduler
        self._entropy = entropy
        self._seconds = seconds
        self._timer: Timer | None = None
        self._ceremony: Ceremony | None = None
        #: What is in the store and was told; None where the secret is not kept yet.
        self._told: Step | None = None
        self._revealed = False

    # --- for the table host -----------------------------------------------------------------------------------

    def chance(self, deal: int) -> Shuffle | None:
        """The shuffle of a deal, None while it is not drawn: a `Chance`."""
        ceremony = self._ceremony
        if ceremony is None or ceremony.deal.deal != deal or self._told != Step.DRAWN:
            return None
        return ceremony.shuffled(self._cards)

    def wanted(self, deal: int) -> None:
        """That deal is waited for: begin its shuffle, unless it has begun. Raises StoreError."""
        if self._ceremony is not None and self._ceremony.deal.deal == deal:
            return
        secrets, shuffles = (read(*self._place[:2]) for read in (self._store.secrets, self._store.shuffles))
        secret = secrets.get(deal)
        if secret is None:
            secret = self._entropy(NONCE_BYTES)
            with self._store.transaction():
                self._store.put_secret(*self._place[:2], deal, secret)
        self._begin(deal, secret, shuffles.get(deal))

    def take_up(self, deal: int) -> None:
        """A deal that runs already was shuffled before the server was restarted. Raises StoreError, ValueError."""
        secrets, shuffles = (read(*self._place[:2]) for read in (self._store.secrets, self._store.shuffles))
        if deal not in secrets:
            raise ValueError(f"the secret of deal {deal} is missing")
        self._ceremony = self._make(deal, secrets[deal], shuffles.get(deal))
        self._told = Step.DRAWN
        self._company.recall(self._ceremony.deal_commit, self._ceremony.nonces)

    def over(self) -> None:
        """The deal is over, or void: everything is shown."""
        if self._ceremony is not None and not self._revealed:
            self._revealed = True
            self._company.tell(self._ceremony.reveal)

    # --- for the persons --------------------------------------------------------------------------------------

    def give_hash(self, seat: Seat, uid: str, deal: int, h: str) -> None:
        """A seat shows the hash of its share."""
        ceremony = self._of(deal, Step.HASHES)
        if ceremony is not None and ceremony.give_hash(seat, uid, h) and ceremony.complete:
            self._keeper.attempt(self._step)

    def give_share(self, seat: Seat, deal: int, r: str) -> None:
        """A seat shows its share."""
        ceremony = self._of(deal, Step.SHARES)
        if ceremony is not None and ceremony.give_share(seat, r) and ceremony.complete:
            self._keeper.attempt(self._step)

    def absent(self, seat: Seat) -> None:
        """The person of a seat is away."""
        ceremony = self._ceremony
        if ceremony is not None and self._told == Step.HASHES == ceremony.step:
            ceremony.absent(seat)
            if ceremony.complete:
                self._keeper.attempt(self._step)

    def here(self, viewer: Viewer) -> None:
        """Somebody came, or came back: repeat what matters now."""
        ceremony = self._ceremony
        if ceremony is None or self._told is None:
            return
        knows = Feature.PAST in viewer.features
        if knows or self._told != Step.DRAWN:
            again = knows and (self._told != Step.HASHES or ceremony.has_share_of(viewer.uid))
            viewer.send(replace(ceremony.deal_commit, again=again))
            nonces = None if self._told == Step.HASHES else ceremony.nonces
            if nonces is not None:
                viewer.send(nonces)
        if self._revealed:
            viewer.send(ceremony.reveal)

    # --- step by step -----------------------------------------------------------------------------------------

    def go_on(self) -> None:
        """Repeat the step that could not be kept. Raises StoreError."""
        if self._ceremony is None:
            return
        if self._told != self._ceremony.step:
            self._keep_and_tell()
        elif self._told == Step.DRAWN:
            if not self._revealed:
                self._drawn()
        else:
            self._wait()

    def stand_still(self) -> None:
        """Wait for nothing any more; `go_on` does again."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _begin(self, deal: int, secret: bytes, kept: bytes | None) -> None:
        self._ceremony = self._make(deal, secret, kept)
        self._told, self._revealed = None, False
        self._keep_and_tell()

    def _make(self, deal: int, secret: bytes, kept: bytes | None) -> Ceremony:
        table, match, rules = self._place
        return Ceremony(DealId(table, match, deal, rules), secret, self._company.sharers(), kept)

    def _of(self, deal: int, step: Step) -> Ceremony | None:
        """The ceremony, where it is that of the deal and waits for this."""
        ceremony = self._ceremony
        if ceremony is None or ceremony.deal.deal != deal or self._keeper.frozen:
            return None
        return ceremony if self._told == step == ceremony.step else None

    def _late(self) -> None:
        self._timer = None
        self._keeper.attempt(self._step)

    def _step(self) -> None:
        """The wait of this step is over."""
        ceremony = self._ceremony
        assert ceremony is not None, "no shuffle to go on with"
        if ceremony.step == Step.HASHES:
            ceremony.name_hashes()
        else:
            ceremony.draw()
        self._keep_and_tell()

    def _keep_and_tell(self) -> None:
        """Keep how far the ceremony is, then tell it. Raises StoreError."""
        ceremony = self._ceremony
        assert ceremony is not None, "no shuffle to go on with"
        self.stand_still()
        if ceremony.step == Step.SHARES and ceremony.nonces is None:
            ceremony.draw()
        with self._store.transaction():
            self._store.put_shuffle(*self._place[:2], ceremony.deal.deal, ceremony.kept)
        before, step = self._told, ceremony.step
        self._told = step
        if step == Step.DRAWN:
            if before is None:
                # It was drawn before the server was restarted, and not dealt: it is too late for shares.
                self._company.tell(replace(ceremony.deal_commit, again=True))
                if (nonces := ceremony.nonces) is not None:
                    self._company.tell(nonces)
            self._drawn()
            return
        if before is None:
            self._company.tell(ceremony.deal_commit)
        if step == Step.SHARES and (nonces := ceremony.nonces) is not None:
            self._company.tell(nonces)
        # Whoever was told may have answered at once, and the ceremony be further already.
        if self._ceremony is ceremony and self._told == step == ceremony.step:
            if ceremony.complete:
                self._step()
            else:
                self._wait()

    def _wait(self) -> None:
        self.stand_still()
        self._timer = self._scheduler.call_later(self._seconds, self._late)
