"""Why something cannot be done now, in two to five characters and in a sentence that says what to do."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

from gouji_desktop.rules.compare import joker_values
from gouji_desktop.rules.plays import Play
from gouji_desktop.rules.rejections import Reason
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.ui.presenter.words import Words


class Grey(StrEnum):
    """Reasons of the interface itself: finer than the engine's, or about questions that are not open."""

    TOO_FEW = "too_few"
    TOO_MANY = "too_many"
    ANSWER_FIRST = "answer_first"
    WATCHING = "watching"
    PAUSED = "paused"
    SENT = "sent"
    #: There is no connection, or the server stands still.
    OFFLINE = "offline"
    FROZEN = "frozen"
    TRUSTEE = "trustee"
    NO_TRUSTEE = "no_trustee"
    NO_HINTS = "no_hints"
    DEAL_OVER = "deal_over"
    OUT = "out"
    BURN_OR_NOT = "burn_or_not"
    # yield
    NOBODY_BEHIND = "nobody_behind"
    NOT_OPPOSITE = "not_opposite"
    CHAOS = "chaos"
    # burn
    NOTHING_TO_BURN = "nothing_to_burn"
    NOT_GOUJI = "not_gouji"
    OWN_PLAY = "own_play"
    NOT_IN_FORCE = "not_in_force"
    HEADLESS = "headless"
    PASSED = "passed"
    BURN_OVER = "burn_over"


class Fault(NamedTuple):
    """A reason with the numbers that its sentence speaks of."""

    reason: Reason | Grey
    need: int = 0
    differ: int = 0


#: Prefixes of the keys; the value of the reason follows.
SENTENCE: Final = {Reason: "reason.", Grey: "grey."}
SHORT: Final = {Reason: "reason.short.", Grey: "grey.short."}


def short_reason(fault: Fault, words: Words) -> str:
    """Two to five characters for the button."""
    return words(SHORT[type(fault.reason)] + fault.reason.value)


def long_reason(fault: Fault, words: Words) -> str:
    """A sentence that says why and what to do."""
    return words(SENTENCE[type(fault.reason)] + fault.reason.value, need=fault.need, differ=fault.differ)


def refusal(reason: Reason, words: Words) -> str:
    """The sentence for a command that the table refused."""
    return long_reason(Fault(reason), words)


def needed_number(table: Play, rules: RuleSet) -> int:
    """How many cards beat a play; 0 where more than one number may."""
    return 0 if rules.small_joker_pairs else table.size + joker_values(table, rules)[1]


def refine(reason: Reason, table: Play | None, play: Play | None, rules: RuleSet) -> Fault:
    """A wrong number of cards, said as how many are missing or too many."""
    if reason is not Reason.WRONG_NUMBER or table is None or play is None:
        return Fault(reason)
    need = needed_number(table, rules)
    if not need or play.size == need:
        return Fault(reason)
    grey = Grey.TOO_FEW if play.size < need else Grey.TOO_MANY
    return Fault(grey, need, abs(need - play.size))
