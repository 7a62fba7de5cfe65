"""A connection in words: every trouble and refusal has a sentence, addresses and fingerprints are read."""

from __future__ import annotations

import pytest

from gouji_desktop.net.clientstate import ClientState, Phase, Trouble
from gouji_desktop.net.codes import ErrorCode
from gouji_desktop.net.failures import KEYS
from gouji_desktop.ui.presenter.online import (
    address_fault,
    clean_line,
    derive_connection,
    fingerprint_lines,
    moved_place,
    moved_servers,
    name_fault,
    refusal_words,
    remember,
    server_choices,
    trouble_words,
)
from gouji_desktop.ui.presenter.words import LANGUAGES, placeholders
from tests.ui.presenter.scenes import words_of, zh

#: What connections tell with a trouble.
DETAIL = dict.fromkeys(
    ("host", "port", "address", "text", "secure", "plain", "names", "since", "until", "now", "status", "why", "code"),
    "…x…",
)
EMPTY = ClientState(Phase.OFFLINE, 0.0, None, None, "", "", None, "", "", "", True, ())


def state(**fields: object) -> ClientState:
    return EMPTY._replace(**fields)  # type: ignore[arg-type]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", sorted(KEYS | {"name_rejected", "name_taken", "join", "no_guests"}))
def test_every_trouble_has_a_sentence_and_what_to_do(language: str, key: str) -> None:
    words = words_of(language)
    assert f"online.trouble.{key}" in words
    assert f"online.advice.{key}" in words
    wanted = placeholders(words.raw(f"online.trouble.{key}")) | placeholders(words.raw(f"online.advice.{key}"))
    assert wanted <= set(DETAIL)
    for detail in ({}, DETAIL):
        trouble, advice = trouble_words(Trouble(key, detail), words)
        assert len(trouble) > 3
        assert len(advice) > 3
        assert "{" not in trouble + advice


def test_why_a_guest_is_not_let_in() -> None:
    refused = Trouble("auth", {"how": "guest", "code": "forbidden"})
    closed = state(phase=Phase.CLOSED, trouble=refused, auth_methods=("guest", "password"))
    assert "登录没成" in derive_connection(closed, zh()).trouble
    joining = closed._replace(auth_methods=("guest", "join_password"))
    assert "进门密码" in derive_connection(joining, zh()).trouble
    assert "只让有账号的进" in derive_connection(closed._replace(auth_methods=("password",)), zh()).trouble
    wrong = joining._replace(trouble=Trouble("auth", {"how": "password"}))
    assert "登录没成" in derive_connection(wrong, zh()).trouble


def test_a_trouble_of_a_newer_version_is_named() -> None:
    assert "meteor" in trouble_words(Trouble("meteor"), zh())[0]
    assert trouble_words(None, zh()) == ("", "")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", ErrorCode)
def test_every_refusal_has_a_sentence(language: str, code: ErrorCode) -> None:
    words = words_of(language)
    assert f"online.refused.{code.value}" in words
    assert refusal_words(code, None, None, words)
    waits = refusal_words(code, 3.4, {"n": "evil", "text": "x" * 900}, words)
    assert "3" in waits
    assert "evil" not in waits


def test_a_refusal_says_as_closely_as_the_server_why() -> None:
    assert refusal_words("forbidden", 287.0, {"reason": "kicked"}, zh()) == (
        "房主请你离开了这一桌，还不能回来，287 秒以后再试"
    )
    assert refusal_words("forbidden", None, {"reason": "meteor"}, zh()) == zh()("online.refused.forbidden")
    assert refusal_words("forbidden", None, {"reason": 7}, zh()) == zh()("online.refused.forbidden")


def test_a_refusal_of_a_newer_server_is_named() -> None:
    assert "tired" in refusal_words("tired", None, None, zh())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("phase", Phase)
def test_every_phase_is_said(language: str, phase: Phase) -> None:
    assert derive_connection(state(phase=phase), words_of(language)).title


def test_how_the_connection_stands() -> None:
    online = state(phase=Phase.ONLINE, server="周末桌", latency_ms=38, uid="u", name="小鱼", motd="欢迎\n来")
    props = derive_connection(online, zh(), online=214)
    assert (props.title, props.detail) == ("已连上 周末桌", "延迟 38 毫秒 · 在线 214 人")
    assert (props.who, props.motd) == ("你是 小鱼（访客）", "欢迎 来")
    assert (props.can_retry, props.can_cancel) == (False, True)
    assert derive_connection(online._replace(guest=False, account="yu"), zh()).who == "你是 小鱼（账号 yu）"
    assert "4 秒没有回应" in derive_connection(online._replace(silent_for=4.2), zh()).title
    lost = state(phase=Phase.RECONNECTING, retry_in=6.6, trouble=Trouble("lost"))
    props = derive_connection(lost, zh())
    assert (props.title, props.can_retry) == ("断线了，7 秒后再连", True)
    assert "座位都留着" in props.advice
    address = "wss://gouji.example.org:47625"
    assert derive_connection(lost, zh(), address=address).detail == "gouji.example.org:47625"
    assert "gouji" not in derive_connection(online, zh(), address=address).detail
    stopped = derive_connection(state(phase=Phase.CLOSED, trouble=Trouble("banned")), zh(), plain=True)
    assert (stopped.can_retry, stopped.can_cancel, stopped.plain) == (True, False, False)
    assert derive_connection(state(phase=Phase.CLOSED), zh()).can_retry is False


def test_strangers_write_one_plain_line() -> None:
    assert clean_line("a\nb\u202ec\x00 ") == "a b c"
    assert clean_line("x" * 300, 10) == "x" * 9 + "…"
    assert clean_line("") == ""


def test_a_fingerprint_looks_as_servers_print_it() -> None:
    printed = ":".join(f"{byte:02X}" for byte in range(32))
    lines = fingerprint_lines(printed.lower())
    assert "".join(lines) == printed
    assert lines[0] == "00:01:02:03:04:05:06:07:"
    assert len(lines) == 4
    assert fingerprint_lines("") == ()


@pytest.mark.parametrize("language", LANGUAGES)
def test_why_nobody_can_be_called_so(language: str) -> None:
    words = words_of(language)
    assert name_fault("微山湖", words) == ""
    faults = [name_fault(text, words) for text in (" ", "a\u202eb", "a\u200bb", "管理员", "x" * 17)]
    assert faults == [
        words("online.name.empty"),
        *[words("online.name.invisible")] * 2,
        *[words("online.refused.name_rejected")] * 2,
    ]


def test_what_is_wrong_with_an_address_is_two_sentences() -> None:
    fault = address_fault("a b", Trouble("bad_address", {"text": "a b"}), zh())
    assert fault.startswith("“a b”不像服务器地址。写主机名")
    assert "请填服务器地址" in address_fault(" ", Trouble("bad_address", {"text": ""}), zh())


def test_servers_remembered_and_found() -> None:
    kept = {"wss://a:1": "甲"}
    rows = server_choices(kept, {"wss://a:1": "again", "wss://c:3": "丙\n桌"}, zh())
    assert [(row.address, row.title, row.detail, row.kind, row.plain) for row in rows] == [
        ("wss://a:1", "甲", "a:1", "kept", False),
        ("wss://c:3", "丙 桌", "局域网 · c:3", "lan", False),
    ]
    assert [row.here for row in server_choices(kept, {"wss://c:3": "x"}, zh(), "wss://c:3")] == [False, True]
    (plain,) = server_choices({"ws://b:2": ""}, {}, zh())
    assert (plain.title, plain.plain) == ("b:2", True)


def test_the_last_server_is_the_first_remembered() -> None:
    kept = remember({"a": "A", "b": "B"}, "b", "", 2)
    assert list(kept.items()) == [("b", "B"), ("a", "A")]
    assert list(remember(kept, "c", "C", 2)) == ["c", "b"]


def test_a_server_that_moves_keeps_its_name_and_its_place_in_the_list() -> None:
    kept = {"wss://a:1": "甲", "wss://b:1": "乙", "wss://c:1": ""}
    assert list(moved_servers(kept, ["wss://b:1"], "wss://d:1", swapped=False).items()) == [
        ("wss://a:1", "甲"),
        ("wss://d:1", "乙"),
        ("wss://c:1", ""),
    ]
    assert moved_servers(kept, ["wss://b:1"], "wss://a:1", swapped=True) == {
        "wss://b:1": "甲",
        "wss://a:1": "乙",
        "wss://c:1": "",
    }
    # An old list names one server twice.
    assert moved_servers(kept, ["wss://c:1", "wss://a:1"], "wss://b:1", swapped=False) == {"wss://b:1": "甲"}
    assert moved_servers(kept, ["wss://x:1"], "wss://d:1", swapped=False) == kept


def test_a_match_that_waits_moves_with_its_server() -> None:
    assert moved_place("wss://a:1", ["wss://a:1"], "wss://b:1", swapped=False) == "wss://b:1"
    assert moved_place("wss://b:1", ["wss://a:1"], "wss://b:1", swapped=True) == "wss://a:1"
    assert moved_place("wss://b:1", ["wss://a:1"], "wss://b:1", swapped=False) == "wss://b:1"
    assert moved_place("host", ["wss://a:1"], "wss://b:1", swapped=True) == "host"
