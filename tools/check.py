"""All checks of the project, one after the other: `python3 start.py test [arguments of pytest]`.

ruff, mypy, then the test-suite, of which qmllint is a part. Every step runs, also after one that found
something; the exit code is that of the test-suite, or of the first other step that found something.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def main(arguments: Sequence[str]) -> int:
    """Run every step; 0 if none of them found anything."""
    # Many tests wait (for a window, a socket, a process): one more than there are processors keeps these busy.
    workers = max(2, os.cpu_count() or 1) + 1
    steps = {
        "ruff": ["ruff", "check"],
        "mypy": ["mypy"],
        "tests": ["pytest", "-n", str(workers), *arguments],
    }
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    # Every worker of the test-suite compiles all tests when nobody has before: one does, beside the other steps.
    compiling = subprocess.Popen(
        [sys.executable, "-m", "pytest", "--collect-only", "-q"],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    codes: dict[str, int] = {}
    for name, command in steps.items():
        if name == "tests":
            compiling.wait()
        print(f"check: {name} ({' '.join(command)})", flush=True)
        start = time.monotonic()
        codes[name] = subprocess.run(
            [sys.executable, "-m", *command], cwd=ROOT, env=environment, check=False
        ).returncode
        took = time.monotonic() - start
        print(f"check: {name} {'passed' if codes[name] == 0 else 'FAILED'} in {took:.1f} s", flush=True)
    failed = [name for name, code in codes.items() if code]
    print(f"check: {'FAILED: ' + ', '.join(failed) if failed else 'all passed'}", flush=True)
    return codes["tests"] or next((code for code in codes.values() if code), 0)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
