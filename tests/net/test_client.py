"""The client against what a server may say: signing in, asking, being told, losing the connection."""

from __future__ import annotations

import pytest

from gouji_desktop.net import messages as msg
from gouji_desktop.net import requests as req
from gouji_desktop.net.clientstate import After, Kept, Phase, Trouble
from gouji_desktop.net.lobbyview import MOST_ROWS
from gouji_desktop.net.requesting import MOST_WAITING, Answer
from tests.net.scripted import Scripted

GUEST = Kept("old", "", "王")
ACCOUNT = Kept("old", "laowang", "王")

# --- signing in -----------------------------------------------------------------------------------------------


def test_a_newcomer_is_a_guest_and_keeps_the_token() -> None:
    scene = Scripted()
    assert scene.phase() == Phase.OFFLINE
    scene.open()
    hello = scene.last(req.Hello)
    assert (hello.v, set(hello.features)) == ((1,), {"legal", "shuffle", "chat", "past"})
    assert scene.phase() == Phase.SIGNING_IN
    scene.welcome()
    auth = scene.last(req.Auth)
    assert (auth.how, auth.name) == ("guest", "王")
    scene.accept(name="王老师")
    state = scene.client.state
    assert (state.phase, state.uid, state.name, state.guest) == (Phase.ONLINE, "u1", "王老师", True)
    assert (state.server, state.motd) == ("测试", "好")
    assert scene.kept == [Kept("t1", "", "王老师")]


def test_a_kept_token_is_used_and_replaced_each_time() -> None:
    scene = Scripted(GUEST)
    scene.sign_in()
    assert (scene.last(req.Auth).how, scene.last(req.Auth).token) == ("token", "old")
    scene.lose()
    scene.sign_in()
    assert scene.last(req.Auth).token == "t1"
    assert scene.kept == [Kept("t1", "", "王"), Kept("t2", "", "王")]


def test_a_guest_that_was_forgotten_becomes_a_new_one_at_once() -> None:
    scene = Scripted(GUEST)
    scene.open()
    scene.welcome()
    scene.say(msg.Err(code="auth_failed", re=scene.last(req.Auth).id))
    assert (scene.last(req.Auth).how, scene.last(req.Auth).name) == ("guest", "王")
    assert scene.ends == []
    scene.accept(uid="u2")
    assert scene.phase() == Phase.ONLINE


def test_an_account_that_was_signed_out_has_to_give_its_password() -> None:
    scene = Scripted(ACCOUNT)
    scene.open()
    scene.welcome()
    scene.say(msg.Err(code="auth_failed", re=scene.last(req.Auth).id))
    state = scene.client.state
    assert (state.phase, state.trouble.key) == (Phase.CLOSED, "auth")
    assert scene.ends == [After(stop=True)]
    scene.client.sign_in("laowang", "geheim")
    assert scene.woken == 1
    scene.open()
    scene.welcome()
    auth = scene.last(req.Auth)
    assert (auth.how, auth.name, auth.password) == ("password", "laowang", "geheim")
    scene.accept(account="laowang", guest=False)
    assert scene.client.state.account == "laowang"
    scene.lose()
    scene.sign_in()
    assert (scene.last(req.Auth).how, scene.last(req.Auth).password) == ("token", "")


@pytest.mark.parametrize(
    ("code", "key"),
    [("auth_failed", "auth"), ("name_rejected", "name_rejected"), ("name_taken", "name_taken")],
)
def test_a_refused_newcomer_is_told_why_and_not_tried_again(code: str, key: str) -> None:
    scene = Scripted()
    scene.open()
    scene.welcome()
    scene.say(msg.Err(code=code, re=scene.last(req.Auth).id))
    assert scene.client.state.trouble == Trouble(key, {"code": code, "how": "guest"})
    assert scene.ends == [After(stop=True)]
    scene.client.sign_in_as_guest("李", "offen")
    scene.open()
    scene.welcome()
    assert (scene.last(req.Auth).name, scene.last(req.Auth).password) == ("李", "offen")


def test_a_busy_server_is_asked_again_when_it_said_so() -> None:
    scene = Scripted()
    scene.open()
    scene.welcome()
    scene.say(msg.Err(code="rate_limited", re=scene.last(req.Auth).id, retry_after=3.0))
    assert scene.ends == [After(wait=3.0)]
    assert scene.phase() == Phase.CONNECTING


def test_a_server_of_another_version_is_named() -> None:
    scene = Scripted()
    scene.open()
    scene.say(msg.Refuse(code="version_unsupported", min_v=3))
    assert scene.client.state.trouble.key == "old_client"
    assert scene.ends == [After(stop=True)]


def test_switching_accounts_leaves_the_table_of_the_old_one() -> None:
    scene = Scripted()
    scene.sign_in()
    scene.arrive()
    scene.client.sign_in("laowang", "geheim")
    assert scene.ends == [After(at_once=True)]
    scene.sign_in(uid="u9", account="laowang", guest=False)
    assert scene.client.table is None
    assert scene.heard(req.Join)[1:] == []


def test_names_and_accounts_change_where_the_server_says_so() -> None:
    scene = Scripted()
    scene.sign_in()
    answers: list[Answer] = []
    scene.client.rename("李", done=answers.append)
    scene.say(msg.Authed(re=scene.last(req.Rename).id, uid="u1", name="李", token="t1"))
    scene.client.register("laoli", "sehr geheim", done=answers.append)
    scene.say(msg.Authed(scene.last(req.Register).id, "u1", "李", "t1", guest=False, account="laoli"))
    state = scene.client.state
    assert (state.name, state.account, state.guest) == ("李", "laoli", False)
    assert scene.kept[-1] == Kept("t1", "laoli", "李")
    assert len(answers) == 2


def test_signing_out_forgets_the_token_and_ends_there() -> None:
    scene = Scripted()
    scene.sign_in()
    scene.client.logout()
    scene.say(msg.Ack(re=scene.last(req.Logout).id))
    assert (scene.kept[-1], scene.client.kept) == (None, None)
    assert (scene.client.state.phase, scene.client.state.trouble) == (Phase.CLOSED, None)
    assert scene.ends == [After(stop=True)]


def test_no_secret_is_printed() -> None:
    assert "old" not in repr(ACCOUNT)


# --- asking ---------------------------------------------------------------------------------------------------


def test_what_is_asked_too_early_is_asked_once_signed_in() -> None:
    scene = Scripted()
    scene.client.sessions(lambda _answer: None)
    scene.open()
    scene.welcome()
    assert scene.heard(req.ListSessions) == []
    scene.accept()
    assert len(scene.heard(req.ListSessions)) == 1


def test_what_was_not_answered_is_asked_again_under_the_same_name() -> None:
    scene = Scripted()
    scene.sign_in()
    answers: list[Answer] = []
    scene.client.revoke("a", done=answers.append)
    scene.client.revoke("b", done=answers.append)
    first, second = scene.heard(req.Revoke)
    scene.say(msg.Ack(re=first.id))
    scene.lose()
    scene.sign_in()
    assert scene.heard(req.Revoke) == [first, second, second]
    scene.say(msg.Ack(re=second.id), msg.Ack(re=second.id), msg.Ack(re=first.id))
    assert [answer.re for answer in answers] == [first.id, second.id]
    assert len({first.id, second.id}) == 2


def test_who_asks_without_end_is_refused_here() -> None:
    scene = Scripted()
    answers: list[Answer] = []
    for _ in range(MOST_WAITING):
        scene.client.sessions(answers.append)
    assert answers == []
    number = scene.client.request(req.ListSessions, answers.append)
    assert answers == [msg.Err(code="busy", re=number)]


def test_every_request_is_one_that_a_server_can_read() -> None:
    scene = Scripted()
    scene.sign_in()
    client = scene.client
    scene.arrive()
    client.create({"name": "x"}, title="周末", bots="hard")
    client.join(code="ABCDEFGH")
    client.spectate("t2")
    client.sit(3)
    client.stand()
    client.ready()
    client.ready(on=False)
    client.kick(4)
    client.put_bot(5, "hard")
    client.start()
    client.rematch()
    client.say("好牌")
    client.lobby("jinyou4", free=True)
    client.leave_lobby()
    client.rename("李")
    client.register("laoli", "sehr geheim")
    client.revoke()
    client.sessions(lambda _answer: None)
    client.leave()
    assert len(scene.said) == 22
    assert {message.t for message in scene.said if isinstance(message, req.Sit | req.Kick | req.Leave)} == {"t1"}


# --- the lobby ------------------------------------------------------------------------------------------------


def row(t: str, phase: str = "waiting") -> msg.LobbyRow:
    return msg.LobbyRow(t, "", "王", "jinyou4", 1, phase, "p-----")


def test_who_looks_at_the_lobby_too_often_looks_again_a_little_later() -> None:
    scene = Scripted()
    scene.sign_in()
    scene.client.lobby()
    scene.say(msg.Err("rate_limited", scene.last(req.LobbySub).id, 2.0))
    scene.clock.run(1.9)
    assert len(scene.heard(req.LobbySub)) == 1
    scene.clock.run(0.2)
    assert len(scene.heard(req.LobbySub)) == 2
    scene.say(msg.Err("rate_limited", scene.last(req.LobbySub).id, 2.0))
    scene.client.leave_lobby()
    scene.clock.run(3.0)
    assert len(scene.heard(req.LobbySub)) == 2


def test_the_lobby_is_kept_up_to_date_and_asked_for_again() -> None:
    scene = Scripted()
    scene.sign_in()
    scene.client.lobby("jinyou4")
    scene.say(msg.Lobby((row("a"), row("b")), online=5))
    scene.say(msg.LobbyDelta((row("b", "playing"), row("c")), ("a", "z"), online=6))
    assert scene.rows() == (row("b", "playing"), row("c"))
    assert scene.client.online == 6
    scene.lose()
    scene.sign_in()
    assert [each.rules for each in scene.heard(req.LobbySub)] == ["jinyou4", "jinyou4"]
    scene.say(msg.Lobby((), online=1))
    assert scene.rows() == ()
    scene.client.leave_lobby()
    scene.lose()
    scene.sign_in()
    assert len(scene.heard(req.LobbySub)) == 2


def test_a_list_without_an_end_is_cut() -> None:
    scene = Scripted()
    scene.sign_in()
    for part in range(6):
        scene.say(msg.LobbyDelta(tuple(row(f"t{part}x{number}") for number in range(1000))))
    assert len(scene.rows()) == MOST_ROWS
    scene.say(msg.LobbyDelta((row("t0x7", "playing"), row("new")), ("t0x1",)))
    assert row("t0x7", "playing") in scene.rows()
    assert (len(scene.rows()), scene.rows()[-1]) == (MOST_ROWS, row("new"))


# --- the table ------------------------------------------------------------------------------------------------


def test_a_table_is_gone_back_to_after_a_reconnect() -> None:
    scene = Scripted()
    scene.sign_in()
    scene.arrive()
    assert scene.place() == ("t1", None)
    scene.lose()
    assert scene.place() == ("t1", None), "what was seen stays to be seen"
    scene.sign_in()
    assert [each.t for each in scene.heard(req.Join)] == ["t1", "t1"]
    scene.say(msg.Err(code="table_gone", re=scene.last(req.Join).id))
    assert scene.place() == ("", Trouble("table_gone"))


def test_a_seat_of_an_earlier_run_is_taken_again() -> None:
    scene = Scripted(GUEST)
    scene.sign_in(seats=(msg.SeatHeld("t7", 3),))
    assert scene.last(req.Join).t == "t7"
    scene.say(scene.table("t7", you=3), msg.Ack(re=scene.last(req.Join).id, t="t7"))
    assert scene.client.table.you == 3
    scene.client.leave()
    scene.lose()
    scene.sign_in(seats=(msg.SeatHeld("t7", 3),))
    assert len(scene.heard(req.Join)) == 1, "a table that was left is not gone back to"


def test_who_watches_goes_on_watching() -> None:
    scene = Scripted()
    scene.sign_in()
    scene.client.spectate(code="ABCDEFGH")
    scene.say(msg.Spectating(re=scene.last(req.Spectate).id, t="t2", delay_s=30.0), scene.table("t2", you=None))
    assert (scene.client.watching, scene.client.table.t) == (30.0, "t2")
    scene.lose()
    scene.sign_in()
    assert [each.code for each in scene.heard(req.Spectate)] == ["ABCDEFGH", "ABCDEFGH"]
    scene.client.unspectate()
    assert scene.client.watching is None


def test_who_watches_its_own_table_leaves_it_with_one_call() -> None:
    scene = Scripted()
    scene.sign_in()
    scene.arrive(you=None)
    scene.client.spectate("t1")
    scene.say(msg.Spectating(re=scene.last(req.Spectate).id, t="t1", delay_s=30.0))
    scene.client.unspectate()
    assert [each.t for each in scene.heard(req.Leave)] == ["t1"]
    assert scene.place() == ("", None)


@pytest.mark.parametrize(
    ("why", "notice"),
    [
        ("closed", Trouble("gone_closed")),
        ("kicked", Trouble("gone_kicked")),
        ("replaced", Trouble("gone_replaced")),
        ("something new", Trouble("gone_closed")),
        ("left", None),
    ],
)
def test_who_is_put_out_is_told_why(why: str, notice: Trouble | None) -> None:
    scene = Scripted()
    scene.sign_in()
    scene.arrive()
    scene.say(msg.Gone("other", "closed"))
    assert scene.place() == ("t1", None)
    scene.say(msg.Gone("t1", why))
    assert scene.place() == ("", notice)
    scene.arrive()
    assert scene.place() == ("t1", None)


def test_what_a_table_still_says_after_one_left_is_not_heard() -> None:
    scene = Scripted()
    scene.sign_in()
    scene.arrive()
    scene.client.leave()
    scene.say(scene.table())
    assert scene.place() == ("", None)
    scene.arrive()
    scene.say(scene.table("t5", rev=9))
    assert scene.place() == ("t1", None), "another table is another matter"


def test_talk_is_kept_once_and_without_those_who_are_muted() -> None:
    scene = Scripted()
    scene.sign_in()
    scene.arrive()
    first, second = msg.Said("t1", 1, "u2", "李", text="好"), msg.Said("t1", 2, "u3", "赵", emote="wave")
    scene.say(first, second, second, msg.Said("t2", 3, "u2", "李", text="elsewhere"))
    assert scene.heard_talk() == (first, second)
    scene.client.mute("u2", on=True)
    assert scene.heard_talk() == (second,)
    assert scene.client.muted == {"u2"}
    scene.client.mute("u2", on=False)
    assert scene.heard_talk() == (first, second)
    scene.say(*(msg.Said("t1", number, "u3", "赵", text="x") for number in range(3, 300)))
    assert len(scene.client.said) == 200
    assert scene.client.said[-1].n == 299
