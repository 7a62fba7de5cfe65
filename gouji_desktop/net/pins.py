"""Certificates that a person has chosen to trust: their fingerprints, one for each server, in a small JSON file."""

from __future__ import annotations

import json
from pathlib import Path

from gouji_desktop.net.addresses import ServerAddress
from gouji_desktop.net.fingerprints import read_fingerprint, same_fingerprint

#: More are no file of ours.
_LONGEST = 1024 * 1024


class Pins:
    """The fingerprints at a path; None: they are forgotten at the end.

    A file that cannot be read is as none, and is written anew only when something is pinned: `damaged` says so.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self.damaged = False
        self._pins = self._load()

    def of(self, address: ServerAddress) -> str | None:
        """The fingerprint that is trusted there, None where nothing is pinned."""
        return self._pins.get(address.netloc)

    def pin(self, address: ServerAddress, fingerprint: str) -> None:
        """Trust a certificate. Raises ValueError where that is no fingerprint, OSError where it cannot be written."""
        proper = read_fingerprint(fingerprint)
        if proper is None:
            raise ValueError("a fingerprint is 32 bytes in hexadecimal")
        self._pins[address.netloc] = proper
        self._save()

    def unpin(self, address: ServerAddress) -> None:
        """Trust it no longer. Raises OSError where that cannot be written."""
        if self._pins.pop(address.netloc, None) is not None:
            self._save()

    def holds(self, address: ServerAddress, fingerprint: str) -> bool:
        """Whether that certificate is trusted there."""
        pinned = self.of(address)
        return pinned is not None and same_fingerprint(pinned, fingerprint)

    def _load(self) -> dict[str, str]:
        if self._path is None:
            return {}
        try:
            if self._path.stat().st_size > _LONGEST:
                raise ValueError("too long")
            data = json.loads(self._path.read_text(encoding="utf-8"))
            found = {name: read_fingerprint(text) for name, text in data["pins"].items()}
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            self.damaged = True
            return {}
        return {name: pin for name, pin in found.items() if pin is not None}

    def _save(self) -> None:
        if self._path is None:
            return
        self._path.parent.mkdir(parents=True, exist_ok=True)
        if self.damaged:
            self._path.replace(self._path.with_suffix(".damaged"))
            self.damaged = False
        beside = self._path.with_suffix(".new")
        beside.write_text(json.dumps({"pins": self._pins}, indent=1, sort_keys=True), encoding="utf-8")
        beside.replace(self._path)
