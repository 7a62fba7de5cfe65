"""The table's inputs and props, and how the ones follow from the others. Pure; no Qt."""

from __future__ import annotations

from typing import Any, NamedTuple

from gouji_desktop.bots.hints import Suggestion
from gouji_desktop.rules.cards import Face
from gouji_desktop.rules.events import (
    Bought,
    DealEnded,
    DealStarted,
    Event,
    Played,
    Returned,
    RoundEnded,
    TributePaid,
)
from gouji_desktop.rules.seats import NOBODY, Seat
from gouji_desktop.rules.state import Deal, Hand
from gouji_desktop.table.session import Capability, Controller, TableSession, Update
from gouji_desktop.ui.presenter.actions import Action, ActionInputs, ActionProps
from gouji_desktop.ui.presenter.cardwords import cards_words
from gouji_desktop.ui.presenter.connection import OFFLINE, OnlineTable
from gouji_desktop.ui.presenter.handlayout import HandMode, rise_room
from gouji_desktop.ui.presenter.hintwords import hint_words
from gouji_desktop.ui.presenter.logbook import Logbook, record, sections
from gouji_desktop.ui.presenter.messages import derive_message
from gouji_desktop.ui.presenter.newmatch import rules_title
from gouji_desktop.ui.presenter.reasons import Fault, Grey, long_reason
from gouji_desktop.ui.presenter.seating import Names, names_of, side_names, side_of
from gouji_desktop.ui.presenter.seatprops import SeatInputs
from gouji_desktop.ui.presenter.sheets import deal_lines
from gouji_desktop.ui.presenter.tablelayout import ACROSS, LEAST_GAP, Rect, TableLayout, panel_left
from gouji_desktop.ui.presenter.trackerprops import Tracking, derive_passes, derive_tracker, outside_counts, track
from gouji_desktop.ui.presenter.words import Words, signed_number

PACES = ("slow", "normal", "fast")
HAND_MODES = (HandMode.AUTO, HandMode.ONE, HandMode.TWO, HandMode.STACKS)
NOWHERE = Rect(0, 0, 0, 0)
#: Cards that change hands before play: they are told in the message area.
Gift = TributePaid | Returned | Bought


class Opened(NamedTuple):
    """What the person has opened."""

    panel: str = ""
    last_round: bool = False
    #: The sheet of the deal explains its points.
    explained: bool = False
    #: The sheet of the last deal has made way for that of the match.
    match_end: bool = False
    #: The sheet was put aside, to look at the table.
    sheet_hidden: bool = False


class TableInputs(NamedTuple):
    """Everything the table's picture follows from, besides the selection and the language."""

    width: int = 1280
    height: int = 800
    update: Update | None = None
    own: Seat | None = None
    capabilities: frozenset[Capability] = frozenset()
    book: Logbook = Logbook()
    tracking: Tracking = Tracking()
    opened: Opened = Opened()
    #: Whose play stood in the round that ended last.
    stood: Seat = NOBODY
    #: The last two gifts, while they are told.
    told: tuple[Gift, ...] = ()
    #: An answer has been sent and nothing has come back.
    sent: bool = False
    #: What the network adds.
    online: OnlineTable = OFFLINE
    #: The person wants to go on after so many deals; and whether the last one ended before these eyes, so that it is
    #: known how long it is waited for the others.
    goes_on: int = 0
    just_ended: bool = False
    #: Seconds since then.
    waited: float = 0.0
    hint: int = -1
    hand_mode: HandMode = HandMode.AUTO
    pace: str = "normal"
    show_tracker: bool = True
    show_hints: bool = True
    fast_forward: bool = False

    @property
    def names(self) -> Names:
        """What the seats are called."""
        update = self.update
        return names_of([info.name for info in update.seats] if update else [""] * 6, self.own)

    @property
    def trustee_on(self) -> bool:
        """Whether a bot plays the own seat."""
        update = self.update
        return update is not None and self.own is not None and update.seats[self.own].controller is Controller.TRUSTEE

    @property
    def stopped(self) -> bool:
        """Whether somebody here has stopped the table."""
        return self.update is not None and self.update.paused and Capability.PAUSE in self.capabilities

    @property
    def halted(self) -> Grey | None:
        """Why nothing can be sent now, whoever is asked; None where it can."""
        if self.online.blocked is None and self.update is not None and self.update.paused and not self.stopped:
            return Grey.FROZEN
        return self.online.blocked

    def of_session(self, session: TableSession, viewer: Seat | None = None) -> TableInputs:
        """The inputs when a session begins to be shown."""
        return self._replace(
            update=None,
            own=viewer if session.seat is None else session.seat,
            capabilities=session.capabilities,
            book=Logbook(),
            tracking=Tracking(),
            opened=Opened(),
            told=(),
            sent=False,
            goes_on=0,
            just_ended=False,
            hint=-1,
        )

    def without_session(self) -> TableInputs:
        """The inputs when nothing is shown."""
        return self._replace(
            update=None,
            own=None,
            capabilities=frozenset(),
            book=Logbook(),
            tracking=Tracking(),
            opened=Opened(),
            told=(),
        )

    def with_update(self, update: Update) -> TableInputs:
        """The inputs after an update of the session."""
        opened = self.opened
        if update.events:
            opened = Opened(opened.panel, last_round=opened.last_round and not _turns_page(update.events))
        old = self.update.prompt if self.update else None
        came = update.rejected is not None or update.prompt != old
        ended = any(isinstance(event, DealEnded) for event in update.events)
        return self._replace(
            sent=self.sent and not came,
            waited=0.0 if ended else self.waited,
            just_ended=ended or (self.just_ended and not update.events and not update.snapshot),
            update=update,
            book=record(self.book, update),
            tracking=track(self.tracking, update),
            stood=_stood(update, self.stood),
            told=_told(update, self.told),
            opened=opened,
            hint=self.hint if update.prompt == old else -1,
        )

    def after(self, seconds: float) -> TableInputs:
        """The inputs so many seconds after the update came: less time is left."""
        update = self.update
        later = self._replace(waited=self.waited + seconds)
        if update is None or update.paused or update.clock.left is None:
            return later
        clock = update.clock._replace(left=max(0.0, update.clock.left - seconds))
        return later._replace(update=update._replace(clock=clock))

    def refusal(self, words: Words) -> str:
        """Why the last command was refused, in a sentence."""
        rejected = self.update.rejected if self.update else None
        return long_reason(Fault(rejected.reason), words) if rejected else ""

    def hint_words(self, suggestion: Suggestion, words: Words) -> str:
        """A suggestion for the open question in words; nothing where none is open."""
        prompt = self.update.prompt if self.update else None
        return hint_words(suggestion, prompt.stage, words) if prompt else ""

    def action_inputs(self, faces: tuple[Face, ...]) -> ActionInputs:
        """What the action row follows from."""
        update = self.update
        assert update is not None
        able = self.capabilities
        return ActionInputs(
            update.view,
            self.own if Capability.PLAY in able else None,
            update.prompt,
            faces,
            hints=self.show_hints,
            trustee=Capability.TRUSTEE in able,
            trustee_on=self.trustee_on,
            paused=self.stopped,
            sent=self.sent,
            halted=self.halted,
        )

    def seat_inputs(self) -> SeatInputs:
        """What the seats follow from."""
        update = self.update
        assert update is not None
        return SeatInputs(update.view, self.own, update.seats, update.clock, self.online.away, self.online.left)


def _stood(update: Update, before: Seat) -> Seat:
    stood = before
    for event in update.events:
        if isinstance(event, RoundEnded):
            stood = event.stood
        elif isinstance(event, DealStarted):
            stood = NOBODY
    return stood


def _turns_page(events: tuple[Event, ...]) -> bool:
    """Whether the round before is another one now, or hides a new play."""
    return any(isinstance(event, Played | RoundEnded | DealStarted) for event in events)


def _told(update: Update, before: tuple[Gift, ...]) -> tuple[Gift, ...]:
    told = before
    for event in update.events:
        if isinstance(event, Gift):
            told = (*told, event)[-2:]
        elif isinstance(event, Played | DealStarted):
            told = ()
    return () if update.snapshot else told


def is_untouched(deal: Deal | None) -> bool:
    """Whether nothing has been played in a deal yet: what was shown still lies there, and the leader is to lead."""
    return deal is not None and deal.round.laid is None and not any(deal.last_round) and not any(deal.round.acts)


class ActionRow(NamedTuple):
    """One button of the action row."""

    verb: str
    label: str
    kind_name: str
    key_name: str
    open: bool
    why: str
    why_long: str
    sense: str


class LogRow(NamedTuple):
    """One line of the log."""

    text: str
    side: str
    heading: bool


class TransferRow(NamedTuple):
    """Cards that fly from one seat to another."""

    number: int
    cards: tuple[str, ...]
    from_x: int
    from_y: int
    to_x: int
    to_y: int


class SheetRow(NamedTuple):
    """One finished deal."""

    title: str
    points: str
    places: str


class TableProps(NamedTuple):
    """The table without its lists."""

    title: str = ""
    detail: str = ""
    ally_label: str = ""
    enemy_label: str = ""
    ally_score: str = ""
    enemy_score: str = ""
    tracker_detail: str = ""
    tracker_cells: tuple[dict[str, Any], ...] = ()
    tracker_title: str = ""
    tracker_note: str = ""
    tracker_shown: bool = False
    table_area: Rect = NOWHERE
    coin_area: Rect = NOWHERE
    message_area: Rect = NOWHERE
    actions_area: Rect = NOWHERE
    hand_area: Rect = NOWHERE
    dialog_area: Rect = NOWHERE
    #: What lies before the opposite ends here: a question stands below, where there is room.
    ask_below: int = 0
    #: Where a panel at the right begins.
    panel_left: int = 0
    table_radius: int = 0
    table_rim: int = 0
    rise_room: int = 0
    message_title: str = ""
    message_detail: str = ""
    selection_title: str = ""
    selection_detail: str = ""
    playing: bool = False
    panel: str = ""
    paused: bool = False
    last_round: bool = False
    sheet: tuple[SheetRow, ...] = ()
    motion: int = 0


def derive_actions_row(actions: ActionProps) -> list[ActionRow]:
    """The buttons as QML draws them."""
    return [
        ActionRow(
            button.action.value,
            button.label,
            "primary" if button.action is Action.PLAY else "quiet" if button.action in _QUIET else "normal",
            button.key_hint,
            button.enabled,
            button.short_reason,
            button.long_reason,
            button.label_key if button.action in _QUIET else actions.meaning,
        )
        for button in actions.buttons
    ]


_QUIET = (Action.HINT, Action.AUTO)


def derive_log(inputs: TableInputs, words: Words) -> list[LogRow]:
    """The log of the running deal; where the panel of the tracker is open, who let what lie."""
    update = inputs.update
    if inputs.opened.panel == "tracker":
        return _passes(inputs, words)
    if update is None or inputs.opened.panel != "log":
        return []
    deal = update.view.deal.number if update.view.deal else None
    rows = []
    for section in sections(inputs.book, inputs.names, words, deal):
        rows.append(LogRow(section.title, "", heading=True))
        rows += [
            LogRow(line.text, side_of(line.seat, inputs.own).value if line.seat >= 0 else "", heading=False)
            for line in section.lines
        ]
    return rows


def _passes(inputs: TableInputs, words: Words) -> list[LogRow]:
    """Who let what lie, seat by seat; nothing where the tracker is off."""
    own = inputs.own
    if own is None or not _tracks(inputs):
        return []
    passes = derive_passes(inputs.tracking, own, inputs.names, words)
    rows = [LogRow(passes.note, "", heading=True)] if passes.note else []
    for line in passes.lines:
        rows.append(LogRow(line.name, "", heading=True))
        rows.append(LogRow(line.text, side_of(line.seat, own).value, heading=False))
    return rows


def derive_props(
    inputs: TableInputs, layout: TableLayout, actions: ActionProps | None, words: Words, motion: int
) -> TableProps:
    """The props of the table."""
    update = inputs.update
    places = TableProps(
        table_area=layout.table,
        coin_area=layout.coin,
        message_area=layout.message,
        actions_area=layout.actions,
        hand_area=layout.hand,
        dialog_area=layout.dialog,
        ask_below=layout.seats[ACROSS].play.area.bottom + LEAST_GAP,
        panel_left=panel_left(layout),
        table_radius=layout.radius,
        table_rim=layout.rim,
        rise_room=rise_room(layout.scale),
        panel="" if inputs.opened.panel == "tracker" and not _tracks(inputs) else inputs.opened.panel,
        motion=motion,
    )
    if update is None:
        return places
    message = _message(inputs, update, words)
    deal = update.view.deal
    own = inputs.own or 0
    scores, sides = update.view.scores, side_names(inputs.own, words)
    base, changed, _ = update.view.rules.name.partition("+")
    running = words("table.deal", deal=deal.number if deal else 1, deals=update.view.deals)
    props = places._replace(
        title=rules_title(base, words),
        # The bar is short of room: that the rules were changed stands where there is some.
        detail=words.join([running, words("table.changed") if changed else ""], "join.dots"),
        ally_label=sides[0],
        enemy_label=sides[1],
        ally_score=signed_number(scores[own]),
        enemy_score=signed_number(scores[(own + 3) % 6]),
        message_title=message[0],
        message_detail=message[1],
        selection_title=actions.selection.text if actions else "",
        selection_detail=actions.selection.detail if actions else "",
        playing=Capability.PLAY in inputs.capabilities,
        paused=inputs.stopped,
        last_round=inputs.opened.last_round,
        sheet=_sheet(inputs, words),
    )
    return _with_tracker(props, inputs, words)


def _message(inputs: TableInputs, update: Update, words: Words) -> tuple[str, str]:
    """The two lines at the foot of the table; none while a banner stands there."""
    if inputs.opened.last_round or (update.paused and Capability.PLAY in inputs.capabilities):
        return "", ""
    if inputs.told:
        lines = [gift_words(gift, inputs.names, words) for gift in inputs.told]
        return lines[-1], lines[0] if len(lines) > 1 else ""
    message = derive_message(update.view, update.prompt, inputs.names, words, trustee_on=inputs.trustee_on)
    behind = inputs.online.behind
    if not message.title and behind is not None and not update.view.over:
        # What is on the server by now may not be seen yet: nothing is broken.
        return words("message.behind", n=behind), words("message.behind_detail")
    return message.title, message.detail


def gift_words(gift: Gift, names: Names, words: Words) -> str:
    """One payment, return or purchase in a line: 落贡：崂山石 → 日照茶，一张大王."""
    if isinstance(gift, TributePaid):
        kind, giver, taker = words(f"tribute.{gift.payment.kind}"), gift.payment.payer, gift.payment.taker
        faces = gift.payment.faces
    elif isinstance(gift, Returned):
        kind, giver, taker, faces = words("message.return"), gift.giver, gift.to, gift.faces
    else:
        kind, giver, taker = words("message.purchase"), gift.purchase.seller, gift.purchase.buyer
        faces = (gift.purchase.face,)
    return words(
        "message.gift",
        kind=kind,
        who=names.subject(giver, words),
        whom=names.object(taker, words),
        cards=cards_words(faces, words),
    )


def _tracks(inputs: TableInputs) -> bool:
    """Whether there is a tracker to be seen: the person plays, holds a hand, and has not switched it off."""
    update, own = inputs.update, inputs.own
    if update is None or own is None or update.view.deal is None or not inputs.show_tracker:
        return False
    return Capability.PLAY in inputs.capabilities and isinstance(update.view.deal.hands[own], Hand)


def _with_tracker(props: TableProps, inputs: TableInputs, words: Words) -> TableProps:
    update, own = inputs.update, inputs.own
    if update is None or own is None or not _tracks(inputs):
        return props
    counts = outside_counts(inputs.tracking, update, own)
    tracker = derive_tracker(counts, words, whole=inputs.tracking.whole)
    return props._replace(
        tracker_title=tracker.title,
        tracker_detail=tracker.outside,
        tracker_cells=tuple({"label": cell.mark, "count": cell.count} for cell in tracker.cells),
        tracker_note=words.join([cell.spoken for cell in tracker.cells]),
        tracker_shown=True,
    )


def _sheet(inputs: TableInputs, words: Words) -> tuple[SheetRow, ...]:
    update = inputs.update
    if update is None:
        return ()
    return tuple(
        SheetRow(
            line.title, f"{line.us_text} : {line.them_text}", words.join([line.first, line.total_text], "join.extras")
        )
        for line in deal_lines(update.view, inputs.names, words)
    )
