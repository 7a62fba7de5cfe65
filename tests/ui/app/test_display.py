"""The screen is looked for before Qt starts."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from gouji_desktop.ui.app.display import display_trouble, is_seen, wayland_answers, x11_answers

ROOT = Path(__file__).resolve().parents[3]


def test_no_display_names_the_ways_on() -> None:
    said = display_trouble({}, "linux")
    assert "no display" in said
    assert "xvfb-run" in said
    assert "self-test --screenshots" in said
    assert said.count("\n") == 0


@pytest.mark.parametrize(
    "variables", [{"DISPLAY": ":4711"}, {"WAYLAND_DISPLAY": "wayland-77"}, {"DISPLAY": "nonsense"}]
)
def test_a_dead_display_is_said(variables: dict[str, str], tmp_path: Path) -> None:
    said = display_trouble(variables | {"XDG_RUNTIME_DIR": str(tmp_path)}, "linux")
    assert "does not answer" in said
    assert next(iter(variables.values())) in said


@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_other_systems_always_have_one(platform: str) -> None:
    assert display_trouble({}, platform) == ""


@pytest.mark.parametrize(
    "name", ["offscreen", "minimal", "vnc", "offscreen:size=800x600", "Offscreen", "xcb;offscreen"]
)
@pytest.mark.parametrize("system", ["linux", "freebsd14", "win32", "darwin"])
def test_a_platform_without_a_screen_is_trusted(name: str, system: str) -> None:
    assert display_trouble({"QT_QPA_PLATFORM": name}, system) == ""
    assert not is_seen({"QT_QPA_PLATFORM": name})


@pytest.mark.parametrize("name", ["xcb", "xcb:x", "wayland", "wayland-egl", "wayland;xcb"])
def test_a_chosen_display_is_asked_too(name: str, tmp_path: Path) -> None:
    dead = {"DISPLAY": ":4711", "WAYLAND_DISPLAY": "wayland-77", "XDG_RUNTIME_DIR": str(tmp_path)}
    for variables in (dead, {}):
        said = display_trouble(variables | {"QT_QPA_PLATFORM": name}, "linux")
        assert "does not answer" in said
        assert said.count("\n") == 0
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "wayland-77"))
        server.listen()
        assert (display_trouble(dead | {"QT_QPA_PLATFORM": name}, "linux") == "") == ("wayland" in name)


@pytest.mark.parametrize(
    ("name", "system"),
    [("nonsense", "linux"), ("windows", "linux"), ("eglfs", "linux"), ("xcb", "darwin"), ("?", "win32")],
)
def test_a_platform_that_is_none_is_said(name: str, system: str) -> None:
    said = display_trouble({"QT_QPA_PLATFORM": name}, system)
    assert repr(name) in said
    assert said.count("\n") == 0
    assert display_trouble({"QT_QPA_PLATFORM": "cocoa"}, "darwin") == ""
    assert display_trouble({"QT_QPA_PLATFORM": "windows:darkmode=2"}, "win32") == ""


def test_a_listening_compositor_is_found(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "wayland-9"))
        server.listen()
        assert wayland_answers("wayland-9", str(tmp_path))
        assert wayland_answers(str(tmp_path / "wayland-9"), "")
        found = display_trouble({"WAYLAND_DISPLAY": "wayland-9", "XDG_RUNTIME_DIR": str(tmp_path)}, "linux")
        assert found == ""
    assert not wayland_answers("wayland-9", str(tmp_path))


@pytest.mark.parametrize("text", ["", "7", ":", ":x", "host:99999999"])
def test_what_is_no_display_address_is_refused(text: str) -> None:
    assert not x11_answers(text)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems always have a screen")
@pytest.mark.parametrize(
    "variables", [{}, {"QT_QPA_PLATFORM": "xcb", "DISPLAY": ":4711"}, {"QT_QPA_PLATFORM": "nonsense"}]
)
def test_the_program_ends_with_one_sentence_and_status_2(tmp_path: Path, variables: dict[str, str]) -> None:
    environment = {name: value for name, value in os.environ.items() if not name.endswith("DISPLAY")}
    environment.pop("QT_QPA_PLATFORM", None)
    done = subprocess.run(
        [sys.executable, "-m", "gouji_desktop"],
        cwd=ROOT,
        env=environment | {"GOUJI_HOME": str(tmp_path)} | variables,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert ("QT_QPA_PLATFORM" if variables.get("QT_QPA_PLATFORM") == "nonsense" else "xvfb-run") in done.stderr
