"""The program on one machine of a network, without its window: it hosts, looks for tables, and seats persons.

    python -m tests.chaos.lan_program

It reads one JSON object a line (`do`: one of the methods of `Machine`, and its arguments), and answers each in a line
(`answer`, or `fault`). At the end of its input it ends.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from gouji_desktop.net.addresses import ServerAddress
from gouji_desktop.net.clientstate import Phase, Trouble
from gouji_desktop.net.discovery import Browser
from gouji_desktop.net.pins import Pins
from gouji_desktop.rules.presets import preset
from gouji_desktop.server.embedded import EmbeddedServer
from gouji_desktop.table.codec import encode_rules
from tests.chaos.seats import SocketSeat, until
from tests.chaos.witness import digest


class Program:
    """What it can do."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._browser = Browser(lambda server: self._announced(), lambda key: self._announced())
        self._server: EmbeddedServer | None = None
        self._pins = Pins(folder / "pins.json")
        self._seats: list[SocketSeat] = []

    async def host(self, name: str, port: int = 0) -> dict[str, Any]:
        """Host a table."""
        self._server = await EmbeddedServer.start(self._folder / "server", name=name, port=port)
        return {
            "port": self._server.port,
            "fingerprint": self._server.fingerprint,
            "addresses": self._server.addresses,
        }

    async def people(self) -> int:
        """How many are signed in here."""
        assert self._server is not None
        return self._server.people

    async def stop_hosting(self) -> None:
        """Host no more."""
        assert self._server is not None
        await self._server.stop()

    async def browse(self) -> str:
        """Look for tables from now on."""
        await self._browser.start()
        return self._browser.trouble

    def _announced(self) -> None:
        """Everybody hears of it, as in the window."""
        places = [
            (each.fingerprint, ServerAddress(host, each.port, secure=True))
            for each in self._browser.servers
            for host in each.addresses
        ]
        for seat in self._seats:
            seat.connection.announced(places)

    async def found(self) -> list[dict[str, Any]]:
        """What the list shows."""
        return [each._asdict() for each in self._browser.servers]

    async def connect(self, name: str, host: str, port: int) -> dict[str, Any]:
        """Somebody wants to go there."""
        address = ServerAddress.parse(f"wss://[{host}]:{port}" if ":" in host else f"wss://{host}:{port}")
        assert not isinstance(address, Trouble), address
        seat = SocketSeat(name, port, thinks=0.1, seed=len(self._seats), address=address, pins=self._pins, awake=True)
        self._seats.append(seat)
        self._announced()
        seat.connection.start()
        return await self._arrive(seat)

    async def trust(self, fingerprint: str) -> dict[str, Any]:
        """The last one has compared the fingerprint."""
        self._seats[-1].connection.trust(fingerprint)
        await asyncio.sleep(0.2)
        return await self._arrive(self._seats[-1])

    async def _arrive(self, seat: SocketSeat) -> dict[str, Any]:
        try:
            await until(lambda: seat.client.state.phase in (Phase.ONLINE, Phase.CLOSED), 30.0)
        except AssertionError:
            raise AssertionError(f"{seat.name} does not arrive: {seat.client.state}, {seat.troubles}") from None
        trouble = seat.client.state.trouble
        return {
            "phase": str(seat.client.state.phase),
            "trouble": trouble and trouble.key,
            "detail": dict(trouble.detail) if trouble else {},
        }

    async def create(self, rules: str, **options: Any) -> str:
        """The first one makes a table."""
        host = self._seats[0]
        return str((await host.must(host.client.create, encode_rules(preset(rules)), **options)).t)

    async def sit(self, who: int, table: str, seat: int) -> None:
        """Somebody sits down."""
        person = self._seats[who]
        if person.client.table is None:
            await person.must(person.client.join, table)
            await person.must(person.client.sit, seat)
        await person.must(person.client.ready)

    async def begin(self) -> None:
        """The first one begins the match."""
        host = self._seats[0]
        await host.must(host.client.start)

    async def look(self) -> list[dict[str, Any]]:
        """What everybody here sees."""
        return [_sight(each) for each in self._seats]

    async def play(self, on: bool) -> None:
        """Answer what is asked, or let it lie."""
        for each in self._seats:
            each.playing = on
            if on and each.client.session is not None:
                each._see(each.session.latest)

    async def close(self) -> None:
        """End everything."""
        for each in self._seats:
            await each.connection.close()
        await self._browser.stop()
        if self._server is not None:
            await self._server.stop()


def _sight(seat: SocketSeat) -> dict[str, Any]:
    state, session = seat.client.state, seat.client.session
    sight: dict[str, Any] = {
        "phase": str(state.phase),
        "trouble": state.trouble and state.trouble.key,
        "troubles": seat.troubles,
        "silent": state.silent_for,
        "arrivals": seat.arrivals,
        "uid": state.uid,
        "host": seat.connection.address.host,
        "faults": [*seat.witness.faults, *seat.notices],
        "at": None,
    }
    if session is not None:
        view, number = session.latest.view, session.seat
        deal = view.deal
        hand = None if deal is None or number is None else deal.hands[number]
        sight |= {
            "at": [session.position.ep, session.position.seq],
            "seat": number,
            "hand": list(map(str, getattr(hand, "held", ()))),
            "view": digest(view),
            "over": view.over,
            "by": [str(each.controller) for each in session.latest.seats],
            "asked": list(session.latest.clock.seats),
        }
    return sight


async def main() -> None:
    """Read and do."""
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    with tempfile.TemporaryDirectory(prefix="gouji-lan-", ignore_cleanup_errors=True) as folder:
        program = Program(Path(folder))
        while line := await reader.readline():
            wanted = json.loads(line)
            try:
                answer = {"answer": await getattr(program, wanted.pop("do"))(**wanted)}
            except Exception as error:  # noqa: BLE001 - whoever asked is told
                answer = {"fault": f"{type(error).__name__}: {error}"}
            print(json.dumps(answer), flush=True)
        await program.close()


if __name__ == "__main__":
    asyncio.run(main())
