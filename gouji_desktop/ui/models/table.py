"""The table: what a session shows, and what the person does with it.

Inputs (the session's last update, the window's size, the selection, what is opened) go into one frozen value; the
presenter derives the props from it; only what changed is emitted. The session's truth is never delayed by a motion.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import Property, QObject, QTimer, Signal, Slot
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
from gouji_desktop.ui.models.props import show
from gouji_desktop.ui.models.rows import Rows
from gouji_desktop.ui.models.tablemenu import MenuModel
from gouji_desktop.ui.models.tableonline import TableOnlineModel
from gouji_desktop.ui.models.tableprops import (
    ActionRow,
    LogRow,
    TableInputs,
    TransferRow,
    derive_actions_row,
    derive_log,
    derive_props,
    is_untouched,
)
from gouji_desktop.ui.models.tablerows import PlayRow, SeatRow, plate_offset, play_rows, seat_rows
from gouji_desktop.ui.models.tableshown import TableShown
from gouji_desktop.ui.presenter.actions import Action, ActionProps, MeaningGuard, derive_actions, wanted_cards
from gouji_desktop.ui.presenter.botnames import named
from gouji_desktop.ui.presenter.scale import scale_for
from gouji_desktop.ui.presenter.seatprops import derive_seats
from gouji_desktop.ui.presenter.tablelayout import TableLayout, beside_panel, lay_out_table
from gouji_desktop.ui.presenter.words import Words

QML_IMPORT_NAME = "Gouji.Models"
QML_IMPORT_MAJOR_VERSION = 1

VERB_KEYS = {"Enter": "play", "P": "pass", "Y": "yield", "F": "burn", "H": "hint", "G": "auto"}
#: So many milliseconds cards that change hands are seen, flight included, and told in words.
GIFT_SHOWN = 1500
GIFT_TOLD = 1700
#: So many milliseconds an answer that was sent is waited for before another one may be given.
PATIENCE = 6000
#: Suggestions for the open prompt, best first, each as faces of the own hand.
Hints = Callable[[TableInputs], Sequence[Suggestion]]


@QmlElement
class TableModel(TableShown):
    """The whole table window."""

    #: A sound is to be heard.
    sounded = Signal(str)
    #: A refusal, or something else to be said in passing.
    said = Signal(str)
    #: The person asked for what lies outside of the table (new match, home, replay).
    wanted = Signal(str)
    #: Props were derived anew; for tests and for the self-test.
    derived = Signal()

    def __init__(self, words: Callable[[], Words], hints: Hints, parent: QObject) -> None:
        super().__init__(parent)
        self._words = words
        self._hints = hints
        self._inputs = TableInputs()
        self._session: TableSession | None = None
        self._unsubscribe: Callable[[], None] = lambda: None
        self._actions: ActionProps | None = None
        self._guard = self._own_guard = MeaningGuard()
        self._layout: TableLayout = lay_out_table(1280, 800)
        self._flights = Flights()
        self.hand_model = HandModel(words, self)
        self.dialog_model = DialogModel(self)
        self.menu_model = MenuModel(self)
        self.online_model = TableOnlineModel(words, self)
        self.online_model.tableChanged.connect(self._on_online)
        self.online_model.told.connect(self.said)
        self.online_model.panelAsked.connect(lambda panel: self._open(panel=panel))
        self._seats = Rows(SeatRow, self, key=lambda row: row.seat)
        self._plays = Rows(PlayRow, self, key=lambda row: row.seat)
        self._buttons = Rows(ActionRow, self)
        self._helpers = Rows(ActionRow, self)
        self._log = Rows(LogRow, self)
        self._transfers = Rows(TransferRow, self, key=lambda row: row.number)
        self.hand_model.selectionChanged.connect(self._on_selection)
        #: Seconds; what the guard against clicks that come too early goes by.
        self.clock: Callable[[], float] = time.monotonic
        #: When the time that is left was last read.
        self._clock_read = 0.0
        self._telling = QTimer(self)
        self._telling.setSingleShot(True)
        self._telling.setInterval(GIFT_TOLD)
        self._telling.timeout.connect(self._tell_no_more)
        self._waiting = QTimer(self)
        self._waiting.setSingleShot(True)
        self._waiting.setInterval(PATIENCE)
        self._waiting.timeout.connect(self._wait_no_more)

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

    @Property(TableOnlineModel, constant=True)
    def online(self) -> TableOnlineModel:
        """What being online adds; empty for a table on this computer."""
        return self.online_model

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
        # What the button says when a table is first shown is no change of its meaning.
        self._own_guard = MeaningGuard("button.auto")
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

    @Slot()
    def appear(self) -> None:
        """The page is shown anew: rings go on from what is left by now."""
        now = self.clock()
        self._inputs = self._inputs.after(now - self._clock_read)
        self._clock_read = now
        self._derive()

    def set_options(self, **options: Any) -> None:
        """Settings that the table shows (`hand_mode`, `pace`, `show_tracker` …), or, with none, another language."""
        self._inputs = self._inputs._replace(**options)
        self.hand_model.retranslate()
        self.online_model.refresh()
        self._derive()

    # --- the person's side ----------------------------------------------------------------------------------------

    @Slot(int, str, int, result=bool)
    def key(self, code: int, text: str, modifiers: int) -> bool:
        """A key was pressed; whether the table knows it."""
        name = key_name(code, text, modifiers)
        if self._inputs.opened.last_round and code not in MODIFIERS:
            self.showLastRound(False)
            return True
        if text == "/" and self.online_model.props.shown:
            self._open(panel="chat")
            self.online_model.chat_model.entryAsked.emit()
            return True
        if not name:
            return False
        if name == "Escape" and self._close_top():
            return True
        if verb := self.dialog_model.verb_of_key(name):
            self.act(verb)
            return True
        if name == "Space" and self._inputs.stopped:
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
        """Open the log, the score sheet, the menu, the chat …, or close what is open."""
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
        update = update._replace(seats=named(update.seats, self._words()))
        now = self.clock()
        self._inputs = self._inputs.after(now - self._clock_read).with_update(update)
        self._clock_read = now
        self.online_model.follow(update)
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
        if update.rejected is not None:
            # After what is derived: a selection in other words clears what was said of the one before.
            self.said.emit(self._inputs.refusal(self._words()))
        if self._inputs.fast_forward and update.events and not self._inputs.trustee_on:
            self.fastForward()

    def _on_online(self) -> None:
        """The connection, or the place at its other end, is in another state."""
        self._inputs = self._inputs._replace(online=self.online_model.table)
        self._derive()

    def _wait_no_more(self) -> None:
        """Nothing has come back; what is sent now is refused if the first answer has been taken after all."""
        if self._inputs.halted is not None:
            self._waiting.start()
        elif self._inputs.sent:
            self._inputs = self._inputs._replace(sent=False)
            self._derive()

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
        """Send one command; nothing more is sent until something comes back: a refusal, or another question."""
        session = self._session
        if session is None or self._inputs.sent:
            return
        self._inputs = self._inputs._replace(sent=True, hint=-1)
        self._waiting.start()
        session.submit(command)
        self._derive()

    def _answer(self, verb: str) -> None:
        """A button of the dialog: a command, or a wish."""
        effect = self.dialog_model.effect(verb)
        if isinstance(effect, Choose):
            self.hand_model.choose_faces(effect.chosen)
        elif effect is not None:
            if self._guard.allows(self.clock()):
                self._submit(effect)
        elif verb == "next_deal":
            self._go_on()
        elif verb == "rematch":
            self._inputs = self._inputs._replace(sent=True)
            self._waiting.start()
            self.online_model.rematch()
            self._derive()
        elif verb == "leave_table":
            self.online_model.askLeave()
        elif verb == "explain":
            self._open(explained=not self._inputs.opened.explained)
        elif verb == "match_end":
            self._open(match_end=True)
        else:
            self.wanted.emit(verb)

    def _go_on(self) -> None:
        """Deal the next deal, or say that it may be dealt: once for each."""
        inputs = self._inputs
        number = len(inputs.update.view.results) if inputs.update is not None else 0
        if self._session is None or inputs.goes_on == number:
            return
        if inputs.online.shared:
            self._inputs = inputs._replace(goes_on=number)
        self._session.next_deal()
        self._derive()

    def _trustee(self) -> None:
        """A bot plays on, or no longer; a click right after that has changed by itself is ignored."""
        inputs = self._inputs
        able = Capability.TRUSTEE in inputs.capabilities and inputs.halted is None
        over = inputs.update is not None and inputs.update.view.over
        if self._session is not None and able and not over and self._own_guard.allows(self.clock()):
            self._session.set_trustee(not inputs.trustee_on)

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
            self._own_guard = self._own_guard.observe(self._actions.button(Action.AUTO).label_key, self.clock())
            seats = derive_seats(inputs.seat_inputs(), words)
            last = inputs.opened.last_round
            self._layout = lay_out_table(
                inputs.width,
                inputs.height,
                mode=self.hand_model.used_mode(scale),
                wide=words.language != "zh",
                plate=None if last else plate_offset(seats),
            )
            if inputs.opened.panel not in {"", "menu"}:
                self._layout = beside_panel(self._layout)
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
        self.online_model.place(self._layout, inputs.opened.panel)
        self.derived.emit()
