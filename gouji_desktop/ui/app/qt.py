"""Qt's side of the start: the application, fonts, style, engine. Nothing here knows the game."""

from __future__ import annotations

import locale
import os
import sys
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QUrl
from PySide6.QtGui import QFont, QFontDatabase, QGuiApplication, QIcon
from PySide6.QtQml import QQmlApplicationEngine
from PySide6.QtQuick import QQuickWindow
from PySide6.QtQuickControls2 import QQuickStyle

from gouji_desktop import __version__
from gouji_desktop.ui.app.geometry import Geometry
from gouji_desktop.ui.models.app import AppModel

FAMILY = "Noto Sans SC"


def make_application(assets: Path) -> QGuiApplication:
    """The one application of the process, with the bundled fonts."""
    os.environ.setdefault("QSG_RENDER_LOOP", "basic")
    use_utf8_locale()
    QCoreApplication.setApplicationName("gouji_desktop")
    QCoreApplication.setApplicationVersion(__version__)
    QGuiApplication.setDesktopFileName("io.github.gouji_desktop.Gouji")
    present = QGuiApplication.instance()
    application = present if isinstance(present, QGuiApplication) else QGuiApplication(["gouji-desktop"])
    application.setQuitOnLastWindowClosed(False)
    if QQuickStyle.name() != "Basic":
        QQuickStyle.setStyle("Basic")
    load_fonts(assets / "fonts")
    icon = QIcon()
    for size in (16, 24, 32, 48, 64, 128, 256):
        icon.addFile(str(assets / "icons" / f"app-{size}.png"))
    application.setWindowIcon(icon)
    return application


def use_utf8_locale() -> None:
    """Give Qt a UTF-8 locale where the environment names none, as on a bare system: it would warn and switch itself."""
    if sys.platform == "win32":
        return
    try:
        locale.setlocale(locale.LC_CTYPE, "")
    except locale.Error:
        locale.setlocale(locale.LC_CTYPE, "C")
    if locale.nl_langinfo(locale.CODESET).upper().replace("-", "") != "UTF8":
        os.environ["LC_ALL"] = "C.UTF-8"


def load_fonts(folder: Path) -> None:
    """Load the bundled fonts, and make them the program's."""
    if FAMILY not in QFontDatabase.families():
        for path in sorted(folder.glob("*.ttf")):
            QFontDatabase.addApplicationFont(str(path))
    QGuiApplication.setFont(QFont(FAMILY))


def load_window(qml: Path, model: AppModel, place: Geometry) -> tuple[QQmlApplicationEngine, QQuickWindow]:
    """The engine and the window; the engine must be kept, and deleted before the model.

    The window has its size from the beginning: what is laid out and drawn for another one is work for nothing.
    """
    engine = QQmlApplicationEngine()
    engine.addImportPath(str(qml))
    engine.setInitialProperties({"app": model, **place._asdict()})
    engine.loadFromModule("Gouji.App", "Main")
    roots = engine.rootObjects()
    if not roots or not isinstance(roots[0], QQuickWindow):
        raise RuntimeError("the window could not be made: see the messages above")
    return engine, roots[0]


def file_url(path: Path) -> QUrl:
    """A file as QML names it."""
    return QUrl.fromLocalFile(str(path))
