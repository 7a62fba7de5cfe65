"""How much one connection, one account and one address may do."""

from __future__ import annotations

import pytest

from gouji_desktop.net.fields import Message
from gouji_desktop.net.requests import Cmd, FetchLog, Ping, Resync, Say
from gouji_desktop.server.config import Limits, Rate
from gouji_desktop.server.limits import FORGET_STRIKES, SWEEP_AT, Bucket, Buckets, PeerLimits, ServerLimits

CMD = Cmd(id="1", t="a", pid=1, op="pass")
SAY = Say(id="1", t="a", text="hello")
RESYNC = Resync(t="a")
PING = Ping()


@pytest.mark.parametrize(
    ("rate", "steps"),
    [
        # (seconds since the last step, how many are tried, how many pass)
        (Rate(3, 1.0), [(0, 5, 3), (1, 2, 1), (2, 9, 2), (1000, 9, 3)]),
        (Rate(1, 0.5), [(0, 2, 1), (1, 1, 0), (1, 1, 1)]),
        (Rate(10, 10 / 60), [(0, 12, 10), (6, 2, 1), (60, 20, 10)]),
    ],
)
def test_a_bucket_lets_pass_its_burst_and_then_its_rate(rate: Rate, steps: list[tuple[float, int, int]]) -> None:
    now = 100.0
    bucket = Bucket(rate, now)
    for seconds, tried, passed in steps:
        now += seconds
        assert sum(bucket.take(now) == 0.0 for _ in range(tried)) == passed


@pytest.mark.parametrize("rate", [Rate(1, 0.5), Rate(3, 0.3), Rate(10, 4.0), Rate(5, 5 / 60), Rate(30, 10.0)])
def test_who_waits_as_long_as_it_is_told_is_let_pass(rate: Rate) -> None:
    now = 12345.678
    bucket = Bucket(rate, now)
    for _ in range(50):
        wait = bucket.take(now)
        if wait:
            assert wait <= 1 / rate.per_second + 1e-9
            now += wait
            assert bucket.take(now) == 0.0


def test_a_clock_that_goes_back_gives_nothing() -> None:
    bucket = Bucket(Rate(1, 1.0), 100.0)
    assert bucket.take(100.0) == 0.0
    assert bucket.take(50.0) > 0
    assert bucket.take(50.5) > 0


def test_keys_have_buckets_of_their_own_and_full_ones_are_forgotten() -> None:
    buckets = Buckets(Rate(1, 1.0))
    for number in range(SWEEP_AT):
        assert buckets.take(number, 0.0) == 0.0
    assert buckets.take(7, 0.0) > 0
    assert len(buckets) == SWEEP_AT
    assert buckets.take("another", 10.0) == 0.0
    assert len(buckets) == 1


def test_what_is_given_back_was_never_taken() -> None:
    buckets = Buckets(Rate(1, 0.001))
    assert buckets.take("a", 0.0) == 0.0
    buckets.give("a", 0.0)
    buckets.give("a", 0.0)
    buckets.give("nobody", 0.0)
    assert [buckets.take("a", 0.0) == 0.0 for _ in range(2)] == [True, False]


@pytest.mark.parametrize(
    ("message", "passing", "strikes"),
    [
        (PING, 30, True),
        (None, 30, True),
        (CMD, 10, True),
        (SAY, 5, False),
        (RESYNC, 3, False),
    ],
)
def test_each_kind_has_its_burst(message: Message | None, passing: int, strikes: bool) -> None:
    limits = PeerLimits(Limits(), 0.0)
    assert [limits.check(message, 0.0) for _ in range(passing)] == [None] * passing
    excess = [limits.check(message, 0.0) for _ in range(4)]
    assert [each is not None and each.last for each in excess] == [False, False, strikes, strikes]
    assert all(each is not None and each.retry_after > 0 for each in excess)


def test_talk_and_everything_else_never_stop_a_command() -> None:
    limits = PeerLimits(Limits(), 0.0)
    for message in (SAY, RESYNC, PING, None) * 20:
        limits.check(message, 0.0)
    assert limits.check(CMD, 0.0) is None


def test_a_person_who_plays_and_talks_now_and_then_meets_no_limit() -> None:
    limits = PeerLimits(Limits(), 0.0)
    for second in range(600):
        assert limits.check(CMD, second) is None
        assert limits.check(PING, second) is None
        if second % 5 == 0:
            assert limits.check(SAY, second) is None


def test_strikes_are_forgotten() -> None:
    limits = PeerLimits(Limits(commands=Rate(1, 1000.0)), 0.0)

    def strike(now: float) -> bool:
        limits.check(CMD, now)
        excess = limits.check(CMD, now)
        assert excess is not None
        return excess.last

    assert [strike(10.0 * number) for number in range(2)] == [False, False]
    later = 20.0 + FORGET_STRIKES
    assert [strike(later + number) for number in range(3)] == [False, False, True]


def test_failed_logins_count_by_address_and_by_account() -> None:
    limits = ServerLimits(Limits())
    tried = [limits.try_login(f"10.0.0.{number}", "wang", 0.0) == 0.0 for number in range(6)]
    assert tried == [True] * 5 + [False], "five for one account, wherever they come from"
    assert limits.try_login("10.0.0.1", "li", 0.0) == 0.0
    tried = [limits.try_login("10.1.1.1", f"name {number}", 0.0) == 0.0 for number in range(11)]
    assert tried == [True] * 10 + [False], "ten from one address, whatever the account"
    assert limits.try_login("10.1.1.1", "", 0.0) > 0, "the password of the server is one too"
    assert limits.try_login("10.0.0.9", "wang", 13.0) == 0.0, "a fifth of a minute gives one back"


def test_logins_that_succeed_are_not_counted() -> None:
    limits = ServerLimits(Limits())
    for _ in range(50):
        assert limits.try_login("10.0.0.1", "wang", 0.0) == 0.0
        limits.login_succeeded("10.0.0.1", "wang", 0.0)


def test_a_login_that_may_not_be_tried_costs_the_address_nothing() -> None:
    limits = ServerLimits(Limits())
    for number in range(5):
        limits.try_login(f"10.0.0.{number}", "wang", 0.0)
    for _ in range(20):
        assert limits.try_login("10.9.9.9", "wang", 0.0) > 0
    assert limits.try_login("10.9.9.9", "li", 0.0) == 0.0


def test_pieces_of_a_log_have_a_limit_of_their_own_and_a_long_log_ends_no_connection() -> None:
    limits = PeerLimits(Limits(), 0.0)
    piece = FetchLog(id="r", t="t", match=1)
    assert [limits.check(piece, 0.0) for _ in range(20)] == [None] * 20
    excess = limits.check(piece, 0.0)
    assert excess is not None
    assert (excess.retry_after > 0, excess.last) == (True, False)
    # All other messages are as free as before, but for the one that was refused.
    assert [limits.check(Ping(), 0.0) for _ in range(29)] == [None] * 29
    assert limits.check(piece, 4.0) is None
    # Who does not wait is sent away like everybody else.
    assert [answer for _ in range(90) if (answer := limits.check(piece, 4.0)) is not None][-1].last
