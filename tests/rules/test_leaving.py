"""The leaving penalty and its exceptions (A:L98, B1:L162-L166, B2:L239)."""

import pytest

from gouji_desktop.rules.policies.leaving import leave_penalty
from gouji_desktop.rules.presets import preset

ROWS = [
    # rule set, deals played, deal running, left before, fine
    ("jinyou4", 0, True, 0, 20),
    ("jinyou4", 3, True, 0, 20),
    ("jinyou4", 4, True, 0, 0),
    ("jinyou4", 4, False, 0, 20),
    ("jinyou4", 5, False, 0, 0),
    ("jinyou4-match", 0, True, 0, 0),
    ("zaozhuang6", 1, False, 0, 20),
    ("zaozhuang6", 1, False, 1, 0),
    ("zaozhuang6", 1, True, 1, 20),
    ("zaozhuang6", 3, True, 0, 0),
    ("zaozhuang6", 4, False, 0, 0),
    ("zaozhuang6-match", 0, True, 0, 0),
    ("zaozhuang6-classic", 2, True, 0, 20),
    ("zaozhuang6-classic", 2, False, 1, 20),
    ("jinyou4", 2, False, 1, 20),
    ("tribute216", 0, True, 0, 0),
    ("chayuan", 0, False, 0, 0),
]


@pytest.mark.parametrize(("name", "played", "running", "before", "fine"), ROWS)
def test_fine(name, played, running, before, fine):
    assert leave_penalty(preset(name), played, deal_running=running, left_before=before) == fine
