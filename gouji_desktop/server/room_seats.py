"""A table as a place: who is at it, who sits where, who is ready, and whose table it is.

A `Place` is a value. Whatever somebody does makes a new one or is refused; the room keeps the new one before anybody
learns of it, and nothing has changed where it cannot be kept. Who is connected is not part of it.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from gouji_desktop.bots.levels import LEVELS
from gouji_desktop.bots.names import BOT_NAMES
from gouji_desktop.net.codes import ErrorCode
from gouji_desktop.net.requests import Create
from gouji_desktop.rules.seats import SEATS, Seat
from gouji_desktop.server.ports import Refused

#: As many persons may be at one table, seated or standing; who has a seat at it may come back all the same.
MOST_MEMBERS = 30
#: Who was put out of a table may come back after so many seconds; so many are remembered.
KICKED_SECONDS = 300
MOST_OUT = 100

WAITING, PLAYING, OVER = "waiting", "playing", "over"
_PHASES = (WAITING, PLAYING, OVER)

FORBIDDEN = Refused(ErrorCode.FORBIDDEN)


class SeatHolder(Struct, frozen=True, omit_defaults=True):
    """Who a seat belongs to."""

    #: The account of a person; "" for a bot or a free seat.
    uid: str = ""
    name: str = ""
    #: The level of a bot.
    level: str = ""
    #: Ready for the match; between two deals: for the next one.
    ready: bool = False
    #: Left a running match; a bot keeps the seat.
    left: bool = False

    @property
    def free(self) -> bool:
        """Whether nobody has it."""
        return not self.uid and not self.level


FREE = SeatHolder()


class Member(Struct, frozen=True):
    """A person at the table, seated or standing."""

    uid: str
    name: str


class PutOut(Struct, frozen=True):
    """Somebody was put out of the table."""

    uid: str
    #: When it may come back, in seconds of the server's uptime.
    until: int


class Terms(Struct, frozen=True):
    """What is to be played, fixed when the table is made."""

    title: str
    #: The rule set with every option and its digest.
    rules: dict[str, Any]
    #: 0: as many deals as the rule set names.
    deals: Annotated[int, Meta(ge=0, le=99)]
    turn_s: Annotated[int, Meta(ge=0, le=600)]
    answer_s: Annotated[int, Meta(ge=2, le=30)]
    #: The level of the bots that take empty seats; "": none do.
    bots: str
    private: bool
    spectators: bool


class Running(Struct, frozen=True, omit_defaults=True):
    """What belongs to a match and does not follow from its events. Seats throughout."""

    #: Played by a trustee now; those of them whose person asked for it, and those whose person was there and missed it.
    trustees: tuple[Seat, ...] = ()
    wanted: tuple[Seat, ...] = ()
    missed: tuple[Seat, ...] = ()
    auto_pass: tuple[Seat, ...] = ()
    #: Left, in this order; who came back is still in it.
    leavers: tuple[Seat, ...] = ()
    #: Left between two deals when the match was broken already: they owe nothing (conduct.py).
    excused: tuple[Seat, ...] = ()
    #: What leaving has cost each seat, in base scores of the room.
    fines: tuple[int, ...] = (0,) * SEATS


class Place(Struct, frozen=True):
    """One table."""

    id: str
    code: str
    terms: Terms
    host: str
    members: tuple[Member, ...]
    seats: tuple[SeatHolder, ...]
    phase: str = WAITING
    #: Counts the matches from 1; 0 before the first.
    match: int = 0
    running: Running = Running()
    #: Who was put out and stays out for a while.
    out: tuple[PutOut, ...] = ()

    # --- what there is ----------------------------------------------------------------------------------------

    def member(self, uid: str) -> Member | None:
        """The person of an account, where it is at the table."""
        return next((member for member in self.members if member.uid == uid), None)

    def seat_of(self, uid: str) -> Seat | None:
        """The seat that belongs to an account, also where its person left a running match."""
        return next((seat for seat, holder in enumerate(self.seats) if uid and holder.uid == uid), None)

    @property
    def persons(self) -> tuple[Seat, ...]:
        """The seats that belong to persons."""
        return tuple(seat for seat, holder in enumerate(self.seats) if holder.uid)

    # --- coming and going -------------------------------------------------------------------------------------

    def joined(self, uid: str, name: str) -> Place | Refused:
        """Somebody comes to the table, or comes back; who left a running match gets the seat back."""
        known, seat = self.member(uid) is not None, self.seat_of(uid)
        if not known and seat is None and len(self.members) >= MOST_MEMBERS:
            return Refused(ErrorCode.TABLE_FULL)
        here = Member(uid, name)
        members = tuple(here if member.uid == uid else member for member in self.members)
        place = replace(self, members=members if known else (*members, here), host=self.host or uid)
        if seat is not None:
            place = place.with_seat(seat, replace(self.seats[seat], name=name, left=False))
        return place

    def left(self, uid: str, heirs: tuple[str, ...] = ()) -> Place:
        """Somebody goes for good. In a match and after it the seat stays that person's; of `heirs` one becomes host."""
        place = replace(self, members=tuple(member for member in self.members if member.uid != uid))
        seat = self.seat_of(uid)
        if seat is not None:
            gone = FREE if self.phase == WAITING else replace(self.seats[seat], ready=False, left=True)
            place = place.with_seat(seat, gone)
        return place.with_heir(heirs) if uid == self.host else place

    def with_heir(self, heirs: tuple[str, ...] = ()) -> Place:
        """The table gets another host: of the heirs who sits, else who stands, and only then one that is no heir."""
        here = [member.uid for member in self.members if member.uid != self.host]
        seated = [holder.uid for holder in self.seats if holder.uid in here and not holder.left]
        order = [uid for uid in seated + here if uid in heirs] + seated + here
        return replace(self, host=order[0] if order else self.host if self.member(self.host) else "")

    # --- before the match -------------------------------------------------------------------------------------

    def sat(self, uid: str, seat: Seat) -> Place | Refused:
        """Somebody takes a free seat, or moves to it."""
        member = self.member(uid)
        if self.phase != WAITING or member is None:
            return FORBIDDEN
        if self.seats[seat].uid == uid:
            return self
        if not self.seats[seat].free:
            return Refused(ErrorCode.SEAT_TAKEN)
        old = self.seat_of(uid)
        place = self if old is None else self.with_seat(old, FREE)
        return place.with_seat(seat, SeatHolder(uid, member.name))

    def stood(self, uid: str) -> Place | Refused:
        """Somebody gives the seat up."""
        seat = self.seat_of(uid)
        if self.phase != WAITING:
            return FORBIDDEN
        return Refused(ErrorCode.NOT_SEATED) if seat is None else self.with_seat(seat, FREE)

    def made_ready(self, uid: str, on: bool) -> Place | Refused:
        """Somebody is ready: for the match, or between two deals for the next. When that counts the room knows."""
        seat = self.seat_of(uid)
        if seat is None or self.seats[seat].left:
            return Refused(ErrorCode.NOT_SEATED)
        if self.phase == OVER:
            return FORBIDDEN
        return self.with_seat(seat, replace(self.seats[seat], ready=on))

    def kicked(
        self, by: str, seat: Seat | None, uid: str = "", now: int = 0, *, watches: bool = False
    ) -> Place | Refused:
        """The host frees a seat (a bot goes, a person leaves the table), or puts out who stands, by the account.

        `now` is the server's uptime: who is put out stays out for a while. Who `watches` is like who stands.
        """
        if seat is None and uid:
            seat = self.seat_of(uid)
            if seat is None:
                return self._put_out(by, uid, now, watches)
        if seat is None:
            return Refused(ErrorCode.BAD_SCHEMA, {"text": "name a seat or a person"})
        holder = self.seats[seat]
        if by != self.host or self.phase != WAITING or holder.uid == by:
            return FORBIDDEN
        if holder.free or (uid and holder.uid != uid):
            return Refused(ErrorCode.NOT_SEATED)
        return self._without(holder.uid, now) if holder.uid else self.with_seat(seat, FREE)

    def _put_out(self, by: str, uid: str, now: int, watches: bool) -> Place | Refused:
        if by != self.host or uid == by:
            return FORBIDDEN
        known = watches or self.member(uid) is not None
        return self._without(uid, now) if known else Refused(ErrorCode.NOT_SEATED)

    def _without(self, uid: str, now: int) -> Place:
        out = [each for each in self.out if each.until > now and each.uid != uid][-MOST_OUT:]
        return replace(self.left(uid), out=(*out, PutOut(uid, now + KICKED_SECONDS)))

    def with_bot(self, by: str, seat: Seat, level: str) -> Place | Refused:
        """The host puts a bot of a level on a seat without a person, or ("") takes it away."""
        if by != self.host or self.phase != WAITING or (level and level not in LEVELS):
            return FORBIDDEN
        if self.seats[seat].uid:
            return Refused(ErrorCode.SEAT_TAKEN)
        return self.with_seat(seat, bot_holder(self.id, seat, level) if level else FREE)

    def started(self, by: str, here: Collection[str]) -> Place | Refused:
        """The host begins the match: everybody that sits is `here` and ready, bots take the empty seats."""
        if by != self.host or self.phase != WAITING or not self.persons:
            return FORBIDDEN
        if not all(holder.uid in here for holder in self.seats if holder.uid):
            return Refused(ErrorCode.FORBIDDEN, {"reason": "absent"})
        if not all(holder.ready or holder.uid == by for holder in self.seats if holder.uid):
            return Refused(ErrorCode.FORBIDDEN, {"reason": "not_ready"})
        if not self.terms.bots and any(holder.free for holder in self.seats):
            return Refused(ErrorCode.FORBIDDEN, {"reason": "empty_seats"})
        seats = tuple(
            bot_holder(self.id, seat, self.terms.bots) if holder.free else replace(holder, ready=False)
            for seat, holder in enumerate(self.seats)
        )
        return replace(self, seats=seats, phase=PLAYING, match=self.match + 1, running=Running())

    # --- after the match --------------------------------------------------------------------------------------

    def rematched(self, uid: str) -> Place | Refused:
        """Somebody that sits wants another match: those who are still here keep their seats."""
        if self.phase != OVER:
            return FORBIDDEN
        if self.seat_of(uid) is None or self.member(uid) is None:
            return Refused(ErrorCode.NOT_SEATED)
        seats = tuple(
            FREE if holder.uid and self.member(holder.uid) is None else replace(holder, ready=False, left=False)
            for holder in self.seats
        )
        return replace(self, seats=seats, phase=WAITING, running=Running())

    # --- changes that the room makes --------------------------------------------------------------------------

    def with_seat(self, seat: Seat, holder: SeatHolder) -> Place:
        """The table with another holder of a seat."""
        return replace(self, seats=tuple(holder if each == seat else old for each, old in enumerate(self.seats)))

    def with_running(self, **changes: Any) -> Place:
        """The table with changes to what belongs to the match."""
        return replace(self, running=replace(self.running, **changes))

    def in_phase(self, phase: str) -> Place:
        """The table in another phase."""
        return replace(self, phase=phase)

    def nobody_ready(self) -> Place:
        """The table with nobody ready."""
        return replace(self, seats=tuple(replace(holder, ready=False) for holder in self.seats))


def bot_holder(table: str, seat: Seat, level: str) -> SeatHolder:
    """A seat with a bot; the client has words for names and levels. No two bots of a table have the same name."""
    first = sum(table.encode())
    return SeatHolder(name=BOT_NAMES[(first + seat) % len(BOT_NAMES)], level=level)


def new_place(
    id: str,  # noqa: A002 - as everywhere
    code: str,
    maker: tuple[str, str],
    request: Create,
    title: str,
    rules: dict[str, Any],
) -> Place:
    """A table that somebody makes (account and name), who sits on seat 0 and is its host; title and rules cleaned."""
    terms = Terms(
        title=title,
        rules=rules,
        deals=request.deals,
        turn_s=request.turn_s,
        answer_s=request.answer_s,
        bots=request.bots,
        private=request.private,
        spectators=request.spectators,
    )
    uid, name = maker
    seats = (SeatHolder(uid, name), *[FREE] * (SEATS - 1))
    return Place(id, code, terms, uid, (Member(uid, name),), seats)


_decoder = msgspec.json.Decoder(Place)


def encode_place(place: Place) -> bytes:
    """A table as it is kept."""
    return msgspec.json.encode(place)


def decode_place(body: bytes) -> Place:
    """The table that was kept. Raises ValueError with a sentence."""
    try:
        place = _decoder.decode(body)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise ValueError(f"the table cannot be read: {str(error)[:120]}") from None
    if len(place.seats) != SEATS or place.phase not in _PHASES or len(place.running.fines) != SEATS:
        raise ValueError("the table has no six seats, or no phase")
    uids = [holder.uid for holder in place.seats if holder.uid]
    if len(set(uids)) != len(uids):
        raise ValueError("somebody sits at the table twice")
    return place
