"""Imports go one way: rules <- bots <- table <- net <- server, table <- profile, all these <- ui <- cli."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

from tests.architecture.sources import (
    IMPORT_LINE,
    PACKAGE,
    ROOT,
    Import,
    called,
    files,
    imports,
    module_name,
    parse,
    within,
    write_tree,
)

#: Room by room, what it may import of the project besides itself. A longer name is a room within a room.
ROOMS: dict[str, tuple[str, ...]] = {
    "rules": (),
    "bots": ("rules",),
    "scenarios": ("rules",),
    "simulate": ("rules", "bots"),
    "table": ("rules", "bots"),
    "profile": ("rules", "bots", "table"),
    "net": ("rules", "bots", "table"),
    "server": ("rules", "bots", "table", "net"),
    "ui": (),
    # Where the program's files lie: for the command line and the window alike.
    "ui.resources": (),
    "ui.presenter": ("rules", "bots", "table", "profile", "net"),
    "ui.models": ("rules", "bots", "table", "profile", "net", "ui.presenter"),
    "ui.app": ("rules", "bots", "table", "profile", "net", "server", "ui.resources", "ui.presenter", "ui.models"),
    "cli": ("rules", "bots", "scenarios", "simulate", "table", "profile", "net", "server", "ui"),
    "__main__": ("cli",),
}

#: Packages from outside, and the only rooms that may import them.
OUTSIDE: dict[str, tuple[str, ...]] = {
    "PySide6": ("ui.models", "ui.app"),
    "shiboken6": ("ui.models", "ui.app"),
    "qasync": ("ui.models", "ui.app"),
    "websockets": ("net", "server"),
}

#: Standard modules that bring time, chance, or the world into what must be pure.
IMPURE = frozenset(
    {"asyncio", "concurrent", "datetime", "fileinput", "getpass", "glob", "io", "locale", "logging", "os"}
    | {
        "multiprocessing",
        "pathlib",
        "platform",
        "random",
        "sched",
        "secrets",
        "select",
        "selectors",
        "shutil",
    }
    | {"signal", "socket", "sqlite3", "subprocess", "tempfile", "threading", "time", "urllib", "uuid"}
)
IMPURE_CALLS = frozenset({"open", "print", "input", "breakpoint"})

#: `__version__` and nothing else lies at the top of the package.
TOP = f"{PACKAGE}.__version__"


def room_of(module: str) -> str | None:
    """The innermost room in which a module of the project lies; None for a place that is no room."""
    inside = module.removeprefix(f"{PACKAGE}.")
    return max((room for room in ROOMS if within(inside, room)), key=len, default=None)


def misplaced(root: Path) -> list[str]:
    """Modules that lie in no room: a new room needs its line in ROOMS."""
    names = (module_name(root, path) for path in files(root / PACKAGE, ".py"))
    return [name for name in names if name != PACKAGE and room_of(name) is None]


def forbidden(each: Import) -> bool:
    """Whether an import breaks a law."""
    room = room_of(each.importer) if each.importer != PACKAGE else ""
    if not within(each.imported, PACKAGE):
        package = each.imported.partition(".")[0]
        if room == "rules" and (package not in sys.stdlib_module_names or package in IMPURE):
            return True
        return package in OUTSIDE and room not in OUTSIDE[package]
    if each.imported == TOP:
        return False
    target = room_of(each.imported)
    if room is None or target is None:
        return True
    return target != room and not any(within(target, allowed) for allowed in ROOMS.get(room, ()))


def violations(root: Path) -> list[str]:
    seen = [each for path in files(root / PACKAGE, ".py") for each in imports(root, path)]
    return [str(each) for each in seen if forbidden(each)]


def impure_calls(root: Path) -> list[str]:
    """Calls of rules code that print, read or open."""
    return [
        f"{path}:{node.lineno}: calls {called(node)}"
        for path in files(root / PACKAGE / "rules", ".py")
        for node in ast.walk(parse(path))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and called(node) in IMPURE_CALLS
    ]


def test_every_module_lies_in_a_room() -> None:
    assert misplaced(ROOT) == [], "a new room needs its line in ROOMS and a word in docs/decisions"


def test_imports_go_one_way() -> None:
    assert violations(ROOT) == []


def test_the_rules_touch_nothing() -> None:
    assert impure_calls(ROOT) == []


def test_the_imports_were_seen() -> None:
    """As many as a plain search of the text finds, room by room: no law above holds for want of sight."""
    total = 0
    for folder in sorted(path for path in (ROOT / PACKAGE).iterdir() if path.is_dir()):
        sources = files(folder, ".py")
        floor = sum(len(IMPORT_LINE.findall(path.read_text(encoding="utf-8"))) for path in sources)
        seen = [each for path in sources for each in imports(ROOT, path)]
        assert len(seen) >= floor, folder.name
        own = [each for each in seen if within(each.imported, PACKAGE)]
        if len(sources) > 3 and folder.name != "ui":
            assert len(own) >= len(sources) // 2, folder.name
        total += len(own)
    assert total >= len(files(ROOT / PACKAGE / "rules", ".py")) - 2


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("rules/cards.py", "from gouji_desktop.bots import house"),
        ("rules/cards.py", "from ..bots.house import choose"),
        ("rules/cards.py", "import gouji_desktop.table.host"),
        ("rules/cards.py", "import random"),
        ("rules/cards.py", "from time import monotonic"),
        ("rules/cards.py", "import os.path"),
        ("rules/cards.py", "import logging"),
        ("rules/cards.py", "import io"),
        ("rules/cards.py", "import platformdirs"),
        ("rules/policies/burn.py", "def f():\n    import random"),
        ("bots/house.py", "from gouji_desktop.table.host import Host"),
        ("bots/house.py", "from gouji_desktop.simulate import runner"),
        ("scenarios/running.py", "from gouji_desktop.bots import house"),
        ("table/host.py", "if TYPE_CHECKING:\n    from gouji_desktop.net.codec import Codec"),
        ("table/host.py", "from gouji_desktop.profile import settings"),
        ("net/codec.py", "from gouji_desktop.server import gateway"),
        ("net/codec.py", "from gouji_desktop.profile import settings"),
        ("server/rooms.py", "from gouji_desktop.ui.presenter import hand"),
        ("server/rooms.py", "from PySide6.QtCore import QObject"),
        ("profile/settings.py", "import websockets"),
        ("table/host.py", "from websockets.asyncio.client import connect"),
        ("ui/presenter/hand.py", "from PySide6 import QtCore"),
        ("ui/presenter/hand.py", "from gouji_desktop.ui.models import hand"),
        ("ui/presenter/hand.py", "import importlib\nimportlib.import_module('PySide6.QtCore')"),
        ("ui/models/hand.py", "from gouji_desktop.ui.app import wiring"),
        ("ui/models/hand.py", "from gouji_desktop.server import rooms"),
        ("ui/app/wiring.py", "from gouji_desktop.cli import main"),
        ("cli.py", "from PySide6.QtWidgets import QApplication"),
        ("cli.py", "import qasync"),
        ("__main__.py", "from gouji_desktop.ui.app import wiring"),
        ("rules/cards.py", "from gouji_desktop.helpers import anything"),
    ],
)
def test_a_turned_arrow_is_found(tmp_path: Path, path: str, line: str) -> None:
    tree = write_tree(tmp_path, {f"{PACKAGE}/__init__.py": "", f"{PACKAGE}/{path}": line + "\n"})
    assert len(violations(tree)) == 1


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("rules/cards.py", "from enum import IntEnum\nfrom .seats import Seat\nimport hashlib"),
        ("bots/house.py", "import random\nfrom gouji_desktop.rules.cards import Rank"),
        ("table/host.py", "from gouji_desktop.bots import house\nfrom gouji_desktop import __version__"),
        ("server/rooms.py", "import websockets\nfrom gouji_desktop.net.codec import Codec"),
        ("ui/models/hand.py", "from PySide6.QtCore import QObject\nfrom ..presenter.hand import Hand"),
        ("ui/app/wiring.py", "import qasync\nfrom gouji_desktop.server import rooms"),
        ("cli.py", "from gouji_desktop.ui.app import wiring"),
        ("__main__.py", "from gouji_desktop.cli import main"),
    ],
)
def test_a_lawful_import_is_left_alone(tmp_path: Path, path: str, line: str) -> None:
    tree = write_tree(tmp_path, {f"{PACKAGE}/__init__.py": "", f"{PACKAGE}/{path}": line + "\n"})
    assert violations(tree) == []


def test_other_faults_are_found(tmp_path: Path) -> None:
    tree = write_tree(
        tmp_path,
        {f"{PACKAGE}/helpers.py": "", f"{PACKAGE}/rules/cards.py": "def f():\n    print(open('x'))\n"},
    )
    assert misplaced(tree) == [f"{PACKAGE}.helpers"]
    assert len(impure_calls(tree)) == 2
