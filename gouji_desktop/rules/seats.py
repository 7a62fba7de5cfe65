"""The ring of six seats.

Seats are 0 … 5 in order of play (counter-clockwise, B1:L126). Even seats are one federation, odd seats the other;
`(i + 3) % 6` is the opposite, always an enemy; `i ± 2` are allies; both neighbours are enemies (A:L15).

Sets of seats are small integers: bit `i` stands for seat `i`.
"""

from __future__ import annotations

from collections.abc import Iterable

Seat = int
SeatMask = int

SEATS = 6
NOBODY: Seat = -1
ALL_SEATS: SeatMask = 0b111111
#: The federation of every seat: bits of the even or of the odd seats.
SIDES: tuple[SeatMask, ...] = (0b010101, 0b101010) * 3

OPPOSITE: tuple[Seat, ...] = tuple((seat + 3) % SEATS for seat in range(SEATS))
#: For every seat the five others in order of play.
AFTER: tuple[tuple[Seat, ...], ...] = tuple(
    tuple((seat + step) % SEATS for step in range(1, SEATS)) for seat in range(SEATS)
)


def opposite(seat: Seat) -> Seat:
    """对头: the enemy across the table."""
    return OPPOSITE[seat]


def allies(seat: Seat) -> tuple[Seat, Seat]:
    """联邦: the two others of the same federation, in order of play."""
    return (seat + 2) % SEATS, (seat + 4) % SEATS


def same_side(one: Seat, other: Seat) -> bool:
    """True where both belong to one federation."""
    return (one - other) % 2 == 0


def mask_of(seats: Iterable[Seat]) -> SeatMask:
    """The set of the given seats."""
    mask = 0
    for seat in seats:
        mask |= 1 << seat
    return mask


#: The seats of each of the 64 sets.
_SEATS_OF: tuple[tuple[Seat, ...], ...] = tuple(
    tuple(seat for seat in range(SEATS) if mask >> seat & 1) for mask in range(1 << SEATS)
)
#: For every seat and each of the 64 sets the first other seat of the set in order of play.
_NEXT_IN: tuple[tuple[Seat, ...], ...] = tuple(
    tuple(next((other for other in AFTER[seat] if mask >> other & 1), NOBODY) for mask in range(1 << SEATS))
    for seat in range(SEATS)
)


def seats_of(mask: SeatMask) -> tuple[Seat, ...]:
    """The seats of a set, ascending."""
    return _SEATS_OF[mask & ALL_SEATS]


def next_in(mask: SeatMask, seat: Seat) -> Seat:
    """The first seat of the set after `seat` in order of play (never `seat` itself), NOBODY where there is none."""
    return _NEXT_IN[seat][mask & ALL_SEATS]


def ring_distance(start: Seat, seat: Seat) -> int:
    """How many places after `start` the seat sits (0 … 5)."""
    return (seat - start) % SEATS
