"""The sounds of the table: short files, made once, silent where there is no QtMultimedia or no device."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QUrl

log = logging.getLogger(__name__)


class Sounds:
    """Plays a sound by its name."""

    def __init__(self, folder: Path, parent: QObject, *, enabled: bool = True, volume: float = 0.8) -> None:
        self._effects: dict[str, Any] = {}
        self.enabled = enabled
        self._volume = volume
        self.played: list[str] = []
        #: QtMultimedia itself is missing: an optional part of the installation.
        self.lacks_extra = False
        self._make(folder, parent)

    @property
    def available(self) -> bool:
        """Whether anything can be heard at all."""
        return bool(self._effects)

    def set_volume(self, volume: float) -> None:
        """Set how loud everything is, 0 to 1."""
        self._volume = volume
        for effect in self._effects.values():
            effect.setVolume(volume)

    def play(self, name: str) -> None:
        """Play a sound, if sounds are on and it exists."""
        if not self.enabled:
            return
        self.played = [*self.played[-19:], name]
        effect = self._effects.get(name)
        if effect is not None:
            effect.play()

    def _make(self, folder: Path, parent: QObject) -> None:
        try:
            from PySide6.QtMultimedia import QMediaDevices, QSoundEffect
        except ImportError:
            self.lacks_extra = True
            log.info("no QtMultimedia: the table is silent")
            return
        if QMediaDevices.defaultAudioOutput().isNull():
            log.info("no sound device: the table is silent")
            return
        for path in sorted(folder.glob("*.wav")):
            effect = QSoundEffect(parent)
            effect.setSource(QUrl.fromLocalFile(str(path)))
            effect.setVolume(self._volume)
            self._effects[path.stem] = effect
