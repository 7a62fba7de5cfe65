"""What the table shows besides its lists: props with the signal of each, as QML reads them."""

from __future__ import annotations

from PySide6.QtCore import Property, QObject, QRect, Signal
from PySide6.QtQml import QmlElement

from gouji_desktop.ui.models.props import prop
from gouji_desktop.ui.models.tableprops import TableProps

QML_IMPORT_NAME = "Gouji.Models"
QML_IMPORT_MAJOR_VERSION = 1


@QmlElement
class TableShown(QObject):
    """The props of the table."""

    titleChanged = Signal()
    detailChanged = Signal()
    allyLabelChanged = Signal()
    enemyLabelChanged = Signal()
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
    askBelowChanged = Signal()
    panelLeftChanged = Signal()
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

    _title = prop("title")
    _detail = prop("detail")
    _allyLabel = prop("ally_label")
    _enemyLabel = prop("enemy_label")
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
    _askBelow = prop("ask_below")
    _panelLeft = prop("panel_left")
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
    allyLabel = Property(str, _allyLabel, notify=allyLabelChanged)
    enemyLabel = Property(str, _enemyLabel, notify=enemyLabelChanged)
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
    askBelow = Property(int, _askBelow, notify=askBelowChanged)
    panelLeft = Property(int, _panelLeft, notify=panelLeftChanged)
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

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._props = TableProps()

    @Property("QVariantList", notify=trackerCellsChanged)  # type: ignore[arg-type]
    def trackerCells(self) -> list[object]:
        """Rank and number of the tracker."""
        return list(self._trackerCells())

    @Property("QVariantList", notify=sheetChanged)  # type: ignore[arg-type]
    def sheet(self) -> list[object]:
        """The finished deals of the match."""
        return list(prop("sheet")(self))
