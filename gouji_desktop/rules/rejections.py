"""Why a command is refused. The same reason greys a button, is spoken to the player and is returned to a client."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Reason(StrEnum):
    """The first rule that a command breaks."""

    # the command itself
    NO_MATCH = "no_match"
    MATCH_OVER = "match_over"
    DEAL_RUNNING = "deal_running"
    NO_DEAL = "no_deal"
    BAD_DECK = "bad_deck"
    NOT_ASKED = "not_asked"
    STALE_PROMPT = "stale_prompt"
    WRONG_VERB = "wrong_verb"
    QUERY_OPEN = "query_open"
    NO_QUERY = "no_query"
    # the cards
    NO_CARDS = "no_cards"
    NOT_IN_HAND = "not_in_hand"
    NOT_A_PLAY = "not_a_play"
    THREES_STAND_ALONE = "threes_stand_alone"
    THREES_LAST = "threes_last"
    WRONG_NUMBER = "wrong_number"
    TOO_LOW = "too_low"
    JOKERS_TOO_LOW = "jokers_too_low"
    BIG_JOKER_STANDS = "big_joker_stands"
    BIG_JOKER_COSTS_TWO = "big_joker_costs_two"
    HUNG_NUMBER = "hung_number"
    # what a seat may do now
    MUST_LEAD = "must_lead"
    MAY_NOT_YIELD = "may_not_yield"
    OWN_OPPOSITE = "own_opposite"
    BURN_NOT_FEASIBLE = "burn_not_feasible"
    JOKER_DUTY = "joker_duty"
    # before play
    NOT_SHOWABLE = "not_showable"
    WRONG_RETURN_NUMBER = "wrong_return_number"
    RECEIVED_CARD = "received_card"
    RETURN_TOO_HIGH = "return_too_high"
    KEEP_A_THREE = "keep_a_three"


class Rejected(NamedTuple):
    """A refused command: nothing has changed."""

    reason: Reason
