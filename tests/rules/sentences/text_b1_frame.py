"""What the tables of the two 枣庄 texts share: most sentences of B2 are those of B1 on other lines."""

from __future__ import annotations

from typing import Any, NamedTuple

from gouji_desktop.rules import events as ev
from gouji_desktop.rules.state import Stage
from tests.rules.sentences import framework
from tests.rules.sentences.flows import Flow
from tests.rules.sentences.framework import Check, Checkable, Left, Row

#: The room of both texts in which tribute is scored and not paid (海选).
MATCH_ROOM = "zaozhuang6-match"


class Zaozhuang(NamedTuple):
    """One of the two texts: its tag, its rule set, and checks that drive that rule set. Lines are those of B1."""

    tag: str
    rules: str
    #: From which line of B1 on the line of this text is how much further down.
    shifts: dict[int, int]

    def line(self, line: int) -> str:
        """The line of this text on which a line of B1 stands."""
        return f"L{line + next(shift for first, shift in reversed(self.shifts.items()) if line >= first)}"

    def row(self, line: int, rule: str, *checks: Checkable) -> Row:
        """A sentence that is a rule."""
        return Row(self.tag, self.line(line), rule, checks[0] if len(checks) == 1 else framework.every(*checks))

    def left(self, line: int, reason: str) -> Left:
        """A sentence that is none."""
        return Left(self.tag, self.line(line), reason)

    def deal(self, hands: str, script: str, **rest: Any) -> Check:
        """A script in a position."""
        return framework.deal(hands, script, rules=self.rules, **rest)

    def compare(self, play: str, table: str | None = None, **rest: Any) -> Check:
        """A play, alone or on another."""
        return framework.compare(play, table, rules=self.rules, **rest)

    def beaten(self, table: str, *plays: str, **rest: Any) -> Check:
        """Each of the plays beats the table."""
        return framework.beaten(table, *plays, rules=self.rules, **rest)

    def unbeaten(self, table: str, *plays: str, **rest: Any) -> Check:
        """None of the plays beats the table."""
        return framework.unbeaten(table, *plays, rules=self.rules, **rest)

    def settle(self, places: str, **rest: Any) -> Check:
        """What a finished deal is worth."""
        return framework.settle(places, rules=self.rules, **rest)

    def setup(self, dealt: str, **rest: Any) -> Check:
        """What happens before the first lead."""
        return framework.setup(dealt, rules=self.rules, **rest)

    def flow(self, hands: str, *debts: str, lot: int = 0) -> Flow:
        """A deal from its hands on."""
        return Flow(hands, *debts, rules=self.rules, lot=lot)

    def never_asks(self, *stages: Stage) -> Check:
        """A freshly dealt deal goes straight to its first lead, whatever the hands hold."""

        def check() -> None:
            for hands in ("AK93 AQ85 AJ75 KQ64 KJ54 QJ33", "BS23 BS2 BS24 22AA 3355 3s3s4s4s5s5s"):
                flow = self.flow(hands)
                asked = [event.stage for event in flow.events if isinstance(event, ev.QueryOpened)]
                assert not set(asked) & set(stages), asked
                assert flow.match.deal.stage == Stage.PLAYING

        return Check("never_asks", check)


#: B2 is B1 without the tribute of three in a row, and with one line for the penalty where B1 has five.
B1 = Zaozhuang("B1", "zaozhuang6", {0: 0})
B2 = Zaozhuang("B2", "zaozhuang6-classic", {0: 77, 167: 73})

#: Six hands without a gouji, and all passes on the lead of the first.
SIX = "7755 9964 8854 TT54 8865 9664"
FIVE_PASS = "0 play 77, 1 pass, 2 pass, 3 pass, 4 pass, 5 pass"
#: The first leads a gouji; nobody can burn it.
GOUJI = "AA77 9964 8654 TT65 8864 9664"
#: Four seats hold cards: 乱缠.
FOUR = "AA77 9966TT - TT65 8865 -"
TWO_OUT = {"finished": "25"}
#: What the last places pay to the first where the seats go out in their order.
PLACE = ["place 5 to 0: 2", "place 4 to 1: 1"]
