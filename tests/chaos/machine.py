"""Everything that may happen to a server, in any order: a machine for hypothesis.

What must be true after each step is in laws.py. The server is in memory with a real store; four clients come, play,
err, repeat themselves, sleep and go; the store fails; the process is killed at any write or frame, and another one
takes over.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from gouji_desktop.net import messages as msg
from gouji_desktop.net import requests as req
from gouji_desktop.net.codes import CloseCode, ErrorCode
from gouji_desktop.net.fields import Message
from gouji_desktop.net.phrases import PHRASES
from gouji_desktop.rules.commands import SeatCommand
from gouji_desktop.rules.presets import preset
from gouji_desktop.rules.prompts import Prompt
from gouji_desktop.rules.views import View
from gouji_desktop.server.config import Rate
from gouji_desktop.server.ports import StoreError
from gouji_desktop.server.room import Room
from gouji_desktop.server.room_seats import PLAYING
from gouji_desktop.table.codec import encode_rules
from tests.chaos.laws import Ledger, check_room
from tests.chaos.matches import Sea
from tests.chaos.mortal import Killed, MortalStore, Point
from tests.server.scripted import ScriptedClient
from tests.table.drivers import RULES, RandomPlayer

NAMES = ("wang", "li", "zhao", "qian")
CLIENTS = st.integers(0, len(NAMES) - 1)
SEATS = st.integers(0, 5)
#: Nothing here is about how often somebody may ask.
OFTEN = Rate(1_000_000, 1_000_000.0)
UNLIMITED = dict.fromkeys(
    (
        *("messages", "commands", "chat", "resyncs", "renames", "changes", "looks", "visits"),
        *("logins_per_account", "logins_per_address", "accounts_per_address", "invite_codes_per_address"),
    ),
    OFTEN,
)
#: A match of at most two deals that nobody plays in is over after so many seconds.
LONG_ENOUGH = 6 * 3600.0
CODES = set(ErrorCode)


def answer(view: View, prompt: Prompt) -> SeatCommand:
    """Any legal answer, always the same to the same question."""
    return RandomPlayer(prompt.id * 6 + prompt.seat, eager=prompt.id % 3 > 0).answer(view, prompt)


class TableMachine(RuleBasedStateMachine):
    """See the module."""

    def __init__(self) -> None:
        super().__init__()
        self.store = MortalStore.open(None)
        self.sea = Sea(1, store=self.store, **UNLIMITED)
        self.clients: list[ScriptedClient] = []
        self.tables: list[str] = []
        self.ledgers: dict[str, Ledger] = {}
        #: The outcome of every request, by account and id.
        self.outcomes: dict[tuple[str, str], Message] = {}
        #: The last command of each client, to be repeated; tokens that were replaced for good.
        self.last: dict[str, req.Cmd] = {}
        self.old_tokens: dict[str, list[str]] = {name: [] for name in NAMES}
        self.broken = self.loyal = False
        self.kills = 0
        self._doom: tuple[Point, int] | None = None
        self.store.doom = self  # type: ignore[assignment]
        self.sea.taps.append(lambda _client, _frame: self.reach(Point.TELLING))

    def teardown(self) -> None:
        """The end: time passes, nobody acts, and every match that runs comes to its end."""
        try:
            self._doom = None
            self.mend_the_store() if self.broken else None
            for client in self.clients:
                self._do(client.drop)
            self._pass_time(20.0)
            for table in self.tables:
                room = self._room(table)
                if room is not None and room.phase == PLAYING:
                    self.sea.run(LONG_ENOUGH, until=lambda room=room: room.phase != PLAYING)  # type: ignore[misc]
                    assert room.phase != PLAYING, "the match does not end by itself"
            self.what_must_be_true()
        finally:
            self.sea.close()

    # --- death ------------------------------------------------------------------------------------------------

    def reach(self, point: Point) -> None:
        """The server is at a point where it may die."""
        if self._doom is None or self._doom[0] != point:
            return
        self._doom = point, self._doom[1] - 1
        if self._doom[1] <= 0:
            self._doom = None
            raise Killed(point)

    def _do(self, action: Callable[[], Any]) -> Any:
        """Do something, and let the server do what follows at once; None where it died of it."""
        try:
            result = action()
            self.sea.run(0.0)
        except Killed:
            self._take_over()
            return None
        return result

    def _take_over(self) -> None:
        self._doom = None
        self.kills += 1
        before = {row.table: row.epoch for row in self.store.open_tables()}
        self.sea.kill()
        try:
            self.sea.revive()
        except StoreError:
            # It does not start on a full disk, and comes up with all its tables when there is room again.
            assert self.broken
            self.store.broken = self.broken = False
            self.sea.revive()
        after = {row.table: row.epoch for row in self.store.open_tables()}
        assert after.keys() == before.keys()
        assert all(epoch > before[table] for table, epoch in after.items())
        assert {room.id for room in self.sea.core.rooms} == set(after), "a table is not restored"
        self.outcomes = {key: done for key, done in self.outcomes.items() if key[1] in self._commands()}
        self.ledgers.clear()
        if self.loyal and not self.broken:
            self.everybody_is_back()

    def _commands(self) -> set[str]:
        return {command.id for command in self.last.values()}

    @rule(point=st.sampled_from(list(Point)), number=st.integers(1, 8))
    def will_die_soon(self, point: Point, number: int) -> None:
        """The process is going to be killed in the midst of something."""
        self._doom = point, number

    @rule()
    def die(self) -> None:
        """The process is killed while it does nothing."""
        self._take_over()

    @precondition(lambda self: not self.broken)
    @rule()
    def break_the_store(self) -> None:
        """The disk is full."""
        self.store.broken = self.broken = True

    @precondition(lambda self: self.broken)
    @rule()
    def mend_the_store(self) -> None:
        """There is room again; the tables find out by themselves."""
        self.store.broken = self.broken = False
        self._pass_time(11.0)
        assert not any(room.frozen for room in self.sea.core.rooms)

    # --- coming and going -------------------------------------------------------------------------------------

    @initialize(
        persons=st.integers(1, 4),
        rules=st.sampled_from(RULES),
        turn=st.sampled_from([0, 5, 30]),
        deals=st.integers(1, 2),
        loyal=st.booleans(),
    )
    def everybody_comes(self, persons: int, rules: str, turn: int, deals: int, loyal: bool) -> None:
        """Four guests; some of them play, the others stand around. The `loyal` come back whenever the server does."""
        self.clients = [self.sea.client(name) for name in NAMES]
        self.loyal = loyal
        host, *others = self.clients[:persons]
        self._created(host, rules, turn, deals, "hard", private=False)
        (table,) = self.tables = [row.table for row in self.store.open_tables()]
        for seat, other in enumerate(others, 1):
            other.join(table)
            other.sit(table, seat)
            other.ready(table)
        host.start(table)
        self.sea.run(0.0)

    def _client(self, number: int) -> ScriptedClient | None:
        client = self.clients[number]
        return client if client.connected and client.uid else None

    @rule(number=CLIENTS)
    def lose_the_connection(self, number: int) -> None:
        """A socket is gone."""
        self._do(self.clients[number].drop)

    @rule(number=CLIENTS)
    def come_back(self, number: int) -> None:
        """By the token, from another socket; where the old one is still there it is closed."""
        client = self.clients[number]

        def back() -> None:
            old = client.link
            if old is not None and old.closed is None:
                # The server does not know that it is dead.
                client.read()
                client.link = None
                for followed in client.matches.values():
                    followed.in_step = False
            client.connect()
            replaced, answer = client.token, client.sign_in()
            if isinstance(answer, msg.Authed):
                self.old_tokens[client.name].append(replaced)
                assert old is None or old.closed is not None, "two connections of one account"
                assert client.ask(req.ListSessions).rows[0].session
            else:
                assert self.broken, answer
                client.drop()

        self._do(back)

    @rule()
    def everybody_is_back(self) -> None:
        """Whoever has no connection makes one."""
        for number, client in enumerate(self.clients):
            if not client.connected:
                self.come_back(number)

    @rule(number=CLIENTS, which=st.integers(0, 3), wrong=st.booleans())
    def come_with_a_wrong_token(self, number: int, which: int, wrong: bool) -> None:
        """A token that was replaced, or never was, opens nothing and disturbs nobody."""
        old = self.old_tokens[NAMES[number]][:-1]
        token = "x" * 43 if wrong or not old else old[which % len(old)]
        stranger = ScriptedClient(self.sea, "stranger", "192.0.2.9", ())

        def knock() -> None:
            was_there = self.clients[number].connected
            stranger.connect()
            answer = stranger.ask(req.Auth, how="token", token=token)
            assert isinstance(answer, msg.Err)
            assert answer.code in (ErrorCode.AUTH_FAILED, ErrorCode.FROZEN_STORAGE, ErrorCode.RATE_LIMITED)
            assert stranger.ask(req.Join, t=self.tables[0] if self.tables else "t").code == ErrorCode.UNAUTHENTICATED
            assert self.clients[number].connected == was_there
            stranger.drop()

        self._do(knock)

    # --- at tables --------------------------------------------------------------------------------------------

    def _ask(self, number: int, kind: type[Message], **fields: Any) -> Message | None:
        """Make a request; its answer is one that is written down, and the same request has the same answer."""
        client = self._client(number)
        if client is None:
            return None
        request = kind(id=self.sea.new_id(), **fields)
        return self._send(client, request)

    def _send(self, client: ScriptedClient, request: Message) -> Message | None:
        name: str = request.id  # type: ignore[attr-defined]
        before = len(client.answers(name))

        def ask() -> Message:
            client.send(request)
            answers = client.answers(name)
            assert len(answers) == before + 1, f"{len(answers) - before} answers to {request}"
            return answers[-1]

        found: Message | None = self._do(ask)
        if isinstance(found, msg.Err):
            assert found.code in CODES, found
            assert found.code != ErrorCode.INTERNAL, (request, found)
            if found.code == ErrorCode.FROZEN_STORAGE:
                return found
        if found is not None:
            known = self.outcomes.setdefault((client.uid, name), found)
            if isinstance(request, req.Cmd) and isinstance(found, msg.Err) and not self._remembers(client, request):
                return found
            assert type(known) is type(found), (request, known, found)
            assert isinstance(found, msg.Err) or known == found, (request, known, found)
        return found

    def _remembers(self, client: ScriptedClient, command: req.Cmd) -> bool:
        """Whether the match of a command still runs, and who sent it still has a seat in it."""
        ledger, place = self.ledgers.get(command.t), client.places.get(command.t)
        return ledger is not None and command.id in ledger.commands and place is not None and place.phase == PLAYING

    def _table(self, number: int) -> str:
        """A table where a client is, any other where it is at none."""
        places = self.clients[number].places
        return next(iter(places), self.tables[-1] if self.tables else "none")

    @rule(
        number=CLIENTS,
        rules=st.sampled_from(RULES),
        turn=st.sampled_from([0, 5, 30]),
        deals=st.integers(1, 2),
        bots=st.sampled_from(["easy", "hard", ""]),
        private=st.booleans(),
    )
    @precondition(lambda self: len(self.tables) < 3)
    def make_a_table(self, number: int, rules: str, turn: int, deals: int, bots: str, private: bool) -> None:
        """Somebody makes a table."""
        client = self._client(number)
        if client is None:
            return
        known = {row.table for row in self.store.open_tables()}
        self._do(lambda: self._created(client, rules, turn, deals, bots, private))
        self.tables += sorted({row.table for row in self.store.open_tables()} - known)

    def _created(self, client: ScriptedClient, rules: str, turn: int, deals: int, bots: str, private: bool) -> None:
        options = {"deals": deals, "turn_s": turn, "bots": bots, "private": private, "answer_s": 4}
        answer = client.ask(req.Create, rules=encode_rules(preset(rules)), **options)
        assert isinstance(answer, msg.Ack) or answer.code in (ErrorCode.TOO_MANY, ErrorCode.FROZEN_STORAGE)

    @rule(number=CLIENTS, which=st.integers(0, 2))
    @precondition(lambda self: self.tables)
    def come_to_a_table(self, number: int, which: int) -> None:
        """By its id, or by its code where somebody knows one."""
        table = self.tables[which % len(self.tables)]
        code = self.sea.code_of(table)
        self._ask(number, req.Join, t=None if code else table, code=code)

    @rule(number=CLIENTS, seat=SEATS)
    def sit(self, number: int, seat: int) -> None:
        """Take a seat, and be ready."""
        table = self._table(number)
        self._ask(number, req.Sit, t=table, seat=seat)
        self._ask(number, req.Ready, t=table)

    @rule(number=CLIENTS, kind=st.sampled_from([req.Stand, req.Ready, req.Start, req.Rematch]))
    def act_at_the_table(self, number: int, kind: type[Message]) -> None:
        """Whatever its host or a person at it may want."""
        self._ask(number, kind, t=self._table(number))

    @rule(number=CLIENTS)
    def begin(self, number: int) -> None:
        """The host begins with whoever is there."""
        table = self._table(number)
        for each, client in enumerate(self.clients):
            if table in client.places:
                self._ask(each, req.Ready, t=table)
        self._ask(number, req.Start, t=table)

    @rule(number=CLIENTS)
    def leave(self, number: int) -> None:
        """Go away for good."""
        self._ask(number, req.Leave, t=self._table(number))

    @rule(number=CLIENTS, seat=SEATS, level=st.sampled_from(["easy", "hard", ""]), kick=st.booleans())
    def arrange_seats(self, number: int, seat: int, level: str, kick: bool) -> None:
        """The host puts bots, and puts people out."""
        if kick:
            self._ask(number, req.Kick, t=self._table(number), seat=seat)
        else:
            self._ask(number, req.PutBot, t=self._table(number), seat=seat, level=level)

    @rule(number=CLIENTS, which=st.integers(0, 2), on=st.booleans())
    @precondition(lambda self: self.tables)
    def watch(self, number: int, which: int, on: bool) -> None:
        """Watch a table, or no longer."""
        self._ask(number, req.Spectate if on else req.Unspectate, t=self.tables[which % len(self.tables)])

    @rule(number=CLIENTS, phrase=st.booleans())
    def talk(self, number: int, phrase: bool) -> None:
        """Say something."""
        said = {"phrase": next(iter(PHRASES))} if phrase else {"text": "快点"}
        self._ask(number, req.Say, t=self._table(number), **said)

    @rule(number=CLIENTS, behind=st.integers(0, 40), epoch=st.integers(0, 2))
    def ask_again_for_everything(self, number: int, behind: int, epoch: int) -> None:
        """A resync from anywhere."""
        client = self._client(number)
        table = self._table(number)
        if client is not None and (followed := client.matches.get(table)) is not None:
            message = req.Resync(t=table, ep=max(0, followed.ep - epoch), seq=max(0, followed.seq - behind), p=0)
            self._do(lambda: client.send(message))

    # --- playing ----------------------------------------------------------------------------------------------

    @rule(number=CLIENTS, on=st.booleans(), auto_pass=st.booleans())
    def let_be_played(self, number: int, on: bool, auto_pass: bool) -> None:
        """托管, 要不起."""
        self._ask(number, req.AutoPass if auto_pass else req.Trustee, t=self._table(number), on=on)

    @rule(first=CLIENTS, repeat=st.integers(0, 2))
    def play(self, first: int, repeat: int) -> None:
        """Who is asked answers, and says it again, which changes nothing."""
        for number in (*range(first, len(NAMES)), *range(first)):
            client = self._client(number)
            table = self._table(number)
            if client is None or table not in client.matches or (command := client.command(table, answer)) is None:
                continue
            self.last[client.name] = command
            for _ in range(1 + repeat):
                if self._client(number) is not None:
                    self._send(client, command)
            return

    @rule(number=CLIENTS)
    def repeat_an_old_command(self, number: int) -> None:
        """The answer to it was lost: it comes again, over any connection, also to another process."""
        client = self._client(number)
        if client is not None and client.name in self.last:
            self._send(client, self.last[client.name])

    @rule(
        number=CLIENTS,
        off=st.integers(-3, 3),
        op=st.sampled_from(["play", "pass", "yield", "burn", "show", "decide", "return"]),
        cards=st.lists(st.sampled_from(["As", "Kd", "2h", "3c", "B", "S"]), max_size=4),
    )
    def play_nonsense(self, number: int, off: int, op: str, cards: list[str]) -> None:
        """Anything at all, for any question."""
        client = self._client(number)
        table = self._table(number)
        if client is None or (followed := client.matches.get(table)) is None:
            return
        prompt = followed.prompt
        pid = max(0, (followed.view.step if prompt is None else prompt.id) + off)
        self._ask(number, req.Cmd, t=table, pid=pid, op=op, cards=tuple(cards), yes=off > 0)

    # --- time -------------------------------------------------------------------------------------------------

    def _pass_time(self, seconds: float) -> None:
        end = self.sea.clock.now + seconds
        while self.sea.clock.now < end:
            self._do(lambda: self.sea.run(end - self.sea.clock.now))

    @rule(seconds=st.sampled_from([0.1, 1.0, 6.0, 12.0, 35.0, 190.0, 650.0]))
    def time_passes(self, seconds: float) -> None:
        """Nobody does anything."""
        self._pass_time(seconds)

    @rule(seconds=st.sampled_from([2.0, 20.0, 120.0, 400.0]))
    def everybody_plays(self, seconds: float) -> None:
        """Whoever is asked answers."""
        for client in self.clients:
            client.policy = answer
        try:
            self._pass_time(seconds)
        finally:
            for client in self.clients:
                client.policy = None

    # --- what must be true ------------------------------------------------------------------------------------

    def _room(self, table: str) -> Room | None:
        return next((room for room in self.sea.core.rooms if room.id == table), None)

    @invariant()
    def what_must_be_true(self) -> None:
        """After each step."""
        for client in self.clients:
            # Numbers that do not follow each other fail here.
            client.read()
            assert (
                client.link is None
                or client.link.closed is None
                or client.link.closed[0] in (*(CloseCode.NORMAL, CloseCode.REPLACED),)
            ), client.link.closed
        core = self.sea.core
        live = Counter(peer.uid for peer in core._presence if peer.uid and not peer.closed)
        assert not [uid for uid, count in live.items() if count > 1], "an account is connected twice"
        assert not core._places.failed, "a table has failed"
        rows = {row.table: row for row in self.store.open_tables()}
        for room in core.rooms:
            check_room(self.sea, self.clients, self.ledgers, room, rows[room.id].body)
