"""Opens a minimal window with Controls; prints seconds to the first frame and resident megabytes."""

import sys
import time
from pathlib import Path

BEGAN = time.perf_counter()

from PySide6.QtGui import QGuiApplication  # noqa: E402 - the clock runs first
from PySide6.QtQml import QQmlApplicationEngine  # noqa: E402
from PySide6.QtQuick import QQuickWindow  # noqa: E402
from PySide6.QtQuickControls2 import QQuickStyle  # noqa: E402


def resident() -> float:
    """Resident memory of this process in megabytes."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096 / 1e6


def main() -> int:
    """Open the window and leave after its first frame."""
    application = QGuiApplication(sys.argv)
    QQuickStyle.setStyle("Basic")
    engine = QQmlApplicationEngine()
    engine.load(str(Path(__file__).with_name("Plain.qml")))
    window = engine.rootObjects()[0]
    assert isinstance(window, QQuickWindow)
    shown: list[float] = []

    def first() -> None:
        if not shown:
            shown.append(time.perf_counter() - BEGAN)
            application.quit()

    window.frameSwapped.connect(first)
    application.exec()
    print(f"{shown[0]:.4f} {resident():.1f}")
    del engine
    return 0


if __name__ == "__main__":
    sys.exit(main())
