"""The table: what a session shows, and what the person does with it.

Inputs (the session's last update, the window's size, the selection, what is opened) go into one frozen value; the
presenter derives the props from it; only what changed is emitted. The session's truth is never delayed by a motion.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import Property, QObject, QRect, QTimer, Signal, Slot
from PySide6.QtQml import QmlElement

from gouji_desktop.bots.hints import Suggestion
from gouji_desktop.rules.commands import SeatCommand
from gouji_desktop.rules.seats import NOBODY, Seat
from gouji_desktop.table.session import Capability, TableSession, Update
from gouji_desktop.ui.models.dialog import Choose, DialogModel, DialogProps
from gouji_desktop.ui.models.dialogprops import question
from gouji_desktop.ui.models.flights import Flights
from gouji_desktop.ui.models.hand import HandModel
from gouji_desktop.ui.models.keys import MODIFIERS, key_name
from gouji_desktop.ui.models.props import prop, show
from gouji_desktop.ui.models.rows import Rows
from gouji_desktop.ui.models.tablemenu import MenuModel
from gouji_desktop.ui.models.tableprops import (
    ActionRow,
    LogRow,
    TableInputs,
    TableProps,
    TransferRow,
    derive_actions_row,
    derive_log,
    derive_props,
    is_untouched,
)
from gouji_desktop.ui.models.tablerows import PlayRow, SeatRow, plate_offset, play_rows, seat_rows
from gouji_desktop.ui.presenter.actions import Action, ActionProps, MeaningGuard, derive_actions, wanted_cards
from gouji_desktop.ui.presenter.scale import scale_for
from gouji_desktop.ui.presenter.seatprops import derive_seats
from gouji_desktop.ui.presenter.tablelayout import TableLayout, lay_out_table
from gouji_desktop.ui.presenter.words import Words

QML_IMPORT_NAME = "Gouji.Models"
QML_IMPORT_MAJOR_VERSION = 1

VERB_KEYS = {"Enter": "play", "P": "pass", "Y": "yield", "F": "burn", "H": "hint", "G": "auto"}
#: So many milliseconds cards that change hands are seen, flight included, and told in words.
GIFT_SHOWN = 1500
GIFT_TOLD = 1700
#: Suggestions for the open prompt, best first, each as faces of the own hand.
Hints = Callable[[TableInputs], Sequence[Suggestion]]


@QmlElement
class TableModel(QObject):
    """The whole table window."""

    titleChanged = Signal()
    detailChanged = Signal()
    allyScoreChanged = Signal()
    enemyScoreChanged = Signal()
    trackerTitleChanged = Signal()
    trackerDetailChanged = Signal()
    trackerCellsChanged = Signal()
    trackerNoteChanged = Signal()
    trackerShownChanged = Signal()
    tableAreaChanged = Signal()
    coinAreaChanged = Signal()
    messageAreaChanged = Signal()
    actionsAreaChanged = Signal()
    handAreaChanged = Signal()
    dialogAreaChanged = Signal()
    tableRadiusChanged = Signal()
    tableRimChanged = Signal()
    riseRoomChanged = Signal()
    messageTitleChanged = Signal()
    messageDetailChanged = Signal()
    selectionTitleChanged = Signal()
    selectionDetailChanged = Signal()
    playingChanged = Signal()
    panelChanged = Signal()
    pausedChanged = Signal()
    lastRoundChanged = Signal()
    sheetChanged = Signal()
    motionChanged = Signal()
    #: A sound is to be heard.
    sounded = Signal(str)
    #: A refusal, or something else to be said in passing.
    said = Signal(str)
    #: The person asked for what lies outside of the table (new match, home, replay).
    wanted = Signal(str)
    #: Props were derived anew; for tests and for the self-test.
    derived = Signal()

    _title = prop("title")
    _detail = prop("detail")
    _allyScore = prop("ally_score")
    _enemyScore = prop("enemy_score")
    _trackerTitle = prop("tracker_title")
    _trackerDetail = prop("tracker_detail")
    _trackerCells = prop("tracker_cells")
    _trackerNote = prop("tracker_note")
    _trackerShown = prop("tracker_shown")
    _tableArea = prop("table_area")
    _coinArea = prop("coin_area")
    _messageArea = prop("message_area")
    _actionsArea = prop("actions_area")
    _handArea = prop("hand_area")
    _dialogArea = prop("dialog_area")
    _tableRadius = prop("table_radius")
    _tableRim = prop("table_rim")
    _riseRoom = prop("rise_room")
    _messageTitle = prop("message_title")
    _messageDetail = prop("message_detail")
    _selectionTitle = prop("selection_title")
    _selectionDetail = prop("selection_detail")
    _playing = prop("playing")
    _panel = prop("panel")
    _paused = prop("paused")
    _lastRound = prop("last_round")
    _motion = prop("motion")

    title = Property(str, _title, notify=titleChanged)
    detail = Property(str, _detail, notify=detailChanged)
    allyScore = Property(str, _allyScore, notify=allyScoreChanged)
    enemyScore = Property(str, _enemyScore, notify=enemyScoreChanged)
    trackerTitle = Property(str, _trackerTitle, notify=trackerTitleChanged)
    trackerDetail = Property(str, _trackerDetail, notify=trackerDetailChanged)
    trackerNote = Property(str, _trackerNote, notify=trackerNoteChanged)
    trackerShown = Property(bool, _trackerShown, notify=trackerShownChanged)
    tableArea = Property(QRect, _tableArea, notify=tableAreaChanged)
    coinArea = Property(QRect, _coinArea, notify=coinAreaChanged)
    messageArea = Property(QRect, _messageArea, notify=messageAreaChanged)
    actionsArea = Property(QRect, _actionsArea, notify=actionsAreaChanged)
    handArea = Property(QRect, _handArea, notify=handAreaChanged)
    dialogArea = Property(QRect, _dialogArea, notify=dialogAreaChanged)
    tableRadius = Property(int, _tableRadius, notify=tableRadiusChanged)
    tableRim = Property(int, _tableRim, notify=tableRimChanged)
    riseRoom = Property(int, _riseRoom, notify=riseRoomChanged)
    messageTitle = Property(str, _messageTitle, notify=messageTitleChanged)
    messageDetail = Property(str, _messageDetail, notify=messageDetailChanged)
    selectionTitle = Property(str, _selectionTitle, notify=selectionTitleChanged)
    selectionDetail = Property(str, _selectionDetail, notify=selectionDetailChanged)
    playing = Property(bool, _playing, notify=playingChanged)
    panel = Property(str, _panel, notify=panelChanged)
    paused = Property(bool, _paused, notify=pausedChanged)
    lastRound = Property(bool, _lastRound, notify=lastRoundChanged)
    motion = Property(int, _motion, notify=motionChanged)

    def __init__(self, words: Callable[[], Words], hints: Hints, parent: QObject) -> None:
        super().__init__(parent)
        self._words = words
        self._hints = hints
        self._props = TableProps()
        self._inputs = TableInputs()
        self._session: TableSession | None = None
        self._unsubscribe: Callable[[], None] = lambda: None
        self._actions: ActionProps | None = None
        self._guard = MeaningGuard()
        self._layout: TableLayout = lay_out_table(1280, 800)
        self._flights = Flights()
        self.hand_model = HandModel(words, self)
        self.dialog_model = DialogModel(self)
        self.menu_model = MenuModel(self)
        self._seats = Rows(SeatRow, self, key=lambda row: row.seat)
        self._plays = Rows(PlayRow, self, key=lambda row: row.seat)
        self._buttons = Rows(ActionRow, self)
        self._helpers = Rows(ActionRow, self)
        self._log = Rows(LogRow, self)
        self._transfers = Rows(TransferRow, self, key=lambda row: row.number)
        self.hand_model.selectionChanged.connect(self._on_selection)
        #: Seconds; what the guard against clicks that come too early goes by.
        self.clock: Callable[[], float] = time.monotonic
        self._telling = QTimer(self)
        self._telling.setSingleShot(True)
        self._telling.setInterval(GIFT_TOLD)
        self._telling.timeout.connect(self._tell_no_more)

    @Property(HandModel, constant=True)
    def hand(self) -> HandModel:
        """The own hand."""
        return self.hand_model

    @Property(DialogModel, constant=True)
    def dialog(self) -> DialogModel:
        """The question or the score sheet that stands on the table."""
        return self.dialog_model

    @Property(MenuModel, constant=True)
    def menu(self) -> MenuModel:
        """The menu."""
        return self.menu_model

    @Property(QObject, constant=True)
    def seats(self) -> QObject:
        """The panels."""
        return self._seats

    @Property(QObject, constant=True)
    def plays(self) -> QObject:
        """What every seat did last."""
        return self._plays

    @Property(QObject, constant=True)
    def actions(self) -> QObject:
        """The buttons of the action row."""
        return self._buttons

    @Property(QObject, constant=True)
    def helpers(self) -> QObject:
        """The buttons beside them that send nothing: 提示, 托管."""
        return self._helpers

    @Property(QObject, constant=True)
    def log(self) -> QObject:
        """The log in words."""
        return self._log

    @Property(QObject, constant=True)
    def transfers(self) -> QObject:
        """Cards on their way between seats."""
        return self._transfers

    @Property("QVariantList", notify=trackerCellsChanged)  # type: ignore[arg-type]
    def trackerCells(self) -> list[object]:
        """Rank and number of the tracker."""
        return list(self._trackerCells())

    @Property("QVariantList", notify=sheetChanged)  # type: ignore[arg-type]
    def sheet(self) -> list[object]:
        """The finished deals of the match."""
        return list(prop("sheet")(self))

    @property
    def session(self) -> TableSession | None:
        """The session that is shown."""
        return self._session

    @property
    def inputs(self) -> TableInputs:
        """What everything follows from."""
        return self._inputs

    @property
    def action_props(self) -> ActionProps | None:
        """The action row as the presenter derived it."""
        return self._actions

    # --- the composition root's side ------------------------------------------------------------------------------

    def attach(self, session: TableSession, past: Sequence[Update] = (), viewer: Seat | None = None) -> None:
        """Show a session from now on; `past` is what its seat was told before, for the log and the tracker.

        `viewer` is the seat at the foot of the table where the session itself has none.
        """
        self.detach()
        self._session = session
        self._unsubscribe = session.subscribe(self._on_update)
        self._inputs = self._inputs.of_session(session, viewer)
        for update in past:
            self._inputs = self._inputs.with_update(update)
        self._on_update(session.latest._replace(snapshot=not past))

    def detach(self) -> None:
        """Show no session; the session itself is not closed."""
        self._unsubscribe()
        self._unsubscribe = lambda: None
        self._session = None
        self._inputs = self._inputs.without_session()
        self._flights.forget()
        self.hand_model.clear()
        self.hand_model.set_view(None, None)
        self._derive()

    def resize(self, width: int, height: int) -> None:
        """The window has this size."""
        self._inputs = self._inputs._replace(width=width, height=height)
        self._derive()

    def set_options(self, **options: Any) -> None:
        """Settings that the table shows (`hand_mode`, `pace`, `show_tracker` …), or, with none, another language."""
        self._inputs = self._inputs._replace(**options)
        self.hand_model.retranslate()
        self._derive()

    # --- the person's side ----------------------------------------------------------------------------------------

    @Slot(int, str, int, result=bool)
    def key(self, code: int, text: str, modifiers: int) -> bool:
        """A key was pressed; whether the table knows it."""
        name = key_name(code, text, modifiers)
        if self._inputs.opened.last_round and code not in MODIFIERS:
            self.showLastRound(False)
            return True
        if not name:
            return False
        if name == "Escape" and self._close_top():
            return True
        if verb := self.dialog_model.verb_of_key(name):
            self.act(verb)
            return True
        if name == "Space" and self._inputs.update is not None and self._inputs.update.paused:
            self.setPaused(False)
            return True
        if verb := VERB_KEYS.get(name, ""):
            self.act(verb)
            return True
        return self.hand_model.press_key(name)

    @Slot(str)
    def act(self, verb: str) -> None:
        """A button of the action row or of a dialog was pressed, or its key."""
        if self.dialog_model.offers(verb):
            self._answer(verb)
        elif verb == Action.HINT:
            self._hint()
        elif verb == Action.AUTO:
            self._trustee()
        elif self._actions is not None:
            button = self._actions.button(Action(verb))
            if button.command is None:
                if button.long_reason:
                    self.said.emit(button.long_reason)
            elif self._guard.allows(self.clock()):
                self._submit(button.command)

    @Slot(str)
    def togglePanel(self, panel: str) -> None:
        """Open the log, the score sheet or the menu, or close what is open."""
        wanted = "" if panel == self._inputs.opened.panel else panel
        self._open(panel=wanted)

    @Slot(bool)
    def showLastRound(self, on: bool) -> None:
        """Show the round before this one, until a key, a click or a new play."""
        self._open(last_round=on)

    @Slot(bool)
    def setPaused(self, paused: bool) -> None:
        """Stop the table, or go on."""
        if self._session is not None and Capability.PAUSE in self._session.capabilities:
            self._session.set_paused(paused)

    @Slot()
    def fastForward(self) -> None:
        """Hurry through the rest of the deal, once out of it."""
        forward = getattr(self._session, "set_fast_forward", None)
        if forward is not None and self.menu_model.props.can_fast_forward:
            forward(True)

    # --- inside ---------------------------------------------------------------------------------------------------

    def _close_top(self) -> bool:
        """Close what was opened last: a panel, or what explains the sheet. Whether there was anything."""
        opened = self._inputs.opened
        if opened.panel:
            self.togglePanel("")
        elif opened.explained:
            self._open(explained=False)
        else:
            return False
        return True

    def _on_update(self, update: Update) -> None:
        """The session says that something changed."""
        self._inputs = self._inputs.with_update(update)
        if update.rejected is not None:
            self.said.emit(self._inputs.refusal(self._words()))
        origin = self.hand_model.places_of(self.hand_model.selection.handles)
        self.hand_model.set_view(update.view, self._inputs.own, animate=not update.snapshot)
        self.hand_model.asked = wanted_cards(update.view, update.prompt)
        self._flights.stage(update, self._inputs.own, self._layout, self.hand_model, origin)
        for sound in self._flights.sounds:
            self.sounded.emit(sound)
        self._transfers.show([*self._transfers.rows, *self._flights.transfers])
        for row in self._flights.transfers:
            QTimer.singleShot(GIFT_SHOWN, self, lambda number=row.number: self._let_go(number))
            self._telling.start()
        self._derive()
        if self._inputs.fast_forward and update.events and not self._inputs.trustee_on:
            self.fastForward()

    def _tell_no_more(self) -> None:
        self._inputs = self._inputs._replace(told=())
        self._derive()

    def _let_go(self, number: int) -> None:
        """Cards have lain long enough in front of the seat they went to."""
        self._transfers.show([row for row in self._transfers.rows if row.number != number])

    def _on_selection(self) -> None:
        if self._inputs.update is not None:
            self._derive()

    def _open(self, **changes: Any) -> None:
        self._inputs = self._inputs._replace(opened=self._inputs.opened._replace(**changes))
        self._derive()

    def _submit(self, command: SeatCommand) -> None:
        """Send one command; nothing more is sent until something comes back."""
        session = self._session
        if session is None or self._inputs.sent:
            return
        self._inputs = self._inputs._replace(sent=True, hint=-1)
        session.submit(command)
        self._inputs = self._inputs._replace(sent=False)
        self._derive()

    def _answer(self, verb: str) -> None:
        """A button of the dialog: a command, or a wish."""
        effect = self.dialog_model.effect(verb)
        if isinstance(effect, Choose):
            self.hand_model.choose_faces(effect.chosen)
        elif effect is not None:
            if self._guard.allows(self.clock()):
                self._submit(effect)
        elif verb == "next_deal" and self._session is not None:
            self._session.next_deal()
        elif verb == "explain":
            self._open(explained=not self._inputs.opened.explained)
        elif verb == "match_end":
            self._open(match_end=True)
        else:
            self.wanted.emit(verb)

    def _trustee(self) -> None:
        if self._session is not None and Capability.TRUSTEE in self._inputs.capabilities:
            self._session.set_trustee(not self._inputs.trustee_on)

    def _hint(self) -> None:
        """Choose the next suggestion."""
        button = None if self._actions is None else self._actions.button(Action.HINT)
        if button is None or not button.enabled:
            self.said.emit("" if button is None else button.long_reason)
            return
        suggestions = self._hints(self._inputs)
        if not suggestions:
            self.said.emit(self._words()("table.no_hint"))
            return
        place = (self._inputs.hint + 1) % len(suggestions)
        self._inputs = self._inputs._replace(hint=place)
        self.hand_model.choose_faces(suggestions[place].faces)
        self._derive()
        self.said.emit(self._inputs.hint_words(suggestions[place], self._words()))

    def _derive(self) -> None:
        """Derive everything and show what changed."""
        inputs, words = self._inputs, self._words()
        scale = scale_for(inputs.width, inputs.height)
        self.hand_model.set_scale(scale, inputs.hand_mode)
        update = inputs.update
        if update is None:
            self._actions = None
            self._layout = lay_out_table(inputs.width, inputs.height, mode=self.hand_model.used_mode(scale))
            for rows in (self._seats, self._plays, self._buttons, self._helpers, self._log, self._transfers):
                rows.show([])
            self.dialog_model.show(DialogProps())
        else:
            self._actions = derive_actions(inputs.action_inputs(self.hand_model.faces), words)
            self._guard = self._guard.observe(self._actions.meaning, self.clock())
            seats = derive_seats(inputs.seat_inputs(), words)
            last = inputs.opened.last_round
            self._layout = lay_out_table(
                inputs.width,
                inputs.height,
                mode=self.hand_model.used_mode(scale),
                wide=words.language != "zh",
                plate=None if last else plate_offset(seats),
            )
            deal = update.view.deal
            early = deal if is_untouched(deal) else None
            leads = (early.leader, words("seat.leads")) if early is not None else (NOBODY, "")
            shows = dict(early.shows) if early is not None else {}
            self._seats.show(
                seat_rows(seats, self._layout, before=self._seats.rows, running=not update.paused, leads=leads)
            )
            self._plays.show(
                play_rows(
                    seats,
                    self._layout,
                    self._flights.origins,
                    last_round=last,
                    stood=inputs.stood,
                    shows=shows,
                    shown_word=words("seat.shown"),
                )
            )
            row = derive_actions_row(self._actions)
            self._buttons.show(row[:4])
            self._helpers.show(row[4:])
            self._log.show(derive_log(inputs, words))
            self.dialog_model.show(*question(inputs, self.hand_model.faces, words))
        show(self, derive_props(inputs, self._layout, self._actions, words, self._flights.motion))
        self.menu_model.follow(inputs, words)
        self.derived.emit()
