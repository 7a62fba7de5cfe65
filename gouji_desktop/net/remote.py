"""A table on a server, as the person at it sees it: the same updates as from a table in the same process."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from gouji_desktop.net import messages as msg
from gouji_desktop.net import requests as req
from gouji_desktop.net.clientstate import Trouble
from gouji_desktop.net.codes import ErrorCode
from gouji_desktop.net.commands import op_of
from gouji_desktop.net.failures import trouble_of_error
from gouji_desktop.net.past import DealPast, Memory, beginning, past_updates
from gouji_desktop.net.requesting import Answer, Asker
from gouji_desktop.rules.commands import SeatCommand
from gouji_desktop.rules.events import Event
from gouji_desktop.rules.prompts import Prompt, prompt_of
from gouji_desktop.rules.rejections import Reason, Rejected
from gouji_desktop.rules.seats import SEATS, Seat
from gouji_desktop.rules.views import View, fold
from gouji_desktop.table.codec import CodecError, decode_event, decode_rejected
from gouji_desktop.table.listening import Listeners
from gouji_desktop.table.local import Scheduler, Timer
from gouji_desktop.table.pacing import Pace
from gouji_desktop.table.session import Capability, ClockInfo, Controller, SeatInfo, Update
from gouji_desktop.table.viewcodec import decode_view

#: A server answers three questions for what was missed in ten seconds; who gets no answer asks ever less often.
RESYNC_SECONDS = 4.0
RESYNC_LONGEST = 60.0
#: How often a command that was refused for its haste is sent again, and after how many seconds where none are named.
HASTE_TRIES = 4
HASTE_SECONDS = 0.5
#: An epoch that no table has: what is asked from there on is answered with a snapshot.
NO_EPOCH = 2**52

_FOLD_FAULTS = (AssertionError, LookupError, TypeError, ValueError, AttributeError)
_REASONS = {
    ErrorCode.NOT_YOUR_TURN: Reason.NOT_ASKED,
    ErrorCode.NOT_SEATED: Reason.NOT_ASKED,
    ErrorCode.STALE_PROMPT: Reason.STALE_PROMPT,
}


class Position(NamedTuple):
    """How far a client has followed a match."""

    ep: int
    seq: int
    p: int


class SnapError(Exception):
    """A message about a match that this version does not understand; its text is one sentence."""


class RemoteSession:
    """Follows one match at a table of a server; made from a snapshot, and what is known of the deal before it.

    Closed, it follows on in silence: whoever subscribes again opens it again, at the present.

    The client hands in `snap`, `ev` and `state`. What does not follow is asked for again; `report` is told what cannot
    be understood or was refused for a reason that the rules do not know; `seen` gets every update, also while it is
    closed. Raises SnapError where the snapshot is none.
    """

    def __init__(
        self,
        asker: Asker,
        scheduler: Scheduler,
        snap: msg.Snap,
        report: Callable[[Trouble], None],
        seen: Callable[[Update], None] = lambda _update: None,
        past: DealPast | None = None,
    ) -> None:
        self._seen = seen
        self._asker = asker
        self._scheduler = scheduler
        self._report = report
        self._t = snap.t
        self._match = snap.match
        self._seat: Seat | None = snap.you if snap.you in range(SEATS) else None
        self._listeners = Listeners()
        self._closed = False
        self._frozen = False
        self._auto_pass: bool | None = None
        #: Commands on their way: prompt and command by the id of the request.
        self._sent: dict[str, SeatCommand] = {}
        self._retry: Timer | None = None
        self._resync_timer: Timer | None = None
        self._missing = False
        self._patience = RESYNC_SECONDS
        self._faults = 0
        self._position = Position(0, 0, 0)
        #: The position is of an earlier connection: the next snapshot holds, whatever it counts from.
        self._anew = False
        self._memory = Memory()
        self._read(snap)
        if past is None:
            self._memory.keep(self.latest)
        else:
            self._take_past(past)

    # --- what there is ----------------------------------------------------------------------------------------

    @property
    def capabilities(self) -> frozenset[Capability]:
        """What may be called on it: nothing by who only watches."""
        if self._seat is None:
            return frozenset()
        return frozenset({Capability.PLAY, Capability.TRUSTEE, Capability.NEXT_DEAL})

    @property
    def seat(self) -> Seat | None:
        """The own seat, None for a spectator."""
        return self._seat

    @property
    def key(self) -> tuple[str, int, Seat | None]:
        """Table, match and seat: a snapshot with the same is one of this session."""
        return (self._t, self._match, self._seat)

    @property
    def position(self) -> Position:
        """How far it has followed."""
        return self._position

    @property
    def closed(self) -> bool:
        """Whether nobody looks at it any more."""
        return self._closed

    @property
    def latest(self) -> Update:
        """The present state as an update without events."""
        return self._update()._replace(snapshot=True)

    @property
    def past(self) -> tuple[Update, ...]:
        """What was told before the present, for a log and a tracker: it begins with a snapshot.

        Nothing where only the present is known.
        """
        updates = self._memory.updates
        return () if len(updates) == 1 and updates[0].view == self._view else updates

    def subscribe(self, listener: Callable[[Update], None]) -> Callable[[], None]:
        """Call the listener at every update; the result unsubscribes."""
        self._closed = False
        return self._listeners.add(listener)

    # --- what can be done -------------------------------------------------------------------------------------

    def submit(self, command: SeatCommand) -> None:
        """Send a command of the own seat; a refusal comes as an update. The same command twice is sent once."""
        if self._closed:
            return
        prompt = self._prompt()
        if self._seat is None or command.seat != self._seat or prompt is None:
            self._refuse(Rejected(Reason.NOT_ASKED))
        elif command.prompt != prompt.id:
            self._refuse(Rejected(Reason.STALE_PROMPT))
        elif command not in self._sent.values():
            if self._retry is not None:
                self._retry.cancel()
            self._send(command, HASTE_TRIES)

    def set_trustee(self, on: bool) -> None:
        """托管 for the own seat, or no longer."""
        if self._able():
            self._asker.request(req.Trustee, self._other_answer, t=self._t, on=on)

    def set_auto_pass(self, on: bool) -> None:
        """Pass for the own seat where it cannot beat, from the next prompt on, or no longer."""
        if self._able():
            self._auto_pass = on
            self._asker.request(req.AutoPass, self._other_answer, t=self._t, on=on)

    def next_deal(self) -> None:
        """Be ready for the next deal; it comes when all are, or a while after the last one."""
        if self._able():
            self._asker.request(req.Ready, self._went_on, t=self._t, on=True)

    def set_paused(self, paused: bool) -> None:
        """Nothing: a table with other people does not stop."""

    def set_pace(self, pace: str) -> None:
        """Nothing: the server sets the pace. Raises ValueError for a word that is no pace."""
        Pace(pace)

    def set_fast_forward(self, on: bool) -> None:
        """Nothing, either."""

    def close(self) -> None:
        """Let go of the match; the seat is not left by it."""
        self._closed = True
        self._listeners.clear()
        if self._retry is not None:
            self._retry.cancel()

    def end(self) -> None:
        """Follow no more: the table was left, or another match has begun. Commands on their way are of no interest."""
        self.close()
        self._healed()
        for number in self._sent:
            self._asker.drop(number)
        self._sent.clear()

    # --- what the server says ---------------------------------------------------------------------------------

    def interrupted(self) -> None:
        """The connection is another one: what comes need not follow from what came."""
        self._anew = True

    def is_past(self, snap: msg.Snap) -> bool:
        """Whether a snapshot is of a time before where this session is."""
        here, same = self._position, (snap.t, snap.you) == (self._t, self._seat)
        return same and not self._anew and (snap.ep, snap.match, snap.seq, snap.p) < (here.ep, self._match, *here[1:])

    def take_snap(self, snap: msg.Snap, past: DealPast | None = None) -> None:
        """Be where the snapshot is; what was missed of the deal is told as it happened. Raises SnapError."""
        before, here = self._view, self._position
        self._read(snap)
        if past is None:
            self._publish(self._update() if self._view == before else self.latest)
            return
        missed = past.missed(before, here.seq, here.p)
        self._take_past(past if missed is None else past._replace(steps=missed), anew=missed is None)

    def take_state(self, state: msg.State) -> None:
        """A change that is no event."""
        there = Position(state.ep, state.seq, state.p)
        if state.ep != self._position.ep or there > self._position:
            self._miss()
        if there[:2] < self._position[:2]:
            return
        if there == self._position:
            self._healed()
        self._seats = _seats(state.seats)
        self._frozen = state.frozen
        self._set_clock(state.clock)
        self._publish(self._update())

    def take_events(self, ev: msg.Ev) -> None:
        """Events that follow, that are here already, or before which something is missing."""
        here, there = self._position, Position(ev.ep, ev.seq, ev.p)
        follows = there in {Position(here.ep, here.seq + 1, 0), Position(here.ep, here.seq, here.p + 1)}
        if not follows:
            if ev.ep != here.ep or there > here:
                self._miss()
            return
        try:
            events, view = self._fold(ev.events)
        except (CodecError, *_FOLD_FAULTS) as error:
            self._lose_track(str(error))
            return
        self._healed()
        self._view, self._position, self._anew = view, there, False
        seats, clock = self._seats, self._clock
        if ev.seats is not None:
            self._seats = _seats(ev.seats)
        self._set_clock(ev.clock)
        if events or (seats, clock[0], clock[2]) != (self._seats, self._clock[0], self._clock[2]):
            self._publish(self._update(events))
        prompt = self._prompt()
        if self._seat is not None and ev.prompt is not None and (prompt is None or prompt.id != ev.prompt.pid):
            self._lose_track("the server asks something else")

    def _take_past(self, past: DealPast, *, anew: bool = True) -> None:
        """Tell what happened; `anew`: it does not follow from what was told before."""
        if anew:
            self._publish(beginning(past.before, self._seats))
        updates = tuple(past_updates(past, self._seats))
        for update in updates[:-1]:
            self._publish(update)
        self._publish(self._update(updates[-1].events if updates else ()))

    # --- being in step ----------------------------------------------------------------------------------------

    def catch_up(self) -> None:
        """Ask for what was missed while there was no connection."""
        self._healed()
        self._miss()

    def settle(self, resend: Callable[[str], None], drop: Callable[[str], None]) -> None:
        """The position is that of the server: send again what still answers the open prompt, forget the rest."""
        self._healed()
        prompt = self._prompt()
        for number, command in tuple(self._sent.items()):
            if prompt is not None and command.prompt == prompt.id and not self._closed:
                resend(number)
            else:
                del self._sent[number]
                drop(number)
        if self._auto_pass is not None and self._able():
            self.set_auto_pass(self._auto_pass)

    def _miss(self, position: Position | None = None) -> None:
        """Something is missing: ask for it, and again until it came."""
        if self._missing:
            return
        self._missing = True
        here = position or self._position
        self._asker.send(req.Resync(t=self._t, ep=here.ep, seq=here.seq, p=here.p))
        self._resync_timer = self._scheduler.call_later(self._patience, self._still_missing)

    def _still_missing(self) -> None:
        if self._missing:
            self._missing = False
            self._patience = min(2 * self._patience, RESYNC_LONGEST)
            self._miss(Position(NO_EPOCH, 0, 0))

    def _healed(self) -> None:
        self._missing = False
        self._patience = RESYNC_SECONDS
        if self._resync_timer is not None:
            self._resync_timer.cancel()
            self._resync_timer = None

    def _lose_track(self, why: str) -> None:
        """What came does not fit: start again from a snapshot, and say so where that did not help before."""
        self._faults += 1
        if self._faults == 1:
            self._miss(Position(NO_EPOCH, 0, 0))
            return
        self._report(Trouble("not_understood", {"why": why[:200]}))
        self._healed()
        self._missing = True
        wait = min(RESYNC_LONGEST, RESYNC_SECONDS * 2 ** min(self._faults - 2, 8))
        self._resync_timer = self._scheduler.call_later(wait, self._still_missing)

    def _fold(self, data: Any) -> tuple[tuple[Event, ...], View]:
        if not isinstance(data, list):
            raise CodecError("events are a list")
        events = tuple(decode_event(each) for each in data)
        view = self._view
        for event in events:
            view = fold(view, event)
        return events, view

    def _read(self, snap: msg.Snap) -> None:
        try:
            view = decode_view(snap.view)
            self._prompt_of(view)
        except (CodecError, *_FOLD_FAULTS) as error:
            raise SnapError(str(error)) from None
        self._healed()
        self._anew = False
        self._view = view
        self._position = Position(snap.ep, snap.seq, snap.p)
        self._seats = _seats(snap.seats)
        self._frozen = snap.frozen
        self._set_clock(snap.clock)

    # --- commands ---------------------------------------------------------------------------------------------

    def _send(self, command: SeatCommand, tries: int) -> None:
        number = ""

        def answered(answer: Answer) -> None:
            self._sent.pop(number, None)
            self._answered(command, answer, tries)

        op, cards, yes = op_of(command)
        number = self._asker.request(req.Cmd, answered, t=self._t, pid=command.prompt, op=op, cards=cards, yes=yes)
        if number:
            self._sent[number] = command

    def _answered(self, command: SeatCommand, answer: Answer, tries: int) -> None:
        if self._closed or not isinstance(answer, msg.Err) or answer.code == ErrorCode.ALREADY_DONE:
            return
        if answer.code in (ErrorCode.RATE_LIMITED, ErrorCode.BUSY) and tries > 1:
            wait = HASTE_SECONDS if answer.retry_after is None else answer.retry_after
            self._retry = self._scheduler.call_later(wait, lambda: self._try_again(command, tries - 1))
            return
        if answer.code == ErrorCode.FROZEN_STORAGE and not self._frozen and self._asked(command):
            # It may be a sealed answer, of which nobody else may learn: the table does not stand still for it.
            if tries == HASTE_TRIES:
                self._report(Trouble("not_stored"))
            wait = HASTE_SECONDS if answer.retry_after is None else answer.retry_after
            self._retry = self._scheduler.call_later(wait, lambda: self._try_again(command, max(1, tries - 1)))
            return
        if answer.code == ErrorCode.ILLEGAL_PLAY:
            self._refuse(_rejected(answer.detail))
        elif answer.code in _REASONS:
            self._refuse(Rejected(_REASONS[ErrorCode(answer.code)]))
            if self._asked(command):
                # What made it stale came before the answer: it was missed.
                self._miss()
        else:
            self._other_answer(answer)
            self._publish(self._update())

    def _try_again(self, command: SeatCommand, tries: int) -> None:
        if not self._closed and not self._frozen and self._asked(command):
            self._send(command, tries)

    def _went_on(self, answer: Answer) -> None:
        if not (isinstance(answer, msg.Err) and answer.code == ErrorCode.FORBIDDEN):
            # It is refused where the next deal runs already: what was asked for is there.
            self._other_answer(answer)

    def _other_answer(self, answer: Answer) -> None:
        if isinstance(answer, msg.Err) and not self._closed:
            self._report(trouble_of_error(answer))

    def _refuse(self, rejected: Rejected) -> None:
        self._publish(self._update()._replace(rejected=rejected))

    def _able(self) -> bool:
        return self._seat is not None and not self._closed

    # --- updates ----------------------------------------------------------------------------------------------

    def _prompt(self) -> Prompt | None:
        return self._prompt_of(self._view)

    def _asked(self, command: SeatCommand) -> bool:
        """Whether the question of a command is open."""
        prompt = self._prompt()
        return prompt is not None and prompt.id == command.prompt

    def _prompt_of(self, view: View) -> Prompt | None:
        return None if self._seat is None else prompt_of(view, self._seat)

    def _set_clock(self, clock: msg.Clock) -> None:
        left, total = clock.left_ms, clock.total_ms
        known = left is not None and total is not None
        seats = tuple(seat for seat in clock.seats if seat in range(SEATS))
        self._clock = ClockInfo(seats, left / 1000 if known else None, total / 1000 if known else None)  # type: ignore[operator]
        self._clock_since = self._scheduler.time()

    def _update(self, events: tuple[Event, ...] = ()) -> Update:
        clock = self._clock
        if clock.left is not None and not self._frozen:
            passed = self._scheduler.time() - self._clock_since
            clock = clock._replace(left=max(0.0, round(clock.left - passed, 3)))
        return Update(events, self._view, self._prompt(), self._seats, clock, paused=self._frozen)

    def _publish(self, update: Update) -> None:
        self._memory.keep(update)
        self._seen(update)
        self._listeners.tell(update)


def _seats(seats: tuple[msg.SeatNow, ...]) -> tuple[SeatInfo, ...]:
    """Who acts for each seat; a word that this version does not know is a person, or a bot where a level stands."""
    known = set(Controller)
    told = tuple(
        SeatInfo(
            each.name,
            Controller(each.by) if each.by in known else Controller.BOT if each.level else Controller.PERSON,
            each.level,
        )
        for each in seats[:SEATS]
    )
    return told + (SeatInfo("", Controller.PERSON, ""),) * (SEATS - len(told))


def _rejected(detail: object) -> Rejected:
    """The reason of the rules; one that this version does not know is that the cards are no play."""
    try:
        return decode_rejected(detail)
    except CodecError:
        return Rejected(Reason.NOT_A_PLAY)
