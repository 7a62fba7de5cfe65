"""The numbers that the house bot weighs plays with."""

from __future__ import annotations

from typing import NamedTuple


class Weights(NamedTuple):
    """Points on one scale: 1 is about what a low group costs that must be led away."""

    #: A group that is still to be played: always, by how unlikely it stands when led, and by how low it is.
    group: float = 0.1
    loser: float = 0.75
    low: float = 0.3
    #: What a 2, a small and a big joker are worth in the hand.
    two: float = 0.55
    small: float = 0.85
    big: float = 1.15
    #: Keeping or taking the lead, and more of it while an enemy is nearly out.
    tempo: float = 0.45
    tempo_near: float = 0.4
    #: Going out in one go: the chance of it after the play.
    run: float = 1.5
    #: Answering an enemy's play at all; more while an enemy is nearly out; more if its own player is.
    answer: float = -0.15
    answer_near: float = 0.5
    answer_top: float = 0.5
    #: Cards of rank Q and higher spent on an answer.
    spend_high: float = 0.1
    #: Beating an ally; more if the ally is nearly out.
    ally: float = 1.1
    ally_near: float = 1.0
    #: Beating a finisher's last play when an ally would lead next.
    wind: float = 0.6
    #: The play before the 3s: how much it must stand, and what keeping a strong group for it is worth.
    shut: float = 2.0
    keep_last: float = 0.6
    #: Opening the own point, denying the opposite's.
    open_point: float = 0.5
    deny_point: float = 0.4
    #: Keeping the 4s while the point may still be opened with them.
    keep_fours: float = 0.6
    #: Leading a play with which an enemy can go out; one with which an ally can.
    feed_enemy: float = 0.8
    feed_ally: float = 0.3
    #: Leading what an enemy with few cards could answer.
    burnable: float = 0.1
    #: How readily others spend wild cards to beat a play.
    wild_use: float = 0.5
    #: A seat that let a set of some size lie holds fewer higher ones.
    inference: float = 0.6
    #: Least chance to finish a burn.
    burn_safe: float = 0.75


WEIGHTS = Weights()
