"""Nothing reads or runs what a stranger wrote as code: no pickle, eval, exec or yaml."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.architecture.sources import PACKAGE, ROOT, called, files, imports, parse, qml_code, write_tree

MODULES = frozenset({"pickle", "cPickle", "dill", "cloudpickle", "marshal", "shelve", "jsonpickle", "yaml", "ruamel"})
CALLS = frozenset({"eval", "exec", "compile"})
QML_CALLS = ("eval(", "Function(", "createQmlObject(")
FOLDERS = (PACKAGE, "tools", "packaging")


def dangerous(root: Path) -> list[str]:
    found = []
    for path in [path for folder in FOLDERS for path in files(root / folder, ".py")]:
        found += [str(each) for each in imports(root, path) if each.imported.partition(".")[0] in MODULES]
        found += [
            f"{path}:{node.lineno}: calls {called(node)}"
            for node in ast.walk(parse(path))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and called(node) in CALLS
        ]
    for path in files(root / PACKAGE, ".qml", ".js", ".mjs"):
        code = qml_code(path.read_text(encoding="utf-8"))
        found += [f"{path}: {call}" for call in QML_CALLS if call in code]
    return found


def test_nothing_dangerous() -> None:
    assert dangerous(ROOT) == []


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("table/log.py", "import pickle\n"),
        ("table/log.py", "from yaml import safe_load\n"),
        ("table/log.py", "def f(text):\n    import marshal\n"),
        ("bots/house.py", "value = eval('1')\n"),
        ("bots/house.py", "exec('pass')\n"),
        ("bots/house.py", "code = compile('1', '', 'eval')\n"),
        ("ui/qml/Gouji/Table/Seat.qml", "Item { Component.onCompleted: eval(name) }\n"),
        ("ui/qml/Gouji/Table/Seat.qml", "Item { Component.onCompleted: Qt.createQmlObject(name, this) }\n"),
    ],
)
def test_the_dangerous_is_found(tmp_path: Path, path: str, text: str) -> None:
    assert len(dangerous(write_tree(tmp_path, {f"{PACKAGE}/{path}": text}))) == 1


def test_words_and_namesakes_are_left_alone(tmp_path: Path) -> None:
    tree = {
        f"{PACKAGE}/table/log.py": '"""No eval(), no pickle."""\nimport re\npattern = re.compile("a")\n',
        f"{PACKAGE}/ui/qml/Gouji/Table/Seat.qml": "Item { // eval(name)\n property var name: 'eval(x)' }\n",
    }
    assert dangerous(write_tree(tmp_path, tree)) == []
