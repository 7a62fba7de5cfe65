"""The sheets where others are waited for: who, for how long, what leaving cost, and which buttons there are."""

from __future__ import annotations

import pytest

from gouji_desktop.net.proofs import ShufflePhase, ShuffleState
from gouji_desktop.table.session import ClockInfo
from gouji_desktop.ui.presenter.connection import OnlineTable
from gouji_desktop.ui.presenter.dialogparts import MatchButton
from gouji_desktop.ui.presenter.proofwords import kept_proof_words, proof_words
from gouji_desktop.ui.presenter.sheetsonline import awaited, fines, match_buttons, sheet_buttons
from tests.ui.presenter.scenes import NO_CLOCK, names, words_of, zh

HERE = OnlineTable(shared=True, persons=frozenset({0, 2, 5}), ready=frozenset({2}), phase="playing")
SHEET = (
    MatchButton("replay", "看回放", "", primary=False),
    MatchButton("explain", "算法", "", primary=False),
    MatchButton("next_deal", "下一局", "⏎", primary=True),
)


def test_who_is_waited_for_by_name_and_by_the_tables_clock() -> None:
    waits = awaited(HERE, names(), zh(), own_ready=False, clock=ClockInfo((), 7.5, 20.0), waited=None)
    assert waits.text == "还等即墨老酒"
    assert (waits.ready, waits.left, waits.total) == (False, 7500, 20000)


def test_without_a_clock_the_time_runs_from_the_end_of_the_deal_if_that_was_seen() -> None:
    seen = awaited(HERE, names(), zh(), own_ready=False, clock=NO_CLOCK, waited=0.0)
    assert (seen.left, seen.total) == (20000, 20000)
    unseen = awaited(HERE, names(), zh(), own_ready=False, clock=NO_CLOCK, waited=None)
    assert unseen.total == 0


def test_the_last_one_is_told_so_and_then_the_cards_are_shuffled() -> None:
    others = HERE._replace(ready=frozenset({2, 5}))
    assert awaited(others, names(), zh(), own_ready=False, clock=None, waited=None).text == zh()("net.awaited_you")
    done = awaited(others, names(), zh(), own_ready=True, clock=None, waited=None)
    assert (done.ready, done.text) == (True, zh()("net.shuffling"))
    told = awaited(HERE._replace(ready=frozenset({0})), names(), zh(), own_ready=False, clock=None, waited=None)
    assert told.ready


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_next_deal_becomes_a_word_to_the_others(language: str) -> None:
    words = words_of(language)
    waits = awaited(HERE, names(), words, own_ready=False, clock=None, waited=None)
    rows = sheet_buttons(SHEET, waits, words)
    assert [row.name for row in rows] == ["explain", "next_deal"]
    assert rows[1].label == words("net.ready")


def test_after_the_match_one_goes_or_asks_for_another() -> None:
    assert [row.name for row in match_buttons(HERE, zh(), plays=True)] == ["leave_table", "rematch"]
    assert [row.name for row in match_buttons(HERE, zh(), plays=False)] == ["leave_table"]
    asked = HERE._replace(phase="waiting")
    assert [row.name for row in match_buttons(asked, zh(), plays=True)] == ["leave_table", "room"]


def test_fines_are_shown_whatever_sign_they_come_with() -> None:
    lines = fines(HERE._replace(penalties=(0, 20, 0, 0, -5, 0)), names(), zh())
    assert [(line.name, line.text) for line in lines] == [("老城南", "−20"), ("泉城柳", "−5")]
    assert fines(HERE, names(), zh()) == []


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("phase", list(ShufflePhase))
def test_the_mark_of_the_shuffle_is_explained(language: str, phase: ShufflePhase) -> None:
    shown = proof_words(ShuffleState(phase, 1, 0, "", 5, True), words_of(language))
    assert bool(shown.mark) == (phase is not ShufflePhase.NONE)
    assert shown.title
    assert all(shown.lines)


def test_whether_ones_own_share_is_in_the_shuffle_is_said() -> None:
    mine = proof_words(ShuffleState(ShufflePhase.VERIFIED, 1, 0, "", 5, True), zh())
    others = proof_words(ShuffleState(ShufflePhase.VERIFIED, 1, 0, "", 5, False), zh())
    assert mine.lines != others.lines


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("own", [True, False])
def test_who_came_when_the_deal_was_shuffled_is_told_what_was_not_seen(language: str, own: bool) -> None:
    words = words_of(language)
    for phase in (ShufflePhase.WAITING, ShufflePhase.VERIFIED):
        there = proof_words(ShuffleState(phase, 1, 0, "", 5, own), words)
        late = proof_words(ShuffleState(phase, 1, 0, "", 5, own, late=True), words)
        assert (late.mark, late.title) == (there.mark, there.title)
        assert late.lines[0] != there.lines[0]
        assert (late.lines[1] != there.lines[1]) == own
        assert late.lines[2:] == there.lines[2:]
    failed = ShuffleState(ShufflePhase.FAILED, 1, 0, "why", 5, own)
    assert proof_words(failed, words) == proof_words(failed._replace(late=True), words)


def test_the_check_of_a_log_that_is_played_back_says_of_what_it_speaks() -> None:
    good, bad = (kept_proof_words(phase, zh()) for phase in (ShufflePhase.VERIFIED, ShufflePhase.FAILED))
    assert good.title == "洗牌核对无误"
    assert good.lines[0].startswith("这一场每一局")
    assert bad.title == "洗牌核对不上"
    assert "文件" in bad.lines[0]
    assert kept_proof_words(ShufflePhase.NONE, zh()).mark == ""
