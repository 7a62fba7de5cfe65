"""Who sits where as the person at the foot of the table sees it, and what everybody is called."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from gouji_desktop.rules.seats import SEATS, Seat
from gouji_desktop.ui.presenter.tablelayout import SIDES, Side
from gouji_desktop.ui.presenter.words import Words

#: Longest name within a sentence, and where it stands alone and is cut only where there is no room: in units of which
#: a wide character takes two. Servers take names of sixteen characters.
NAME_WIDTH: Final = 16
WHOLE_WIDTH: Final = 32


def offset_of(seat: Seat, own: Seat | None) -> int:
    """How many turns after the own seat it plays: 0 at the foot, 1 on the right, 3 at the top."""
    return (seat - (own or 0)) % SEATS


def seat_at(offset: int, own: Seat | None) -> Seat:
    """The seat at an offset."""
    return ((own or 0) + offset) % SEATS


def side_of(seat: Seat, own: Seat | None) -> Side:
    """How a seat stands to the one at the foot; who only watches has no opposite and is nobody's `you`."""
    side = SIDES[offset_of(seat, own)]
    if own is None:
        return Side.ALLY if offset_of(seat, own) % 2 == 0 else Side.ENEMY
    return side


def side_names(own: Seat | None, words: Words, *, inside: bool = False) -> tuple[str, str]:
    """What the side of the seat at the foot and the other one are called: 我方 and 对方.

    Who only watches is of neither: 圆队 and 方队, after the shapes of the seats. `inside`: within a sentence.
    """
    key = "side.inside" if inside else "side"
    return (
        (words(f"{key}.round"), words(f"{key}.square")) if own is None else (words(f"{key}.us"), words(f"{key}.them"))
    )


def in_order(own: Seat | None) -> tuple[Seat, ...]:
    """The seats by offset: the own one first, then in order of play."""
    return tuple(seat_at(offset, own) for offset in range(SEATS))


def _shown(char: str) -> bool:
    """Whether a character may stand in a name: no control, direction, private or unassigned characters."""
    return not unicodedata.category(char).startswith(("C", "Zl", "Zp"))


def _width(char: str) -> int:
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def whole_name(name: str) -> str:
    """A name that stands alone, as one line of plain characters: what shows it cuts it where there is no room."""
    return clean_name(name, WHOLE_WIDTH)


def clean_name(name: str, room: int = NAME_WIDTH) -> str:
    """A name as one short line of plain characters."""
    text = " ".join("".join(char if _shown(char) else " " for char in unicodedata.normalize("NFC", name)).split())
    for index, char in enumerate(text):
        room -= _width(char)
        if room < 0:
            return text[:index].rstrip() + "…"
    return text


def told_apart(names: Sequence[str], room: int = WHOLE_WIDTH) -> tuple[str, ...]:
    """Clean names of which no two look the same: a later one that an earlier one has too gets a number (老李·2)."""
    clean = [whole_name(name) for name in names]
    taken, shown = set(clean), list[str]()
    for index, (name, whole) in enumerate(zip(names, clean, strict=True)):
        mark, number = "", 2
        if whole and whole in clean[:index]:
            while f"{whole}·{number}" in taken:
                number += 1
            mark = f"·{number}"
            taken.add(f"{whole}{mark}")
        shown.append(clean_name(name, room - sum(map(_width, mark))) + mark)
    return tuple(shown)


def avatar_letter(name: str) -> str:
    """The character in the avatar: the last Chinese one, else the first letter or digit, else a dot."""
    chinese = [char for char in name if "\u4e00" <= char <= "\u9fff"]
    if chinese:
        return chinese[-1]
    return next((char.upper() for char in name if char.isalnum()), "·")


@dataclass(frozen=True, slots=True)
class Names:
    """What the six seats are called in sentences; the own one is 我, or You and you."""

    names: tuple[str, ...]
    own: Seat | None
    #: As they stand alone; the same as in sentences where that is not known.
    whole: tuple[str, ...] = ()

    def alone(self, seat: Seat, words: Words) -> str:
        """Who it is, in a column of names."""
        return words("who.you_subject") if seat == self.own else (self.whole or self.names)[seat]

    def subject(self, seat: Seat, words: Words) -> str:
        """Who does something."""
        return words("who.you_subject") if seat == self.own else self.names[seat]

    def object(self, seat: Seat, words: Words) -> str:
        """To whom something is done."""
        return words("who.you_object") if seat == self.own else self.names[seat]

    def subjects(self, seats: Iterable[Seat], words: Words) -> str:
        """Several, in order of play from the own seat; the start of a sentence."""
        ordered = sorted(seats, key=lambda seat: offset_of(seat, self.own))
        said = [self.object(seat, words) if index else self.subject(seat, words) for index, seat in enumerate(ordered)]
        return words.join(said)


def names_of(names: Sequence[str], own: Seat | None) -> Names:
    """Clean names for all six seats."""
    whole = tuple(name or "·" for name in told_apart(names))
    return Names(tuple(name or "·" for name in told_apart(names, NAME_WIDTH)), own, whole)
