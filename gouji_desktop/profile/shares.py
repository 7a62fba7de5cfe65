"""What a program that is started anew in mid-deal must know of an online table: a small secret file beside the logs."""

from __future__ import annotations

import contextlib
import hashlib
import logging
import os
import tempfile
import time
from pathlib import Path

log = logging.getLogger(__name__)

SUFFIX = ".share"
#: No such file is larger, in bytes.
GREATEST_SIZE = 8192
#: A match that was not gone back to for so long is over, in seconds.
FORGOTTEN_SECONDS = 7 * 86_400


class ShareFiles:
    """One file a table of one server. Nothing here raises: without the file a proof is less complete, and no worse."""

    def __init__(self, folder: Path, server: str) -> None:
        """Files that nobody came back for are removed."""
        self._folder = folder
        self._server = hashlib.sha256(server.encode()).hexdigest()[:12]
        with contextlib.suppress(OSError):
            for path in folder.glob(f"online-*{SUFFIX}"):
                if time.time() - path.stat().st_mtime > FORGOTTEN_SECONDS:
                    path.unlink(missing_ok=True)

    def path(self, table: str) -> Path:
        """Where it lies."""
        safe = "".join(char for char in table if char.isalnum() and char.isascii())[:40]
        return self._folder / f"online-{safe}-{self._server}{SUFFIX}"

    def read(self, table: str) -> bytes | None:
        """What was kept; None where that is nothing."""
        try:
            with self.path(table).open("rb") as file:
                return file.read(GREATEST_SIZE)
        except OSError:
            return None

    def write(self, table: str, content: bytes | None) -> None:
        """Keep it, readable for this person alone, or (None) keep it no more."""
        path = self.path(table)
        try:
            if content is None:
                path.unlink(missing_ok=True)
                return
            self._folder.mkdir(parents=True, exist_ok=True)
            # Nobody waits for the disk: after a crash of the machine the proof is less complete.
            handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".new", dir=self._folder)
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(content)
                Path(name).replace(path)
            except OSError:
                Path(name).unlink(missing_ok=True)
                raise
        except OSError as error:
            log.warning("the share in a shuffle is not kept: %s", error)
