"""Who may connect: whose address counts, and how often."""

from __future__ import annotations

import random
from functools import partial

import pytest

from gouji_desktop.server.admission import Admission, Proxies, counted_address
from gouji_desktop.server.config import Limits, Rate, change_limit
from tests.table.drivers import FakeClock


@pytest.mark.parametrize(
    ("peer", "forwarded", "client"),
    [
        ("203.0.113.9", ["198.51.100.1"], "203.0.113.9"),
        ("10.0.0.1", [], "10.0.0.1"),
        ("10.0.0.1", ["198.51.100.1"], "198.51.100.1"),
        ("10.0.0.1", ["1.1.1.1, 198.51.100.1"], "198.51.100.1"),
        ("10.0.0.1", ["1.1.1.1, 198.51.100.1, 10.0.0.2"], "198.51.100.1"),
        ("10.0.0.1", ["1.1.1.1", "198.51.100.1"], "198.51.100.1"),
        ("10.0.0.1", ["198.51.100.1, nonsense"], "10.0.0.1"),
        ("10.0.0.1", ["10.0.0.2, 10.0.0.3"], "10.0.0.1"),
        ("::ffff:10.0.0.1", ["2001:db8::1"], "2001:db8::1"),
        ("fe80::1%eth0", ["198.51.100.1"], "fe80::1%eth0"),
        ("", ["198.51.100.1"], ""),
    ],
)
def test_forwarded_addresses_are_read_from_the_right(peer, forwarded, client):
    assert Proxies(["10.0.0.0/8"]).client(peer, forwarded) == client


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
    ],
)
def test_a_host_of_ipv6_counts_as_its_network(address, counted):
    assert counted_address(address) == counted


def test_rates_recover_with_time():
    clock = FakeClock()
    admission = Admission(Limits()._replace(handshakes_per_address=Rate(2, 0.5)), clock.time)
    assert admission.admit("a") is None
    assert admission.admit("a") is None
    full = admission.admit("a")
    assert full is not None
    assert (full.why, full.retry_after) == ("handshakes", 2)
    assert admission.admit("b") is None
    clock.run(2.0)
    assert admission.admit("a") is None


def test_counts_go_down_again():
    clock = FakeClock()
    admission = Admission(Limits()._replace(connections_per_address=1, connections=2), clock.time)
    assert admission.admit("a") is None
    assert admission.admit("a").why == "address"
    assert admission.admit("b") is None
    assert admission.admit("c").why == "full"
    admission.left("a")
    assert admission.admit("c") is None
    admission.closed = True
    admission.left("b")
    assert admission.admit("b").why == "draining"


def test_a_crowd_that_comes_back_at_once_is_spread_over_the_time_that_it_takes():
    clock, chance = FakeClock(), random.Random(1)
    limits = Limits()
    admission = Admission(limits, clock.time)
    crowd, attempts, back = limits.connections, [], []
    assert crowd == 6000

    def come(person: int) -> None:
        attempts.append(person)
        full = admission.admit(f"address {person}")
        if full is None:
            back.append(clock.now - 1000.0)
        else:
            # As clients do it.
            clock.call_later(full.retry_after + chance.uniform(0.0, 1.0), lambda: come(person))

    for person in range(crowd):
        clock.call_later(chance.uniform(0.0, 0.4), partial(come, person))
    clock.run(60.0, until=lambda: len(back) == crowd)
    assert len(back) == crowd
    assert max(back) < 17.0
    assert len(attempts) < 2.5 * crowd


def test_a_club_behind_one_address_needs_the_limits_that_the_guide_names():
    members, clock = 50, FakeClock()
    usual = Admission(Limits(), clock.time)
    assert sum(usual.admit("club") is None for _ in range(members)) == 20
    limits = Limits()
    for text in ("connections_per_address=120", "handshakes_per_address=120/20"):
        limits = change_limit(limits, text)
    admission = Admission(limits, clock.time)
    # Twice: they come, and come back after their line was down.
    for _ in range(2):
        assert all(admission.admit("club") is None for _ in range(members))
        for _ in range(members):
            admission.left("club")


def test_sockets_without_a_handshake_are_counted():
    admission = Admission(Limits()._replace(connections_per_address=2), FakeClock().time)
    assert [admission.socket_opened("a", proxy=False) for _ in range(6)] == [True] * 4 + [False] * 2
    assert admission.socket_opened("p", proxy=True)
    for _ in range(6):
        admission.socket_closed("a")
    assert admission.sockets == 1
    assert admission.socket_opened("a", proxy=False)
