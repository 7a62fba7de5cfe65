"""What a server holds and waits for at a moment, as lines for its log: counts, places in the program, and no values.

It is for an operator whose server does something strange (SIGUSR1). Nothing in it is about single persons, and nothing
is a card, a seed, a token or what somebody said: tasks and threads are named by their functions alone.
"""

from __future__ import annotations

import asyncio
import sys
import threading
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import CoroutineType, FrameType
from typing import Any, NamedTuple

#: So many kinds of tasks, threads and counters are listed, the most frequent ones.
MOST_KINDS = 40
#: So many connections are named for which something waits.
MOST_QUEUES = 10


class Waiting(NamedTuple):
    """What waits to be sent to one connection."""

    bytes: int
    frames: int
    connection: int


class Held(NamedTuple):
    """What the server holds."""

    connections: int
    signed_in: int
    sockets: int
    #: How many sockets there may be.
    files: int
    tables: Mapping[str, int]
    #: The longest delay of the event loop in the last two seconds, in seconds.
    lag: float
    queues: Iterable[Waiting]
    counters: Mapping[str, int]


def dump(held: Held) -> Iterator[str]:
    """The lines of a dump; call it in the thread of the event loop."""
    files = "" if held.files >= sys.maxsize else f" of at most {held.files}"
    yield f"{held.connections} connections, {held.signed_in} signed in; {held.sockets} sockets{files}"
    yield f"{sum(held.tables.values())} tables: {_counted(held.tables)}"
    yield f"the event loop was at most {held.lag * 1000:.1f} ms late in the last two seconds"
    queues = sorted((each for each in held.queues if each.bytes), reverse=True)
    yield f"{sum(each.bytes for each in queues)} bytes wait for {len(queues)} connections"
    for each in queues[:MOST_QUEUES]:
        yield f"{each.bytes} bytes and {each.frames} frames wait for connection {each.connection}"
    yield f"since the start: {_counted(held.counters)}"
    tasks = Counter(map(_place_of_task, asyncio.all_tasks()))
    yield f"{tasks.total()} tasks"
    yield from _listed(tasks, "task")
    threads = Counter(_places_of_threads())
    yield f"{threads.total()} other threads"
    yield from _listed(threads, "thread")


def _counted(numbers: Mapping[str, int]) -> str:
    most = Counter(numbers).most_common(MOST_KINDS)
    return ", ".join(f"{number} {name}" for name, number in sorted(most)) or "nothing"


def _listed(places: Counter[str], what: str) -> Iterator[str]:
    for place, number in places.most_common(MOST_KINDS):
        yield f"{what} {place}" if number == 1 else f"{number} times {what} {place}"
    if len(places) > MOST_KINDS:
        yield f"and {len(places) - MOST_KINDS} more kinds of {what}s"


def _place_of_task(task: asyncio.Task[Any]) -> str:
    """What a task runs, and where it waits."""
    outer = inner = task.get_coro()
    while isinstance(inner, CoroutineType) and isinstance(inner.cr_await, CoroutineType):
        inner = inner.cr_await
    return _place_of(outer) if inner is outer else f"{_place_of(outer)} in {_place_of(inner)}"


def _place_of(coroutine: Any) -> str:
    name = getattr(coroutine, "__qualname__", type(coroutine).__name__)
    frame = getattr(coroutine, "cr_frame", None)
    return name if frame is None else f"{name} at {_line(frame)}"


def _places_of_threads() -> Iterator[str]:
    names = {thread.ident: thread.name.rstrip("0123456789").rstrip("-_") for thread in threading.enumerate()}
    for ident, frame in sys._current_frames().items():  # noqa: SLF001 - there is no other way
        if ident != threading.get_ident():
            yield f"{names.get(ident, 'unknown')} at {_line(frame)}"


def _line(frame: FrameType) -> str:
    return f"{Path(frame.f_code.co_filename).name}:{frame.f_lineno}"
