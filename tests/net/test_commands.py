"""Every command of a seat comes back from its message."""

from __future__ import annotations

import pytest

from gouji_desktop.net.commands import cmd_of, command_of
from gouji_desktop.net.requests import Cmd
from gouji_desktop.net.wire import decode_client, encode
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

COMMANDS: list[SeatCommand] = [
    PlayCards(3, 17, (53, 52, 0, 51)),
    Pass(0, 4),
    Yield(5, 9),
    BurnCards(1, 2, (52,)),
    BurnCards(1, 2, ()),
    ShowSuit(2, 1, (8, 8)),
    ShowSuit(2, 1, ()),
    Decide(4, 3, True),
    Decide(4, 3, False),
    ReturnCards(0, 12, (4, 9)),
]


@pytest.mark.parametrize("command", COMMANDS, ids=str)
def test_a_command_comes_back_from_its_frame(command: SeatCommand) -> None:
    cmd = decode_client(encode(cmd_of(command, "n.1", "table")))
    assert isinstance(cmd, Cmd)
    assert command_of(cmd, command.seat) == command


def test_the_seat_is_never_the_message_s() -> None:
    assert command_of(cmd_of(Pass(3, 4), "n", "t"), 1) == Pass(1, 4)


def test_a_card_that_there_is_not_is_refused() -> None:
    # The pattern of a card's name lets a line end through, as patterns do.
    with pytest.raises(ValueError, match="name of no card"):
        command_of(Cmd("n", "t", 1, "play", ("S\n",)), 0)
