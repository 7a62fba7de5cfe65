"""What a person is called who has not said so: as on this computer, else by one of a few friendly names."""

from __future__ import annotations

import getpass
import platform
from zlib import crc32

from gouji_desktop.net.names import NameError_, clean_display_name
from gouji_desktop.ui.presenter.words import Words

#: Accounts that say nothing of who sits there, besides those that no name may look like (root, admin).
NOBODYS = frozenset(
    {"user", "users", "guest", "default", "nobody", "home", "owner", "player", "pc", "pi", "docker", "ubuntu", "debian"}
)
#: How many friendly names the catalogue has.
FRIENDLY = 12


def system_name() -> str:
    """The name of the account on this computer, "" where there is none."""
    try:
        return getpass.getuser()
    except (KeyError, OSError, ImportError):
        return ""


def usual_name(words: Words, system: str, place: str) -> str:
    """The name of a person without one; the same at every start of a profile, which lies at `place`."""
    try:
        name = clean_display_name(system)
    except NameError_:
        name = ""
    if name and name.casefold() not in NOBODYS:
        return name
    number = crc32(f"{platform.node()} {place}".encode("utf-8", "surrogateescape")) % FRIENDLY
    return words(f"name.friendly.{number}")
