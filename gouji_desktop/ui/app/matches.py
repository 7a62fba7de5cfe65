"""The matches of the window: begun, kept, taken up again after any end of the program, left, and played back."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from secrets import randbelow

from gouji_desktop.bots.names import BOT_NAMES
from gouji_desktop.net.proofs import ShufflePhase
from gouji_desktop.net.remote import RemoteSession
from gouji_desktop.profile.archive import Archive, Entry
from gouji_desktop.profile.files import Notice
from gouji_desktop.rules.events import Event
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import Seat
from gouji_desktop.rules.views import EVERYTHING, SeatAudience
from gouji_desktop.table.host import Journal, TableHost
from gouji_desktop.table.local import LocalSession, Scheduler
from gouji_desktop.table.log import SUFFIX, LogHeader, LogWriter, MatchLog
from gouji_desktop.table.pacing import Pace
from gouji_desktop.table.replay import ReplaySession
from gouji_desktop.table.session import Capability, TableSession, Update
from gouji_desktop.table.setup import SeatPlan, TableSetup
from gouji_desktop.ui.app.masters import Masters
from gouji_desktop.ui.app.preferences import Preferences
from gouji_desktop.ui.app.records import past_updates
from gouji_desktop.ui.app.run import MatchRequest
from gouji_desktop.ui.app.tables import bot_maker, new_setup, setup_of_log
from gouji_desktop.ui.app.ticking import Ticking
from gouji_desktop.ui.app.usualname import system_name, usual_name
from gouji_desktop.ui.models.app import AppModel
from gouji_desktop.ui.models.replays import ReplayRow
from gouji_desktop.ui.presenter.newmatch import (
    LEVEL_NAMES,
    NewMatch,
    choose_level,
    restored,
    rules_of,
    rules_title,
)
from gouji_desktop.ui.presenter.replays import Kept, replay_words

log = logging.getLogger(__name__)

#: The room of the table where one is.
WAY_TO_ROOM = ("online", "lobby", "room")


class Matches:
    """Which match is on the table, and what lies on disk."""

    def __init__(
        self,
        model: AppModel,
        archive: Archive,
        preferences: Preferences,
        loop: asyncio.AbstractEventLoop,
        tell: Callable[[Notice], None],
    ) -> None:
        self._model = model
        self._archive = archive
        self._preferences = preferences
        self._scheduler: Scheduler = loop
        self._call_soon = loop.call_soon_threadsafe
        self._masters = Masters(bot_maker(lambda: preferences.settings))
        self._masters.pace = lambda: Pace(preferences.settings.pace)
        self._masters.fast_forward = self._hurries
        self._tell = tell
        self._session: TableSession | None = None
        #: The session is that of a table on a server: it belongs to its client, and outlives the table page.
        self._remote = False
        self._auto_pass_told = False
        #: Pages behind what is on the table, besides the first one.
        self._way_back: tuple[str, ...] = ()
        #: Called when the person leaves such a table.
        self.remote_left: list[Callable[[], object]] = []
        self._writer: LogWriter | None = None
        self._path: Path | None = None
        self._entries: list[Entry] = []
        self._fault: str | None = None
        self._ticking = Ticking(loop, model.table_model.sounded.emit)

    def connect(self) -> None:
        """Listen to what the person wants."""
        model = self._model
        model.new_match_model.show_match(self._last_match(), self.own_name)
        model.new_match_model.changed.connect(self._remember)
        model.new_match_model.started.connect(self.want_new)
        model.new_match_model.goOnAsked.connect(self.resume)
        model.new_match_model.giveUpAsked.connect(self.give_up)
        model.resumeAsked.connect(self.resume)
        model.leaveAsked.connect(self.leave)
        model.table_model.wanted.connect(self._want)
        model.table_model.online_model.is_kept = lambda name: self._online_path(name).exists()
        model.pageChanged.connect(self._on_page)
        model.replays_model.watchAsked.connect(lambda index: self.watch(self._entries[index].path))

    @property
    def session(self) -> TableSession | None:
        """What is on the table."""
        return self._session

    @property
    def own_name(self) -> str:
        """What the person is called at the table."""
        return self._preferences.settings.player_name or usual_name(
            self._model.current_words(), system_name(), str(self._archive.folder)
        )

    # --- beginning and going on -----------------------------------------------------------------------------------

    def want_new(self) -> None:
        """Begin the match of the page 开一局; where another one has not ended, ask what shall become of it."""
        self.list()
        entry = self._unfinished()
        if entry is None:
            self.begin()
        else:
            words = self._model.current_words()
            self._model.new_match_model.ask(words("unfinished.detail", match=self._resume_text(entry)))

    def give_up(self) -> None:
        """Put the match aside that has not ended, and begin another. It stays among the replays."""
        entry = self._unfinished()
        if entry is not None:
            if entry.path == self._path:
                self.let_go()
            notice = self._archive.give_up(entry.path)
            if notice is not None:
                self._tell(notice)
        self.begin()

    def begin(self) -> None:
        """Begin the match of the page 开一局."""
        match, words = self._model.new_match_model.match, self._model.current_words()
        seats = tuple(
            SeatPlan(words(name), level) if level else SeatPlan(self.own_name)
            for level, name in zip(match.levels, match.names, strict=True)
        )
        self._begin(rules_of(match), seats, deals=match.deals)

    def begin_request(self, request: MatchRequest) -> None:
        """Begin the match that was asked for from outside."""
        match = self._model.new_match_model.match
        if request.level in LEVEL_NAMES:
            match = choose_level(match, LEVEL_NAMES.index(request.level))
        words = self._model.current_words()
        seats = tuple(
            SeatPlan(words(name), level) if level else SeatPlan(self.own_name)
            for level, name in zip(match.levels, match.names, strict=True)
        )
        self._begin(request.rules, seats, deals=request.deals, seed=request.seed)

    def _begin(
        self, rules: RuleSet, seats: tuple[SeatPlan, ...], *, deals: int | None = None, seed: int | None = None
    ) -> None:
        setup = new_setup(rules, seats, self._preferences.settings, deals=deals, seed=seed)
        self.begin_with(setup, lambda keep: self._host(setup, keep))

    def begin_with(self, setup: TableSetup, make_host: Callable[[Journal], TableHost]) -> LocalSession:
        """Begin a match at the table that is made with this journal; its log is on disk from now on."""
        self.let_go()
        now = datetime.now(UTC)
        path = self._archive.new_path(now)
        try:
            self._writer = LogWriter.create(path, LogHeader.of(setup, now))
            self._path = path
        except OSError as error:
            # The match can be played all the same; it is only not kept.
            self._cannot_save(error.strerror or str(error))
        return self.sit_down(make_host(self._keep))

    def resume(self) -> None:
        """Go on with the match that has not ended."""
        entry = self._archive.resume_candidate()
        if entry is None or entry.seat is None:
            self.look_for_unfinished()
            return
        match_log, notice = self._archive.load(entry.path)
        if notice is not None:
            self._tell(notice)
        if match_log is None:
            self.look_for_unfinished()
            return
        self.let_go()
        try:
            self._writer = LogWriter.resume(entry.path, match_log)
            self._path = entry.path
        except OSError as error:
            self._cannot_save(error.strerror or str(error))
        setup: TableSetup = setup_of_log(match_log.header, self._preferences.settings)
        host = self._host(setup, self._keep, match_log.events)
        self.sit_down(host, past=past_updates(match_log, entry.seat))
        words = self._model.current_words()
        self._model.toasted.emit(words("notice.torn" if match_log.torn else "notice.resumed"))

    def _host(self, setup: TableSetup, journal: Journal, history: Sequence[Event] = ()) -> TableHost:
        """The table of a setup; masters think elsewhere."""
        thinker = self._masters.thinker(setup, self._wake_soon)
        return TableHost(setup, self._masters.make, journal=journal, thinker=thinker, history=history)

    def _wake_soon(self) -> None:
        """A thought is ready: called from another thread."""
        with suppress(RuntimeError):
            # The loop may have been closed by now.
            self._call_soon(self._wake)

    def _wake(self) -> None:
        if isinstance(self._session, LocalSession):
            self._session.wake()

    def _hurries(self) -> bool:
        """Whether the rest of the deal is hurried through; called from other threads."""
        session = self._session
        return isinstance(session, LocalSession) and session.host.tempo.fast_forward

    def sit_down(self, host: TableHost, past: Sequence[Update] = ()) -> LocalSession:
        """Put a table on the table page, and let it begin."""
        session = LocalSession(host, self._scheduler)
        self._session = session
        session.subscribe(lambda update: self._ticking.follow(update, session.seat))
        self._model.table_model.attach(session, past)
        self._model.go("table")
        session.start()
        return session

    @property
    def plays_here(self) -> bool:
        """Whether what is on the table, a match or a replay, is this program's own and on no server."""
        return self._session is not None and not self._remote

    def sit_at(self, session: TableSession) -> None:
        """Put a match on a server on the table page."""
        if self._session is not session:
            self.let_go()
            self._session, self._remote, self._auto_pass_told = session, True, False
            session.subscribe(lambda update: self._tick_for(session, update))
            past = session.past if isinstance(session, RemoteSession) else ()
            self._model.table_model.attach(session, past)
            self.drive_auto_pass(on=self._preferences.settings.auto_pass)
        self._model.go("table")

    def drive_auto_pass(self, *, on: bool) -> None:
        """Let the running table pass by itself or not; a server is told only what changes."""
        session = self._session
        if session is None or Capability.PLAY not in session.capabilities:
            return
        if not self._remote or on is not self._auto_pass_told:
            self._auto_pass_told = on
            session.set_auto_pass(on)

    def _tick_for(self, session: TableSession, update: Update) -> None:
        if self._session is session and session.seat is not None:
            self._ticking.follow(update, session.seat)

    def let_go_of_remote(self) -> None:
        """The match on the server is over or left: nothing of it stays on the table page."""
        if self._remote:
            self.let_go()

    def _keep(self, events: Sequence[Event]) -> None:
        """Keep the events of one command, before anybody learns of them."""
        if self._writer is not None:
            self._writer.append(events)
            if self._writer.fault is not None and self._fault is None:
                self._cannot_save(self._writer.fault)
            self._fault = self._writer.fault

    def _cannot_save(self, why: str) -> None:
        log.warning("a match is not saved: %s", why)
        self._model.notice(self._model.current_words()("notice.disk", reason=why))

    # --- leaving --------------------------------------------------------------------------------------------------

    def leave(self) -> None:
        """Leave the table; a match on this computer stays on disk."""
        if self._remote:
            for left in self.remote_left:
                left()
            return
        way_back = self._way_back
        self.let_go()
        self.look_for_unfinished()
        self._model.home(*way_back)

    def let_go(self) -> None:
        """Nothing is on the table any more."""
        self._ticking.stop()
        self._model.table_model.detach()
        self._model.table_model.online_model.show_kept(ShufflePhase.NONE)
        self._model.replay_model.close()
        if self._session is not None:
            if not self._remote:
                self._session.close()
            self._session, self._remote = None, False
        if self._writer is not None:
            self._writer.close()
            self._writer = None
        self._path, self._way_back = None, ()

    def look_for_unfinished(self) -> None:
        """See whether there is a match to go on with, and say which."""
        self.list()
        entry = self._unfinished()
        self._model.look(can_resume=entry is not None, resume_text="" if entry is None else self._resume_text(entry))

    def _unfinished(self) -> Entry | None:
        return next((each for each in self._entries if each.resumable), None)

    def _resume_text(self, entry: Entry) -> str:
        words = self._model.current_words()
        deal = min(entry.deals, entry.deals_done + 1)
        return words("home.resume_text", rules=rules_title(entry.rules, words), deal=deal, deals=entry.deals)

    def list(self) -> None:
        """Read what lies on disk."""
        self._entries, notices = self._archive.entries()
        for notice in notices:
            self._tell(notice)
        words = self._model.current_words()
        self._model.replays_model.show_entries([self._row(entry) for entry in self._entries])
        self._model.look(language=words.language)

    def _row(self, entry: Entry) -> ReplayRow:
        words = self._model.current_words()
        seat = self._seat_of(entry.seats)
        people = [plan.name for number, plan in enumerate(entry.seats) if plan.is_person and number != seat]
        kept = Kept(
            entry.rules,
            entry.deals_done,
            entry.created.astimezone().strftime("%Y-%m-%d %H:%M"),
            entry.scores,
            seat,
            people,
            entry.finished,
            entry.given_up,
            entry.online,
        )
        openable = entry.path != self._path and (entry.deals_done > 0 or entry.seat is not None)
        return ReplayRow(*replay_words(kept, words), openable)

    def _seat_of(self, seats: Sequence[SeatPlan]) -> Seat | None:
        """Where the person sat: of several people the one who is called so, else the first."""
        people = [number for number, plan in enumerate(seats) if plan.is_person]
        own = {self._preferences.settings.online_name or self.own_name, self.own_name}
        return next((number for number in people if seats[number].name in own), people[0] if people else None)

    # --- playing back ---------------------------------------------------------------------------------------------

    def watch(self, path: Path) -> None:
        """Play a match back, as its person saw it."""
        match_log, notice = self._archive.load(path)
        if notice is not None:
            self._tell(notice)
        if match_log is None:
            self.list()
            return
        self.let_go()
        seat = self._seat_of(match_log.header.seats)
        audience = EVERYTHING if seat is None else SeatAudience(seat)
        session = ReplaySession(match_log, self._scheduler, audience)
        self._session = session
        self._model.table_model.attach(session, viewer=seat)
        self._model.table_model.online_model.show_kept(_proof_of(match_log))
        self._model.replay_model.show_session(session)
        self._model.go("table")
        session.seek(session.deal_starts[0] if session.deal_starts else 0)

    # --- what else ------------------------------------------------------------------------------------------------

    def _want(self, wish: str) -> None:
        """The person asked for something outside of the table."""
        if wish == "home":
            self.leave()
        elif wish == "again":
            self.want_new()
        elif wish == "replay" and self._remote:
            online = self._model.table_model.online_model
            path = self._online_path(online.log_name)
            if path.exists():
                online.detach()
                self.watch(path)
                self._way_back = WAY_TO_ROOM
        elif wish == "replay" and self._path is not None:
            path = self._path
            self.watch(path)

    def _online_path(self, name: str) -> Path:
        """Where the log of a match at an online table is kept."""
        return self._archive.folder / f"online-{name}{SUFFIX}"

    def _on_page(self) -> None:
        if self._model.shown_page == "replays":
            self.list()
        elif self._model.shown_page == "new":
            self._model.new_match_model.draw_names(randbelow(2**32))

    def _remember(self) -> None:
        """The next new match begins with what was chosen for this one."""
        match = self._model.new_match_model.match
        self._preferences.change(
            match_rules=match.preset,
            match_options=dict(match.options),
            match_deals=match.deals or 0,
            match_levels=match.levels,
            match_names=match.names,
        )

    def _last_match(self) -> NewMatch:
        """The new match as it was left the last time, as far as it still means anything."""
        settings = self._preferences.settings
        own = self._model.new_match_model.match.own
        match = restored(settings.match_rules, settings.match_options, settings.match_deals, own)
        self._tell_refused([key for key in settings.match_options if key not in match.options])
        levels, names = settings.match_levels, settings.match_names
        if len(levels) == 6 and not levels[0] and all(level in LEVEL_NAMES for level in levels[1:]):
            match = replace(match, levels=levels)
        if len(names) == 6 and not names[0] and all(name in BOT_NAMES for name in names[1:]):
            match = replace(match, names=names)
        return match

    def _tell_refused(self, keys: Sequence[str]) -> None:
        """Options that the rule set of the last match does not take are dropped."""
        if keys:
            words = self._model.current_words()
            names = [words(f"option.{key}") if f"option.{key}" in words else key for key in keys]
            self._model.notice(words("notice.options_refused"), words.join(names, "join.dots"))

    def close(self) -> None:
        """The program ends."""
        self.let_go()
        self._masters.close()


def _proof_of(match_log: MatchLog) -> ShufflePhase:
    """What the log of an online match shows of its shuffles, whatever rules this version plays by."""
    if not match_log.proofs:
        return ShufflePhase.NONE
    return ShufflePhase.VERIFIED if match_log.foul() is None else ShufflePhase.FAILED
