"""The question or the score sheet that stands on the table: frozen props and a row of buttons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import Property, QObject, Signal
from PySide6.QtQml import QmlElement

from gouji_desktop.rules.cards import Face
from gouji_desktop.rules.commands import SeatCommand
from gouji_desktop.ui.models.props import prop, show
from gouji_desktop.ui.models.rows import Rows

QML_IMPORT_NAME = "Gouji.Models"
QML_IMPORT_MAJOR_VERSION = 1


class Box(NamedTuple):
    """A number with what it belongs to."""

    label: str
    value: str


class PileBox(NamedTuple):
    """Some cards with words over and under them; `slot` is what is still missing."""

    label: str
    cards: tuple[str, ...]
    caption: str = ""
    slot: str = ""
    received: bool = False


class Aside(NamedTuple):
    """A line at the right: what another seat does, or what follows."""

    text: str
    side: str = ""


class PlaceLine(NamedTuple):
    """One seat in the score sheet of a deal."""

    place: str
    side: str
    name: str
    notes: str
    points: str
    filled: bool = False


class DebtLine(NamedTuple):
    """One tribute of the next deal."""

    kind: str
    way: str
    why: str
    cards: str


class Choose(NamedTuple):
    """What a button does that chooses cards and sends nothing."""

    chosen: tuple[Face, ...]


Effect = SeatCommand | Choose | None


class DialogButtonRow(NamedTuple):
    """One button."""

    verb: str
    label: str
    key_name: str
    open: bool
    why: str
    main: bool


class DialogProps(NamedTuple):
    """What stands in the dialog; no kind, no dialog."""

    kind: str = ""
    title: str = ""
    subtitle: str = ""
    subtitle_side: str = ""
    note: str = ""
    after: str = ""
    lines: tuple[str, ...] = ()
    boxes: tuple[Box, ...] = ()
    piles: tuple[PileBox, ...] = ()
    aside_title: str = ""
    aside: tuple[Aside, ...] = ()
    ring_total: int = 0
    ring_left: int = 0
    ring_moves: bool = False
    ally_label: str = ""
    enemy_label: str = ""
    ally_score: str = ""
    enemy_score: str = ""
    subtotal: str = ""
    places: tuple[PlaceLine, ...] = ()
    debts: tuple[DebtLine, ...] = ()
    debts_title: str = ""
    no_debts: str = ""


@QmlElement
class DialogModel(QObject):
    """One dialog at a time."""

    kindChanged = Signal()
    titleChanged = Signal()
    subtitleChanged = Signal()
    subtitleSideChanged = Signal()
    noteChanged = Signal()
    afterChanged = Signal()
    linesChanged = Signal()
    boxesChanged = Signal()
    pilesChanged = Signal()
    asideTitleChanged = Signal()
    asideChanged = Signal()
    ringTotalChanged = Signal()
    ringLeftChanged = Signal()
    ringMovesChanged = Signal()
    allyLabelChanged = Signal()
    enemyLabelChanged = Signal()
    allyScoreChanged = Signal()
    enemyScoreChanged = Signal()
    subtotalChanged = Signal()
    placesChanged = Signal()
    debtsChanged = Signal()
    debtsTitleChanged = Signal()
    noDebtsChanged = Signal()

    _kind = prop("kind")
    _title = prop("title")
    _subtitle = prop("subtitle")
    _subtitleSide = prop("subtitle_side")
    _note = prop("note")
    _after = prop("after")
    _lines = prop("lines")
    _boxes = prop("boxes")
    _piles = prop("piles")
    _asideTitle = prop("aside_title")
    _aside = prop("aside")
    _ringTotal = prop("ring_total")
    _ringLeft = prop("ring_left")
    _ringMoves = prop("ring_moves")
    _allyLabel = prop("ally_label")
    _enemyLabel = prop("enemy_label")
    _allyScore = prop("ally_score")
    _enemyScore = prop("enemy_score")
    _subtotal = prop("subtotal")
    _places = prop("places")
    _debts = prop("debts")
    _debtsTitle = prop("debts_title")
    _noDebts = prop("no_debts")

    kind = Property(str, _kind, notify=kindChanged)
    title = Property(str, _title, notify=titleChanged)
    subtitle = Property(str, _subtitle, notify=subtitleChanged)
    subtitleSide = Property(str, _subtitleSide, notify=subtitleSideChanged)
    note = Property(str, _note, notify=noteChanged)
    after = Property(str, _after, notify=afterChanged)
    asideTitle = Property(str, _asideTitle, notify=asideTitleChanged)
    ringTotal = Property(int, _ringTotal, notify=ringTotalChanged)
    ringLeft = Property(int, _ringLeft, notify=ringLeftChanged)
    ringMoves = Property(bool, _ringMoves, notify=ringMovesChanged)
    allyLabel = Property(str, _allyLabel, notify=allyLabelChanged)
    enemyLabel = Property(str, _enemyLabel, notify=enemyLabelChanged)
    allyScore = Property(str, _allyScore, notify=allyScoreChanged)
    enemyScore = Property(str, _enemyScore, notify=enemyScoreChanged)
    subtotal = Property(str, _subtotal, notify=subtotalChanged)
    debtsTitle = Property(str, _debtsTitle, notify=debtsTitleChanged)
    noDebts = Property(str, _noDebts, notify=noDebtsChanged)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._props = DialogProps()
        self._buttons = Rows(DialogButtonRow, self)
        self._commands: dict[str, Effect] = {}

    @Property(QObject, constant=True)
    def buttons(self) -> QObject:
        """The buttons, left to right."""
        return self._buttons

    @Property("QStringList", notify=linesChanged)  # type: ignore[arg-type]
    def lines(self) -> list[str]:
        """The sentences."""
        return list(self._props.lines)

    @Property("QVariantList", notify=boxesChanged)  # type: ignore[arg-type]
    def boxes(self) -> list[object]:
        """Numbers with what they belong to."""
        return list(self._boxes())

    @Property("QVariantList", notify=pilesChanged)  # type: ignore[arg-type]
    def piles(self) -> list[object]:
        """Cards."""
        return list(self._piles())

    @Property("QVariantList", notify=asideChanged)  # type: ignore[arg-type]
    def aside(self) -> list[object]:
        """Lines at the right."""
        return list(self._aside())

    @Property("QVariantList", notify=placesChanged)  # type: ignore[arg-type]
    def places(self) -> list[object]:
        """The places of a deal."""
        return list(self._places())

    @Property("QVariantList", notify=debtsChanged)  # type: ignore[arg-type]
    def debts(self) -> list[object]:
        """The tributes of the next deal."""
        return list(self._debts())

    @property
    def props(self) -> DialogProps:
        """What is shown."""
        return self._props

    @property
    def rows(self) -> tuple[DialogButtonRow, ...]:
        """The buttons that are shown."""
        return self._buttons.rows if self._props.kind else ()

    def show(
        self,
        props: DialogProps,
        buttons: Sequence[DialogButtonRow] = (),
        commands: dict[str, Effect] | None = None,
    ) -> None:
        """Stand there with these words and buttons; a dialog that goes keeps its words while it fades."""
        self._commands = commands or {}
        if props.kind:
            self._buttons.show(buttons)
            show(self, props)
        else:
            show(self, self._props._replace(kind="", ring_moves=False))

    def offers(self, verb: str) -> bool:
        """Whether a button of that verb may be pressed."""
        return any(row.verb == verb and row.open for row in self.rows)

    def effect(self, verb: str) -> Effect:
        """What a button does; None where it only says what is wanted."""
        return self._commands.get(verb)

    def verb_of_key(self, key: str) -> str:
        """The button that a key presses, "" for none."""
        for row in self.rows:
            if row.open and (row.key_name == key or (key == "Enter" and row.key_name in {"⏎", "↵"})):
                return row.verb
        return ""
