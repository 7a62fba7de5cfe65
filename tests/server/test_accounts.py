"""Guests and accounts: who is who, who becomes what, and what nobody may read."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from pathlib import Path

import argon2
import pytest

from gouji_desktop.net.codes import ErrorCode
from gouji_desktop.server import passwords
from gouji_desktop.server.accounts import Accounts, Identity, SignedIn, account_key
from gouji_desktop.server.packed_logs import PackedLog
from gouji_desktop.server.passwords import hash_password
from gouji_desktop.server.ports import Refused
from gouji_desktop.server.store import Store

DAY = 86_400
PASSWORD = "correct horse"
WRONG = "battery staple"


class Clock:
    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(tmp_path: Path, clock: Clock) -> Iterator[Store]:
    opened = Store.open(tmp_path / "store.sqlite3", steady=clock)
    yield opened
    opened.close()


@pytest.fixture
def accounts(store: Store, clock: Clock) -> Iterator[Accounts]:
    made = Accounts(store, clock=clock)
    yield made
    made.close()


@pytest.fixture
def cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hashes that cost nothing."""
    monkeypatch.setattr(passwords, "_HASHER", argon2.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))


def guest(accounts: Accounts, name: str = "小明") -> SignedIn:
    signed = accounts.guest(name, "desk")
    assert isinstance(signed, SignedIn), signed
    return signed


def registered(accounts: Accounts, account: str, name: str = "小明") -> Identity:
    identity = accounts.register(guest(accounts, name).identity.uid, account, PASSWORD).result(30)
    assert isinstance(identity, Identity), identity
    return identity


def code(outcome: object) -> ErrorCode:
    assert isinstance(outcome, Refused), outcome
    return outcome.code


def test_guests_may_have_one_name_and_are_two(accounts: Accounts) -> None:
    one, other = guest(accounts), guest(accounts)
    assert one.identity.name == other.identity.name == "小明"
    assert one.identity.uid != other.identity.uid
    assert one.identity.account == ""
    assert accounts.identity(one.identity.uid) == one.identity
    assert accounts.identity("unobody") is None


@pytest.mark.parametrize("name", ["", "管理员", "аdmin", "a\u202eb", "<b>", "x" * 300])
def test_a_bad_name_is_refused_with_a_sentence(store: Store, accounts: Accounts, name: str) -> None:
    who = guest(accounts)
    for outcome in (
        accounts.guest(name, "desk"),
        accounts.rename(who.identity.uid, name),
        accounts.register(who.identity.uid, name, PASSWORD).result(30),
    ):
        assert isinstance(outcome, Refused)
        assert outcome.code is ErrorCode.NAME_REJECTED
        assert outcome.detail is not None
        assert str(outcome.detail["why"]).endswith(".")
    assert store.database.read("SELECT name, account FROM users") == [("小明", None)]


def test_a_name_is_changed_and_nobody_elses(accounts: Accounts) -> None:
    one, other = guest(accounts), guest(accounts)
    assert accounts.rename(one.identity.uid, " 小 红 ") == Identity(one.identity.uid, "小 红")
    assert accounts.identity(other.identity.uid) == other.identity
    signed = accounts.by_token(one.token, "desk")
    assert signed.identity.name == "小 红"
    assert code(accounts.rename("unobody", "小红")) is ErrorCode.UNAUTHENTICATED


def test_a_guest_who_registers_stays_who_it_was(accounts: Accounts) -> None:
    who = guest(accounts)
    identity = accounts.register(who.identity.uid, "DaMing", PASSWORD).result(30)
    assert identity == Identity(who.identity.uid, "小明", "DaMing")
    # The token of the guest is good for the account.
    signed = accounts.by_token(who.token, "desk")
    assert signed.identity == identity
    for account in ("DaMing", "daming", "ＤａＭｉｎｇ", " DAMING "):
        again = accounts.login(account, PASSWORD, "laptop").result(30)
        assert isinstance(again, SignedIn)
        assert again.identity == identity
    assert code(accounts.register(who.identity.uid, "Other", PASSWORD).result(30)) is ErrorCode.ALREADY_DONE
    assert code(accounts.register("unobody", "Other", PASSWORD).result(30)) is ErrorCode.UNAUTHENTICATED


@pytest.mark.parametrize(
    ("account", "password"),
    [
        ("DaMing", WRONG),
        ("DaMing", ""),
        ("DaMing", f"{PASSWORD} "),
        ("DaMing", "x" * 100_000),
        ("DaMing", "\ud800" * 10),
        ("Nobody", PASSWORD),
        ("", PASSWORD),
        ("DаMing", PASSWORD),  # a Cyrillic a: looks alike, and is another name
        ("DaMlng", PASSWORD),
        ("小明", PASSWORD),
        ("admin", PASSWORD),
        ("' OR 1=1 --", PASSWORD),
    ],
    ids=ascii,
)
def test_whoever_may_not_come_in_is_told_one_thing(cheap, accounts: Accounts, account: str, password: str) -> None:
    registered(accounts, "DaMing")
    outcome = accounts.login(account, password, "desk").result(30)
    assert outcome == Refused(ErrorCode.AUTH_FAILED)


@pytest.mark.parametrize(
    "taken", ["DaMing", "daming", "ＤＡＭＩＮＧ", "DаMing", "DaMlng", "Da Ming", "Da-Ming", "Dàmìng"]
)
def test_an_account_name_is_taken_by_what_looks_like_it(cheap, accounts: Accounts, taken: str) -> None:
    registered(accounts, "DaMing")
    other = guest(accounts)
    assert code(accounts.register(other.identity.uid, taken, PASSWORD).result(30)) is ErrorCode.NAME_TAKEN
    assert accounts.identity(other.identity.uid) == other.identity


@pytest.mark.parametrize("password", ["1234567", "x" * 129, "一" * 86, "\ud800" * 9])
def test_a_bad_password_is_refused_before_it_is_hashed(accounts: Accounts, password: str) -> None:
    outcome = accounts.register(guest(accounts).identity.uid, "DaMing", password)
    assert outcome.done()
    refused = outcome.result()
    assert isinstance(refused, Refused)
    assert refused.code is ErrorCode.PASSWORD_REJECTED
    assert refused.detail is not None
    assert "password" in str(refused.detail["why"])


def test_of_two_who_want_one_name_one_gets_it(cheap, accounts: Accounts) -> None:
    futures = [accounts.register(guest(accounts).identity.uid, "DaMing", PASSWORD) for _ in range(5)]
    outcomes = [future.result(30) for future in futures]
    assert sum(isinstance(each, Identity) for each in outcomes) == 1
    assert {code(each) for each in outcomes if isinstance(each, Refused)} == {ErrorCode.NAME_TAKEN}


def test_one_guest_gets_one_account(cheap, accounts: Accounts) -> None:
    uid = guest(accounts).identity.uid
    outcomes = [future.result(30) for future in [accounts.register(uid, f"Name{n}x", PASSWORD) for n in range(5)]]
    assert sum(isinstance(each, Identity) for each in outcomes) == 1
    assert {code(each) for each in outcomes if isinstance(each, Refused)} == {ErrorCode.ALREADY_DONE}


def test_too_many_logins_at_once_are_busy(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    accounts = Accounts(store, threads=1, queue=2, join_password=hash_password(PASSWORD))
    uid = guest(accounts).identity.uid
    go = threading.Event()
    real = passwords.try_password
    monkeypatch.setattr("gouji_desktop.server.accounts.try_password", lambda *given: (go.wait(60), real(*given))[1])
    waiting = [accounts.login("Nobody", PASSWORD, "desk") for _ in range(3)]
    for outcome in (
        accounts.login("Nobody", PASSWORD, "desk"),
        accounts.register(uid, "DaMing", PASSWORD),
        accounts.admits(PASSWORD),
    ):
        refused = outcome.result(0)
        assert isinstance(refused, Refused)
        assert refused.code is ErrorCode.BUSY
        assert refused.retry_after == 1.0
    go.set()
    assert {code(each.result(30)) for each in waiting} == {ErrorCode.AUTH_FAILED}
    assert accounts.admits(PASSWORD).result(30) is True
    accounts.close()


def test_hashes_of_older_parameters_are_made_anew(store: Store, accounts: Accounts, cheap, monkeypatch) -> None:
    registered(accounts, "DaMing")
    cheap_hash = store.database.read("SELECT password FROM users")[0][0]
    monkeypatch.undo()
    assert code(accounts.login("DaMing", WRONG, "desk").result(30)) is ErrorCode.AUTH_FAILED
    assert store.database.read("SELECT password FROM users")[0][0] == cheap_hash
    assert isinstance(accounts.login("DaMing", PASSWORD, "desk").result(30), SignedIn)
    assert "m=19456,t=2,p=1" in store.database.read("SELECT password FROM users")[0][0]
    assert isinstance(accounts.login("DaMing", PASSWORD, "desk").result(30), SignedIn)


def test_a_password_that_changed_while_it_was_tried_is_wrong(store: Store, cheap, accounts: Accounts) -> None:
    registered(accounts, "DaMing")
    store.database.write("UPDATE users SET password = password || 'x'")
    uid = store.database.read("SELECT uid FROM users")[0][0]
    assert code(accounts._logged_in(uid, "old", "old", "desk")) is ErrorCode.AUTH_FAILED


def test_the_password_of_the_server(store: Store, accounts: Accounts) -> None:
    assert accounts.admits("").result(0) is True
    private = Accounts(store, join_password=hash_password("open sesame"))
    assert private.admits("open sesame").result(30) is True
    for wrong in ("", "open", "open sesame!", "\ud800" * 9):
        assert private.admits(wrong).result(30) is False
    private.close()


def test_dead_guests_go_and_accounts_stay(store: Store, accounts: Accounts, cheap, clock: Clock) -> None:
    dead, alive = guest(accounts, "old"), guest(accounts, "here")
    account = registered(accounts, "DaMing")
    clock.now += 60 * DAY
    alive = SignedIn(alive.identity, accounts.by_token(alive.token, "desk").token)
    clock.now += 31 * DAY
    assert accounts.prune() == 1
    assert accounts.identity(dead.identity.uid) is None
    assert accounts.identity(alive.identity.uid) == alive.identity
    assert accounts.identity(account.uid) == account
    assert isinstance(accounts.by_token(alive.token, "desk"), SignedIn)
    assert isinstance(accounts.login("DaMing", PASSWORD, "desk").result(30), SignedIn)
    assert store.database.read("SELECT count(*) FROM sessions")[0][0] == 2


def test_guests_who_come_make_dead_ones_go(store: Store, accounts: Accounts, clock: Clock) -> None:
    for _ in range(30):
        guest(accounts)
    clock.now += 91 * DAY
    for _ in range(2):
        guest(accounts)
    assert store.database.read("SELECT count(*) FROM users")[0][0] == 2


def test_a_guest_who_is_at_a_table_stays(store: Store, accounts: Accounts, clock: Clock) -> None:
    one, other = guest(accounts), guest(accounts)
    store.put_table("t", f'{{"seats":[{{"uid":"{one.identity.uid}"}}]}}'.encode())
    clock.now += 91 * DAY
    assert accounts.prune() == 1
    assert accounts.identity(one.identity.uid) is not None
    assert accounts.identity(other.identity.uid) is None


def test_a_time_of_day_that_jumps_ends_nobody(tmp_path: Path) -> None:
    path, day, steady = tmp_path / "jumping.sqlite3", Clock(), Clock()
    store = Store.open(path, clock=day, steady=steady)
    accounts = Accounts(store, clock=day)
    one, two, three = (guest(accounts) for _ in range(3))
    store.finish_match("t", 1, PackedLog.of(b"log"))
    for jump in (400 * DAY, -900 * DAY, 9000 * DAY, -8500 * DAY):
        day.now += jump
        again = accounts.by_token(one.token, "desk")
        assert isinstance(again, SignedIn), jump
        one = again
        guest(accounts)
        store.prune()
        assert accounts.prune() == 0
        accounts.close()
        store.close()
        # Nor does a start with another time of day, or a machine whose steady clock begins anew.
        day.now += jump
        steady.now = 5.0
        store = Store.open(path, clock=day, steady=steady)
        accounts = Accounts(store, clock=day)
    assert isinstance(accounts.by_token(two.token, "desk"), SignedIn)
    assert store.log("t", 1) == b"log"
    # Days that the server runs are days all the same, over all its starts.
    for _ in range(2):
        steady.now += 46 * DAY
        store.close()
        store = Store.open(path, clock=day, steady=steady)
    accounts = Accounts(store, clock=day)
    assert isinstance(accounts.by_token(three.token, "desk"), Refused)
    accounts.close()
    store.close()


def test_what_a_killed_server_ran_is_kept_now_and_then(tmp_path: Path) -> None:
    path, steady = tmp_path / "killed.sqlite3", Clock()
    store = Store.open(path, steady=steady)
    accounts = Accounts(store)
    signed = guest(accounts)
    steady.now += 5000.0
    assert isinstance(accounts.by_token(signed.token, "desk"), SignedIn)
    steady.now += 500.0
    store.database.close()
    store = Store.open(path, steady=steady)
    assert store.uptime.now() == 5000
    accounts.close()
    store.close()


def test_on_a_full_disk_nobody_new_comes_in_and_everybody_else_does(store: Store, accounts: Accounts, cheap) -> None:
    who = guest(accounts)
    registered(accounts, "DaMing")
    store.database.read("PRAGMA query_only = 1")
    assert code(accounts.guest("小红", "desk")) is ErrorCode.FROZEN_STORAGE
    assert code(accounts.rename(who.identity.uid, "小红")) is ErrorCode.FROZEN_STORAGE
    assert code(accounts.logout(who.token)) is ErrorCode.FROZEN_STORAGE
    assert code(accounts.login("DaMing", PASSWORD, "desk").result(30)) is ErrorCode.FROZEN_STORAGE
    assert code(accounts.register(who.identity.uid, "Ming", PASSWORD).result(30)) is ErrorCode.FROZEN_STORAGE
    # Who plays comes back, as often as the connection breaks.
    for _ in range(3):
        signed = accounts.by_token(who.token, "desk")
        assert signed == SignedIn(who.identity, who.token)
        accounts.confirm(who.token)
    store.database.read("PRAGMA query_only = 0")
    assert accounts.by_token(who.token, "desk").token != who.token


def test_accounts_outlive_the_server(tmp_path: Path) -> None:
    path = tmp_path / "other.sqlite3"
    store = Store.open(path)
    accounts = Accounts(store)
    who = guest(accounts)
    accounts.close()
    store.close()
    assert code(accounts.by_token(who.token, "desk")) is ErrorCode.FROZEN_STORAGE
    store = Store.open(path)
    accounts = Accounts(store)
    assert accounts.by_token(who.token, "desk").identity == who.identity
    accounts.close()
    store.close()


def test_the_loop_and_the_threads_share_the_store(store: Store, accounts: Accounts, cheap) -> None:
    registered(accounts, "DaMing")
    futures = []
    for number in range(1, 200):
        with store.transaction():
            store.append("t", 1, number, b"x" * 300)
            store.put_table("t", b"%d" % number)
        if number % 10 == 0:
            futures.append(accounts.login("DaMing", PASSWORD, "desk"))
    assert all(isinstance(future.result(30), SignedIn) for future in futures)
    assert len(store.batches("t", 1)) == 199


def test_limits_count_one_account_however_it_is_written() -> None:
    assert account_key(" ＤａＭｉｎｇ ") == account_key("daming") == "daming"
    assert account_key("DаMing") != "daming"
    assert account_key("<b>") == account_key("") == ""


def test_no_secret_is_shown_or_logged(
    store: Store, accounts: Accounts, caplog: pytest.LogCaptureFixture, cheap
) -> None:
    with caplog.at_level(logging.DEBUG):
        who = guest(accounts)
        accounts.register(who.identity.uid, "DaMing", PASSWORD).result(30)
        signed = accounts.login("DaMing", PASSWORD, "desk").result(30)
        assert isinstance(signed, SignedIn)
        accounts.login("DaMing", WRONG, "desk").result(30)
        fresh = accounts.by_token(who.token, "desk")
        accounts.by_token(f"{who.token[:-1]}!", "desk")
        store.put_secret("t", 1, 1, b"s3cret" * 5)
        store.database.read("PRAGMA query_only = 1")
        accounts.by_token(fresh.token, "desk")
        accounts.confirm(fresh.token)
        refused = [accounts.guest("小红", "desk"), accounts.login("DaMing", PASSWORD, "x").result(30)]
    hashes = [row[0] for row in store.database.read("SELECT password FROM users")]
    shown = [caplog.text, repr(signed), str(fresh), f"{who}", repr(refused), repr(accounts), repr(store)]
    for secret in (PASSWORD, WRONG, who.token, signed.token, fresh.token, "s3cret", *hashes):
        assert not [text for text in shown if secret in text]
    # The log does speak of faults.
    assert "read-only" in caplog.text
