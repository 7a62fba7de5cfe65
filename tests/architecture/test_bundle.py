"""The bundle keeps every QML module that the program's QML imports."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.architecture.sources import PACKAGE, ROOT, files, qml_code

IMPORT = re.compile(r"^\s*import\s+(Qt[\w.]*)", re.MULTILINE)


def kept_qml() -> re.Pattern[str]:
    """The pattern that the recipe keeps QML files by, read without running the recipe."""
    for node in ast.parse((ROOT / "packaging" / "gouji.spec").read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "KEPT_QML":
            assert isinstance(node.value, ast.Call)
            return re.compile(ast.literal_eval(node.value.args[0]))
    pytest.fail("packaging/gouji.spec has no KEPT_QML")


def is_kept(module: str) -> bool:
    return bool(kept_qml().match(module.replace(".", "/") + "/qmldir"))


def imported(path: Path) -> set[str]:
    return set(IMPORT.findall(qml_code(path.read_text(encoding="utf-8"))))


def test_every_imported_module_is_kept() -> None:
    sources = files(ROOT / PACKAGE, ".qml")
    modules = set().union(*(imported(path) for path in sources))
    assert bool(modules) == bool(sources)
    assert [module for module in sorted(modules) if not is_kept(module)] == []


def test_a_module_that_is_left_out_is_noticed() -> None:
    assert is_kept("QtQuick.Controls.Basic")
    assert not is_kept("QtQuick.Controls.Material")
    assert not is_kept("QtQuick.Particles")
