"""The leak oracle finds what it is for: servers with a fault each, and the oracle says which."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from gouji_desktop.net import messages as msg
from gouji_desktop.rules import events as ev
from gouji_desktop.rules.cards import face_name
from gouji_desktop.rules.seats import SEATS
from gouji_desktop.rules.state import Hand
from gouji_desktop.rules.views import Audience, SeatAudience, project, redact
from gouji_desktop.server import past, room_views, signing
from gouji_desktop.server.ceremony import Ceremony, Step
from gouji_desktop.server.ports import Done, Outcome, Refused
from gouji_desktop.server.room_dealing import Dealing
from gouji_desktop.server.room_log_growing import GrowingLog
from gouji_desktop.server.room_match import RoomMatch
from gouji_desktop.server.saying import Talk
from gouji_desktop.server.spectators import Spectators
from gouji_desktop.table import eyes
from tests.security.canaries import change_deals, telling_deals
from tests.security.company import UNLIMITED, Company
from tests.security.oracle import Leak, groups, lists_of_numbers
from tests.server.world import World


@pytest.fixture(autouse=True)
def _owners_of_cards_can_be_told(monkeypatch: pytest.MonkeyPatch) -> None:
    change_deals(monkeypatch, telling_deals)


def leaks_of(rules: str = "tribute216", seed: int = 1, deals: int = 1) -> list[Leak]:
    """What the oracle finds in a match at a server as it is now."""
    with World(seed=seed, **UNLIMITED) as world:
        company = Company(world, rules, seed=seed, deals=deals)
        for _ in range(200):
            if company.over or company.oracle.leaks:
                break
            company.world.run(company.chance.uniform(1.0, 8.0), until=lambda: company.over)
            company.oracle.forget()
            company.be_curious()
        return company.oracle.leaks


def first(leaks: list[Leak]) -> Leak:
    assert leaks, "the oracle has found nothing"
    return leaks[0]


def test_one_hand_too_many_when_cards_are_dealt(monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(event: ev.Event, audience: Audience) -> ev.Event | None:
        told = redact(event, audience)
        if isinstance(event, ev.DealStarted) and isinstance(told, ev.DealStarted) and audience == SeatAudience(2):
            return told._replace(hands=(*told.hands[:4], event.hands[4], told.hands[5]))
        return told

    monkeypatch.setattr(eyes, "redact", careless)
    found = first(leaks_of())
    assert (found.viewer, found.kind) == ("player 2", "ev")
    assert "the hand of another seat" in {leak.what for leak in leaks_of()}


def test_a_deal_that_is_taken_for_an_event_that_all_see_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(eyes, "seen_by_all", lambda _event: True)
    assert "the hand of another seat" in {leak.what for leak in leaks_of()}


def with_more(monkeypatch: pytest.MonkeyPatch, more: Callable[[int], dict[str, object]]) -> None:
    """Let snapshots have fields that nobody knows."""
    snapped = room_views.MatchFrames.snap

    def snap(self: room_views.MatchFrames, seat: int, *given: object) -> bytes:
        return msgspec.json.encode(msgspec.json.decode(snapped(self, seat, *given)) | more(seat))  # type: ignore[arg-type]

    monkeypatch.setattr(room_views.MatchFrames, "snap", snap)


def test_one_card_of_another_seat_in_a_snapshot(monkeypatch: pytest.MonkeyPatch) -> None:
    dealt: list[Hand] = []
    drawn = RoomMatch.drawn

    def watched(self: RoomMatch) -> None:
        drawn(self)
        dealt.extend(hand for hand in self.match.deal.hands if isinstance(hand, Hand))

    def more(seat: int) -> dict[str, object]:
        return {"hint": face_name(dealt[(seat + 1) % SEATS].faces[20])} if dealt else {}

    monkeypatch.setattr(RoomMatch, "drawn", watched)
    with_more(monkeypatch, more)
    found = first(leaks_of())
    assert found.kind == "snap"
    assert found.what.startswith("cards: ")


def test_a_hand_as_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    with_more(monkeypatch, lambda _seat: {"counts": [0] * 15})
    assert first(leaks_of()).what == "a list of 15 numbers"


def test_a_snapshot_of_another_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    snapped = room_views.MatchFrames.snap

    def snap(self: room_views.MatchFrames, seat: int, *more: object) -> bytes:
        return snapped(self, (seat + 1) % SEATS, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(room_views.MatchFrames, "snap", snap)
    monkeypatch.setattr("tests.server.following.Followed.snap", lambda self, snap: self._take(snap))
    assert first(leaks_of()).what == "a view of another seat"


def when_drawn(monkeypatch: pytest.MonkeyPatch, tell: Callable[[Dealing, Ceremony], None]) -> None:
    """Do something when a shuffle is drawn."""
    kept = Dealing._keep_and_tell

    def keep_and_tell(self: Dealing) -> None:
        kept(self)
        if self._ceremony is not None and self._told == Step.DRAWN:
            tell(self, self._ceremony)

    monkeypatch.setattr(Dealing, "_keep_and_tell", keep_and_tell)


def test_a_secret_before_the_deal_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    def tell(dealing: Dealing, ceremony: Ceremony) -> None:
        said: Any = msg.Said(ceremony.deal.table, 1, "", "", text=ceremony.proof.s)
        dealing._company.tell(said)

    when_drawn(monkeypatch, tell)
    assert {leak.what for leak in leaks_of()} == {"the server's secret"}


def test_a_reveal_before_the_deal_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = Dealing.wanted

    def wanted(self: Dealing, deal: int) -> None:
        if self._ceremony is not None and not self._revealed and deal:
            self.over()
        begun(self, deal)
        self.over()

    monkeypatch.setattr(Dealing, "wanted", wanted)
    assert first(leaks_of()).what == "the server's secret"


def test_shares_of_others_before_the_deal_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    def tell(dealing: Dealing, ceremony: Ceremony) -> None:
        dealing._company.tell(msg.Nonces(ceremony.deal.table, 0, ceremony.reveal.entries))

    when_drawn(monkeypatch, tell)
    assert {leak.what for leak in leaks_of()} == {"a seat's share"}


def test_a_refusal_that_says_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    commanded = RoomMatch.command

    def command(self: RoomMatch, seat: int, *more: object) -> Outcome:
        outcome = commanded(self, seat, *more)  # type: ignore[arg-type]
        deal = self.match.deal
        if isinstance(outcome, Done) or deal is None:
            return outcome
        hand = project(self.match, SeatAudience((seat + 1) % SEATS)).deal.hands[(seat + 1) % SEATS]
        named = " ".join(face_name(face) for face in hand.faces)
        return outcome._replace(detail={"text": f"you have none of {named}"}) if named else outcome

    monkeypatch.setattr(RoomMatch, "command", command)
    found = first(leaks_of())
    assert found.kind == "err"
    assert found.what.startswith("cards: ")


def test_a_spectator_that_is_not_late(monkeypatch: pytest.MonkeyPatch) -> None:
    put = Spectators._put
    monkeypatch.setattr(Spectators, "_put", lambda self, what, delay=None: put(self, what, 5.0))
    found = first(leaks_of())
    assert found.viewer in ("early", "late")
    assert found.what.startswith("cards: ")


def test_a_sign_that_somebody_has_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    private = RoomMatch._settle

    def settled(self: RoomMatch) -> None:
        private(self)
        for seat in range(SEATS):
            self._send(seat, msgspec.json.encode({"k": "state of mind", "t": self._place[0]}))

    monkeypatch.setattr(RoomMatch, "_settle", settled)
    assert "that somebody gave a sealed answer" in {leak.what for leak in leaks_of()}


def test_a_card_in_what_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing but the raw text has it."""
    said = Talk.said

    def careless(*given: Any) -> msg.Said | Refused:
        line = said(*given)
        assert isinstance(line, msg.Said)
        return msgspec.structs.replace(line, text="小心 " + " ".join(["Th", "8c", "S"] * 9))

    monkeypatch.setattr(Talk, "said", careless)
    found = first(leaks_of())
    assert found.kind == "said"
    assert found.what.startswith("cards: Th 8c S")


def test_a_log_of_the_deal_that_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    take = GrowingLog._take

    def careless(self: GrowingLog, *given: Any) -> None:
        take(self, *given)
        self.packed.add(b"".join(self._waiting))
        self._waiting.clear()

    monkeypatch.setattr(GrowingLog, "_take", careless)
    monkeypatch.setattr("gouji_desktop.server.room_log.PIECE", 500_000)
    assert first(leaks_of(seed=3, deals=2)).kind == "log_part"


def test_a_token_of_somebody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    finished = signing.SigningIn._finish
    tokens: list[str] = []

    def finish(self: signing.SigningIn, peer: object, message: object, signed: object, reply: object) -> None:
        if not isinstance(signed, Refused):
            tokens.append(signed.token)  # type: ignore[attr-defined]
        finished(self, peer, message, signed, reply)  # type: ignore[arg-type]
        peer.send(msg.Bye(1000, tokens[0]))  # type: ignore[attr-defined]

    monkeypatch.setattr(signing.SigningIn, "_finish", finish)
    assert first(leaks_of()).what == "a token"


def test_what_is_found_in_a_text() -> None:
    assert list(groups('{"a":["Th","Td+"],"b":"S"}')) == [("Th", "Td"), ("S",)]
    assert list(groups('{"text":"[\\"Th\\",\\"B\\"]"}')) == [("Th", "B")]
    assert list(groups("a hand of Th 3c, and no Th3 xTh S4 th")) == [("Th", "3c")]
    assert list(lists_of_numbers({"rules": {"x": [1] * 9}, "y": {"z": [[1, 2], [True]]}})) == [[1, 2]]


def test_what_others_have_answered_told_later(monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(event: ev.Event, audience: Audience) -> ev.Event | None:
        return event if isinstance(event, ev.Answered) else redact(event, audience)

    happened = past.DealPast.happened

    def forgetful(self: past.DealPast, *given: Any) -> None:
        happened(self, *given[:3])

    monkeypatch.setattr(past, "redact", careless)
    monkeypatch.setattr(past.DealPast, "happened", forgetful)
    found = [leak for leak in leaks_of() if leak.what == "another's sealed answer"]
    assert {leak.kind for leak in found} == {"past"}


def test_the_cards_of_others_told_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(past, "redact", lambda event, _audience: event)
    found = leaks_of()
    assert {leak.kind for leak in found} == {"past"}
    assert {leak.what for leak in found} >= {"the shuffle", "the hand of another seat"}


def test_what_others_were_dealt_before_told_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(past, "project", lambda match, _audience: match)
    found = first(leaks_of(deals=2))
    assert found.kind == "past"
    assert found.what.startswith("what was dealt to seat ")
