"""Building small positions and driving them with words, for the table tests."""

from __future__ import annotations

from gouji_desktop.rules import commands as cmd
from gouji_desktop.rules import events as ev
from gouji_desktop.rules.cards import Held, parse_faces, ranks_text
from gouji_desktop.rules.engine import apply
from gouji_desktop.rules.phases import setup
from gouji_desktop.rules.presets import preset
from gouji_desktop.rules.rejections import Reason, Rejected
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.state import Debt, Match, make_hand, new_match


def rules_of(name: str = "tribute216", **options: object) -> RuleSet:
    return preset(name).with_options(options)


def dealt(
    rules: RuleSet, hands: list[str], *, debts: tuple[Debt, ...] = (), lot: int = 0
) -> tuple[Match, list[ev.Event]]:
    """A match whose deal has just been dealt, and what followed from that."""
    match = new_match(rules)._replace(debts=debts)
    cards = tuple(make_hand([Held(face) for face in parse_faces(hand)]) for hand in hands)
    tape = setup.start(match, ev.DealStarted(1, (), lot, cards))
    return tape.match, tape.events


def do(match: Match, command: cmd.Command) -> tuple[Match, list[ev.Event]]:
    """The match after a command that must be accepted."""
    outcome = apply(match, command)
    assert not isinstance(outcome, Rejected), outcome
    return outcome


def refusal(match: Match, command: cmd.Command) -> Reason:
    """Why a command is refused."""
    outcome = apply(match, command)
    assert isinstance(outcome, Rejected), "the command was accepted"
    return outcome.reason


def close(match: Match) -> tuple[Match, list[ev.Event]]:
    return do(match, cmd.CloseQuery())


def close_until(match: Match, stage: str) -> Match:
    """Close queries until one of that stage is open or play has begun."""
    while match.deal is not None and match.deal.query is not None and match.deal.stage != stage:
        match, _ = close(match)
    return match


def hand_text(match: Match, seat: int) -> str:
    assert match.deal is not None
    return ranks_text(match.deal.hands[seat].faces)
