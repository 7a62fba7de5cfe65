"""Reading the project's own source, for the tests of its architecture.

Everything takes the folder to read, so that each test can also be given a small tree in which the law is
broken.
"""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = "gouji_desktop"
LEFT_OUT = {".git", ".venv", "build", "dist", "__pycache__", ".mypy_cache", ".ruff_cache", ".pytest_cache"}

IMPORT_LINE = re.compile(r"^\s*from\s+[\w.]+\s+import\b", re.MULTILINE)


@dataclass(frozen=True)
class Import:
    """One name that one file imports."""

    path: Path
    line: int
    importer: str
    imported: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.importer} imports {self.imported}"


def files(root: Path, *suffixes: str) -> list[Path]:
    """The source files under a folder, without what is built."""
    return sorted(
        path
        for path in root.rglob("*")
        if path.suffix in suffixes and path.is_file() and not LEFT_OUT & set(path.relative_to(root).parts)
    )


def committed(root: Path) -> list[Path]:
    """What git holds; where there is no git (an unpacked source archive), every file."""
    try:
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=root, capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return [path for path in root.rglob("*") if path.is_file() and not LEFT_OUT & set(path.parts)]
    return [path for name in listed.decode().split("\0") if name and (path := root / name).is_file()]


def parse(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def module_name(root: Path, path: Path) -> str:
    """The dotted name of a file: `gouji_desktop.rules.cards`."""
    parts = list(path.relative_to(root).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(root: Path, path: Path) -> Iterator[Import]:
    """Every import of a file: at the top, inside a function, for type checking only, or by importlib."""
    name = module_name(root, path)
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(parse(path)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(path, node.lineno, name, alias.name)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*above, *([base] if base else [])])
            for alias in node.names:
                yield Import(path, node.lineno, name, f"{base}.{alias.name}")
        elif isinstance(node, ast.Call) and called(node) in {"import_module", "__import__"}:
            for argument in node.args[:1]:
                if isinstance(argument, ast.Constant):
                    yield Import(path, node.lineno, name, str(argument.value))


def called(node: ast.Call) -> str:
    """The last word of what is called: `loads` for `json.loads(...)`."""
    if isinstance(node.func, ast.Attribute):
        return node.func.attr
    return node.func.id if isinstance(node.func, ast.Name) else ""


def within(name: str, package: str) -> bool:
    """Whether a dotted name is a package or lies in it."""
    return name == package or name.startswith(package + ".")


def docstrings(tree: ast.Module) -> set[int]:
    """The ids of the constants that are docstrings (or other strings that stand alone)."""
    return {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}


def qml_code(text: str) -> str:
    """QML with comments and the contents of strings blanked out, every line and column where it was."""
    token = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`", re.DOTALL)
    return token.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)


def write_tree(root: Path, tree: dict[str, str]) -> Path:
    """Write a small sample project."""
    for name, text in tree.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root
