"""Logs, metrics and the side port say what happens, and never a card, a secret, a token or a word that was said."""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from gouji_desktop.net import messages as msg
from gouji_desktop.net import requests as req
from gouji_desktop.rules.cards import face_name
from gouji_desktop.rules.commands import PlayCards, SeatCommand
from gouji_desktop.rules.events import Event
from gouji_desktop.rules.prompts import Prompt
from gouji_desktop.rules.state import Hand
from gouji_desktop.rules.views import View
from gouji_desktop.server.logs import log_to
from gouji_desktop.server.metrics import Metrics
from gouji_desktop.server.ports import StoreError
from tests.security.canaries import change_deals, telling_deals
from tests.security.company import UNLIMITED, Company
from tests.security.oracle import groups
from tests.security.truth import forms_of
from tests.server.world import World
from tests.table.drivers import RandomPlayer

PASSWORD = "correct-horse-9f3"
WORDS = "what-was-said-between-us"


class Log:
    """Everything that was logged: as the server's own log writes it, and as records are."""

    def __init__(self) -> None:
        self.stream = io.StringIO()
        self.records: list[str] = []

    @property
    def text(self) -> str:
        """The lines of the server's log."""
        return self.stream.getvalue()


class Records(logging.Handler):
    """Keeps what records say, exceptions and all: what an application writes that has a server within it."""

    def __init__(self, kept: list[str]) -> None:
        super().__init__(logging.DEBUG)
        self._kept = kept

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        self._kept.append(f"{record.getMessage()} {error}")


@contextmanager
def everything_logged() -> Iterator[Log]:
    """The most talkative log."""
    log, root = Log(), logging.getLogger()
    before, level = root.handlers[:], root.level
    try:
        # First: the log's own filter changes the record.
        log_to(log.stream, "debug")
        root.handlers.insert(0, Records(log.records))
        yield log
    finally:
        logging.captureWarnings(False)
        root.handlers[:] = before
        root.setLevel(level)


def secrets_of(company: Company) -> list[bytes]:
    """Everything that nothing may hold: secrets and shares in every form, tokens, the password, what was said."""
    truth = company.oracle.truth
    found = [form for secrets in truth.secrets.values() for secret in secrets.values() for form in secret.forms]
    tokens = [client.token.encode() for client in company.world.clients]
    tokens += [authed.token.encode() for client in company.world.clients for authed in client.all(msg.Authed)]
    return [*found, *tokens, PASSWORD.encode(), WORDS.encode()]


def play(company: Company) -> None:
    """A match with everything in it that a log might tell of."""
    company.players[5].must(req.Register, name="Old Six", password=PASSWORD)
    for client in (company.players[1], company.stranger):
        client.ask(req.Say, t=company.table, text=WORDS)
        client.send_raw('{"k":"auth","id":"x","how":"password","name":"Old Six","password":"' + PASSWORD + '"}')
        client.send_raw('{"k":"nonsense","token":"' + client.token + '"')
        client.send_raw('{"k":"cmd","id":"' + client.token + '","t":"","pid":-1,"op":"play","cards":["Th","xx"]}')
    company.play(restarts=1)


def test_a_match_leaves_no_secret_in_any_record(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even as a record is before the server's log is written."""
    change_deals(monkeypatch, telling_deals)
    with everything_logged() as log, World(seed=3, **UNLIMITED) as world:
        company = Company(world, "tribute216", seed=3, deals=2)
        play(company)
        found = secrets_of(company)
    whole = log.text + "\n".join(log.records)
    assert not [secret for secret in found if secret in whole.encode(errors="surrogateescape")]
    assert [cards for line in log.records for cards in groups(line)] == []


def test_a_full_disk_is_told_without_a_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    change_deals(monkeypatch, telling_deals)
    with everything_logged() as log, World(seed=4, **UNLIMITED) as world:
        company = Company(world, "jinyou4", seed=4)
        full: Any = iter([False] * 60 + [True] * 3 + [False] * 1000)
        transaction = world.store.transaction

        def sometimes(**how: bool) -> Any:
            if next(full, False):
                raise StoreError("The disk is full.")
            return transaction(**how)

        monkeypatch.setattr(world.store, "transaction", sometimes)
        world.run(900.0, until=lambda: company.over)
        found = secrets_of(company)
    assert "stands still" in log.text
    whole = log.text + "\n".join(log.records)
    assert not [secret for secret in found if secret in whole.encode(errors="surrogateescape")]
    assert [cards for line in log.records for cards in groups(line)] == []


class Blabber(RandomPlayer):
    """A bot that fails in ever other ways, and each time says what it holds."""

    def __init__(self) -> None:
        super().__init__(1)
        self._turn = 0

    def observe(self, event: Event, view: View) -> None:
        """Fail now and then."""
        if len(self.views) % 5 == 4:
            self.views.clear()
            raise KeyError(view.deal)
        self.views.append(view)

    def answer(self, view: View, prompt: Prompt) -> SeatCommand:
        deal = view.deal
        assert deal is not None
        hand = deal.hands[prompt.seat]
        assert isinstance(hand, Hand)
        names = [face_name(face) for face in hand.faces]
        faults: list[Any] = [
            hand,
            view,
            hand.counts,
            hand.faces,
            list(hand.faces),
            names,
            " ".join([*names, *names]),
            hand.held[:1],
            {"hand": names},
            PlayCards(prompt.seat, prompt.id, hand.faces),
        ]
        self._turn += 1
        fault = faults[self._turn % len(faults)]
        if self._turn % 7 == 0:
            return PlayCards(prompt.seat, prompt.id, (*hand.faces, 53, 53, 53))
        raise ValueError(f"cannot play with {fault!r}" if self._turn % 2 else fault)


def test_bots_that_fail_do_not_tell_what_they_hold() -> None:
    """Whatever a player raises is told in the log without the cards in it, be they names or numbers."""
    with everything_logged() as log, World(seed=5, make_player=lambda *_: Blabber(), **UNLIMITED) as world:
        player = world.client("player")
        world.table(player, rules="tribute216", bots="easy")
        world.run(400.0)
    lines = log.text.splitlines()
    assert sum("failed" in line or "answered" in line for line in lines) > 30
    assert [cards for line in lines for cards in groups(line)] == []
    assert not re.search(r"face=\d|\d+, \d+, \d+", log.text)


def test_metrics_count_and_name_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Names of kinds and codes alone: no account, no table, no name."""
    change_deals(monkeypatch, telling_deals)
    with World(seed=6, **UNLIMITED) as world:
        company = Company(world, "zaozhuang6", seed=6)
        company.play()
        stats = world.core.stats
        metrics = Metrics()
        metrics.read_from(lambda: {"tables": stats.tables}, lambda: stats.counters)
        text = metrics.text()
        found = [*secrets_of(company), company.table.encode(), *(client.uid.encode() for client in world.clients)]
        found += [client.name.encode() for client in company.players]
    assert b"gouji_messages" in text
    assert not [secret for secret in found if secret in text]
    assert list(groups(text.decode())) == []


def test_secrets_would_be_found() -> None:
    secret = bytes(range(32))
    assert secret.hex().encode() in forms_of(secret)
    for text in (secret.hex(), secret.hex().upper(), f"token {secret!r}"):
        assert any(form in text.encode() for form in forms_of(secret))
