"""Where a profile lies."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import platformdirs

#: The folder that holds the whole profile instead of the platform's own ones.
HOME_VARIABLE = "GOUJI_HOME"
_NAME = "gouji-desktop"


@dataclass(frozen=True, slots=True)
class Folders:
    """The files and folders of one profile; nothing is made before it is needed."""

    config: Path
    data: Path
    #: The program's own log files.
    logs: Path

    @property
    def settings(self) -> Path:
        """The settings."""
        return self.config / "settings.json"

    @property
    def matches(self) -> Path:
        """The folder of the match logs."""
        return self.data / "matches"

    @property
    def rules(self) -> Path:
        """The folder of the person's own rule sets."""
        return self.data / "rules"

    @property
    def statistics(self) -> Path:
        """What was counted in the match logs."""
        return self.data / "statistics.json"

    @property
    def pins(self) -> Path:
        """The certificates of servers that the person trusts."""
        return self.data / "pins.json"

    @property
    def sign_ins(self) -> Path:
        """The sign-ins on servers, where the person agreed that they are kept in a file."""
        return self.data / "sign-ins.json"

    @property
    def server(self) -> Path:
        """The folder of the server that the program hosts."""
        return self.data / "server"

    @property
    def lock(self) -> Path:
        """The lock of the running copy."""
        return self.data / "profile.lock"


def profile_folders(environment: Mapping[str, str] | None = None) -> Folders:
    """The folders of this person's profile: under `GOUJI_HOME` where it is set, else where the platform keeps such."""
    home = (os.environ if environment is None else environment).get(HOME_VARIABLE)
    if home:
        root = Path(home).expanduser().absolute()
        return Folders(root, root, root / "logs")
    return Folders(
        Path(platformdirs.user_config_dir(_NAME, appauthor=False)),
        Path(platformdirs.user_data_dir(_NAME, appauthor=False)),
        Path(platformdirs.user_log_dir(_NAME, appauthor=False)),
    )
