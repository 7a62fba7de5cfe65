"""start.py: what it can be read by, when it sets up again, and what it says when it cannot."""

from __future__ import annotations

import ast
import importlib.util
import json
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tools import bootstrap

ROOT = Path(__file__).resolve().parents[2]

Installed = list[tuple[str, ...]]


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout in a folder with a space and Chinese in its name, which nothing is really installed into."""
    root = tmp_path / "克隆 here"
    root.mkdir()
    (root / "pyproject.toml").write_text("[project]\n", encoding="utf-8")
    for name, value in {
        "ROOT": root,
        "VENV": root / ".venv",
        "STAMP": root / ".venv" / "gouji-setup.json",
        "LOG": root / ".venv" / "gouji-setup.log",
        "LOCK": root / ".venv.lock",
    }.items():
        monkeypatch.setattr(bootstrap, name, value)
    return root


@pytest.fixture
def done(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> Installed:
    """What was made and installed, in order."""
    steps: Installed = []

    def create() -> None:
        steps.append(("create",))
        bootstrap.interpreter().parent.mkdir(parents=True, exist_ok=True)
        bootstrap.interpreter().touch()

    def install(python: Path, extras: list[str]) -> None:
        steps.append(("install", *extras))

    monkeypatch.setattr(bootstrap, "create", create)
    monkeypatch.setattr(bootstrap, "install", install)
    return steps


def test_an_old_python_can_read_the_first_file() -> None:
    text = (ROOT / "start.py").read_text(encoding="utf-8")
    tree = ast.parse(text, feature_version=(3, 4))
    assert text.isascii()
    modern = (ast.JoinedStr, ast.NamedExpr, ast.AnnAssign, ast.AsyncFunctionDef, ast.Match)
    assert not [node for node in ast.walk(tree) if isinstance(node, modern)]
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    assert functions
    assert not [each for each in functions if each.returns or any(arg.annotation for arg in each.args.args)]


def test_an_old_python_is_told_so() -> None:
    pretend = "import sys, runpy; sys.version_info = (3, 8, 0); runpy.run_path(sys.argv[1], run_name='__main__')"
    command = [sys.executable, "-c", pretend, str(ROOT / "start.py")]
    result = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert result.returncode == 2
    assert result.stderr == "gouji_desktop needs Python 3.11 or newer; this is Python 3.8.\n"


def test_it_sets_up_once(done: Installed) -> None:
    python = bootstrap.set_up()
    assert bootstrap.set_up() == python == bootstrap.interpreter()
    assert done == [("create",), ("install",)]


def test_the_checks_add_to_what_is_there_and_the_program_keeps_it(done: Installed) -> None:
    bootstrap.set_up()
    bootstrap.set_up(["dev"])
    bootstrap.set_up(["bundle"])
    bootstrap.set_up(["dev"])
    bootstrap.set_up()
    assert done == [("create",), ("install",), ("install", "dev"), ("install", "bundle", "dev")]


def test_a_changed_project_is_installed_again(done: Installed, checkout: Path) -> None:
    bootstrap.set_up(["dev"])
    (checkout / "pyproject.toml").write_text("[project]\nname = 'other'\n", encoding="utf-8")
    bootstrap.set_up()
    assert done[2:] == [("install", "dev")]


def test_another_python_makes_another_environment(done: Installed, monkeypatch: pytest.MonkeyPatch) -> None:
    bootstrap.set_up()
    monkeypatch.setattr(sys, "version", "3.99.0")
    bootstrap.set_up()
    assert done == [("create",), ("install",)] * 2


@pytest.mark.parametrize("stamp", ["", "{", "[]", '{"base": 1}'])
def test_a_set_up_that_was_cut_short_is_begun_again(done: Installed, stamp: str) -> None:
    bootstrap.set_up()
    bootstrap.STAMP.write_text(stamp, encoding="utf-8")
    bootstrap.set_up()
    assert done[2:] == [("create",), ("install",)]


def test_a_failed_installation_is_not_taken_for_finished(
    done: Installed, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(python: Path, extras: list[str]) -> None:
        raise bootstrap.SetupError("the disk is full.")

    bootstrap.set_up()
    with monkeypatch.context() as broken:
        broken.setattr(bootstrap, "install", fail)
        assert bootstrap.main(["test"]) == 1
    assert capsys.readouterr().err.endswith("start.py: the disk is full.\n")
    bootstrap.set_up(["dev"])
    assert done[-1] == ("install", "dev")


@pytest.mark.parametrize(
    ("log", "words"),
    [
        ("WARNING: Retrying after connection broken by 'NewConnectionError'\nERROR: No matching", "network"),
        ("ERROR: Could not install: [Errno 28] No space left on device\n", "disk is full"),
        ("ERROR: No matching distribution found for PySide6-Essentials==6.11.3\n", "No matching distribution"),
        ("", "no reason"),
    ],
)
def test_pip_failing_is_one_sentence(checkout: Path, log: str, words: str) -> None:
    sentence = bootstrap.why_pip_failed(log)
    assert words in sentence
    assert "\n" not in sentence
    assert str(Path(".venv", "gouji-setup.log")) in sentence


def test_a_python_without_venv_is_one_sentence(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = importlib.util.find_spec

    def find_spec(name: str) -> object:
        return None if name == "ensurepip" else real(name)

    monkeypatch.setattr(importlib.util, "find_spec", find_spec)
    with pytest.raises(bootstrap.SetupError, match=r"install the package python3\.\d+-venv"):
        bootstrap.create()


def test_two_at_a_time_install_once(done: Installed, capsys: pytest.CaptureFixture[str]) -> None:
    with bootstrap.only_one():
        other = threading.Thread(target=bootstrap.set_up)
        other.start()
        other.join(0.3)
        assert other.is_alive()
        assert done == []
    other.join(10)
    bootstrap.set_up()
    assert done == [("create",), ("install",)]
    assert "waiting for another set-up" in capsys.readouterr().err


def test_the_stamp_says_what_it_was_made_for(done: Installed, checkout: Path) -> None:
    bootstrap.set_up(["dev"])
    stamp = json.loads(bootstrap.STAMP.read_text(encoding="utf-8"))
    assert stamp["extras"] == ["dev"]
    assert str(checkout) in stamp["base"]
