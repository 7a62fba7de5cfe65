"""Why a load run cannot be made against a server that runs already, in a sentence."""

from __future__ import annotations

import ssl
from typing import Final
from urllib.parse import urlsplit

from websockets.exceptions import ConnectionClosed, InvalidStatus, InvalidURI, WebSocketException

from gouji_desktop.net.codes import PATH, CloseCode, ErrorCode
from gouji_desktop.server.load.running import LoadError

#: What can come out of an attempt to connect and to talk; anything else is a fault of the program.
FAILURES: Final = (OSError, TimeoutError, WebSocketException, EOFError, UnicodeError)

_LIMITS = "a load run comes from one address and needs its limits lifted (--limits, docs/serving.md)"
#: Answers and close codes of a server that has had enough of one address.
_ENOUGH = (429, 503)
_ENOUGH_CODES = (CloseCode.RATE, ErrorCode.RATE_LIMITED, ErrorCode.TOO_MANY)


def check_address(url: str) -> None:
    """Raises LoadError where an address is none of a table server."""
    try:
        parts = urlsplit(url)
        good = parts.scheme in ("ws", "wss") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        good = False
    if not good or any(char.isspace() or not char.isprintable() for char in url):
        raise LoadError(f"{url!r} is no address of a table server: write ws://HOST:PORT{PATH}")


def reason(error: BaseException, url: str) -> str:
    """What one of FAILURES means, in a sentence."""
    if isinstance(error, InvalidStatus):
        status = error.response.status_code
        if status in _ENOUGH:
            return f"the server at {url} lets nobody more in ({status}): {_LIMITS}"
        return f"there is no table server at {url} (it answers {status}): write ws://HOST:PORT{PATH}"
    if isinstance(error, ConnectionClosed):
        return closed(None if error.rcvd is None else error.rcvd.code, "" if error.rcvd is None else error.rcvd.reason)
    if isinstance(error, InvalidURI | UnicodeError):
        return f"{url!r} is no address of a table server: write ws://HOST:PORT{PATH}"
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"the certificate of {url} is not trusted here ({error.verify_message})"
    if isinstance(error, ssl.SSLError) or (isinstance(error, ConnectionResetError) and url.startswith("wss:")):
        return f"there is no TLS at {url} ({getattr(error, 'reason', '') or 'the handshake failed'})"
    if isinstance(error, WebSocketException | EOFError):
        return f"there is no table server at {url}: {_first_line(error)}"
    if isinstance(error, TimeoutError):
        return f"the server at {url} does not answer in time"
    return f"the server at {url} cannot be reached: {_first_line(error)}"


def closed(code: int | None, why: str) -> str:
    """What it means that the server ended a connection while the tables were being seated."""
    said = " ".join(str(each) for each in (code, why) if each) or "without a word"
    hint = f": {_LIMITS}" if code in _ENOUGH_CODES else ""
    return f"the server ended a connection before the tables were seated ({said}){hint}"


def refused(code: str) -> str:
    """What it means that a request was refused while the tables were being seated."""
    hint = f": {_LIMITS}" if code in _ENOUGH_CODES else ""
    return f"the server refused to seat the tables ({code}){hint}"


def _first_line(error: BaseException) -> str:
    return (str(error).splitlines() or [""])[0] or type(error).__name__
