"""The own hand as items with stable handles, in the order in which they lie.

The rules know no physical copies; the picture needs them. Handles are given out here: a card that leaves takes its
handle with it, the others keep theirs, and a handle is never used again in an arrangement.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from gouji_desktop.rules.cards import SMALL_FACE, Face, Held, rank_of
from gouji_desktop.rules.seats import Seat
from gouji_desktop.rules.state import Cards, Deal, Hand
from gouji_desktop.rules.views import View

Handle = int


class Mark(StrEnum):
    """How a card came into the hand; the name of its stamp."""

    DRAWN = ""
    TRIBUTE = "tribute"
    BOUGHT = "bought"


class CardItem(NamedTuple):
    """One card of the hand as it is drawn."""

    handle: Handle
    face: Face
    mark: Mark

    @property
    def received(self) -> bool:
        """Whether another seat gave it in this deal."""
        return self.mark is not Mark.DRAWN


def sort_key(item: CardItem) -> tuple[int, Face, bool]:
    """The order of the hand: ranks from high to low, suits ♠ ♥ ♣ ♦, received cards first among equal ones."""
    rank = item.face if item.face >= SMALL_FACE else item.face // 4 * 4
    return -rank, item.face, not item.received


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The hand in its order. `manual` says whether the player has moved cards himself."""

    items: tuple[CardItem, ...] = ()
    manual: bool = False
    next_handle: Handle = 1
    #: The hand as it was dealt: another one is another deal, which is sorted afresh.
    dealt: Cards | None = None

    @property
    def handles(self) -> tuple[Handle, ...]:
        """The handles in order."""
        return tuple(item.handle for item in self.items)

    @property
    def faces(self) -> tuple[Face, ...]:
        """The faces in order, as the layout of the hand wants them."""
        return tuple(item.face for item in self.items)

    def faces_of(self, handles: Collection[Handle]) -> tuple[Face, ...]:
        """The faces of some of the cards, in the order of the hand."""
        return tuple(item.face for item in self.items if item.handle in handles)


def update_arrangement(
    arrangement: Arrangement, view: View, seat: Seat | None, leaving: Collection[Handle] = ()
) -> Arrangement:
    """The arrangement after an update.

    Of equal cards those in `leaving` go first (the selection: they are the ones that were laid). New cards are put
    where they belong; the others stay where they lie.
    """
    deal = view.deal
    hand = deal.hands[seat] if deal is not None and seat is not None else None
    if deal is None or seat is None or not isinstance(hand, Hand):
        return replace(arrangement, items=(), manual=False, dealt=None)
    same_deal = deal.dealt[seat] == arrangement.dealt
    old = arrangement if same_deal else replace(arrangement, items=(), manual=False)
    wanted = Counter(hand.held)
    kept = _keep(old.items, wanted, leaving)
    fresh, next_handle = _issue(wanted, deal, seat, kept, old.next_handle)
    items = list(kept)
    for item in fresh:
        items.insert(_place(items, item), item)
    if not old.manual:
        items.sort(key=sort_key)
    return Arrangement(tuple(items), old.manual, next_handle, deal.dealt[seat])


def move_cards(arrangement: Arrangement, handles: Collection[Handle], before: Handle | None) -> Arrangement:
    """Put cards, in their present order, before another one (None: at the end): a manual order from now on."""
    moved = [item for item in arrangement.items if item.handle in handles]
    rest = [item for item in arrangement.items if item.handle not in handles]
    if before in handles or not moved:
        return arrangement
    index = next((index for index, item in enumerate(rest) if item.handle == before), len(rest))
    items = (*rest[:index], *moved, *rest[index:])
    return arrangement if items == arrangement.items else replace(arrangement, items=items, manual=True)


def sort_cards(arrangement: Arrangement) -> Arrangement:
    """Back to the automatic order."""
    return replace(arrangement, items=tuple(sorted(arrangement.items, key=sort_key)), manual=False)


def groups(items: Sequence[CardItem]) -> tuple[tuple[CardItem, ...], ...]:
    """Neighbouring cards of one rank."""
    found: list[list[CardItem]] = []
    for item in items:
        if found and rank_of(found[-1][-1].face) == rank_of(item.face):
            found[-1].append(item)
        else:
            found.append([item])
    return tuple(tuple(group) for group in found)


def _keep(items: Iterable[CardItem], wanted: Counter[Held], leaving: Collection[Handle]) -> list[CardItem]:
    """Items that the hand still holds; `wanted` is cut down to what is new."""
    kept: set[Handle] = set()
    ordered = list(items)
    for item in sorted(ordered, key=lambda each: each.handle in leaving):
        held = Held(item.face, item.received)
        if wanted[held] > 0:
            wanted[held] -= 1
            kept.add(item.handle)
    return [item for item in ordered if item.handle in kept]


def _issue(
    wanted: Counter[Held], deal: Deal, seat: Seat, kept: Iterable[CardItem], next_handle: Handle
) -> tuple[list[CardItem], Handle]:
    """New items for what is left of `wanted`, with their marks."""
    bought = Counter(buy.face for buy in deal.purchases if buy.buyer == seat)
    bought.update(buy.price for buy in deal.purchases if buy.seller == seat and buy.price is not None)
    bought.subtract(item.face for item in kept if item.mark is Mark.BOUGHT)
    fresh = []
    for held in wanted.elements():
        mark = Mark.DRAWN
        if held.received:
            mark = Mark.BOUGHT if bought[held.face] > 0 else Mark.TRIBUTE
            bought[held.face] -= 1
        fresh.append(CardItem(next_handle, held.face, mark))
        next_handle += 1
    return fresh, next_handle


def _place(items: Sequence[CardItem], item: CardItem) -> int:
    """Where a new card goes in a hand that may be ordered by hand: behind its own rank, else where sorting puts it."""
    same = [index for index, other in enumerate(items) if rank_of(other.face) == rank_of(item.face)]
    if same:
        return same[-1] + 1
    key = sort_key(item)
    return next((index for index, other in enumerate(items) if sort_key(other) > key), len(items))
