"""The banner of the connection, what blocks the table, and what leaving costs, in both languages."""

from __future__ import annotations

from typing import Any

import pytest

from gouji_desktop.net.clientstate import ClientState, Phase, Trouble
from gouji_desktop.net.messages import SeatState, Table
from gouji_desktop.net.proofs import ShufflePhase
from gouji_desktop.rules.presets import preset
from gouji_desktop.ui.presenter.connection import (
    NO_BANNER,
    Banner,
    BannerKind,
    Watched,
    blocks,
    derive_banner,
    derive_leaving,
    online_table,
)
from gouji_desktop.ui.presenter.reasons import Grey
from tests.ui.presenter.scenes import words_of, zh

UP = ClientState(Phase.ONLINE, 0.0, None, None, "茶馆", "", 20, "u0", "小鱼", "", True, ())
DOWN = UP._replace(phase=Phase.RECONNECTING)


def banner(state: ClientState, since: float = 0.0, down: float = 0.0, language: str = "zh", **more: Any) -> Banner:
    told: dict[str, Any] = {"frozen": False, "proof": ShufflePhase.WAITING, "proof_seen": False, **more}
    return derive_banner(Watched(state, since, down), words_of(language), **told)


def test_nothing_is_said_while_all_is_well_or_for_a_short_break() -> None:
    assert banner(UP) == NO_BANNER
    assert banner(UP._replace(silent_for=2.9)) == NO_BANNER
    assert banner(DOWN, down=2.9) == NO_BANNER
    assert banner(DOWN._replace(retry_in=0.3), down=1.0) == NO_BANNER


def test_after_three_seconds_of_silence_it_reconnects() -> None:
    silent = banner(UP._replace(silent_for=3.4))
    assert silent.title == "正在重连…"
    assert "3 秒" in silent.detail
    assert banner(DOWN, down=3.0).title == "正在重连…"


def test_a_planned_attempt_is_counted_down_and_can_be_made_now() -> None:
    first = banner(DOWN._replace(retry_in=8.0), since=0.0, down=5.0)
    later = banner(DOWN._replace(retry_in=8.0), since=2.5, down=7.5)
    assert (first.action, later.action) == ("retry", "retry")
    assert "8 秒" in first.detail
    assert "6 秒" in later.detail
    due = banner(DOWN._replace(retry_in=8.0), since=8.0, down=13.0)
    assert (due.title, due.action) == ("正在重连…", "")


def test_a_restart_and_another_device_are_told_at_once() -> None:
    restart = banner(DOWN._replace(trouble=Trouble("restart"), retry_in=4.0))
    assert restart.title == "服务器正在重启"
    replaced = banner(UP._replace(phase=Phase.CLOSED, trouble=Trouble("replaced")))
    assert (replaced.title, replaced.label) == ("这个账号在别处登录了", "在这里打")


@pytest.mark.parametrize("state", [DOWN, DOWN._replace(retry_in=8.0), UP._replace(phase=Phase.CLOSED)])
def test_who_watches_has_no_cards_that_are_kept(state: ClientState) -> None:
    def detail(watches: bool) -> str:
        watched = Watched(state, 0.0, 9.0, watches)
        return derive_banner(watched, zh(), frozen=False, proof=ShufflePhase.NONE, proof_seen=False).detail

    assert "牌" in detail(False)
    assert "牌" not in detail(True)
    assert "接着看" in detail(True)


@pytest.mark.parametrize("key", ["not_now", "not_written"])
def test_a_server_that_lets_nobody_in_for_a_while_is_not_called_lost(key: str) -> None:
    waiting = banner(DOWN._replace(trouble=Trouble(key, {"code": "x", "how": "token"}), retry_in=4.0), down=5.0)
    assert waiting.title == zh()(f"online.trouble.{key}")
    assert ("4 秒" in waiting.detail, waiting.action) == (True, "retry")


def test_a_connection_that_ended_says_why_where_that_is_known() -> None:
    closed = UP._replace(phase=Phase.CLOSED)
    assert banner(closed).detail == zh()("net.kept")
    old = banner(closed._replace(trouble=Trouble("expired", {"until": "2026-01-01"})))
    assert (old.action, "2026-01-01" in old.detail) == ("retry", True)
    strange = banner(closed._replace(trouble=Trouble("never heard of")))
    assert "never heard of" in strange.detail


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_weightiest_thing_is_said_first(language: str) -> None:
    words = words_of(language)
    wrong: dict[str, Any] = {"frozen": True, "proof": ShufflePhase.FAILED, "language": language}
    assert banner(DOWN, down=4.0, **wrong).kind is BannerKind.CONNECTION
    assert banner(UP, **wrong).title == words("net.frozen")
    loud = banner(UP, **{**wrong, "frozen": False})
    assert (loud.title, loud.action) == (words("net.proof_failed"), "proof")
    assert banner(UP, **{**wrong, "frozen": False}, proof_seen=True) == NO_BANNER


@pytest.mark.parametrize("phase", [phase for phase in Phase if phase is not Phase.ONLINE])
def test_without_a_connection_nothing_can_be_sent(phase: Phase) -> None:
    assert blocks(UP._replace(phase=phase), frozen=False) is Grey.OFFLINE


def test_silence_and_a_frozen_server_block_as_well() -> None:
    assert blocks(UP, frozen=False) is None
    assert blocks(UP._replace(silent_for=3.0), frozen=False) is Grey.OFFLINE
    assert blocks(UP, frozen=True) is Grey.FROZEN


def test_the_seats_of_the_place() -> None:
    seats = (
        SeatState("u0", "小鱼", ready=True),
        SeatState("u1", "南", connected=False),
        SeatState("u2", "湖", left=True, connected=False),
        SeatState("", "机", level="hard"),
        SeatState("u4", "柳"),
        SeatState("", ""),
    )
    place = Table("t", 1, "", "u0", {}, 3, 30, 6, "", False, True, "playing", seats, penalties=(0, 0, 20, 0, 0, 0))
    found = online_table(UP, place, frozen=False)
    assert found.away == {1}
    assert found.left == {2}
    assert found.persons == {0, 4}
    assert found.ready == {0}
    assert found.penalties[2] == 20
    assert online_table(UP, None, frozen=False).phase == ""


@pytest.mark.parametrize("language", ["zh", "en"])
def test_leaving_says_what_it_costs_by_the_rule_set(language: str) -> None:
    words = words_of(language)
    dear = preset("tribute216").with_options({"leave_penalty": 20})
    free = preset("tribute216").with_options({"leave_penalty": 0})
    costly = derive_leaving(dear, 0, words, deal_running=True, left_before=0)
    assert any("20" in line for line in costly.lines)
    for rules, played in ((free, 0), (dear, dear.match_deals - 1)):
        cheap = derive_leaving(rules, played, words, deal_running=True, left_before=0)
        assert not any("20" in line for line in cheap.lines)
    assert derive_leaving(dear, dear.match_deals - 1, words, deal_running=True, left_before=0) != derive_leaving(
        free, 0, words, deal_running=True, left_before=0
    )
