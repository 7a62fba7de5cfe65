"""The whole server over real sockets, in this process."""

from __future__ import annotations

import asyncio
import errno
import json
import socket
import ssl
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from gouji_desktop.net.codes import SUBPROTOCOL, CloseCode
from gouji_desktop.net.fingerprints import fingerprint_of
from gouji_desktop.rules.presets import preset
from gouji_desktop.server import app
from gouji_desktop.server.app import StartError, TableServer
from gouji_desktop.server.certificates import CERTIFICATE_FILE, KEY_FILE, fingerprint, own_certificate, read_certificate
from gouji_desktop.server.config import Config
from gouji_desktop.table.codec import encode_rules
from tests.server.gates import PATIENCE, until, upgrade


@asynccontextmanager
async def a_server(**options: Any) -> AsyncIterator[TableServer]:
    server = TableServer(Config(**{"port": 0, "build": "test", **options}))
    await server.start()
    try:
        yield server
    finally:
        await server.stop(patience=0.3)


def trusting() -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


class Client:
    """Speaks JSON, as somebody would who has only the documentation."""

    def __init__(self, connection: ClientConnection) -> None:
        self.socket = connection
        self.number = 0
        self.seen: list[dict[str, Any]] = []

    async def send(self, k: str, **fields: Any) -> None:
        await self.socket.send(json.dumps({"k": k, **fields}))

    async def ask(self, k: str, **fields: Any) -> dict[str, Any]:
        """Send a request and wait for its answer."""
        self.number += 1
        name = f"r{self.number}"
        await self.send(k, id=name, **fields)
        return await self.wait(lambda message: message.get("re") == name)

    async def wait(self, wanted: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        async with asyncio.timeout(PATIENCE):
            while True:
                message: dict[str, Any] = json.loads(await self.socket.recv())
                self.seen.append(message)
                if wanted(message):
                    return message

    async def ever(self, wanted: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """The first such message, which may have come already."""
        return next(filter(wanted, self.seen), None) or await self.wait(wanted)

    async def kind(self, k: str) -> dict[str, Any]:
        return await self.wait(lambda message: message["k"] == k)


@asynccontextmanager
async def a_client(server: TableServer, *, name: str = "", token: str = "") -> AsyncIterator[Client]:
    """Connected, and signed in where a name or a token is given."""
    secure = server.url.startswith("wss")
    url = f"{'wss' if secure else 'ws'}://127.0.0.1:{server.port}/ws"
    async with connect(
        url, subprotocols=[Subprotocol(SUBPROTOCOL)], proxy=None, compression=None, ssl=trusting() if secure else None
    ) as connection:
        client = Client(connection)
        await client.send("hello", v=[1], client="test")
        assert (await client.kind("welcome"))["v"] == 1
        if name:
            authed = await client.ask("auth", how="guest", name=name)
            assert authed["k"] == "authed", authed
        elif token:
            authed = await client.ask("auth", how="token", token=token)
            assert authed["k"] == "authed", authed
        yield client


async def a_match(client: Client, **options: Any) -> str:
    """Create a table, take bots and begin; its id."""
    rules = encode_rules(preset("tribute216"))
    made = await client.ask("create", rules=rules, deals=1, bots="easy", **options)
    assert made["k"] == "ack", made
    begun = await client.ask("start", t=made["t"])
    assert begun["k"] == "ack", begun
    return str(made["t"])


async def test_a_match_filled_with_bots_runs_by_itself():
    async with a_server() as server, a_client(server, name="Xiao Wang") as client:
        table = await a_match(client)
        snap = await client.ever(lambda message: message["k"] == "snap")
        assert snap["t"] == table
        assert snap["you"] == 0
        assert (await client.ask("trustee", t=table, on=True))["k"] == "ack"
        await client.wait(lambda message: message["k"] == "ev" and message["seq"] >= 4)
        numbers = [message["seq"] for message in client.seen if message["k"] == "ev" and not message.get("p")]
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
        assert server.core.stats.tables.get("playing") == 1


async def test_a_restarted_server_goes_on_with_the_match(tmp_path):
    async with a_server(data=tmp_path) as server, a_client(server, name="Xiao Wang") as client:
        table = await a_match(client)
        token = next(message["token"] for message in client.seen if message["k"] == "authed")
        before = await client.ever(lambda message: message["k"] == "snap")
        hand = await client.ever(lambda message: message["k"] == "ev" and "DealStarted" in json.dumps(message))
        assert hand["ep"] == before["ep"]
        await server.stop(3.0)
        bye = await client.kind("bye")
        assert bye["code"] == CloseCode.RESTART
        assert bye["reconnect_after"] >= 3.0
        with pytest.raises(ConnectionClosed):
            await client.socket.recv()
        assert client.socket.close_code == CloseCode.RESTART
    async with a_server(data=tmp_path) as server, a_client(server, token=token) as client:
        authed = next(message for message in client.seen if message["k"] == "authed")
        assert authed["seats"] == [{"t": table, "seat": 0}]
        await client.ask("join", t=table)
        after = await client.ever(lambda message: message["k"] == "snap")
        assert after["ep"] == before["ep"] + 1
        assert after["seq"] >= hand["seq"]


async def test_tls_with_an_own_certificate(tmp_path):
    async with a_server(data=tmp_path, self_signed=True) as server, a_client(server, name="Xiao Wang") as client:
        der = client.socket.transport.get_extra_info("ssl_object").getpeercert(binary_form=True)
        assert fingerprint_of(der) == server.fingerprint
        assert server.url.startswith("wss://")


@pytest.mark.log_errors("the old certificate stays")
async def test_certificates_are_reloaded_while_it_runs(tmp_path):
    files, fresh = own_certificate(tmp_path / "one"), own_certificate(tmp_path / "two")
    async with a_server(tls_cert=files.certificate, tls_key=files.key) as server, a_client(server) as old:
        first = server.fingerprint
        files.certificate.write_text("nonsense")
        await server.reload_certificates()
        assert server.fingerprint == first
        async with a_client(server):
            pass
        files.certificate.write_bytes(fresh.certificate.read_bytes())
        await server.reload_certificates()
        assert server.fingerprint == first, "the certificate and the key do not belong together"
        async with a_client(server):
            pass
        files.key.write_bytes(fresh.key.read_bytes())
        await server.reload_certificates()
        assert server.fingerprint != first
        async with a_client(server) as client:
            der = client.socket.transport.get_extra_info("ssl_object").getpeercert(binary_form=True)
            assert fingerprint_of(der) == server.fingerprint
        # Who was connected stays so.
        assert (await old.ask("auth", how="guest", name="Xiao Li"))["k"] == "authed"


async def test_files_that_hang_stop_no_table_when_they_are_reloaded(tmp_path, monkeypatch):
    files, fresh = own_certificate(tmp_path / "one"), own_certificate(tmp_path / "two")
    hangs, again, reads = threading.Event(), threading.Event(), []

    def hanging(each):
        reads.append(each)
        assert (again if len(reads) > 1 else hangs).wait(2 * PATIENCE)
        return read_certificate(each)

    async with a_server(tls_cert=files.certificate, tls_key=files.key) as server:
        first = server.fingerprint
        monkeypatch.setattr(app, "read_certificate", hanging)
        server.reload_soon()
        async with a_client(server, name="Xiao Wang"):
            assert len(reads) == 1
        # Whatever is put there in the meantime is read as well, once, however often it is said.
        files.certificate.write_bytes(fresh.certificate.read_bytes())
        files.key.write_bytes(fresh.key.read_bytes())
        server.reload_soon()
        server.reload_soon()
        again.set()
        hangs.set()
        await until(lambda: server.fingerprint != first and server._reloading.done())
        assert len(reads) == 2
        async with a_client(server) as client:
            der = client.socket.transport.get_extra_info("ssl_object").getpeercert(binary_form=True)
            assert fingerprint_of(der) == fingerprint(fresh.certificate)


@pytest.mark.parametrize("when", ["start", "reload"])
async def test_a_server_whose_files_hang_can_be_ended(tmp_path, monkeypatch, capsys, when):
    files = own_certificate(tmp_path)
    hangs, reading, signals = threading.Event(), threading.Event(), {}

    def hanging(each):
        reading.set()
        assert hangs.wait(2 * PATIENCE)
        return read_certificate(each)

    def keep(calls):
        signals.update(calls)
        return signals.clear

    monkeypatch.setattr(app, "_handle_signals", keep)
    if when == "start":
        monkeypatch.setattr(app, "read_certificate", hanging)
    served = asyncio.get_running_loop().create_task(
        app._serve(Config(port=0, tls_cert=files.certificate, tls_key=files.key))
    )
    if when == "reload":
        out = ""
        while not (out := out + capsys.readouterr().out):  # noqa: ASYNC110 - the line is all that is said
            await asyncio.sleep(0.01)
        monkeypatch.setattr(app, "read_certificate", hanging)
        signals["SIGHUP"]()
    await until(reading.is_set)
    signals["SIGTERM"]()
    assert await asyncio.wait_for(served, PATIENCE) == 0
    hangs.set()


async def test_a_used_port_is_a_sentence():
    async with a_server() as first:
        second = TableServer(Config(port=first.port))
        with pytest.raises(StartError, match="cannot be listened on") as refused:
            await second.start()
        assert refused.value.errno == errno.EADDRINUSE
        async with a_client(first, name="Xiao Wang"):
            pass


async def test_a_folder_that_another_server_uses_is_a_sentence(tmp_path):
    async with a_server(data=tmp_path):
        second = TableServer(Config(port=0, data=tmp_path))
        with pytest.raises(StartError) as refused:
            await second.start()
        assert "\n" not in str(refused.value)


async def test_a_folder_that_is_none_is_a_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    server = TableServer(Config(port=0, data=tmp_path / "file" / "data"))
    with pytest.raises(StartError, match="cannot be used"):
        await server.start()


@pytest.mark.parametrize("missing", [CERTIFICATE_FILE, KEY_FILE])
async def test_a_missing_certificate_is_a_sentence(tmp_path, missing):
    files = own_certificate(tmp_path)
    (tmp_path / missing).unlink()
    server = TableServer(Config(port=0, tls_cert=files.certificate, tls_key=files.key))
    with pytest.raises(StartError, match=f"{missing} cannot be read"):
        await server.start()


async def test_a_name_that_cannot_be_resolved_is_a_sentence():
    server = TableServer(Config(port=0, host="256.0.0.1"))
    with pytest.raises(StartError, match=r"256\.0\.0\.1"):
        await server.start()


async def test_stopping_twice_is_the_same_as_once(tmp_path: Path):
    server = TableServer(Config(port=0, data=tmp_path))
    await server.start()
    await server.stop()
    await server.stop(1.0)


async def test_a_client_that_does_not_read_keeps_no_server_from_ending():
    async with a_server() as server, a_client(server, name="Xiao Wang") as client:
        stalled = socket.socket()
        stalled.setblocking(False)
        loop = asyncio.get_running_loop()
        await loop.sock_connect(stalled, ("127.0.0.1", server.port))
        await loop.sock_sendall(stalled, upgrade())
        start = loop.time()
        ending = loop.create_task(server.stop(2.0))
        assert (await client.kind("bye"))["code"] == CloseCode.RESTART
        await ending
        assert loop.time() - start < 9.0
        stalled.close()


@pytest.mark.parametrize(("year", "words"), [(2010, "has expired"), (2200, "is not valid before")])
async def test_a_certificate_of_another_time_is_warned_of(tmp_path, caplog, year, words):
    files = own_certificate(tmp_path / "tls", datetime(year, 1, 1, tzinfo=UTC))
    server = TableServer(Config(port=0, tls_cert=files.certificate, tls_key=files.key))
    await server.start()
    await server.stop()
    assert [record.levelname for record in caplog.records if words in record.getMessage()] == ["WARNING"]
