"""Whether there is a screen to draw on, found out before Qt starts: Qt itself would abort the process."""

from __future__ import annotations

import socket
import sys
from collections.abc import Mapping
from pathlib import Path

PATIENCE = 2.0
"""How long a display may take to accept a connection, in seconds."""
X_SOCKETS = Path("/tmp", ".X11-unix")  # noqa: S108 - where every X server of this system listens
WAYS_ON = (
    'run it as `xvfb-run -a -s "-screen 0 1280x800x24" gouji-desktop`, '
    "or see it play with `gouji-desktop self-test --screenshots DIR`"
)


def display_trouble(environment: Mapping[str, str], platform: str = sys.platform) -> str:
    """One sentence on why no window can be opened, "" where one can.

    A caller who chose a platform (`QT_QPA_PLATFORM`) knows what he does.
    """
    if environment.get("QT_QPA_PLATFORM") or not platform.startswith(("linux", "freebsd", "openbsd", "netbsd")):
        return ""
    wayland, x11 = environment.get("WAYLAND_DISPLAY", ""), environment.get("DISPLAY", "")
    if not wayland and not x11:
        return f"there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set): {WAYS_ON}."
    if wayland and wayland_answers(wayland, environment.get("XDG_RUNTIME_DIR", "")):
        return ""
    if x11 and x11_answers(x11):
        return ""
    dead = " and ".join(f"{name}={value}" for name, value in (("WAYLAND_DISPLAY", wayland), ("DISPLAY", x11)) if value)
    return f"the display does not answer ({dead}): {WAYS_ON}."


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
    except (OSError, OverflowError):
        return False


def _answers(family: int, address: str) -> bool:
    try:
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.settimeout(PATIENCE)
            probe.connect(address)
            return True
    except OSError:
        return False
