"""Builds the program as one folder and tries it: `python3 packaging/build.py`.

Sets `.venv` up with PyInstaller, builds dist/gouji-desktop, copies it into a folder with a space and Chinese in
its name and runs its self-test there without any environment, as on a machine that has never seen Python.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NAME = "gouji-desktop"
FOREIGN_FOLDER = "测试 用户"

#: Words on stderr that a program in good health does not say, also where it ends well.
COMPLAINTS = re.compile(r"Traceback|\bError\b|cannot open shared object|is not installed|Failed to|qrc:|\.qml:\d")


class BuildError(Exception):
    """The build or its trial failed; the text says how."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Build, then try what was built."""
    parser = argparse.ArgumentParser(description="Build the program as one folder, and try it.")
    parser.add_argument("--dist", type=Path, default=ROOT / "dist", help="where the folder goes (default: dist)")
    parser.add_argument("--no-smoke", action="store_true", help="do not try the result")
    parser.add_argument("--smoke-only", action="store_true", help="only try what was built before")
    options = parser.parse_args(arguments)
    bundle = options.dist.resolve() / NAME
    try:
        if not options.smoke_only:
            build(bundle)
            print(f"build: {bundle} holds {size(bundle) / 1e6:.0f} MB")
        if not options.no_smoke:
            print(f"build: self-test passed\n{smoke(bundle)}")
    except BuildError as error:
        print(f"build: {error}", file=sys.stderr)
        return 1
    return 0


def build(bundle: Path) -> None:
    """Make the folder with PyInstaller in the project's own environment."""
    sys.path.insert(0, str(ROOT))
    from tools.bootstrap import SetupError, set_up

    try:
        python = set_up(["bundle"])
    except SetupError as error:
        raise BuildError(str(error)) from error
    print("build: PyInstaller (about half a minute)", flush=True)
    shutil.rmtree(bundle, ignore_errors=True)
    command = [str(python), "-m", "PyInstaller", str(ROOT / "packaging" / "gouji.spec"), "--noconfirm"]
    command += [
        "--log-level",
        "ERROR",
        "--distpath",
        str(bundle.parent),
        "--workpath",
        str(ROOT / "build" / "bundle"),
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode:
        raise BuildError(f"PyInstaller failed:\n{done.stdout}{done.stderr}")


def smoke(bundle: Path) -> str:
    """Run the self-test of a copy in a foreign folder with an empty environment; what it said."""
    if not bundle.is_dir():
        raise BuildError(f"there is nothing to try at {bundle}")
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder, FOREIGN_FOLDER)
        copy = home / NAME
        shutil.copytree(bundle, copy, symlinks=True)
        program = copy / (f"{NAME}.exe" if os.name == "nt" else NAME)
        environment = {"GOUJI_HOME": str(home / "profile")}
        if os.name == "nt":
            environment |= {name: os.environ[name] for name in ("SYSTEMROOT", "TEMP") if name in os.environ}
        try:
            done = subprocess.run(
                [str(program), "self-test"],
                cwd=home,
                env=environment,
                capture_output=True,
                encoding="utf-8",
                errors="replace",
                timeout=300,
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            raise BuildError("the self-test did not end within 5 minutes") from error
    said = f"{done.stdout}{done.stderr}".strip()
    if done.returncode:
        raise BuildError(f"the self-test ended with code {done.returncode}:\n{said}")
    if complaint := COMPLAINTS.search(done.stderr):
        raise BuildError(f"the self-test passed but complained ({complaint.group()!r}):\n{done.stderr}")
    return said


def size(folder: Path) -> int:
    """Bytes of everything in a folder, links not followed."""
    return sum(path.lstat().st_size for path in folder.rglob("*") if not path.is_dir())


if __name__ == "__main__":
    sys.exit(main())
