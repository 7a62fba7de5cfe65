"""What keeps `gouji-desktop serve` from starting: each is one sentence on standard error, and the status says whose."""

from __future__ import annotations

import os
import socket
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    PrivateFormat,
    load_pem_private_key,
)

from gouji_desktop.cli.main import main
from gouji_desktop.server import app, database
from gouji_desktop.server.app import DATABASE
from gouji_desktop.server.certificates import own_certificate
from gouji_desktop.server.store import Store

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the words are those of another system")


@pytest.fixture(autouse=True)
def no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the process does to itself stays out of the tests' one."""
    for name in ("log_to", "_raise_file_limit", "_collect_seldom", "_handle_signals"):
        monkeypatch.setattr(app, name, lambda *_: lambda: None)
    monkeypatch.setattr(database, "_OPENING_MS", 10)


def refusal(capsys: pytest.CaptureFixture[str], *options: str | Path) -> tuple[int, str]:
    """The status and the sentence."""
    try:
        status = main(["serve", *map(str, options)])
    except SystemExit as stop:
        status = int(str(stop.code))
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("gouji-desktop serve: ")
    assert shown.err.count("\n") == 1, shown.err
    return status, shown.err.removeprefix("gouji-desktop serve: ").removesuffix("\n")


@contextmanager
def taken() -> Iterator[int]:
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        yield holder.getsockname()[1]


def test_ports_that_others_have(tmp_path, capsys):
    with taken() as port:
        status, words = refusal(capsys, "--port", str(port), "--data", tmp_path)
        assert (status, words) == (1, f"127.0.0.1 port {port} cannot be listened on (address already in use)")
        status, words = refusal(capsys, "--port", "0", "--health-port", str(port), "--data", tmp_path)
        assert (status, words) == (1, f"127.0.0.1 port {port} cannot be listened on (address already in use)")


def test_a_port_for_the_privileged(tmp_path, capsys, monkeypatch):
    def denied(*_: Any, **__: Any) -> Any:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("gouji_desktop.server.gateway.serve", denied)
    status, words = refusal(capsys, "--port", "443", "--data", tmp_path)
    assert status == 1
    assert words.startswith("127.0.0.1 port 443 cannot be listened on (Permission denied: ports below 1024 take")


@pytest.mark.parametrize(
    ("host", "status", "words"),
    [
        ("nosuchhost.invalid", 1, "nosuchhost.invalid port 0 cannot be listened on ("),
        ("256.0.0.1", 1, "256.0.0.1 port 0 cannot be listened on ("),
        ("192.0.2.1", 1, "192.0.2.1 port 0 cannot be listened on ("),
        ("2001:db8::1", 1, "2001:db8::1 port 0 cannot be listened on ("),
        ("[::1", 2, "'[::1' is no address"),
        ("::1]", 2, "'::1]' is no address"),
        ("ws://127.0.0.1", 2, "'ws://127.0.0.1' is no address"),
    ],
)
def test_addresses_that_are_none_here(tmp_path, capsys, host, status, words):
    found = refusal(capsys, "--host", host, "--port", "0", "--data", tmp_path)
    assert found[0] == status
    assert found[1].startswith(words)


def _encrypted(folder: Path) -> tuple[Path, Path]:
    files = own_certificate(folder)
    key = load_pem_private_key(files.key.read_bytes(), None)
    files.key.write_bytes(
        key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"a long password"))
    )
    return files


def _binary(folder: Path) -> tuple[Path, Path]:
    files = own_certificate(folder)
    files.certificate.write_bytes(
        x509.load_pem_x509_certificate(files.certificate.read_bytes()).public_bytes(Encoding.DER)
    )
    return files


def _damaged(folder: Path) -> tuple[Path, Path]:
    files = own_certificate(folder)
    files.certificate.write_bytes(files.certificate.read_bytes().replace(b"M", b"A"))
    return files


def _two(folder: Path) -> tuple[Path, Path]:
    return own_certificate(folder / "one").certificate, own_certificate(folder / "two").key


def _swapped(folder: Path) -> tuple[Path, Path]:
    files = own_certificate(folder)
    return files.key, files.certificate


def _alone(folder: Path) -> tuple[Path, None]:
    return own_certificate(folder).certificate, None


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda folder: (folder / "none.pem", None), "none.pem cannot be read (No such file or directory)"),
        (lambda folder: (folder, None), " cannot be read ("),
        (_two, " do not belong together"),
        (_swapped, "server-key.pem holds no certificate in PEM form"),
        (_binary, "server-certificate.pem holds no certificate in PEM form"),
        (_alone, "server-certificate.pem holds no private key in PEM form (--tls-key names another file)"),
        (_encrypted, "server-key.pem: the key is encrypted"),
        (_damaged, " cannot be used ("),
    ],
)
def test_certificates_that_are_none(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    make: Callable[[Path], tuple[Path, Path | None]],
    words: str,
) -> None:
    certificate, key = make(tmp_path)
    more: list[str | Path] = [] if key is None else ["--tls-key", key]
    status, said = refusal(capsys, "--port", "0", "--data", tmp_path, "--tls-cert", certificate, *more)
    assert status == 1
    assert words in said


def _pipe(path: Path) -> Path:
    os.mkfifo(path, 0o600)
    return path


def _link(path: Path) -> Path:
    path.symlink_to(_pipe(path.with_suffix(".pipe")))
    return path


def _device(path: Path) -> Path:
    path.symlink_to("/dev/zero")
    return path


@pytest.mark.timeout(60)
@pytest.mark.parametrize("strange", [_pipe, _link, _device])
def test_files_that_are_no_ordinary_ones(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], strange: Callable[[Path], Path]
) -> None:
    """Nobody waits for what comes out of them."""
    files, path = own_certificate(tmp_path / "own"), strange(tmp_path / "strange")
    for options in (
        ("--tls-cert", path),
        ("--tls-cert", path, "--tls-key", files.key),
        ("--tls-cert", files.certificate, "--tls-key", path),
        ("--join-password-file", path),
    ):
        status, said = refusal(capsys, "--port", "0", "--data", tmp_path, *options)
        assert status == (2 if "--join-password-file" in options else 1)
        assert said == f"{path} cannot be read (it is no ordinary file)"


@pytest.mark.timeout(60)
def test_an_own_certificate_that_is_no_ordinary_file_is_made_anew(tmp_path: Path) -> None:
    files = own_certificate(tmp_path)
    for path in files:
        path.unlink()
        os.mkfifo(path)
        assert own_certificate(tmp_path) == files
        assert path.is_file()


@pytest.mark.parametrize("option", ["--name", "--motd"])
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("够级\u200f社", "it holds U+200F, which is no printable character"),
        ("够级\u202e社", "it holds U+202E, which is no printable character"),
        ("a\tb", "it holds U+0009, which is no printable character"),
        ("a\nb", "it is one line: it holds a line break"),
        ("a\u2028b", "it is one line: it holds a line break"),
        ("x" * 501, "characters, not 501"),
    ],
)
def test_lines_that_cannot_be_shown(capsys: pytest.CaptureFixture[str], option: str, text: str, words: str) -> None:
    status, said = refusal(capsys, option, text)
    assert status == 2
    assert words in said
    assert said.startswith(f"argument {option}: ")


def test_data_folders_that_are_none(tmp_path, capsys):
    (tmp_path / "file").write_text("")
    assert refusal(capsys, "--port", "0", "--data", tmp_path / "file" / "deep") == (
        1,
        f"{tmp_path / 'file' / 'deep'} cannot be used (Not a directory)",
    )
    assert refusal(capsys, "--data", "") == (2, "argument --data: '' is no folder (see gouji-desktop serve --help)")


def test_a_data_folder_that_nobody_may_write_to(tmp_path, capsys, monkeypatch):
    # A test that runs as root may write everywhere: the system's answer is put in its mouth.
    def denied(*_: Any, **__: Any) -> Any:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patch:
        patch.setattr("gouji_desktop.table.filelock.os.open", denied)
        status, words = refusal(capsys, "--port", "0", "--data", tmp_path)
    assert status == 1
    assert words == f"There can be no store at {tmp_path / DATABASE}: Permission denied."


def test_a_database_that_another_program_locks(tmp_path, capsys):
    Store.open(tmp_path / DATABASE).close()
    with closing(sqlite3.connect(tmp_path / DATABASE, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        status, words = refusal(capsys, "--port", "0", "--data", tmp_path)
    assert (status, words) == (1, f"Another program keeps the store busy ({tmp_path / DATABASE}).")


def test_a_database_that_another_server_uses(tmp_path, capsys):
    with closing(Store.open(tmp_path / DATABASE)):
        status, words = refusal(capsys, "--port", "0", "--data", tmp_path)
    assert status == 1
    assert words.startswith("Another server (process ")


def test_a_database_of_another_program(tmp_path, capsys):
    with closing(sqlite3.connect(tmp_path / DATABASE)) as other:
        other.execute("CREATE TABLE theirs (a)")
    status, words = refusal(capsys, "--port", "0", "--data", tmp_path)
    assert status == 1
    assert "another program" in words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("tables=1.5", "the limit tables is a whole number above 0, not '1.5'"),
        ("tables=0", "the limit tables is a whole number above 0, not '0'"),
        ("spectator_delay=nan", "the limit spectator_delay is a number above 0, not 'nan'"),
        ("spectator_delay=-1", "the limit spectator_delay is a number above 0, not '-1'"),
        ("chat=1/0", "the limit chat is burst/per_second, for instance 10/4, not '1/0'"),
        ("chat=0/1", "the limit chat is burst/per_second, for instance 10/4, not '0/1'"),
        ("chat=1/2/3", "the limit chat is burst/per_second, for instance 10/4, not '1/2/3'"),
        ("=5", "there is no limit ''; known are "),
    ],
)
def test_limits_that_are_none(capsys, text, words):
    status, said = refusal(capsys, "--limits", text)
    assert status == 2
    assert said.startswith(words)
