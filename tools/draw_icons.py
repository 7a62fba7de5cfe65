"""Draw the icon of the program and the small icons of the interface.

usage: python -m tools.draw_icons [--out FOLDER]

The mark is the coin of the table, round heaven and square earth, in paper colour on pine green. It is written
as ``app.svg``, as PNG in the usual sizes, as ``app.ico`` and as ``app.icns``. The small icons are 24x24 line
drawings; Qt does not know ``currentColor``, so each is written twice: ``<name>-dark.svg`` for the dark theme
and ``<name>-paper.svg`` for the paper theme. Rendering needs PySide6 (Essentials) and no screen.
"""

from __future__ import annotations

import argparse
import math
import struct
import sys
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from tools.draw_cards.svg import Box, arc, circle, document, element, group, outlined, point, rect, ring

DEFAULT_TARGET = Path(__file__).resolve().parent.parent / "assets" / "icons"

PINE = "#2F473F"
RIM = "#466258"
PAPER = "#F4EDDF"
TINTS = {"dark": "#F4EDDF", "paper": "#23211E"}

PNG_SIZES = (16, 24, 32, 48, 64, 128, 256, 512)
ICO_SIZES = (16, 24, 32, 48, 64, 256)
# Types of the PNG entries of an .icns file; the ones from ic11 on are for screens of double density.
ICNS_ENTRIES = ((b"icp4", 16), (b"icp5", 32), (b"ic07", 128), (b"ic08", 256), (b"ic09", 512))
ICNS_DOUBLE = ((b"ic11", 32), (b"ic12", 64), (b"ic13", 256), (b"ic14", 512))
# Up to this size the ring is drawn heavier and without the rim, or it would turn to grey.
SMALL_ICON = 32


def app_icon(*, small: bool = False) -> str:
    """The mark: a ring with a square hole on a rounded field of pine green."""
    ground = rect(Box(0, 0, 256, 256), PINE, 56)
    if small:
        coin = element("circle", cx=128, cy=128, r=84, fill="none", stroke=PAPER, stroke_width=28)
        return document(ground + coin + outlined(Box(92, 92, 72, 72), "none", PAPER, 24, 4), 256, 256)
    rim = outlined(Box(10, 10, 236, 236), "none", RIM, 4, 47)
    coin = element("circle", cx=128, cy=128, r=83, fill="none", stroke=PAPER, stroke_width=20)
    return document(ground + rim + coin + outlined(Box(96, 96, 64, 64), "none", PAPER, 16, 3), 256, 256)


def _stroke(commands: str, colour: str) -> str:
    return element(
        "path",
        d=commands,
        fill="none",
        stroke=colour,
        stroke_width=2,
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def _sun(colour: str) -> str:
    rays = "M12 2.5V5M12 19V21.5M2.5 12H5M19 12H21.5M5.3 5.3L7 7M17 17L18.7 18.7M18.7 5.3L17 7M7 17L5.3 18.7"
    return _stroke(ring(12, 12, 4) + rays, colour)


def _moon(colour: str) -> str:
    hollow = "M20 14.2C18.9 14.7 17.7 15 16.4 15C12 15 8.8 11.7 8.8 7.4C8.8 6.1 9.1 4.9 9.6 3.8"
    edge = "C6.2 5 3.8 8.2 3.8 12C3.8 16.8 7.6 20.5 12.2 20.5C15.8 20.5 18.9 17.9 20 14.2Z"
    return _stroke(hollow + edge, colour)


def _gear(colour: str) -> str:
    tooth = _stroke("M12 2.5V5.2", colour)
    teeth = "".join(group(tooth, f"rotate({turn} 12 12)") for turn in range(0, 360, 45))
    return teeth + _stroke(ring(12, 12, 6.4) + ring(12, 12, 2.3), colour)


_SPEAKER = "M4 9.5H7.5L12 5.5V18.5L7.5 14.5H4Z"


def _sound_wave(radius: float) -> str:
    """An arc in front of the speaker."""
    angle = math.radians(-45)
    start = point(11.5 + radius * math.cos(angle), 12 + radius * math.sin(angle))
    return f"M{start}{arc(11.5, 12, radius, -45, 45)}"


def _info(colour: str) -> str:
    return _stroke(ring(12, 12, 9) + "M12 11V16.5", colour) + circle(12, 7.6, 1.35, colour)


def ui_icons(colour: str) -> dict[str, str]:
    """Contents of the small icons by name, drawn in ``colour``."""
    strokes = {
        "menu": "M4 7H20M4 12H20M4 17H20",
        "log": "M6 3.5H18V20.5H6ZM9 8H15M9 12H15M9 16H13",
        "score": "M4 4.5H20V19.5H4ZM4 9.5H20M9.5 4.5V19.5M14.7 9.5V19.5",
        "back": "M14.5 5L7.5 12L14.5 19",
        "forward": "M9.5 5L16.5 12L9.5 19",
        "up": "M5 14.5L12 7.5L19 14.5",
        "down": "M5 9.5L12 16.5L19 9.5",
        "enter": "M19 5V13H6M10 8.5L5.5 13L10 17.5",
        "pause": "M8.5 5V19M15.5 5V19",
        "play": "M7.5 4.8L18.5 12L7.5 19.2Z",
        "fast-forward": "M4 5.5L11.5 12L4 18.5ZM12.5 5.5L20 12L12.5 18.5Z",
        "step": "M6.5 5L15 12L6.5 19ZM18 5V19",
        "sound": _SPEAKER + _sound_wave(5) + _sound_wave(9),
        "mute": f"{_SPEAKER}M16 9.5L21 14.5M21 9.5L16 14.5",
        "close": "M6 6L18 18M18 6L6 18",
        "check": "M4.5 12.5L9.8 17.8L19.5 7",
        "undo": f"M8 4.5L4 8.5L8 12.5M4.5 8.5H14{arc(14, 13.5, 5, -90, 90)}H8",
        "plus": "M12 5V19M5 12H19",
        "minus": "M5 12H19",
    }
    icons = {name: _stroke(commands, colour) for name, commands in strokes.items()}
    drawn = {"sun": _sun, "moon": _moon, "settings": _gear, "info": _info}
    return icons | {name: draw(colour) for name, draw in drawn.items()}


def render_png(svg: str, size: int) -> bytes:
    """``svg`` as a PNG of ``size`` by ``size`` pixels."""
    image = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    QSvgRenderer(svg.encode()).render(painter, QRectF(0, 0, size, size))
    painter.end()
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not image.save(buffer, "PNG"):  # type: ignore[call-overload]
        raise OSError(f"Qt could not write a PNG of {size} pixels")
    return bytes(data.data())


def ico(pictures: dict[int, bytes]) -> bytes:
    """A Windows icon that holds ``pictures`` (PNG by size)."""
    offset = 6 + 16 * len(pictures)
    entries = b""
    for size, png in pictures.items():
        side = size % 256  # 256 is written as 0
        entries += struct.pack("<BBBBHHII", side, side, 0, 0, 1, 32, len(png), offset)
        offset += len(png)
    return struct.pack("<HHH", 0, 1, len(pictures)) + entries + b"".join(pictures.values())


def icns(pictures: dict[int, bytes]) -> bytes:
    """A macOS icon made of ``pictures`` (PNG by size)."""
    entries = b"".join(
        kind + struct.pack(">I", 8 + len(pictures[size])) + pictures[size]
        for kind, size in (*ICNS_ENTRIES, *ICNS_DOUBLE)
    )
    return b"icns" + struct.pack(">I", 8 + len(entries)) + entries


def all_files() -> dict[str, bytes]:
    """Every file of ``assets/icons`` by name."""
    pictures = {size: render_png(app_icon(small=size <= SMALL_ICON), size) for size in PNG_SIZES}
    files = {f"app-{size}.png": png for size, png in pictures.items()}
    files["app.svg"] = app_icon().encode()
    files["app.ico"] = ico({size: pictures[size] for size in ICO_SIZES})
    files["app.icns"] = icns(pictures)
    for theme, colour in TINTS.items():
        for name, icon in ui_icons(colour).items():
            files[f"{name}-{theme}.svg"] = document(icon, 24, 24).encode()
    return files


def main(arguments: list[str]) -> int:
    """Command line: see the top of this module."""
    parser = argparse.ArgumentParser(description="Draw the icons.")
    parser.add_argument("--out", type=Path, default=DEFAULT_TARGET, help="folder to write to")
    target: Path = parser.parse_args(arguments).out
    try:
        target.mkdir(parents=True, exist_ok=True)
        files = all_files()
        for name, content in files.items():
            (target / name).write_bytes(content)
    except OSError as error:
        print(f"draw_icons: {error}", file=sys.stderr)
        return 2
    print(f"{len(files)} files written to {target}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
