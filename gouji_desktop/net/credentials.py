"""Where a client keeps its sign-ins: the system's keyring; a file of its own, once the person agreed; or nowhere.

Nothing here blocks the event loop: the keyring may open a window of the system and wait for it, so it is asked in a
thread of its own.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from enum import StrEnum
from pathlib import Path
from typing import Any, Protocol

from gouji_desktop.net.clientstate import Kept

SERVICE = "gouji-desktop"
_LONGEST = 1024 * 1024


class Where(StrEnum):
    """Where sign-ins are kept."""

    KEYRING = "keyring"
    FILE = "file"
    #: Until the program ends.
    MEMORY = "memory"


class Ring(Protocol):
    """A keyring: the module `keyring`, or one for tests. Raises whatever its backend does."""

    def get_password(self, service_name: str, username: str) -> str | None:
        """What is kept, None for nothing."""
        ...

    def set_password(self, service_name: str, username: str, password: str) -> None:
        """Keep something."""
        ...

    def delete_password(self, service_name: str, username: str) -> None:
        """Forget it."""
        ...


def system_ring() -> Ring:
    """The keyring of the system. Importing it looks for backends, which takes a moment."""
    import keyring  # noqa: PLC0415 - in the thread that asks it

    ring: Any = keyring
    return ring  # type: ignore[no-any-return]


class Credentials:
    """Sign-ins by server. `changed` is called in the event loop when `where` or `asks` has changed.

    `file`: the person has agreed to that file before. `use_keyring=False`: never ask the system.
    """

    def __init__(
        self,
        *,
        file: Path | None = None,
        ring: Callable[[], Ring] = system_ring,
        use_keyring: bool = True,
        changed: Callable[[], None] = lambda: None,
    ) -> None:
        self._make_ring = ring
        self._ring: Ring | None = None
        self._use_keyring = use_keyring
        self._file = file
        self._memory: dict[str, Kept] = {}
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="keyring")
        self._changed = changed
        self._refused = False
        self.where = Where.KEYRING if use_keyring else Where.FILE if file is not None else Where.MEMORY

    @property
    def asks(self) -> bool:
        """Whether the person must say if a file may be used: there is no keyring, and something to keep."""
        return self.where == Where.MEMORY and bool(self._memory) and not self._refused

    def known(self, server: str) -> Kept | None:
        """What this run of the program knows of a server already, without asking anybody."""
        return self._memory.get(server)

    async def load(self, server: str) -> Kept | None:
        """What is kept for a server."""
        if server in self._memory:
            return self._memory[server]
        text = await self._in_thread(self._read, server)
        kept = _kept(text)
        if kept is not None:
            self._memory[server] = kept
        return kept

    async def save(self, server: str, kept: Kept | None) -> None:
        """Keep it from now on, or (None) forget what was kept."""
        before = self._shown()
        if kept is None:
            self._memory.pop(server, None)
        else:
            self._memory[server] = kept
        await self._in_thread(self._write, server, kept)
        self._tell(before)

    async def keep_in_file(self, path: Path) -> bool:
        """The person agrees that sign-ins are kept in that file, which nobody else may read. False where it fails."""
        before = self._shown()
        self._file = path
        done: bool = await self._in_thread(self._write_file)
        self.where = Where.FILE if done else Where.MEMORY
        self._tell(before)
        return done

    def keep_nowhere(self) -> None:
        """The person does not agree: sign-ins are forgotten at the end."""
        before = self._shown()
        self._refused = True
        self._tell(before)

    def close(self) -> None:
        """Wait for nothing that is still to be written; what runs is finished."""
        self._thread.shutdown(wait=False)

    # --- in the thread ----------------------------------------------------------------------------------------

    async def _in_thread(self, work: Callable[..., Any], *arguments: Any) -> Any:
        before = self._shown()
        result = await asyncio.get_running_loop().run_in_executor(self._thread, work, *arguments)
        self._tell(before)
        return result

    def _read(self, server: str) -> str | None:
        if self.where == Where.KEYRING:
            text = self._with_ring(lambda ring: ring.get_password(SERVICE, server))
            if self.where == Where.KEYRING:
                return text
        return self._read_file().get(server) if self.where == Where.FILE else None

    def _write(self, server: str, kept: Kept | None) -> None:
        if self.where == Where.KEYRING:
            if kept is None:
                self._with_ring(lambda ring: _forget(ring, server))
            else:
                text = json.dumps(kept._asdict())
                self._with_ring(lambda ring: ring.set_password(SERVICE, server, text))
        if self.where == Where.FILE and not self._write_file(server if kept is None else None):
            self.where = Where.MEMORY

    def _with_ring(self, work: Callable[[Ring], str | None]) -> str | None:
        """Ask the keyring; one that fails, is locked or is not there is asked no more."""
        try:
            if self._ring is None:
                self._ring = self._make_ring()
            return work(self._ring)
        except Exception:  # noqa: BLE001 - every backend has its own errors, and none may stop a game
            self.where = Where.FILE if self._file is not None else Where.MEMORY
            return None

    def _read_file(self) -> dict[str, str]:
        """The texts by server; a file that is none, or that others could read, holds nothing."""
        path = self._file
        if path is None:
            return {}
        try:
            found = path.stat()
            if found.st_size > _LONGEST or (os.name == "posix" and found.st_mode & 0o077):
                return {}
            data = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            return {}
        return {name: text for name, text in data.items() if isinstance(text, str)} if isinstance(data, dict) else {}

    def _write_file(self, forget: str | None = None) -> bool:
        """Write everything that is known into the file, readable by its owner alone; False where that fails."""
        path = self._file
        if path is None:
            return False
        texts = self._read_file() | {name: json.dumps(kept._asdict()) for name, kept in self._memory.items()}
        texts.pop(forget or "", None)
        beside = path.with_name(path.name + ".new")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            beside.unlink(missing_ok=True)
            with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as out:
                json.dump(texts, out)
                out.flush()
                os.fsync(out.fileno())
            beside.replace(path)
        except OSError:
            return False
        return True

    def _shown(self) -> tuple[Where, bool]:
        return self.where, self.asks

    def _tell(self, before: tuple[Where, bool]) -> None:
        if self._shown() != before:
            self._changed()


def _forget(ring: Ring, server: str) -> None:
    if ring.get_password(SERVICE, server) is not None:
        ring.delete_password(SERVICE, server)


def _kept(text: str | None) -> Kept | None:
    """What a kept text says; None where it is none of ours."""
    try:
        data = json.loads(text or "")
        kept = Kept(data["token"], data.get("account", ""), data.get("name", ""))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    return kept if all(isinstance(each, str) for each in kept) and kept.token else None
