"""What is said at a table: lines as plain text, phrase calls, emotes, and who can be muted. Pure; no Qt."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from gouji_desktop.net.messages import Said, Table
from gouji_desktop.net.phrases import EMOTES, PHRASES
from gouji_desktop.rules.seats import Seat
from gouji_desktop.ui.presenter.botnames import bot_name
from gouji_desktop.ui.presenter.seating import offset_of, side_of, told_apart, whole_name
from gouji_desktop.ui.presenter.words import Words

#: The longest line that is sent and shown, in code points.
LONGEST: Final = 200
#: So many lines are kept to be read.
KEPT: Final = 200
#: Marks that are drawn over one character at most: more of them would leave their line.
_MARKS: Final = 2


class ChatRow(NamedTuple):
    """One line of the chat. `side` is "" for somebody who stands."""

    number: int
    who: str
    side: str
    text: str
    emote: str


class PersonRow(NamedTuple):
    """Somebody else at the table."""

    uid: str
    name: str
    side: str
    muted: bool


class CallRow(NamedTuple):
    """A phrase or an emote that can be said with one click."""

    call: str
    label: str


def clean_line(text: str) -> str:
    """A line as it is shown: one line, no control or direction characters, no towers of marks, capped."""
    kept: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", text):
        category = unicodedata.category(char)
        marks = marks + 1 if category.startswith("M") else 0
        if marks > _MARKS:
            continue
        kept.append(" " if category.startswith("C") or category in {"Zl", "Zp"} else char)
    return " ".join("".join(kept).split())[:LONGEST]


def said_text(line: Said, words: Words) -> str:
    """What a line says: its text, or the words of its phrase or emote; "" for one that this program does not know."""
    if line.text:
        return clean_line(line.text)
    key = f"chat.phrase.{line.phrase}" if line.phrase else f"chat.emote.{line.emote}"
    return words(key) if key in words else ""


def heard(said: Iterable[Said], muted: Collection[str], words: Words) -> tuple[Said, ...]:
    """The lines that are to be read, the newest last: none of a muted person, none that says nothing."""
    lines = [line for line in said if line.uid not in muted and said_text(line, words)]
    return tuple(lines[-KEPT:])


def names_at(table: Table | None, spoke: Mapping[str, str], words: Words) -> dict[str, str]:
    """What everybody is called at a table, by uid: those on the seats, then who has spoken; no two the same."""
    seats = table.seats if table is not None else ()
    seated = [(seat.uid, bot_name(seat.name, seat.level, words)) for seat in seats]
    uids = {uid for uid, _ in seated}
    everybody = seated + [(uid, name) for uid, name in spoke.items() if uid not in uids]
    shown = told_apart([name for _, name in everybody])
    return {uid: name or "·" for (uid, _), name in zip(everybody, shown, strict=True) if uid}


def chat_rows(
    lines: Sequence[Said], own_uid: str, own: Seat | None, words: Words, names: Mapping[str, str] | None = None
) -> list[ChatRow]:
    """Lines as they are drawn; `names` are those of `names_at`."""
    known = names or {}
    return [
        ChatRow(
            line.n,
            words("chat.me") if line.uid == own_uid else known.get(line.uid) or whole_name(line.name) or "·",
            "" if line.seat is None else side_of(line.seat, own).value,
            said_text(line, words),
            line.emote if line.emote in EMOTES and not line.text else "",
        )
        for line in lines
    ]


def person_rows(
    table: Table | None,
    spoke: Mapping[str, str],
    muted: Collection[str],
    own_uid: str,
    own: Seat | None,
    names: Mapping[str, str] | None = None,
) -> list[PersonRow]:
    """Everybody else who sits at the table, in order of play, then those who stand and have said something.

    `spoke` has their names by uid, `names` those of `names_at`.
    """
    known = names or {}
    found: dict[str, PersonRow] = {}
    seats = enumerate(table.seats) if table is not None else ()
    for number, seat in sorted(seats, key=lambda each: offset_of(each[0], own)):
        if seat.uid and seat.uid != own_uid:
            side = side_of(number, own).value
            found[seat.uid] = PersonRow(
                seat.uid, known.get(seat.uid) or whole_name(seat.name) or "·", side, seat.uid in muted
            )
    for uid, name in spoke.items():
        if uid and uid != own_uid and uid not in found:
            found[uid] = PersonRow(uid, known.get(uid) or whole_name(name) or "·", "", uid in muted)
    return list(found.values())


def phrase_rows(words: Words) -> list[CallRow]:
    """The phrase calls."""
    return [CallRow(name, words(f"chat.phrase.{name}")) for name in PHRASES]


def emote_rows(words: Words) -> list[CallRow]:
    """The emotes."""
    return [CallRow(name, words(f"chat.emote.{name}")) for name in EMOTES]
