"""What must be true of every table at any time: its store, its match and its people agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import reduce

import msgspec

from gouji_desktop.rules.deck import deck_of
from gouji_desktop.rules.engine import evolve
from gouji_desktop.rules.events import DealStarted, Event, Played
from gouji_desktop.rules.prompts import prompts
from gouji_desktop.rules.state import Match, Stage, new_match
from gouji_desktop.rules.views import PUBLIC, SeatAudience, project
from gouji_desktop.server.room import Room
from gouji_desktop.server.room_seats import PLAYING, WAITING, decode_place
from gouji_desktop.table.codec import decode_event
from tests.chaos.matches import Sea
from tests.server.scripted import ScriptedClient


class Ledger:
    """One match as it is in the store, followed batch by batch."""

    def __init__(self, room: Room) -> None:
        place = room._place
        self.key = place.id, place.match
        self.match: Match = new_match(room._rules, place.terms.deals or None)
        self.deck = sorted(deck_of(room._rules))
        self.number = 0
        self.public = 0
        self.laid: list[int] = []
        self.commands: Counter[str] = Counter()

    def read(self, sea: Sea) -> None:
        """Take in what was written since."""
        rows = sea.store.database.read(
            "SELECT number, body, cmd FROM batches WHERE name = ? AND match = ? AND number > ? ORDER BY number",
            (*self.key, self.number),
        )
        for number, body, command in rows:
            assert number == self.number + 1, "the numbers of the store have a gap"
            self.number = number
            events: list[Event] = [decode_event(each) for each in msgspec.json.decode(body)]
            self.match = reduce(evolve, events, self.match)
            if isinstance(events[0], DealStarted):
                self.laid = []
            self.laid += [face for event in events if isinstance(event, Played) for face in event.faces]
            if command is not None:
                self.commands[command] += 1

    def check(self) -> None:
        """Every card is somewhere, once; nobody is asked twice; no command was done twice."""
        deal = self.match.deal
        if deal is not None:
            held = [face for hand in deal.hands for face in hand.faces]
            assert sorted(held + self.laid) == self.deck
        asked = [prompt.seat for prompt in prompts(self.match)]
        assert len(set(asked)) == len(asked)
        assert not [name for name, times in self.commands.items() if times > 1]


def check_room(
    sea: Sea, clients: Sequence[ScriptedClient], ledgers: dict[str, Ledger], room: Room, body: bytes
) -> None:
    """A table, what is kept of it, and what each client has of it are the same."""
    place, play = room._place, room._play
    kept = decode_place(body)
    # Who is ready before a match does not outlive the server: it is not written down that nobody is any more.
    same = kept.nobody_ready() == place.nobody_ready() if place.phase == WAITING else kept == place
    assert same, "the store has another place than the table"
    members = {member.uid for member in place.members}
    seated = [holder.uid for holder in place.seats if holder.uid]
    assert len(set(seated)) == len(seated)
    assert all(holder.uid in members or holder.left for holder in place.seats if holder.uid)
    assert not place.members or place.host in members
    assert set(room._people.here) <= members
    if play.match is None:
        return
    if place.phase == PLAYING:
        _check_match(sea, ledgers, room)
    match = play.match
    for client in clients:
        followed = client.matches.get(room.id)
        seat = place.seat_of(client.uid)
        if followed is None or not client.connected or followed.match != place.match:
            continue
        if room._people.of(client.uid) is client.peer and seat is not None and followed.you == seat:
            assert followed.in_step, "who is here has been told everything"
            assert followed.position == (match.frames.epoch, match.frames.seq, match.frames.own[seat])
            assert followed.view == project(match.match, SeatAudience(seat))
            assert followed.frozen == room.frozen
        elif client.uid in room._spectators and followed.you is None:
            assert followed.seq <= match.frames.seq
            if followed.seq == match.frames.seq:
                assert followed.view == project(match.match, PUBLIC)


def _check_match(sea: Sea, ledgers: dict[str, Ledger], room: Room) -> None:
    """A running match: in the store as it is, asked once, and never without a next step."""
    match = room._play.match
    assert match is not None
    key = room.id, room._place.match
    ledger = ledgers.get(room.id)
    if ledger is None or ledger.key != key:
        ledger = ledgers[room.id] = Ledger(room)
    ledger.read(sea)
    ledger.check()
    assert ledger.match == match.match, "the store has another match than the table"
    assert ledger.number == match._number
    book = match.host._book
    assert len({seat for seat, _ in book._asks}) == len(book._asks), "a seat is asked twice"
    deal = match.match.deal
    if not room.frozen and (deal is None or deal.stage == Stage.OVER):
        # It waits for a shuffle, or for the time of the next deal.
        dealing = match.dealing
        waits = match.host.wanted_deal is not None or match.host.next_wakeup(sea.clock.now) is not None
        assert waits, "nothing leads to the next deal"
        if match.host.wanted_deal is not None:
            assert dealing._timer is not None, "the ceremony waits for nothing"
    elif not room.frozen:
        wakeup = match.host.next_wakeup(sea.clock.now)
        assert wakeup is not None or not room._place.terms.turn_s, "the table waits for ever"
        assert wakeup is None or match._timer is not None
