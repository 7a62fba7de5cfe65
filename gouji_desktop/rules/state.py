"""The state of a match, and of a view of it.

One type serves both: a view is the state in which what its audience may not see is `Hidden` or absent (views.py).
`evolve` therefore reads public facts alone, and folding redacted events over a view gives the view of the new state.
Everything is a named tuple: cheap to replace, never changed in place.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from operator import itemgetter
from typing import NamedTuple

from gouji_desktop.rules.cards import FACES, OWN, RECEIVED, SMALL_FACE, Counts, Face, Held, counts_of
from gouji_desktop.rules.plays import Play
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import NOBODY, SEATS, Seat, SeatMask
from gouji_desktop.rules.tuples import maker


class Hidden(NamedTuple):
    """Cards that the viewer may not see."""

    size: int


#: The face of a held card, without the Python code of a comprehension round it.
_face_of = itemgetter(Held._fields.index("face"))


class Hand(NamedTuple):
    """Cards that the viewer may see, and their counts.

    They are sorted from high to low, so that those of one rank lie together; of equal faces received ones come last.
    """

    held: tuple[Held, ...]
    counts: Counts

    @property
    def size(self) -> int:
        """How many cards they are."""
        return len(self.held)

    @property
    def faces(self) -> tuple[Face, ...]:
        """The faces, from high to low."""
        return tuple(map(_face_of, self.held))


Cards = Hand | Hidden

#: Makes a hand of cards that are sorted already, and their counts.
make_plain_hand = maker(Hand)
#: Place of every face in a hand, indexed by face: 大王, 小王, then the ranks downwards, each by suit.
_PLACE_OF_FACE: tuple[int, ...] = tuple(
    FACES - face if face >= SMALL_FACE else FACES - face // 4 * 4 + face % 4 for face in range(FACES)
)

#: Place of every held card: a received one behind its own-drawn equals.
_PLACE_OF_HELD: dict[Held, int] = {
    card: 2 * _PLACE_OF_FACE[card.face] + card.received for cards in (OWN, RECEIVED) for card in cards
}


def make_hand(held: tuple[Held, ...] | list[Held]) -> Hand:
    """A hand of the held cards, sorted from high to low; of equal faces received ones come last."""
    ordered = tuple(sorted(held, key=_PLACE_OF_HELD.__getitem__))
    return make_plain_hand((ordered, counts_of(map(_face_of, ordered))))


def drawn_hand(faces: Sequence[Face]) -> Hand:
    """A hand of cards that their holder drew itself: quicker than `make_hand`."""
    ordered = sorted(faces, key=_PLACE_OF_FACE.__getitem__)
    return make_plain_hand((tuple([OWN[face] for face in ordered]), counts_of(ordered)))


class Stage(StrEnum):
    """Where a deal stands. A stage that ends in `_QUERY` is a question to several seats at once."""

    SHOW_QUERY = "show_query"
    POINT_QUERY = "point_query"
    REVOLT_QUERY = "revolt_query"
    HEAD_QUERY = "head_query"
    FOUR_QUERY = "four_query"
    RETURN_QUERY = "return_query"
    BURN_QUERY = "burn_query"
    #: Between two steps: the engine goes on by itself.
    READY = "ready"
    #: One seat has its turn (`Round.turn`).
    PLAYING = "playing"
    OVER = "over"


# The members that every command asks for, by names of their own: `Stage.READY` costs five times a comparison, because
# an enumeration finds its members through a descriptor.
READY, PLAYING, BURN_QUERY = Stage.READY, Stage.PLAYING, Stage.BURN_QUERY


class Word(StrEnum):
    """What the seat whose turn it is has been asked."""

    LEAD = "lead"
    ANSWER = "answer"
    LAST_WORD = "last_word"


LEAD, ANSWER, LAST_WORD = Word.LEAD, Word.ANSWER, Word.LAST_WORD


class Act(StrEnum):
    """What a seat did last in a round, where it laid no cards."""

    PASS = "pass"  # noqa: S105 - the word of the game
    YIELD = "yield"
    ACCEPT = "accept"


PASS, YIELD, ACCEPT = Act.PASS, Act.YIELD, Act.ACCEPT


class Laid(NamedTuple):
    """Cards that a seat laid."""

    faces: tuple[Face, ...]
    play: Play


class Debt(NamedTuple):
    """Tribute that is owed: so many cards from one seat to another."""

    kind: str
    payer: Seat
    taker: Seat
    cards: int
    #: 点贡 both ways: no card is returned for it (B1:L152).
    mutual: bool = False


class Payment(NamedTuple):
    """Tribute that was paid."""

    kind: str
    payer: Seat
    taker: Seat
    faces: tuple[Face, ...]
    mutual: bool


class Owed(NamedTuple):
    """A return that a taker still owes: so many cards as it received in one payment."""

    giver: Seat
    to: Seat
    received: tuple[Face, ...]


class Burn(NamedTuple):
    """One burn, from its cover to its end."""

    by: Seat
    victim: Seat
    #: The burnt play, which lies again where the burn fails.
    burnt: Laid
    #: 0 for a burn, 1, 2 … for the first, second … counter-burn of a victim (反烧, 反反烧).
    counter: int
    #: The cover was not beaten.
    stood: bool
    #: The joker duty still binds.
    bound: bool
    #: "", or "success", "undone", "failed", "ended" (nothing is earned and nothing lost).
    outcome: str


class Shut(NamedTuple):
    """被闷: the play before the 3s was beaten."""

    victim: Seat
    by: Seat


class Purchase(NamedTuple):
    """买三, 要三, 买四: `price` is None where it was free."""

    buyer: Seat
    seller: Seat
    face: Face
    price: Face | None


class Query(NamedTuple):
    """A question to several seats at once. What `asked` and `answers` hold of others is absent from a view."""

    #: Who must answer.
    asked: SeatMask
    #: Who by public knowledge may have been asked.
    public: SeatMask
    #: (seat, faces or yes/no), in order of arrival; sealed until the query closes.
    answers: tuple[tuple[Seat, tuple[Face, ...] | bool], ...]

    @property
    def waiting(self) -> SeatMask:
        """Asked seats that have not answered."""
        mask = self.asked
        for seat, _ in self.answers:
            mask &= ~(1 << seat)
        return mask


class Round(NamedTuple):
    """A round: plays that beat one another, until one stands.

    The first fields change with every answer, those from `top` on stay as long as the play on the table lies.
    """

    #: The seat that must act, NOBODY in a query or between steps.
    turn: Seat
    word: Word
    #: Seats that have answered the play on the table with a pass.
    passed: SeatMask
    #: Seats that passed earlier in the round and may act on their opposite's play alone.
    locked: SeatMask
    #: The opposite that has yielded on this play.
    yielded: Seat
    #: Passes in a row since the play was laid, in chaos.
    run: int
    #: What each seat did last in this round.
    acts: tuple[Laid | Act | None, ...]
    #: Who laid the play on the table; NOBODY where a lead is due.
    top: Seat
    laid: Laid | None
    #: The play on the table restricts who may answer (3.3).
    in_force: bool
    #: The only seat that may answer (D:L41), else NOBODY.
    bound_to: Seat
    #: Locked seats are asked too: 头科's last gouji play (B1:L143).
    everyone: bool
    #: Nobody but burners may answer: 够死级.
    dead: bool
    #: The opposite of the finisher goes first, then chaos (3.4, set D).
    opposite_first: bool


#: Makes a round of its fields in order.
make_round = maker(Round)
EMPTY_ROUND = Round(
    turn=NOBODY,
    word=LEAD,
    passed=0,
    locked=0,
    yielded=NOBODY,
    run=0,
    acts=(None,) * SEATS,
    top=NOBODY,
    laid=None,
    in_force=False,
    bound_to=NOBODY,
    everyone=False,
    dead=False,
    opposite_first=False,
)


class Deal(NamedTuple):
    """One deal."""

    number: int
    stage: Stage
    hands: tuple[Cards, ...]
    #: The hands as they were dealt: who leads, may revolt or is exempt is judged on them.
    dealt: tuple[Cards, ...]
    #: Who leads where chance decides; NOBODY in a view.
    lot: Seat
    leader: Seat
    query: Query | None
    shows: tuple[tuple[Seat, tuple[Face, ...]], ...]
    purchases: tuple[Purchase, ...]
    payments: tuple[Payment, ...]
    owed: tuple[Owed, ...]
    exempt: SeatMask
    declared: SeatMask
    revolted: SeatMask
    head_claims: SeatMask
    conceded: SeatMask
    #: Seats that hold cards and play.
    live: SeatMask
    #: 够死级 left to each seat.
    dead_left: tuple[int, ...]
    #: Seats whose 够死级 counts for the round that is running.
    dead_used: SeatMask
    opened: SeatMask
    #: A qualifying play stood: 4s must be led now (A:L36).
    point_ready: SeatMask
    finished: tuple[Seat, ...]
    #: Burn failures, worst first.
    placed_last: tuple[Seat, ...]
    burns: tuple[Burn, ...]
    shut: tuple[Shut, ...]
    chaos: bool
    round: Round
    #: What each seat did last in the round before this one.
    last_round: tuple[Laid | Act | None, ...]
    places: tuple[Seat, ...]


#: Makes a deal of its fields in order.
make_deal = maker(Deal)


class Streak(NamedTuple):
    """Deals running in which the opposite of `payer` opened and `payer` did not (B1:L154-L157)."""

    payer: Seat
    deals: int


class DealResult(NamedTuple):
    """What a finished deal is worth."""

    number: int
    places: tuple[Seat, ...]
    three_in_a_row: bool
    #: Points of each seat for its place alone, factor included.
    placement: tuple[int, ...]
    #: The result of each seat: its side's sum.
    scores: tuple[int, ...]
    debts: tuple[Debt, ...]
    opened: SeatMask
    declared: SeatMask
    revolted: SeatMask
    burns: tuple[Burn, ...]
    shut: tuple[Shut, ...]
    opened_next: SeatMask
    streaks: tuple[Streak, ...]


class Match(NamedTuple):
    """Several deals: the whole state of the rules."""

    rules: RuleSet
    #: How many deals this match has.
    deals: int
    #: Counts public events; the number of a prompt.
    step: int
    deal: Deal | None
    scores: tuple[int, ...]
    debts: tuple[Debt, ...]
    streaks: tuple[Streak, ...]
    opened_next: SeatMask
    results: tuple[DealResult, ...]
    over: bool


#: Makes a match of its fields in order.
make_match = maker(Match)


def new_match(rules: RuleSet, deals: int | None = None) -> Match:
    """A match before its first deal; as many deals as the rule set names unless said otherwise."""
    return Match(rules, deals or rules.match_deals, 0, None, (0,) * SEATS, (), (), 0, (), False)


__all__ = [
    "ACCEPT",
    "ANSWER",
    "BURN_QUERY",
    "EMPTY_ROUND",
    "LAST_WORD",
    "LEAD",
    "PASS",
    "PLAYING",
    "READY",
    "YIELD",
    "Act",
    "Burn",
    "Cards",
    "Deal",
    "DealResult",
    "Debt",
    "Hand",
    "Hidden",
    "Laid",
    "Match",
    "Owed",
    "Payment",
    "Purchase",
    "Query",
    "Round",
    "Shut",
    "Stage",
    "Streak",
    "Word",
    "drawn_hand",
    "make_deal",
    "make_hand",
    "make_match",
    "make_plain_hand",
    "make_round",
    "new_match",
]
