"""What the packages say about the program agrees with the program."""

from __future__ import annotations

import configparser
import plistlib
import tomllib
from pathlib import Path
from xml.etree import ElementTree as ET

ROOT = Path(__file__).resolve().parents[2]
IDENTITY = "io.github.gouji_desktop.Gouji"
LINUX = ROOT / "packaging" / "linux"


def project() -> dict[str, object]:
    settings: dict[str, object] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return settings


def test_the_desktop_file_starts_the_script_of_the_project() -> None:
    parser = configparser.ConfigParser(interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(LINUX / f"{IDENTITY}.desktop", encoding="utf-8")
    entry = parser["Desktop Entry"]
    scripts = project()["scripts"]
    assert isinstance(scripts, dict)
    assert entry["Exec"] in scripts
    assert entry["Icon"] == IDENTITY
    assert entry["Name[zh_CN]"] == "够级"


def test_the_metainfo_names_the_desktop_file_and_the_licences() -> None:
    component = ET.parse(LINUX / f"{IDENTITY}.metainfo.xml").getroot()
    assert component.findtext("id") == IDENTITY
    assert component.findtext("launchable") == f"{IDENTITY}.desktop"
    assert str(project()["license"]) in (component.findtext("project_license") or "").split(" AND ")


def test_one_identity_on_every_system() -> None:
    assert f'bundle_identifier="{IDENTITY}"' in (ROOT / "packaging" / "gouji.spec").read_text(encoding="utf-8")


def test_the_entitlements_can_be_read() -> None:
    entitlements = plistlib.loads((ROOT / "packaging" / "macos" / "entitlements.plist").read_bytes())
    assert all(entitlements.values())


def test_every_dependency_has_an_upper_bound() -> None:
    settings = project()
    dependencies, extras = settings["dependencies"], settings["optional-dependencies"]
    assert isinstance(dependencies, list)
    assert isinstance(extras, dict)
    everything = [*dependencies, *(each for extra in extras.values() for each in extra)]
    assert len(everything) > 10
    assert [each for each in everything if "==" not in each and "<" not in each] == []


def test_qt_is_the_same_everywhere() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    versions = {part for name in ("PySide6-Essentials", "shiboken6", "PySide6-Addons") for part in [pin(text, name)]}
    assert len(versions) == 1


def pin(text: str, name: str) -> str:
    """The one version that is asked for."""
    return text.partition(f'"{name}==')[2].partition('"')[0]
