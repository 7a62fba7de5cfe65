"""`gouji-desktop replay --verify` answers in the language that was asked for; its statuses are the same in all."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from gouji_desktop.cli import main
from gouji_desktop.table.findings import Finding
from gouji_desktop.table.log import LogHeader, MatchLog
from gouji_desktop.table.verify import verify
from tests.table.drivers import make_setup
from tests.table.test_verify import CREATED, forged, recorded
from tests.ui.presenter.scenes import en, zh

CHINESE = re.compile("[\u4e00-\u9fff]")
#: Words of an answer besides names and paths.
ENGLISH = re.compile(r"\b(the|deals?|line|file|good|finished|match)\b")


@pytest.fixture
def log(tmp_path: Path) -> MatchLog:
    return recorded(tmp_path / "a.gouji")


def told(capsys: pytest.CaptureFixture[str], path: Path, language: str) -> tuple[int, str]:
    """The status of a verification and its answer without the path."""
    status = main(["replay", str(path), "--verify", "--lang", language])
    out = capsys.readouterr()
    return status, (out.out + out.err).replace(str(path), "")


@pytest.mark.usefixtures("log")
def test_a_good_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, tmp_path / "a.gouji", "zh") == (0, "：核对无误，tribute216，打完 1 局，共 1 局，全场打完\n")
    assert told(capsys, tmp_path / "a.gouji", "en") == (0, ": good; tribute216, 1 of 1 deals scored, finished\n")


def test_other_deals(log: MatchLog, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = LogHeader.of(make_setup(seed="other", seats="ebeebe", deals=1), CREATED)
    forged(tmp_path / "b.gouji", MatchLog(other, (), False, False, "", 0), log.batches)
    assert told(capsys, tmp_path / "b.gouji", "zh") == (1, "：发的牌和开头的种子对不上\n")
    status, said = told(capsys, tmp_path / "b.gouji", "en")
    assert (status, said) == (1, ": the deals are not those of the seed in the header\n")


def test_what_cannot_be_read(log: MatchLog, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert log.finished
    damaged = (tmp_path / "a.gouji").read_bytes().splitlines(keepends=True)
    cases = {
        "none": (b"hello\n", "这不是牌谱"),
        "changed": (
            damaged[0] + damaged[1].replace(b"1", b"2", 1) + b"".join(damaged[2:]),
            "牌谱第 2 行坏了，或者被改过",
        ),
        "newer": (b'{"format": 9}\n', "这份牌谱要用更新的版本才能看"),
    }
    for name, (content, said) in cases.items():
        path = tmp_path / f"{name}.gouji"
        path.write_bytes(content)
        status, chinese = told(capsys, path, "zh")
        assert status == 2
        assert said in chinese
        assert not ENGLISH.search(chinese)
        status, english = told(capsys, path, "en")
        assert status == 2
        assert not CHINESE.search(english)
    status, chinese = told(capsys, tmp_path / "missing.gouji", "zh")
    assert status == 2
    assert "文件读不出来" in chinese


def test_a_log_without_a_deal(log: MatchLog, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """There is nothing to check: it is not called right."""
    content = (tmp_path / "a.gouji").read_bytes().splitlines(keepends=True)
    path = tmp_path / "b.gouji"
    for rest in (b"", content[1][:-5]):
        path.write_bytes(content[0] + rest)
        assert told(capsys, path, "zh") == (2, "gouji-desktop: ：还没有发过牌，没有可以核对的\n")
        assert told(capsys, path, "en") == (2, "gouji-desktop: : it holds no deal: there is nothing to check\n")
    # As soon as cards were dealt there is.
    path.write_bytes(content[0] + content[1])
    assert told(capsys, path, "en") == (0, ": good; tribute216, 0 of 1 deals scored, unfinished\n")
    assert log.finished


def test_every_finding_can_be_said(log: MatchLog) -> None:
    cut = replace(log, batches=(log.batches[0], log.batches[0]))
    short = replace(log, batches=(log.batches[0][:1],))
    found = [verify(cut), verify(short)]
    found += [
        Finding("", "other_events", line=3),
        Finding("", "bad_proof", deal=1),
        Finding("", "other_shuffle", deal=1),
    ]
    for finding in found:
        assert finding is not None
        for words in (zh(), en()):
            assert words(f"cli.verify.{finding.key}", **finding.values)
