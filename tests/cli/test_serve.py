"""`gouji-desktop serve`: its options, its one line, its signals."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import ssl
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect
from websockets.typing import Subprotocol

from gouji_desktop.cli.main import build_parser, main
from gouji_desktop.net.codes import SUBPROTOCOL
from gouji_desktop.net.fingerprints import fingerprint_of
from gouji_desktop.profile.folders import profile_folders
from gouji_desktop.server.certificates import fingerprint, own_certificate
from gouji_desktop.server.config import Config, Rate
from gouji_desktop.server.options import FOLDER, config_of, default_data, warnings_of

ROOT = Path(__file__).resolve().parents[2]
#: Seconds that a process or an answer may take where a machine has a lot of other things to do.
PATIENCE = 40
signals = pytest.mark.skipif(sys.platform == "win32", reason="sends signals")


class Served:
    """A server in a process of its own."""

    def __init__(self, process: subprocess.Popen[str], line: str) -> None:
        self.process = process
        self.line = line
        self.url = line.removeprefix("gouji-desktop serve: listening on ").partition(",")[0]
        self.port = int(self.url.rpartition(":")[2].removesuffix("/ws"))

    def end(self, number: int = signal.SIGTERM) -> tuple[int, str, list[dict[str, Any]]]:
        """Its status, the rest of its output, and its log."""
        self.process.send_signal(number)
        out, log = self.process.communicate(timeout=60)
        return self.process.returncode, out, [json.loads(line) for line in log.splitlines()]

    def hello(self, **options: Any) -> dict[str, Any]:
        with connect(self.url, subprotocols=[Subprotocol(SUBPROTOCOL)], proxy=None, **options) as client:
            client.send('{"k":"hello","v":[1]}')
            answer: dict[str, Any] = json.loads(client.recv(timeout=PATIENCE))
            return answer


@contextmanager
def serving(tmp_path: Path, *options: str, module: str = "gouji_desktop.server") -> Iterator[Served]:
    command = [sys.executable, "-m", module, *(["serve"] if module == "gouji_desktop" else [])]
    process = subprocess.Popen(
        [*command, "--port", "0", "--data", str(tmp_path / "data"), *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        cwd=ROOT,
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline().strip()
        if not line:
            raise AssertionError(process.communicate(timeout=60)[1])
        yield Served(process, line)
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


@signals
@pytest.mark.parametrize("module", ["gouji_desktop", "gouji_desktop.server"])
def test_it_says_in_one_line_where_it_listens_and_ends_at_a_signal(tmp_path, module):
    start = time.monotonic()
    with serving(tmp_path, module=module) as served:
        assert time.monotonic() - start < PATIENCE
        assert served.url == f"ws://127.0.0.1:{served.port}/ws"
        with connect(served.url, subprotocols=[Subprotocol(SUBPROTOCOL)], proxy=None) as client:
            client.send('{"k":"hello","v":[1]}')
            assert json.loads(client.recv(timeout=PATIENCE))["k"] == "welcome"
            served.process.send_signal(signal.SIGTERM)
            bye = json.loads(client.recv(timeout=PATIENCE))
            assert bye["k"] == "bye"
            assert bye["code"] == 4050
            assert bye["reconnect_after"] > 0
        start = time.monotonic()
        status, out, log = served.end()
        assert time.monotonic() - start < PATIENCE
        assert (status, out) == (0, "")
        assert [entry["level"] for entry in log] == ["info"] * len(log)
        assert (tmp_path / "data" / "server.sqlite3").exists()


@signals
def test_it_says_where_its_side_port_is(tmp_path):
    with serving(tmp_path, "--health-port", "0") as served:
        found = re.fullmatch(
            r"gouji-desktop serve: listening on \S+, health on (http://127\.0\.0\.1:[1-9]\d*)", served.line
        )
        assert found is not None
        with urllib.request.urlopen(f"{found[1]}/healthz", timeout=PATIENCE) as answer:
            assert answer.read() == b"ok\n"
        assert served.end()[0] == 0


@signals
def test_ctrl_c_ends_it_as_well(tmp_path):
    with serving(tmp_path) as served:
        assert served.hello()["k"] == "welcome"
        assert served.end(signal.SIGINT)[:2] == (0, "")


@signals
def test_with_an_own_certificate_it_says_its_fingerprint(tmp_path):
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    with serving(tmp_path, "--self-signed", "--motd", "欢迎", "--name", "够级社") as served:
        shown = served.line.rpartition(" ")[2]
        assert served.url.startswith("wss://")
        pem = ssl.get_server_certificate(("127.0.0.1", served.port), timeout=PATIENCE)
        assert fingerprint_of(ssl.PEM_cert_to_DER_cert(pem)) == shown
        assert served.hello(ssl=context)["motd"] == "欢迎"
        assert served.end()[0] == 0


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="there is no SIGHUP")
def test_sighup_reloads_the_certificate_and_keeps_the_old_one_where_the_new_is_bad(tmp_path):
    files, fresh = own_certificate(tmp_path / "one"), own_certificate(tmp_path / "two")
    wanted = fingerprint(fresh.certificate)

    def shown(port: int) -> str:
        return fingerprint_of(
            ssl.PEM_cert_to_DER_cert(ssl.get_server_certificate(("127.0.0.1", port), timeout=PATIENCE))
        )

    with serving(tmp_path, "--tls-cert", str(files.certificate), "--tls-key", str(files.key)) as served:
        first = shown(served.port)
        key = files.key.read_bytes()
        files.key.write_text("nonsense")
        served.process.send_signal(signal.SIGHUP)
        assert served.process.stderr is not None
        while "the old certificate stays" not in (line := served.process.stderr.readline()):
            assert line, "it has ended"
        refused = json.loads(line)
        assert (refused["level"], refused["message"][:30]) == (
            "error",
            "the old certificate stays: " + str(files.certificate)[:3],
        )
        assert shown(served.port) == first
        files.certificate.write_bytes(fresh.certificate.read_bytes())
        files.key.write_bytes(fresh.key.read_bytes())
        served.process.send_signal(signal.SIGHUP)
        end = time.monotonic() + PATIENCE
        while shown(served.port) != wanted and time.monotonic() < end:
            time.sleep(0.02)
        assert shown(served.port) == wanted
        status, _, log = served.end()
        assert status == 0
        assert [entry["message"] for entry in log if entry["level"] == "error"] == []
        assert key != files.key.read_bytes()


def test_a_used_port_is_one_sentence_and_status_1(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        command = [sys.executable, "-m", "gouji_desktop", "serve", "--port", str(taken.getsockname()[1])]
        command += ["--data", str(tmp_path)]
        done = subprocess.run(command, check=False, capture_output=True, text=True, cwd=ROOT, timeout=60)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert "in use" in done.stderr


@pytest.mark.parametrize(
    ("options", "word"),
    [
        (["--port", "70000"], "70000"),
        (["--port", "-1"], "-1"),
        (["--port", "eighty"], "eighty"),
        (["--host", ""], "address"),
        (["--host", "a b"], "a b"),
        (["--limits", "tables"], "name=value"),
        (["--limits", "tables=none"], "tables"),
        (["--limits", "tables=200", "nosuch=1"], "nosuch"),
        (["--limits", "chat=5"], "burst/per_second"),
        (["--limits", "frame_in=99999"], "protocol"),
        (["--proxy", "nonsense"], "nonsense"),
        (["--durability", "some"], "some"),
        (["--log-level", "loud"], "loud"),
        (["--health-port", "x"], "x"),
        (["--tls-key", "key.pem"], "--tls-cert"),
        (["--self-signed", "--tls-cert", "c.pem"], "exclude"),
        (["--join-password-file", "/nonexistent/file"], "cannot be read"),
        (["--name", "x" * 100], "60"),
        (["--motd", "two\nlines"], "one line"),
        (["--nosuch"], "--nosuch"),
    ],
)
def test_a_bad_option_is_one_sentence_and_status_2(capsys, options, word):
    try:
        status = main(["serve", *options])
    except SystemExit as stop:
        status = int(str(stop.code))
    shown = capsys.readouterr()
    assert status == 2
    assert shown.out == ""
    assert shown.err.startswith("gouji-desktop serve: ")
    assert shown.err.count("\n") == 1
    assert word in shown.err


def config(*options: str) -> Config:
    return config_of(build_parser().parse_args(["serve", *options]), Path("/data"))


def test_what_the_options_mean(tmp_path):
    made = config(
        "--host", "::1", "--port", "4000", "--name", "够级社", "--motd", "欢迎", "--no-guests", "--announce",
        "--proxy", "10.0.0.0/8", "--proxy", "::1", "--durability", "full", "--health-port", "9100",
        "--limits", "tables=200", "chat=3/0.25", "--limits", "spectator_delay=10", "--log-level", "debug",
    )  # fmt: skip
    assert (made.host, made.port, made.name, made.motd) == ("::1", 4000, "够级社", "欢迎")
    assert (made.guests, made.announce, made.durability, made.health_port) == (False, True, "full", 9100)
    assert made.proxies == ("10.0.0.0/8", "::1/128")
    assert made.limits.tables == 200
    assert made.limits.chat == Rate(3, 0.25)
    assert made.limits.spectator_delay == 10.0
    assert made.auth_methods == ("password",)
    assert made.data == Path("/data").absolute()
    assert config("--data", str(tmp_path)).data == tmp_path
    assert config().host == "127.0.0.1"


@pytest.mark.skipif(sys.platform == "win32", reason="file modes")
def test_a_join_password_comes_from_a_file_that_nobody_else_reads(tmp_path, capsys):
    path = tmp_path / "password"
    path.write_text("six decks of cards\n")
    path.chmod(0o644)
    assert main(["serve", "--join-password-file", str(path)]) == 2
    assert "chmod 600" in capsys.readouterr().err
    path.chmod(0o600)
    made = config("--join-password-file", str(path))
    assert made.join_password.startswith("$argon2id$")
    assert "six decks" not in repr(made)
    assert made.auth_methods == ("guest", "password", "join_password")
    for body in (b"", b"short", b"x" * 5000, b"\xff\xfe" * 10):
        path.write_bytes(body)
        assert main(["serve", "--join-password-file", str(path)]) == 2
        assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ([], None),
        (["--host", "192.168.1.5"], None),
        (["--host", "0.0.0.0"], "without TLS"),
        (["--host", "::"], "without TLS"),
        (["--host", "8.8.8.8"], "without TLS"),
        (["--host", "play.example.org"], "without TLS"),
        (["--host", "0.0.0.0", "--self-signed"], None),
        (["--announce"], "0.0.0.0"),
    ],
)
def test_a_public_address_without_tls_is_warned_of(options, words):
    said = [each for each in warnings_of(config(*options)) if "uvloop" not in each]
    assert bool(said) is (words is not None)
    assert all(words in each for each in said)


def test_the_data_folder_is_the_same_by_both_ways(home, monkeypatch):
    assert default_data() == profile_folders().data / FOLDER == home / "profile" / FOLDER
    monkeypatch.delenv("GOUJI_HOME")
    assert default_data() == profile_folders().data / FOLDER
