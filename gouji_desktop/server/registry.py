"""All tables of a server: how they are named, found, counted and closed."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from gouji_desktop.server.ports import StoreError
from gouji_desktop.table.local import Scheduler

if TYPE_CHECKING:
    from gouji_desktop.server.room import Room

_log = logging.getLogger(__name__)

#: Crockford's base 32: no I, L, O and U.
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
CODE_LENGTH = 8
ID_LENGTH = 10
_READ_AS = str.maketrans("ILO", "110", "- ")


def random_word(entropy: Callable[[int], bytes], length: int) -> str:
    """So many characters of the alphabet, each by chance alone."""
    return "".join(ALPHABET[byte & 31] for byte in entropy(length))


def new_code(entropy: Callable[[int], bytes]) -> str:
    """An invite code: 40 bits that nobody can guess."""
    return random_word(entropy, CODE_LENGTH)


def read_code(typed: str) -> str:
    """An invite code as it was meant: any case, with or without dashes, O for 0, I and L for 1."""
    return typed.upper().translate(_READ_AS)


class _Index:
    """Which accounts belong to each table, and the tables of each account: the same twice."""

    def __init__(self) -> None:
        self._uids: dict[str, frozenset[str]] = {}
        self._rooms: dict[str, dict[str, Room]] = {}

    def rooms(self, uid: str) -> tuple[Room, ...]:
        return tuple(self._rooms.get(uid, {}).values())

    def has(self, room: Room, uid: str) -> bool:
        return uid in self._uids.get(room.id, ())

    def put(self, room: Room, uids: Iterable[str]) -> None:
        before, now = self._uids.get(room.id, frozenset()), frozenset(uids)
        if before == now:
            return
        self._uids[room.id] = now
        for uid in now - before:
            self._rooms.setdefault(uid, {})[room.id] = room
        for uid in before - now:
            rooms = self._rooms[uid]
            del rooms[room.id]
            if not rooms:
                del self._rooms[uid]
        if not now:
            del self._uids[room.id]


class Registry:
    """The open tables, by id, by invite code and by account."""

    def __init__(self, scheduler: Scheduler, entropy: Callable[[int], bytes], watch: Callable[[str], None]) -> None:
        """`watch` is told the id of each table whose row in the lobby may have changed."""
        self._scheduler = scheduler
        self._entropy = entropy
        self._watch = watch
        self._rooms: dict[str, Room] = {}
        self._codes: dict[str, str] = {}
        #: Who has made each table, and the address from which.
        self._makers: dict[str, tuple[str, str]] = {}
        #: Who is at each table, and who has left its running match.
        self._members = _Index()
        self._leavers = _Index()
        self._to_close: set[str] = set()

    def __len__(self) -> int:
        return len(self._rooms)

    def __iter__(self) -> Iterator[Room]:
        return iter(tuple(self._rooms.values()))

    def get(self, table: str) -> Room | None:
        """The table of that id."""
        return self._rooms.get(table)

    def of_code(self, typed: str) -> Room | None:
        """The table of that invite code, however it was typed."""
        table = self._codes.get(read_code(typed))
        return None if table is None else self._rooms.get(table)

    def of_account(self, uid: str) -> tuple[Room, ...]:
        """The tables at which an account is."""
        return self._members.rooms(uid)

    def left_by(self, uid: str) -> tuple[Room, ...]:
        """The tables whose running match an account has left; it has a seat there."""
        return self._leavers.rooms(uid)

    def is_member(self, room: Room, uid: str) -> bool:
        """Whether an account is at a table."""
        return self._members.has(room, uid)

    def made_by(self, uid: str) -> int:
        """How many open tables an account has made."""
        return sum(maker == uid for maker, _ in self._makers.values())

    def made_from(self, address: str) -> int:
        """How many open tables were made from an address since the server was started."""
        return sum(each == address for _, each in self._makers.values())

    def new_id(self) -> str:
        """The id of a table that is to be made."""
        while True:
            table = random_word(self._entropy, ID_LENGTH).lower()
            if table not in self._rooms:
                return table

    def add(self, room: Room, maker: str, address: str = "") -> None:
        """A table has been made, from that address, or restored."""
        self._rooms[room.id] = room
        self._makers[room.id] = (maker, address)
        self._codes[read_code(room.code)] = room.id
        self.changed(room)

    def changed(self, room: Room) -> None:
        """A table's row or its people have changed; where nobody is left it closes soon."""
        if self._rooms.get(room.id) is not room:
            return
        self._members.put(room, room.member_uids)
        self._leavers.put(room, room.leaver_uids)
        self._watch(room.id)
        if room.empty and room.id not in self._to_close:
            # Not at once: the table is in the middle of whatever made it empty.
            self._to_close.add(room.id)
            if len(self._to_close) == 1:
                self._scheduler.call_later(0.0, self._close_empty)

    def _close_empty(self) -> None:
        closing, self._to_close = self._to_close, set()
        for room in [self._rooms[table] for table in sorted(closing) if table in self._rooms]:
            if room.empty:
                self.close(room, "closed")

    def close(self, room: Room, why: str) -> None:
        """Close a table for good and forget it."""
        try:
            room.close(why)
        except StoreError as error:
            # It is still in the store and comes back, empty, at the next start.
            _log.warning("table %s could not be taken out of the store: %s", room.id, error)
        except Exception:  # noqa: BLE001 - it is forgotten all the same
            _log.exception("table %s failed to close", room.id)
        self._members.put(room, ())
        self._leavers.put(room, ())
        self._rooms.pop(room.id, None)
        self._makers.pop(room.id, None)
        code = read_code(room.code)
        if self._codes.get(code) == room.id:
            del self._codes[code]
        self._watch(room.id)

    def phases(self) -> dict[str, int]:
        """How many tables are in each phase; a table that cannot be kept now is `frozen`."""
        return dict(Counter("frozen" if room.frozen else str(room.phase) for room in self._rooms.values()))
