"""qmllint finds nothing in the project's QML, and would find a misspelt member of a Python type."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.qmllint import LintError, lint

ROOT = Path(__file__).resolve().parents[2]

MODEL = """
from PySide6.QtCore import Property, QAbstractListModel, QObject, Signal, Slot
from PySide6.QtQml import QmlElement, QmlSingleton

QML_IMPORT_NAME = "Gouji.Models"
QML_IMPORT_MAJOR_VERSION = 1


@QmlElement
class HandModel(QAbstractListModel):
    changed = Signal()

    @Slot(int)
    def toggle(self, row: int) -> None:
        pass

    @Property(int, notify=changed)
    def count(self) -> int:
        return 0
"""

SINGLETON = """
from PySide6.QtCore import Property, QObject, Signal, Slot
from PySide6.QtQml import QmlElement, QmlSingleton

QML_IMPORT_NAME = "Gouji.Models"
QML_IMPORT_MAJOR_VERSION = 1


@QmlElement
@QmlSingleton
class Game(QObject):
    @Slot()
    def pass_turn(self) -> None:
        pass
"""

QML = """
pragma ComponentBehavior: Bound
import QtQuick
import Gouji.Models

Item {
    id: root
    HandModel { id: hand }
    Repeater {
        model: hand
        Item {
            required property int index
            TapHandler { onTapped: hand.toggle(root.x + hand.count) }
        }
    }
    Component.onCompleted: Game.pass_turn()
}
"""


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    models, page = tmp_path / "models", tmp_path / "qml" / "Gouji" / "Table"
    models.mkdir()
    page.mkdir(parents=True)
    (models / "__init__.py").write_text("", encoding="utf-8")
    (models / "hand.py").write_text(MODEL, encoding="utf-8")
    (models / "game.py").write_text(SINGLETON, encoding="utf-8")
    (page / "Hand.qml").write_text(QML, encoding="utf-8")
    (page / "qmldir").write_text("module Gouji.Table\nHand 1.0 Hand.qml\n", encoding="utf-8")
    return tmp_path


def check(folder: Path) -> int:
    return lint(folder / "models", folder / "qml", folder / "build")


def test_the_projects_qml(tmp_path: Path) -> None:
    package = ROOT / "gouji_desktop" / "ui"
    expected = len(list((package / "qml").rglob("*.qml")))
    assert lint(package / "models", package / "qml", tmp_path / "qmltypes") == expected


def test_a_good_sample(sample: Path) -> None:
    assert check(sample) == 1


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("hand.toggle(", "hand.togle("),
        ("hand.count", "hand.size"),
        ("Game.pass_turn", "Game.pas_turn"),
        ("root.x", "roof.x"),
        ("HandModel {", "HandModle {"),
    ],
)
def test_a_bad_sample(sample: Path, right: str, wrong: str) -> None:
    page = sample / "qml" / "Gouji" / "Table" / "Hand.qml"
    assert right in QML
    page.write_text(QML.replace(right, wrong), encoding="utf-8")
    with pytest.raises(LintError, match=r"Hand\.qml"):
        check(sample)


def test_types_without_an_import_name(sample: Path) -> None:
    (sample / "models" / "hand.py").write_text(MODEL.replace("QML_IMPORT_NAME", "NAME"), encoding="utf-8")
    with pytest.raises(LintError, match="QML_IMPORT_NAME"):
        check(sample)


def test_a_file_that_metaobjectdump_cannot_read(sample: Path) -> None:
    (sample / "models" / "hand.py").write_text("from . import game\n" + MODEL, encoding="utf-8")
    with pytest.raises(LintError, match="metaobjectdump"):
        check(sample)


def test_nothing_to_check_yet(tmp_path: Path) -> None:
    assert check(tmp_path) == 0
