"""Settings: what was chosen comes back, from every version, and nothing is ever overwritten unread."""

from __future__ import annotations

import json
import os
import random
from dataclasses import fields
from pathlib import Path

import pytest

from gouji_desktop.profile.files import NoticeKind
from gouji_desktop.profile.folders import profile_folders
from gouji_desktop.profile.settings import VERSION, SettingError, Settings, SettingsStore, check_value, documentation

#: One file of every version that was ever released, and the settings that it must give.
RELEASED: dict[int, tuple[dict[str, object], dict[str, object]]] = {
    1: (
        {
            "version": 1,
            "language": "en",
            "theme": "paper",
            "deck": "four-large",
            "card_back": "wave",
            "hand_layout": "stacks",
            "pace": "fast",
            "fast_forward": True,
            "auto_pass": True,
            "hints": False,
            "tracker": False,
            "sound": False,
            "volume": 0.25,
            "less_motion": True,
            "turn_seconds": 30,
            "player_name": "老王",
            "window_geometry": "10,20,1280,800",
            "window_maximized": True,
            "match_rules": "custom",
            "match_options": {"threes": 6, "counter_burn": [4, 8], "revolt": False, "chaos": "two_out"},
            "match_deals": 7,
            "match_levels": ["", "hard", "hard", "medium", "medium", "medium"],
            "match_names": ["", "a", "b", "c", "d", "e"],
        },
        {"language": "en", "volume": 0.25, "match_deals": 7, "player_name": "老王", "turn_seconds": 30},
    ),
    2: (
        {
            "version": 2,
            "language": "zh",
            "theme": "paper",
            "deck": "four-large",
            "card_back": "wave",
            "hand_layout": "stacks",
            "pace": "fast",
            "fast_forward": True,
            "auto_pass": True,
            "hints": False,
            "tracker": False,
            "trustee": "full",
            "sound": False,
            "volume": 0.25,
            "less_motion": True,
            "turn_seconds": 30,
            "player_name": "老王",
            "window_geometry": "10,20,1280,800",
            "window_maximized": True,
            "match_rules": "custom",
            "match_options": {"threes": 6, "counter_burn": [4, 8], "revolt": False, "chaos": "two_out"},
            "match_deals": 7,
            "match_levels": ["", "hard", "hard", "medium", "medium", "medium"],
            "match_names": ["", "a", "b", "c", "d", "e"],
        },
        {"language": "zh", "volume": 0.25, "match_deals": 7, "player_name": "老王", "turn_seconds": 30},
    ),
    3: (
        {
            "version": 3,
            "language": "zh",
            "theme": "paper",
            "deck": "four-large",
            "card_back": "wave",
            "hand_layout": "stacks",
            "pace": "fast",
            "fast_forward": True,
            "auto_pass": True,
            "hints": False,
            "tracker": False,
            "trustee": "full",
            "sound": False,
            "volume": 0.25,
            "less_motion": True,
            "turn_seconds": 30,
            "player_name": "老王",
            "window_geometry": "10,20,1280,800",
            "window_maximized": True,
            "match_rules": "custom",
            "match_options": {"threes": 6, "counter_burn": [4, 8], "revolt": False, "chaos": "two_out"},
            "match_deals": 7,
            "match_levels": ["", "hard", "hard", "medium", "medium", "medium"],
            "match_names": ["", "a", "b", "c", "d", "e"],
            "online_name": "王老师",
            "online_servers": {"wss://example.org:47625": "周末桌", "ws://192.168.1.7:5000": ""},
            "online_secrets": "file",
            "online_match": "wss://example.org:47625",
            "host_name": "我家",
            "host_port": 5000,
        },
        {
            "language": "zh",
            "volume": 0.25,
            "match_deals": 7,
            "player_name": "老王",
            "turn_seconds": 30,
            "host_port": 5000,
        },
    ),
}


@pytest.fixture
def path() -> Path:
    return profile_folders().settings


def test_the_profile_lies_in_the_test_home(path: Path, home: Path) -> None:
    assert home in path.parents


def test_there_is_a_released_file_of_every_version() -> None:
    assert set(RELEASED) == set(range(1, VERSION + 1))
    newest, _ = RELEASED[VERSION]
    assert {each.name for each in fields(Settings)} == set(newest) - {"version"}
    usual = Settings()
    assert not [name for name, value in newest.items() if name != "version" and getattr(usual, name) == value]


@pytest.mark.parametrize("version", RELEASED)
def test_every_version_migrates(path: Path, version: int) -> None:
    data, wanted = RELEASED[version]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(data), encoding="utf-8")
    store = SettingsStore(path)
    settings, notices = store.load()
    assert notices == ()
    assert {name: getattr(settings, name) for name in wanted} == wanted
    assert store.save(settings) is None
    assert SettingsStore(path).load() == (settings, ())
    assert json.loads(path.read_text(encoding="utf-8"))["version"] == VERSION


def test_a_first_start_follows_the_system_and_an_old_choice_stays(path: Path) -> None:
    assert Settings().language == ""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text('{"version": 1, "language": "zh"}')
    assert SettingsStore(path).load()[0].language == "zh"
    path.write_text('{"version": 2, "language": ""}')
    assert SettingsStore(path).load() == (Settings(), ())


def test_servers_keep_their_order(path: Path) -> None:
    servers = {"wss://b:1": "B", "wss://a:1": "A"}
    store = SettingsStore(path)
    assert store.save(Settings().with_values(online_servers=servers)) is None
    assert list(SettingsStore(path).load()[0].online_servers.items()) == list(servers.items())


def test_migrations_are_taken_one_after_the_other(path: Path) -> None:
    steps = {
        1: lambda data: {**data, "colours": data["style"]},
        2: lambda data: {**data, "theme": {"ink": "dark", "rice": "paper"}[data["colours"]]},
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text('{"version": 1, "style": "rice"}')
    settings, notices = SettingsStore(path, steps, 3).load()
    assert (settings.theme, notices) == ("paper", ())
    path.write_text('{"version": 1, "style": "unheard of"}')
    settings, notices = SettingsStore(path, steps, 3).load()
    assert (settings, notices[0].kind) == (Settings(), NoticeKind.SETTINGS_DAMAGED)


def test_without_a_file_there_are_the_defaults(path: Path) -> None:
    assert SettingsStore(path).load() == (Settings(), ())
    assert not path.exists()


def test_every_setting_is_documented() -> None:
    documented = documentation()
    assert [name for name, _, _ in documented] == [each.name for each in fields(Settings)]
    assert all(what and "\n" not in what for _, _, what in documented)
    for name, default, _ in documented:
        assert check_value(name, default) == default


def test_unknown_keys_are_kept(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text('{"version": 1, "theme": "paper", "of_a_plugin": {"a": [1]}}')
    store = SettingsStore(path)
    settings, notices = store.load()
    assert notices == ()
    assert store.save(settings.with_values(volume=0.5)) is None
    assert json.loads(path.read_text())["of_a_plugin"] == {"a": [1]}


JUNK = [b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"version": "1"}', b"[" * 99_999, b'{"a": 1}']


@pytest.mark.parametrize("content", JUNK)
def test_a_damaged_file_is_moved_aside_and_told(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    for number in (1, 2):
        path.write_bytes(content)
        store = SettingsStore(path)
        settings, (notice,) = store.load()
        assert settings == Settings()
        assert notice.kind == NoticeKind.SETTINGS_DAMAGED
        assert notice.moved_to == path.with_name(f"settings.json.damaged-{number}")
        assert notice.moved_to.read_bytes() == content
        assert store.save(settings) is None
    assert SettingsStore(path).load() == (Settings(), ())


def test_a_newer_file_is_kept_and_read_as_far_as_it_goes(path: Path) -> None:
    content = json.dumps({"version": VERSION + 1, "theme": "paper", "pace": "sideways", "new": 1})
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content)
    store = SettingsStore(path)
    settings, notices = store.load()
    assert [notice.kind for notice in notices] == [NoticeKind.SETTINGS_NEWER, NoticeKind.SETTING_REFUSED]
    assert notices[0].moved_to is not None
    assert notices[0].moved_to.read_text() == content
    assert (settings.theme, settings.pace) == ("paper", "normal")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("language", "fr"),
        ("volume", 1.5),
        ("volume", True),
        ("volume", float("nan")),
        ("turn_seconds", 2.5),
        ("turn_seconds", -1),
        ("sound", 1),
        ("player_name", 7),
        ("card_back", "a\nb"),
        ("match_levels", "easy"),
        ("match_levels", [1]),
        ("match_levels", [""] * 7),
        ("match_options", []),
        ("match_options", {"a": {}}),
        ("match_deals", None),
        ("online_name", 7),
        ("online_servers", ["example.org"]),
        ("online_servers", {"": "a"}),
        ("online_servers", {"a\nb": ""}),
        ("online_servers", {"a": 1}),
        ("online_servers", {"a": "x" * 65}),
        ("online_servers", {f"a{number}": "" for number in range(21)}),
        ("online_secrets", "keyring"),
        ("host_port", 65536),
        ("nothing", 1),
    ],
)
def test_values_that_do_not_fit_are_refused_alone(path: Path, name: str, value: object) -> None:
    with pytest.raises(SettingError, match=name):
        Settings().with_values(**{name: value})
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"version": 1, "theme": "paper", name: value}))
    settings, notices = SettingsStore(path).load()
    assert settings == Settings().with_values(theme="paper")
    assert [notice.kind for notice in notices] == ([] if name == "nothing" else [NoticeKind.SETTING_REFUSED])
    assert path.exists()


def test_names_are_cleaned() -> None:
    assert Settings().with_values(player_name=" a\u202eb\n" + "c" * 50).player_name == "a b " + "c" * 20


def test_fuzzed_files_never_raise(path: Path) -> None:
    chance = random.Random(8)
    whole = json.dumps(RELEASED[VERSION][0]).encode()
    path.parent.mkdir(parents=True, exist_ok=True)
    for _ in range(400):
        content = bytearray(whole)
        for _ in range(chance.randrange(1, 4)):
            content[chance.randrange(len(content))] = chance.randrange(256)
        path.write_bytes(bytes(content))
        store = SettingsStore(path)
        settings, notices = store.load()
        assert isinstance(settings, Settings)
        assert all("\n" not in notice.detail for notice in notices)


@pytest.mark.skipif(os.name == "nt", reason="folders that may not be written are made otherwise there")
def test_what_cannot_be_written_is_told_and_the_old_file_stays(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = SettingsStore(path)
    assert store.save(Settings()) is None
    before = path.read_bytes()

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    notice = store.save(Settings(theme="paper"))
    assert notice is not None
    assert notice.kind == NoticeKind.UNWRITABLE
    assert path.read_bytes() == before
    assert [each.name for each in path.parent.iterdir()] == [path.name]


def test_an_unreadable_file_is_told_and_never_overwritten(path: Path) -> None:
    path.mkdir(parents=True)
    store = SettingsStore(path)
    settings, (notice,) = store.load()
    assert (settings, notice.kind) == (Settings(), NoticeKind.UNREADABLE)
    told = store.save(settings)
    assert told is not None
    assert told.kind == NoticeKind.UNWRITABLE
    assert path.is_dir()


@pytest.mark.parametrize(
    ("content", "policy", "notices"),
    [
        ({"version": 2}, "cautious", []),
        ({"version": 1, "tracker": True}, "cautious", []),
        ({"version": 2, "trustee": "full"}, "full", []),
        ({"version": 2, "trustee": "reckless"}, "cautious", [NoticeKind.SETTING_REFUSED]),
        ({"version": 2, "trustee": 1}, "cautious", [NoticeKind.SETTING_REFUSED]),
    ],
)
def test_the_trustee_is_cautious_unless_chosen_otherwise(
    tmp_path: Path, content: dict[str, object], policy: str, notices: list[NoticeKind]
) -> None:
    path = tmp_path / "settings.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    settings, told = SettingsStore(path).load()
    assert settings.trustee == policy
    assert [notice.kind for notice in told] == notices
