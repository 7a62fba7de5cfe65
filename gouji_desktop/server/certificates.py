"""The certificates of the server: its own self-signed one, and those that an operator names."""

from __future__ import annotations

import os
import re
import socket
import ssl
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_pem_private_key
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from gouji_desktop.net.fingerprints import fingerprint_of
from gouji_desktop.server.named_files import open_ordinary, read_ordinary

CERTIFICATE_FILE = "server-certificate.pem"
KEY_FILE = "server-key.pem"
#: Clients pin the certificate, so it lives long; it is renewed when so little of its life is left.
VALID_DAYS = 3650
_CERTIFICATE = re.compile(rb"-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----")
_KEY = re.compile(rb"-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----")
RENEW_DAYS = 30


class CertificateError(Exception):
    """No usable certificate; its text is one sentence."""


class CertificateFiles(NamedTuple):
    """Where a certificate and its key lie."""

    certificate: Path
    key: Path


class ReadCertificate(NamedTuple):
    """A certificate as it was read from its files."""

    context: ssl.SSLContext
    #: Its SHA-256.
    fingerprint: str
    #: Why clients refuse it today, in a sentence; "" where its time is right.
    out_of_date: str


def read_certificate(files: CertificateFiles) -> ReadCertificate:
    """Read a certificate and its key; may wait as long as its files do. Raises CertificateError."""
    return ReadCertificate(server_context(files), fingerprint(files.certificate), out_of_date(files.certificate))


def server_context(files: CertificateFiles) -> ssl.SSLContext:
    """A context of TLS 1.2 or later. Raises CertificateError."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.set_alpn_protocols(["http/1.1"])
    for path in files:
        try:
            # OpenSSL opens files by their names, and waits for whatever is there.
            open_ordinary(path).close()
        except (OSError, ValueError) as error:
            raise CertificateError(f"{path} cannot be read ({getattr(error, 'strerror', None) or error})") from None
    try:
        context.load_cert_chain(files.certificate, files.key, password=_no_password)
    except ssl.SSLError as error:
        raise CertificateError(_useless(files, error)) from None
    except (OSError, ValueError) as error:
        raise CertificateError(_unreadable(files, error)) from None
    return context


def _no_password() -> str:
    raise ValueError("the key is encrypted: store it without a password, readable by the server alone")


def _named(files: CertificateFiles) -> str:
    return str(files.key) if files.certificate == files.key else f"{files.certificate} and {files.key}"


def _useless(files: CertificateFiles, error: ssl.SSLError) -> str:
    """Why files that can be read are of no use."""
    if "MISMATCH" in str(error):
        return f"{_named(files)} do not belong together"
    with suppress(OSError):
        if _CERTIFICATE.search(read_ordinary(files.certificate)) is None:
            return f"{files.certificate} holds no certificate in PEM form"
        if _KEY.search(read_ordinary(files.key)) is None:
            name = " (--tls-key names another file)" if files.certificate == files.key else ""
            return f"{files.key} holds no private key in PEM form{name}"
    return f"{_named(files)} cannot be used ({error.reason or 'damaged'})"


def _unreadable(files: CertificateFiles, error: Exception) -> str:
    if isinstance(error, OSError):
        return f"{_named(files)} cannot be read ({error.strerror or error})"
    return f"{files.key}: {error}"


def fingerprint(certificate: Path) -> str:
    """The SHA-256 fingerprint of the first certificate of a file. Raises CertificateError."""
    return fingerprint_of(_first(certificate).public_bytes(Encoding.DER))


def out_of_date(certificate: Path, now: datetime | None = None) -> str:
    """Why clients refuse a certificate today, in a sentence; "" where its time is right. Raises CertificateError."""
    found, moment = _first(certificate), now or datetime.now(UTC)
    if moment < found.not_valid_before_utc:
        return f"{certificate} is not valid before {found.not_valid_before_utc:%Y-%m-%d %H:%M} UTC: nobody can come in"
    if moment > found.not_valid_after_utc:
        return f"{certificate} has expired at {found.not_valid_after_utc:%Y-%m-%d %H:%M} UTC: nobody can come in"
    return ""


def _first(certificate: Path) -> x509.Certificate:
    try:
        return x509.load_pem_x509_certificates(read_ordinary(certificate))[0]
    except (OSError, ValueError) as error:
        raise CertificateError(f"{certificate} cannot be read ({error})") from None


def own_certificate(folder: Path, now: datetime | None = None) -> CertificateFiles:
    """The self-signed certificate of a folder, made where there is none or where it is about to end.

    It stays the same from start to start, for clients remember it. Raises CertificateError.
    """
    files = CertificateFiles(folder / CERTIFICATE_FILE, folder / KEY_FILE)
    moment = now or datetime.now(UTC)
    if _usable(files, moment):
        return files
    try:
        folder.mkdir(parents=True, exist_ok=True)
        key = ec.generate_private_key(ec.SECP256R1())
        # The key first: without its certificate it is replaced, the other way round nothing would work.
        _write(files.key, key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()), 0o600)
        _write(files.certificate, _signed(key, moment).public_bytes(Encoding.PEM), 0o644)
    except OSError as error:
        raise CertificateError(f"no certificate can be stored in {folder} ({error.strerror or error})") from None
    return files


def _usable(files: CertificateFiles, now: datetime) -> bool:
    """Whether both files are there, belong together and stay valid for a while."""
    try:
        certificate = x509.load_pem_x509_certificate(read_ordinary(files.certificate))
        key = load_pem_private_key(read_ordinary(files.key), None)
    except (OSError, ValueError, TypeError):
        return False
    if not isinstance(key, ec.EllipticCurvePrivateKey) or key.public_key() != certificate.public_key():
        return False
    with suppress(OSError):
        files.key.chmod(0o600)
    return certificate.not_valid_before_utc <= now <= certificate.not_valid_after_utc - timedelta(days=RENEW_DAYS)


def _signed(key: ec.EllipticCurvePrivateKey, now: datetime) -> x509.Certificate:
    host = socket.gethostname()
    names: list[x509.GeneralName] = [x509.DNSName("localhost"), x509.IPAddress(ip_address("127.0.0.1"))]
    names.append(x509.IPAddress(ip_address("::1")))
    if host.isascii() and 0 < len(host) < 64 and host != "localhost":
        names.append(x509.DNSName(host))
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Gouji table server")])
    builder = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        # Clocks of other machines may be a little behind.
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=VALID_DAYS))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
    )
    return builder.sign(key, SHA256())


def _write(path: Path, body: bytes, mode: int) -> None:
    """Write a file in one step; nobody else can read it before its mode is set."""
    trial = path.with_name(f"{path.name}.new")
    trial.unlink(missing_ok=True)
    with os.fdopen(os.open(trial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
        file.write(body)
        file.flush()
        os.fsync(file.fileno())
    trial.replace(path)
