"""What the table window sees of a client, with everything said and sent by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from gouji_desktop.net.clientstate import ClientState, Phase, Trouble
from gouji_desktop.net.messages import Said, SeatState, Table
from gouji_desktop.net.proofs import ShufflePhase, ShuffleState
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.table.codec import encode_rules

OWN_UID = "u0"
NAMES = ("小鱼", "老城南", "微山湖", "崂山石", "泉城柳", "即墨老酒")
ONLINE = ClientState(Phase.ONLINE, 0.0, None, None, "茶馆", "", 20, OWN_UID, NAMES[0], "", True, ())


class FarClient:
    """What the table window sees of a client."""

    def __init__(self, session: Any, rules: RuleSet) -> None:
        self.session: Any = session
        self.state = ONLINE
        self.said: tuple[Said, ...] = ()
        self.muted: frozenset[str] = frozenset()
        self.proof = ShuffleState(ShufflePhase.WAITING, 1, 0, "", 5, True)
        self.watching: float | None = None
        self.notice: Trouble | None = None
        self.sent: list[tuple[str, str, str]] = []
        self.rematches = 0
        self._listeners: list[Callable[[str], None]] = []
        seats = tuple(SeatState(f"u{number}", name) for number, name in enumerate(NAMES))
        self.table = Table(
            "t1", 1, "桌", OWN_UID, encode_rules(rules), 3, 30, 6, "medium", False, True, "playing", seats, you=0
        )

    def subscribe(self, listener: Callable[[str], None]) -> Callable[[], None]:
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def tell(self, topic: str) -> None:
        for listener in tuple(self._listeners):
            listener(topic)

    def become(self, **changes: Any) -> None:
        """The connection is in another state."""
        self.state = self.state._replace(**changes)
        self.tell("state")

    def place(self, **changes: Any) -> None:
        """The table as a place has changed; `seat1={...}` changes a seat."""
        seats = list(self.table.seats)
        for name in [name for name in changes if name.startswith("seat") and name != "seats"]:
            number = int(name[4:])
            seats[number] = msgspec.structs.replace(seats[number], **changes.pop(name))
        self.table = msgspec.structs.replace(self.table, seats=tuple(seats), rev=self.table.rev + 1, **changes)
        self.tell("table")

    def hear(self, seat: int | None, text: str = "", phrase: str = "", emote: str = "", uid: str = "") -> None:
        """Somebody says something."""
        name = NAMES[seat] if seat is not None else "站客"
        line = Said("t1", len(self.said) + 1, uid or f"u{seat}", name, seat, text, phrase, emote)
        self.said = (*self.said, line)
        self.tell("said")

    def prove(self, phase: ShufflePhase) -> None:
        self.proof = self.proof._replace(phase=phase)
        self.tell("proof")

    def say(self, text: str = "", phrase: str = "", emote: str = "") -> None:
        self.sent.append((text, phrase, emote))

    def mute(self, uid: str, on: bool) -> None:
        self.muted = self.muted | {uid} if on else self.muted - {uid}
        self.tell("said")

    def rematch(self) -> None:
        self.rematches += 1
