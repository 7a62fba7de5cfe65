"""The chat in the real window: plain text, keys, calls, mute, bubbles, and that everything fits."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import pytest
from PySide6.QtCore import Qt

from gouji_desktop.net.clientstate import Phase
from gouji_desktop.net.phrases import EMOTES, PHRASES
from gouji_desktop.net.proofs import ShufflePhase
from tests.ui.window.conftest import Desk, walk
from tests.ui.window.faraway import sit_far
from tests.ui.window.farclient import FarClient
from tests.ui.window.test_table_signs import of_type, opaque, placed

SIZES = [(1024, 640), (1280, 800), (2560, 1440)]


async def opened(desk: Desk, client: FarClient, tab: str = "talk") -> None:
    """The panel of the chat is open."""
    if desk.table.inputs.opened.panel != "chat":
        desk.click(desk.item("chatButton"))
    await desk.drawn()
    (panel,) = of_type(desk, "ChatPanel")
    panel.setProperty("tab", tab)
    await asyncio.sleep(0.35)


def focus(desk: Desk) -> str:
    return desk.window.activeFocusItem().objectName()


@pytest.mark.parametrize(
    "markup", ["<img src='http://127.0.0.1:{port}/x.png'>", "<a href='http://127.0.0.1:{port}/'>x</a>"]
)
async def test_markup_is_shown_as_it_is_and_fetches_nothing(desk: Desk, markup: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.setblocking(False)
        text = markup.format(port=listener.getsockname()[1])
        client = sit_far(desk)
        await desk.own_turn()
        client.place(seat1={"name": "<b>南</b>"})
        client.hear(1, text)
        await opened(desk, client)
        shown = [item.property("text") for item in desk.items("chatText")]
        assert shown == [text]
        assert "<b>南</b>" in desk.table.online_model.chat_model._people.rows[0].name
        await asyncio.sleep(0.1)
        with pytest.raises(BlockingIOError):
            listener.accept()


async def test_the_open_chat_has_the_keys_until_a_click_on_the_table(desk: Desk) -> None:
    client = sit_far(desk)
    await desk.own_turn()
    await opened(desk, client)
    assert focus(desk) == "chatEntry"
    assert desk.items("handKeys") == []
    desk.press("k", "p", "g", Qt.Key.Key_Space)
    assert (desk.chosen, client.session.calls, client.session.commands) == ("", [], [])
    desk.click(desk.middle(desk.item("felt"), 60))
    assert focus(desk) == "tableKeys"
    await desk.drawn()
    assert len(desk.items("handKeys")) == 1
    desk.press("K")
    assert desk.chosen == "K"
    desk.press(Qt.Key.Key_Slash)
    assert desk.table.inputs.opened.panel == "chat"


async def test_who_types_while_the_line_breaks_plays_no_card(desk: Desk) -> None:
    client = sit_far(desk)
    await desk.own_turn()
    desk.press("/")
    await desk.drawn()
    client.become(phase=Phase.RECONNECTING, retry_in=8.0)
    await desk.until(lambda: desk.items("chatEntry") == [])
    desk.press("k")
    assert desk.chosen == ""
    client.become(phase=Phase.ONLINE, retry_in=None)
    await desk.until(lambda: desk.items("chatEntry"))
    assert focus(desk) == "chatEntry"
    desk.press("k")
    assert (desk.chosen, desk.item("chatEntry").property("text")) == ("", "k")


async def test_the_entry_takes_every_key_and_gives_them_back(desk: Desk) -> None:
    client = sit_far(desk)
    await desk.own_turn()
    desk.press("/")
    await desk.drawn()
    assert focus(desk) == "chatEntry"
    entry = desk.item("chatEntry")
    desk.press("k", "3", "p", "g", Qt.Key.Key_Space, "h", Qt.Key.Key_Left, Qt.Key.Key_Home, Qt.Key.Key_Left)
    desk.press(Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Backspace)
    assert entry.property("text") == "k3pg h"
    assert desk.chosen == ""
    assert client.session.calls == []
    desk.press(Qt.Key.Key_Return)
    assert client.sent == [("k3pg h", "", "")]
    assert entry.property("text") == ""
    assert client.session.commands == []
    desk.press("y", Qt.Key.Key_Escape)
    await desk.drawn()
    assert focus(desk) == "tableKeys"
    assert desk.table.inputs.opened.panel == "chat"
    desk.press("K")
    assert desk.chosen == "K"
    desk.click(entry)
    assert focus(desk) == "chatEntry"
    desk.click(desk.edge(20))
    assert focus(desk) == "tableKeys"
    desk.press(Qt.Key.Key_Escape)
    assert desk.table.inputs.opened.panel == ""


async def test_no_line_is_longer_than_the_wire_allows(desk: Desk) -> None:
    client = sit_far(desk)
    await desk.own_turn()
    await opened(desk, client)
    entry = desk.item("chatEntry")
    for text, kept in (("字" * 500, "字" * 200), ("😀" * 500, "😀" * 150), ("a" * 199 + "😀😀", "a" * 199 + "😀")):
        entry.setProperty("text", text)
        assert entry.property("text") == kept
    desk.click(desk.item("chatSend"))
    assert [each[0] for each in client.sent] == ["a" * 199 + "😀"]
    assert entry.property("text") == ""


async def test_what_is_typed_into_a_full_entry_goes_and_nothing_behind_it(desk: Desk) -> None:
    client = sit_far(desk)
    await desk.own_turn()
    await opened(desk, client)
    entry = desk.item("chatEntry")
    entry.setProperty("text", "字" * 199 + "尾")
    entry.setProperty("cursorPosition", 3)
    desk.press("k")
    assert (entry.property("text"), entry.property("cursorPosition")) == ("字" * 199 + "尾", 3)


async def test_a_line_that_is_refused_stays_in_the_entry_with_a_sentence(desk: Desk) -> None:
    """Two hundred letters of a script that others read in two signs each."""
    client = sit_far(desk)
    await desk.own_turn()
    await opened(desk, client)
    entry = desk.item("chatEntry")
    told: list[str] = []
    desk.table.said.connect(told.append)
    entry.setProperty("text", "\u0958" * 200)
    desk.click(desk.item("chatSend"))
    assert (client.sent, told) == ([], [desk.model.current_words()("chat.too_long")])
    assert entry.property("text") == "\u0958" * 200


async def test_calls_are_one_click_and_leave_the_keys_with_the_table(desk: Desk) -> None:
    client = sit_far(desk)
    await desk.own_turn()
    await opened(desk, client, "calls")
    desk.click(desk.item(f"phrase-{next(iter(PHRASES))}"))
    desk.click(desk.item(f"emote-{next(iter(EMOTES))}"))
    assert [one or two for _, one, two in client.sent] == [next(iter(PHRASES)), next(iter(EMOTES))]
    assert focus(desk) == "tableKeys"
    desk.press("K")
    assert desk.chosen == "K"


async def test_who_is_muted_is_not_seen_any_more(desk: Desk) -> None:
    client = sit_far(desk)
    await desk.own_turn()
    client.hear(2, "stört")
    client.hear(2, phrase="hurry")
    await desk.drawn()
    assert len(desk.items("bubble")) == 1
    await opened(desk, client, "people")
    desk.click(desk.item("mute-u2"))
    assert client.muted == {"u2"}
    await desk.drawn()
    assert desk.items("bubble") == []
    assert desk.table.online_model.chat_model._lines.rows == ()
    desk.click(desk.item("mute-u2"))
    assert client.muted == frozenset()


async def test_the_button_counts_what_is_unread(desk: Desk) -> None:
    client = sit_far(desk)
    await desk.own_turn()
    assert desk.items("unread") == []
    client.hear(1, "eins")
    client.hear(3, "zwei")
    await desk.drawn()
    badge = desk.item("unread")
    assert "2" in {item.property("text") for item in walk(badge)}
    assert placed(badge).top() >= 0
    await opened(desk, client)
    assert desk.items("unread") == []


async def test_the_end_is_shown_and_stays_shown(desk: Desk) -> None:
    client = sit_far(desk)
    await desk.own_turn()
    for number in range(30):
        client.hear(1 + number % 5, f"Zeile {number} " + "lang " * (number % 7 * 5))
    await opened(desk, client)
    client.hear(2, "die letzte")
    await desk.drawn()
    lines = desk.item("chatLines")
    (last,) = [item for item in desk.items("chatText") if item.property("text") == "die letzte"]
    assert placed(lines).contains(placed(last))


async def test_watchers_read_only(desk: Desk) -> None:
    client = sit_far(desk, watches=True)
    await desk.until(lambda: desk.items("chatButton"))
    await asyncio.sleep(0.3)
    await opened(desk, client, "calls")
    assert desk.items("chatEntry") == []
    assert desk.item("chatNote").property("text") == desk.model.current_words()("chat.watching")
    desk.press("/")
    await desk.drawn()
    assert focus(desk) == "tableKeys"


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("size", SIZES)
async def test_every_call_fits_its_bubble_and_its_button(desk: Desk, size: tuple[int, int], language: str) -> None:
    desk.window.setGeometry(0, 0, *size)
    client = sit_far(desk, language=language)
    await desk.own_turn()
    cut = []
    for phrase in PHRASES:
        for seat in range(6):
            client.hear(seat, phrase=phrase)
        await desk.drawn()
        for bubble in desk.items("bubble"):
            texts = [item for item in walk(bubble) if item.inherits("QQuickText") and item.isVisible()]
            cut += [phrase for text in texts if text.property("truncated")]
    assert cut == []
    await opened(desk, client, "calls")
    (panel,) = of_type(desk, "ChatPanel")
    for item in walk(panel):
        assert not (item.inherits("QQuickText") and item.isVisible() and item.property("truncated"))


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("size", SIZES)
async def test_nothing_of_the_network_overlaps_or_is_cut(desk: Desk, size: tuple[int, int], language: str) -> None:
    desk.window.setGeometry(0, 0, *size)
    client = sit_far(desk, language=language)
    await desk.own_turn()
    client.prove(ShufflePhase.FAILED)
    for number in range(12):
        client.hear(1 + number % 5, "x")
    client.hear(3, phrase="hurry")
    states: list[dict[str, Any]] = [
        {"phase": Phase.RECONNECTING, "retry_in": 8.0},
        {"phase": Phase.CLOSED, "retry_in": None},
        {"phase": Phase.ONLINE},
    ]
    for state in states:
        client.become(**state)
        desk.table.online_model._up_since -= 4
        client.tell("state")
        await desk.drawn()
        banner = placed(desk.item("connection"))
        others = [*of_type(desk, "SeatItem"), *desk.items("bubble"), desk.item("hand"), desk.item("action-play")]
        assert [item for item in others if opaque(item) and placed(item).intersects(banner)] == []
        for item in walk(desk.item("connection")):
            assert not (item.inherits("QQuickText") and item.isVisible() and item.property("truncated"))
    bar = [desk.item(name) for name in ("proofMark", "logButton", "scoreButton", "chatButton", "menuButton")]
    (tracker,) = of_type(desk, "Tracker")
    for one, two in zip([bar[0], tracker, *bar[1:]], [tracker, *bar[1:]], strict=False):
        assert placed(one).right() <= placed(two).left() + 0.5
    for item in bar:
        assert item.width() >= 40
        assert not any(each.property("truncated") for each in walk(item) if each.inherits("QQuickText"))
