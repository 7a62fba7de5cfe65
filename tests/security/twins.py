"""Two runs of one server that differ in nothing but the cards of others, and what somebody is sent in each."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from typing import NamedTuple

import pytest

from gouji_desktop.net import requests as req
from gouji_desktop.rules import events as ev
from gouji_desktop.rules.cards import face_name
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import SEATS, Seat
from gouji_desktop.rules.state import Hand
from gouji_desktop.rules.views import PUBLIC, SECRETLY_ASKED, redact
from gouji_desktop.table.chance import Shuffle
from tests.security.canaries import change_deals, moved_about
from tests.security.company import UNLIMITED, Company, modest
from tests.security.truth import Cards, TableTruth
from tests.server.scripted import ScriptedClient
from tests.server.world import Policy, World

#: What everybody sees of a seat's choice or cards: only it may be the first thing to differ.
OPEN = (
    ev.Played,
    ev.Passed,
    ev.SuitsShown,
    ev.LeaderFound,
    ev.PointsDeclared,
    ev.PointsConceded,
    ev.Bought,
    ev.Revolted,
    ev.HeadClaimed,
    ev.Exempted,
    ev.TributePaid,
    ev.Returned,
)
#: The ids of requests, which clients choose.
_ID = re.compile(rb'"(?:re|cmd)":"[a-z0-9.]+"')

#: So many seconds after the first difference, spectators have seen it too.
ENOUGH = 40.0

Heard = tuple[float, bytes]


class Run(NamedTuple):
    """One of the two."""

    #: When everybody learned of what.
    public: list[tuple[float, tuple[ev.Event, ...]]]
    #: What each viewer was sent, and when.
    heard: dict[str, list[Heard]]
    #: Questions with secret candidates: after how many public batches, which, and who is asked.
    secret: list[tuple[int, str, int]]
    #: The hands of the deal whose cards may be moved about.
    hands: tuple[Cards, ...]


class Pair(NamedTuple):
    """Both, as far as they are the same."""

    one: Run
    two: Run
    #: How many public batches they have in common, and when the first difference is (never: infinity).
    common: int
    parted: float

    @property
    def asked_otherwise(self) -> list[str]:
        """The secret questions in what they have in common at which others were asked."""
        pairs = zip(self.one.secret, self.two.secret, strict=False)
        return [left[1] for left, right in pairs if left[0] < self.common and left[:2] == right[:2] and left != right]


def public_of(match: TableTruth) -> list[tuple[float, tuple[ev.Event, ...]]]:
    """What everybody learns of a match."""
    told = [
        (when, tuple(told for event in batch if (told := redact(event, PUBLIC)) is not None))
        for when, batch in match.batches
    ]
    return [(when, events) for when, events in told if events]


def secret_of(match: TableTruth) -> list[tuple[int, str, int]]:
    """The questions with secret candidates."""
    found, number = [], 0
    for _, batch in match.batches:
        opened = [event for event in batch if isinstance(event, ev.QueryOpened) and event.stage in SECRETLY_ASKED]
        found += [(number, str(event.stage), event.asked) for event in opened]
        number += any(redact(event, PUBLIC) is not None for event in batch)
    return found


def watched_by(company: Company, viewer: Seat) -> dict[str, ScriptedClient]:
    """Those who are told the same whatever others hold."""
    return {
        "seat": company.players[viewer],
        "standing": company.standing,
        "spectator": company.early,
        "looker": company.looker,
        "stranger": company.stranger,
    }


def probe(company: Company, viewer: Seat) -> None:
    """The viewer tries to find something out: by cards of its own, at every sort of question, and by asking again."""
    client = company.players[viewer]
    followed = client.follow(company.table)
    client.send(req.Resync(t=company.table, ep=followed.ep, seq=followed.seq, p=followed.p))
    client.send(req.Resync(t=company.table, ep=0, seq=0, p=0))
    hand = None if followed.view.deal is None else followed.view.deal.hands[viewer]
    if not isinstance(hand, Hand) or not hand.faces or followed.prompt is not None:
        return
    cards = (face_name(hand.faces[0]),)
    for number, op in enumerate(("play", "burn", "show", "decide", "return", "pass", "yield")):
        given = cards if op in ("play", "burn", "show", "return") else ()
        name = f"probe.{followed.view.step}.{number}"
        client.send(req.Cmd(id=name, t=company.table, pid=followed.view.step, op=op, cards=given))  # type: ignore[arg-type]


class Twins:
    """Makes pairs of runs."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, base: Callable[[RuleSet, int, Shuffle], Shuffle]) -> None:
        self._monkeypatch = monkeypatch
        self._base = base

    def pair(
        self,
        rules: str,
        viewer: Seat,
        seed: int,
        *,
        deal: int = 0,
        moved: str = "high",
        policy: Callable[[int], Policy] = modest,
        seconds: float = 120.0,
    ) -> Pair:
        """Two matches; in the deal of that number cards of the five others are moved about."""

        def other(rule_set: RuleSet, number: int, drawn: Shuffle) -> Shuffle:
            shuffle = self._base(rule_set, number, drawn)
            rng = random.Random(f"{seed} {viewer}")
            return moved_about(rule_set, shuffle, viewer, rng, moved) if number == deal else shuffle

        given = (rules, viewer, seed, deal + 1, policy, seconds)
        one = self._run(self._base, *given)
        two = self._run(other, *given, like=one)
        pairs = list(zip(one.public, two.public, strict=False))
        common = next((at for at, (left, right) in enumerate(pairs) if left != right), len(pairs))
        parted = min(run.public[common][0] if common < len(run.public) else float("inf") for run in (one, two))
        return Pair(one, two, common, parted)

    def _run(
        self,
        change: Callable[[RuleSet, int, Shuffle], Shuffle],
        rules: str,
        viewer: Seat,
        seed: int,
        deals: int,
        policy: Callable[[int], Policy],
        seconds: float,
        like: Run | None = None,
    ) -> Run:
        """Play for so many seconds in the last deal, or (`like`) until some time after it is another match."""
        with self._monkeypatch.context() as patched, World(seed=seed, **UNLIMITED) as world:
            change_deals(patched, change)
            company = Company(world, rules, seed, deals=deals)
            for seat, client in enumerate(company.players):
                client.policy = policy(seed * SEATS + seat)
            names = {client: name for name, client in watched_by(company, viewer).items()}
            heard: dict[str, list[Heard]] = {name: [] for name in names.values()}

            def tap(client: ScriptedClient, frame: bytes) -> None:
                if client in names:
                    heard[names[client]].append((round(world.clock.now, 6), _ID.sub(b'"id":""', frame)))

            world.taps.append(tap)
            end = world.clock.now + seconds
            while deals > 1 and not self._begun(company, deals):
                assert world.run(5000.0, until=lambda: self._begun(company, deals))
                end = world.clock.now + seconds
            parted = False
            while world.clock.now < end and not company.over:
                world.run(5.3, until=lambda: company.over)
                probe(company, viewer)
                match = company.oracle.truth.of(company.table)
                if like is not None and match is not None and not parted:
                    told = public_of(match)
                    parted = told != like.public[: len(told)]
                    end = min(end, world.clock.now + ENOUGH) if parted else end
            match = company.oracle.truth.of(company.table)
            assert match is not None
            return Run(public_of(match), heard, secret_of(match), match.deals[deals - 1].dealt)

    @staticmethod
    def _begun(company: Company, deals: int) -> bool:
        match = company.oracle.truth.of(company.table)
        return match is not None and len(match.deals) >= deals


def first_difference(pair: Pair, viewer: str) -> tuple[Heard, Heard] | None:
    """The first thing that a viewer is told otherwise; None where everything is the same."""
    one, two = pair.one.heard[viewer], pair.two.heard[viewer]
    missing: Heard = (float("inf"), b"{}")
    for at in range(max(len(one), len(two))):
        left, right = (side[at] if at < len(side) else missing for side in (one, two))
        if left != right:
            return left, right
    return None


def check(pair: Pair, delay: float) -> None:
    """Hold a pair to the law: nothing differs before everybody has learned of a difference, and in the open."""
    if pair.common < min(len(pair.one.public), len(pair.two.public)):
        (time_one, one), (time_two, two) = pair.one.public[pair.common], pair.two.public[pair.common]
        assert time_one == time_two, f"how long something took hangs on what others hold: {one} {two}"
        both = next((left, right) for left, right in zip(one, two, strict=False) if left != right)
        assert isinstance(both[0], OPEN) or isinstance(both[1], OPEN), both
    for viewer in pair.one.heard:
        found = first_difference(pair, viewer)
        if found is None:
            continue
        left, right = found
        earliest = pair.parted + (delay if viewer == "spectator" else 0.0)
        assert min(left[0], right[0]) >= earliest, (viewer, left, right)
        numbers = [json.loads(frame).get("seq") for _, frame in found]
        assert all(number is None or number > pair.common for number in numbers), (viewer, left, right)


__all__ = ["OPEN", "SEATS", "Pair", "Run", "Twins", "check", "first_difference"]
