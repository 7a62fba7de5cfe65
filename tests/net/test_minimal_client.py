"""The client of docs/examples plays a whole match against a server of its own, and is as small as it says."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CLIENT = ROOT / "docs" / "examples" / "minimal_client.py"
#: So many times faster than by the clock.
FACTOR = 200


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """A server in a process of its own; its address."""
    command = [sys.executable, "-m", "tests.net.fast_server", str(tmp_path), str(FACTOR)]
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


def test_it_says_when_a_server_refuses(address: str) -> None:
    played = subprocess.run(
        [sys.executable, str(CLIENT), address, "ZZZZZZZZ"], capture_output=True, text=True, check=False, timeout=60
    )
    assert played.returncode == 1
    assert "the server refused join: table_gone" in played.stderr
