"""A unix socket as the place where the server listens, for a reverse proxy of the same machine."""

from __future__ import annotations

import os
import signal
import socket
import stat
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from websockets.asyncio.client import unix_connect
from websockets.exceptions import InvalidStatus
from websockets.sync.client import unix_connect as unix_connect_now

from gouji_desktop.cli.main import main
from gouji_desktop.net.codes import SUBPROTOCOL
from gouji_desktop.server import options, unix_place
from gouji_desktop.server.app import StartError, TableServer
from gouji_desktop.server.config import Config
from gouji_desktop.server.unix_place import UnixPlace, UnixPlaceError
from tests.server.gates import Gate, a_gate, answers

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.skipif(not unix_place.available(), reason="there are no unix sockets")


@pytest.fixture
def place() -> Iterator[Path]:
    """A path that is short enough for a socket, whatever the folder of the tests is called."""
    with TemporaryDirectory(prefix="gj-") as folder:
        yield Path(folder) / "server.sock"


@asynccontextmanager
async def a_unix_gate(path: Path, **changes: Any) -> AsyncIterator[Gate]:
    async with a_gate(unix=path, **changes) as gate:
        yield gate


def joined(path: Path, *forwarded: str) -> Any:
    """A connection as a proxy makes it, for an address where one is given."""
    return unix_connect(
        str(path),
        uri="ws://localhost/ws",
        subprotocols=[SUBPROTOCOL],
        additional_headers=[("X-Forwarded-For", each) for each in forwarded],
    )


async def test_a_proxy_comes_in_and_what_it_says_of_its_clients_is_believed(place):
    async with a_unix_gate(place) as gate, joined(place, "203.0.113.7") as one, joined(place, "2001:db8::1") as two:
        await answers(one)
        await answers(two)
        assert [peer.link.address for peer in gate.core.all] == ["203.0.113.7", "2001:db8::/64"]
        assert gate.gateway.port == 0


async def test_each_client_of_the_proxy_has_the_limits_of_its_own_address(place):
    async with (
        a_unix_gate(place, connections_per_address=1) as gate,
        joined(place, "203.0.113.7"),
        joined(place, "203.0.113.8"),
    ):
        with pytest.raises(InvalidStatus) as refused:
            await joined(place, "203.0.113.7")
        assert refused.value.response.status_code == 503
        assert gate.gateway.connections == 2


async def test_what_a_client_makes_up_is_not_believed(place):
    async with a_unix_gate(place) as gate, joined(place, "198.51.100.9, 203.0.113.7"):
        assert gate.core.all[0].link.address == "203.0.113.7"
    async with a_unix_gate(place, proxies=("203.0.113.7/32",)) as gate, joined(place, "198.51.100.9, 203.0.113.7"):
        assert gate.core.all[0].link.address == "198.51.100.9"


async def test_whoever_says_nothing_shares_one_address_and_gives_it_back(place):
    async with a_unix_gate(place, connections_per_address=1) as gate:
        async with joined(place) as first:
            await answers(first)
            with pytest.raises(InvalidStatus):
                await joined(place, "nonsense")
        async with joined(place) as second:
            await answers(second)
        assert {peer.link.address for peer in gate.core.all} == {"unix"}


async def test_only_owner_and_group_may_connect_and_the_file_goes_with_the_server(place):
    before = os.umask(0)
    os.umask(before)
    async with a_unix_gate(place):
        assert stat.S_IMODE(place.lstat().st_mode) == 0o660
        assert stat.S_ISSOCK(place.lstat().st_mode)
    assert not place.exists()
    assert os.umask(before) == before


async def test_what_a_killed_server_left_behind_is_taken_away(place):
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(place))
    assert place.exists()
    async with a_unix_gate(place), joined(place) as client:
        await answers(client)


async def test_a_file_at_which_somebody_answers_is_left_alone(place):
    async with a_unix_gate(place), joined(place) as client:
        with pytest.raises(UnixPlaceError, match="another server answers there"):
            UnixPlace(place).open(1)
        await answers(client)
        assert place.exists()


def test_a_server_that_has_the_place_and_accepts_nobody_yet_is_there(place):
    first = UnixPlace(place)
    listening = first.open(1)
    with pytest.raises(UnixPlaceError, match="another server answers there"):
        UnixPlace(place).open(1)
    first.remove()
    listening.close()
    assert not place.exists()


def test_the_file_of_a_successor_is_not_taken_away(place):
    first, second = UnixPlace(place), UnixPlace(place)
    one = first.open(1)
    place.unlink()
    two = second.open(1)
    first.remove()
    assert place.exists()
    second.remove()
    assert not place.exists()
    one.close()
    two.close()


@pytest.mark.parametrize("case", ["file", "folder", "missing", "long", "under a file"])
async def test_a_place_that_cannot_be_had_is_a_sentence(place, case):
    where, words = {
        "file": (place, "is no socket"),
        "folder": (place, "is no socket"),
        "missing": (place / "deep" / "er", f"there is no folder {place / 'deep'}"),
        "long": (place.with_name("x" * 120), "bytes"),
        "under a file": (place / "inside", "not a directory"),
    }[case]
    if case == "folder":
        place.mkdir()
    elif case in ("file", "under a file"):
        place.write_text("mine")
    server = TableServer(Config(unix=where))
    with pytest.raises(StartError) as refused:
        await server.start()
    assert words in str(refused.value)
    assert str(refused.value).startswith(str(where))
    assert "\n" not in str(refused.value)
    if case == "file":
        assert place.read_text() == "mine"


@pytest.mark.parametrize(
    "more", [["--host", "::1"], ["--port", "4000"], ["--self-signed"], ["--tls-cert", "c.pem"], ["--announce"]]
)
def test_options_of_a_port_exclude_a_unix_socket(capsys, more):
    assert main(["serve", "--unix", "/run/gouji.sock", *more]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"gouji-desktop serve: --unix and {more[0]} exclude each other")
    assert said.count("\n") == 1


def test_a_system_without_such_sockets_is_a_sentence(capsys, monkeypatch, place):
    monkeypatch.setattr(options, "available", lambda: False)
    assert main(["serve", "--unix", str(place)]) == 2
    assert capsys.readouterr().err == "gouji-desktop serve: this system has no unix sockets: use --host and --port\n"
    monkeypatch.setattr(unix_place, "available", lambda: False)
    with pytest.raises(UnixPlaceError, match="no unix sockets"):
        UnixPlace(place).open(1)


def test_a_process_says_where_it_listens_survives_a_kill_and_removes_the_file(place, tmp_path):
    command = [sys.executable, "-m", "gouji_desktop.server", "--unix", str(place), "--data", str(tmp_path)]
    for end in (signal.SIGKILL, signal.SIGTERM):
        with subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8"
        ) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == f"gouji-desktop serve: listening on unix:{place}\n"
            with unix_connect_now(str(place), uri="ws://localhost/ws", subprotocols=[SUBPROTOCOL]) as client:
                client.send('{"k":"hello","v":[1]}')
                assert '"welcome"' in str(client.recv(timeout=30))
            process.send_signal(end)
            process.communicate(timeout=30)
        assert place.exists() == (end == signal.SIGKILL)
        assert process.returncode == (-signal.SIGKILL if end == signal.SIGKILL else 0)
