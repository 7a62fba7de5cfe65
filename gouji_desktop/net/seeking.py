"""Opens a line to a server that may have moved: at its address, and wherever its certificate was announced.

An announcement is a stranger's word. All that it does is that the place is tried: the certificate that is shown there
decides, before anything is said.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable

from gouji_desktop.net.addresses import ServerAddress
from gouji_desktop.net.connecting import Socket, TroubleError

#: Announced places are tried one after the other, the first one so long after the address, in seconds.
HEAD_START = 0.3
#: More are not tried.
MOST_PLACES = 6

#: Opens a socket at a place; the truth of the second: to this very server alone. Raises TroubleError.
Open = Callable[[ServerAddress, bool], Awaitable[Socket]]


class Seeking:
    """The places of one server, besides its address."""

    def __init__(self) -> None:
        self._places: tuple[ServerAddress, ...] = ()
        self._news = asyncio.Event()

    def announced(self, places: Iterable[ServerAddress]) -> bool:
        """It is said to be there now; whether a place is new. An attempt that is being made takes it up."""
        secure = [place for place in dict.fromkeys(places) if place.secure]
        before, self._places = self._places, tuple(secure[:MOST_PLACES])
        new = not set(self._places) <= set(before)
        if new:
            self._news.set()
        return new

    async def open(
        self, home: ServerAddress, opens: Open, is_wanted: Callable[[Socket], bool]
    ) -> tuple[ServerAddress, Socket]:
        """The first place where the server is. Raises TroubleError, with what is wrong at its address.

        Who is at the address and is not the wanted one is taken where that one is nowhere else.
        """
        tasks: dict[ServerAddress, asyncio.Task[Socket]] = {}
        other: Socket | None = None
        try:
            while True:
                self._news.clear()
                for number, place in enumerate(dict.fromkeys((home, *self._places))):
                    if place not in tasks:
                        work = _later(number * HEAD_START, opens, place, place != home)
                        tasks[place] = asyncio.get_running_loop().create_task(work)
                running = {task for task in tasks.values() if not task.done()}
                if running:
                    await self._wait(running)
                for place, task in tasks.items():
                    made = _made(task)
                    if made is None:
                        continue
                    if place != home or is_wanted(made):
                        del tasks[place]
                        return place, made
                    other = made
                if any(not task.done() for task in tasks.values()) or self._news.is_set():
                    continue
                if other is not None:
                    del tasks[home]
                    return home, other
                raise _trouble(tasks[home])
        finally:
            await _drop(tasks.values())

    async def _wait(self, running: set[asyncio.Task[Socket]]) -> None:
        """Until an attempt has ended, or there is another place."""
        news = asyncio.get_running_loop().create_task(self._news.wait())
        try:
            await asyncio.wait({*running, news}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            news.cancel()


async def _later(seconds: float, opens: Open, place: ServerAddress, strict: bool) -> Socket:
    if seconds:
        await asyncio.sleep(seconds)
    return await opens(place, strict)


def _made(task: asyncio.Task[Socket]) -> Socket | None:
    """The socket of an attempt that went well; a fault that is no trouble of the net is raised."""
    if not task.done():
        return None
    error = task.exception()
    if error is None:
        return task.result()
    if not isinstance(error, TroubleError):
        raise error
    return None


def _trouble(task: asyncio.Task[Socket]) -> TroubleError:
    error = task.exception()
    assert isinstance(error, TroubleError)
    return error


async def _drop(tasks: Iterable[asyncio.Task[Socket]]) -> None:
    """Give up what is still tried, and let go of what came too late."""
    left = list(tasks)
    for task in left:
        task.cancel()
    if left:
        await asyncio.wait(left)
    for task in left:
        if not task.cancelled() and task.exception() is None:
            task.result().transport.abort()
