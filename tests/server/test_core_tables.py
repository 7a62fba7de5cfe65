"""Making, finding, joining, watching and leaving tables; and that nobody is what it only claims to be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from gouji_desktop.net import messages as msg
from gouji_desktop.net import requests as req
from gouji_desktop.net.fields import Message
from gouji_desktop.net.wire import decode_server
from gouji_desktop.rules.presets import preset
from gouji_desktop.server.places import MOST_PLACES, MOST_WATCHED
from gouji_desktop.server.registry import ALPHABET, CODE_LENGTH, new_code, read_code
from gouji_desktop.table.codec import encode_rules
from tests.server.world import ScriptedClient, World

RULES = encode_rules(preset("tribute216"))


@pytest.fixture
def world() -> Iterator[World]:
    with World() as made:
        yield made


def code_of(client: ScriptedClient, table: str) -> str:
    code = client.place(table).code
    assert code is not None
    return code


# -- making -------------------------------------------------------------------------------------------------------


def test_a_table_has_an_id_and_a_code_that_cannot_be_guessed(world: World) -> None:
    wang = world.client("wang")
    made = [wang.must(req.Create, rules=RULES) for _ in range(3)]
    for ack in made:
        assert len(ack.code) == CODE_LENGTH
        assert set(ack.code) <= set(ALPHABET)
        assert ack.t.isalnum()
        assert ack.t == ack.t.lower()
        assert (code_of(wang, ack.t), wang.seat(ack.t), wang.place(ack.t).host) == (ack.code, 0, wang.uid)
    assert len({ack.t for ack in made}) == len({ack.code for ack in made}) == 3


def test_codes_are_drawn_evenly() -> None:
    drawn = [(0, "01234567"), (8, "89ABCDEF"), (24, "RSTVWXYZ"), (32, "01234567"), (248, "RSTVWXYZ")]
    for start, code in drawn:
        assert new_code(lambda count, start=start: bytes(range(start, start + count))) == code  # type: ignore[misc]


@pytest.mark.parametrize(
    ("typed", "code"),
    [("abcd-efgh", "ABCDEFGH"), ("o0il1", "00111"), (" 12 34 ", "1234"), ("ABCDEFGH", "ABCDEFGH"), ("够级", "够级")],
)
def test_a_code_is_read_as_it_was_meant(typed: str, code: str) -> None:
    assert read_code(typed) == code


@pytest.mark.parametrize(
    "rules", [{}, {"name": "nothing"}, RULES | {"digest": "0" * 64}, {"name": ["x"] * 1000}, RULES | {"six_cards": {}}]
)
def test_rules_that_are_none_make_no_table(world: World, rules: dict[str, Any]) -> None:
    wang = world.client("wang")
    assert wang.refused(req.Create, rules=rules) == "rules_rejected"
    assert len(world.core.rooms) == 0


def test_an_account_has_so_many_tables(world: World) -> None:
    wang, li = world.client("wang"), world.client("li")
    tables = [wang.create() for _ in range(3)]
    assert wang.refused(req.Create, rules=RULES) == "too_many"
    li.create()
    wang.leave(tables[0])
    world.run(1.0)
    wang.create()
    assert wang.refused(req.Create, rules=RULES) == "too_many"


def test_who_leaves_a_table_to_others_has_made_it_all_the_same(world: World) -> None:
    wang, li = world.client("wang"), world.client("li")
    for _ in range(3):
        table = wang.create()
        li.join(table)
        wang.leave(table)
    assert wang.refused(req.Create, rules=RULES) == "too_many"


def test_a_server_has_so_many_tables() -> None:
    with World(tables=2) as world:
        wang, li = world.client("wang"), world.client("li")
        wang.create()
        li.create()
        assert li.refused(req.Create, rules=RULES) == "too_many"


def test_a_table_that_everybody_left_closes(world: World) -> None:
    wang, li = world.client("wang"), world.client("li")
    table = wang.create()
    li.must(req.LobbySub)
    assert list(li.lobby) == [table]
    wang.leave(table)
    world.run(2.0)
    assert world.core.rooms == ()
    assert li.lobby == {}
    assert li.refused(req.Join, t=table) == "table_gone"
    assert world.store.open_tables() == []


def test_a_waiting_table_that_nobody_comes_back_to_closes() -> None:
    with World(empty_table_seconds=600.0) as world:
        wang = world.client("wang")
        table = wang.create()
        wang.drop()
        world.run(500.0)
        wang.back()
        assert table in wang.places
        wang.drop()
        world.run(700.0)
        assert world.core.rooms == ()
        wang.places.clear()
        wang.back()
        assert wang.places == {}
        assert wang.last(msg.Authed).seats == ()


# -- finding ------------------------------------------------------------------------------------------------------


def test_open_tables_are_found_by_id_and_private_ones_by_code_alone(world: World) -> None:
    wang = world.client("wang")
    open_, private = wang.create(), wang.create(private=True)
    for number, (how, code) in enumerate(
        [
            ({"t": open_}, None),
            ({"code": code_of(wang, open_)}, None),
            ({"code": code_of(wang, open_).lower()}, None),
            ({"code": code_of(wang, private)}, None),
            ({"t": private, "code": code_of(wang, private)}, None),
            ({"t": private}, "table_gone"),
            ({"t": "nothing"}, "table_gone"),
            ({"code": "00000000"}, "table_gone"),
            ({"t": open_, "code": code_of(wang, private)}, "table_gone"),
            ({}, "bad_schema"),
        ]
    ):
        client = world.client(f"c{number}")
        answer = client.ask(req.Join, **how)
        if code is None:
            assert isinstance(answer, msg.Ack), how
            assert answer.t in client.places
            assert answer.code == code_of(wang, answer.t)
        else:
            assert answer.code == code, how
            assert client.places == {}


def test_a_wrong_code_and_a_table_that_is_gone_are_answered_alike(world: World) -> None:
    wang, li = world.client("wang"), world.client("li")
    private = wang.create(private=True)
    gone = wang.create(private=True)
    code = code_of(wang, gone)
    wang.leave(gone)
    world.run(1.0)
    answers = [
        li.ask(req.Join, id="x1", t=private),
        li.ask(req.Join, id="x2", t=gone),
        li.ask(req.Join, id="x3", code=code),
        li.ask(req.Join, id="x4", code="00000000"),
        li.ask(req.Spectate, id="x5", t=private),
        li.ask(req.Sit, id="x6", t=private, seat=1),
        li.ask(req.Cmd, id="x7", t=private, pid=1, op="pass"),
        li.ask(req.Say, id="x8", t=gone, text="hello"),
        li.ask(req.Unspectate, id="x9", t=private),
    ]
    assert {(answer.code, answer.detail, answer.retry_after) for answer in answers} == {("table_gone", None, None)}


def test_guessing_at_codes_is_slowed_down_by_address(world: World) -> None:
    wang = world.client("wang")
    right = code_of(wang, wang.create(private=True))
    guesser, neighbour = world.client("x", address="192.0.2.66"), world.client("y", address="192.0.2.66")
    codes = [guesser.refused(req.Join, code=f"0000{number:04}") for number in range(6)]
    codes += [neighbour.refused(req.Spectate, code=f"1000{number:04}") for number in range(6)]
    assert codes == ["table_gone"] * 10 + ["rate_limited"] * 2
    assert neighbour.refused(req.Join, code=right) == "rate_limited", "or a right guess could be told from a wrong one"
    world.client("z", address="192.0.2.67").must(req.Join, code=right)
    world.run(7.0)
    neighbour.must(req.Join, code=right)


def test_coming_and_going_has_a_cool_down(world: World) -> None:
    wang, li = world.client("wang"), world.client("li")
    table, other = wang.create(), wang.create()
    for _ in range(3):
        li.join(table)
        li.leave(table)
    answer = li.ask(req.Join, t=table)
    assert answer.code == "rate_limited"
    assert answer.retry_after > 0
    li.join(other)
    world.client("zhao").join(table)
    world.run(60.0)
    li.join(table)
    li.leave(table)


def test_nobody_is_kept_at_a_table_by_a_limit(world: World) -> None:
    wang, li = world.client("wang"), world.client("li")
    table = wang.create()
    for _ in range(3):
        li.join(table)
        li.leave(table)
    world.run(10.0)
    li.join(table)
    li.leave(table)
    assert table not in li.places


def test_an_account_is_at_so_many_tables(world: World) -> None:
    hosts = [world.client(f"h{number}") for number in range(3)]
    tables = [host.create() for host in hosts for _ in range(3)]
    li = world.client("li")
    for table in tables[:MOST_PLACES]:
        li.join(table)
    assert li.refused(req.Join, t=tables[-1]) == "too_many"
    assert li.refused(req.Create, rules=RULES) == "too_many"
    li.leave(tables[0])
    li.join(tables[-1])


def test_joining_twice_is_being_there_once(world: World) -> None:
    wang, li = world.client("wang"), world.client("li")
    table = wang.create()
    li.join(table)
    li.sit(table, 3)
    heard = li.mark()
    for _ in range(10):
        li.join(table)
    assert [type(message) for message in li.since(heard)] == [msg.Ack] * 10, "it has been told everything already"
    assert li.seat(table) == 3
    assert [seat.uid for seat in wang.place(table).seats].count(li.uid) == 1


# -- roles --------------------------------------------------------------------------------------------------------

INSIDE: list[tuple[type[Message], dict[str, Any], str]] = [
    (req.Sit, {"seat": 2}, "forbidden"),
    (req.Stand, {}, "forbidden"),
    (req.Ready, {}, "forbidden"),
    (req.Leave, {}, "forbidden"),
    (req.Kick, {"seat": 0}, "forbidden"),
    (req.PutBot, {"seat": 2, "level": "easy"}, "forbidden"),
    (req.Start, {}, "forbidden"),
    (req.Rematch, {}, "forbidden"),
    (req.Say, {"text": "hello"}, "forbidden"),
    (req.FetchLog, {"match": 1}, "forbidden"),
    (req.Cmd, {"pid": 1, "op": "pass"}, "not_seated"),
    (req.Trustee, {"on": True}, "not_seated"),
    (req.AutoPass, {"on": True}, "not_seated"),
]


@pytest.mark.parametrize(("kind", "fields", "code"), INSIDE, ids=[row[0].__name__ for row in INSIDE])
@pytest.mark.parametrize("role", ["stranger", "spectator"])
def test_who_is_not_at_a_table_may_do_nothing_there(
    world: World, role: str, kind: type[Message], fields: dict[str, Any], code: str
) -> None:
    wang, li = world.client("wang"), world.client("li")
    table = world.table(wang)
    if role == "spectator":
        li.must(req.Spectate, t=table)
    before = wang.place(table)
    assert li.refused(kind, t=table, **fields) == code
    assert wang.place(table).seats == before.seats
    assert [message for message in li.received if isinstance(message, msg.Ev)] == []


@pytest.mark.parametrize("message", [req.NonceCommit, req.Nonce, req.Resync])
def test_what_has_no_id_is_refused_without_one(world: World, message: type[Message]) -> None:
    wang, li = world.client("wang"), world.client("li")
    table = world.table(wang)
    share = {} if message is req.Resync else {"deal": 0, ("h" if message is req.NonceCommit else "r"): "0" * 64}
    mark = li.mark()
    li.send(message(t=table, **share))
    (err,) = li.since(mark)
    assert isinstance(err, msg.Err)
    assert err.re is None
    assert err.code in ("not_seated", "forbidden")


def test_spectators_see_a_table_and_no_hand(world: World) -> None:
    wang, li = world.client("wang"), world.client("li")
    table = world.table(wang)
    answer = li.must(req.Spectate, t=table)
    assert (answer.t, answer.delay_s) == (table, 30.0)
    world.run(60.0)
    li.send(req.Resync(t=table))
    world.run(1.0)
    assert li.follow(table).you is None
    deal = li.follow(table).view.deal
    assert deal is not None
    assert all(type(hand).__name__ == "Hidden" for hand in deal.hands)
    li.must(req.Unspectate, t=table)
    mark = li.mark()
    world.run(120.0)
    assert li.since(mark) == []
    assert li.refused(req.Unspectate, t=table) == "table_gone"


def test_who_sits_at_a_table_cannot_watch_it(world: World) -> None:
    wang, li = world.client("wang"), world.client("li")
    table = world.table(wang, li)
    assert li.refused(req.Spectate, t=table) == "forbidden"
    li.back()
    assert li.refused(req.Spectate, t=table) == "forbidden"
    li.leave(table)
    assert li.refused(req.Spectate, t=table) == "forbidden", "the seat is still its own"


def test_who_watches_and_then_sits_watches_no_more(world: World) -> None:
    wang, li = world.client("wang"), world.client("li")
    table = world.table(wang, start=False)
    li.must(req.Spectate, t=table)
    li.join(table)
    li.sit(table, 1)
    assert li.refused(req.Unspectate, t=table) == "table_gone"
    assert li.refused(req.Spectate, t=table) == "forbidden"


def test_so_many_tables_are_watched_at_a_time(world: World) -> None:
    hosts = [world.client(f"h{number}") for number in range(2)]
    tables = [host.create() for host in hosts for _ in range(3)]
    li = world.client("li")
    for table in tables[:MOST_WATCHED]:
        li.must(req.Spectate, t=table)
    assert li.refused(req.Spectate, t=tables[MOST_WATCHED]) == "too_many"
    li.must(req.Unspectate, t=tables[0])
    li.must(req.Spectate, t=tables[MOST_WATCHED])
    assert li.refused(req.Spectate, t=tables[-1]) == "too_many"
    hosts[0].leave(tables[1])
    world.run(1.0)
    li.must(req.Spectate, t=tables[-1])  # a table that has closed does not count
    assert li.refused(req.Spectate, t=tables[-2]) == "too_many"
    hosts[0].must(req.Kick, t=tables[2], uid=li.uid)
    li.must(req.Spectate, t=tables[-2])  # nor does one that has put somebody out


def test_who_was_put_out_of_a_private_table_does_not_look_on_by_its_code(world: World) -> None:
    wang, li = world.client("wang"), world.client("li")
    table = wang.create(private=True)
    code = code_of(wang, table)
    li.must(req.Join, code=code)
    wang.must(req.Kick, t=table, uid=li.uid)
    for kind in (req.Join, req.Spectate):
        answer = li.ask(kind, code=code)
        assert (answer.code, answer.detail) == ("forbidden", {"reason": "kicked"})


def test_a_table_without_spectators_has_none(world: World) -> None:
    wang, li = world.client("wang"), world.client("li")
    table = wang.create(spectators=False)
    assert li.refused(req.Spectate, t=table) == "forbidden"


def test_a_seat_answers_for_itself_alone(world: World) -> None:
    """Whoever is asked: the seat of an answer is that of its sender, whatever the prompt's number."""
    wang, li = world.client("wang"), world.client("li")
    table = world.table(wang, li)

    def kind(client: ScriptedClient) -> str | None:
        prompt = client.matches[table].prompt if table in client.matches else None
        return None if prompt is None else str(prompt.stage)

    world.play(table, until=lambda: any(kind(client) == "playing" for client in (wang, li)))
    asked, other = (wang, li) if kind(wang) == "playing" else (li, wang)
    command = asked.command(table)
    assert command is not None
    seen = asked.follow(table).position
    answer = other.ask(req.Cmd, t=table, pid=command.pid, op=command.op, cards=command.cards)
    assert answer.code in ("not_your_turn", "stale_prompt")
    assert asked.follow(table).position == seen
    assert isinstance(asked.play(table), msg.Ack)


# -- the lobby ----------------------------------------------------------------------------------------------------


def test_the_lobby_shows_what_is_open(world: World) -> None:
    wang, li = world.client("wang"), world.client("li")
    wang.must(req.LobbySub)
    assert wang.lobby == {}
    table = li.create(title="evening", rules="jinyou4")
    li.create(private=True)
    world.run(1.5)
    (row,) = wang.lobby.values()
    assert (row.t, row.title, row.host, row.rules, row.phase, row.seats) == (
        table,
        "evening",
        "li",
        "jinyou4",
        "waiting",
        "p-----",
    )
    wang.join(table)
    wang.sit(table, 3)
    world.run(1.5)
    assert wang.lobby[table].seats == "p--p--"
    wang.must(req.LobbySub, free=True, rules="tribute216")
    assert wang.lobby == {}
    wang.must(req.LobbyUnsub)
    mark = wang.mark()
    world.client("zhao").create()
    world.run(5.0)
    assert [message for message in wang.since(mark) if isinstance(message, msg.LobbyDelta)] == []


def test_the_lobby_says_how_many_are_here(world: World) -> None:
    wang = world.client("wang")
    wang.must(req.LobbySub)
    assert wang.online == 1
    li = world.client("li")
    world.run(1.5)
    wang.read()
    assert wang.online == 2
    li.drop()
    world.run(1.5)
    wang.read()
    assert wang.online == 1


# -- what little may lead to much ---------------------------------------------------------------------------------


def test_a_new_name_is_told_as_the_place_alone(world: World) -> None:
    wang, li = world.client("wang"), world.client("li")
    table = world.table(wang, li)
    world.run(30.0)
    before, snaps = len(wang.frames), len(wang.all(msg.Snap))
    wang.must(req.Rename, name="Old Wang")
    assert [decode_server(frame).__class__ for frame in wang.frames[before:]] == [msg.Authed, msg.Table]
    assert len(wang.all(msg.Snap)) == snaps
    world.pump()
    assert li.places[table].seats[0].name == wang.places[table].seats[0].name == "Old Wang"
    before = len(wang.frames)
    wang.must(req.Rename, name="Old Wang")
    assert len(wang.frames) == before + 1


def test_names_and_seats_change_only_so_often(world: World) -> None:
    wang, li = world.client("wang"), world.client("li")
    table = world.table(wang, li, start=False)
    for kind, fields in (
        (req.Rename, {"name": "Wang"}),
        (req.Ready, {"t": table, "on": False}),
        (req.PutBot, {"t": table, "seat": 3, "level": "easy"}),
        (req.Trustee, {"t": table, "on": True}),
        (req.LobbySub, {}),
    ):
        world.run(60.0)
        answer = [wang.ask(kind, **fields) for _ in range(20)][-1]
        assert (answer.code, answer.retry_after > 0) == ("rate_limited", True), kind
        assert wang.connected
    world.run(60.0)
    answer = [wang.ask(req.Sit, t=table, seat=seat) for seat in (2, 4) * 10][-1]
    assert answer.code == wang.refused(req.Stand, t=table) == "rate_limited"
    assert wang.connected
    assert not isinstance(li.ask(req.Sit, t=table, seat=5), msg.Err)


def test_one_address_makes_only_so_many_tables() -> None:
    with World(tables_per_address=4) as world:
        clients = [world.client(f"c{number}") for number in range(3)]
        tables = [client.create() for client in clients for _ in range(2) if client is not clients[2]]
        assert clients[2].refused(req.Create, rules=encode_rules(preset("chayuan"))) == "too_many"
        elsewhere = world.client("elsewhere", address="198.51.100.7")
        elsewhere.create()
        clients[0].leave(tables[0])
        world.run(1.0)
        clients[2].create()
