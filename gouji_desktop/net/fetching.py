"""Fetching the log of a match that has ended, piece by piece."""

from __future__ import annotations

from collections.abc import Callable

from gouji_desktop.net import requests as req
from gouji_desktop.net.messages import LogPart
from gouji_desktop.net.requesting import Answer, Asker
from gouji_desktop.table.local import Scheduler

#: A log that a server could not give is asked for again, so often and after so many seconds.
TRIES = 4
AGAIN_SECONDS = 3.0
#: No log of a match is longer.
LONGEST = 32 * 1024 * 1024


class LogFetcher:
    """Fetches each log once and hands it out as `keep(name, content)`; what it cannot get it leaves."""

    def __init__(self, asker: Asker, scheduler: Scheduler, keep: Callable[[str, bytes], None]) -> None:
        self._asker = asker
        self._scheduler = scheduler
        self._keep = keep
        self._known: set[tuple[str, int]] = set()
        self._parts: dict[tuple[str, int], bytes] = {}

    def fetch(self, t: str, match: int) -> None:
        """Fetch the log of a match, unless that was done or begun."""
        if (t, match) not in self._known:
            self._known.add((t, match))
            self._parts[t, match] = b""
            self._ask(t, match, TRIES)

    def forget(self) -> None:
        """The table was left: what is not here yet can be fetched no more."""
        self._parts.clear()

    def _ask(self, t: str, match: int, tries: int) -> None:
        here = self._parts.get((t, match))
        if here is None:
            return

        def answered(answer: Answer) -> None:
            if isinstance(answer, LogPart):
                self._take(t, match, answer)
            elif tries > 1:
                self._scheduler.call_later(AGAIN_SECONDS, lambda: self._ask(t, match, tries - 1))

        self._asker.request(req.FetchLog, answered, t=t, match=match, offset=len(here))

    def _take(self, t: str, match: int, part: LogPart) -> None:
        here = self._parts.get((t, match))
        if here is None or part.offset != len(here) or part.total > LONGEST:
            return
        here += part.text.encode()
        if len(here) >= part.total:
            del self._parts[t, match]
            self._keep(f"{t}-{match}", here)
        elif part.text:
            self._parts[t, match] = here
            self._ask(t, match, TRIES)
