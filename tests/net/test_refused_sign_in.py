"""A sign-in that is refused: what gives up who one is, what is asked for again, and what a person must mend."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from gouji_desktop.net import messages as msg
from gouji_desktop.net import requests as req
from gouji_desktop.net.clientstate import After, Kept, Phase
from gouji_desktop.net.codes import ErrorCode
from gouji_desktop.net.failures import KEYS
from tests.net.scripted import Scripted


class Verdict(NamedTuple):
    """What a code says of a sign-in."""

    key: str
    #: Nobody comes back by itself.
    stops: bool = False
    #: The token is good no more.
    void: bool = False
    #: Where nothing says how long to wait; None for the usual waits.
    wait: float | None = None


NOT_NOW = Verdict("not_now")
NOT_ADMITTED = Verdict("not_admitted", stops=True)
VERDICTS = {
    "auth_failed": Verdict("auth", stops=True, void=True),
    "password_rejected": Verdict("auth", stops=True),
    "name_rejected": Verdict("name_rejected", stops=True),
    "name_taken": Verdict("name_taken", stops=True),
    "forbidden": NOT_ADMITTED,
    "bad_json": NOT_ADMITTED,
    "bad_schema": NOT_ADMITTED,
    "unknown_kind": NOT_ADMITTED,
    "version_unsupported": NOT_ADMITTED,
    "frozen_storage": Verdict("not_written"),
    "rate_limited": Verdict("rate", wait=10.0),
    "too_many": Verdict("full"),
    "draining": Verdict("restart"),
    "busy": NOT_NOW,
    "internal": NOT_NOW,
    "unauthenticated": NOT_NOW,
    "not_seated": NOT_NOW,
    "not_your_turn": NOT_NOW,
    "stale_prompt": NOT_NOW,
    "illegal_play": NOT_NOW,
    "already_done": NOT_NOW,
    "table_full": NOT_NOW,
    "seat_taken": NOT_NOW,
    "table_gone": NOT_NOW,
    "rules_rejected": NOT_NOW,
    # Of a later version.
    "token_on_holiday": NOT_NOW,
}
GUEST, ACCOUNT = Kept("precious", "", "王"), Kept("precious", "laowang", "王")
WAYS = ("guest", "password", "token", "token of an account")


def begin(way: str) -> Scripted:
    """A client that has just asked to be let in."""
    scene = Scripted({"token": GUEST, "token of an account": ACCOUNT}.get(way))
    if way == "password":
        scene.client.sign_in("laowang", "geheim")
    scene.open()
    scene.welcome()
    return scene


def refuse(scene: Scripted, code: str, retry_after: float | None = None) -> None:
    scene.say(msg.Err(code=code, re=scene.last(req.Auth).id, retry_after=retry_after))


def asked(scene: Scripted) -> req.Auth:
    """What the last sign-in said, whatever its id."""
    last = scene.last(req.Auth)
    return req.Auth("x", last.how, last.name, last.password, last.token, last.device)


def test_every_code_has_a_verdict() -> None:
    assert {*VERDICTS} == {*ErrorCode} | {"token_on_holiday"}
    assert {verdict.key for verdict in VERDICTS.values()} <= KEYS


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("code", sorted(VERDICTS))
def test_what_a_refused_sign_in_leads_to(code: str, way: str) -> None:
    verdict, scene = VERDICTS[code], begin(way)
    before, kept = asked(scene), scene.client.kept
    refuse(scene, code)
    state = scene.client.state
    if verdict.void and way == "token":
        assert (asked(scene).how, scene.client.kept, scene.ends) == ("guest", None, [])
        return
    assert len(scene.heard(req.Auth)) == 1, "nobody becomes somebody else"
    assert scene.client.kept == kept
    assert scene.kept == []
    assert state.trouble is not None
    # Where guests are not let in at all, that is told of as a sign-in that failed: see sign_in_trouble.
    key = "auth" if (code, way) == ("forbidden", "guest") else verdict.key
    assert (state.trouble.key, state.trouble.detail) == (key, {"code": code, "how": way.partition(" ")[0]})
    assert scene.ends == [After(stop=verdict.stops, wait=verdict.wait)]
    assert state.phase == (Phase.CLOSED if verdict.stops else Phase.CONNECTING)
    if verdict.stops:
        return
    scene.open()
    scene.welcome()
    assert asked(scene) == before
    scene.accept()
    assert (scene.phase(), scene.client.state.trouble) == (Phase.ONLINE, None)


@pytest.mark.parametrize("code", sorted(code for code, verdict in VERDICTS.items() if not verdict.stops))
def test_a_server_says_how_long_to_wait(code: str) -> None:
    scene = begin("token")
    refuse(scene, code, 7.5)
    assert scene.ends == [After(wait=7.5)]


@pytest.mark.parametrize("code", sorted(code for code, verdict in VERDICTS.items() if not verdict.void))
def test_a_running_seat_is_come_back_to_however_often_it_is_refused(code: str) -> None:
    """Who was online and comes back is still the same after ten refusals, also where a person has to press a button."""
    scene = Scripted()
    scene.sign_in((msg.SeatHeld("t1", 0),))
    scene.arrive(phase="playing")
    scene.lose()
    for _ in range(10):
        scene.open()
        scene.welcome()
        assert asked(scene).token == "t1"
        refuse(scene, code)
        assert scene.phase() in (Phase.RECONNECTING, Phase.CLOSED)
    scene.sign_in()
    assert asked(scene).token == "t1"
    assert scene.place()[0] == "t1"
