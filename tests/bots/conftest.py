"""What all tests of the bots share."""

from __future__ import annotations

import pytest

from gouji_desktop.bots import levels


@pytest.fixture(autouse=True)
def _masters_think_little(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two worlds a move: that masters play at all is tested here, and how well in the arena."""
    monkeypatch.setattr(levels, "MASTER_WORLDS", 2)
