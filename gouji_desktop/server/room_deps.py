"""What rooms are made with."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from gouji_desktop.server.config import Config
from gouji_desktop.server.flights import Flights
from gouji_desktop.server.store import Store
from gouji_desktop.table.controllers import Thinker
from gouji_desktop.table.local import Scheduler
from gouji_desktop.table.setup import PlayerMaker

if TYPE_CHECKING:
    from gouji_desktop.server.room import Room


class RoomDeps(NamedTuple):
    """What rooms are made with."""

    store: Store
    scheduler: Scheduler
    make_player: PlayerMaker
    thinker: Thinker
    #: So many bytes of chance that nobody can guess.
    entropy: Callable[[int], bytes]
    #: Told of every room whose row in the lobby, or whose people, have changed.
    changed: Callable[[Room], None]
    config: Config
    #: What has happened since the start, for the metrics.
    counters: Counter[str]
    #: What went into and out of the tables last.
    flights: Flights
    #: The time of day in seconds since the epoch, for people alone.
    time_of_day: Callable[[], float] = time.time
