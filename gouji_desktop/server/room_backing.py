"""What a room and its matches share."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping
from typing import NamedTuple

from gouji_desktop.net.codes import Feature
from gouji_desktop.net.messages import DealCommit, Nonces, Reveal
from gouji_desktop.net.wire import encode_bytes
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import Seat
from gouji_desktop.server.config import Config
from gouji_desktop.server.flights import Flights
from gouji_desktop.server.ports import Viewer
from gouji_desktop.server.room_keeping import Keeper
from gouji_desktop.server.room_people import People
from gouji_desktop.server.room_seats import Place
from gouji_desktop.server.spectators import Spectators
from gouji_desktop.server.store import Store
from gouji_desktop.table.controllers import Thinker
from gouji_desktop.table.local import Scheduler
from gouji_desktop.table.setup import PlayerMaker


class Backing(NamedTuple):
    """What a room and its match share."""

    store: Store
    scheduler: Scheduler
    make_player: PlayerMaker
    thinker: Thinker
    entropy: Callable[[int], bytes]
    config: Config
    keeper: Keeper
    people: People
    spectators: Spectators
    rules: RuleSet
    epoch: int
    counters: Counter[str]
    flights: Flights
    #: Tells everybody the place anew.
    tell_place: Callable[[], None]
    #: The time of day in seconds since the epoch, for people alone.
    time_of_day: Callable[[], float] = time.time

    @property
    def place(self) -> Place:
        """The table as it is kept."""
        return self.keeper.place

    def viewer_at(self, seat: Seat) -> Viewer | None:
        """The connection that speaks for a seat."""
        holder = self.place.seats[seat]
        return self.people.of(holder.uid) if holder.uid and not holder.left else None

    # --- what shuffling asks of its table (room_dealing.Company) ------------------------------------------------

    def sharers(self) -> Mapping[Seat, str]:
        """Who is here and takes part in the shuffle."""
        viewers = {seat: self.viewer_at(seat) for seat in self.place.persons}
        return {
            seat: viewer.uid
            for seat, viewer in viewers.items()
            if viewer is not None and Feature.SHUFFLE in viewer.features
        }

    def tell(self, message: DealCommit | Nonces | Reveal) -> None:
        """Tell what is said of a shuffle."""
        frame = encode_bytes(message)
        for seat in self.sharers():
            viewer = self.viewer_at(seat)
            if viewer is not None:
                viewer.send_frame(frame)
        self.spectators.tell_of_shuffle(message)

    def recall(self, commit: DealCommit, nonces: Nonces | None) -> None:
        """Remember what was told of a shuffle before the server was restarted, for who looks on from now on."""
        self.spectators.remember_shuffle(commit, nonces)
