"""Tokens: who shows one, how often, and when it is void."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator

import pytest

from gouji_desktop.net.codes import ErrorCode
from gouji_desktop.server.accounts import Accounts, SignedIn
from gouji_desktop.server.ports import Done, Refused
from gouji_desktop.server.store import Store
from gouji_desktop.server.tokens import SESSIONS

DAY = 86_400


class Clock:
    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(clock: Clock) -> Iterator[Store]:
    opened = Store.open(None, steady=clock)
    yield opened
    opened.close()


@pytest.fixture
def accounts(store: Store, clock: Clock) -> Iterator[Accounts]:
    made = Accounts(store, clock=clock)
    yield made
    made.close()


def signed(outcome: SignedIn | Refused) -> SignedIn:
    assert isinstance(outcome, SignedIn), outcome
    return outcome


def refused(outcome: object) -> ErrorCode:
    assert isinstance(outcome, Refused), outcome
    return outcome.code


def valid(accounts: Accounts, token: str) -> bool:
    """Whether a token would sign in, without using it."""
    return accounts._tokens.find(token, accounts._now()) is not None


def test_a_token_is_32_random_bytes_of_which_the_hash_alone_is_kept(store: Store, accounts: Accounts) -> None:
    tokens = [signed(accounts.guest("小明", "desk")).token for _ in range(3)]
    assert len(set(tokens)) == 3
    for token in tokens:
        assert len(base64.urlsafe_b64decode(f"{token}=")) == 32
    kept = store.database.read("SELECT * FROM sessions") + store.database.read("SELECT * FROM users")
    everything = repr(kept)
    assert not [token for token in tokens if token in everything]
    assert {row[0] for row in store.database.read("SELECT digest FROM sessions")} == {
        hashlib.sha256(token.encode()).digest() for token in tokens
    }


def test_the_way_of_a_token(accounts: Accounts) -> None:
    first = signed(accounts.guest("小明", "desk"))
    second = signed(accounts.by_token(first.token, "desk"))
    assert second.identity == first.identity
    assert second.token != first.token
    # Both are valid until the newer one was used.
    assert valid(accounts, first.token)
    assert valid(accounts, second.token)
    accounts.confirm(second.token)
    assert not valid(accounts, first.token)
    assert refused(accounts.by_token(first.token, "desk")) is ErrorCode.AUTH_FAILED
    assert valid(accounts, second.token)


def test_a_lost_answer_locks_nobody_out(accounts: Accounts) -> None:
    first = signed(accounts.guest("小明", "desk")).token
    lost = [signed(accounts.by_token(first, "desk")).token for _ in range(5)]
    arrived = signed(accounts.by_token(first, "desk")).token
    # Nobody knows yet which of them arrived; the oldest are too many.
    assert [valid(accounts, token) for token in (first, *lost, arrived)] == [True, False, False, *[True] * 4]
    accounts.confirm(arrived)
    assert [valid(accounts, token) for token in (first, *lost, arrived)] == [False] * 6 + [True]


@pytest.mark.parametrize("kept", [0, 1, 2])
@pytest.mark.parametrize("how", ["a message", "signing in", "both"])
def test_of_several_successors_the_one_that_is_used_stays(
    store: Store, accounts: Accounts, kept: int, how: str
) -> None:
    """Two programs that share a keyring: whichever wrote last has the identity."""
    first = signed(accounts.guest("小明", "desk"))
    made = [signed(accounts.by_token(first.token, "desk")).token for _ in range(3)]
    own = made.pop(kept)
    if how != "signing in":
        accounts.confirm(own)
    newest = own if how == "a message" else signed(accounts.by_token(own, "desk")).token
    assert [valid(accounts, token) for token in (first.token, *made)] == [False] * 3
    assert valid(accounts, own)
    again = signed(accounts.by_token(newest, "desk"))
    assert again.identity == first.identity
    accounts.confirm(again.token)
    assert not valid(accounts, own)
    assert store.database.read("SELECT * FROM successors") == []
    assert len(accounts.sessions(first.identity.uid, again.token)) == 1


@pytest.mark.parametrize("end", ["logout", "others", "expired"])
def test_all_successors_end_with_their_session(store: Store, accounts: Accounts, clock: Clock, end: str) -> None:
    first = signed(accounts.guest("小明", "desk"))
    made = [signed(accounts.by_token(first.token, "desk")).token for _ in range(3)]
    if end == "logout":
        assert accounts.logout(made[0]) == Done()
    elif end == "others":
        uid = first.identity.uid
        assert not isinstance(accounts.register(uid, "小明", "correct horse").result(30), Refused)
        other = signed(accounts.login("小明", "correct horse", "phone").result(30))
        assert accounts.revoke(uid, other.token, "") == Done()
    else:
        clock.now += 91 * DAY
        accounts.prune()
    assert [valid(accounts, token) for token in (first.token, *made)] == [False] * 4
    assert store.database.read("SELECT * FROM successors") == []


def test_two_rotations_leave_the_last_two(accounts: Accounts) -> None:
    first = signed(accounts.guest("小明", "desk")).token
    second = signed(accounts.by_token(first, "desk")).token
    # Never confirmed: signing in with it is use enough.
    third = signed(accounts.by_token(second, "desk")).token
    assert [valid(accounts, token) for token in (first, second, third)] == [False, True, True]
    assert refused(accounts.by_token(first, "desk")) is ErrorCode.AUTH_FAILED
    assert valid(accounts, third)


def test_confirming_what_is_void_changes_nothing(accounts: Accounts) -> None:
    first = signed(accounts.guest("小明", "desk")).token
    second = signed(accounts.by_token(first, "desk")).token
    for text in ("", first, "x" * 43, "é" * 43, second[:-1]):
        accounts.confirm(text)
    assert valid(accounts, first)
    assert valid(accounts, second)


@pytest.mark.parametrize(
    "change",
    [
        lambda token: "",
        lambda token: token[:-1],
        lambda token: token[:20],
        lambda token: f"{token}=",
        lambda token: f" {token}",
        lambda token: token.swapcase(),
        lambda token: ("B" if token[0] == "A" else "A") + token[1:],
        lambda token: hashlib.sha256(token.encode()).hexdigest(),
        lambda token: hashlib.sha256(token.encode()).hexdigest()[:43],
        lambda token: "A" * 43,
        lambda token: "%" * 43,
        lambda token: "\x00" * 43,
        lambda token: "\ud800" * 43,
        lambda token: "一" * 43,
        lambda token: "' OR 1=1 --".ljust(43, "x"),
        lambda token: token * 100,
    ],
)
def test_what_is_no_token_signs_nobody_in_and_changes_nothing(store: Store, accounts: Accounts, change) -> None:
    token = signed(accounts.guest("小明", "desk")).token
    before = store.database.read("SELECT * FROM sessions")
    assert refused(accounts.by_token(change(token), "desk")) is ErrorCode.AUTH_FAILED
    assert store.database.read("SELECT * FROM sessions") == before
    assert valid(accounts, token)


def test_tokens_of_others_are_of_no_use(accounts: Accounts) -> None:
    one, other = signed(accounts.guest("小明", "desk")), signed(accounts.guest("小红", "desk"))
    (session,) = [row.session for row in accounts.sessions(other.identity.uid, other.token)]
    assert signed(accounts.by_token(one.token, "")).identity == one.identity
    # Neither one's session by the other's uid, nor the other's by one's own.
    assert refused(accounts.revoke(other.identity.uid, one.token, session)) is ErrorCode.UNAUTHENTICATED
    assert refused(accounts.revoke(other.identity.uid, one.token, "")) is ErrorCode.UNAUTHENTICATED
    assert refused(accounts.revoke(one.identity.uid, one.token, session)) is ErrorCode.ALREADY_DONE
    assert valid(accounts, other.token)
    assert [row.current for row in accounts.sessions(other.identity.uid, one.token)] == [False]


def test_after_logout_both_tokens_of_the_session_are_void(accounts: Accounts) -> None:
    first = signed(accounts.guest("小明", "desk")).token
    second = signed(accounts.by_token(first, "desk")).token
    assert accounts.logout(second) == Done()
    assert refused(accounts.by_token(first, "desk")) is ErrorCode.AUTH_FAILED
    assert refused(accounts.by_token(second, "desk")) is ErrorCode.AUTH_FAILED
    assert accounts.logout(second) == Done()


def test_a_token_expires_when_it_is_not_used(accounts: Accounts, clock: Clock) -> None:
    guest = signed(accounts.guest("小明", "desk"))
    token = guest.token
    for _ in range(3):
        clock.now += 89 * DAY
        token = signed(accounts.by_token(token, "desk")).token
    clock.now += 91 * DAY
    assert refused(accounts.by_token(token, "desk")) is ErrorCode.AUTH_FAILED
    assert accounts.sessions(guest.identity.uid, token) == ()


def test_sessions_are_listed_and_revoked(accounts: Accounts, clock: Clock) -> None:
    guest = signed(accounts.guest("小明", "desk"))
    uid = guest.identity.uid
    assert not isinstance(accounts.register(uid, "小明", "correct horse").result(30), Refused)
    laptop = signed(accounts.login("小明", "correct horse", "laptop\n\u202e2").result(30))
    clock.now += 60
    phone = signed(accounts.login("小明", "correct horse", "phone").result(30))
    rows = accounts.sessions(uid, laptop.token)
    assert [(row.device, row.current) for row in rows if row.device == "phone"] == [("phone", False)]
    assert sorted((row.device, row.current) for row in rows) == [
        ("desk", False),
        ("laptop 2", True),
        ("phone", False),
    ]
    assert rows[0].device == "phone"
    assert rows[0].last_used == int(clock.now)
    # Names of sessions are no tokens.
    assert refused(accounts.by_token(rows[0].session, "")) is ErrorCode.AUTH_FAILED
    assert accounts.revoke(uid, laptop.token, rows[0].session) == Done()
    assert refused(accounts.by_token(phone.token, "")) is ErrorCode.AUTH_FAILED
    assert refused(accounts.revoke(uid, laptop.token, rows[0].session)) is ErrorCode.ALREADY_DONE
    assert accounts.revoke(uid, laptop.token, "") == Done()
    assert refused(accounts.by_token(guest.token, "")) is ErrorCode.AUTH_FAILED
    assert [row.current for row in accounts.sessions(uid, laptop.token)] == [True]
    # A token that was taken away takes nothing away.
    assert refused(accounts.revoke(uid, phone.token, "")) is ErrorCode.UNAUTHENTICATED


def test_the_label_of_a_device_is_kept_until_another_comes(accounts: Accounts) -> None:
    guest = signed(accounts.guest("小明", "desk"))
    again = signed(accounts.by_token(guest.token, ""))
    assert [row.device for row in accounts.sessions(guest.identity.uid, again.token)] == ["desk"]
    again = signed(accounts.by_token(again.token, "laptop"))
    assert [row.device for row in accounts.sessions(guest.identity.uid, again.token)] == ["laptop"]


def test_the_session_unused_for_longest_makes_room(accounts: Accounts, clock: Clock) -> None:
    guest = signed(accounts.guest("小明", "0"))
    for device in range(1, SESSIONS + 3):
        clock.now += 1
        accounts._tokens.issue(guest.identity.uid, str(device), accounts._now())
    rows = accounts.sessions(guest.identity.uid, guest.token)
    assert [row.device for row in rows] == [str(n) for n in range(SESSIONS + 2, 2, -1)]
    assert not valid(accounts, guest.token)
