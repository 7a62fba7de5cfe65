"""Events, commands, results and rule sets as JSON-able dictionaries, and back.

Every named tuple becomes `{"type": NAME, field: value, …}` at the top and `{field: value, …}` inside; the types of the
fields say how each is written, so that a new event needs no code here. Cards are written by name (`"Th"`, `"B"`),
received ones with a plus sign (`"Th+"`); a hand is the list of its cards, a hidden one `{"hidden": 33}`.
Decoding is strict: what does not fit is refused with one sentence (`CodecError`).
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

from gouji_desktop.rules import commands as cmd
from gouji_desktop.rules import events as ev
from gouji_desktop.rules.cards import FACES, Face, Held, face_name
from gouji_desktop.rules.plays import play_of_faces
from gouji_desktop.rules.rejections import Rejected
from gouji_desktop.rules.ruleset import RuleSet, RuleSetError
from gouji_desktop.rules.seats import NOBODY, SEATS
from gouji_desktop.rules.state import Cards, DealResult, Hand, Hidden, Laid, make_hand

#: The greatest number that a field may hold, and the longest list.
_GREATEST = 1_000_000
_LONGEST = 1_000

_NAMES: tuple[str, ...] = tuple(face_name(face) for face in range(FACES))
_FACES: dict[str, Face] = {name: face for face, name in enumerate(_NAMES)}


class CodecError(ValueError):
    """Something that is not what it should be; its text is one sentence for a person."""


def _members(union: Any) -> dict[str, type]:
    return {member.__name__: member for member in get_args(union)}


_EVENTS = _members(ev.Event)
_COMMANDS = _members(cmd.SeatCommand)

Json = Any
#: Reads what JSON holds; what it is called in a sentence comes second.
_Reader = Callable[[Json, str], Any]


def encode_event(event: ev.Event) -> dict[str, Json]:
    """An event as a dictionary."""
    return {"type": type(event).__name__, **_fields_out(event)}


def decode_event(data: Json) -> ev.Event:
    """The event of a dictionary. Raises CodecError."""
    event: ev.Event = _tagged(data, _EVENTS, "event")
    return event


def encode_command(command: cmd.SeatCommand) -> dict[str, Json]:
    """The command of a seat as a dictionary."""
    return {"type": type(command).__name__, **_fields_out(command)}


def decode_command(data: Json) -> cmd.SeatCommand:
    """The command of a dictionary. Raises CodecError."""
    command: cmd.SeatCommand = _tagged(data, _COMMANDS, "command")
    return command


def encode_result(result: DealResult) -> dict[str, Json]:
    """What a deal is worth, as a dictionary."""
    return _fields_out(result)


def decode_result(data: Json) -> DealResult:
    """What a deal is worth. Raises CodecError."""
    result: DealResult = _fields_in(DealResult, data, "result")
    return result


def encode_rejected(rejected: Rejected) -> dict[str, Json]:
    """A refusal as a dictionary."""
    return _fields_out(rejected)


def decode_rejected(data: Json) -> Rejected:
    """A refusal. Raises CodecError."""
    rejected: Rejected = _fields_in(Rejected, data, "refusal")
    return rejected


def encode_fields(value: Any) -> dict[str, Json]:
    """Any other named tuple of the rules by its fields."""
    return _fields_out(value)


def decode_fields(kind: type, data: Json, what: str) -> Any:
    """The named tuple of that kind; `what` it is called in a sentence. Raises CodecError."""
    return _fields_in(kind, data, what)


def encode_rules(rules: RuleSet) -> dict[str, Json]:
    """A rule set with every option and its hash."""
    return {**rules.to_dict(), "digest": rules.digest}


def decode_rules(data: Json) -> RuleSet:
    """A rule set; its hash must be that of its options. Raises CodecError."""
    if not isinstance(data, Mapping) or not all(isinstance(key, str) for key in data):
        raise CodecError("a rule set is an object with every option by its name")
    options = dict(data)
    digest = options.pop("digest", None)
    try:
        rules = RuleSet.from_dict(options)
    except RuleSetError as error:
        raise CodecError(str(error)) from error
    if not rules.name or len(rules.name) > 64:
        raise CodecError("the name of a rule set has 1 to 64 characters")
    if digest != rules.digest:
        raise CodecError("the hash of the rule set is not that of its options")
    return rules


# --- by the types of the fields -----------------------------------------------------------------------------------


@cache
def _fields(kind: Any) -> tuple[tuple[str, bool, Any], ...]:
    """Name, whether its numbers are faces, and type of every field of a named tuple."""
    hints = get_type_hints(kind)
    return tuple((name, name in _FACE_FIELDS, hints[name]) for name in kind._fields)


#: Fields whose numbers are faces.
_FACE_FIELDS = frozenset({"faces", "face", "price", "received", "shows", "answer", "answers"})


def _fields_out(value: Any) -> dict[str, Json]:
    kind: Any = type(value)
    return {name: _out(getattr(value, name), faces) for name, faces, _ in _fields(kind)}


def _out(value: Any, faces: bool) -> Json:
    kind = type(value)
    if kind is int:
        return _NAMES[value] if faces else value
    if value is None or kind is bool or kind is str:
        return value
    if isinstance(value, str):
        return str(value)
    if isinstance(value, int):
        return _NAMES[value] if faces else int(value)
    if isinstance(value, Hand):
        return [_NAMES[held.face] + "+" * held.received for held in value.held]
    if isinstance(value, Hidden):
        return {"hidden": value.size}
    if isinstance(value, Laid):
        return {"faces": [_NAMES[face] for face in value.faces]}
    if hasattr(value, "_fields"):
        return _fields_out(value)
    if faces and len(value) == 2 and isinstance(value[0], int) and isinstance(value[1], tuple | bool):  # (seat, answer)
        return [value[0], _out(value[1], faces=True)]
    return [_out(each, faces) for each in value]


def _tagged(data: Json, kinds: dict[str, type], what: str) -> Any:
    if not isinstance(data, Mapping):
        raise CodecError(f"an {what} is an object" if what == "event" else f"a {what} is an object")
    name = data.get("type")
    if not isinstance(name, str) or name not in kinds:
        raise CodecError(f"{_short(name)} is no {what} that this version knows")
    return _fields_in(kinds[name], data, name, ("type",))


def _fields_in(kind: type, data: Json, where: str, beside: tuple[str, ...] = ()) -> Any:
    """The named tuple of an object that has its fields and those `beside` them."""
    if not isinstance(data, Mapping):
        raise CodecError(f"{where} must be an object, not {_short(data)}")
    readers = _readers(kind, where)
    if len(data) != len(readers) + len(beside):
        raise _misfit(kind, data, where, beside)
    try:
        return kind(*[read(data[name], place) for name, place, read in readers])
    except KeyError:
        raise _misfit(kind, data, where, beside) from None


def _misfit(kind: type, data: Mapping[str, Json], where: str, beside: tuple[str, ...]) -> CodecError:
    """What is wrong with the fields of an object."""
    names = [name for name, _, _ in _fields(kind)]
    for key in data:
        if key not in names and key not in beside:
            return CodecError(f"{where} has no field {_short(key)}")
    return CodecError(f"{where} lacks its field '{next(name for name in names if name not in data)}'")


@cache
def _readers(kind: type, where: str) -> tuple[tuple[str, str, _Reader], ...]:
    """For every field its name, what it is called in a sentence, and what reads it."""
    return tuple((name, f"{where}.{name}", _reader(hint, faces, name)) for name, faces, hint in _fields(kind))


@cache
def _reader(hint: Any, faces: bool, name: str) -> _Reader:
    """What reads a field of that type and name."""
    special = _SPECIAL.get(hint)
    if special is not None:
        return special
    origin = get_origin(hint)
    if origin in (Union, types.UnionType):
        return _union_reader(get_args(hint), faces, name)
    if origin is tuple:
        return _tuple_reader(get_args(hint), faces, name)
    if hint is int:
        return _read_face if faces else _number_reader(name)
    if hint is bool:
        return _read_bool
    if hint is str:
        return _read_word
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return _enum_reader(hint)
    return lambda data, where: _fields_in(hint, data, where)


def _union_reader(members: tuple[Any, ...], faces: bool, name: str) -> _Reader:
    """None, yes or no, a list, an object or a word: told apart by what JSON holds."""
    readers: dict[type, _Reader] = {}
    for member in members:
        origin = get_origin(member)
        if member is type(None):
            readers[type(None)] = lambda _data, _where: None
        elif member is bool:
            readers[bool] = _read_bool
        elif origin is tuple:
            readers[list] = _reader(member, faces, name)
        elif member is int:
            readers[str if faces else int] = _reader(member, faces, name)
        elif isinstance(member, type) and issubclass(member, StrEnum):
            readers[str] = _reader(member, faces, name)
        else:
            readers[dict] = _reader(member, faces, name)

    def read(data: Json, where: str) -> Any:
        reader = readers.get(type(data))
        if reader is None:
            raise CodecError(f"{where} cannot be {_short(data)}")
        return reader(data, where)

    return read


def _tuple_reader(members: tuple[Any, ...], faces: bool, name: str) -> _Reader:
    if len(members) == 2 and members[1] is Ellipsis:
        each = _reader(members[0], faces, name)

        def read_list(data: Json, where: str) -> Any:
            return tuple([each(entry, where) for entry in _list(data, where)])

        return read_list
    if faces and members[0] is int:  # (seat, faces)
        each_of = (_number_reader(name), *(_reader(member, faces, name) for member in members[1:]))
    else:
        each_of = tuple(_reader(member, faces, name) for member in members)

    def read_row(data: Json, where: str) -> Any:
        row = _list(data, where)
        if len(row) != len(each_of):
            raise CodecError(f"{where} must have {len(each_of)} members, not {len(row)}")
        return tuple(reader(entry, where) for reader, entry in zip(each_of, row, strict=True))

    return read_row


def _list(data: Json, where: str) -> list[Json]:
    if not isinstance(data, list) or len(data) > _LONGEST:
        raise CodecError(f"{where} must be a list of at most {_LONGEST}, not {_short(data)}")
    return data


def _number_reader(name: str) -> _Reader:
    """What reads a number of a field of that name."""
    return _read_seat if name in _SEAT_FIELDS else _read_mask if name in _MASK_FIELDS else _read_number


def _read_number(data: Json, where: str) -> int:
    if type(data) is not int or abs(data) > _GREATEST:
        raise CodecError(f"{where} must be a whole number, not {_short(data)}")
    return data


def _read_seat(data: Json, where: str) -> int:
    if not NOBODY <= _read_number(data, where) < SEATS:
        raise CodecError(f"{where} must be a seat from 0 to 5, not {data}")
    return int(data)


def _read_mask(data: Json, where: str) -> int:
    if not 0 <= _read_number(data, where) < 1 << SEATS:
        raise CodecError(f"{where} must be a set of seats from 0 to 63, not {data}")
    return int(data)


#: Fields that hold one seat, or several in a list.
_SEAT_FIELDS = frozenset(
    {"seat", "lot", "giver", "to", "leader", "stood", "by", "victim", "buyer", "seller", "payer", "taker", "places"}
    | {"turn", "yielded", "top", "bound_to", "finished", "placed_last"}
)
_MASK_FIELDS = frozenset(
    {"asked", "public", "forced", "seats", "opened", "declared", "revolted", "opened_next", "exempt", "head_claims"}
    | {"conceded", "live", "dead_used", "point_ready", "passed", "locked"}
)


def _read_bool(data: Json, where: str) -> bool:
    if not isinstance(data, bool):
        raise CodecError(f"{where} must be true or false, not {_short(data)}")
    return data


def _read_word(data: Json, where: str) -> str:
    if not isinstance(data, str) or len(data) > 64:
        raise CodecError(f"{where} must be a word, not {_short(data)}")
    return data


def _read_face(data: Json, where: str) -> Face:
    if not isinstance(data, str) or data not in _FACES:
        raise CodecError(f"{where} must be the name of a card such as 'Th', not {_short(data)}")
    return _FACES[data]


def _enum_reader(kind: type[StrEnum]) -> _Reader:
    members = {str(member): member for member in kind}

    def read(data: Json, where: str) -> StrEnum:
        member = members.get(_read_word(data, where))
        if member is None:
            raise CodecError(f"{where} must be one of {', '.join(kind)}, not {_short(data)}")
        return member

    return read


def _read_cards(data: Json, where: str) -> Cards:
    if isinstance(data, Mapping):
        if set(data) != {"hidden"}:
            raise CodecError(f"{where} must be cards or how many are hidden")
        size = _read_number(data["hidden"], where)
        if size < 0:
            raise CodecError(f"{where} cannot hide {size} cards")
        return Hidden(size)
    held = []
    for entry in _list(data, where):
        name = entry[:-1] if isinstance(entry, str) and entry.endswith("+") else entry
        held.append(Held(_read_face(name, where), name is not entry))
    return make_hand(held)


def _read_laid(data: Json, where: str) -> Laid:
    if not isinstance(data, Mapping) or set(data) != {"faces"}:
        raise CodecError(f"{where} must be laid cards, not {_short(data)}")
    faces = tuple(_read_face(name, where) for name in _list(data["faces"], where))
    play = play_of_faces(faces)
    if play is None:
        raise CodecError(f"the cards of {where} are no play")
    return Laid(faces, play)


_SPECIAL: dict[Any, _Reader] = {Cards: _read_cards, Hand: _read_cards, Hidden: _read_cards, Laid: _read_laid}


def _short(data: Json) -> str:
    """Something strange, cut down to what fits in a sentence."""
    text = repr(data)
    return text if len(text) <= 40 else f"{text[:37]}..."


__all__ = [
    "CodecError",
    "decode_command",
    "decode_event",
    "decode_fields",
    "decode_rejected",
    "decode_result",
    "decode_rules",
    "encode_command",
    "encode_event",
    "encode_fields",
    "encode_rejected",
    "encode_result",
    "encode_rules",
]
