"""No code but the presets themselves knows a named rule set: variants are data."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.sources import PACKAGE, ROOT, docstrings, files, parse, write_tree

PRESETS = ("tribute216", "jinyou4", "zaozhuang6", "chayuan")
ROOMS = ("rules", "bots", "table", "net", "server")


def may_name_presets(path: Path, root: Path) -> bool:
    inside = path.relative_to(root / PACKAGE / "rules") if path.is_relative_to(root / PACKAGE / "rules") else None
    return inside is not None and (inside.parts[0] in {"presets", "presets.py", "policies"})


def words(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Names and texts of the code itself; docstrings and comments may speak of the rules' sources."""
    prose = docstrings(tree)
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 0)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            yield line, node.value
        for attribute in ("id", "attr", "arg", "name", "module"):
            if isinstance(value := getattr(node, attribute, None), str):
                yield line, value


def mentions(root: Path) -> list[str]:
    return [
        f"{path}:{line}: {word}"
        for room in ROOMS
        for path in files(root / PACKAGE / room, ".py")
        if not may_name_presets(path, root)
        for line, word in words(parse(path))
        if any(preset in word.lower().replace("_", "") for preset in PRESETS)
    ]


def test_no_code_names_a_preset() -> None:
    assert mentions(ROOT) == []


def test_the_names_are_those_of_the_presets() -> None:
    """The list above would otherwise grow old unnoticed."""
    sources = [path for path in files(ROOT / PACKAGE / "rules", ".py") if "presets" in path.as_posix()]
    text = "".join(path.read_text(encoding="utf-8") for path in sources)
    named = [name for name in PRESETS if name in text]
    assert named or not sources


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("rules/engine.py", "if rules.name == 'tribute216':\n    pass\n"),
        ("rules/engine.py", "from gouji_desktop.rules.presets import JINYOU4\n"),
        ("bots/house.py", "def play_chayuan(): ...\n"),
        ("table/host.py", "rules = presets.ZAOZHUANG6\n"),
        ("table/host.py", "rules = named['jinyou4-match']\n"),
    ],
)
def test_a_named_preset_is_found(tmp_path: Path, path: str, text: str) -> None:
    assert mentions(write_tree(tmp_path, {f"{PACKAGE}/{path}": text}))


def test_presets_policies_and_prose_are_left_alone(tmp_path: Path) -> None:
    tree = {
        f"{PACKAGE}/rules/presets.py": "CHAYUAN = 'chayuan'\n",
        f"{PACKAGE}/rules/policies/burn.py": "NAME = 'chayuan'\n",
        f"{PACKAGE}/rules/engine.py": '"""As in chayuan."""\nVALUE = 1  # as in jinyou4\n',
    }
    assert mentions(write_tree(tmp_path, tree)) == []
