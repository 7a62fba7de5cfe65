"""A table with everybody who could see too much at it: six seats, a standing member, spectators, somebody who looks at
the lobby and a stranger; and what they do to find out more."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from gouji_desktop.bots.simplest import simplest_answer
from gouji_desktop.net import messages as msg
from gouji_desktop.net import requests as req
from gouji_desktop.net.fields import Message
from gouji_desktop.rules.cards import FACES, SMALL_FACE, TWO, face_name, rank_of
from gouji_desktop.rules.commands import PlayCards, SeatCommand
from gouji_desktop.rules.prompts import Prompt
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import SEATS
from gouji_desktop.rules.views import SECRETLY_ASKED, View
from gouji_desktop.server.config import Rate
from tests.security.oracle import Oracle
from tests.server.world import Policy, ScriptedClient, World
from tests.table.drivers import RandomPlayer

#: No limit of the server keeps the curious from asking as often as they like.
UNLIMITED: dict[str, Any] = dict.fromkeys(
    (
        *("messages", "commands", "chat", "resyncs", "renames", "changes", "looks", "visits"),
        *("accounts_per_address", "logins_per_address"),
    ),
    Rate(100_000, 100_000.0),
)
#: Everything that is asked of a table.
TABLE_REQUESTS: tuple[tuple[type[Message], dict[str, Any]], ...] = (
    (req.Sit, {"seat": 1}),
    (req.Stand, {}),
    (req.Ready, {}),
    (req.Leave, {}),
    (req.Kick, {"seat": 1}),
    (req.PutBot, {"seat": 1, "level": "easy"}),
    (req.Start, {}),
    (req.Rematch, {}),
    (req.Cmd, {"pid": 1, "op": "play", "cards": ("Th",)}),
    (req.Cmd, {"pid": 1, "op": "burn", "cards": ()}),
    (req.Trustee, {"on": True}),
    (req.AutoPass, {"on": True}),
    (req.Resync, {"ep": 1, "seq": 0, "p": 0}),
    (req.Say, {"text": "hello"}),
    (req.FetchLog, {"match": 1}),
    (req.NonceCommit, {"deal": 0, "h": "0" * 64}),
    (req.Nonce, {"deal": 0, "r": "0" * 64}),
)
WITHOUT_ID = (req.Resync, req.NonceCommit, req.Nonce)


def everything(seed: int) -> Policy:
    """A player that burns, shows, revolts, buys and declares whenever it may, and plays whatever it can.

    Every other one keeps its jokers for burning.
    """
    eager, shy = RandomPlayer(seed, eager=True), RandomPlayer(seed + 1)
    chance = random.Random(seed)

    def answer(view: View, prompt: Prompt) -> SeatCommand:
        command = (eager if chance.random() < 0.8 else shy).answer(view, prompt)
        if seed % 2 and isinstance(command, PlayCards) and max(command.faces) >= SMALL_FACE:
            return simplest_answer(view, prompt)
        return command

    return answer


def modest(seed: int) -> Policy:
    """A player that plays what it can without 2s and jokers, and declines whatever it is asked in secret."""
    eager = RandomPlayer(seed, eager=True)

    def answer(view: View, prompt: Prompt) -> SeatCommand:
        if prompt.stage in SECRETLY_ASKED:
            return simplest_answer(view, prompt)
        command = eager.answer(view, prompt)
        high = isinstance(command, PlayCards) and max(map(rank_of, command.faces)) >= TWO
        return simplest_answer(view, prompt) if high else command

    return answer


class Company:
    """Everybody at one table of a world."""

    def __init__(self, world: World, rules: str | RuleSet, seed: int, *, deals: int = 1, **options: Any) -> None:
        self.world = world
        self.chance = random.Random(seed)
        self._tried = 0
        self.oracle = Oracle(world)
        self.players = [world.client(f"player {seat}") for seat in range(SEATS)]
        self.standing, self.early, self.late = (world.client(name) for name in ("standing", "early", "late"))
        self.looker, self.stranger = world.client("looker"), world.client("stranger")
        self.oracle.seats = {client: seat for seat, client in enumerate(self.players)}
        self.looker.must(req.LobbySub)
        self.table = world.table(*self.players, rules=rules, start=False, deals=deals, **options)
        self.standing.join(self.table)
        self.early.must(req.Spectate, t=self.table)
        for seat, client in enumerate(self.players):
            client.policy = everything(seed * SEATS + seat)
        self.players[0].start(self.table)
        world.pump()

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self.players[0].place(self.table).phase == "over"

    def play(self, *, curious: bool = True, restarts: int = 0, steps: int = 2000) -> None:
        """Play to the end, and try to find out more all the time."""
        left = restarts
        for step in range(steps):
            if self.world.run(self.chance.uniform(2.0, 40.0), until=lambda: self.over):
                break
            if curious:
                self.oracle.forget()
                self.be_curious()
                if left and step in (7, 21):
                    left -= 1
                    self.restart()
        assert self.over, "the match does not end"
        self.world.run(2 * self.world.config.limits.spectator_delay)

    def be_curious(self) -> None:
        """Try something, each time something else."""
        self._tried += 1
        self._mischief[self._tried % len(self._mischief)]()

    def restart(self) -> None:
        """The server is killed and started anew; everybody comes back."""
        self.oracle.restarted()
        self.world.restart()
        for client in self.world.clients:
            client.back()
        self.looker.must(req.LobbySub)
        self.early.ask(req.Spectate, t=self.table)

    # --- what they do ------------------------------------------------------------------------------------------

    @property
    def _mischief(self) -> tuple[Callable[[], object], ...]:
        return (
            self._resync,
            self._come_back,
            self._play_what_others_hold,
            self._ask_as_a_stranger,
            self._watch,
            self._read_the_log,
            self._talk,
            self._hand_over,
        )

    def _resync(self) -> None:
        client = self.chance.choice([*self.players, self.standing, self.early])
        followed = client.matches.get(self.table)
        ep, seq, p = followed.position if followed is not None else (1, 0, 0)
        seq = max(0, seq - self.chance.choice((0, 1, 5, 1000)))
        client.send(req.Resync(t=self.table, ep=self.chance.choice((ep, ep + 1)), seq=seq, p=p))

    def _come_back(self) -> None:
        client = self.chance.choice([*self.players, self.standing])
        client.drop()
        self.world.run(self.chance.choice((0.0, 1.0, 12.0)))
        self.oracle.forget()
        client.back()

    def _play_what_others_hold(self) -> None:
        """Send commands that are refused, to read the refusals."""
        for client in self.players:
            followed = client.follow(self.table)
            for pid in {followed.view.step, followed.view.step - 1, 0}:
                for op in ("play", "burn", "show", "return"):
                    face = face_name(self.chance.randrange(FACES))
                    number = self.chance.choice((1, 2, 4))
                    if followed.prompt is not None and followed.prompt.id == pid and op != "return":
                        continue  # might be legal
                    cards = (face,) * number
                    # What is given back may be taken, and sealed; what others ask then is answered.
                    self.oracle.forget()
                    client.send(req.Cmd(id=self.world.new_id(), t=self.table, pid=max(0, pid), op=op, cards=cards))
            prompt = followed.prompt
            if prompt is not None and prompt.stage == "playing":
                foreign = next(face for face in range(FACES) if not self._holds(client, face_name(face)))
                self.oracle.forget()
                client.send(
                    req.Cmd(
                        id=self.world.new_id(), t=self.table, pid=prompt.id, op="play", cards=(face_name(foreign),) * 2
                    )
                )

    def _holds(self, client: ScriptedClient, card: str) -> bool:
        truth = self.oracle.truth.of(self.table)
        return truth is not None and bool(truth.deals) and truth.deals[-1].held[self.oracle.seats[client]][card] > 1

    def _ask_as_a_stranger(self) -> None:
        client = self.chance.choice([self.stranger, self.early, self.looker])
        for kind, fields in TABLE_REQUESTS:
            given = {"t": self.table, **fields}
            if kind not in WITHOUT_ID:
                given["id"] = self.world.new_id()
            client.send(kind(**given))

    def _watch(self) -> None:
        answer = self.late.ask(req.Spectate, t=self.table)
        assert isinstance(answer, msg.Spectating)
        if self.chance.random() < 0.5:
            self.world.run(3.0)
            self.oracle.forget()
            self.late.ask(req.Unspectate, t=self.table)
        self.chance.choice(self.players).refused(req.Spectate, t=self.table)

    def _read_the_log(self) -> None:
        for client in (self.chance.choice(self.players), self.standing, self.stranger, self.early):
            for match in (1, 2):
                client.ask(req.FetchLog, t=self.table, match=match, offset=self.chance.choice((0, 30_000, 60_000)))

    def _talk(self) -> None:
        for client in (self.chance.choice(self.players), self.standing, self.early, self.stranger):
            client.ask(req.Say, t=self.table, text="好牌")

    def _hand_over(self) -> None:
        client = self.chance.choice(self.players)
        client.ask(req.Trustee, t=self.table, on=self.chance.random() < 0.5)
        client.ask(req.AutoPass, t=self.table, on=self.chance.random() < 0.5)
