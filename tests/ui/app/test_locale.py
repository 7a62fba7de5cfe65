"""A system without a UTF-8 locale, as a bare container or a frozen program with an empty environment has it."""

import os
import subprocess
import sys

PROGRAM = """
from pathlib import Path
from gouji_desktop.ui.app.qt import make_application
make_application(Path("assets"))
"""


def test_qt_does_not_complain_of_the_c_locale(home):
    environment = {"PATH": os.environ["PATH"], "QT_QPA_PLATFORM": "offscreen", "HOME": str(home), "LC_ALL": "C"}
    done = subprocess.run(
        [sys.executable, "-X", "utf8=1", "-c", PROGRAM],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
