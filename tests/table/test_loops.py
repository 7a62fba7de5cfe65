"""An event loop of asyncio drives a table as it is."""

from __future__ import annotations

import asyncio

from gouji_desktop.bots.simplest import simplest_answer
from gouji_desktop.table.host import TableHost
from gouji_desktop.table.local import LocalSession, Scheduler
from gouji_desktop.table.session import TableSession, Update
from tests.table.drivers import make_setup, random_maker


async def test_an_event_loop_is_a_scheduler() -> None:
    loop: Scheduler = asyncio.get_running_loop()
    local = LocalSession(TableHost(make_setup(deals=1, pace="instant"), random_maker), loop)
    session: TableSession = local
    done = asyncio.Event()

    def listen(update: Update) -> None:
        if update.view.over:
            done.set()
        elif update.prompt is not None and update.rejected is None:
            session.submit(simplest_answer(update.view, update.prompt))

    session.subscribe(listen)
    local.start()
    beats = 0
    while not done.is_set():
        await asyncio.sleep(0)
        beats += 1
    assert beats > 50
    session.close()
