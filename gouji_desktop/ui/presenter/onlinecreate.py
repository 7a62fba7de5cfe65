"""开一桌: what a table on a server is made with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from gouji_desktop.table.codec import encode_rules
from gouji_desktop.ui.presenter.newmatch import LEVEL_NAMES, NewMatch, rules_of
from gouji_desktop.ui.presenter.online import clean_line
from gouji_desktop.ui.presenter.words import Words

#: Seconds for a turn that may be chosen; 0: as long as one likes.
TURN_CHOICES: Final = (15, 30, 45, 60, 90, 0)
#: Longest title, as the server takes it.
TITLE_LENGTH = 40


@dataclass(frozen=True, slots=True)
class TableForm:
    """The table to be made, besides its rules."""

    title: str = ""
    private: bool = False
    spectators: bool = True
    #: Place among `TURN_CHOICES`.
    turn: int = 1
    #: Bots take the seats that are free at the start.
    bots: bool = True


def turn_words(words: Words) -> tuple[str, ...]:
    """The choices for the time of a turn."""
    return tuple(
        words("online.create.seconds", n=each) if each else words("online.create.no_limit") for each in TURN_CHOICES
    )


def usual_title(name: str, words: Words) -> str:
    """What a table is called that nobody named."""
    return words("online.create.usual_title", name=name)


def create_fields(form: TableForm, match: NewMatch, name: str, words: Words) -> dict[str, Any]:
    """The fields of the request. Raises RuleSetError where the options contradict each other."""
    rules = rules_of(match)
    return {
        "rules": encode_rules(rules),
        "title": clean_line(form.title, TITLE_LENGTH) or usual_title(name, words),
        "deals": match.deals or 0,
        "private": form.private,
        "spectators": form.spectators,
        "turn_s": TURN_CHOICES[form.turn],
        "bots": bots_level(match) if form.bots else "",
    }


def bots_level(match: NewMatch) -> str:
    """The level that the bots have."""
    return next((level for level in match.levels if level), LEVEL_NAMES[0])
