"""What can go wrong with a connection, and what a person is told of it: `online.trouble.<key>` of the translations."""

from __future__ import annotations

import errno
import socket
import ssl
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from websockets.exceptions import (
    InvalidHandshake,
    InvalidMessage,
    InvalidProxy,
    InvalidStatus,
    NegotiationError,
    ProxyError,
    SecurityError,
)

from gouji_desktop.net.addresses import ServerAddress
from gouji_desktop.net.clientstate import After, Trouble
from gouji_desktop.net.codes import STOPPED, VERSION, CloseCode, ErrorCode
from gouji_desktop.net.messages import Bye, Err, Refuse

#: After these nobody comes back by itself: something must be changed first.
STOPPING = frozenset(
    {
        "bad_address",
        "insecure_address",
        "unknown_certificate",
        "untrusted_certificate",
        "wrong_name",
        "expired",
        "not_yet_valid",
        "bad_certificate",
        "pin_changed",
        "redirect",
        "replaced",
        "auth",
        "name_rejected",
        "name_taken",
        "not_admitted",
        "old_client",
        "old_server",
        "banned",
        "proxy",
        "stopped",
    }
)
#: The same, unless it was online before: a server behind a proxy that restarts looks like this for a while.
STOPPING_AT_FIRST = frozenset({"no_tls", "needs_tls", "not_found", "forbidden", "http", "not_gouji"})
#: Everything else that may be told.
PASSING = frozenset(
    {
        "refused",
        "dns",
        "timeout",
        "unreachable",
        "maintenance",
        "full",
        "lost",
        "other_server",
        "signed_in_late",
        "silent",
        "slept",
        "shutdown",
        "restart",
        "rate",
        "not_now",
        "not_written",
        "slow",
        "protocol",
        "too_big",
        "not_understood",
        "network",
    }
)
#: Told by tables (`Client.notice`): why one was left, what was refused there.
NOTICES = frozenset(
    {
        "table_gone",
        "gone_closed",
        "gone_kicked",
        "gone_replaced",
        "not_understood",
        "not_stored",
        "refused_request",
    }
)
#: After these a server that is announced at another address is gone back to there, by itself.
MENDED_ELSEWHERE = frozenset({"pin_changed", "stopped"})
KEYS = STOPPING | STOPPING_AT_FIRST | PASSING | NOTICES

#: Closed for sending too much: come back after so many seconds.
RATE_SECONDS = 10.0
_CLOSE_KEYS = {
    CloseCode.SHUTDOWN: "shutdown",
    CloseCode.BROKEN: "protocol",
    CloseCode.NO_TEXT: "protocol",
    CloseCode.POLICY: "banned",
    CloseCode.TOO_BIG: "too_big",
    CloseCode.PROTOCOL: "protocol",
    CloseCode.REPLACED: "replaced",
    CloseCode.AUTH_FAILED: "signed_in_late",
    CloseCode.SLOW_CONSUMER: "slow",
    CloseCode.UPGRADE_REQUIRED: "old_client",
    CloseCode.RATE: "rate",
    CloseCode.RESTART: "restart",
}

#: What a refused sign-in means. Everything else, also what a later server says, is not now: it is tried again.
_SIGN_IN_KEYS = {
    ErrorCode.AUTH_FAILED: "auth",
    ErrorCode.PASSWORD_REJECTED: "auth",
    ErrorCode.NAME_REJECTED: "name_rejected",
    ErrorCode.NAME_TAKEN: "name_taken",
    ErrorCode.FORBIDDEN: "not_admitted",
    ErrorCode.BAD_JSON: "not_admitted",
    ErrorCode.BAD_SCHEMA: "not_admitted",
    ErrorCode.UNKNOWN_KIND: "not_admitted",
    ErrorCode.VERSION_UNSUPPORTED: "not_admitted",
    ErrorCode.RATE_LIMITED: "rate",
    ErrorCode.TOO_MANY: "full",
    ErrorCode.DRAINING: "restart",
    ErrorCode.FROZEN_STORAGE: "not_written",
}

#: What OpenSSL says of a certificate that does not hold (`verify_code`).
_NOT_YET, _EXPIRED, _SELF_SIGNED, _WRONG_NAME = {9}, {10}, {18, 19, 20, 21}, {62, 64}
_UNREACHABLE = {errno.ENETUNREACH, errno.EHOSTUNREACH, errno.ENETDOWN, errno.EHOSTDOWN, errno.EADDRNOTAVAIL}
_MAINTENANCE = {502, 503, 504}


def trouble_of(error: BaseException, address: ServerAddress, *, now: datetime | None = None) -> Trouble:
    """What a failed attempt means. Certificates are looked at by the connection, which can tell more of them."""
    at = {"host": address.host, "port": str(address.port), "address": str(address)}
    if isinstance(error, ssl.SSLCertVerificationError):
        return _of_certificate(error, at, now or datetime.now(UTC))
    if isinstance(error, ProxyError | InvalidProxy):
        return Trouble("proxy", {**at, "why": str(error)[:200]})
    if isinstance(error, InvalidStatus):
        return _of_status(error, at)
    if isinstance(error, TimeoutError):
        return Trouble("timeout", at)
    if isinstance(error, socket.gaierror):
        return Trouble("dns", at)
    if isinstance(error, ConnectionRefusedError):
        return Trouble("refused", at)
    if isinstance(error, ssl.SSLError) or (address.secure and isinstance(error, ConnectionResetError)):
        return Trouble("no_tls", {**at, "plain": str(address._replace(secure=False))})
    if isinstance(error, InvalidMessage):
        # What speaks TLS ends a connection that begins otherwise, with or without an alert.
        cut = isinstance(error.__cause__, EOFError) or "\x15\x03" in str(error.__cause__)
        if cut and not address.secure:
            return Trouble("needs_tls", {**at, "secure": str(address._replace(secure=True))})
        return Trouble("lost" if cut else "not_gouji", at)
    if isinstance(error, NegotiationError | SecurityError | InvalidHandshake):
        return Trouble("not_gouji", at)
    if isinstance(error, OSError):
        if error.errno in _UNREACHABLE:
            return Trouble("unreachable", at)
        return Trouble("network", {**at, "why": (error.strerror or str(error))[:200]})
    return Trouble("network", {**at, "why": str(error)[:200]})


def _of_certificate(error: ssl.SSLCertVerificationError, at: dict[str, str], now: datetime) -> Trouble:
    code = error.verify_code
    detail = {**at, "now": day(now)}
    if code in _NOT_YET:
        return Trouble("not_yet_valid", detail)
    if code in _EXPIRED:
        return Trouble("expired", detail)
    if code in _WRONG_NAME:
        return Trouble("wrong_name", at)
    if code in _SELF_SIGNED:
        return Trouble("untrusted_certificate", at)
    return Trouble("bad_certificate", {**at, "why": error.verify_message[:200]})


def _of_status(error: InvalidStatus, at: dict[str, str]) -> Trouble:
    status = error.response.status_code
    detail = {**at, "status": str(status)}
    if 300 <= status < 400:
        return Trouble("redirect", {**at, "location": error.response.headers.get("Location", "")[:200]})
    if status in _MAINTENANCE:
        wait = _retry_after(error.response.headers.get("Retry-After", ""))
        return Trouble("maintenance", detail if wait is None else {**detail, "retry_after": f"{wait:g}"})
    if status == 429:
        return Trouble("rate", detail)
    return Trouble({404: "not_found", 403: "forbidden"}.get(status, "http"), detail)


def _retry_after(text: str) -> float | None:
    """Seconds of a Retry-After header, a number or a date; at most an hour."""
    if text.strip().isdecimal():
        return min(3600.0, float(text))
    try:
        then = parsedate_to_datetime(text)
    except ValueError:
        return None
    return min(3600.0, max(0.0, (then - datetime.now(then.tzinfo)).total_seconds()))


def day(moment: datetime) -> str:
    """A moment as people read it in any language."""
    return moment.astimezone(UTC).strftime("%Y-%m-%d %H:%M UTC")


def trouble_of_close(code: int | None, reason: str = "") -> Trouble:
    """What the end of a connection means; a code that is none of the game's is a lost connection."""
    key = _CLOSE_KEYS.get(CloseCode(code)) if code in set(CloseCode) else None
    if code == CloseCode.SHUTDOWN and reason == STOPPED:
        key = "stopped"
    return Trouble(key or "lost", {"code": str(code or ""), "reason": reason[:200]})


def trouble_of_bye(bye: Bye) -> Trouble:
    """The same, where the server said goodbye."""
    return trouble_of_close(bye.code, bye.reason)


def trouble_of_refusal(refuse: Refuse) -> Trouble:
    """Which of the two is too old for the other, or why else a hello was refused."""
    detail = {"code": refuse.code[:64], "detail": refuse.detail[:200]}
    if refuse.code == "version_unsupported":
        return Trouble("old_client" if refuse.min_v > VERSION else "old_server", detail)
    return Trouble({"draining": "restart", "too_many": "full", "busy": "full"}.get(refuse.code, "protocol"), detail)


def trouble_of_error(err: Err) -> Trouble:
    """What a refused request means; `code` is one of codes.ErrorCode, or one of a newer server."""
    detail = {"code": err.code[:64]}
    if err.retry_after is not None:
        detail["retry_after"] = f"{err.retry_after:g}"
    return Trouble("refused_request", detail)


def token_is_void(err: Err) -> bool:
    """Whether a refused sign-in says that its token is good no more: one code alone does."""
    return err.code == ErrorCode.AUTH_FAILED


def trouble_of_sign_in(err: Err, how: str) -> Trouble:
    """What a refused sign-in means; `how` it was tried. `what_follows` says whether it is tried again."""
    key = _SIGN_IN_KEYS.get(ErrorCode(err.code), "not_now") if err.code in set(ErrorCode) else "not_now"
    if key == "not_admitted" and how == "guest" and err.code == ErrorCode.FORBIDDEN:
        # Guests are not let in here, or not without a word.
        key = "auth"
    detail = {"code": err.code[:64], "how": how}
    if err.retry_after is not None:
        detail["retry_after"] = f"{err.retry_after:g}"
    return Trouble(key, detail)


def what_follows(trouble: Trouble | None, *, was_online: bool) -> After:
    """What follows a lost connection."""
    if trouble is None:
        return After()
    wait = trouble.detail.get("retry_after")
    if wait is None and trouble.key == "rate":
        wait = str(RATE_SECONDS)
    stop = trouble.key in STOPPING or (not was_online and trouble.key in STOPPING_AT_FIRST)
    return After(stop=stop, at_once=trouble.key == "slept", wait=None if wait is None else float(wait))


__all__ = [
    "KEYS",
    "MENDED_ELSEWHERE",
    "NOTICES",
    "day",
    "token_is_void",
    "trouble_of",
    "trouble_of_bye",
    "trouble_of_close",
    "trouble_of_error",
    "trouble_of_refusal",
    "trouble_of_sign_in",
    "what_follows",
]
