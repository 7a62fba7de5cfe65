"""What bots are called: names of the catalogues, so that everybody reads them in the own language."""

from __future__ import annotations

from typing import Final

#: Thirty names; each is a key of every catalogue.
BOT_NAMES: Final = tuple(f"bot.{number:02}" for number in range(1, 31))
