"""No module over 500 lines, no class over 25 public methods."""

from __future__ import annotations

import ast
import functools
from pathlib import Path

from tests.architecture.sources import ROOT, files, parse, write_tree

LINES = 500
METHODS = 25

#: Files (as written below the root) and classes (`path:Class`) that may be larger, each with its reason.
EXEMPT: dict[str, str] = {
    "tests/chaos/machine.py:TableMachine": "every rule of a state machine of hypothesis is a public method",
}


def long_modules(root: Path) -> dict[str, int]:
    lengths = {
        path.relative_to(root).as_posix(): len(path.read_text(encoding="utf-8").splitlines())
        for path in files(root, ".py", ".qml")
    }
    return {name: length for name, length in lengths.items() if length > LINES}


def wide_classes(root: Path) -> dict[str, int]:
    """Classes with many public names that can be called or read; a property counts once."""
    wide = {}
    for path in files(root, ".py"):
        for node in ast.walk(parse(path)):
            if isinstance(node, ast.ClassDef):
                names = {
                    each.name
                    for each in node.body
                    if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef) and not each.name.startswith("_")
                }
                if len(names) > METHODS:
                    wide[f"{path.relative_to(root).as_posix()}:{node.name}"] = len(names)
    return wide


@functools.cache
def too_large() -> dict[str, int]:
    """What the project has of both; everything is read for it, and once is enough."""
    return long_modules(ROOT) | wide_classes(ROOT)


def test_sizes() -> None:
    found = too_large()
    assert {name: size for name, size in found.items() if name not in EXEMPT} == {}


def test_exemptions_are_still_needed_and_have_a_reason() -> None:
    found = too_large()
    assert set(EXEMPT) <= set(found)
    assert all(EXEMPT.values())


def test_large_ones_are_found(tmp_path: Path) -> None:
    methods = "".join(f"    def method{number}(self): ...\n" for number in range(METHODS + 1))
    at_the_limit = methods.replace("method25", "_method25")
    tree = write_tree(
        tmp_path,
        {
            "long.py": "\n" * (LINES + 1),
            "fitting.py": "\n" * LINES,
            "Long.qml": "\n" * (LINES + 1),
            "wide.py": f"class Wide:\n{methods}\nclass Fitting:\n{at_the_limit}",
            "build/long.py": "\n" * (LINES + 1),
        },
    )
    assert set(long_modules(tree)) == {"long.py", "Long.qml"}
    assert wide_classes(tree) == {"wide.py:Wide": METHODS + 1}
