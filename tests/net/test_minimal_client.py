"""The client of docs/examples plays a whole match against a server of its own, and is as small as it says."""

from __future__ import annotations

import ast
import asyncio
import importlib.util
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import websockets

ROOT = Path(__file__).resolve().parents[2]
CLIENT = ROOT / "docs" / "examples" / "minimal_client.py"
#: So many times faster than by the clock.
FACTOR = 200


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server in a process of its own; its address."""
    folder = tmp_path_factory.mktemp("server")
    command = [sys.executable, "-m", "tests.net.fast_server", str(folder), str(FACTOR)]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        try:
            yield server.stdout.readline().strip().removesuffix("/ws")
            server.stdin.close()
            server.wait(20)
        finally:
            server.kill()


def test_it_needs_nothing_but_websockets() -> None:
    tree = ast.parse(CLIENT.read_text(encoding="utf-8"))
    imported = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    names = {(node.module or "") if isinstance(node, ast.ImportFrom) else node.names[0].name for node in imported}
    assert names - sys.stdlib_module_names == {"websockets"}
    assert len(CLIENT.read_text(encoding="utf-8").splitlines()) <= 150


@pytest.mark.timeout(120)
def test_it_plays_a_whole_match(address: str) -> None:
    played = subprocess.run(
        [sys.executable, str(CLIENT), address],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=90,
    )
    assert (played.returncode, played.stderr) == (0, "")
    lines = played.stdout.splitlines()
    assert any(line.startswith("deal 1: your cards are ") for line in lines)
    assert sum(line.startswith("  0 Minimal: ") for line in lines) > 3
    assert any(line.endswith(", and is out") for line in lines)
    assert lines[-3].startswith("scores: ")
    assert lines[-2:] == ["the deal was shuffled with 1 share(s) of players", "the match is over"]


@pytest.mark.timeout(120)
async def test_two_of_them_play_two_deals(address: str) -> None:
    """One makes the table, the other comes by its code; between the deals both say that they go on."""
    spec = importlib.util.spec_from_file_location("minimal_client", CLIENT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    async with websockets.connect(f"{address}/ws", subprotocols=[websockets.Subprotocol("gouji.v1")]) as socket:
        host = module.Client(socket)
        await host.send("hello", v=[1], features=["legal"])
        assert (await host.receive())["k"] == "welcome"
        host.me = await host.ask("auth", how="guest", name="Host")
        made = await host.ask("create", rules=module.RULES, deals=2, private=True)
        other = await asyncio.create_subprocess_exec(
            sys.executable, str(CLIENT), address, made["code"], stdout=asyncio.subprocess.PIPE
        )
        while not (host.table and host.table["seats"][1].get("ready")):
            await host.receive()
        await host.ask("start", t=made["t"])
        while not host.match_over:
            await host.receive()
            if host.deal_over and not host.match_over:
                host.deal_over = False
                await host.ask("ready", t=made["t"])
        told, _ = await other.communicate()
    lines = told.decode().splitlines()
    assert other.returncode == 0
    assert [line[:7] for line in lines if line.startswith("deal ")] == ["deal 1:", "deal 2:"]
    assert lines[-1] == "the match is over"


def test_it_says_when_a_server_refuses(address: str) -> None:
    played = subprocess.run(
        [sys.executable, str(CLIENT), address, "ZZZZZZZZ"], capture_output=True, text=True, check=False, timeout=60
    )
    assert played.returncode == 1
    assert "the server refused join: table_gone" in played.stderr
