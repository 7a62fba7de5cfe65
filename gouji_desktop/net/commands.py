"""Commands of the rules as `cmd` messages, and back."""

from __future__ import annotations

from collections.abc import Callable

from gouji_desktop.net.fields import Op
from gouji_desktop.net.requests import Cmd
from gouji_desktop.rules.cards import FACES, Face, face_name
from gouji_desktop.rules.commands import (
    BurnCards,
    Decide,
    Pass,
    PlayCards,
    ReturnCards,
    SeatCommand,
    ShowSuit,
    Yield,
)
from gouji_desktop.rules.seats import Seat

_NAMES: tuple[str, ...] = tuple(face_name(face) for face in range(FACES))
_FACES: dict[str, Face] = {name: face for face, name in enumerate(_NAMES)}
_CardCommand = PlayCards | BurnCards | ShowSuit | ReturnCards
_OPS: dict[type, Op] = {PlayCards: "play", BurnCards: "burn", ShowSuit: "show", ReturnCards: "return"}
_KINDS: dict[str, Callable[[Seat, int, tuple[Face, ...]], _CardCommand]] = {
    "play": PlayCards,
    "burn": BurnCards,
    "show": ShowSuit,
    "return": ReturnCards,
}


def op_of(command: SeatCommand) -> tuple[Op, tuple[str, ...], bool]:
    """The op, the names of the cards and the yes or no of a command."""
    if isinstance(command, Pass):
        return "pass", (), False
    if isinstance(command, Yield):
        return "yield", (), False
    if isinstance(command, Decide):
        return "decide", (), command.yes
    return _OPS[type(command)], tuple(_NAMES[face] for face in command.faces), False


def cmd_of(command: SeatCommand, number: str, table: str) -> Cmd:
    """The message of a command; `number` is its request id."""
    op, cards, yes = op_of(command)
    return Cmd(number, table, command.prompt, op, cards, yes)


def command_of(cmd: Cmd, seat: Seat) -> SeatCommand:
    """The command of a message for the seat of its sender. Raises ValueError where a card has no such name."""
    try:
        faces = tuple(_FACES[name] for name in cmd.cards)
    except KeyError as error:
        raise ValueError(f"{error.args[0]!r} is the name of no card") from None
    if cmd.op == "pass":
        return Pass(seat, cmd.pid)
    if cmd.op == "yield":
        return Yield(seat, cmd.pid)
    if cmd.op == "decide":
        return Decide(seat, cmd.pid, cmd.yes)
    return _KINDS[cmd.op](seat, cmd.pid, faces)
