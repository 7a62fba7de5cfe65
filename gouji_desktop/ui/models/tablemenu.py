"""The menu of the table: how fast bots play, how the hand lies, and what can be done now."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import Property, QObject, Signal, Slot
from PySide6.QtQml import QmlElement

from gouji_desktop.rules.state import Stage
from gouji_desktop.table.session import Capability
from gouji_desktop.ui.models.props import prop, show
from gouji_desktop.ui.models.tableprops import HAND_MODES, PACES, TableInputs
from gouji_desktop.ui.presenter.words import Words

QML_IMPORT_NAME = "Gouji.Models"
QML_IMPORT_MAJOR_VERSION = 1


class MenuProps(NamedTuple):
    """What the menu offers."""

    can_pause: bool = False
    can_pace: bool = False
    can_fast_forward: bool = False
    #: There is an own hand that may lie in another way.
    can_arrange: bool = False
    has_last_round: bool = False
    pace: int = 1
    hand_mode: int = 0
    paces: tuple[str, ...] = ()
    hand_modes: tuple[str, ...] = ()


def derive_menu(inputs: TableInputs, words: Words) -> MenuProps:
    """The menu from the table's inputs."""
    update, able = inputs.update, inputs.capabilities
    deal = update.view.deal if update is not None else None
    own = inputs.own or 0
    out = deal is not None and deal.stage is not Stage.OVER and not deal.live >> own & 1
    return MenuProps(
        can_pause=Capability.PAUSE in able and Capability.PLAY in able,
        can_pace=Capability.PACE in able,
        can_fast_forward=Capability.FAST_FORWARD in able and (out or inputs.trustee_on),
        can_arrange=inputs.own is not None,
        has_last_round=deal is not None and any(act is not None for act in deal.last_round),
        pace=PACES.index(inputs.pace) if inputs.pace in PACES else -1,
        hand_mode=HAND_MODES.index(inputs.hand_mode),
        paces=tuple(words(f"pace.{pace}") for pace in PACES),
        hand_modes=tuple(words(f"hand.{mode.value}") for mode in HAND_MODES),
    )


@QmlElement
class MenuModel(QObject):
    """The menu."""

    canPauseChanged = Signal()
    canPaceChanged = Signal()
    canFastForwardChanged = Signal()
    canArrangeChanged = Signal()
    hasLastRoundChanged = Signal()
    paceChanged = Signal()
    handModeChanged = Signal()
    pacesChanged = Signal()
    handModesChanged = Signal()
    #: The person chose something that outlives the table: (key, value).
    settingChosen = Signal(str, str)

    _canPause = prop("can_pause")
    _canPace = prop("can_pace")
    _canFastForward = prop("can_fast_forward")
    _canArrange = prop("can_arrange")
    _hasLastRound = prop("has_last_round")
    _pace = prop("pace")
    _handMode = prop("hand_mode")
    canPause = Property(bool, _canPause, notify=canPauseChanged)
    canPace = Property(bool, _canPace, notify=canPaceChanged)
    canFastForward = Property(bool, _canFastForward, notify=canFastForwardChanged)
    canArrange = Property(bool, _canArrange, notify=canArrangeChanged)
    hasLastRound = Property(bool, _hasLastRound, notify=hasLastRoundChanged)
    pace = Property(int, _pace, notify=paceChanged)
    handMode = Property(int, _handMode, notify=handModeChanged)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._props = MenuProps()
        self._tracker = False

    @Property("QStringList", notify=pacesChanged)  # type: ignore[arg-type]
    def paces(self) -> list[str]:
        """The speeds, in words."""
        return list(self._props.paces)

    @Property("QStringList", notify=handModesChanged)  # type: ignore[arg-type]
    def handModes(self) -> list[str]:
        """The ways a hand may lie, in words."""
        return list(self._props.hand_modes)

    @property
    def props(self) -> MenuProps:
        """What the menu offers."""
        return self._props

    def follow(self, inputs: TableInputs, words: Words) -> None:
        """Show the menu that belongs to these inputs."""
        self._tracker = inputs.show_tracker
        show(self, derive_menu(inputs, words))

    @Slot(int)
    def choosePace(self, index: int) -> None:
        """How fast bots play."""
        self.settingChosen.emit("pace", PACES[index])

    @Slot(int)
    def chooseHandMode(self, index: int) -> None:
        """How the hand lies."""
        self.settingChosen.emit("hand_layout", HAND_MODES[index].value)

    @Slot()
    def toggleTracker(self) -> None:
        """Show the tracker, or no longer."""
        self.settingChosen.emit("tracker", "false" if self._tracker else "true")
