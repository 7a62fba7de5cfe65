"""Going through a deal from its hands to its first lead, and through whole matches, for what no scenario can say."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from gouji_desktop.rules import commands as cmd
from gouji_desktop.rules import events as ev
from gouji_desktop.rules.cards import parse_faces, ranks_text
from gouji_desktop.rules.phases.tribute import next_owed
from gouji_desktop.rules.presets import preset
from gouji_desktop.rules.prompts import Prompt, prompts
from gouji_desktop.rules.rejections import Reason
from gouji_desktop.rules.state import Debt, Hand, Match, Stage
from tests.rules.randomplay import Move, play_match
from tests.rules.sentences.framework import DEFAULT_RULES, split_hands
from tests.rules.table import close, dealt, do, refusal, rules_of


class Flow:
    """A deal on its way to the first lead; every query is closed after the answers that were given to it."""

    def __init__(
        self,
        hands: str,
        *debts: str,
        rules: str = DEFAULT_RULES,
        options: Mapping[str, Any] | None = None,
        lot: int = 0,
    ) -> None:
        owed = tuple(read_debt(debt) for debt in debts)
        self.match, self.events = dealt(rules_of(rules, **(options or {})), split_hands(hands), debts=owed, lot=lot)

    def until(self, stage: Stage) -> Flow:
        """Close queries until one of that stage is open, or play has begun, or the deal is void."""
        while (deal := self.match.deal) is not None and deal.query is not None and deal.stage != stage:
            self.close()
        return self

    def close(self) -> Flow:
        """Close the open query."""
        self.match, events = close(self.match)
        self.events += events
        return self

    def say(self, stage: Stage, **answers: bool) -> Flow:
        """Answer a yes-or-no question: `say(Stage.REVOLT_QUERY, s3=True)`; then close it."""
        self.until(stage)
        for seat, yes in answers.items():
            self.send(cmd.Decide(int(seat[1:]), self.match.step, yes=yes))
        return self.close()

    def give_back(self, seat: int, cards: str) -> Flow:
        """Return cards of these ranks, own-drawn ones where there are; then close the query."""
        self.until(Stage.RETURN_QUERY).send(self.returning(seat, cards))
        return self.close()

    def returning(self, seat: int, cards: str) -> cmd.ReturnCards:
        """The command that returns cards of these ranks."""
        held = sorted(self.hand(seat).held, key=lambda card: card.received)
        chosen = []
        for face in parse_faces(cards):
            card = next(each for each in held if ranks_text([each.face]) == ranks_text([face]))
            held.remove(card)
            chosen.append(card.face)
        return cmd.ReturnCards(seat, self.match.step, tuple(chosen))

    def send(self, command: cmd.Command) -> Flow:
        """A command that must be accepted."""
        self.match, events = do(self.match, command)
        self.events += events
        return self

    def refused(self, command: cmd.Command) -> Reason:
        """Why a command is refused."""
        return refusal(self.match, command)

    def hand(self, seat: int) -> Hand:
        """The hand of a seat."""
        assert self.match.deal is not None
        hand = self.match.deal.hands[seat]
        assert isinstance(hand, Hand)
        return hand

    def cards(self, seat: int) -> str:
        """The hand of a seat as ranks."""
        return ranks_text(self.hand(seat).faces)

    def asked(self) -> list[int]:
        """The seats that the open query asks."""
        return [prompt.seat for prompt in self.prompts()]

    def prompts(self) -> tuple[Prompt, ...]:
        """All open prompts."""
        return prompts(self.match)

    def paid(self) -> list[str]:
        """What was paid so far: `"shut 0 to 3: B"`."""
        payments = [event.payment for event in self.events if isinstance(event, ev.TributePaid)]
        return [f"{each.kind} {each.payer} to {each.taker}: {ranks_text(each.faces)}" for each in payments]

    def lapsed(self) -> list[str]:
        """Which debts fell away: `"point 0 to 3"`."""
        debts = [event.debt for event in self.events if isinstance(event, ev.TributeLapsed)]
        return [f"{debt.kind} {debt.payer} to {debt.taker}" for debt in debts]

    def returned(self) -> list[str]:
        """What went back so far: `"3 to 0: 7"`."""
        events = [event for event in self.events if isinstance(event, ev.Returned)]
        return [f"{each.giver} to {each.to}: {ranks_text(each.faces)}" for each in events]

    def owes(self, seat: int) -> int:
        """How many cards the seat must return now."""
        assert self.match.deal is not None
        owed = next_owed(self.match.deal, seat)
        return len(owed.received) if owed else 0


def read_debt(text: str) -> Debt:
    """`"shut 0 to 3: 1"`; the word `mutual` may follow."""
    kind, payer, _, taker, cards, *rest = text.replace(":", "").split()
    return Debt(kind, int(payer), int(taker), int(cards), mutual=rest == ["mutual"])


@lru_cache(maxsize=8)
def random_match(rules: str = DEFAULT_RULES, seed: int = 3) -> tuple[Move, ...]:
    """A whole match of random players, of as many deals as the rules name."""
    return tuple(play_match(preset(rules), seed))


def deals_of(moves: tuple[Move, ...]) -> list[list[ev.Event]]:
    """The events of each deal that was not void."""
    found: list[list[ev.Event]] = []
    for move in moves:
        for event in move.events:
            if isinstance(event, ev.DealStarted):
                found.append([])
            found[-1].append(event)
            if isinstance(event, ev.DealVoided):
                found.pop()
                found.append([])
    return [events for events in found if any(isinstance(event, ev.DealScored) for event in events)]


def last_match(moves: tuple[Move, ...]) -> Match:
    """The match at its end."""
    return moves[-1].after
