"""TLS at the door: counted before the handshake, in both event loops, and whatever comes early is heard."""

from __future__ import annotations

import asyncio
import ssl
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from gouji_desktop.server import gateway
from gouji_desktop.server.certificates import own_certificate, server_context
from tests.server.gates import PATIENCE, Gate, a_gate, until

try:
    import uvloop
except ImportError:
    LOOPS: dict[str, Callable[[], asyncio.AbstractEventLoop]] = {"asyncio": asyncio.SelectorEventLoop}
else:
    LOOPS = {"asyncio": asyncio.SelectorEventLoop, "uvloop": uvloop.new_event_loop}


def trusting() -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


async def echoes(gate: Gate) -> None:
    async with gate.connect(url=gate.url.replace("ws:", "wss:"), ssl=trusting()) as client:
        for text in ("one", "x" * 9000, "three"):
            await client.send(text)
            assert await client.recv() == text


async def silent(folder: Path) -> None:
    limits = {"connections_per_address": 4, "open_seconds": 2.0}
    async with a_gate(context=server_context(own_certificate(folder)), **limits) as gate:
        await echoes(gate)
        socks = [await gate.raw(b"\x16\x03\x01" if number % 2 else b"") for number in range(20)]
        await until(lambda: gate.value("gouji_refused_total", why="sockets") == 20 - 2 * 4)
        # Who says nothing is hung up on, and counts no more.
        admission = gate.gateway._admission
        assert admission is not None
        await until(lambda: admission.sockets == 0)
        await echoes(gate)
        for sock in socks:
            sock.close()
        await until(lambda: admission.sockets == 0 and not gate.gateway._sockets)


async def crowd(folder: Path) -> None:
    async with a_gate(context=server_context(own_certificate(folder))) as gate:
        await asyncio.gather(*(echoes(gate) for _ in range(15)))


async def shut(folder: Path) -> None:
    """The server ends while some are shaking hands."""
    async with a_gate(context=server_context(own_certificate(folder))) as gate:
        socks = [await gate.raw(b"\x16") for _ in range(3)]
        await until(lambda: len(gate.gateway._sockets) == 3)
        await gate.gateway.stop(0.1)
        await until(lambda: not gate.gateway._sockets)
        for sock in socks:
            sock.close()


@pytest.mark.parametrize("loop", sorted(LOOPS))
@pytest.mark.parametrize("scene", [silent, crowd, shut])
def test_tls(scene: Callable[[Path], object], loop: str, tmp_path: Path) -> None:
    faults: list[BaseException] = []

    def run() -> None:
        try:
            with asyncio.Runner(loop_factory=LOOPS[loop]) as runner:
                runner.run(asyncio.wait_for(scene(tmp_path), 2 * PATIENCE))  # type: ignore[arg-type]
        except BaseException as error:  # noqa: BLE001 - told to the test
            faults.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    if faults:
        raise faults[0]


@pytest.mark.log_errors("lets this process have no more than 67 files")
async def test_where_files_run_out_the_log_says_so_and_the_store_has_its_own(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(gateway, "files_allowed", lambda: 67)
    async with a_gate() as gate:
        socks = [await gate.raw() for _ in range(9)]
        await until(lambda: gate.value("gouji_refused_total", why="files") == 6)
        assert len([record for record in caplog.records if "files" in record.message]) == 1
        for sock in socks:
            sock.close()
