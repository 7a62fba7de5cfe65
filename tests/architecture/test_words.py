"""Nothing that is committed speaks of the machine it was made on, or of work that was left for later."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.architecture.sources import ROOT, committed, write_tree

#: Written in pieces, so that this file does not find itself.
MACHINE = re.compile(
    r"(?<![\w.<>$}-])/(?:" + r"root|work|tmp" + r")(?=/)"
    r"|(?<![\w.])/" + r"home/(?!user/|you/)\w"
    r"|/" + r"Users/(?!you/)\w"
    r"|\b[A-Z]:[\\/]+" + r"Users[\\/]"
    r"|\bfiles\.python" + r"hosted\.org|\bregistry\.npm" + r"js\.org|\bdeb\.debian" + r"\.org"
)
LATER = re.compile(r"\b(?:TO" + r"DO|FIX" + r"ME|XX" + r"X)\b|^(?:<{7}|>{7}) ", re.MULTILINE)
SOURCE = {".py", ".qml", ".js", ".sh", ".toml", ".spec"}


def text_of(path: Path) -> str:
    """The text of a file; nothing for a picture or a sound."""
    content = path.read_bytes()
    return "" if b"\0" in content[:4096] else content.decode("utf-8", "replace")


def found(paths: list[Path]) -> list[str]:
    hits = []
    for path in paths:
        text = text_of(path)
        patterns = [MACHINE, LATER] if path.suffix in SOURCE else [MACHINE]
        hits += [
            f"{path}:{text.count(chr(10), 0, match.start()) + 1}: {match.group()}"
            for pattern in patterns
            for match in pattern.finditer(text)
        ]
    return hits


def test_nothing_committed_speaks_of_a_machine() -> None:
    paths = committed(ROOT)
    assert len(paths) > 20
    assert found(paths) == []


def test_text_files_are_utf_8() -> None:
    for path in committed(ROOT):
        if path.suffix in SOURCE | {".md", ".json", ".xml"}:
            path.read_bytes().decode("utf-8")


@pytest.mark.parametrize(
    "words",
    [
        "see /" + "work/main/x.py",
        "'/" + "root/.cache'",
        "(/" + "tmp/clone)",
        "/" + "home/alice/gouji",
        "C:\\" + "Users\\alice",
        "/" + "Users/alice/x",
        "# TO" + "DO: later",
        "<" * 7 + " HEAD",
        "https://files.python" + "hosted.org/packages",
    ],
)
def test_such_words_are_found(tmp_path: Path, words: str) -> None:
    tree = write_tree(tmp_path, {"sample.py": f"{words}\n"})
    assert len(found([tree / "sample.py"])) == 1


def test_other_words_are_left_alone(tmp_path: Path) -> None:
    root = "/" + "root/"
    tree = write_tree(tmp_path, {"sample.py": f"a/work/b, network{root}x, the root, ~/.config, build/tmp/x, usr/bin\n"})
    assert found([tree / "sample.py"]) == []
