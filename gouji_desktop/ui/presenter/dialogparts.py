"""What several dialogs share."""

from __future__ import annotations

from dataclasses import dataclass

from gouji_desktop.rules.commands import SeatCommand


@dataclass(frozen=True, slots=True)
class DialogButton:
    """A button that answers the open prompt. `command` is None where it sends nothing."""

    name: str
    label: str
    key_hint: str
    enabled: bool
    #: Why it is grey, in a few characters.
    reason: str
    command: SeatCommand | None


@dataclass(frozen=True, slots=True)
class MatchButton:
    """A button that acts on the program."""

    name: str
    label: str
    key_hint: str
    primary: bool
