"""Keys by the names that the presenter knows."""

from __future__ import annotations

from PySide6.QtCore import Qt

_NAMES: dict[int, str] = {
    int(Qt.Key.Key_Backspace): "Backspace",
    int(Qt.Key.Key_Escape): "Escape",
    int(Qt.Key.Key_Space): "Space",
    int(Qt.Key.Key_Left): "Left",
    int(Qt.Key.Key_Right): "Right",
    int(Qt.Key.Key_Up): "Up",
    int(Qt.Key.Key_Down): "Down",
    int(Qt.Key.Key_Home): "Home",
    int(Qt.Key.Key_End): "End",
    int(Qt.Key.Key_Return): "Enter",
    int(Qt.Key.Key_Enter): "Enter",
}
#: Keys that say nothing by themselves.
MODIFIERS = frozenset(
    int(key)
    for key in (Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_AltGr, Qt.Key.Key_Meta, Qt.Key.Key_F11)
)
_IGNORED = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier


def key_name(code: int, text: str, modifiers: int) -> str:
    """The name of a key, its character for those that write one, "" for what the table leaves alone."""
    if modifiers & _IGNORED.value:
        return ""
    if code in _NAMES:
        return _NAMES[code]
    return text.upper() if len(text) == 1 and text.isalnum() and text.isascii() else ""
