"""The selection of cards in the own hand: a pure machine between mouse, keyboard and picture.

Every input is a function from a selection to the next one; `difference` says what the picture has to change. The
machine knows nothing of turns: cards may be chosen while others play, and an update takes nothing from the selection
but cards that have left the hand.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import NamedTuple

from gouji_desktop.rules.cards import RANK_TEXT, TEN, Counts, Face, Rank, rank_of
from gouji_desktop.ui.presenter.arranging import CardItem, Handle

Items = Sequence[CardItem]

#: Typed characters that choose a card of a rank; the digit 0 is the 10.
KEY_RANKS: Mapping[str, Rank] = MappingProxyType({char: rank for rank, char in enumerate(RANK_TEXT)} | {"0": TEN})


@dataclass(frozen=True, slots=True)
class Selection:
    """Chosen cards in the order in which they were chosen, and the keyboard's cursor (None where it is not shown)."""

    chosen: tuple[Handle, ...] = ()
    cursor: Handle | None = None
    #: What was chosen before the last click, for the double click that begins with it.
    before_click: tuple[Handle, ...] | None = None

    @property
    def handles(self) -> frozenset[Handle]:
        """The chosen cards as a set."""
        return frozenset(self.chosen)


class Difference(NamedTuple):
    """What changes in the picture between two selections."""

    chosen: frozenset[Handle]
    dropped: frozenset[Handle]
    cursor: Handle | None

    def __bool__(self) -> bool:
        return bool(self.chosen or self.dropped)


EMPTY = Selection()


def difference(old: Selection, new: Selection) -> Difference:
    """Which cards rise and which sink."""
    return Difference(new.handles - old.handles, old.handles - new.handles, new.cursor)


def _set(selection: Selection, handles: Iterable[Handle], *, on: bool) -> Selection:
    """The selection with all these cards chosen or none of them."""
    wanted = list(dict.fromkeys(handles))
    if on:
        have = selection.handles
        chosen = (*selection.chosen, *(handle for handle in wanted if handle not in have))
    else:
        chosen = tuple(handle for handle in selection.chosen if handle not in wanted)
    return replace(selection, chosen=chosen, before_click=None)


def _known(items: Items, handle: Handle) -> bool:
    return any(item.handle == handle for item in items)


def click(selection: Selection, items: Items, handle: Handle) -> Selection:
    """A card was clicked: it rises or sinks."""
    if not _known(items, handle):
        return selection
    toggled = _set(selection, (handle,), on=handle not in selection.handles)
    return replace(toggled, cursor=None, before_click=selection.chosen)


def drag(start: Selection, items: Items, first: Handle, last: Handle) -> Selection:
    """The mouse went from one card to another with its button held: all between follow the first one.

    `start` is the selection when the button went down; each move of the mouse is computed from it afresh.
    """
    places = {item.handle: index for index, item in enumerate(items)}
    if first not in places or last not in places:
        return start
    low, high = sorted((places[first], places[last]))
    touched = [item.handle for item in items[low : high + 1]]
    return replace(_set(start, touched, on=first not in start.handles), cursor=None)


def double_click(selection: Selection, items: Items, handle: Handle, wanted: int = 0) -> Selection:
    """A card was clicked twice: as much of its rank is chosen as the table wants, else all of it, else none."""
    if not _known(items, handle):
        return selection
    if selection.before_click is not None:
        selection = replace(selection, chosen=selection.before_click)
    return replace(toggle_rank(selection, items, handle, wanted), cursor=None)


def toggle_rank(selection: Selection, items: Items, handle: Handle, wanted: int = 0) -> Selection:
    """Choose cards of a card's rank, or drop them where all are chosen: a stack that is clicked.

    `wanted`: how many cards the answer to the table's play has, 0 where that is open. What other ranks have chosen
    counts towards it. The first time the rank gives what is still wanted, the next time all that it has.
    """
    rank = next((rank_of(item.face) for item in items if item.handle == handle), None)
    same = [item.handle for item in items if rank_of(item.face) == rank]
    have = [each for each in same if each in selection.handles]
    still = wanted - len(selection.chosen)
    if 0 < still < len(same) - len(have):
        received = {item.handle for item in items if item.received}
        # The card that was clicked goes first, then received ones, as when ranks are typed.
        free = [each for each in same if each not in selection.handles]
        free.sort(key=lambda each: (each != handle, each not in received))
        return _set(selection, free[:still], on=True)
    return _set(selection, same, on=len(have) < len(same))


def type_rank(selection: Selection, items: Items, rank: Rank) -> Selection:
    """A rank was typed: its next card is chosen, received ones first; where all are chosen, all are dropped."""
    same = sorted((item for item in items if rank_of(item.face) == rank), key=lambda item: not item.received)
    free = [item.handle for item in same if item.handle not in selection.handles]
    if free:
        return _set(selection, free[:1], on=True)
    return _set(selection, (item.handle for item in same), on=False)


def backspace(selection: Selection, _items: Items) -> Selection:
    """The card that was chosen last sinks."""
    return replace(selection, chosen=selection.chosen[:-1], before_click=None)


def clear(selection: Selection, _items: Items = ()) -> Selection:
    """All cards sink and the cursor goes."""
    return replace(selection, chosen=(), cursor=None, before_click=None)


def move_cursor(selection: Selection, items: Items, step: int) -> Selection:
    """The cursor goes one or more cards on; it comes in at the end that it walks away from."""
    if not items:
        return replace(selection, cursor=None)
    handles = [item.handle for item in items]
    if selection.cursor not in handles:
        return replace(selection, cursor=handles[0 if step > 0 else -1])
    index = handles.index(selection.cursor) + step
    return replace(selection, cursor=handles[max(0, min(index, len(handles) - 1))])


def move_cursor_rank(selection: Selection, items: Items, step: int) -> Selection:
    """The cursor goes to the first card of the next or previous rank."""
    heads = [
        item.handle
        for index, item in enumerate(items)
        if index == 0 or rank_of(items[index - 1].face) != rank_of(item.face)
    ]
    handles = [item.handle for item in items]
    if selection.cursor not in handles:
        return move_cursor(selection, items, step)
    place = handles.index(selection.cursor)
    own = max(index for index, head in enumerate(heads) if handles.index(head) <= place)
    return replace(selection, cursor=heads[max(0, min(own + step, len(heads) - 1))])


def press_cursor(selection: Selection, items: Items) -> Selection:
    """The card under the cursor rises or sinks; the cursor stays."""
    if selection.cursor is None or not _known(items, selection.cursor):
        return selection
    return _set(selection, (selection.cursor,), on=selection.cursor not in selection.handles)


def choose_faces(selection: Selection, items: Items, faces: Iterable[Face]) -> Selection:
    """Exactly these faces, received cards first: from a hint, or from an answer that came back."""
    return _choose(selection, items, faces, lambda item: item.face)


def choose_counts(selection: Selection, items: Items, counts: Counts) -> Selection:
    """Exactly so many cards of each rank, received cards first: a hint by counts."""
    wanted = [rank for rank, number in enumerate(counts) for _ in range(number)]
    return _choose(selection, items, wanted, lambda item: rank_of(item.face))


def _choose(selection: Selection, items: Items, wanted: Iterable[int], key: Callable[[CardItem], int]) -> Selection:
    """Cards whose key is wanted, each once; those that are chosen already are preferred among equal ones."""
    have = selection.handles
    free = sorted(items, key=lambda item: (not item.received, item.handle not in have))
    chosen = []
    for value in wanted:
        item = next((item for item in free if key(item) == value), None)
        if item is not None:
            free.remove(item)
            chosen.append(item.handle)
    return replace(selection, chosen=tuple(chosen), cursor=None, before_click=None)


def choose(selection: Selection, items: Items, handles: Collection[Handle]) -> Selection:
    """Exactly these cards, as far as they are in the hand."""
    chosen = tuple(item.handle for item in items if item.handle in handles)
    return replace(selection, chosen=chosen, cursor=None, before_click=None)


def keep(selection: Selection, items: Items) -> Selection:
    """The selection after an update: cards that have left the hand drop out of it, nothing else changes."""
    there = {item.handle for item in items}
    if selection.handles <= there and (selection.cursor is None or selection.cursor in there):
        return selection
    return replace(
        selection,
        chosen=tuple(handle for handle in selection.chosen if handle in there),
        cursor=selection.cursor if selection.cursor in there else None,
        before_click=None,
    )


_KEYS: Mapping[str, Callable[[Selection, Items], Selection]] = MappingProxyType(
    {
        "Backspace": backspace,
        "Escape": clear,
        "Space": press_cursor,
        "Left": lambda selection, items: move_cursor(selection, items, -1),
        "Right": lambda selection, items: move_cursor(selection, items, 1),
        "Up": lambda selection, items: move_cursor_rank(selection, items, -1),
        "Down": lambda selection, items: move_cursor_rank(selection, items, 1),
        "Home": lambda selection, items: move_cursor(replace(selection, cursor=None), items, 1),
        "End": lambda selection, items: move_cursor(replace(selection, cursor=None), items, -1),
    }
)


def takes_key(key: str) -> bool:
    """Whether a key belongs to the selection: a rank's character, or the name of a key in `press_key`."""
    return key in _KEYS or key.upper() in KEY_RANKS


def press_key(selection: Selection, items: Items, key: str) -> Selection:
    """A key was pressed: `3` … `9`, `T` or `0`, `J` … `2`, `S`, `B`, or Backspace, Escape, Space, arrows, Home, End."""
    if key in _KEYS:
        return _KEYS[key](selection, items)
    rank = KEY_RANKS.get(key.upper())
    return selection if rank is None else type_rank(selection, items, rank)


def chosen_faces(selection: Selection, items: Items) -> tuple[Face, ...]:
    """The faces of the chosen cards, in the order of the hand: what a command carries."""
    return tuple(item.face for item in items if item.handle in selection.handles)


def chosen_by_rank(selection: Selection, items: Items) -> Mapping[Rank, tuple[int, int]]:
    """For every rank in the hand how many of its cards are chosen and how many there are: the plates of stacks."""
    found: dict[Rank, tuple[int, int]] = {}
    for item in items:
        chosen, cards = found.get(rank_of(item.face), (0, 0))
        found[rank_of(item.face)] = (chosen + (item.handle in selection.handles), cards + 1)
    return found
