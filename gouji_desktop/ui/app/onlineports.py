"""What the pages of playing with others need of the net; sockets and tests give it."""

from __future__ import annotations

from asyncio import AbstractEventLoop
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from gouji_desktop.profile.folders import Folders

if TYPE_CHECKING:
    from gouji_desktop.net.addresses import ServerAddress
    from gouji_desktop.net.client import Client
    from gouji_desktop.net.connection import Moved
    from gouji_desktop.ui.app.preferences import Preferences


class Line(Protocol):
    """A connection to one server, that lasts until it is closed; it follows the server to other addresses."""

    @property
    def client(self) -> Client:
        """What it drives."""
        ...

    def start(self) -> None:
        """Connect, and stay connected."""
        ...

    def retry_now(self) -> None:
        """Try again at once, also where it had stopped."""
        ...

    async def close(self) -> None:
        """Say goodbye and be gone."""
        ...


class Network(Protocol):
    """The way to servers: sockets, certificates that are trusted, sign-ins that are kept."""

    def reach(self, address: ServerAddress, name: str, locale: str) -> Line:
        """A line to a server, not started yet."""
        ...

    def trust(self, address: ServerAddress, fingerprint: str) -> None:
        """Trust a certificate from now on. Raises OSError where that cannot be written down."""
        ...

    def distrust(self, address: ServerAddress) -> None:
        """Trust none there any more. Raises OSError."""
        ...

    def on_keeping(self, listener: Callable[[], None]) -> None:
        """Call when `asks` changes."""
        ...

    def on_moved(self, listener: Callable[[Moved], None]) -> None:
        """Call when a known server was recognised at another address, before anything is said to it."""
        ...

    @property
    def asks(self) -> bool:
        """Whether the person must say where sign-ins are kept."""
        ...

    async def keep_in_file(self) -> bool:
        """They are kept in a file."""
        ...

    def keep_nowhere(self) -> None:
        """They are forgotten at the end."""
        ...

    def search(self, found: Callable[[dict[str, str]], None]) -> None:
        """Look for servers in the local network until `search_no_more`; told all of them, names by address.

        The line to a server whose certificate is announced elsewhere looks for it there.
        """
        ...

    def search_no_more(self) -> None:
        """Look no more."""
        ...

    async def close(self) -> None:
        """Let go of everything."""
        ...


MakeNetwork = Callable[[Folders, "Preferences", AbstractEventLoop], Network]
