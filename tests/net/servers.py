"""Real servers on loopback that do what servers do to clients, well or badly."""

from __future__ import annotations

import asyncio
import datetime as dt
import ipaddress
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from websockets.asyncio.server import ServerConnection, serve
from websockets.typing import Subprotocol

from gouji_desktop.net.addresses import ServerAddress
from gouji_desktop.net.codes import SUBPROTOCOL
from gouji_desktop.net.fingerprints import fingerprint_of

Handler = Callable[[ServerConnection], Awaitable[None]]


class Certificate(NamedTuple):
    """A certificate with its key."""

    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey

    @property
    def fingerprint(self) -> str:
        return fingerprint_of(self.certificate.public_bytes(serialization.Encoding.DER))

    def pem(self) -> bytes:
        return self.certificate.public_bytes(serialization.Encoding.PEM)

    def server_context(self, folder: Path) -> ssl.SSLContext:
        path = folder / f"{self.fingerprint[:8].replace(':', '')}.pem"
        private = self.key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        path.write_bytes(private + self.pem())
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(path)
        return context


def make_certificate(
    *,
    names: tuple[str, ...] = ("localhost", "127.0.0.1"),
    days: tuple[float, float] = (-1, 30),
    issuer: Certificate | None = None,
    authority: bool = False,
) -> Certificate:
    """A certificate for names, valid from and to so many days from now; signed by itself where nobody else does."""
    key = ec.generate_private_key(ec.SECP256R1())
    now = dt.datetime.now(dt.UTC)
    number = x509.random_serial_number()
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"{'authority' if authority else 'server'} {number}")])
    builder = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer.certificate.subject if issuer else subject)
        .public_key(key.public_key())
        .serial_number(number)
        .not_valid_before(now + dt.timedelta(days=days[0]))
        .not_valid_after(now + dt.timedelta(days=days[1]))
        .add_extension(x509.BasicConstraints(ca=authority, path_length=None), critical=True)
    )
    if not authority:
        alternatives = x509.SubjectAlternativeName([_general(name) for name in names])
        builder = builder.add_extension(alternatives, critical=False)
    return Certificate(builder.sign(issuer.key if issuer else key, hashes.SHA256()), key)


def _general(name: str) -> x509.GeneralName:
    with suppress(ValueError):
        return x509.IPAddress(ipaddress.ip_address(name))
    return x509.DNSName(name)


AUTHORITY = make_certificate(authority=True)


def trusting() -> ssl.SSLContext:
    """A client's context that trusts the tests' authority alone."""
    context = ssl.create_default_context()
    context.load_verify_locations(cadata=AUTHORITY.pem().decode())
    return context


@asynccontextmanager
async def websocket_server(
    handler: Handler, *, tls: ssl.SSLContext | None = None, subprotocol: str | None = SUBPROTOCOL, port: int = 0
) -> AsyncIterator[ServerAddress]:
    """A WebSocket server of the sub-protocol; its address."""
    chosen = None if subprotocol is None else [Subprotocol(subprotocol)]
    async with serve(handler, "127.0.0.1", port, ssl=tls, subprotocols=chosen, compression=None) as server:
        yield ServerAddress("127.0.0.1", next(iter(server.sockets)).getsockname()[1], secure=tls is not None)


@asynccontextmanager
async def raw_server(answer: bytes | None, *, secure: bool = False, port: int = 0) -> AsyncIterator[ServerAddress]:
    """A TCP server that answers whatever comes with these bytes and closes; None: it never answers."""
    connections: set[asyncio.Task[None]] = set()

    async def serve_one(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            with suppress(ConnectionError):
                if answer is None:
                    await reader.read()
                elif answer:
                    await reader.read(1)
                    writer.write(answer)
                    await writer.drain()
                    writer.write_eof()
                    await asyncio.wait_for(reader.read(), 30.0)
        finally:
            writer.close()
            with suppress(ConnectionError):
                await writer.wait_closed()

    def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.get_running_loop().create_task(serve_one(reader, writer))
        connections.add(task)
        task.add_done_callback(connections.discard)

    server = await asyncio.start_server(connected, "127.0.0.1", port)
    try:
        yield ServerAddress("127.0.0.1", server.sockets[0].getsockname()[1], secure=secure)
    finally:
        server.close()
        for task in connections:
            task.cancel()
        await asyncio.gather(*connections, return_exceptions=True)


async def free_port() -> int:
    """A port at which nobody listens."""
    server = await asyncio.start_server(lambda _reader, writer: writer.close(), "127.0.0.1", 0)
    port: int = server.sockets[0].getsockname()[1]
    server.close()
    await server.wait_closed()
    return port


async def until_closed(connection: ServerConnection) -> None:
    """The handler of a server that says nothing."""
    await connection.wait_closed()
