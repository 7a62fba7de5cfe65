"""What every automatic player is, to the table host."""

from __future__ import annotations

from typing import Protocol

from gouji_desktop.rules.commands import SeatCommand
from gouji_desktop.rules.events import Event
from gouji_desktop.rules.prompts import Prompt
from gouji_desktop.rules.views import View


class Player(Protocol):
    """An automatic player of one seat.

    It is told every event as its seat may see it and asked when its seat has a prompt. It holds nothing else: the view
    and the events are redacted before they reach it.
    """

    def observe(self, event: Event, view: View) -> None:
        """An event happened; `view` is its seat's view after it."""
        ...

    def answer(self, view: View, prompt: Prompt) -> SeatCommand:
        """The command that answers the prompt."""
        ...
