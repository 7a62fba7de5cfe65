"""The page 关于 names every package that the program is installed with."""

from __future__ import annotations

import importlib.metadata
import re
import tomllib
from pathlib import Path

from packaging.requirements import Requirement

from gouji_desktop.ui.presenter.licences import PACKAGES, licence_parts
from tests.ui.presenter.scenes import en, zh

ROOT = Path(__file__).resolve().parents[3]
#: They have a part of the page of their own.
QT = {"pyside6-essentials", "shiboken6"}


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def needed(requirements: list[str]) -> set[str]:
    """The packages that a plain install brings here, with those that they need."""
    found: set[str] = set()
    waiting = [Requirement(text) for text in requirements]
    while waiting:
        each = waiting.pop()
        name = plain(each.name)
        if name in found or (each.marker is not None and not each.marker.evaluate({"extra": ""})):
            continue
        found.add(name)
        waiting += [Requirement(text) for text in importlib.metadata.requires(each.name) or ()]
    return found


def test_every_package_is_named_with_its_licence() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    told = {plain(name) for name in PACKAGES}
    assert {plain(Requirement(text).name) for text in project["dependencies"]} - QT <= told
    assert needed(project["dependencies"]) - QT <= told
    for name in needed(project["dependencies"]) - QT:
        stated = importlib.metadata.metadata(name).json.get("license_expression")
        assert stated is None or stated == next(each for key, each in PACKAGES.items() if plain(key) == name), name


def test_the_page_names_them() -> None:
    for words in (zh(), en()):
        detail = dict(licence_parts(words))[words("licence.packages")]
        assert all(f"{name} ({licence})" in detail for name, licence in PACKAGES.items())
