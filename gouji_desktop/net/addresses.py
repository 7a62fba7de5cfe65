"""The address of a server as people write it, and invite codes, which are often written in its place."""

from __future__ import annotations

import re
import unicodedata
from ipaddress import IPv6Address, ip_address
from typing import NamedTuple
from urllib.parse import urlsplit

from gouji_desktop.net.clientstate import Trouble
from gouji_desktop.net.codes import DEFAULT_PORT, PATH

#: Ways to write the two schemes, with the port that each has where none is written.
_SCHEMES = {"wss": (True, 443), "https": (True, 443), "ws": (False, 80), "http": (False, 80)}
_LONGEST = 253
#: An invite code as it is shown: eight characters of Crockford's base 32, which has no I, L, O and U.
_CODE = re.compile(r"[0-9A-HJKMNP-TV-Z]{4}[- ]?[0-9A-HJKMNP-TV-Z]{4}")
#: A letter after a digit: names of machines end in their digits (server01), codes mix the two.
_MIXED = re.compile(r"[0-9][- ]?[A-Z]", re.IGNORECASE)


def typed_plainly(text: str) -> str:
    """An address or a code as it was meant, where a Chinese input method wrote its characters and stops full width."""
    return unicodedata.normalize("NFKC", text).replace("。", ".").strip()


def invite_code(text: str) -> str:
    """The invite code that somebody typed where an address belongs, without dashes; "" for what is none."""
    text = typed_plainly(text)
    if not _CODE.fullmatch(text.upper()) or not (text == text.upper() or _MIXED.search(text)):
        return ""
    return re.sub(r"[- ]", "", text.upper())


class ServerAddress(NamedTuple):
    """Where a server listens."""

    host: str
    port: int
    #: TLS.
    secure: bool

    @property
    def netloc(self) -> str:
        """Host and port, as pins and credentials are kept under."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"

    @property
    def url(self) -> str:
        """The whole address of the WebSocket."""
        return f"{'wss' if self.secure else 'ws'}://{self.netloc}{PATH}"

    def __str__(self) -> str:
        return f"{'wss' if self.secure else 'ws'}://{self.netloc}"

    @staticmethod
    def parse(text: str) -> ServerAddress | Trouble:
        """The address of `host`, `host:port`, `wss://host`, `wss://host:port` or the same with `ws`, full width or not.

        Without a scheme it is TLS and the game's own port, and plain only where host is this very machine. Plain
        addresses elsewhere than on this machine or in a private network are refused (`insecure_address`); whether the
        address of a name is private is found when it is looked up. What is no address is `bad_address`.
        """
        text = typed_plainly(text)
        bad = Trouble("bad_address", {"text": text[:80]})
        bare = "://" not in text
        try:
            parts = urlsplit(f"//{text}" if bare else text)
            host, port = parts.hostname or "", parts.port
        except ValueError:
            return bad
        if parts.path not in {"", "/", PATH} or parts.query or parts.fragment or parts.username is not None:
            return bad
        if not _is_host(host) or port == 0:
            return bad
        if bare:
            return ServerAddress(host, port or DEFAULT_PORT, secure=not is_loopback(host))
        if parts.scheme not in _SCHEMES:
            return bad
        secure, standard = _SCHEMES[parts.scheme]
        address = ServerAddress(host, port or standard, secure)
        if not secure and is_private(host) is False:
            return Trouble("insecure_address", {"host": host, "secure": str(address._replace(secure=True))})
        return address


def _is_host(host: str) -> bool:
    if not host or len(host) > _LONGEST or host.startswith((".", "-")):
        return False
    if ":" in host:
        return _literal(host) is not None
    return all(char.isalnum() or char in "-._" for char in host)


def _literal(host: str) -> object | None:
    try:
        return ip_address(host)
    except ValueError:
        return None


def is_loopback(host: str) -> bool:
    """Whether a host is this machine, by what it is written as."""
    if host.rstrip(".").lower() == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def is_private(host: str) -> bool | None:
    """Whether a host is this machine or in a private network; None for a name, which must be looked up."""
    if is_loopback(host):
        return True
    try:
        address = ip_address(host)
    except ValueError:
        return None
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    return (address.is_private or address.is_link_local) and not address.is_unspecified
