"""Whether there is a screen to draw on, found out before Qt starts: Qt itself would abort the process."""

from __future__ import annotations

import os
import shutil
import socket
import sys
from collections.abc import Mapping
from pathlib import Path

PATIENCE = 2.0
"""How long a display may take to accept a connection, in seconds."""
X_SOCKETS = Path("/tmp", ".X11-unix")  # noqa: S108 - where every X server of this system listens
COMMAND = "gouji-desktop"
CHECKOUT = Path(__file__).resolve().parents[3]
"""The folder that start.py lies in, where the program was not installed elsewhere."""


def own_command(search_path: str | None = None, root: Path = CHECKOUT) -> str:
    """How the program is called from here: by its name, or by start.py where only the checkout has it."""
    installed = shutil.which(COMMAND, path=search_path) is not None
    return COMMAND if installed or not (root / "start.py").is_file() else "python3 start.py"


def ways_on() -> str:
    """What can be done without a display."""
    command = own_command()
    return (
        f'run it as `xvfb-run -a -s "-screen 0 1280x800x24" {command}`, '
        f"or see it play with `{command} self-test --screenshots DIR`"
    )


#: Names of Qt's platforms that need no screen; the frozen program carries two of them.
UNSEEN = ("offscreen", "minimal") if getattr(sys, "frozen", False) else ("offscreen", "minimal", "vnc")
#: The platform of a system that has one for itself.
NATIVE = {"win32": "windows", "darwin": "cocoa"}


def display_trouble(environment: Mapping[str, str], platform: str = sys.platform) -> str:
    """One sentence on why no window can be opened, "" where one can.

    A platform that was chosen (`QT_QPA_PLATFORM`, several apart by `;`) is trusted where it needs no screen.
    """
    unix = platform.startswith(("linux", "freebsd", "openbsd", "netbsd"))
    chosen = _chosen(environment)
    if not chosen:
        return _no_display(environment) if unix else ""
    troubles = [_platform_trouble(name, environment, platform, unix=unix) for name in chosen]
    return "" if "" in troubles else troubles[0]


def is_seen(environment: Mapping[str, str] | None = None) -> bool:
    """Whether a person sees what is drawn."""
    return not set(_chosen(os.environ if environment is None else environment)) & set(UNSEEN)


def _chosen(environment: Mapping[str, str]) -> list[str]:
    """The platforms that were chosen, without what is said to them."""
    chosen = environment.get("QT_QPA_PLATFORM", "").split(";")
    return [name.partition(":")[0].strip().lower() for name in chosen if name.strip()]


def _platform_trouble(name: str, environment: Mapping[str, str], platform: str, *, unix: bool) -> str:
    if name in UNSEEN or name == NATIVE.get(platform):
        return ""
    if unix and name.startswith("xcb"):
        x11 = environment.get("DISPLAY", "")
        return "" if x11_answers(x11) else f"the display does not answer (DISPLAY={x11}): {ways_on()}."
    if unix and name.startswith("wayland"):
        wayland = environment.get("WAYLAND_DISPLAY") or "wayland-0"
        found = wayland_answers(wayland, environment.get("XDG_RUNTIME_DIR", ""))
        return "" if found else f"the display does not answer (WAYLAND_DISPLAY={wayland}): {ways_on()}."
    known = ", ".join((NATIVE.get(platform, "xcb, wayland"), *UNSEEN))
    return f"QT_QPA_PLATFORM={name!r} is no platform that the window can open on (these are: {known})."


def _no_display(environment: Mapping[str, str]) -> str:
    wayland, x11 = environment.get("WAYLAND_DISPLAY", ""), environment.get("DISPLAY", "")
    if not wayland and not x11:
        return f"there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set): {ways_on()}."
    if wayland and wayland_answers(wayland, environment.get("XDG_RUNTIME_DIR", "")):
        return ""
    if x11 and x11_answers(x11):
        return ""
    dead = " and ".join(f"{name}={value}" for name, value in (("WAYLAND_DISPLAY", wayland), ("DISPLAY", x11)) if value)
    return f"the display does not answer ({dead}): {ways_on()}."


def wayland_answers(name: str, runtime: str) -> bool:
    """Whether a compositor listens at that name."""
    path = Path(name) if name.startswith("/") else Path(runtime, name)
    return (name.startswith("/") or bool(runtime)) and _answers(socket.AF_UNIX, str(path))


def x11_answers(display: str) -> bool:
    """Whether an X server listens at that address (`:0`, `host:10.0`)."""
    host, _, rest = display.rpartition(":")
    number = rest.partition(".")[0]
    if not number.isdecimal():
        return False
    if host.startswith("/"):
        return _answers(socket.AF_UNIX, f"{host}:{rest}")
    if host in {"", "unix"}:
        path = str(X_SOCKETS / f"X{number}")
        return _answers(socket.AF_UNIX, path) or _answers(socket.AF_UNIX, "\0" + path)
    try:
        with socket.create_connection((host.strip("[]"), 6000 + int(number)), timeout=PATIENCE):
            return True
    except (OSError, OverflowError, ValueError):
        return False


def _answers(family: int, address: str) -> bool:
    try:
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.settimeout(PATIENCE)
            probe.connect(address)
            return True
    except (OSError, ValueError):
        return False
