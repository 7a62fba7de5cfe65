"""Writing files whole or not at all, and telling what went wrong with them."""

from __future__ import annotations

import contextlib
import os
import tempfile
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path


class NoticeKind(StrEnum):
    """What a person is to be told about its files."""

    SETTINGS_DAMAGED = "settings_damaged"
    SETTINGS_NEWER = "settings_newer"
    SETTING_REFUSED = "setting_refused"
    MATCH_DAMAGED = "match_damaged"
    MATCH_NEWER = "match_newer"
    RULES_DAMAGED = "rules_damaged"
    RULES_NEWER = "rules_newer"
    UNREADABLE = "unreadable"
    UNWRITABLE = "unwritable"


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that a person should know about a file of its profile."""

    kind: NoticeKind
    #: The file that it is about.
    path: Path
    #: Where it was moved to, None where it stays where it is.
    moved_to: Path | None = None
    #: One sentence, in English, for a log or a bug report.
    detail: str = ""


def write_atomic(path: Path, content: bytes) -> None:
    """Write a file so that a kill at any moment leaves the old content or the new. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".new", dir=path.parent)
    fresh = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            fresh.unlink()
        raise
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Make the new name itself lasting, where the system can."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def free_name(path: Path, word: str) -> Path:
    """`NAME.word-<n>` for the first number that no file has."""
    number = 1
    while (target := path.with_name(f"{path.name}.{word}-{number}")).exists():
        number += 1
    return target
