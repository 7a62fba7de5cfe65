"""The server's log: JSON lines that say what happened, and never a secret."""

from __future__ import annotations

import base64
import io
import json
import logging
import secrets
from typing import Any

import pytest

from gouji_desktop.net.requests import Auth, Cmd
from gouji_desktop.server.logs import HIDDEN, JsonLines, Redaction, log_to, redact
from tests.server.test_app import a_client, a_match, a_server


def written(text: str, *args: object, level: int = logging.INFO, **more: Any) -> tuple[dict[str, Any], str]:
    """What one record becomes: its fields, and the line."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines("n1"))
    handler.addFilter(Redaction())
    logger = logging.Logger("gouji_desktop.server.core")  # noqa: LOG001 - nobody else may hear it
    logger.addHandler(handler)
    logger.log(level, text, *args, **more)
    line = stream.getvalue()
    assert line.endswith("\n")
    assert line.count("\n") == 1
    return json.loads(line), line


def test_a_line_is_one_object_with_the_fields_that_are_known():
    fields, _ = written("seat %d is taken", 3, extra={"t": "k3v9", "seat": 3, "code": 4001, "hand": "Th 3c", "seq": 7})
    assert fields.pop("time").endswith("Z")
    assert fields == {
        "level": "info",
        "node": "n1",
        "logger": "server.core",
        "message": "seat 3 is taken",
        "t": "k3v9",
        "seat": 3,
        "seq": 7,
        "code": 4001,
    }


SECRETS = [
    secrets.token_urlsafe(32),
    secrets.token_hex(32),
    "$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$Zm9yIGEgdGVzdCBvZiB0aGUgZmlsdGVyIHRoYXQgaGlkZXM",
]


@pytest.mark.parametrize("secret", SECRETS, ids=["token", "seed", "hash"])
def test_tokens_seeds_and_hashes_never_appear(secret):
    runs = [run for run in secret.replace("$", " ").split() if len(run) > 24]
    for form in (secret, f"bad {secret}!", repr({"x": secret}), json.dumps({"s": secret}), f"https://h/{secret}"):
        for fields, line in (written(form), written("%s", form), written("x", extra={"uid": form})):
            for run in runs:
                assert run not in line
            assert HIDDEN in str(fields)


@pytest.mark.parametrize(
    "text",
    [
        "Th 3c S",
        "['Th', '3c', 'S', 'B']",
        '["Th","Td"]',
        "('2h', '2d')",
        "faces: Kh,Kd,Kc",
        "cards=('Th',)",
        "hand = [12, 40, 33]",
        "seed=12345",
        "token: 'abc'",
        '"password": "geheim"',
        "faces=(3, 4)",
    ],
)
def test_hands_and_named_secrets_never_appear(text):
    fields, line = written("a player failed with %s", text)
    shown = str(fields["message"]).removeprefix("a player failed with")
    for piece in ("Th", "3c", "2h", "Kd", "40", "12345", "abc", "geheim", "(3, 4)"):
        assert piece not in shown
    assert HIDDEN in line


@pytest.mark.parametrize(
    "text",
    [
        "the server listens",
        "a slow connection was cut off",
        "table k3v9q2 cannot be restored",
        "/var/lib/gouji-desktop/server/server.sqlite3 is damaged",
        "gouji_desktop.server.room_restoring failed",
        "A bot took the seat",
        "192.0.2.7 and 2001:db8:1234:5678::/64",
    ],
)
def test_what_is_no_secret_stays(text):
    assert redact(text) == text


def test_an_exception_is_told_without_values():
    token = secrets.token_urlsafe(32)
    message = Auth("1", "token", token=token)
    try:
        raise ValueError(f"cannot use {message!r} and {Cmd('2', 't1', 5, 'play', ('Th', 'Td'))!r}")
    except ValueError:
        fields, line = written("failed", exc_info=True)
    assert token not in line
    assert "Td" not in line
    error = str(fields["error"])
    assert error.startswith("ValueError: cannot use")
    assert "test_logs.py:" in error
    assert "raise ValueError" not in error


def test_a_wrong_call_of_the_log_is_told_and_no_more():
    fields, _ = written("%d seats", "no number")
    assert "unreadable message" in str(fields["message"])


@pytest.mark.log_errors("token")
def test_libraries_that_tell_of_frames_are_kept_quiet():
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    names = ("websockets", "websockets.server", "zeroconf", "asyncio")
    levels = {name: logging.getLogger(name).level for name in names}
    stream = io.StringIO()
    try:
        log_to(stream, "debug")
        for name in names:
            logging.getLogger(name).info("a frame with everything in it")
            logging.getLogger(name).debug("a frame with everything in it")
        assert stream.getvalue() == ""
        logging.getLogger("gouji_desktop.server").debug("seen")
        assert json.loads(stream.getvalue())["message"] == "seen"
        logging.getLogger("gouji_desktop.server").error("token %s", SECRETS[0])
        assert SECRETS[0] not in stream.getvalue()
    finally:
        logging.captureWarnings(False)
        root.handlers[:] = before
        root.setLevel(level)
        for name, each in levels.items():
            logging.getLogger(name).setLevel(each)


async def test_a_match_leaves_no_secret_in_the_log_of_a_server(tmp_path):
    """The most talkative log of a whole server, searched for everything that it knew."""
    stream, root = io.StringIO(), logging.getLogger()
    before, level = root.handlers[:], root.level
    try:
        log_to(stream, "debug")
        async with a_server(data=tmp_path) as server, a_client(server, name="Xiao Wang") as client:
            table = await a_match(client)
            await client.send("nonsense", token="x")
            await client.ask("cmd", t=table, pid=1, op="play", cards=["Th", "Td"])
            await client.ask("auth", how="token", token="never-valid-" + "k" * 40)
            dealt = await client.ever(lambda message: "DealStarted" in json.dumps(message))
            hand: list[str] = dealt["events"][0]["hands"][0]
            assert len(hand) == 36
            store = server._store
            assert store is not None
            kept = [secret for deals in (store.secrets(table, 1),) for secret in deals.values()]
            token = next(message["token"] for message in client.seen if message["k"] == "authed")
    finally:
        logging.captureWarnings(False)
        root.handlers[:] = before
        root.setLevel(level)
    log = stream.getvalue()
    assert log.count("\n") >= 3
    assert all(json.loads(line)["node"] for line in log.splitlines())
    assert kept
    forms = [form for secret in kept for form in (secret.hex(), base64.b64encode(secret).decode(), repr(secret))]
    for secret in [token, *forms, *(json.dumps(hand[at : at + 2])[1:-1] for at in range(len(hand) - 1))]:
        assert secret not in log
