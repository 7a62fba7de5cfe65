"""The numbers that the house bot weighs plays with: what each means, and the built-in ones.

A rule set plays with the numbers of its family, which lie in data files with the run that made them
(`bots/weightfiles.py`); the built-in ones stand in where such a file cannot be used.

Where the built-in ones come from: first set by hand, then a hill climb over the four main rule sets (152 trials, 3
kept: small, big, answer_near, ally, wind; inference). `wait`, `behind`, `shut` and `deny_point` were set after
comparisons of 60 to 100 pairs for each of three rule sets, none of which was more than a hint. The same comparisons say
that `run` 3 and `tempo` 0.8 are clearly worse (by 0.5 to 2 points a deal) and `ally` 1.2 is worse by about 0.5.

`early`, `keep_last` and the fear for the play before the 3s came later. Over 240 pairs a rule set against the bot
without them: +0.14 ± 0.30 (tribute216), +1.07 ± 0.56 (jinyou4), -0.12 ± 0.33 (zaozhuang6), +0.05 ± 0.33 (chayuan).
Seats that were shut in 160 deals: 65 instead of 140 (tribute216), 70 instead of 137 (jinyou4), 51 instead of 144
(chayuan). `early` 0.4 and 1.0 could not be told from 0.7, but 1.0 looked worse in zaozhuang6.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

#: No weight is greater than this, nor smaller than its negative: sums of such numbers stay numbers.
GREATEST = 100.0
#: Weights that are probabilities: from 0 to 1.
SHARES = ("wild_use", "inference", "burn_safe")


class WeightsError(ValueError):
    """Weights that cannot be used; its text is one sentence."""


class Weights(NamedTuple):
    """Points on one scale: 1 is about what a low group costs that must be led away."""

    #: A group that is still to be played: always, by how unlikely it stands when led, and by how low it is.
    group: float = 0.1
    loser: float = 0.75
    low: float = 0.3
    #: What a 2, a small and a big joker are worth in the hand.
    two: float = 0.55
    small: float = 0.677
    big: float = 1.482
    #: How much dearer 2s and jokers are while all seats hold full hands, where they lift no set over its threshold.
    early: float = 0.7
    #: Keeping or taking the lead, and more of it while an enemy is nearly out.
    tempo: float = 0.45
    tempo_near: float = 0.4
    #: Going out in one go: the chance of it after the play.
    run: float = 1.5
    #: Answering an enemy's play at all; more while an enemy is nearly out; more if its own player is.
    answer: float = -0.15
    answer_near: float = 0.994
    answer_top: float = 0.5
    #: Each ally that may still answer after this seat; what an answer must be worth where the seat may yield first.
    behind: float = 0.1
    wait: float = 0.4
    #: Cards of rank Q and higher spent on an answer.
    spend_high: float = 0.1
    #: Beating an ally; more if the ally is nearly out.
    ally: float = 0.813
    ally_near: float = 1.0
    #: Beating a finisher's last play when an ally would lead next.
    wind: float = 0.544
    #: The play before the 3s: how much it must stand, and what keeping a strong group for it is worth.
    shut: float = 3.0
    keep_last: float = 1.2
    #: Beating an ally's play before its 3s, times how likely it is one.
    ally_threes: float = 6.0
    #: Opening the own point, denying the opposite's.
    open_point: float = 0.5
    deny_point: float = 0.55
    #: Keeping the 4s while the point may still be opened with them.
    keep_fours: float = 0.6
    #: Leading a play with which an enemy can go out; one with which an ally can.
    feed_enemy: float = 0.8
    feed_ally: float = 0.3
    #: How readily others spend wild cards to beat a play.
    wild_use: float = 0.5
    #: A seat that let a set of some size lie holds fewer higher ones.
    inference: float = 0.811
    #: Least chance to finish a burn.
    burn_safe: float = 0.75


WEIGHTS = Weights()


def weights_of_data(data: object) -> Weights:
    """Weights from an object that names every one of them. Raises WeightsError."""
    if not isinstance(data, Mapping):
        raise WeightsError("the weights must be an object with a number for each name")
    for name in data:
        if name not in Weights._fields:
            raise WeightsError(f"unknown weight {name!r}: this version does not know what it weighs")
    for name in Weights._fields:
        if name not in data:
            raise WeightsError(f"the weight {name!r} is missing: a weights file names every weight")
    return Weights(**{name: _number(name, data[name]) for name in Weights._fields})


def _number(name: str, value: Any) -> float:
    """The value as a weight of that name, or WeightsError."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise WeightsError(f"the weight {name!r} must be a number, not {str(value)[:40]!r}")
    least = 0.0 if name in SHARES else -GREATEST
    most = 1.0 if name in SHARES else GREATEST
    if not (isinstance(value, int) or math.isfinite(value)) or not least <= value <= most:
        raise WeightsError(f"the weight {name!r} must be from {least:g} to {most:g}")
    return float(value)
