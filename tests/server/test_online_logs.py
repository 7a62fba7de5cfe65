"""Logs that are fetched from a table: everybody can verify them, whatever happened to the server meanwhile."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from gouji_desktop.net import messages as msg
from gouji_desktop.net import requests as req
from gouji_desktop.net.shuffle import nonce_hash
from gouji_desktop.rules.events import DealStarted
from gouji_desktop.table.log import MatchLog, parse_log
from gouji_desktop.table.verify import verify
from tests.server.world import ScriptedClient, World
from tests.table.drivers import RULES

ROOT = Path(__file__).resolve().parents[2]


def fetched(client: ScriptedClient, table: str, match: int = 1) -> bytes:
    """The whole log, piece by piece."""
    content = b""
    while True:
        part: msg.LogPart = client.must(req.FetchLog, t=table, match=match, offset=len(content))
        assert part.offset == len(content)
        content += part.text.encode()
        if len(content) == part.total:
            return content


def verified(content: bytes, folder: Path) -> MatchLog:
    """A log that both verifiers find right."""
    log = parse_log(content)
    assert verify(log) is None
    path = folder / "fetched.gouji"
    path.write_bytes(content)
    command = [sys.executable, "-I", str(ROOT / "tools" / "verify_shuffle.py"), str(path)]
    told = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert told.returncode == 0, told.stdout
    assert told.stdout.count("right") == len(log.proofs)
    return log


@pytest.mark.parametrize("rules", RULES)
def test_the_log_of_a_match_is_verified(tmp_path: Path, rules: str) -> None:
    with World(seed=3) as world:
        wang, li = world.client("老王"), world.client("Li", features=("legal",))
        table = world.table(wang, li, rules=rules, deals=2)
        world.play_match(table)
        log = verified(fetched(wang, table), tmp_path)
        assert fetched(li, table) == fetched(wang, table)
        assert (log.finished, log.header.table, log.header.number) == (True, table, 1)
        assert [plan.name for plan in log.header.seats][:2] == ["老王", "Li"]
        deals = [event for event in log.events if isinstance(event, DealStarted)]
        assert len(deals) == len(log.proofs) >= 2
        # Who does not know the shuffle gave no share, and the other did.
        assert [[share.seat for share in proof.shares] for proof in log.proofs] == [[0]] * len(deals)
        assert all(share.uid == wang.uid and share.r for proof in log.proofs for share in proof.shares)
        assert wang.proof(table) == "verified"


def test_a_running_match_gives_away_finished_deals_alone(tmp_path: Path) -> None:
    with World(seed=4) as world:
        wang, li = world.client("wang"), world.client("li")
        table = world.table(wang, li, deals=2)
        world.play(table, lambda: len(wang.follow(table).view.results) == 1 and wang.follow(table).seq > 0)
        world.play(table, lambda: (deal := wang.follow(table).view.deal) is not None and deal.number == 2)
        log = verified(fetched(wang, table), tmp_path)
        assert (log.finished, len(log.match().results), len(log.proofs)) == (False, 1, 1)


def test_a_server_that_is_killed_in_a_deal_or_its_shuffle_goes_on_with_the_same(tmp_path: Path) -> None:
    with World(seed=5) as world:
        wang, li = world.client("wang"), world.client("li")
        table = world.table(wang, li, start=False, deals=2)
        wang.start(table)
        world.restart()
        wang.back()
        li.back()
        world.play(table, lambda: wang.follow(table).seq > 20)
        world.restart()
        wang.back()
        li.back()
        world.play_match(table)
        log = verified(fetched(li, table), tmp_path)
        assert [len(proof.shares) for proof in log.proofs] == [2] * len(log.proofs)
        assert (wang.proof(table), li.proof(table)) == ("verified", "verified")


def led_by_hand(world: World, name: str) -> ScriptedClient:
    """A client that says that it takes part in shuffles; what it sends for that is up to the test."""
    client = world.client(name, sign_in=False, features=())
    client.drop()
    client.connect(hello=False)
    client.send(req.Hello(v=(1,), features=("shuffle",)))
    assert isinstance(client.sign_in(), msg.Authed)
    return client


def test_a_share_that_is_kept_back_is_replaced_by_its_hash(tmp_path: Path) -> None:
    with World(seed=6) as world:
        wang, li = world.client("wang"), led_by_hand(world, "li")
        table = world.table(wang, li)
        assert world.run(3.0, until=lambda: bool(li.all(msg.DealCommit)))
        li.send(req.NonceCommit(t=table, deal=0, h=nonce_hash(table, 1, 0, li.uid, bytes(32))))
        world.pump()
        assert [entry.seat for entry in li.last(msg.Nonces).entries] == [0, 1]
        # Another share than the one of the hash is none.
        li.send(req.Nonce(t=table, deal=0, r="1" * 64))
        world.play_match(table)
        log = verified(fetched(wang, table), tmp_path)
        assert [(share.uid, share.r is None) for share in log.proofs[0].shares] == [(wang.uid, False), (li.uid, True)]
        assert wang.proof(table) == "verified"


def test_who_comes_too_late_gives_no_share(tmp_path: Path) -> None:
    with World(seed=7) as world:
        wang, li = world.client("wang"), led_by_hand(world, "li")
        table = world.table(wang, li)
        assert world.run(9.0, until=lambda: bool(li.all(msg.Nonces)))
        li.send(req.NonceCommit(t=table, deal=0, h=nonce_hash(table, 1, 0, li.uid, bytes(32))))
        world.play_match(table)
        log = verified(fetched(wang, table), tmp_path)
        assert [share.uid for share in log.proofs[0].shares] == [wang.uid]
        assert wang.proof(table) == "verified"
