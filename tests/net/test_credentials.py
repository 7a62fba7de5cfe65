"""Where sign-ins are kept: the keyring, a file that was agreed to, or nowhere."""

from __future__ import annotations

import asyncio
import os
import stat
import threading
from collections.abc import AsyncIterator
from pathlib import Path

import keyring.errors
import pytest

from gouji_desktop.net.clientstate import Kept
from gouji_desktop.net.credentials import SERVICE, Credentials, Ring, Where

SERVER = "example.org:47625"
KEPT = Kept("geheim", "laowang", "王")


def files_in(folder: Path) -> list[Path]:
    return list(folder.iterdir())


class MemoryRing:
    """A keyring that works, or fails with an error."""

    def __init__(self, fault: Exception | None = None) -> None:
        self.kept: dict[tuple[str, str], str] = {}
        self.fault = fault
        self.threads: set[int] = set()

    def _asked(self) -> None:
        self.threads.add(threading.get_ident())
        if self.fault is not None:
            raise self.fault

    def get_password(self, service_name: str, username: str) -> str | None:
        self._asked()
        return self.kept.get((service_name, username))

    def set_password(self, service_name: str, username: str, password: str) -> None:
        self._asked()
        self.kept[service_name, username] = password

    def delete_password(self, service_name: str, username: str) -> None:
        self._asked()
        del self.kept[service_name, username]


@pytest.fixture
async def opened() -> AsyncIterator[list[Credentials]]:
    made: list[Credentials] = []
    yield made
    for each in made:
        each.close()


async def test_a_keyring_keeps_and_forgets(opened: list[Credentials]) -> None:
    ring = MemoryRing()
    credentials = Credentials(ring=lambda: ring)
    opened.append(credentials)
    assert await credentials.load(SERVER) is None
    await credentials.save(SERVER, KEPT)
    again = Credentials(ring=lambda: ring)
    opened.append(again)
    assert await again.load(SERVER) == KEPT
    assert await again.load("other:1") is None
    assert (again.where, again.asks) == (Where.KEYRING, False)
    await again.save(SERVER, None)
    await again.save(SERVER, None)
    assert ring.kept == {}
    assert await again.load(SERVER) is None


async def test_the_keyring_is_never_asked_in_the_thread_of_the_window(opened: list[Credentials]) -> None:
    ring = MemoryRing()
    credentials = Credentials(ring=lambda: ring)
    opened.append(credentials)
    await asyncio.gather(*(credentials.save(f"{number}", KEPT) for number in range(5)))
    assert len(ring.threads) == 1
    assert threading.get_ident() not in ring.threads


@pytest.mark.parametrize(
    "fault", [keyring.errors.NoKeyringError("none"), keyring.errors.KeyringLocked("locked"), RuntimeError("D-Bus")]
)
async def test_without_a_keyring_the_person_is_asked(
    opened: list[Credentials], tmp_path: Path, fault: Exception
) -> None:
    told: list[tuple[Where, bool]] = []
    credentials = Credentials(
        ring=lambda: MemoryRing(fault), changed=lambda: told.append((credentials.where, credentials.asks))
    )
    opened.append(credentials)
    assert await credentials.load(SERVER) is None
    assert (credentials.where, credentials.asks) == (Where.MEMORY, False), "there is nothing to keep yet"
    await credentials.save(SERVER, KEPT)
    assert credentials.asks
    assert await credentials.load(SERVER) == KEPT
    assert files_in(tmp_path) == []
    path = tmp_path / "deep" / "sign-ins.json"
    assert await credentials.keep_in_file(path)
    assert told == [(Where.MEMORY, False), (Where.MEMORY, True), (Where.FILE, False)]
    if os.name == "posix":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    again = Credentials(ring=lambda: MemoryRing(fault), file=path)
    opened.append(again)
    assert await again.load(SERVER) == KEPT
    await again.save("other:1", KEPT._replace(token="anders"))
    await again.save(SERVER, None)
    third = Credentials(use_keyring=False, file=path)
    opened.append(third)
    assert await third.load(SERVER) is None
    assert (await third.load("other:1")).token == "anders"


async def test_no_file_without_consent(opened: list[Credentials]) -> None:
    credentials = Credentials(use_keyring=False)
    opened.append(credentials)
    await credentials.save(SERVER, KEPT)
    assert credentials.asks
    credentials.keep_nowhere()
    assert (credentials.where, credentials.asks) == (Where.MEMORY, False)
    await credentials.save(SERVER, KEPT._replace(token="neu"))
    assert not credentials.asks


async def test_a_file_that_cannot_be_written_is_as_none(opened: list[Credentials], tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file")
    credentials = Credentials(use_keyring=False)
    opened.append(credentials)
    await credentials.save(SERVER, KEPT)
    assert not await credentials.keep_in_file(tmp_path / "taken" / "sign-ins.json")
    assert credentials.where == Where.MEMORY
    assert await credentials.load(SERVER) == KEPT


@pytest.mark.skipif(os.name != "posix", reason="other systems have no such modes")
async def test_a_file_that_others_can_read_is_not_believed(opened: list[Credentials], tmp_path: Path) -> None:
    path = tmp_path / "sign-ins.json"
    first = Credentials(use_keyring=False, file=path)
    opened.append(first)
    await first.save(SERVER, KEPT)
    path.chmod(0o644)
    second = Credentials(use_keyring=False, file=path)
    opened.append(second)
    assert await second.load(SERVER) is None
    await second.save(SERVER, KEPT)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "text", ["", "{", "7", "[]", "{}", '{"token": 7}', '{"token": ""}', '{"token": "x", "account": 7}', "[" * 9999]
)
async def test_what_is_kept_and_none_of_ours_is_nothing(opened: list[Credentials], text: str) -> None:
    ring = MemoryRing()
    ring.kept[SERVICE, SERVER] = text
    credentials = Credentials(ring=lambda: ring)
    opened.append(credentials)
    assert await credentials.load(SERVER) is None


async def test_a_keyring_that_cannot_even_be_found_is_none(opened: list[Credentials]) -> None:
    def absent() -> Ring:
        raise ImportError("no module")

    credentials = Credentials(ring=absent)
    opened.append(credentials)
    await credentials.save(SERVER, KEPT)
    assert credentials.where == Where.MEMORY
