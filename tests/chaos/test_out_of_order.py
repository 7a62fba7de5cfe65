"""What comes again after something newer changes nothing: no view goes back, no table, no match."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from gouji_desktop.net import messages as msg
from gouji_desktop.net.wire import decode_server, encode
from gouji_desktop.rules.commands import Pass
from gouji_desktop.rules.rejections import Reason
from tests.chaos.matches import Sea, embark
from tests.chaos.shaky import Shaky
from tests.net.scripted import Scripted


def test_an_older_place_does_not_replace_a_newer_one() -> None:
    scene = Scripted()
    scene.sign_in()
    scene.arrive()
    scene.say(scene.table(rev=5, title="new"), scene.table(rev=4, title="old"))
    assert scene.client.table is not None
    assert scene.client.table.title == "new"


def test_after_a_reconnect_the_place_is_what_the_server_says() -> None:
    """A server whose data were put back from a copy counts from where that copy stood."""
    scene = Scripted()
    scene.sign_in()
    scene.arrive()
    scene.say(scene.table(rev=5, title="new"))
    scene.lose()
    scene.sign_in()
    scene.say(scene.table(rev=2, title="copy"), scene.table(rev=1, title="old"))
    assert scene.client.table is not None
    assert scene.client.table.title == "copy"


def under_way(sea: Sea) -> tuple[Shaky, msg.Snap]:
    """A client in the middle of a deal, and the snapshot that it was sent at the beginning."""
    snaps: list[msg.Snap] = []

    def tap(_client: object, frame: bytes) -> None:
        message = decode_server(frame)
        if isinstance(message, msg.Snap):
            snaps.append(message)

    sea.taps.append(tap)
    crew = embark(sea, 1, "jinyou4")
    sea.clock.run(60.0)
    return crew.sailors[0], snaps[0]


@pytest.mark.parametrize("change", [{}, {"match": 0}, {"ep": 0, "seq": 500}], ids=["seq", "match", "epoch"])
def test_an_older_snapshot_does_not_turn_the_match_back(change: dict[str, int]) -> None:
    with Sea(3) as sea:
        sailor, old = under_way(sea)
        session, before = sailor.session, sailor.session.latest
        sailor.client.received(encode(replace(old, **change)))
        assert sailor.session is session
        assert session.latest.view == before.view


def test_who_answers_a_question_that_is_not_open_asks_for_what_it_missed() -> None:
    """The server says that it asks something else: what it asked before was answered, and that was missed."""
    with Sea(3) as sea:
        sailor, _ = under_way(sea)
        session = sailor.session
        assert sea.clock.run(60.0, until=lambda: session.latest.prompt is not None)
        prompt = session.latest.prompt
        assert prompt is not None
        refused: list[Reason] = []
        session.subscribe(lambda update: refused.append(update.rejected.reason) if update.rejected else None)
        session.submit(Pass(prompt.seat, prompt.id))
        (number,) = session._sent
        sailor.client.received(encode(msg.Err(code="stale_prompt", re=number)))
        assert refused == [Reason.STALE_PROMPT]
        assert any('"k":"resync"' in frame for frame in sailor.said)


def test_to_go_on_when_the_next_deal_has_begun_is_no_trouble() -> None:
    """It was dealt while the request was on its way."""
    with Sea(3) as sea:
        sailor, _ = under_way(sea)
        sailor.session.next_deal()
        sea.clock.run(1.0)
        assert sum('"k":"ready"' in frame for frame in sailor.said) == 1
        assert not sailor.client._line.waiting
        assert sailor.client.notice is None
