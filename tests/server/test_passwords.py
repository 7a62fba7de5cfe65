"""Passwords: what may be one, what a try costs, and what a flood of them does."""

from __future__ import annotations

import threading
from typing import Any

import argon2
import pytest

from gouji_desktop.server import passwords
from gouji_desktop.server.passwords import (
    HashingPool,
    PasswordRefusedError,
    QueueFullError,
    Verdict,
    clean_password,
    hash_password,
    try_password,
)

PASSWORD = "correct horse"


class Counting:
    """A hasher that counts how often it was asked to verify."""

    def __init__(self, hasher: argon2.PasswordHasher) -> None:
        self._hasher = hasher
        self.verified: list[str] = []

    def verify(self, kept: str, password: str) -> bool:
        self.verified.append(kept)
        return self._hasher.verify(kept, password)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._hasher, name)


@pytest.mark.parametrize(
    "text",
    ["12345678", "一二三四五六七八", "a" * 128, "spaces are fine", "\x00 is a character too", "é" * 100, " leading"],
)
def test_good_passwords(text: str) -> None:
    assert clean_password(text) == text


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "at least 8"),
        ("1234567", "at least 8"),
        ("e\u0301" * 7, "at least 8"),
        ("a" * 129, "at most 128"),
        ("a" * 1_000_000, "at most 128"),
        ("一" * 86, "256 bytes"),
        ("\ud800" * 8, "no character"),
    ],
    ids=repr,
)
def test_bad_passwords_are_refused_in_a_sentence(text: str, why: str) -> None:
    with pytest.raises(PasswordRefusedError, match=why) as caught:
        clean_password(text)
    assert not text or text not in str(caught.value)


def test_a_password_is_known_again_however_it_was_typed() -> None:
    kept = hash_password("cafe\u0301 cafe\u0301")
    assert kept.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert kept != hash_password("café café")
    assert try_password(kept, "café café") is Verdict.RIGHT
    assert try_password(kept, "cafe cafe") is Verdict.WRONG
    assert try_password(kept, "café café ") is Verdict.WRONG


@pytest.mark.parametrize("kept", ["", "plain text", "$argon2id$v=19$m=1$x", "$2b$12$abcdefghijklmnopqrstuv"])
def test_a_hash_that_is_none_fits_nothing(kept: str) -> None:
    assert try_password(kept, PASSWORD) is Verdict.WRONG


def test_a_hash_of_other_parameters_is_stale() -> None:
    old = argon2.PasswordHasher(time_cost=1, memory_cost=64, parallelism=1).hash(PASSWORD)
    assert try_password(old, PASSWORD) is Verdict.STALE
    assert try_password(old, "wrong password") is Verdict.WRONG


def test_an_unknown_user_costs_what_a_known_one_costs(monkeypatch: pytest.MonkeyPatch) -> None:
    counting = Counting(passwords._HASHER)
    monkeypatch.setattr(passwords, "_HASHER", counting)
    kept = hash_password(PASSWORD)
    assert try_password(kept, "wrong password") is Verdict.WRONG
    assert try_password(None, "wrong password") is Verdict.WRONG
    assert len(counting.verified) == 2
    # The same work: both hashes are of the same parameters.
    assert argon2.extract_parameters(counting.verified[0]) == argon2.extract_parameters(counting.verified[1])
    assert not counting.check_needs_rehash(counting.verified[1])


def test_the_pool_has_two_threads_and_a_short_queue() -> None:
    pool = HashingPool(threads=2, queue=32)
    go, running = threading.Event(), threading.Semaphore(0)

    def work() -> str:
        running.release()
        go.wait(60)
        return threading.current_thread().name

    futures = [pool.submit(work) for _ in range(34)]
    assert running.acquire(timeout=30)
    assert running.acquire(timeout=30)
    assert not running.acquire(timeout=0.05)
    with pytest.raises(QueueFullError):
        pool.submit(work)
    go.set()
    names = {future.result(30) for future in futures}
    assert names == {"passwords_0", "passwords_1"}
    # There is room again.
    assert pool.submit(lambda: 1).result(30) == 1
    pool.close()
    with pytest.raises(QueueFullError):
        pool.submit(work)


def test_work_that_fails_leaves_its_place() -> None:
    pool = HashingPool(threads=1, queue=0)
    for _ in range(3):
        failed = pool.submit(lambda: 1 // 0)
        with pytest.raises(ZeroDivisionError):
            failed.result(30)
    assert pool.submit(lambda: 1).result(30) == 1
    pool.close()
