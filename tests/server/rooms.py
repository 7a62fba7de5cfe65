"""One room over a real store on a clock that a test moves, with guests that follow what they are told and play."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import count
from typing import Any

from gouji_desktop.bots.simplest import simplest_answer
from gouji_desktop.net import messages as msg
from gouji_desktop.net import requests as req
from gouji_desktop.net.codes import FEATURES
from gouji_desktop.net.commands import cmd_of
from gouji_desktop.net.fields import Message
from gouji_desktop.net.proofs import ShuffleWatch
from gouji_desktop.net.wire import encode_bytes
from gouji_desktop.rules.commands import SeatCommand
from gouji_desktop.rules.presets import preset
from gouji_desktop.rules.prompts import Prompt
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import SEATS
from gouji_desktop.rules.state import Stage
from gouji_desktop.rules.views import PUBLIC, SeatAudience, View, project
from gouji_desktop.server.config import Config, Limits
from gouji_desktop.server.flights import Flights
from gouji_desktop.server.ports import Done, Outcome, Refused, StoreError
from gouji_desktop.server.room import Room
from gouji_desktop.server.room_deps import RoomDeps
from gouji_desktop.server.store import Store
from gouji_desktop.table.codec import encode_rules
from gouji_desktop.table.controllers import think_inline
from gouji_desktop.table.host import TableHost
from tests.server.following import Followed, read_frame
from tests.table.drivers import FakeClock, RandomPlayer, random_maker

Policy = Callable[[View, Prompt], SeatCommand]


class FlakyStore(Store):
    """A store that cannot be written while a test says so: it fails at the very end and rolls everything back."""

    full = False
    #: So many transactions may still succeed.
    left: int | None = None

    @contextmanager
    def transaction(self, *, lone: bool = False) -> Iterator[None]:
        with super().transaction():
            yield
            if self.left is not None:
                self.left -= 1
                self.full = self.left < 0
            if self.full:
                raise StoreError("The disk is full.")


class Guest:
    """A signed-in connection that follows a table."""

    def __init__(self, hall: Hall, uid: str, features: tuple[str, ...] = FEATURES) -> None:
        self.hall = hall
        self.uid = uid
        self.name = uid.upper()
        self.features = frozenset(features)
        self.frames: list[bytes] = []
        self.received: list[Message] = []
        self.place: Any = None
        self.play: Any = None
        self.reveals: list[msg.Reveal] = []
        self.watch: Any = None
        self.policy: Policy | None = None
        self._todo: list[Message] = []
        self._answered = (0, -1)
        self.closed = False

    # --- Viewer ---

    def send(self, message: Message, *, droppable: bool = False) -> None:
        self.send_frame(encode_bytes(message))

    def send_frame(self, frame: bytes) -> None:
        self.frames.append(frame)
        message, events = read_frame(frame)
        assert message is not None
        self.received.append(message)
        match message:
            case msg.Table():
                assert self.place is None or message.rev >= self.place.rev, "an older place than the last"
                self.place = message
            case msg.Snap():
                if self.play is None or self.play.match != message.match:
                    self.play = Followed(message)
                else:
                    self.play.snap(message)
                self._watched().snapped(self.play.view)
            case msg.Ev():
                assert self.play is not None, "events before a snapshot"
                if (message.ep, message.seq, message.p) > self.play.position:
                    self._watched().happened(self.play.view, events)
                self.play.ev(message, events)
            case msg.State():
                assert self.play is not None
                self.play.state(message)
            case msg.DealCommit():
                given = self._watched().committed(message, self.hall.rules.digest, seated=self.seat is not None)
                self._todo += [given] if given else []
            case msg.Nonces():
                share = self._watched().named(message)
                self._todo += [share] if share else []
            case msg.Reveal():
                assert self.play is not None
                self.reveals.append(message)
                self._watched().revealed(message, self.play.view)

    def _watched(self) -> Any:
        if self.watch is None:
            source = random.Random(self.uid)
            self.watch = ShuffleWatch(self.hall.id, self.uid, entropy=source.randbytes)
        return self.watch

    @property
    def seat(self) -> Any:
        return None if self.place is None else self.place.you

    def all(self, kind: type[Message]) -> list[Any]:
        return [message for message in self.received if isinstance(message, kind)]

    # --- what it does ---

    def ask(self, kind: type[Message], **fields: Any) -> Any:
        given = {"id": self.hall.new_id(), "t": self.hall.id, **fields}
        if kind in (req.NonceCommit, req.Nonce, req.Resync):
            del given["id"]
        return self.hall.room.handle(self, kind(**given))

    def join(self) -> Outcome:
        return self.hall.room.join(self)

    def drop(self) -> None:
        self.closed = True
        self.hall.room.gone(self)

    def again(self) -> Guest:
        """The same person by a newer connection, which knows what the older one knew."""
        newer = Guest(self.hall, self.uid, tuple(self.features))
        newer.watch, newer.policy, newer.play = self.watch, self.policy, self.play
        newer.received = list(self.received)
        self.hall.guests[self.uid] = newer
        return newer

    def answer(self, command: SeatCommand, number: str | None = None) -> Any:
        return self.hall.room.handle(self, cmd_of(command, number or self.hall.new_id(), self.hall.id))

    def act(self) -> bool:
        """Do what it is asked; whether it did something."""
        if self.closed:
            return False
        todo, self._todo = self._todo, []
        for request in todo:
            self.hall.room.handle(self, request)
        play = self.play
        if self.policy is None or play is None or play.frozen:
            return bool(todo)
        prompt = play.prompt
        if prompt is None or self._answered == (play.ep, prompt.id) or play.seats[prompt.seat].by != "person":
            return bool(todo)
        self._answered = (play.ep, prompt.id)
        outcome = self.answer(self.policy(play.view, prompt))
        assert isinstance(outcome, Done) or outcome.code == "frozen_storage", outcome
        if isinstance(outcome, Refused):
            self._answered = (0, -1)
        return True


class Hall:
    """A place for one room."""

    def __init__(self, rules: str | RuleSet = "tribute216", seed: int = 1, **limits: Any) -> None:
        self.clock = FakeClock()
        self.store = FlakyStore.open(None)
        self.rules = preset(rules) if isinstance(rules, str) else rules
        self.config = Config(limits=replace(Config()).limits._replace(**limits) if limits else Limits())
        self._chance = random.Random(seed)
        self._ids = count(1)
        self.id = "t1"
        self.guests: dict[str, Guest] = {}
        self.changes = 0
        self.deps = RoomDeps(
            store=self.store,
            scheduler=self.clock,
            make_player=random_maker,
            thinker=think_inline,
            entropy=self._chance.randbytes,
            changed=self._changed,
            config=self.config,
            counters=Counter(),
            flights=Flights(self.clock.time),
            time_of_day=lambda: 1_700_000_000.0 + self.clock.now,
        )
        self.room: Room = None  # type: ignore[assignment]

    def _changed(self, room: Room) -> None:
        self.changes += 1

    def new_id(self) -> str:
        return f"r{next(self._ids)}"

    def guest(self, uid: str, features: tuple[str, ...] = FEATURES) -> Guest:
        self.guests[uid] = Guest(self, uid, features)
        return self.guests[uid]

    def open(self, uid: str = "a", **fields: Any) -> Guest:
        """A table that a guest makes."""
        host = self.guest(uid)
        request = req.Create(id="c", rules=encode_rules(self.rules), **{"deals": 1, "bots": "easy", **fields})
        room = Room.create(self.id, host, request, self.deps)
        assert isinstance(room, Room), room
        self.room = room
        return host

    def seat(self, uid: str, seat: int, features: tuple[str, ...] = FEATURES) -> Guest:
        guest = self.guest(uid, features)
        assert isinstance(guest.join(), Done)
        assert guest.ask(req.Sit, seat=seat) == Done()
        return guest

    def begin(self, persons: int = 2, *, playing: bool = True, **fields: Any) -> list[Guest]:
        """A table with so many persons on its first seats, and its match begun."""
        guests = [self.open(**fields)] + [self.seat("abcdef"[seat], seat) for seat in range(1, persons)]
        for seat, guest in enumerate(guests):
            if seat:
                assert guest.ask(req.Ready) == Done()
            if playing:
                guest.policy = eager(seat)
        assert guests[0].ask(req.Start) == Done()
        return guests

    @property
    def host(self) -> TableHost:
        match = self.room._play.match
        assert match is not None
        return match.host

    def empty(self) -> bool:
        return self.room.empty

    def between(self) -> bool:
        """Whether a deal has ended and the next has not begun."""
        deal = self.host.match.deal
        return deal is not None and deal.stage == Stage.OVER

    def run(self, seconds: float = 600.0, until: Callable[[], bool] | None = None, step: float = 0.05) -> bool:
        """Let time pass while everybody does what it is asked."""
        end = self.clock.now + seconds
        while self.clock.now < end:
            while sum(guest.act() for guest in tuple(self.guests.values())):
                pass
            if until is not None and until():
                return True
            self.clock.run(min(step, end - self.clock.now) or 0.001)
        return until is None or until()

    def play(self, seconds: float = 4 * 3600.0, step: float = 0.4) -> None:
        """Play to the end of the match."""
        assert self.run(seconds, lambda: self.room.phase == "over", step), "the match does not end"
        self.clock.run(1.0)

    def check(self) -> None:
        """Everybody that is seated knows what the table host would tell it, and nothing else."""
        for guest in self.guests.values():
            if guest.seat is not None and guest.play is not None and self.room._people.of(guest.uid) is guest:
                assert guest.play.view == project(self.host.match, SeatAudience(guest.seat)), guest.uid

    def restart(self, **deps: Any) -> None:
        """Another server over the same store; all connections are gone."""
        self.clock = FakeClock()
        self.deps = self.deps._replace(scheduler=self.clock, **deps)
        (row,) = self.store.open_tables()
        self.room = Room.restore(row, self.deps)


def eager(seed: int) -> Policy:
    """Plays whatever it can."""
    return RandomPlayer(seed, eager=True).answer


def simple(view: View, prompt: Prompt) -> SeatCommand:
    return simplest_answer(view, prompt)


__all__ = ["PUBLIC", "SEATS", "FlakyStore", "Guest", "Hall", "eager", "simple"]
