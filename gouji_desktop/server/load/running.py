"""Running a coroutine on the fastest loop there is, and a process beside it that says where it listens."""

from __future__ import annotations

import asyncio
import importlib
import re
import sys
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")

#: How long a process may take to say where it listens.
START_SECONDS = 20.0


class LoadError(RuntimeError):
    """A run that cannot be made; its text is one sentence for a person."""


def run_fast(main: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine on uvloop where there is one."""
    try:
        factory = importlib.import_module("uvloop").new_event_loop
    except ImportError:
        factory = None
    with asyncio.Runner(loop_factory=factory) as runner:
        return runner.run(main)


class Served(NamedTuple):
    """A process that listens."""

    url: str
    pid: int


@asynccontextmanager
async def served(arguments: Sequence[str]) -> AsyncIterator[Served]:
    """Run a command of this program as long as the block lasts; its first line names its address.

    Raises LoadError where it does not start.
    """
    # The frozen program is its own interpreter.
    program = [sys.executable] if getattr(sys, "frozen", False) else [sys.executable, "-m", "gouji_desktop"]
    process = await asyncio.create_subprocess_exec(
        *program, *arguments, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
    )
    try:
        assert process.stdout is not None
        try:
            line = (await asyncio.wait_for(process.stdout.readline(), START_SECONDS)).decode(errors="replace")
        except TimeoutError:
            line = ""
        found = re.search(r"wss?://[^\s,;]+", line)
        if found is None:
            raise LoadError(f"the command {arguments[0]} did not start: {line.strip() or 'it said nothing'}")
        yield Served(found.group().rstrip("."), process.pid)
    finally:
        with suppress(ProcessLookupError):
            process.terminate()
        try:
            await asyncio.wait_for(process.wait(), 10.0)
        except TimeoutError:
            process.kill()
            await process.wait()
