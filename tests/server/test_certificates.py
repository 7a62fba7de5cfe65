"""Certificates: made once, kept, and reloaded while the server runs."""

from __future__ import annotations

import ssl
import stat
import sys
from datetime import UTC, datetime, timedelta

import pytest
from cryptography import x509

from gouji_desktop.net.fingerprints import fingerprint_of, read_fingerprint, same_fingerprint
from gouji_desktop.server.certificates import (
    RENEW_DAYS,
    VALID_DAYS,
    CertificateError,
    CertificateFiles,
    fingerprint,
    out_of_date,
    own_certificate,
    read_certificate,
    server_context,
)


def test_it_is_made_once_and_stays(tmp_path):
    first = own_certificate(tmp_path / "new" / "folder")
    shown = fingerprint(first.certificate)
    assert fingerprint(own_certificate(tmp_path / "new" / "folder").certificate) == shown
    assert len(shown) == 95
    if sys.platform != "win32":
        assert stat.S_IMODE(first.key.stat().st_mode) == 0o600
        first.key.chmod(0o644)
        own_certificate(first.key.parent)
        assert stat.S_IMODE(first.key.stat().st_mode) == 0o600


def test_it_is_made_anew_when_it_is_about_to_end(tmp_path):
    shown = fingerprint(own_certificate(tmp_path).certificate)
    later = datetime.now(UTC) + timedelta(days=VALID_DAYS - RENEW_DAYS - 1)
    assert fingerprint(own_certificate(tmp_path, later).certificate) == shown
    later += timedelta(days=3)
    assert fingerprint(own_certificate(tmp_path, later).certificate) != shown


@pytest.mark.parametrize("name", ["certificate", "key"])
@pytest.mark.parametrize(
    "body", [None, b"", b"nonsense", b"-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"]
)
def test_it_is_made_anew_when_a_file_is_damaged(tmp_path, name, body):
    files = own_certificate(tmp_path)
    shown = fingerprint(files.certificate)
    path = getattr(files, name)
    path.unlink()
    if body is not None:
        path.write_bytes(body)
    again = own_certificate(tmp_path)
    assert fingerprint(again.certificate) != shown
    server_context(again)


def test_its_fingerprint_is_that_of_its_binary_form(tmp_path):
    files = own_certificate(tmp_path)
    der = ssl.PEM_cert_to_DER_cert(files.certificate.read_text())
    assert fingerprint(files.certificate) == fingerprint_of(der)
    names = x509.load_der_x509_certificate(der).extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert "localhost" in names.get_values_for_type(x509.DNSName)


def test_old_tls_is_refused(tmp_path):
    context = server_context(own_certificate(tmp_path))
    assert context.minimum_version == ssl.TLSVersion.TLSv1_2


def test_wrong_files_are_refused_in_a_sentence(tmp_path):
    good, other = own_certificate(tmp_path / "a"), own_certificate(tmp_path / "b")
    wrong = [
        (CertificateFiles(good.certificate, other.key), "do not belong together"),
        (CertificateFiles(tmp_path / "none.pem", good.key), "none.pem cannot be read"),
        (CertificateFiles(good.certificate, tmp_path / "none.pem"), "none.pem cannot be read"),
        (CertificateFiles(good.key, good.key), "^[^ ]*server-key.pem holds no certificate in PEM form"),
    ]
    for files, words in wrong:
        for use in (server_context, read_certificate):
            with pytest.raises(CertificateError, match=words):
                use(files)


def test_a_certificate_of_another_time_is_told(tmp_path):
    certificate = own_certificate(tmp_path, datetime(2030, 5, 1, tzinfo=UTC)).certificate
    for moment, words in (
        (datetime(2030, 4, 29, tzinfo=UTC), "server-certificate.pem is not valid before 2030-04-30 00:00 UTC"),
        (datetime(2040, 5, 1, tzinfo=UTC), "server-certificate.pem has expired at 2040-04-28 00:00 UTC"),
        (datetime(2030, 6, 1, tzinfo=UTC), ""),
    ):
        told = out_of_date(certificate, moment)
        assert words in told
        assert bool(told) == bool(words)


def test_no_folder_is_a_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(CertificateError, match="no certificate can be stored"):
        own_certificate(tmp_path / "file")


@pytest.mark.parametrize(
    ("text", "good"),
    [
        ("ab" * 32, True),
        (":".join(["AB"] * 32), True),
        ("SHA-256: " + " ".join(["ab"] * 32), True),
        ("ab" * 31, False),
        ("xy" * 32, False),
        ("", False),
    ],
)
def test_fingerprints_are_read_however_they_are_written(text, good):
    assert (read_fingerprint(text) == ":".join(["AB"] * 32)) is good
    assert same_fingerprint(text, "AB" * 32) is good
    assert not same_fingerprint(text, "AC" * 32)
