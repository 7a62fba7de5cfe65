"""What `start.py` does: make `.venv`, install the project into it, hand over to the program or to the checks.

Standard library only. The environment is made anew when the interpreter or the place of the checkout changes,
and installed into again when pyproject.toml changes; a stamp that is written last says what it was made for,
so that a set-up that was cut short is begun again.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".venv"
STAMP = VENV / "gouji-setup.json"
LOG = VENV / "gouji-setup.log"
LOCK = ROOT / ".venv.lock"

NETWORK_TROUBLE = re.compile(
    r"NewConnectionError|ConnectTimeout|ReadTimeout|Failed to establish a new connection|name resolution"
    r"|Max retries|Could not fetch URL|Read timed out|Network is unreachable|getaddrinfo failed|ProxyError"
    r"|Connection (?:refused|reset|broken|aborted)|after connection broken by"
)


class SetupError(Exception):
    """The set-up cannot go on; the text is one sentence for the person in front of the screen."""


def main(arguments: Sequence[str]) -> int:
    """Set up what is needed, then run the program or, for `test`, the checks."""
    testing = arguments[:1] == ["test"]
    try:
        python = set_up(["dev"] if testing else [])
    except SetupError as error:
        print(f"start.py: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nstart.py: the set-up was interrupted; start again to finish it.", file=sys.stderr)
        return 130
    if testing:
        return hand_over([str(python), str(ROOT / "tools" / "check.py"), *arguments[1:]])
    return hand_over([str(python), "-m", "gouji_desktop", *arguments])


def set_up(extras: Sequence[str] = ()) -> Path:
    """Make sure that `.venv` holds the project with these extras; the path of its interpreter."""
    if VENV.is_symlink():
        raise SetupError(".venv is a link; remove it and start again.")
    with only_one():
        wanted = description()
        found = read_stamp()
        python = interpreter()
        same_base = found.get("base") == wanted["base"] and python.exists()
        installed = set(found.get("extras", ()))
        if same_base and found.get("project") == wanted["project"] and installed >= set(extras):
            return python
        STAMP.unlink(missing_ok=True)
        if not same_base:
            installed = set()
            create()
        wanted["extras"] = sorted(installed | set(extras))
        install(python, wanted["extras"])
        write_stamp(wanted)
    say("ready")
    return python


def description() -> dict[str, Any]:
    """What an environment must have been made for to be of use now."""
    base = [sys.version, os.path.realpath(getattr(sys, "_base_executable", sys.executable)), str(ROOT)]
    return {"base": base, "project": hashlib.sha256((ROOT / "pyproject.toml").read_bytes()).hexdigest()}


def interpreter() -> Path:
    """The Python of the environment."""
    return VENV / "Scripts" / "python.exe" if os.name == "nt" else VENV / "bin" / "python"


def read_stamp() -> dict[str, Any]:
    """What the environment says it was made for; nothing if it was never finished."""
    try:
        stamp = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def write_stamp(stamp: dict[str, Any]) -> None:
    """Say that the environment is finished; all of it or nothing."""
    draft = STAMP.with_suffix(".part")
    draft.write_text(json.dumps(stamp, indent=1), encoding="utf-8")
    draft.replace(STAMP)


def create() -> None:
    """Make an empty environment, in the place of whatever was there."""
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    if not (importlib.util.find_spec("venv") and importlib.util.find_spec("ensurepip")):
        raise SetupError(
            f"this Python cannot make virtual environments: install the package python{version}-venv "
            "(python3-venv on Debian and Ubuntu) and start again."
        )
    say(f"making .venv with Python {version}")
    try:
        if VENV.exists():
            shutil.rmtree(VENV)
    except OSError as error:
        reason = f"the old .venv cannot be removed ({error}): close what uses it and start again."
        raise SetupError(reason) from error
    command = [sys.executable, "-I", "-m", "venv", str(VENV)]
    made = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    if made.returncode:
        last = (made.stdout + made.stderr).strip().splitlines()[-1:] or ["no reason was given"]
        raise SetupError(f"the virtual environment .venv could not be made: {last[0]}")


def install(python: Path, extras: Sequence[str]) -> None:
    """Install the project in place, with what it needs; pip's own words go to a log."""
    say("installing what the project needs (the first time this downloads about 100 MB)")
    project = str(ROOT) + (f"[{','.join(extras)}]" if extras else "")
    command = [str(python), "-I", "-m", "pip", "install", "--no-input", "--disable-pip-version-check"]
    command += ["--progress-bar=off", "--retries=3", "--editable", project]
    with (
        LOG.open("w", encoding="utf-8") as log,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as pip,
    ):
        for raw in pip.stdout or ():
            line = raw.decode("utf-8", "replace").replace("\r\n", "\n")
            log.write(line)
            report(line)
    if pip.returncode:
        raise SetupError(why_pip_failed(LOG.read_text(encoding="utf-8")))


def report(line: str) -> None:
    """Let the person see what pip is at."""
    words = line.split()
    if words[:1] == ["Collecting"] and len(words) > 1:
        say(f"  {words[1]}")
    elif line.startswith("Installing collected packages"):
        say("  unpacking")


def why_pip_failed(log: str) -> str:
    """One sentence for pip's many."""
    where = f"(details in {LOG.relative_to(ROOT)})"
    if "No space left on device" in log:
        return f"the disk is full: the project needs about 700 MB {where}."
    if NETWORK_TROUBLE.search(log):
        return f"the packages could not be downloaded: check the network connection and start again {where}."
    errors = [line.removeprefix("ERROR: ").strip() for line in log.splitlines() if line.startswith("ERROR: ")]
    reason = errors[-1].rstrip(".") if errors else "it gave no reason"
    return f"pip could not install the project: {reason} {where}."


@contextlib.contextmanager
def only_one() -> Iterator[None]:
    """Keep a second set-up of the same checkout waiting until the first has ended."""
    try:
        lock = LOCK.open("a+b")
    except OSError as error:
        raise SetupError(f"nothing can be written in the project's folder ({error.strerror}).") from error
    with lock:
        if not try_lock(lock.fileno()):
            say("waiting for another set-up of this folder to end")
            wait_for_lock(lock.fileno())
        try:
            yield
        except OSError as error:
            raise SetupError(f"the set-up failed: {error}") from error


if sys.platform == "win32":
    import msvcrt
    import time

    def try_lock(descriptor: int) -> bool:
        """Take the lock if it is free; Windows gives it back when the file is closed."""
        os.lseek(descriptor, 0, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def wait_for_lock(descriptor: int) -> None:
        """Wait until the lock is free and take it."""
        while not try_lock(descriptor):
            time.sleep(0.5)

else:
    import fcntl

    def try_lock(descriptor: int) -> bool:
        """Take the lock if it is free; it is given back when the file is closed."""
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True

    def wait_for_lock(descriptor: int) -> None:
        """Wait until the lock is free and take it."""
        fcntl.flock(descriptor, fcntl.LOCK_EX)


def hand_over(command: Sequence[str]) -> int:
    """Run a command of the environment in the place of this process; on Windows, wait for it."""
    # Python before 3.13 reads the file that an editable install leaves in the machine's own encoding, which
    # fails on a Windows folder with Chinese in its name: name the folder here too.
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    environment.pop("PYTHONHOME", None)
    sys.stdout.flush()
    if os.name != "nt":
        os.execve(command[0], list(command), environment)  # signals and exit code become the command's own
    try:
        return subprocess.run(command, env=environment, check=False).returncode
    except KeyboardInterrupt:
        return 130


def say(line: str) -> None:
    """One line of progress."""
    print(f"start.py: {line}", file=sys.stderr, flush=True)
