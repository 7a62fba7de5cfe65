"""Every way in which a connection fails, at a real socket, and what a person is told of it."""

from __future__ import annotations

import errno
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest

from gouji_desktop.net import connecting
from gouji_desktop.net.addresses import ServerAddress
from gouji_desktop.net.clientstate import Trouble
from gouji_desktop.net.codes import CloseCode
from gouji_desktop.net.connecting import TroubleError, open_socket
from gouji_desktop.net.failures import (
    KEYS,
    STOPPING,
    STOPPING_AT_FIRST,
    trouble_of,
    trouble_of_close,
    trouble_of_refusal,
    what_follows,
)
from gouji_desktop.net.messages import Refuse
from gouji_desktop.net.pins import Pins
from tests.net.servers import (
    AUTHORITY,
    free_port,
    make_certificate,
    raw_server,
    trusting,
    until_closed,
    websocket_server,
)

Row = Callable[[Path], AbstractAsyncContextManager[ServerAddress]]
HERE = ServerAddress("example.org", 47625, secure=True)


def http(status: str, *headers: str) -> bytes:
    return "\r\n".join([f"HTTP/1.1 {status}", *headers, "Content-Length: 0", "", ""]).encode()


def raw(answer: bytes | None, *, secure: bool = False) -> Row:
    return lambda _folder: raw_server(answer, secure=secure)


def certified(**how: object) -> Row:
    def row(folder: Path) -> AbstractAsyncContextManager[ServerAddress]:
        made = make_certificate(**{"issuer": AUTHORITY, **how})  # type: ignore[arg-type]
        return websocket_server(until_closed, tls=made.server_context(folder))

    return row


@asynccontextmanager
async def closed_port(_folder: Path) -> AsyncIterator[ServerAddress]:
    yield ServerAddress("127.0.0.1", await free_port(), secure=False)


@asynccontextmanager
async def closed_secure_port(_folder: Path) -> AsyncIterator[ServerAddress]:
    yield ServerAddress("127.0.0.1", await free_port(), secure=True)


@asynccontextmanager
async def no_such_host(_folder: Path) -> AsyncIterator[ServerAddress]:
    yield ServerAddress("nosuch.invalid", 47625, secure=True)


@asynccontextmanager
async def plain_elsewhere(_folder: Path) -> AsyncIterator[ServerAddress]:
    yield ServerAddress("93.184.215.14", 47625, secure=False)


def plain_to_tls(folder: Path) -> AbstractAsyncContextManager[ServerAddress]:
    return _other_scheme(certified()(folder), secure=False)


def tls_to_plain(_folder: Path) -> AbstractAsyncContextManager[ServerAddress]:
    return _other_scheme(websocket_server(until_closed), secure=True)


@asynccontextmanager
async def _other_scheme(
    server: AbstractAsyncContextManager[ServerAddress], *, secure: bool
) -> AsyncIterator[ServerAddress]:
    async with server as address:
        yield address._replace(secure=secure)


ROWS: dict[str, tuple[Row, str, dict[str, str]]] = {
    "closed port": (closed_port, "refused", {"host": "127.0.0.1"}),
    "closed port, TLS": (closed_secure_port, "refused", {}),
    "no such host": (no_such_host, "dns", {"host": "nosuch.invalid"}),
    "plain to a public address": (plain_elsewhere, "insecure_address", {"secure": "wss://93.184.215.14:47625"}),
    "signed by nobody": (certified(issuer=None), "unknown_certificate", {"host": "127.0.0.1"}),
    "signed by an unknown authority": (
        certified(issuer=make_certificate(authority=True)),
        "unknown_certificate",
        {"names": "localhost, 127.0.0.1"},
    ),
    "another name": (
        certified(names=("other.example", "10.0.0.1")),
        "wrong_name",
        {"names": "other.example, 10.0.0.1"},
    ),
    "expired": (certified(days=(-9, -2)), "expired", {}),
    "not yet valid": (certified(days=(2, 9)), "not_yet_valid", {}),
    "TLS to a plain WebSocket": (tls_to_plain, "no_tls", {}),
    "TLS to something that is no TLS": (raw(b"SSH-2.0-OpenSSH_9\r\n", secure=True), "no_tls", {}),
    "TLS to a web server": (raw(http("400 Bad Request"), secure=True), "no_tls", {}),
    "plain to TLS": (plain_to_tls, "needs_tls", {}),
    "closes at once": (raw(b"", secure=False), "needs_tls", {}),
    "no HTTP": (raw(b"SSH-2.0-OpenSSH_9\r\n"), "not_gouji", {}),
    "a web page": (raw(http("200 OK")), "http", {"status": "200"}),
    "not found": (raw(http("404 Not Found")), "not_found", {"status": "404"}),
    "forbidden": (raw(http("403 Forbidden")), "forbidden", {"status": "403"}),
    "too many": (raw(http("429 Too Many Requests")), "rate", {"status": "429"}),
    "maintenance": (raw(http("503 Service Unavailable", "Retry-After: 7")), "maintenance", {"retry_after": "7"}),
    "bad gateway": (raw(http("502 Bad Gateway")), "maintenance", {"status": "502"}),
    "redirect": (
        raw(http("302 Found", "Location: wss://127.0.0.1:1/ws")),
        "redirect",
        {"location": "wss://127.0.0.1:1/ws"},
    ),
    "redirect to a page": (raw(http("301 Moved", "Location: http://127.0.0.1:1/")), "redirect", {}),
    "never answers": (raw(None), "timeout", {}),
    "never answers, TLS": (raw(None, secure=True), "timeout", {}),
    "another protocol": (lambda _folder: websocket_server(until_closed, subprotocol=None), "not_gouji", {}),
}


async def fail(address: ServerAddress, pins: Pins | None = None) -> Trouble:
    with pytest.raises(TroubleError) as caught:
        await open_socket(address, pins or Pins(None), proxy=False, context=trusting())
    return caught.value.trouble


@pytest.mark.parametrize("name", ROWS)
async def test_every_failure_has_its_word(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    row, key, detail = ROWS[name]
    monkeypatch.setattr(connecting, "OPEN_SECONDS", 0.3 if "never" in name else 5.0)
    async with row(tmp_path) as address:
        trouble = await fail(address)
    assert trouble.key == key
    assert trouble.key in KEYS
    assert detail.items() <= trouble.detail.items()
    assert all(isinstance(value, str) for value in trouble.detail.values())


async def test_a_certificate_out_of_its_time_is_told_with_the_dates(tmp_path: Path) -> None:
    async with certified(days=(-9, -2))(tmp_path) as address:
        detail = (await fail(address)).detail
    assert detail["since"] < detail["until"] < detail["now"]
    async with certified(days=(2, 9))(tmp_path) as address:
        detail = (await fail(address)).detail
    assert detail["now"] < detail["since"] < detail["until"]


async def test_a_good_certificate_of_a_known_authority_is_accepted(tmp_path: Path) -> None:
    async with certified()(tmp_path) as address:
        made = await open_socket(address, Pins(None), proxy=False, context=trusting())
        assert made.subprotocol == "gouji.v1"
        await made.close()


async def test_only_near_certificates_may_be_trusted_by_hand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = make_certificate()
    async with websocket_server(until_closed, tls=made.server_context(tmp_path)) as address:
        assert (await fail(address)).detail["fingerprint"] == made.fingerprint
        monkeypatch.setattr(connecting, "is_private", lambda _host: False)
        trouble = await fail(address)
        assert (trouble.key, trouble.detail["fingerprint"]) == ("untrusted_certificate", made.fingerprint)


async def test_a_plain_address_whose_name_leads_elsewhere_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def lookup(*_arguments: object, **_options: object) -> list[tuple[object, ...]]:
        family = (socket.AF_INET, socket.SOCK_STREAM, 6, "")
        return [(*family, ("192.168.1.4", 1)), (*family, ("93.184.215.14", 1))]

    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    assert (await fail(ServerAddress("games.lan", 1, secure=False))).key == "insecure_address"


@pytest.mark.parametrize(
    ("error", "key"),
    [
        (OSError(errno.ENETUNREACH, "Network is unreachable"), "unreachable"),
        (OSError(errno.EHOSTUNREACH, "No route to host"), "unreachable"),
        (OSError(errno.EMFILE, "Too many open files"), "network"),
        (ValueError("strange"), "network"),
    ],
)
def test_failures_of_the_system_have_a_word(error: Exception, key: str) -> None:
    trouble = trouble_of(error, HERE)
    assert trouble.key == key
    assert trouble.detail["address"] == "wss://example.org:47625"


@pytest.mark.parametrize(
    ("code", "key", "stops"),
    [
        (CloseCode.NORMAL, "lost", False),
        (CloseCode.SHUTDOWN, "shutdown", False),
        (CloseCode.BROKEN, "protocol", False),
        (CloseCode.NO_TEXT, "protocol", False),
        (CloseCode.POLICY, "banned", True),
        (CloseCode.TOO_BIG, "too_big", False),
        (CloseCode.PROTOCOL, "protocol", False),
        (CloseCode.REPLACED, "replaced", True),
        (CloseCode.AUTH_FAILED, "signed_in_late", False),
        (CloseCode.SLOW_CONSUMER, "slow", False),
        (CloseCode.UPGRADE_REQUIRED, "old_client", True),
        (CloseCode.RATE, "rate", False),
        (CloseCode.RESTART, "restart", False),
        (1006, "lost", False),
        (4999, "lost", False),
        (None, "lost", False),
    ],
)
def test_every_close_code_has_its_word(code: int | None, key: str, stops: bool) -> None:
    trouble = trouble_of_close(code, "because")
    assert (trouble.key, trouble.detail["reason"]) == (key, "because")
    assert what_follows(trouble, was_online=True).stop == stops


@pytest.mark.parametrize(
    ("refuse", "key"),
    [
        (Refuse(code="version_unsupported", min_v=2), "old_client"),
        (Refuse(code="version_unsupported", min_v=1), "old_server"),
        (Refuse(code="draining"), "restart"),
        (Refuse(code="too_many"), "full"),
        (Refuse(code="something new"), "protocol"),
    ],
)
def test_a_refused_hello_says_who_is_too_old(refuse: Refuse, key: str) -> None:
    assert trouble_of_refusal(refuse).key == key


def test_who_was_online_waits_for_a_server_that_starts_anew() -> None:
    for key in STOPPING_AT_FIRST:
        assert what_follows(Trouble(key), was_online=False).stop
        assert not what_follows(Trouble(key), was_online=True).stop
    assert all(what_follows(Trouble(key), was_online=True).stop for key in STOPPING)
    assert what_follows(Trouble("maintenance", {"retry_after": "7"}), was_online=True).wait == 7.0
    assert what_follows(Trouble("rate"), was_online=True).wait == 10.0
    assert not what_follows(None, was_online=False).stop
