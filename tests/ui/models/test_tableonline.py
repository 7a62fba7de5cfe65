"""The network of the table window without the window: topics, ticks, unread lines, bubbles, limits, leaving."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QObject

from gouji_desktop.net.clientstate import Phase, Trouble
from gouji_desktop.net.proofs import ShufflePhase
from gouji_desktop.rules.presets import preset
from gouji_desktop.table.session import Capability, Update
from gouji_desktop.ui.models.tablechat import BURST
from gouji_desktop.ui.models.tableonline import TableOnlineModel
from gouji_desktop.ui.presenter.chatbubbles import BUBBLE_SECONDS
from gouji_desktop.ui.presenter.reasons import Grey
from gouji_desktop.ui.presenter.tablelayout import lay_out_table
from tests.ui.presenter.scenes import INFOS, NO_CLOCK, start, view_of, zh
from tests.ui.window.farclient import FarClient


class Still:
    """A session in which nothing happens."""

    capabilities = frozenset({Capability.PLAY, Capability.TRUSTEE, Capability.NEXT_DEAL})
    seat: int | None = 0

    def __init__(self, **options: object) -> None:
        self.latest = Update((), view_of(start(**options)), None, INFOS, NO_CLOCK, snapshot=True)  # type: ignore[arg-type]


class Scene:
    """A model with a client and a clock of its own."""

    def __init__(self, **options: object) -> None:
        self.parent = QObject()
        self.now = 100.0
        self.model = TableOnlineModel(zh, self.parent)
        self.model.clock = self.model.chat_model.clock = lambda: self.now
        self.session = Still(**options)
        self.client = FarClient(self.session, preset("tribute216"))
        self.model.place(lay_out_table(1280, 800), "")
        self.model.attach(self.client)

    @property
    def chat(self) -> Any:
        return self.model.chat_model.property

    def later(self, seconds: float) -> None:
        self.now += seconds
        self.model._tick()


@pytest.fixture
def scene(qapp: object) -> Scene:
    return Scene()


def test_without_a_client_there_is_nothing(qapp: object) -> None:
    parent = QObject()
    model = TableOnlineModel(zh, parent)
    went: list[bool] = []
    model.leaving.connect(lambda: went.append(True))
    assert not model.props.shown
    assert not model.table.shared
    model.act()
    model.rematch()
    assert not model.chat_model.say("hallo")
    model.askLeave()
    assert went == [True]


def test_the_break_is_told_after_three_seconds_and_counted(scene: Scene) -> None:
    scene.client.become(phase=Phase.RECONNECTING)
    assert scene.model.table.blocked is Grey.OFFLINE
    assert scene.model.props.banner_kind == ""
    scene.later(3.0)
    assert scene.model.props.banner_title == zh()("net.reconnecting")
    scene.client.become(retry_in=5.0)
    scene.later(2.0)
    assert "3 秒" in scene.model.props.banner_detail
    asked: list[bool] = []
    scene.model.retryAsked.connect(lambda: asked.append(True))
    scene.model.act()
    assert asked == [True]
    scene.client.become(phase=Phase.ONLINE, retry_in=None)
    assert scene.model.props.banner_kind == ""
    assert scene.model.table.blocked is None


def test_a_silence_that_ends_in_a_break_is_one_break(scene: Scene) -> None:
    """The banner does not go while nobody has come back."""
    scene.client.become(silent_for=7.0)
    assert scene.model.props.banner_kind == "connection"
    scene.client.become(phase=Phase.RECONNECTING, silent_for=0.0, retry_in=1.0)
    assert scene.model.props.banner_kind == "connection"
    scene.client.become(phase=Phase.ONLINE)
    assert scene.model.props.banner_kind == ""


def test_detached_it_forgets_everything_and_hears_nothing(scene: Scene) -> None:
    scene.client.hear(1, "hallo")
    scene.client.become(phase=Phase.CLOSED, trouble=Trouble("replaced"))
    scene.model.detach()
    scene.client.hear(2, "noch was")
    assert not scene.model.props.shown
    assert scene.model.chat_model._lines.rows == ()
    assert scene.model.props.banner_kind == ""


def test_lines_are_unread_until_the_panel_is_open(scene: Scene) -> None:
    scene.client.hear(1, "eins")
    scene.client.hear(0, "mein eigenes")
    assert scene.chat("unread") == 1
    scene.model.place(lay_out_table(1280, 800), "chat")
    assert scene.chat("unread") == 0
    scene.client.hear(2, "zwei")
    assert scene.chat("unread") == 0
    scene.model.place(lay_out_table(1280, 800), "")
    scene.client.hear(2, "drei")
    assert scene.chat("unread") == 1


def test_what_was_said_before_is_read_and_makes_no_bubble(qapp: object) -> None:
    scene = Scene()
    scene.model.detach()
    scene.client.hear(1, phrase="hello")
    scene.model.attach(scene.client)
    assert scene.chat("unread") == 0
    assert scene.model.chat_model._bubble_rows.rows == ()
    assert len(scene.model.chat_model._lines.rows) == 1


def test_bubbles_stand_a_few_seconds_and_the_newest_counts(scene: Scene) -> None:
    bubbles = scene.model.chat_model._bubble_rows
    scene.client.hear(1, phrase="hello")
    scene.client.hear(1, emote="tea")
    scene.client.hear(2, phrase="nice")
    assert [(row.seat, row.emote) for row in bubbles.rows] == [(1, "tea"), (2, "")]
    scene.client.mute("u2", True)
    assert [row.seat for row in bubbles.rows] == [1]
    scene.now += BUBBLE_SECONDS + 0.1
    scene.model.chat_model._show_bubbles()
    assert bubbles.rows == ()


def test_muting_hides_lines_and_can_be_undone(scene: Scene) -> None:
    scene.client.hear(1, "eins")
    scene.client.hear(None, "vom Rand", uid="u9")
    scene.model.chat_model.mute("u9", True)
    assert [row.text for row in scene.model.chat_model._lines.rows] == ["eins"]
    person = next(row for row in scene.model.chat_model._people.rows if row.uid == "u9")
    assert person.muted
    scene.model.chat_model.mute("u9", False)
    assert len(scene.model.chat_model._lines.rows) == 2


def test_what_is_said_is_cleaned_and_never_too_fast(scene: Scene) -> None:
    told: list[str] = []
    scene.model.told.connect(told.append)
    assert scene.model.chat_model.say("a\nb ")
    assert not scene.model.chat_model.say("  ")
    assert scene.model.chat_model.call("hello")
    assert scene.model.chat_model.call("tea")
    assert not scene.model.chat_model.call("no such call")
    assert scene.client.sent == [("a b", "", ""), ("", "hello", ""), ("", "", "tea")]
    for _ in range(BURST):
        scene.model.chat_model.say("noch")
    assert len(scene.client.sent) == BURST
    assert told
    scene.now += 2.0
    assert scene.model.chat_model.say("wieder")


def test_spectators_and_the_cut_off_cannot_speak(scene: Scene) -> None:
    scene.client.become(phase=Phase.RECONNECTING)
    assert not scene.chat("canSay")
    assert scene.chat("note") == zh()("chat.offline")
    assert not scene.model.chat_model.say("hallo")
    scene.session.seat = None
    scene.client.become(phase=Phase.ONLINE)
    assert scene.chat("note") == zh()("chat.watching")
    assert not scene.model.chat_model.call("hello")
    assert scene.model.props.watching == "观战 · 延迟 30 秒"
    scene.client.watching = 45.0
    scene.client.tell("table")
    assert scene.model.props.watching == "观战 · 延迟 45 秒"


def test_leaving_a_running_match_asks_first(scene: Scene) -> None:
    went: list[bool] = []
    scene.model.leaving.connect(lambda: went.append(True))
    scene.model.askLeave()
    assert went == []
    assert scene.model.props.leave_title
    scene.model.answerLeave(False)
    assert scene.model.props.leave_title == ""
    scene.model.answerLeave(True)
    assert went == []
    scene.model.askLeave()
    scene.model.answerLeave(True)
    assert went == [True]


@pytest.mark.parametrize("phase", ["waiting", "over"])
def test_leaving_what_does_not_run_asks_nothing(scene: Scene, phase: str) -> None:
    went: list[bool] = []
    scene.model.leaving.connect(lambda: went.append(True))
    scene.client.place(phase=phase)
    scene.model.askLeave()
    assert went == [True]


def test_a_match_that_ends_while_it_is_asked_takes_the_question_back(scene: Scene) -> None:
    scene.model.askLeave()
    scene.client.place(phase="over")
    assert scene.model.props.leave_title == ""


def test_a_wrong_shuffle_is_loud_until_it_has_been_read(scene: Scene) -> None:
    panels: list[str] = []
    scene.model.panelAsked.connect(panels.append)
    scene.client.prove(ShufflePhase.FAILED)
    assert scene.model.props.banner_kind == "proof"
    scene.model.act()
    assert panels == ["proof"]
    scene.model.place(lay_out_table(1280, 800), "proof")
    assert scene.model.props.banner_kind == ""
    assert scene.model.props.proof == "failed"


def test_a_refusal_of_the_server_is_told(scene: Scene) -> None:
    told: list[str] = []
    scene.model.told.connect(told.append)
    scene.client.notice = Trouble("refused_request", {"code": "busy"})
    scene.client.tell("notice")
    scene.client.notice = Trouble("not_understood", {"why": "?"})
    scene.client.tell("notice")
    assert told == [zh()("net.refused"), zh()("online.trouble.not_understood")]


def test_counting_seconds_changes_no_picture_of_the_table(scene: Scene) -> None:
    scene.client.become(phase=Phase.RECONNECTING, retry_in=8.0)
    changed: list[bool] = []
    scene.model.tableChanged.connect(lambda: changed.append(True))
    for _ in range(6):
        scene.later(1.0)
    assert changed == []
    scene.client.become(phase=Phase.ONLINE, retry_in=None)
    assert changed == [True]
