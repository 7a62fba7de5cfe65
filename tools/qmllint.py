"""Checks the QML files with qmllint, which is told of the types that Python registers.

qmllint knows nothing of `@QmlElement` classes by itself. So their descriptions are generated first
(metaobjectdump, qmltyperegistrar) into build/qmltypes, one folder for each QML_IMPORT_NAME. Every warning
counts as an error.

Two limits of metaobjectdump: a file that registers types must not say `from . import name` (but may say
`from .module import name`), and only methods with a plain `@Slot` are seen.
"""

from __future__ import annotations

import ast
import json
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import PySide6

ROOT = Path(__file__).resolve().parents[1]
REGISTERING = re.compile(
    r"^@(?:QtQml\.)?Qml(?:Element|NamedElement|Singleton|Anonymous|Uncreatable)\b", re.MULTILINE
)
FOREIGN = ("core", "gui", "qml", "qmlmodels", "quick")


class LintError(Exception):
    """A tool failed or found something; the text is what it said."""


@dataclass
class Module:
    """A QML module whose types are written in Python."""

    name: str
    version: tuple[int, int]
    files: list[Path] = field(default_factory=list)


def main() -> int:
    """Check the project's own QML."""
    package = ROOT / "gouji_desktop" / "ui"
    try:
        count = lint(package / "models", package / "qml", ROOT / "build" / "qmltypes")
    except LintError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"qmllint: {count} QML files, nothing found")
    return 0


def lint(models: Path, qml: Path, build: Path) -> int:
    """Check every QML file under qml/Gouji; how many there were. Raises LintError with what was found."""
    files = sorted((qml / "Gouji").rglob("*.qml"))
    shutil.rmtree(build, ignore_errors=True)
    build.mkdir(parents=True)
    for module in registered(models):
        describe(module, build)
    if files:
        run("qmllint", "--max-warnings", "0", "-I", str(qml), "-I", str(build), *map(str, files))
    return len(files)


def registered(models: Path) -> list[Module]:
    """The QML modules that the Python files under a folder register types for."""
    modules: dict[str, Module] = {}
    for path in sorted(models.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if not REGISTERING.search(text):
            continue
        constants = named_constants(text)
        name = constants.get("QML_IMPORT_NAME")
        if not isinstance(name, str):
            raise LintError(f"{path}: registers QML types without a QML_IMPORT_NAME")
        major, minor = (constants.get(f"QML_IMPORT_{part}_VERSION", 0) for part in ("MAJOR", "MINOR"))
        module = modules.setdefault(name, Module(name, (int(str(major)) or 1, int(str(minor)))))
        module.files.append(path)
    return list(modules.values())


def named_constants(text: str) -> dict[str, object]:
    """The constants that a module assigns to plain names at its top level."""
    return {
        target.id: node.value.value
        for node in ast.parse(text).body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name)
    }


def describe(module: Module, build: Path) -> None:
    """Write the qmltypes and the qmldir of one module."""
    folder = build.joinpath(*module.name.split("."))
    folder.mkdir(parents=True)
    dump = build / f"{module.name}.json"
    run("metaobjectdump", "-c", "-o", str(dump), *map(str, module.files))
    complete(dump)
    metatypes = Path(PySide6.__file__).parent / "Qt" / "metatypes"
    if not metatypes.is_dir():
        metatypes = Path(PySide6.__file__).parent / "metatypes"
    foreign = ",".join(str(metatypes / f"qt6{name}_metatypes.json") for name in FOREIGN)
    run(
        "qmltyperegistrar",
        "--generate-qmltypes",
        str(folder / "plugins.qmltypes"),
        "-o",
        str(build / f"{module.name}.cpp"),
        str(dump),
        "--import-name",
        module.name,
        "--major-version",
        str(module.version[0]),
        "--minor-version",
        str(module.version[1]),
        f"--foreign-types={foreign}",
    )
    qmldir = f"module {module.name}\ntypeinfo plugins.qmltypes\ndepends QtQuick\n"
    (folder / "qmldir").write_text(qmldir, encoding="utf-8")


def complete(dump: Path) -> None:
    """Say which properties are constant, and that a child of a class of another file is an object as well.

    metaobjectdump passes over `constant=True` and looks into one file at a time.
    """
    described = json.loads(dump.read_text(encoding="utf-8"))
    objects = {kind["className"] for entry in described for kind in entry["classes"] if kind.get("object")}
    for entry in described:
        constants = constant_properties(Path(entry["inputFile"]).read_text(encoding="utf-8"))
        for kind in entry["classes"]:
            if any(parent["name"] in objects for parent in kind.get("superClasses", ())):
                kind["object"] = True
            for each in kind.get("properties", ()):
                if (kind["className"], each["name"]) in constants:
                    each["constant"] = True
    dump.write_text(json.dumps(described), encoding="utf-8")


def constant_properties(text: str) -> set[tuple[str, str]]:
    """(class, property) of every `@Property(..., constant=True)`."""
    return {
        (kind.name, method.name)
        for kind in ast.walk(ast.parse(text))
        if isinstance(kind, ast.ClassDef)
        for method in kind.body
        if isinstance(method, ast.FunctionDef)
        for decorator in method.decorator_list
        if isinstance(decorator, ast.Call)
        for keyword in decorator.keywords
        if keyword.arg == "constant" and isinstance(keyword.value, ast.Constant) and keyword.value.value is True
    }


def run(tool: str, *arguments: str) -> None:
    """Run one of PySide6's tools as its own launcher would."""
    launch = f"import sys; from PySide6.scripts.pyside_tool import {tool}; sys.exit({tool}())"
    command = [sys.executable, "-c", launch, *arguments]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace", check=False)
    if done.returncode:
        said = (done.stdout + done.stderr).strip() or f"no word, exit code {done.returncode}"
        raise LintError(f"{tool}: {said}")


if __name__ == "__main__":
    sys.exit(main())
