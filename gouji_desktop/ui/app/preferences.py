"""The person's settings while the program runs: every change is on disk at once, and told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gouji_desktop.profile.files import Notice
from gouji_desktop.profile.settings import SettingsStore


class Preferences:
    """The settings, their file, and who wants to know."""

    def __init__(self, store: SettingsStore, tell: Callable[[Notice], None]) -> None:
        self._store = store
        self._tell = tell
        self._listeners: list[Callable[[], None]] = []
        self._failing = False
        self.settings, notices = store.load()
        for notice in notices:
            tell(notice)

    def listen(self, listener: Callable[[], None]) -> None:
        """Call the listener after every change."""
        self._listeners.append(listener)

    def change(self, **values: Any) -> None:
        """Change settings. Raises SettingError for a value that cannot be."""
        settings = self.settings.with_values(**values)
        if settings == self.settings:
            return
        self.settings = settings
        notice = self._store.save(settings)
        if notice is not None and not self._failing:
            self._tell(notice)
        self._failing = notice is not None
        for listener in tuple(self._listeners):
            listener()
