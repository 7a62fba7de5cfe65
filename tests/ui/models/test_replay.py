"""The bar under a match that is played back."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QObject

from gouji_desktop.rules.presets import preset
from gouji_desktop.table.session import Update
from gouji_desktop.ui.models.replay import ReplayModel
from tests.ui.presenter.scenes import updates


class Session:
    """A match that can be moved in."""

    def __init__(self, starts: tuple[int, ...]) -> None:
        self.deal_starts = starts
        self.position, self.length = 0, 40
        self.latest = next(updates(preset("tribute216"), 1))
        self._listener: Callable[[Update], None] = lambda _update: None

    def subscribe(self, listener: Callable[[Update], None]) -> Callable[[], None]:
        self._listener = listener
        return lambda: None

    def set_paused(self, paused: bool) -> None:
        self.latest = self.latest._replace(paused=paused)

    def next_deal(self) -> None:
        self.seek(next(start for start in self.deal_starts if start > self.position))

    def step(self, direction: int) -> None:
        self.seek(self.position + direction)

    def seek(self, position: int) -> None:
        self.position = position
        self._listener(self.latest)


@pytest.mark.parametrize(("starts", "position", "more"), [((0,), 0, False), ((0, 20), 0, True), ((0, 20), 20, False)])
def test_the_next_deal_is_offered_where_there_is_one(starts: tuple[int, ...], position: int, more: bool) -> None:
    parent = QObject()
    model = ReplayModel(parent)
    session = Session(starts)
    model.show_session(session)
    model.seek(position)
    assert model.property("hasNext") is more
    if more:
        model.nextDeal()
        assert not model.property("hasNext")
