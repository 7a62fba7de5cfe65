"""A system without a UTF-8 locale, as a bare container or a frozen program with an empty environment has it."""

import os
import subprocess
import sys

#: The locale changes when Python has started: with such a locale it cannot even read paths that are not ASCII.
PROGRAM = """
import os
os.environ["LC_ALL"] = "C"
from pathlib import Path
from gouji_desktop.ui.app.qt import make_application
make_application(Path("assets"))
"""


def test_qt_does_not_complain_of_the_c_locale(home):
    environment = {"PATH": os.environ["PATH"], "QT_QPA_PLATFORM": "offscreen", "HOME": str(home)}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
