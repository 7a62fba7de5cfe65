"""Which language is shown: the one that was chosen, or the one that the system speaks."""

from __future__ import annotations

import locale
import os
from collections.abc import Mapping
from typing import Final

from gouji_desktop.ui.presenter.words import choose_language

#: Variables that name the language, the weightiest first; `LANGUAGE` may list several.
_VARIABLES: Final = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
#: Locales that speak no language.
_NO_LANGUAGE: Final = frozenset({"", "c", "posix"})


def shown_language(wanted: str = "", environment: Mapping[str, str] | None = None) -> str:
    """The language to show where `wanted` was chosen, "" to follow the system: Chinese where it says nothing."""
    return choose_language(wanted, system_language(environment))


def system_language(environment: Mapping[str, str] | None = None) -> str:
    """The tag of the system's language (zh_CN, en-GB), "" where it names none."""
    named = _named(os.environ if environment is None else environment)
    if named is not None or environment is not None:
        return named or ""
    return "" if _speaks_none(tag := locale.getlocale()[0] or "") else _tag_of(tag)


def _named(environment: Mapping[str, str]) -> str | None:
    """What the variables say; None where none of them is set."""
    values = [environment[name] for name in _VARIABLES if environment.get(name)]
    tags = [value.partition(":")[0].partition(".")[0].partition("@")[0] for value in values]
    return next((tag for tag in tags if not _speaks_none(tag)), "") if tags else None


def _speaks_none(tag: str) -> bool:
    return tag.lower() in _NO_LANGUAGE


def _tag_of(name: str) -> str:
    """A locale's name as a tag: Windows says `Chinese (Simplified)_China`."""
    word = name.partition("_")[0].partition(" ")[0].lower()
    return {"chinese": "zh", "english": "en"}.get(word, name)
