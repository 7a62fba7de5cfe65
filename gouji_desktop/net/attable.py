"""Where a client is: the table as a place, the match that runs there, what is said, and how its deals were shuffled."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from gouji_desktop.net import messages as msg
from gouji_desktop.net import requests as req
from gouji_desktop.net.clientstate import Trouble
from gouji_desktop.net.codes import ErrorCode
from gouji_desktop.net.fetching import LogFetcher
from gouji_desktop.net.line import Line
from gouji_desktop.net.past import PastParts
from gouji_desktop.net.proofs import ShuffleState, ShuffleWatch
from gouji_desktop.net.remote import NO_EPOCH, RemoteSession, SnapError
from gouji_desktop.net.requesting import Answer, Done
from gouji_desktop.net.shares import KeptShares
from gouji_desktop.rules.views import View
from gouji_desktop.table.local import Scheduler
from gouji_desktop.table.session import Update

#: Lines of talk that are kept.
SAID_KEPT = 200
#: Other tables that are remembered.
MOST_ELSEWHERE = 20
#: Seconds before the way back is asked for again, where a server that refuses it now names none.
BACK_SECONDS = 2.0


class AtTable:
    """One place at a time. `tell` is told a topic when something has changed: see Client."""

    def __init__(
        self,
        asker: Line,
        scheduler: Scheduler,
        tell: Callable[[str], None],
        entropy: Callable[[int], bytes],
        keep_log: Callable[[str, bytes], None],
        shares: KeptShares,
    ) -> None:
        self._asker = asker
        self._scheduler = scheduler
        self._tell = tell
        self._entropy = entropy
        self._shares = shares
        self._logs = LogFetcher(asker, scheduler, keep_log)
        #: The table where the client is, or is on its way to; "" for none.
        self.t = ""
        self.spectating = False
        #: Came to the table otherwise than to watch it.
        self.member = False
        #: Seconds that a spectator is behind; None for who does not watch.
        self.delay: float | None = None
        self.table: msg.Table | None = None
        self.session: RemoteSession | None = None
        #: Why the client is at no table any more, or cannot follow the match.
        self.notice: Trouble | None = None
        self.uid = ""
        self.muted: frozenset[str] = frozenset()
        self._said: tuple[msg.Said, ...] = ()
        #: Tables where the account is too, as they were told last: a server does not tell twice who was there already.
        self._elsewhere: dict[str, msg.Table] = {}
        #: The table that was left last: what it still says is of no interest.
        self._left = ""
        self._watch: ShuffleWatch | None = None
        self._past = PastParts()
        #: What the watch has seen last.
        self._view: View | None = None
        #: Counts connections and tables: which way back is still the right one.
        self._way_back = 0
        self._code: str | None = None
        #: The number of the ping whose pong says that the server has sent all that was asked for.
        self._marker: int | None = None
        self._settled = True
        #: The last place is of an earlier connection: what the server says now holds, whatever it counts from.
        self._anew = False

    @property
    def said(self) -> tuple[msg.Said, ...]:
        """What was said at the table, without those who are muted."""
        return tuple(each for each in self._said if each.uid not in self.muted)

    @property
    def proof(self) -> ShuffleState:
        """How the last deal was shuffled."""
        return self._watch.state if self._watch is not None else ShuffleState()

    # --- coming and going -------------------------------------------------------------------------------------

    def entering(self, code: str | None, done: Done | None) -> Done:
        """The client asks for a way to a table; what to do with the answer."""
        self.notice = None

        def answered(answer: Answer) -> None:
            if isinstance(answer, msg.Ack) and answer.t is not None:
                # Who watches a table and comes to it watches on until there is a seat.
                self._arrive(answer.t, spectating=self.spectating and answer.t == self.t, code=answer.code or code)
                self.member = True
                self._look_round()
            elif isinstance(answer, msg.Spectating):
                self._arrive(answer.t, spectating=True, code=code)
                self.delay = answer.delay_s
                self._tell("table")
            if done is not None:
                done(answer)

        return answered

    def _look_round(self) -> None:
        """The client was at that table already, and did not look: it knows the place, and asks for the match."""
        table = self._elsewhere.pop(self.t, None)
        if self.table is None and table is not None:
            self._take_table(table)
            self._ask_for_match(table)

    def _ask_for_match(self, table: msg.Table) -> None:
        """The client comes to a table whose match was told before: ask for it as it is."""
        if self.session is None and table.you is not None and table.phase != "waiting":
            self._asker.send(req.Resync(t=table.t, ep=NO_EPOCH))

    def went(self, notice: Trouble | None = None) -> None:
        """The client is at no table any more."""
        self._left, self.notice = self.t, notice
        self._arrive("", spectating=False, code=None)
        self._tell("table")

    def _arrive(self, t: str, *, spectating: bool, code: str | None) -> None:
        if t and t != self.t:
            if self.table is not None:
                self._remember(self.table)
            if self.spectating and self.t:
                # One match is watched at a time, and a server allows few.
                self._asker.request(req.Unspectate, None, once=True, t=self.t)
        self._code = code or (self._code if t == self.t else None)
        self.spectating = spectating
        self.delay = self.delay if spectating else None
        if t == self.t:
            return
        self.t, self.table, self._said, self._watch, self.member = t, None, (), None, False
        self._way_back += 1
        self._settled, self._marker = True, None
        self._logs.forget()
        if self.session is not None:
            self.session.end()
            self.session = self._view = None
            self._tell("session")

    # --- after a reconnect ------------------------------------------------------------------------------------

    def rejoin(self, held: tuple[msg.SeatHeld, ...], *, first: bool) -> None:
        """The client is signed in again: go back to where it was, or to a seat that it holds at its first sign-in."""
        there = [seat.t for seat in held if not seat.left]
        if not self.t and first and there:
            self._arrive(there[0], spectating=False, code=None)
        self._settled = not self.t
        self._elsewhere.clear()
        self._anew = True
        if self.session is not None:
            self.session.interrupted()
        if self._watch is not None:
            self._watch.interrupted()
        self._marker = None
        self._way_back += 1
        self._go_back(self._way_back)

    def _go_back(self, way: int) -> None:
        """Ask for the way back to where the client was, unless there is another connection by now."""
        if way != self._way_back or not self._asker.open:
            return

        def answered(answer: Answer) -> None:
            self._back(answer, way)

        if self.t and self.spectating:
            t, code = (None, self._code) if self._code else (self.t, None)
            self._asker.request(req.Spectate, answered, once=True, t=t, code=code)
        elif self.t:
            self._asker.request(req.Join, answered, once=True, t=self.t)

    def _back(self, answer: Answer, way: int) -> None:
        if way != self._way_back:
            return
        if isinstance(answer, msg.Err):
            if answer.code in (ErrorCode.TABLE_GONE, ErrorCode.FORBIDDEN, ErrorCode.TABLE_FULL):
                self.went(Trouble("table_gone"))
            elif not self._settled:
                # Too often, or not at this moment.
                wait = BACK_SECONDS if answer.retry_after is None else answer.retry_after
                self._scheduler.call_later(wait, lambda: self._go_back(way))
        elif not self._settled and self.session is not None:
            if not self.spectating:
                # Who watches is shown everything after this answer, without asking.
                self.session.catch_up()
            self._marker = self._asker.ask_pong()
        elif not self._settled:
            self._settle()

    def pong(self, number: int) -> None:
        """The server has handled everything up to that ping."""
        if self._marker is not None and number >= self._marker:
            self._settle()

    def _settle(self) -> None:
        self._settled, self._marker = True, None
        if self.session is not None:
            self.session.settle(self._asker.resend, self._asker.drop)

    # --- what the server says ---------------------------------------------------------------------------------

    def take(self, message: msg.ServerMessage) -> None:
        """Something about a table."""
        if isinstance(message, msg.Table):
            self._take_table(message)
        elif isinstance(message, msg.Said):
            self._take_said(message)
        elif isinstance(message, msg.Gone):
            self._elsewhere.pop(message.t, None)
            if message.t == self.t:
                self.went(None if message.why == "left" else Trouble(f"gone_{_why(message.why)}"))
        elif getattr(message, "t", None) == self.t:
            self._take_match(message)

    def _take_table(self, table: msg.Table) -> None:
        if table.t != self.t:
            if self.t or table.t == self._left:
                self._remember(table)
                return
            self._arrive(table.t, spectating=False, code=table.code)
            self._ask_for_match(table)
        elif self.table is not None and table.rev < self.table.rev and not self._anew:
            return
        self._anew = False
        self._code = table.code or self._code
        self.table = table
        if table.you is not None:
            # Who has sat down watches no more.
            self.spectating, self.delay, self.member = False, None, True
        self._tell("table")
        if table.phase == "over" and table.match and table.you is not None:
            self._logs.fetch(table.t, table.match)

    def _remember(self, table: msg.Table) -> None:
        """Keep in mind how another table is: who is known there may not be told again."""
        self._elsewhere.pop(table.t, None)
        if len(self._elsewhere) >= MOST_ELSEWHERE:
            del self._elsewhere[next(iter(self._elsewhere))]
        self._elsewhere[table.t] = table

    def _take_said(self, said: msg.Said) -> None:
        if said.t == self.t and said not in self._said:
            self._said = (*self._said, said)[-SAID_KEPT:]
            self._tell("said")

    def _take_match(self, message: msg.ServerMessage) -> None:
        if isinstance(message, msg.Past):
            self._past.take(message)
        elif isinstance(message, msg.Snap):
            self._take_snap(message)
        elif isinstance(message, msg.Ev | msg.State):
            if self.session is None:
                return
            if isinstance(message, msg.Ev):
                self.session.take_events(message)
            else:
                self.session.take_state(message)
        else:
            self._take_shuffle(message)

    def _take_snap(self, snap: msg.Snap) -> None:
        session, past = self.session, self._past.of(snap)
        if session is not None and session.is_past(snap):
            return
        try:
            if session is not None and session.key == (snap.t, snap.match, snap.you):
                session.take_snap(snap, past)
            else:
                if session is not None:
                    session.end()
                self.session = RemoteSession(self._asker, self._scheduler, snap, self._report, self._see, past)
                self._see(self.session.latest._replace(snapshot=past is None))
                self._tell("session")
        except SnapError as fault:
            self._report(Trouble("not_understood", {"why": str(fault)[:200]}))
            return
        if not self._settled:
            self._settle()

    def _see(self, update: Update) -> None:
        """Let the watch over the shuffle see what is seen."""
        before, self._view = self._view, update.view
        if self._watch is None:
            return
        if before is None or update.snapshot:
            self._watch.snapped(update.view)
        else:
            self._watch.happened(before, update.events)

    def _take_shuffle(self, message: msg.ServerMessage) -> None:
        table, before = self.table, self.proof
        if table is None:
            return
        if self._watch is None:
            self._watch = self._new_watch()
        if isinstance(message, msg.DealCommit):
            share = self._watch.committed(message, str(table.rules.get("digest", "")), seated=table.you is not None)
            if share is not None:
                self._asker.send(share)
        elif isinstance(message, msg.Nonces):
            nonce = self._watch.named(message)
            if nonce is not None:
                self._asker.send(nonce)
        elif isinstance(message, msg.Reveal) and self._view is not None:
            self._watch.revealed(message, self._view)
        if self.proof != before:
            self._tell("proof")

    def _new_watch(self) -> ShuffleWatch:
        """A watch that has seen what is known of the match."""
        watch = ShuffleWatch(self.t, self.uid, entropy=self._entropy, shares=self._shares)
        session = self.session
        if session is not None:
            updates = session.past or (session.latest,)
            for before, update in pairwise((updates[0], *updates)):
                if update.snapshot:
                    watch.snapped(update.view)
                else:
                    watch.happened(before.view, update.events)
        return watch

    def _report(self, trouble: Trouble) -> None:
        self.notice = trouble
        self._tell("notice")


def _why(word: str) -> str:
    """The reason why a table was left, as a key; a word that this version does not know is told as its closing."""
    return word if word in ("closed", "kicked", "replaced") else "closed"
