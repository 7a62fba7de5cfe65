"""Windows that show a scene of the gallery, and what can be asked about them."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PySide6.QtCore import QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QColor, QFontDatabase, QImage
from PySide6.QtQuick import QQuickItem, QQuickView
from PySide6.QtTest import QTest

ROOT = Path(__file__).resolve().parents[3]
QML = ROOT / "gouji_desktop" / "ui" / "qml"
ASSETS = ROOT / "assets"
GALLERY = Path(__file__).resolve().parent

Show = Callable[..., "Shown"]


class Shown:
    """A window with one scene, and what can be asked about it."""

    def __init__(self, view: QQuickView) -> None:
        self.view = view

    @property
    def root(self) -> QQuickItem:
        return self.view.rootObject()

    def items(self, name: str = "") -> list[QQuickItem]:
        """Return the visible items of an object name, or all of them, in the order of the tree."""
        return [item for item in walk(self.root) if not name or item.objectName() == name]

    def of_type(self, name: str) -> list[QQuickItem]:
        """Return the visible items of a QML type."""
        return [item for item in walk(self.root) if item.metaObject().className().startswith(name + "_QML")]

    def grab(self, name: str = "") -> QImage:
        for _ in range(5):
            QTest.qWait(5)
        image = self.view.grabWindow()
        folder = os.environ.get("GOUJI_GALLERY")
        if folder and name:
            Path(folder).mkdir(parents=True, exist_ok=True)
            image.save(str(Path(folder) / f"{name}.png"))
        return image

    def centre(self, item: QQuickItem) -> QPoint:
        return item.mapToScene(QPointF(item.width() / 2, item.height() / 2)).toPoint()


def walk(item: QQuickItem) -> Iterator[QQuickItem]:
    if item.isVisible():
        yield item
        for child in item.childItems():
            yield from walk(child)


def load_fonts() -> None:
    """Load the bundled fonts."""
    for weight in ("Regular", "Bold"):
        assert QFontDatabase.addApplicationFont(str(ASSETS / "fonts" / f"NotoSansSC-{weight}.ttf")) >= 0


def theme_of(shown: Shown) -> Any:
    """Return the singleton Theme of a window."""
    return shown.view.engine().singletonInstance("Gouji.Theme", "Theme")


@contextmanager
def windows() -> Iterator[Show]:
    """Give a function that shows scenes, and close its windows afterwards."""
    views: list[QQuickView] = []

    def make(
        qml: str,
        width: int,
        height: int,
        properties: dict[str, Any] | None = None,
        *,
        theme: str = "dark",
        deck: str = "standard",
    ) -> Shown:
        view = QQuickView()
        views.append(view)
        engine = view.engine()
        engine.addImportPath(str(QML))
        palette: Any = engine.singletonInstance("Gouji.Theme", "Theme")
        for name, value in {
            "width": width,
            "height": height,
            "dark": theme == "dark",
            "lessMotion": True,
            "deck": deck,
            "assets": QUrl.fromLocalFile(str(ASSETS)),
        }.items():
            assert palette.setProperty(name, value)
        view.setInitialProperties(properties or {})
        view.setResizeMode(QQuickView.ResizeMode.SizeRootObjectToView)
        view.resize(width, height)
        view.setSource(QUrl.fromLocalFile(str(GALLERY / qml)))
        assert view.status() is QQuickView.Status.Ready, [error.toString() for error in view.errors()]
        view.show()
        assert QTest.qWaitForWindowExposed(view)
        QTest.qWait(1)
        return Shown(view)

    yield make
    # What Python still knows of the items must go before they do: it would be taken for the next window's.
    gc.collect(0)
    for view in views:
        view.close()
        view.deleteLater()
    QTest.qWait(1)


def same(image: QImage, x: int, y: int, expected: str) -> bool:
    ratio = image.devicePixelRatio()
    found = image.pixelColor(int(x * ratio), int(y * ratio))
    wanted = QColor(expected)
    return (
        max(
            abs(found.red() - wanted.red()),
            abs(found.green() - wanted.green()),
            abs(found.blue() - wanted.blue()),
        )
        <= 2
    )


def press(shown: Shown, item: QQuickItem) -> None:
    QTest.mouseClick(shown.view, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, shown.centre(item))


def count(signal: Any) -> list[tuple[Any, ...]]:
    """Collect the arguments of every emission of a signal."""
    seen: list[tuple[Any, ...]] = []
    signal.connect(lambda *arguments: seen.append(arguments))
    return seen
