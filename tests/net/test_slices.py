"""A flood from a server: the loop, which is the window's, has its turn all the while."""

from __future__ import annotations

import asyncio
import json

from websockets.asyncio.server import ServerConnection

from gouji_desktop.net.clientstate import Phase
from gouji_desktop.net.slices import PIECES, SECONDS, Slices
from tests.net.servers import websocket_server
from tests.net.test_connection import Seat, SmallServer, eventually

FLOOD = 3000


def test_a_slice_is_full_after_so_many_pieces_or_so_long() -> None:
    now = [0.0]
    slices = Slices(lambda: now[0])
    assert [slices.full() for _ in range(2 * PIECES)].count(True) == 2
    for _ in range(5):
        now[0] += SECONDS / 2
        assert not slices.full()
        now[0] += SECONDS / 2
        assert slices.full()


async def test_the_loop_has_its_turn_in_a_flood_and_the_order_stays() -> None:
    server = SmallServer()
    frames = [json.dumps({"k": "pong", "n": number}).encode() for number in range(FLOOD)]

    async def flood(connection: ServerConnection) -> None:
        # All in one piece, as it lies in the buffer of a window that was busy for a while.
        connection.transport.write(b"".join(bytes([0x81, len(frame)]) + frame for frame in frames))
        await server.listen(connection)

    server.act = flood
    async with websocket_server(server) as address:
        made, loop = Seat(address), asyncio.get_running_loop()
        took: list[int] = []
        turns = [0]
        received = made.client.received

        def counted(frame: str | bytes) -> None:
            data = json.loads(frame)
            if data["k"] == "pong":
                took.append(data["n"])
                turns[-1] += 1
            received(frame)

        def turn() -> None:
            turns.append(0)
            if len(took) < FLOOD:
                loop.call_soon(turn)

        made.client.received = counted  # type: ignore[method-assign]
        made.connection.start()
        turn()
        await eventually(lambda: len(took) == FLOOD)
        assert took == [*range(FLOOD)]
        assert max(turns) <= PIECES
        assert made.phase() == Phase.ONLINE
        await made.connection.close()
        made.credentials.close()


async def test_a_flood_does_not_hold_up_the_end() -> None:
    """Whoever closes in the middle of it hears no more."""
    server = SmallServer()

    async def flood(connection: ServerConnection) -> None:
        connection.transport.write(b'\x81\x12{"k":"pong","n":1}' * FLOOD)
        await server.listen(connection)

    server.act = flood
    async with websocket_server(server) as address:
        made = Seat(address)
        heard: list[str] = []
        made.client.subscribe(heard.append)
        made.connection.start()
        await eventually(lambda: len(heard) > 100)
        await made.connection.close()
        count = len(heard)
        assert count < FLOOD
        await asyncio.sleep(0)
        assert (len(heard), made.phase()) == (count, Phase.CLOSED)
        made.credentials.close()
