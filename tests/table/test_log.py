"""Logs: nothing is lost by a kill, nothing damaged is used, nothing is overwritten."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from gouji_desktop.rules.engine import evolve
from gouji_desktop.rules.state import Match, new_match
from gouji_desktop.table.host import TableHost
from gouji_desktop.table.local import resume_session
from gouji_desktop.table.log import (
    FutureLogError,
    LogError,
    LogHeader,
    LogWriter,
    MatchLog,
    log_files,
    move_aside,
    parse_log,
    read_header,
    read_log,
)
from gouji_desktop.table.setup import MOST_DEALS, SeatPlan
from tests.table.drivers import FakeClock, finish, make_setup, random_maker

CREATED = datetime(2026, 2, 3, 4, 5, 6, tzinfo=UTC)


def write_match(path: Path, rules: str = "tribute216", deals: int = 1, seed: str = "1") -> TableHost:
    setup = make_setup(rules, "eeebee", seed, deals=deals, pace="instant")
    writer = LogWriter.create(path, LogHeader.of(setup, CREATED))
    host = TableHost(setup, random_maker, journal=writer.append)
    finish(host)
    writer.close()
    return host


@pytest.fixture(scope="module")
def content(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("log") / "one.gouji"
    write_match(path)
    return path.read_bytes()


def state_after(log: MatchLog, batches: int) -> Match:
    match = new_match(log.header.rules, log.header.deals)
    for batch in log.batches[:batches]:
        for event in batch:
            match = evolve(match, event)
    return match


def test_a_log_holds_the_match(tmp_path: Path) -> None:
    path = tmp_path / "a.gouji"
    host = write_match(path, "jinyou4", deals=2)
    log = read_log(path)
    assert log.match() == host.match
    assert (log.finished, log.torn) == (True, False)
    assert log.header.rules == host.setup.rules
    assert log.header.created == CREATED
    assert [plan.level for plan in log.header.seats] == ["eager"] * 3 + ["random"] + ["eager"] * 2
    assert read_header(path) == log.header
    assert log.fair()
    header = json.loads(path.read_text(encoding="utf-8").splitlines()[0])
    assert header["rules"]["digest"] == host.setup.rules.digest
    assert header["commitment"] != header["seed"]


def test_every_whole_prefix_is_the_state_then(content: bytes) -> None:
    whole = parse_log(content)
    lines = content.splitlines(keepends=True)
    for number in [*range(1, 12), *range(12, len(lines), 23), len(lines)]:
        log = parse_log(b"".join(lines[:number]))
        assert log.match() == state_after(whole, number - 1)
        assert not log.torn


def test_a_cut_drops_one_batch_as_a_whole(content: bytes) -> None:
    whole = parse_log(content)
    chance = random.Random(3)
    first = content.index(b"\n") + 1
    cuts = [chance.randrange(first, len(content)) for _ in range(40)]
    for cut in [first + 1, len(content) - 1, len(content) - 2, *cuts]:
        log = parse_log(content[:cut])
        assert log.match() == state_after(whole, content[:cut].count(b"\n") - 1)
        assert log.torn == (content[cut - 1 : cut] != b"\n")
        assert not log.finished


def test_a_changed_byte_is_found(content: bytes) -> None:
    chance = random.Random(4)
    for _ in range(120):
        place = chance.randrange(len(content) - 1)
        changed = bytearray(content)
        changed[place] ^= 1 << chance.randrange(8)
        with pytest.raises(LogError) as caught:
            parse_log(bytes(changed))
        assert "\n" not in str(caught.value)


def test_left_out_doubled_and_swapped_lines_are_found(content: bytes) -> None:
    lines = content.splitlines(keepends=True)
    for wrong in (
        lines[:5] + lines[6:],
        lines[:5] + lines[4:],
        [*lines[:5], lines[6], lines[5], *lines[7:]],
        [*lines, lines[-1]],
        lines[1:],
    ):
        with pytest.raises(LogError):
            parse_log(b"".join(wrong))


@pytest.mark.parametrize(
    "junk",
    [b"", b"\n", b"{}\n", b"[]\n", b"null\n", b"\xff\xfe\n", b"[" * 99_999 + b"\n", b'{"format":"1"}\n', b"{" * 10],
)
def test_other_files_are_refused_in_a_sentence(junk: bytes) -> None:
    with pytest.raises(LogError) as caught:
        parse_log(junk)
    assert "\n" not in str(caught.value)


def test_random_bytes_are_refused() -> None:
    chance = random.Random(6)
    for _ in range(300):
        with pytest.raises(LogError):
            parse_log(chance.randbytes(chance.randrange(2, 300)) + b"\n")


def test_a_future_format_is_refused_in_a_sentence() -> None:
    with pytest.raises(FutureLogError, match="newer version"):
        parse_log(b'{"format":3,"anything":[]}\n{"more":1}\n')


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    for path in (tmp_path / "none.gouji", tmp_path):
        with pytest.raises(LogError, match="cannot be read"):
            read_log(path)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="devices are files on POSIX alone")
@pytest.mark.timeout(60)
def test_what_never_ends_is_refused_at_once(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.gouji"
    os.mkfifo(pipe)
    link = tmp_path / "link.gouji"
    link.symlink_to("/dev/zero")
    for path in (Path("/dev/zero"), pipe, link):
        for read in (read_log, read_header):
            with pytest.raises(LogError, match="no ordinary file"):
                read(path)


def test_no_more_is_read_than_a_log_can_have(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    path = tmp_path / "a.gouji"
    path.write_bytes(content)
    monkeypatch.setattr("gouji_desktop.table.log.GREATEST_SIZE", len(content))
    assert read_log(path).finished
    monkeypatch.setattr("gouji_desktop.table.log.GREATEST_SIZE", len(content) - 1)
    with pytest.raises(LogError, match="too large"):
        read_log(path)


@pytest.mark.parametrize(
    "wrong",
    [{"deals": 0}, {"deals": MOST_DEALS + 1}, {"seed": b"short"}, {"seats": (SeatPlan("a", "x" * 65),) * 6}],
)
def test_no_table_is_made_whose_log_could_not_be_read(tmp_path: Path, wrong: dict[str, Any]) -> None:
    setup = make_setup(deals=MOST_DEALS)
    LogWriter.create(tmp_path / "a.gouji", LogHeader.of(setup, CREATED)).close()
    assert read_log(tmp_path / "a.gouji").header.deals == MOST_DEALS
    with pytest.raises(ValueError, match="has"):
        replace(setup, **wrong)


def test_a_log_is_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "a.gouji"
    write_match(path)
    before = path.read_bytes()
    with pytest.raises(FileExistsError):
        write_match(path)
    assert path.read_bytes() == before


def test_damaged_files_are_moved_aside_over_nothing(tmp_path: Path) -> None:
    for number in (1, 2, 3):
        path = tmp_path / "a.gouji"
        path.write_text(str(number))
        assert move_aside(path).name == f"a.gouji.damaged-{number}"
    assert [path.read_text() for path in sorted(tmp_path.iterdir())] == ["1", "2", "3"]
    assert list(log_files(tmp_path)) == []
    assert list(log_files(tmp_path / "nowhere")) == []


def test_a_match_that_ended_without_its_digest_gets_it(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.gouji"
    path.write_bytes(content[: content.rindex(b'{"digest"') + 5])
    assert not read_log(path).finished
    LogWriter.resume(path, read_log(path)).close()
    assert path.read_bytes() == content


def test_a_full_disk_loses_nothing_that_comes_after(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.gouji"
    setup = make_setup("zaozhuang6", "eeeeee", deals=1, pace="instant")
    writer = LogWriter.create(path, LogHeader.of(setup, CREATED))
    file = writer._file
    assert file is not None

    class Full:
        full = False

        def write(self, data):
            if self.full:
                raise OSError(28, "No space left on device")
            return file.write(data[:1000])

        def __getattr__(self, name):
            return getattr(file, name)

    disk = Full()
    monkeypatch.setattr(writer, "_file", disk)
    host = TableHost(setup, random_maker, journal=writer.append)
    host.start(0)
    host.advance(0, steps=20)
    disk.full = True
    host.advance(0, steps=20)
    assert "No space left" in str(writer.fault)
    disk.full = False
    host.advance(0, steps=20)
    assert not writer.fault
    writer.close()
    assert read_log(path).match() == host.match


CHILD = """
import sys
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
sys.path.insert(0, sys.argv[2])
from tests.table.drivers import make_setup, random_maker, finish
from gouji_desktop.table.host import TableHost
from gouji_desktop.table.log import LogHeader, LogWriter
setup = make_setup("tribute216", "eeeeee", "kill", deals=99, pace="instant")
writer = LogWriter.create(Path(sys.argv[1]), LogHeader.of(setup, datetime.now(UTC)))
print("ready", flush=True)
finish(TableHost(setup, random_maker, journal=writer.append))
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="kills as POSIX does")
@pytest.mark.parametrize("wait", [0.05, 0.2, 0.45])
def test_a_kill_at_any_moment_leaves_a_match_to_go_on_with(tmp_path: Path, wait: float) -> None:
    path = tmp_path / "a.gouji"
    root = str(Path(__file__).resolve().parents[2])
    with subprocess.Popen([sys.executable, "-c", CHILD, str(path), root], stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        child.stdout.readline()
        time.sleep(wait)
        os.kill(child.pid, signal.SIGKILL)
        child.wait()
    log = read_log(path)
    session = resume_session(path, random_maker, clock := FakeClock())
    assert session.host.match == log.match()
    session.start()
    session.next_deal()
    clock.run(30)
    session.close()
    after = read_log(path)
    assert len(after.batches) > len(log.batches)
    assert after.batches[: len(log.batches)] == log.batches
    assert after.fair()
