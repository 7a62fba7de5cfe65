"""Places of a deal (A:L56-L58, B1:L147-L148, D:L49)."""

from __future__ import annotations

from gouji_desktop.rules.seats import SEATS, Seat, SeatMask, ring_distance, same_side, seats_of

#: Slots of the six places: 头科, 二科, 三科, 四科, 二落, 大落.
FIRST, SECOND, THIRD, FOURTH, FIFTH, LAST = range(6)


def places_of(
    finished: tuple[Seat, ...],
    placed_last: tuple[Seat, ...],
    revolted: SeatMask,
    sizes: tuple[int, ...],
) -> tuple[Seat, ...]:
    """The six seats, 头科 first.

    Failed burners fill the places from the bottom (A:L47). A revolter is 四科, or 三科 where both its allies come first
    and second (D:L49). The rest goes by finishing, then by fewer cards (`sizes`), then by turn order from the last
    finisher (B1:L148).
    """
    slots: list[Seat | None] = [None] * SEATS
    for index, seat in enumerate(placed_last):
        slots[LAST - index] = seat
    start = finished[-1] if finished else 0
    left = [
        seat for seat in range(SEATS) if seat not in finished and seat not in placed_last and not revolted >> seat & 1
    ]
    left.sort(key=lambda seat: (sizes[seat], ring_distance(start, seat) or SEATS))
    order = [*finished, *left]
    for seat in seats_of(revolted):
        with_allies = len(finished) >= 2 and all(same_side(each, seat) for each in finished[:2])
        wanted = THIRD if with_allies else FOURTH
        free = [slot for slot in range(SEATS) if slots[slot] is None]
        slots[min(free, key=lambda slot: abs(slot - wanted))] = seat
    queue = iter(order)
    return tuple(next(queue) if slot is None else slot for slot in slots)


def three_in_a_row(places: tuple[Seat, ...]) -> bool:
    """圈三户 / 串三户: one federation takes the first three places (A:L61, B1:L147, D:L51)."""
    return same_side(places[0], places[1]) and same_side(places[0], places[2])
