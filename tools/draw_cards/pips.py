"""The middle of the number cards."""

from __future__ import annotations

from tools.draw_cards.suits import draw_suit

COLUMNS = (78.0, 119.0, 160.0)
TOP = 48.0
HEIGHT = 184.0
PIP_SIZE = 40.0
ACE_SIZE = 104.0

_THIRDS = (0, 1 / 3, 2 / 3, 1)
_SIDES_OF_SIX = tuple((column, row) for row in (0, 0.5, 1) for column in (0, 2))
_SIDES_OF_TEN = tuple((column, row) for row in _THIRDS for column in (0, 2))

# (column, part of the height) of every pip.
_PLACES: dict[str, tuple[tuple[int, float], ...]] = {
    "2": ((1, 0), (1, 1)),
    "3": ((1, 0), (1, 0.5), (1, 1)),
    "4": ((0, 0), (2, 0), (0, 1), (2, 1)),
    "5": ((0, 0), (2, 0), (0, 1), (2, 1), (1, 0.5)),
    "6": _SIDES_OF_SIX,
    "7": (*_SIDES_OF_SIX, (1, 0.25)),
    "8": (*_SIDES_OF_SIX, (1, 0.25), (1, 0.75)),
    "9": (*_SIDES_OF_TEN, (1, 0.5)),
    "T": (*_SIDES_OF_TEN, (1, 1 / 6), (1, 5 / 6)),
}


def draw_pips(rank: str, suit: str, colour: str) -> str:
    """The suit as often as the rank says; the ace has one large suit."""
    if rank == "A":
        return draw_suit(suit, COLUMNS[1], 146, ACE_SIZE, colour)
    return "".join(
        draw_suit(suit, COLUMNS[column], TOP + part * HEIGHT, PIP_SIZE, colour, turned=part > 0.5)
        for column, part in _PLACES[rank]
    )
