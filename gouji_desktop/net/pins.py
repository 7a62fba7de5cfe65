"""Certificates that a person has chosen to trust: their fingerprints, one for each server, in a small JSON file.

A certificate is the server, wherever it is reached: the addresses only say where it was last. What is kept for a server
lies under a name that stays when it moves: its fingerprint, or the address of old files, which named nothing else.
"""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import NamedTuple

from gouji_desktop.net.addresses import ServerAddress
from gouji_desktop.net.fingerprints import read_fingerprint, same_fingerprint

_log = logging.getLogger(__name__)

#: More are no file of ours.
_LONGEST = 1024 * 1024


class Settled(NamedTuple):
    """A server that is known from elsewhere is at an address now."""

    #: Where it was, as `host:port`; nothing where it has not moved.
    before: tuple[str, ...] = ()
    #: Another server was known at its new address: that one is looked for at the first of these from now on.
    swapped: bool = False


class Pins:
    """The fingerprints at a path; None: they are forgotten at the end.

    A file that cannot be read is as none, and is written anew only when something is pinned: `damaged` says so.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self.damaged = False
        #: Fingerprints by place, and the names under which things are kept by fingerprint.
        self._pins: dict[str, str] = {}
        self._names: dict[str, str] = {}
        self._load()

    def of(self, address: ServerAddress) -> str | None:
        """The fingerprint that is trusted there, None where nothing is pinned."""
        return self._pins.get(address.netloc)

    def places(self, fingerprint: str) -> tuple[str, ...]:
        """Where that certificate is known from, as `host:port`; nothing where it is not trusted."""
        proper = read_fingerprint(fingerprint)
        return tuple(place for place, pinned in self._pins.items() if pinned == proper)

    def pin(self, address: ServerAddress, fingerprint: str) -> None:
        """Trust a certificate. Raises ValueError where that is no fingerprint, OSError where it cannot be written."""
        proper = read_fingerprint(fingerprint)
        if proper is None:
            raise ValueError("a fingerprint is 32 bytes in hexadecimal")
        if self._pins.get(address.netloc) == proper:
            return
        if address.netloc in self._pins:
            self._name_all()
        self._names.setdefault(proper, self.kept_under(address, proper))
        self._pins[address.netloc] = proper
        self._save()

    def settle(self, address: ServerAddress, fingerprint: str) -> Settled:
        """A trusted certificate was shown there, and whoever showed it has its key: it is nowhere else any more.

        A server that is displaced stays known. Where that cannot be written it holds until the program ends.
        """
        here, proper = address.netloc, read_fingerprint(fingerprint)
        before = tuple(place for place in self.places(fingerprint) if place != here)
        if not before or proper is None:
            return Settled()
        self._names.setdefault(proper, self.kept_under(address, proper))
        self._name_all()
        displaced = self._pins.get(here, proper)
        for place in before:
            del self._pins[place]
        self._pins[here] = proper
        swapped = displaced != proper
        if swapped and not self.places(displaced):
            self._pins[before[0]] = displaced
        try:
            self._save()
        except OSError as error:
            _log.warning("the new address of a server is not kept (%s)", error)
        return Settled(before, swapped)

    def kept_under(self, address: ServerAddress, fingerprint: str) -> str:
        """The name under which things of the server there are kept.

        Without a fingerprint (no TLS, or an authority vouches for it) that is the address, unless things of a trusted
        certificate lie under it.
        """
        proper = read_fingerprint(fingerprint)
        if proper is None:
            named = set(self._names)
            taken = {*self._names.values(), *(place for place, pin in self._pins.items() if pin not in named)}
            return str(address) if address.netloc in taken else address.netloc
        if proper in self._names:
            return self._names[proper]
        places = self.places(proper)
        return address.netloc if address.netloc in places else places[0] if places else proper

    def _name_all(self) -> None:
        """Fix the names of servers that come from an old file before places change."""
        for place, pin in self._pins.items():
            self._names.setdefault(pin, place)

    def unpin(self, address: ServerAddress) -> None:
        """Trust it no longer. Raises OSError where that cannot be written."""
        self._name_all()
        if self._pins.pop(address.netloc, None) is not None:
            self._save()

    def holds(self, address: ServerAddress, fingerprint: str) -> bool:
        """Whether that certificate is trusted there."""
        pinned = self.of(address)
        return pinned is not None and same_fingerprint(pinned, fingerprint)

    def _load(self) -> None:
        if self._path is None:
            return
        try:
            if self._path.stat().st_size > _LONGEST:
                raise ValueError("too long")
            data = json.loads(self._path.read_text(encoding="utf-8"))
            found = {place: read_fingerprint(text) for place, text in data["pins"].items()}
            names = {read_fingerprint(text): name for text, name in data.get("names", {}).items()}
        except FileNotFoundError:
            return
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            self.damaged = True
            return
        self._pins = {place: pin for place, pin in found.items() if pin is not None}
        self._names = {pin: name for pin, name in names.items() if pin is not None and isinstance(name, str) and name}

    def _save(self) -> None:
        if self._path is None:
            return
        self._path.parent.mkdir(parents=True, exist_ok=True)
        if self.damaged:
            self._path.replace(self._path.with_suffix(".damaged"))
            self.damaged = False
        beside = self._path.with_suffix(".new")
        data = {"pins": self._pins, "names": self._names}
        beside.write_text(json.dumps(data, indent=1, sort_keys=True), encoding="utf-8")
        beside.replace(self._path)
