"""The waiting room: who sits where, who is ready, what is played, and what one may do about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from gouji_desktop.bots.levels import LEVELS
from gouji_desktop.rules.presets import PRESETS
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import SEATS, Seat
from gouji_desktop.table.codec import CodecError, decode_rules
from gouji_desktop.ui.presenter.botnames import bot_name
from gouji_desktop.ui.presenter.chat import names_at
from gouji_desktop.ui.presenter.newmatch import rules_title, summary
from gouji_desktop.ui.presenter.online import clean_line
from gouji_desktop.ui.presenter.onlinelobby import table_rules, waiting_words
from gouji_desktop.ui.presenter.rulewords import differing, nearest
from gouji_desktop.ui.presenter.seating import avatar_letter, seat_at, side_of, told_apart, whole_name
from gouji_desktop.ui.presenter.tablelayout import Side
from gouji_desktop.ui.presenter.words import Words

if TYPE_CHECKING:
    from gouji_desktop.net.messages import LobbyRow, Said, SeatState, Table

LEVEL_NAMES = tuple(LEVELS)


class Deed(NamedTuple):
    """Something that can be done: its key, its words, and why not where it cannot be now."""

    key: str
    label: str
    why: str = ""
    main: bool = False


@dataclass(frozen=True, slots=True)
class RoomSeat:
    """One seat of the oval, by its place from the foot."""

    seat: Seat
    side: Side
    name: str
    letter: str
    #: Short words under the name: 房主, 准备好了, 老手, 断线.
    tags: tuple[str, ...]
    free: bool
    ready: bool
    deeds: tuple[Deed, ...]


@dataclass(frozen=True, slots=True)
class RoomProps:
    """The room."""

    table: str
    title: str
    #: 等人 4 / 6, 还有两人没准备.
    state: str
    rules: str
    #: What is special about it, a line each.
    facts: tuple[str, ...]
    code: str
    seats: tuple[RoomSeat, ...]
    deeds: tuple[Deed, ...]
    #: What stands in the middle of the oval.
    hint: str
    #: Whether one may speak there: who only watches may not.
    talks: bool = True


class Watch(NamedTuple):
    """Somebody watches, and sees nothing yet: the seconds that watching is behind, and those until it begins.

    `left` is None while no match runs.
    """

    delay: int
    left: int | None = None


def derive_room(
    table: Table, uid: str, words: Words, *, at_table: bool = False, watch: Watch | None = None
) -> RoomProps:
    """The room as one of its members sees it. `at_table`: a match is running that can be gone to."""
    own = table.you
    host = table.host == uid
    rules = rules_of_table(table)
    return RoomProps(
        table.t,
        clean_line(table.title, 40) or words("online.untitled"),
        _state(table, words),
        "" if rules is None else clean_line(rules_title(rules.name, words), 40),
        _facts(table, rules, words),
        table.code or "",
        tuple(_seat(table, seat_at(offset, own), uid, words, host=host) for offset in range(SEATS)),
        _deeds(table, words, host=host, at_table=at_table, watch=watch),
        _hint(table, words, host=host) if watch is None else watch_words(watch, words),
        talks=watch is None or table.code is not None,
    )


def derive_watched(row: LobbyRow, words: Words, watch: Watch) -> RoomProps:
    """The room of a table that is watched, before anything of it may be seen."""
    title = clean_line(row.title, 40) or words("online.untitled")
    rules = table_rules(row.rules, words)
    hint = watch_words(watch, words)
    return RoomProps(row.t, title, words("online.why.watching"), rules, (), "", (), (), hint, talks=False)


def watch_words(watch: Watch, words: Words) -> str:
    """When somebody who watches begins to see something."""
    if watch.left is None:
        return words("online.room.watch_later", n=watch.delay)
    return words("online.room.soon", n=watch.left) if watch.left > 0 else words("online.room.soon_now")


def rules_of_table(table: Table) -> RuleSet | None:
    """The rule set of a table; None where this version cannot read it."""
    try:
        return decode_rules(table.rules)
    except CodecError:
        return None


def _state(table: Table, words: Words) -> str:
    if table.phase == "waiting":
        taken = sum(not is_free(seat) for seat in table.seats)
        late = _not_ready(table)
        parts = [
            waiting_words(taken, words),
            words("online.room.not_ready", n=late) if late else "",
        ]
    else:
        parts = [words("online.room.playing" if table.phase == "playing" else "online.over")]
    if table.watchers:
        parts.append(words("online.room.watchers", n=table.watchers))
    return words.join(parts, "join.dots")


def _facts(table: Table, rules: RuleSet | None, words: Words) -> tuple[str, ...]:
    lines = []
    if rules is None:
        lines.append(words("online.room.rules_unknown"))
    else:
        lines.append(summary(rules, table.deals, words))
        base = nearest(rules)
        changed = len(differing(rules, PRESETS[base]))
        if changed:
            lines.append(words("online.room.changed", title=rules_title(base, words), n=changed))
    lines.append(
        words("online.room.turn", n=table.turn_s, answer=table.answer_s)
        if table.turn_s
        else words("online.room.turn_free", answer=table.answer_s)
    )
    if table.bots in LEVEL_NAMES:
        lines.append(words("online.room.bots", level=words(f"level.{table.bots}")))
    else:
        lines.append(words("online.room.no_bots"))
    lines.append(words("online.room.private" if table.private else "online.room.listed"))
    lines.append(words("online.room.watched" if table.spectators else "online.room.unwatched"))
    return tuple(lines)


def seat_names(table: Table, words: Words) -> tuple[str, ...]:
    """What the six seats are called, "" where nobody sits; no two the same."""
    return told_apart([bot_name(seat.name, seat.level, words) for seat in table.seats])


def lost_by_leaving(table: Table, uid: str) -> str:
    """What goes when this person leaves, "" for nothing.

    The seat of a running match (`playing`), the table, which nobody else is at (`alone`), or the seat in its waiting
    room (`seat`).
    """
    if table.phase == "playing":
        return "playing" if table.you is not None else ""
    if table.phase != "waiting":
        return ""
    others = {seat.uid for seat in table.seats} | {person.uid for person in table.standing}
    if not others - {uid, ""}:
        return "alone"
    return "seat" if table.you is not None else ""


def is_free(seat: SeatState) -> bool:
    """Whether nobody sits there."""
    return not seat.uid and not seat.level


def _not_ready(table: Table) -> int:
    """How many persons on seats are not ready; the host counts as ready."""
    return sum(bool(seat.uid) and seat.uid != table.host and not seat.ready for seat in table.seats)


def _seat(table: Table, seat: Seat, uid: str, words: Words, *, host: bool) -> RoomSeat:
    state = table.seats[seat]
    free = is_free(state)
    name = words("online.room.free") if free else seat_names(table, words)[seat] or "·"
    waiting = table.phase == "waiting"
    tags = []
    if state.uid and state.uid == table.host:
        tags.append(words("online.room.host"))
    elif state.uid and waiting:
        tags.append(words("online.room.ready" if state.ready else "online.room.thinking"))
    if state.level:
        tags.append(words(f"level.{state.level}") if state.level in LEVEL_NAMES else clean_line(state.level, 12))
    if state.uid and state.left:
        tags.append(words("online.room.left"))
    elif state.uid and not state.connected:
        tags.append(words("online.room.away"))
    return RoomSeat(
        seat,
        side_of(seat, table.you),
        words("new.me") if state.uid and state.uid == uid else name,
        "" if free else avatar_letter(name),
        tuple(tags),
        free,
        bool(state.level) or (bool(state.uid) and (state.ready or state.uid == table.host)),
        _seat_deeds(state, uid, words, host=host) if waiting else (),
    )


def _seat_deeds(state: SeatState, uid: str, words: Words, *, host: bool) -> tuple[Deed, ...]:
    if is_free(state):
        keys = ["sit", "bot"] if host else ["sit"]
    elif state.level:
        keys = ["level", "unbot"] if host else []
    elif state.uid == uid:
        keys = ["stand"]
    else:
        keys = ["kick"] if host else []
    return tuple(Deed(key, words(f"online.seat.{key}")) for key in keys)


def _deeds(table: Table, words: Words, *, host: bool, at_table: bool, watch: Watch | None) -> tuple[Deed, ...]:
    """The buttons under the room."""
    if table.phase == "waiting":
        if host:
            return (Deed("start", words("online.room.start"), _why_not_start(table, words), main=True),)
        if table.you is None:
            return (_watching(table, words, watch),) if _is_full(table) and table.spectators else ()
        ready = table.seats[table.you].ready
        return (
            Deed("unready" if ready else "ready", words(f"online.room.{'un' if ready else ''}get_ready"), main=True),
        )
    if table.phase == "playing":
        if at_table:
            return (Deed("table", words("online.room.to_table"), main=True),)
        if table.you is None:
            return (_watching(table, words, watch),)
        return ()
    return (Deed("rematch", words("online.room.rematch"), main=True),) if table.you is not None else ()


def _watching(table: Table, words: Words, watch: Watch | None) -> Deed:
    why = "" if table.spectators else words("online.why.closed")
    if watch is not None:
        why = words("online.why.soon", n=watch.left) if watch.left else words("online.why.watching")
    return Deed("watch", words("online.action.watch"), why)


def _is_full(table: Table) -> bool:
    return not any(is_free(seat) for seat in table.seats)


def _why_not_start(table: Table, words: Words) -> str:
    if _not_ready(table):
        return words("online.why.not_ready")
    if not table.bots and any(is_free(seat) for seat in table.seats):
        return words("online.why.not_full")
    return ""


def _hint(table: Table, words: Words, *, host: bool) -> str:
    if table.phase != "waiting":
        return ""
    if table.you is None:
        if _is_full(table):
            return words("online.room.hint_full" if table.spectators else "online.room.hint_full_closed")
        return words("online.room.hint_sit")
    if host:
        return words("online.room.hint_host")
    return words("online.room.hint_waiting" if table.seats[table.you].ready else "online.room.hint_ready")


def next_level(level: str) -> str:
    """The level after one, the first after the last."""
    place = LEVEL_NAMES.index(level) if level in LEVEL_NAMES else -1
    return LEVEL_NAMES[(place + 1) % len(LEVEL_NAMES)]


# --- what is said -------------------------------------------------------------------------------------------------


class ChatLine(NamedTuple):
    """Something that was said."""

    number: int
    name: str
    text: str
    own: bool


def chat_lines(
    said: Sequence[Said], uid: str, muted: frozenset[str], words: Words, table: Table | None = None
) -> tuple[ChatLine, ...]:
    """What was said at a table, without those whom one does not hear."""
    lines = []
    names = names_at(table, {each.uid: each.name for each in said if each.name}, words)
    for each in said:
        if each.uid in muted:
            continue
        text = clean_line(each.text, 400)
        for kind, value in (("phrase", each.phrase), ("emote", each.emote)):
            if value and not text:
                key = f"chat.{kind}.{value}"
                text = words(key) if key in words else clean_line(value, 40)
        if text:
            lines.append(ChatLine(each.n, names.get(each.uid) or whole_name(each.name) or "·", text, each.uid == uid))
    return tuple(lines)
