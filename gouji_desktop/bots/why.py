"""Why something is suggested: for each suggestion the first reason that is true of it.

The reasons are read off what the house bot itself weighs (`leading.py`, `replying.py`, `burning.py`, `before_play.py`):
the same chances, the same thresholds.
"""

from __future__ import annotations

from enum import StrEnum

from gouji_desktop.bots.before_play import fewer_groups
from gouji_desktop.bots.burning import cover_chance
from gouji_desktop.bots.leading import RUN_GROUPS, allies_helped, due_fours
from gouji_desktop.bots.position import Position
from gouji_desktop.bots.replying import LIKELY, inherits_lead, would_open
from gouji_desktop.rules.cards import JACK, NINE, THREE
from gouji_desktop.rules.commands import Decide, ReturnCards, SeatCommand
from gouji_desktop.rules.phases.answering import wind
from gouji_desktop.rules.plays import Play
from gouji_desktop.rules.policies import opening
from gouji_desktop.rules.policies.burning import minus
from gouji_desktop.rules.seats import same_side
from gouji_desktop.rules.state import Hand, Stage

#: What happens more often than not is called probable.
PROBABLY = 0.5
#: With so few cards an enemy is nearly out: 6 of them (`Position.near`).
NEARLY_OUT = 0.5


class Why(StrEnum):
    """The reason of a suggestion, for a short phrase (`why.*` in the catalogues)."""

    # Plays.

    #: It is the last play: the seat goes out.
    GOES_OUT = "goes_out"
    #: Only the 3s are left after it.
    BEFORE_THREES = "before_threes"
    #: The 4s that open the point are led now.
    OPENS_WITH_FOURS = "opens_with_fours"
    #: If it stands, it opens the own point.
    OPENS_POINT = "opens_point"
    #: If it stands, the 4s may open the own point.
    READIES_POINT = "readies_point"
    #: It keeps the opposite from opening.
    DENIES_POINT = "denies_point"
    #: The rest can probably be played out in one go.
    RUNS_OUT = "runs_out"
    #: An ally with few cards can probably take it.
    FEEDS_ALLY = "feeds_ally"
    #: Its player is out: if it stood, an enemy would lead next.
    TAKES_LEAD = "takes_lead"
    #: An enemy is nearly out.
    BLOCKS = "blocks"
    #: It probably stands.
    KEEPS_LEAD = "keeps_lead"
    #: A low group is best got rid of.
    LOW_FIRST = "low_first"
    #: Low cards go along on an ally's play.
    RIDES = "rides"
    #: The cheapest cards that beat.
    CHEAPEST = "cheapest"
    #: The burner's duty: a joker in every play.
    DUTY = "duty"
    #: Everything else would cost more.
    LEAST_COST = "least_cost"
    #: It goes too.
    OTHER = "other"

    # Letting lie.

    #: No card of the hand beats the play.
    CANNOT_BEAT = "cannot_beat"
    #: Beating the ally would probably leave it with its 3s alone.
    SPARES_ALLY = "spares_ally"
    #: The play is an ally's.
    LETS_ALLY = "lets_ally"
    #: Its player is out: if it stands, the own side leads next.
    INHERITS_LEAD = "inherits_lead"
    #: Let the seats behind go first and decide after them.
    WAITS = "waits"
    #: The cards that beat are worth more later.
    SAVES_CARDS = "saves_cards"

    # Burning.

    #: The burn can probably be finished.
    BURNS = "burns"
    #: The burn is too unsure.
    UNSURE = "unsure"

    # Before play.

    #: The longest group leads.
    SHOWS_LONGEST = "shows_longest"
    #: Enough strong sets to answer whatever the opposite opens with.
    DECLARES = "declares"
    #: The opposite will probably open too.
    DECLARES_NOT = "declares_not"
    #: Without a 2 or a joker most hands end worse than 四科.
    REVOLTS = "revolts"
    #: The high groups are good for more than 四科.
    PLAYS_ON = "plays_on"
    #: Three rounds of gouji that hardly anybody may answer.
    CLAIMS_HEAD = "claims_head"
    #: A 4 is worth its price where the point may be opened.
    BUYS_FOUR = "buys_four"
    #: The 2 is worth more than a 4.
    KEEPS_TWO = "keeps_two"
    #: The hand has fewer groups without them.
    FEWER_GROUPS = "fewer_groups"
    #: The smallest that may go back.
    SMALLEST = "smallest"


def why_lead(position: Position, play: Play, *, first: bool) -> Why:
    """Why a play is led; `first`: it is the best one."""
    facts = _facts(position, play)
    if facts:
        return facts
    left = minus(position.hand, play)
    stands = position.stands(play)
    if len(position.groups_after(left)) <= RUN_GROUPS and stands * position.run_chance(left) > PROBABLY:
        return Why.RUNS_OUT
    if allies_helped(position, play) > PROBABLY:
        return Why.FEEDS_ALLY
    if stands > PROBABLY:
        return Why.KEEPS_LEAD
    if is_low(position, play):
        return Why.LOW_FIRST
    return Why.LEAST_COST if first else Why.OTHER


def is_low(position: Position, play: Play) -> bool:
    """Whether a play is a whole group without wild cards, of at most a 9 or the lowest of the hand."""
    if play.money or play.jokers or play.base < 0 or play.naturals != position.hand[play.base]:
        return False
    groups = position.groups_after(position.hand)
    return play.base in groups and (play.base <= NINE or play.base == groups[0])


def why_duty(position: Position, play: Play) -> Why:
    """Why a bound burner leads a play."""
    return Why.DUTY if any(minus(position.hand, play)) else Why.GOES_OUT


def why_answer(position: Position, play: Play, plays: list[Play]) -> Why:
    """Why a play beats the one on the table; `plays`: all that might."""
    facts = _facts(position, play)
    if facts:
        return facts
    deal = position.deal
    top = deal.round.top
    if would_open(position):
        return Why.DENIES_POINT
    if same_side(top, position.seat):
        if not play.money and not play.jokers and play.base <= JACK:
            return Why.RIDES
    elif not deal.live >> top & 1 and not same_side(wind(deal.live, top), position.seat):
        return Why.TAKES_LEAD
    elif position.near >= NEARLY_OUT:
        return Why.BLOCKS
    if position.change(play) >= max(map(position.change, plays)):
        return Why.CHEAPEST
    return Why.KEEPS_LEAD if position.stands_now(play) > PROBABLY else Why.OTHER


def _facts(position: Position, play: Play) -> Why | None:
    """What needs no weighing."""
    left = minus(position.hand, play)
    if not any(left):
        return Why.GOES_OUT
    if position.deal.round.laid is None and play == due_fours(position):
        return Why.OPENS_WITH_FOURS
    if position.rules.hold_threes and left[THREE] == sum(left):
        return Why.BEFORE_THREES
    if position.may_open(play):
        return Why.READIES_POINT if opening.needs_fours(position.rules) else Why.OPENS_POINT
    return None


def why_lie(position: Position, verb: str, *, can_beat: bool) -> Why:
    """Why a play is let lie by passing, yielding or accepting; `can_beat`: the seat may beat it."""
    if not can_beat:
        return Why.CANNOT_BEAT
    table = position.deal.round
    if same_side(table.top, position.seat):
        live = position.deal.live >> table.top & 1
        return Why.SPARES_ALLY if live and position.only_threes(table.top) >= LIKELY else Why.LETS_ALLY
    if inherits_lead(position):
        return Why.INHERITS_LEAD
    return Why.WAITS if verb == "yield" else Why.SAVES_CARDS


def why_burn(position: Position, cover: Play) -> Why:
    """What is to be said of a burn with this cover."""
    return Why.BURNS if cover_chance(position, cover) >= position.weights.burn_safe else Why.UNSURE


def why_no_burn(position: Position, covers: list[Play]) -> Why:
    """Why not to burn, where one could with these covers."""
    if same_side(position.deal.round.top, position.seat):
        return Why.LETS_ALLY
    safe = any(why_burn(position, cover) is Why.BURNS for cover in covers)
    return Why.SAVES_CARDS if safe else Why.UNSURE


_YES = {
    Stage.POINT_QUERY: Why.DECLARES,
    Stage.REVOLT_QUERY: Why.REVOLTS,
    Stage.HEAD_QUERY: Why.CLAIMS_HEAD,
    Stage.FOUR_QUERY: Why.BUYS_FOUR,
}
_NO = {
    Stage.POINT_QUERY: Why.DECLARES_NOT,
    Stage.REVOLT_QUERY: Why.PLAYS_ON,
    Stage.HEAD_QUERY: Why.OTHER,
    Stage.FOUR_QUERY: Why.KEEPS_TWO,
}


def why_before_play(stage: Stage, command: SeatCommand, hand: Hand) -> Why:
    """Why a question before play is answered so."""
    if isinstance(command, ReturnCards):
        return Why.FEWER_GROUPS if fewer_groups(hand, command.faces) else Why.SMALLEST
    if isinstance(command, Decide):
        return (_YES if command.yes else _NO)[stage]
    return Why.SHOWS_LONGEST
