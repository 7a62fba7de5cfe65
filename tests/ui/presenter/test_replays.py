"""The list of matches on disk: the score once, whose result it was, and with whom."""

from __future__ import annotations

import pytest

from gouji_desktop.ui.presenter.replays import Kept, replay_words
from tests.ui.presenter.scenes import en, words_of, zh

ONE = Kept("tribute216", 3, "2026-02-03 20:15", (4, -4, 4, -4, 4, -4), 1, ("老城南", "微山湖"), True, False, True)


def test_an_online_match_says_with_whom_and_what_it_was_for_the_person() -> None:
    row = replay_words(ONE, zh())
    assert row.heading == "进贡 · 四副 · 三局"
    assert row.summary == "2026-02-03 20:15 · 联网，有老城南、微山湖"
    assert row.score == "输了 −4 : +4"
    assert replay_words(ONE._replace(own=0), en()).score == "Won +4 : −4"


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_score_stands_once(language: str) -> None:
    row = replay_words(ONE, words_of(language))
    assert not any(char in row.heading + row.summary for char in "+−")


def test_without_others_or_an_end() -> None:
    alone = ONE._replace(others=(), finished=False)
    assert replay_words(alone, zh())[1:] == ("2026-02-03 20:15 · 联网 · 没打完", "−4 : +4")
    here = ONE._replace(online=False, finished=False, given_up=True)
    assert replay_words(here, zh()).summary == "2026-02-03 20:15 · 没打完，已放弃"
    # Bots alone: nobody has won or lost.
    assert replay_words(ONE._replace(own=None), zh()).score == "+4 : −4"
