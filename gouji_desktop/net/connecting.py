"""One attempt to open a WebSocket to a table server, and what its certificate says where that fails."""

from __future__ import annotations

import asyncio
import logging
import socket
import ssl
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Literal, NamedTuple, cast

from cryptography import x509
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Subprotocol

from gouji_desktop import __version__
from gouji_desktop.net.addresses import ServerAddress, is_private
from gouji_desktop.net.clientstate import Trouble
from gouji_desktop.net.codes import FRAME_OUT, SUBPROTOCOL
from gouji_desktop.net.failures import day, trouble_of
from gouji_desktop.net.fingerprints import fingerprint_of, same_fingerprint
from gouji_desktop.net.pins import Pins

OPEN_SECONDS = 10.0
CLOSE_SECONDS = 1.0
#: The greatest frame that is taken; servers keep to FRAME_OUT.
MAX_SIZE = FRAME_OUT * 2

#: What went wrong is told by `Trouble`; the library's own words stay out of the log of the program.
_logger = logging.getLogger("gouji_desktop.net.websocket")
_logger.setLevel(logging.CRITICAL)

#: Failures of certificates that a person may overrule by trusting the fingerprint.
_PINNABLE = frozenset({"untrusted_certificate"})
_OF_CERTIFICATES = frozenset({"expired", "not_yet_valid", "wrong_name", "untrusted_certificate", "bad_certificate"})


class TroubleError(Exception):
    """An attempt failed."""

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(trouble.key)
        self.trouble = trouble


class Shown(NamedTuple):
    """The certificate that a server showed."""

    der: bytes
    #: Where the socket leads, "" where a proxy hides it.
    peer: str


class _Connect(connect):
    """Follows no redirect: an address is what a person has chosen."""

    def process_redirect(self, exc: Exception) -> Exception | str:
        return exc


class Socket(ClientConnection):
    """Looks at the server's certificate before anything is sent."""

    look: Callable[[Shown], bool] | None = None
    #: The fingerprint of the trusted certificate by which the server was recognised; "" where it is known by its name.
    pinned = ""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The handshake of TLS is done: whoever is there has the key of the certificate."""
        super().connection_made(transport)
        tls = transport.get_extra_info("ssl_object")
        if self.look is not None and tls is not None:
            name = transport.get_extra_info("peername")
            peer = str(name[0]) if isinstance(name, tuple) else ""
            if not self.look(Shown(tls.getpeercert(binary_form=True) or b"", peer)):
                self.transport.abort()


async def open_socket(
    address: ServerAddress,
    pins: Pins,
    *,
    proxy: bool | str = True,
    context: ssl.SSLContext | None = None,
    server: str | None = None,
) -> Socket:
    """A WebSocket to that address. Raises TroubleError.

    `server` is the fingerprint of the one that is wanted, "" for one that is known by its name alone; None takes
    whoever is there, and then a certificate that is trusted from another address is recognised. Where one is pinned no
    other certificate is accepted; without a pin it must be valid for `context` (None: what the system trusts). `proxy`:
    True for that of the system, its address, or False for none; none is used for addresses of this machine and of
    private networks.
    """
    through = None if is_private(address.host) else proxy or None
    pinned = pins.of(address) if address.secure and server is None else server
    try:
        if not address.secure:
            return await _open_plain(address)
        if pinned:
            return await _open_pinned(address, pins, pinned, through, others=server is None)
        return _agreed(await _connect(address, through, ssl=context or ssl.create_default_context()), address)
    except (OSError, WebSocketException, ValueError) as error:
        trouble = trouble_of(error, address)
    if trouble.key in _OF_CERTIFICATES:
        trouble = await _told_more(trouble, address, through)
        shown = trouble.detail.get("fingerprint", "")
        if server is None and pins.places(shown):
            return await open_socket(address, pins, proxy=proxy, context=context, server=shown)
    raise TroubleError(trouble)


async def _connect(
    address: ServerAddress, proxy: bool | str | None, look: Callable[[Shown], bool] | None = None, **how: Any
) -> Socket:
    def create(*arguments: Any, **options: Any) -> Socket:
        made = Socket(*arguments, **options)
        made.look = look
        return made

    if "ssl" in how and "%" in address.host:
        # The number of an interface is this machine's business, and part of no name.
        how["server_hostname"] = address.host.partition("%")[0]
    opening = _Connect(
        address.url,
        subprotocols=[Subprotocol(SUBPROTOCOL)],
        compression=None,
        user_agent_header=f"gouji-desktop/{__version__}",
        proxy=_proxy(proxy),
        open_timeout=OPEN_SECONDS,
        # The client pings by itself, so that it can tell a person what it waits for.
        ping_interval=None,
        close_timeout=CLOSE_SECONDS,
        max_size=MAX_SIZE,
        logger=_logger,
        create_connection=cast(type[ClientConnection], create),
        **how,
    )
    return cast(Socket, await opening)


def _proxy(proxy: bool | str | None) -> str | Literal[True] | None:
    return proxy if isinstance(proxy, str) else True if proxy else None


def _agreed(made: Socket, address: ServerAddress) -> Socket:
    if made.subprotocol != SUBPROTOCOL:
        made.transport.abort()
        raise TroubleError(Trouble("not_gouji", {"host": address.host, "address": str(address)}))
    return made


async def _open_plain(address: ServerAddress) -> Socket:
    """Without TLS: only to this machine and to private networks, whatever a name leads to."""
    loop = asyncio.get_running_loop()
    found = await asyncio.wait_for(
        loop.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM), timeout=OPEN_SECONDS
    )
    hosts = list(dict.fromkeys(str(entry[4][0]) for entry in found))
    if not all(is_private(host.partition("%")[0]) for host in hosts):
        detail = {"host": address.host, "secure": str(address._replace(secure=True))}
        raise TroubleError(Trouble("insecure_address", detail))
    for host in hosts[:-1]:
        try:
            return _agreed(await _connect(address, None, host=host, port=address.port), address)
        except ConnectionRefusedError:
            continue
    return _agreed(await _connect(address, None, host=hosts[-1], port=address.port), address)


async def _open_pinned(
    address: ServerAddress, pins: Pins, pinned: str, proxy: bool | str | None, *, others: bool
) -> Socket:
    """With that certificate alone; `others`: or with any that is trusted elsewhere."""
    shown: list[str] = []

    def accepts(fingerprint: str) -> bool:
        return same_fingerprint(fingerprint, pinned) or (others and bool(pins.places(fingerprint)))

    def look(certificate: Shown) -> bool:
        shown.append(fingerprint_of(certificate.der))
        return accepts(shown[0])

    try:
        made = _agreed(await _connect(address, proxy, look, ssl=_unverified()), address)
    except (OSError, WebSocketException):
        if shown and not accepts(shown[0]):
            detail = {"host": address.host, "address": str(address), "pinned": pinned, "fingerprint": shown[0]}
            # Another server that is known is no impostor, but it is not the one that is wanted.
            key = "other_server" if pins.places(shown[0]) else "pin_changed"
            raise TroubleError(Trouble(key, detail)) from None
        raise
    made.pinned = shown[0]
    return made


def _unverified() -> ssl.SSLContext:
    """For connections whose certificate is compared with a pin, or only looked at."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


async def _told_more(trouble: Trouble, address: ServerAddress, proxy: bool | str | None) -> Trouble:
    """The same with what the certificate says, and as one that may be trusted where that is for a person to decide."""
    seen: list[Shown] = []

    def look(certificate: Shown) -> bool:
        seen.append(certificate)
        return False

    try:
        made = await _connect(address, proxy, look, ssl=_unverified())
        made.transport.abort()
    except (OSError, WebSocketException, ValueError):
        pass
    if not seen or not seen[0].der:
        return trouble
    detail = {**trouble.detail, "fingerprint": fingerprint_of(seen[0].der), **_certificate_says(seen[0].der)}
    private = is_private(address.host) or bool(seen[0].peer and is_private(seen[0].peer.partition("%")[0]))
    if trouble.key in _PINNABLE and private:
        return Trouble("unknown_certificate", detail)
    return Trouble(trouble.key, detail)


def _certificate_says(der: bytes) -> dict[str, str]:
    """For which names it is, and from when to when it is valid; as far as it can be read."""
    try:
        certificate = x509.load_der_x509_certificate(der)
        dates = {"since": day(certificate.not_valid_before_utc), "until": day(certificate.not_valid_after_utc)}
    except ValueError:
        return {}
    try:
        names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        listed = [*names.get_values_for_type(x509.DNSName), *map(str, names.get_values_for_type(x509.IPAddress))]
    except (x509.ExtensionNotFound, ValueError):
        listed = []
    return {**dates, "names": ", ".join(listed[:5])[:200], "now": day(datetime.now(UTC))}
