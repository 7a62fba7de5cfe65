"""What every test of the project stands on: an offscreen Qt and an own profile folder."""

from __future__ import annotations

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["QSG_RENDER_LOOP"] = "basic"
os.environ["QT_QUICK_CONTROLS_STYLE"] = "Basic"
