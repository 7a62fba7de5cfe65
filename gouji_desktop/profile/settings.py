"""A person's settings: documented, versioned, migrated.

The file is JSON: `{"version": 3, "theme": "dark", …}`. Keys that this version does not know are kept. A value that does
not fit is replaced by its default and told; a file that cannot be read is moved aside and told, never overwritten.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from gouji_desktop.bots.trustee import TrusteePolicy
from gouji_desktop.profile.files import Notice, NoticeKind, free_name, write_atomic
from gouji_desktop.table.log import move_aside
from gouji_desktop.table.pacing import Pace
from gouji_desktop.table.setup import NAME_LENGTH, clean_name

VERSION = 3

Data = dict[str, Any]
#: How the data of a version becomes that of the next. A version whose settings have ever been released stays here.
#: 1 to 2: an empty language follows the system; one that was saved stays. 2 to 3: settings of online play are new.
MIGRATIONS: Mapping[int, Callable[[Data], Data]] = MappingProxyType({1: lambda data: data, 2: lambda data: data})
#: How many servers are remembered, and how long an address may be.
SERVERS_KEPT = 20
ADDRESS_LENGTH = 300

_Check = Callable[[Any], Any]


class SettingError(ValueError):
    """A value that a setting cannot have; its text is one sentence."""


def _setting(default: Any, what: str, check: _Check) -> Any:
    metadata = {"what": what, "check": check}
    if isinstance(default, Mapping):
        return field(default_factory=lambda: default, metadata=metadata)
    return field(default=default, metadata=metadata)


def _one_of(*choices: str) -> _Check:
    def check(value: Any) -> str:
        if not isinstance(value, str) or value not in choices:
            raise SettingError(f"must be one of {', '.join(choices)}")
        return value

    return check


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise SettingError("must be true or false")
    return value


def _number(least: float, most: float, *, whole: bool) -> _Check:
    def check(value: Any) -> float:
        proper = type(value) is int or (type(value) is float and math.isfinite(value) and not whole)
        if not proper or not least <= value <= most:
            raise SettingError(f"must be a {'whole ' if whole else ''}number from {least:g} to {most:g}")
        return int(value) if whole else float(value)

    return check


def _name(value: Any) -> str:
    if not isinstance(value, str) or len(value) > 1000:
        raise SettingError(f"must be a name of at most {NAME_LENGTH} characters")
    return clean_name(value)


def _word(value: Any) -> str:
    if not isinstance(value, str) or len(value) > 64 or not all(char.isprintable() for char in value):
        raise SettingError("must be a word of at most 64 characters")
    return value


def _words(most: int) -> _Check:
    def check(value: Any) -> tuple[str, ...]:
        if not isinstance(value, list | tuple) or len(value) > most:
            raise SettingError(f"must be a list of at most {most} words")
        return tuple(_word(each) for each in value)

    return check


def _options(value: Any) -> Mapping[str, Any]:
    """Options of a rule set: what they may be judges the rule set itself."""
    if not isinstance(value, Mapping) or len(value) > 64:
        raise SettingError("must be an object with options of a rule set")
    for key, option in value.items():
        members = option if isinstance(option, list | tuple) else (option,)
        if not isinstance(key, str) or len(members) > 16 or not all(isinstance(each, str | int) for each in members):
            raise SettingError("must be an object with options of a rule set")
    return MappingProxyType(
        {key: tuple(option) if isinstance(option, list) else option for key, option in value.items()}
    )


def _servers(value: Any) -> Mapping[str, str]:
    """Addresses of servers with the names that they gave themselves, the last one first."""
    if not isinstance(value, Mapping) or len(value) > SERVERS_KEPT:
        raise SettingError(f"must be an object with at most {SERVERS_KEPT} addresses and their names")
    for address, name in value.items():
        if not isinstance(address, str) or not 0 < len(address) <= ADDRESS_LENGTH or not address.isprintable():
            raise SettingError(f"must be an object of addresses of at most {ADDRESS_LENGTH} characters")
        _word(name)
    return MappingProxyType(dict(value))


def _address(value: Any) -> str:
    if not isinstance(value, str) or len(value) > ADDRESS_LENGTH or not value.isprintable():
        raise SettingError(f"must be an address of at most {ADDRESS_LENGTH} characters")
    return value


@dataclass(frozen=True, slots=True)
class Settings:
    """Every setting with its default; `documentation` says what each means."""

    language: str = _setting("", "language of the interface; empty: as the system", _one_of("", "zh", "en"))
    theme: str = _setting("dark", "colours: 松烟 (dark) or 宣纸 (paper)", _one_of("dark", "paper"))
    deck: str = _setting(
        "standard",
        "drawing of the cards: two or four colours, usual or large indices",
        _one_of("standard", "large", "four", "four-large"),
    )
    card_back: str = _setting("lattice", "drawing of the backs, by the name of its file", _word)
    hand_layout: str = _setting(
        "auto", "the own hand in one row, two rows, or stacks by rank", _one_of("auto", "one", "two", "stacks")
    )
    pace: str = _setting("normal", "how fast bots play", _one_of(*Pace))
    fast_forward: bool = _setting(False, "hurry through the rest of a deal once the person is out", _flag)
    auto_pass: bool = _setting(False, "pass by itself where nothing can beat (要不起)", _flag)
    hints: bool = _setting(True, "offer suggestions (提示)", _flag)
    tracker: bool = _setting(True, "show the card tracker (记牌器)", _flag)
    trustee: str = _setting(
        "cautious", "how a bot plays for the person (托管): careful with the cards, or in full", _one_of(*TrusteePolicy)
    )
    sound: bool = _setting(True, "play sounds", _flag)
    volume: float = _setting(0.8, "loudness of the sounds, from 0 to 1", _number(0, 1, whole=False))
    less_motion: bool = _setting(False, "let cards appear instead of fly", _flag)
    turn_seconds: int = _setting(0, "seconds for a turn, 0: as long as one likes", _number(0, 600, whole=True))
    player_name: str = _setting("", "the person's name at the table; empty: a usual one", _name)
    window_geometry: str = _setting("", "place and size of the window: x,y,width,height", _word)
    window_maximized: bool = _setting(False, "whether the window fills the screen", _flag)
    match_rules: str = _setting("", "rule set of the last new match; empty: the usual one", _word)
    match_options: Mapping[str, Any] = _setting(
        MappingProxyType({}), "options of it that were changed for the last new match", _options
    )
    match_deals: int = _setting(
        0, "how many deals the last new match had, 0: as the rule set says", _number(0, 99, whole=True)
    )
    match_levels: tuple[str, ...] = _setting((), "levels at the six seats of the last new match", _words(6))
    match_names: tuple[str, ...] = _setting((), "names at the six seats of the last new match", _words(6))
    online_name: str = _setting("", "the person's name on servers; empty: the one at the table", _name)
    online_servers: Mapping[str, str] = _setting(
        MappingProxyType({}), "servers that were played on, by address with their names, the last one first", _servers
    )
    online_secrets: str = _setting(
        "",
        "where sign-ins are kept while the system has no keyring: in a file, in memory alone; empty: it is asked",
        _one_of("", "file", "memory"),
    )
    online_match: str = _setting(
        "", "address of the server where a match of the person waits, host: the own server; empty: none", _address
    )
    host_name: str = _setting("", "name of the server that the program itself hosts; empty: a usual one", _word)
    host_port: int = _setting(0, "its port, 0: the usual one", _number(0, 65535, whole=True))

    def with_values(self, **values: Any) -> Settings:
        """These settings with some changed. Raises SettingError for a value or a name that is none."""
        return replace(self, **{name: check_value(name, value) for name, value in values.items()})


_CHECKS: dict[str, _Check] = {each.name: each.metadata["check"] for each in fields(Settings)}


def documentation() -> tuple[tuple[str, Any, str], ...]:
    """Name, default and meaning of every setting, in order."""
    usual = Settings()
    return tuple((each.name, getattr(usual, each.name), each.metadata["what"]) for each in fields(Settings))


def check_value(name: str, value: Any) -> Any:
    """The value as the setting holds it. Raises SettingError with a sentence that names the setting."""
    if name not in _CHECKS:
        raise SettingError(f"there is no setting {name!r}")
    try:
        return _CHECKS[name](value)
    except SettingError as error:
        raise SettingError(f"the setting {name!r} {error}") from None


class SettingsStore:
    """The settings in their file. Load once, then save as often as they change."""

    def __init__(
        self, path: Path, migrations: Mapping[int, Callable[[Data], Data]] = MIGRATIONS, version: int = VERSION
    ) -> None:
        self._path = path
        self._migrations = migrations
        self._version = version
        self._unknown: Data = {}
        self._readable = True

    def load(self) -> tuple[Settings, tuple[Notice, ...]]:
        """The settings, and what a person should be told about them. Never raises."""
        self._unknown = {}
        self._readable = True
        try:
            content = self._path.read_bytes()
        except FileNotFoundError:
            return Settings(), ()
        except OSError as error:
            # Whatever is there is left alone: nothing is saved over it.
            self._readable = False
            return Settings(), (Notice(NoticeKind.UNREADABLE, self._path, detail=str(error)),)
        try:
            data = json.loads(content)
        except (ValueError, RecursionError):
            data = None
        version = data.get("version") if isinstance(data, dict) else None
        if not isinstance(data, dict) or type(version) is not int or version < 1:
            return Settings(), (self._aside(NoticeKind.SETTINGS_DAMAGED),)
        notices: list[Notice] = []
        if version > self._version:
            notices.append(self._aside(NoticeKind.SETTINGS_NEWER))
        try:
            for step in range(version, self._version):
                data = self._migrations[step](data)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
            return Settings(), (self._aside(NoticeKind.SETTINGS_DAMAGED),)
        settings, refused = self._accept(data)
        return settings, (*notices, *refused)

    def _accept(self, data: Data) -> tuple[Settings, list[Notice]]:
        values: Data = {}
        notices = []
        for name, value in data.items():
            if name in _CHECKS:
                try:
                    values[name] = check_value(name, value)
                except SettingError as error:
                    notices.append(Notice(NoticeKind.SETTING_REFUSED, self._path, detail=str(error)))
            elif name != "version":
                self._unknown[name] = value
        return Settings(**values), notices

    def _aside(self, kind: NoticeKind) -> Notice:
        """Move the file out of the way of the next save; where that fails nothing is saved."""
        try:
            if kind == NoticeKind.SETTINGS_NEWER:
                moved = self._path.rename(free_name(self._path, "newer"))
            else:
                moved = move_aside(self._path)
        except OSError as error:
            self._readable = False
            return Notice(kind, self._path, detail=str(error))
        return Notice(kind, self._path, moved)

    def save(self, settings: Settings) -> Notice | None:
        """Write the settings, whole or not at all; what a person should be told where they could not be written."""
        if not self._readable:
            return Notice(NoticeKind.UNWRITABLE, self._path, detail="the file that is there could not be read")
        values = {each.name: _plain(getattr(settings, each.name)) for each in fields(settings)}
        data = {"version": self._version, **values, **self._unknown}
        try:
            write_atomic(self._path, json.dumps(data, ensure_ascii=False, indent=2).encode() + b"\n")
        except OSError as error:
            return Notice(NoticeKind.UNWRITABLE, self._path, detail=str(error))
        return None


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    return list(value) if isinstance(value, tuple) else value
