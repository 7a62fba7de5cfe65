"""The page for bot authors: its example is installed and played by the real command, and its tables are complete."""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from gouji_desktop.bots.pool import BUILT_IN, ENTRY_POINT_GROUP
from gouji_desktop.rules.presets import DEFAULT_PRESET, PRESETS
from gouji_desktop.rules.state import Stage
from gouji_desktop.simulate import add_arguments
from gouji_desktop.simulate.arena import Contest, makers_of, play_pair, report_of
from tests.bots.test_pool import install

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "bot-authors.md").read_text(encoding="utf-8")
pytestmark = pytest.mark.timeout(300)


def block(language: str) -> str:
    """The one block of the page in that language."""
    (text,) = re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    return str(text)


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """A folder in which the example lies as an installer leaves it."""
    points = tomllib.loads(block("toml"))["project"]["entry-points"][ENTRY_POINT_GROUP]
    install(tmp_path, "plain_bot", "\n".join(f"{name} = {value}" for name, value in points.items()), block("python"))
    return tmp_path


def simulate(path: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "gouji_desktop", "simulate", *arguments],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(path), str(ROOT)]), "COLUMNS": "200"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=200,
        check=False,
    )


def test_the_example_plays(installed: Path) -> None:
    done = simulate(installed, "--teams", "plain,random", "--pairs", "4", "--workers", "2", "--json", "--seed", "3")
    assert (done.returncode, done.stderr) == (0, "")
    report = json.loads(done.stdout)
    assert (report["teams"], report["pairs"], report["faults"]) == (["plain", "random"], 4, 0)
    assert report["mean"] - report["ci95"] > 1


def test_the_help_names_it_in_the_pool(installed: Path) -> None:
    done = simulate(installed, "--help")
    assert done.returncode == 0
    assert f"The pool: {', '.join(BUILT_IN)}, plain --pairs" in " ".join(done.stdout.split())


def test_a_broken_package_is_one_sentence_for_the_command(installed: Path) -> None:
    install(installed, "torn_bot", "torn = torn_bot:make", "import no_such_module_anywhere")
    done = simulate(installed, "--teams", "torn,random", "--pairs", "1")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("the bot 'torn' (torn_bot:make) cannot be loaded: ModuleNotFoundError")
    assert done.stderr.count("\n") == 1


def test_the_page_names_every_key_of_a_report() -> None:
    given = Contest(PRESETS[DEFAULT_PRESET], ("easy", "hint"))
    report = report_of(given, [play_pair(given, makers_of(given), 0)], 1.0)
    named = set(re.findall(r"`(\w+)`", PAGE))
    assert {*report, *report["players"][0]} <= named


def test_the_page_names_every_question_option_and_player() -> None:
    queries = {stage.name for stage in Stage if stage.name.endswith("_QUERY")} | {"PLAYING"}
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    named, options = (set(re.findall(r"--[a-z][a-z-]+", text)) for text in (PAGE, parser.format_help()))
    assert queries <= set(re.findall(r"`(\w+)`", PAGE))
    assert {"--teams", "--limit"} < named <= options
    assert all(f"`{name}`" in PAGE for name in BUILT_IN)
