"""Logs of online matches: a proof before every deal, checked by the program and by the verifier that shares nothing."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from gouji_desktop.cli.main import main
from gouji_desktop.profile.archive import Archive
from gouji_desktop.profile.statistics import tally_of
from gouji_desktop.rules.events import DealStarted, Event
from gouji_desktop.rules.presets import preset
from gouji_desktop.rules.views import EVERYTHING, PUBLIC, SeatAudience
from gouji_desktop.table.host import TableHost
from gouji_desktop.table.local import resume_session
from gouji_desktop.table.log import (
    Batch,
    LogError,
    LogHeader,
    LogWriter,
    MatchLog,
    _sealed,
    log_bytes,
    own_bytes,
    parse_log,
    read_header,
    read_log,
)
from gouji_desktop.table.logproofs import encode_proof
from gouji_desktop.table.replay import ReplaySession
from gouji_desktop.table.shuffle import ShuffleProof
from gouji_desktop.table.verify import verify
from tests.net.ceremonies import TABLE, chance_of, proof_for
from tests.table.drivers import RULES, FakeClock, finish, make_setup, random_maker

CREATED = datetime(2026, 2, 3, 4, 5, 6, tzinfo=UTC)
ROOT = Path(__file__).resolve().parents[2]

Parts = tuple[LogHeader, list[Batch], list[ShuffleProof]]


def parts(name: str = "tribute216", deals: int = 1) -> Parts:
    rules = preset(name)
    batches: list[Batch] = []
    setup = make_setup(name, "ebeebe", deals=deals, pace="instant")

    def journal(events: Sequence[Event]) -> None:
        batches.append(tuple(events))

    finish(TableHost(setup, random_maker, journal=journal, chance=lambda number: chance_of(rules, number)))
    dealt = sum(isinstance(event, DealStarted) for batch in batches for event in batch)
    header = LogHeader.of_table(make_setup(name, "pbpppb", deals=deals), CREATED, TABLE, 1)
    return header, batches, [proof_for(rules, number) for number in range(dealt)]


@pytest.fixture(scope="module")
def content() -> bytes:
    return log_bytes(*parts())


def lines_of(content: bytes) -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in content.splitlines()[:-1]]
    for line in lines:
        del line["chain"]
    return lines


def sealed(lines: list[dict[str, Any]]) -> bytes:
    content, chain = b"", ""
    for line in lines:
        text, chain = _sealed(chain, line)
        content += text
    return content


def second_opinion(path: Path) -> subprocess.CompletedProcess[str]:
    """What the verifier says, run without the project on its path."""
    command = [sys.executable, "-I", str(ROOT / "tools" / "verify_shuffle.py"), str(path)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


@pytest.mark.parametrize("name", RULES)
def test_an_online_log_is_read_and_verified(tmp_path: Path, name: str) -> None:
    header, batches, proofs = parts(name, 2)
    path = tmp_path / "a.gouji"
    path.write_bytes(log_bytes(header, batches, proofs))
    log = read_log(path)
    assert (log.header, log.batches, log.proofs) == (header, tuple(batches), tuple(proofs))
    assert read_header(path) == header
    assert (log.finished, log.torn, log.header.online, log.header.person) == (True, False, True, None)
    assert log.fair()
    assert verify(log) is None
    told = second_opinion(path)
    assert (told.returncode, told.stdout.split()) == (
        0,
        [word for n in range(len(proofs)) for word in (str(n), "right")],
    )


def test_an_online_log_holds_no_seed(content: bytes) -> None:
    header = json.loads(content.splitlines()[0])
    assert (header["format"], header["table"], header["match"]) == (2, TABLE, 1)
    assert {"seed", "commitment", "own"} & set(header) == set()
    assert [plan["level"] for plan in header["seats"]] == ["", "random", "", "", "", "random"]


def test_a_log_goes_as_far_as_its_batches(content: bytes) -> None:
    """Every whole prefix can be read; what a cut leaves of a line is left out."""
    lines = content.splitlines(keepends=True)
    whole = parse_log(content)
    for number in [1, 2, 3, 4, len(lines) // 2, len(lines) - 1]:
        log = parse_log(b"".join(lines[:number]))
        assert log.batches == whole.batches[: max(0, number - 2)]
        assert not log.finished
        assert verify(log) is None
        assert parse_log(b"".join(lines[:number]) + lines[number][:-1]).torn


def test_a_running_match_is_written_without_a_digest() -> None:
    header, batches, proofs = parts("tribute216", 2)
    starts = [number for number, batch in enumerate(batches) if isinstance(batch[0], DealStarted)]
    log = parse_log(log_bytes(header, batches[: starts[1]], proofs[:1]))
    assert (log.finished, len(log.match().results)) == (False, 1)


def test_deals_and_proofs_must_be_as_many() -> None:
    header, batches, proofs = parts()
    for wrong in ([], [*proofs, *proofs]):
        with pytest.raises(ValueError, match="proof"):
            log_bytes(header, batches, wrong)


def test_an_online_log_is_not_written_bit_by_bit(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="as a whole"):
        LogWriter.create(tmp_path / "a.gouji", parts()[0])
    assert list(tmp_path.iterdir()) == []


# --- what is wrong ------------------------------------------------------------------------------------------------

Change = Callable[[list[dict[str, Any]]], object]

#: What somebody with right chains writes, and the sentence about it.
REFUSED: dict[str, tuple[Change, str]] = {
    "no proof": (lambda lines: lines.pop(1), "line 2 is not a deal that follows the proof"),
    "a proof twice": (lambda lines: lines.insert(1, lines[1]), "line 3 holds no events"),
    "a proof before no deal": (lambda lines: lines.insert(4, lines[1]), "line 6 is not a deal that follows the proof"),
    "a proof of text": (lambda lines: lines[1].update(proof="x"), "line 2 holds a proof that cannot be used"),
    "a proof of a number": (lambda lines: lines[1]["proof"].update(s=7), "the parts of a proof are texts"),
    "a long secret": (lambda lines: lines[1]["proof"].update(s="0" * 65), "the parts of a proof are texts"),
    "no shares": (lambda lines: lines[1]["proof"].pop("entries"), "line 2 holds a proof that cannot be used"),
    "too many shares": (lambda lines: lines[1]["proof"].update(entries=[{}] * 7), "at most six shares"),
    "a share without a seat": (lambda lines: lines[1]["proof"]["entries"][0].pop("seat"), "names its seat"),
    "a seat of text": (lambda lines: lines[1]["proof"]["entries"][0].update(seat="0"), "names its seat"),
    "a share of nothing": (lambda lines: lines[1]["proof"]["entries"][0].update(r=None), "are texts"),
    "a strange field": (lambda lines: lines[1]["proof"]["entries"][0].update(x=1), "names its seat"),
    "no table": (lambda lines: lines[0].pop("table"), "does not name the online table"),
    "a strange table": (lambda lines: lines[0].update(table="../a"), "does not name the online table"),
    "no match": (lambda lines: lines[0].update(match=0), "which match of its table"),
    "a strange seat": (lambda lines: lines[0].update(own=6), "a seat of its own that there is not"),
    "another format": (lambda lines: lines[0].update(format=1), "seed is not the one that it commits to"),
    "a later format": (lambda lines: lines[0].update(format=3), "it needs a newer version of the program"),
    "a format of text": (lambda lines: lines[0].update(format="2"), "it names no format"),
    "a match that is true": (lambda lines: lines[0].update(match=True), "which match of its table"),
    "a seat that is true": (lambda lines: lines[1]["proof"]["entries"][0].update(seat=True), "names its seat"),
    "proofs of other deals": (lambda lines: lines.insert(2, lines[1]), "line 3 holds no events"),
    "a proof with more": (lambda lines: lines[1]["proof"].update(x=1), "line 2 holds a proof that cannot be used"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_online_log_is_refused_in_a_sentence(tmp_path: Path, content: bytes, name: str) -> None:
    change, told = REFUSED[name]
    lines = lines_of(content)
    change(lines)
    with pytest.raises(LogError) as caught:
        parse_log(sealed(lines))
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)
    path = tmp_path / "a.gouji"
    path.write_bytes(sealed(lines))
    other = second_opinion(path)
    assert (other.returncode, other.stderr) == (2, "")
    assert other.stdout.splitlines()[-1].startswith("this is no log of an online match: ")


def test_a_log_without_a_deal_is_not_called_right(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing but its header, or a proof behind which nobody dealt."""
    header, _, proofs = parts()
    head = lines_of(log_bytes(header, (), ()) + b"{}\n")
    for lines in (head, [*head, {"proof": encode_proof(proofs[0])}]):
        path = tmp_path / "a.gouji"
        path.write_bytes(sealed(lines))
        for language, told in (
            ("zh", "还没有发过牌，没有可以核对的"),
            ("en", "it holds no deal: there is nothing to check"),
        ):
            assert main(["replay", str(path), "--verify", "--lang", language]) == 2
            said = capsys.readouterr()
            assert (told in said.err, said.out) == (True, "")
        other = second_opinion(path)
        assert (other.returncode, other.stdout) == (2, "there is no deal to check\n")


def entry(**changes: object) -> Change:
    return lambda lines: lines[1]["proof"]["entries"][0].update(changes)


#: What can be read, and is not what nobody chose.
UNFAIR: dict[str, tuple[Change, str]] = {
    "another secret": (lambda lines: lines[1]["proof"].update(s="0" * 64), "deal 1: the secret of the server is not"),
    "a secret that is none": (lambda lines: lines[1]["proof"].update(s=""), "deal 1: the proof lacks the secret"),
    "another hash": (
        lambda lines: lines[1]["proof"].update(commit="0" * 64),
        "deal 1: the secret of the server is not",
    ),
    "another share": (entry(r="0" * 64), "deal 1: the share of seat 0 is not the one"),
    "another account": (entry(uid="other"), "deal 1: the share of seat 0 is not the one"),
    "another seat": (entry(seat=1), "deal 1 is not the one that its shuffle leads to"),
    "a seat too high": (entry(seat=9), "deal 1: the proof does not name its shares in the order"),
    "a share kept back": (lambda lines: lines[1]["proof"]["entries"][0].pop("r"), "deal 1 is not the one"),
    "a share left out": (lambda lines: lines[1]["proof"]["entries"].pop(), "deal 1 is not the one"),
    "shares in another order": (
        lambda lines: lines[1]["proof"]["entries"].reverse(),
        "deal 1: the proof does not name",
    ),
    "a seat below all": (entry(seat=-1), "deal 1: the proof does not name its shares in the order"),
    "a seat twice": (
        lambda lines: lines[1]["proof"]["entries"].insert(1, lines[1]["proof"]["entries"][0]),
        "deal 1: the proof does not name its shares in the order",
    ),
    "nobody's share": (entry(uid=""), "deal 1: the proof does not say whose"),
    "an account twice": (
        lambda lines: lines[1]["proof"]["entries"][1].update(uid=lines[1]["proof"]["entries"][0]["uid"]),
        "deal 1: the proof does not say whose",
    ),
    "capital letters": (
        lambda lines: lines[1]["proof"].update(s=lines[1]["proof"]["s"].upper()),
        "deal 1: the proof lacks the secret",
    ),
    "a share in capital letters": (
        lambda lines: lines[1]["proof"]["entries"][0].update(r=lines[1]["proof"]["entries"][0]["r"].upper()),
        "deal 1: the share of seat 0 cannot be read",
    ),
    "a share with spaces": (
        lambda lines: lines[1]["proof"]["entries"][0].update(r="00 " * 21 + "0"),
        "deal 1: the share of seat 0 cannot be read",
    ),
    "another table": (lambda lines: lines[0].update(table="other"), "deal 1: the secret of the server is not"),
    "another match": (lambda lines: lines[0].update(match=2), "deal 1: the secret of the server is not"),
}


@pytest.mark.parametrize("name", UNFAIR)
def test_unfair_deals_are_found_by_both_verifiers(tmp_path: Path, content: bytes, name: str) -> None:
    change, told = UNFAIR[name]
    lines = lines_of(content)
    change(lines)
    path = tmp_path / "a.gouji"
    path.write_bytes(sealed(lines))
    log = read_log(path)
    assert not log.fair()
    found = verify(log)
    assert found is not None
    assert found.startswith(told)
    assert second_opinion(path).returncode == 1


def test_another_lot_and_other_hands_are_found(tmp_path: Path, content: bytes) -> None:
    lines = lines_of(content)
    deal = lines[2]["events"][0]
    deal["lot"] = (deal["lot"] + 1) % 6
    path = tmp_path / "a.gouji"
    path.write_bytes(sealed(lines))
    told = verify(read_log(path))
    assert told is not None
    assert second_opinion(path).returncode == 1
    deal["lot"] = (deal["lot"] - 1) % 6
    deal["hands"][0], deal["hands"][1] = deal["hands"][1], deal["hands"][0]
    path.write_bytes(sealed(lines))
    with pytest.raises(LogError, match="a deal that cannot be"):
        read_log(path)
    assert second_opinion(path).returncode == 1


@pytest.mark.parametrize("junk", [b"", b"{}\n", b"\xff", b"[1]", b"null", b'{"rules":{}}\n'])
def test_the_second_verifier_refuses_other_files_in_a_sentence(tmp_path: Path, junk: bytes) -> None:
    path = tmp_path / "a.gouji"
    path.write_bytes(junk)
    told = second_opinion(path)
    assert told.returncode == 2
    assert told.stdout.startswith("this is no log of an online match")
    assert "Traceback" not in told.stderr


# --- elsewhere in the program -------------------------------------------------------------------------------------


def test_an_online_log_is_played_back_and_never_gone_on_with(tmp_path: Path) -> None:
    header, batches, proofs = parts("tribute216", 2)
    starts = [number for number, batch in enumerate(batches) if isinstance(batch[0], DealStarted)]
    path = tmp_path / "a.gouji"
    path.write_bytes(
        own_bytes(MatchLog(header, tuple(batches[: starts[1]]), False, False, "", 0, tuple(proofs[:1])), 3)
    )
    entries, notices = Archive(tmp_path).entries()
    assert (notices, [entry.resumable for entry in entries]) == ((), [False])
    assert (entries[0].seat, entries[0].online, entries[0].deals_done) == (3, True, 1)
    assert Archive(tmp_path).resume_candidate() is None
    with pytest.raises(LogError, match="its server alone can go on"):
        resume_session(path, random_maker, FakeClock())
    log = read_log(path)
    assert verify(log) is None
    for audience in (PUBLIC, EVERYTHING, SeatAudience(3)):
        session = ReplaySession(log, FakeClock(), audience)
        session.seek(10**6)
        assert session.position == starts[1]


def test_statistics_count_the_own_seat(content: bytes) -> None:
    log = parse_log(content)
    assert tally_of(log).deals == 0
    for seat in range(6):
        own = parse_log(own_bytes(log, seat))
        assert own.header == replace(log.header, own=seat)
        assert own.finished
        assert tally_of(own).places == tuple(int(place == seat) for place in log.match().results[0].places)


def test_the_command_line_verifies_and_prints(
    tmp_path: Path, content: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.gouji"
    path.write_bytes(content)
    assert main(["replay", "--verify", "--lang", "en", str(path)]) == 0
    told = capsys.readouterr().out
    assert f"good; tribute216, 1 of 1 deals scored, finished; match 1 of table {TABLE}" in told
    assert "shares in the shuffle of each deal: 3" in told
    assert main(["replay", str(path)]) == 0
    assert capsys.readouterr().out.count("\n") > 20
    lines = lines_of(content)
    lines[1]["proof"]["s"] = "0" * 64
    path.write_bytes(sealed(lines))
    assert main(["replay", "--verify", "--lang", "en", str(path)]) == 1
    assert "deal 1: the secret of the server is not the one that it committed to" in capsys.readouterr().out
