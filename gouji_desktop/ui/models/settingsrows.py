"""The rows of the settings page: which choices a setting has, and what they are called. Pure; no Qt."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any, Final

from gouji_desktop.profile.settings import Settings
from gouji_desktop.ui.models.settings import SettingRow
from gouji_desktop.ui.presenter.words import Words

#: Settings about how it looks, in their order, with their values; a switch has none.
LOOKS: Final[Mapping[str, tuple[Any, ...]]] = MappingProxyType(
    {
        "language": ("", "zh", "en"),
        "theme": ("dark", "paper"),
        "deck": ("standard", "large", "four", "four-large"),
        "card_back": ("lattice", "tortoise", "wave", "coin"),
        "hand_layout": ("auto", "one", "two", "stacks"),
        "less_motion": (),
    }
)
#: Settings about how it plays.
PLAYS: Final[Mapping[str, tuple[Any, ...]]] = MappingProxyType(
    {
        "pace": ("slow", "normal", "fast"),
        "turn_seconds": (0, 15, 30, 60),
        "auto_pass": (),
        "fast_forward": (),
        "hints": (),
        "tracker": (),
        "trustee": ("cautious", "full"),
        "sound": (),
    }
)
#: What settings are called in the catalogue, where they are called otherwise.
_KEYS = {"card_back": "back", "hand_layout": "hand", "turn_seconds": "turn_time", "sound": "sounds"}
_CHOICES = {"hand_layout": "hand.{}", "pace": "pace.{}", "card_back": "settings.back.{}"}


def value_of(key: str, index: int) -> Any:
    """The value of a setting's choice; true and false for a switch."""
    choices = LOOKS.get(key, ()) or PLAYS.get(key, ())
    return choices[index] if choices else bool(index)


def setting_rows(
    settings: Settings, described: Mapping[str, tuple[Any, ...]], words: Words, *, closed: Collection[str] = ()
) -> list[SettingRow]:
    """Rows of the page for some settings; those that are closed cannot be changed here."""
    rows = []
    for key, choices in described.items():
        value = getattr(settings, key)
        name = f"settings.{_KEYS.get(key, key)}"
        rows.append(
            SettingRow(
                key,
                "choice" if choices else "switch",
                words(name),
                words(f"{name}.about") if f"{name}.about" in words else "",
                tuple(_choice_word(key, choice, words) for choice in choices),
                _place(choices, value) if choices else int(value),
                key not in closed,
            )
        )
    return rows


def _place(choices: tuple[Any, ...], value: Any) -> int:
    return choices.index(value) if value in choices else -1


def _choice_word(key: str, choice: Any, words: Words) -> str:
    if key == "turn_seconds":
        return words("settings.turn_time.seconds", n=choice) if choice else words("settings.turn_time.none")
    if key == "language" and not choice:
        return words("settings.language.auto")
    return words(_CHOICES.get(key, f"settings.{key}.{{}}").format(choice))
