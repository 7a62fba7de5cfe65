"""A window of one sentence, where there is no game to show."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtQml import QQmlApplicationEngine
from PySide6.QtQuick import QQuickWindow


class SmallNotice:
    """The window; it is shown at once. `done` is called when the person has closed it."""

    def __init__(
        self, qml: Path, *, title: str, words: str, detail: str, button: str, dark: bool, done: Callable[[], object]
    ) -> None:
        self._engine = QQmlApplicationEngine()
        self._engine.addImportPath(str(qml))
        self._engine.setInitialProperties(
            {"title": title, "words": words, "detail": detail, "button": button, "dark": dark}
        )
        self._engine.loadFromModule("Gouji.App", "SmallNotice")
        (root,) = self._engine.rootObjects()
        assert isinstance(root, QQuickWindow)
        self.window = root
        root.done.connect(done)  # type: ignore[attr-defined]
        root.show()

    def close(self) -> None:
        """Let go of the window."""
        self.window.hide()
        self.window.deleteLater()
        self._engine.deleteLater()
