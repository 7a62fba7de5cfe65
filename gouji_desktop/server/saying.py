"""What is said at a table: text, phrases and emotes. The last lines are told who comes back; none is stored."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator

from gouji_desktop.net.codes import ErrorCode
from gouji_desktop.net.messages import Said
from gouji_desktop.net.names import CHAT_BYTES, CHAT_POINTS, clean_chat
from gouji_desktop.net.phrases import EMOTES, PHRASES
from gouji_desktop.net.requests import Say
from gouji_desktop.rules.seats import Seat
from gouji_desktop.server.ports import Refused

#: So many lines are told again.
LINES_KEPT = 50
TOO_LONG = f"a line has at most {CHAT_POINTS} code points and {CHAT_BYTES} bytes"


class Talk:
    """Numbers the lines of one table, and remembers the last ones."""

    def __init__(self, table: str, epoch: int = 1) -> None:
        """`epoch` counts how often the table was taken up: what is said then has greater numbers than before."""
        self._table = table
        self._lines = (epoch - 1) << 20
        #: The last lines, and who was at the table then, connected or not.
        self._last: deque[tuple[Said, frozenset[str]]] = deque(maxlen=LINES_KEPT)

    def again(self, uid: str) -> Iterator[Said]:
        """What was said last while somebody was at the table."""
        return (said for said, members in self._last if uid in members)

    def said(
        self, request: Say, uid: str, name: str, seat: Seat | None, members: Collection[str] = ()
    ) -> Said | Refused:
        """The line as everybody at the table reads it; it is text, a phrase or an emote, and one of them alone.

        `members` are the accounts at the table, connected or not.
        """
        text = clean_chat(request.text)
        if text is None:
            return Refused(ErrorCode.BAD_SCHEMA, {"reason": TOO_LONG})
        if sum(map(bool, (text, request.phrase, request.emote))) != 1:
            return Refused(ErrorCode.BAD_SCHEMA, {"reason": "say one thing: text, a phrase or an emote"})
        if (request.phrase and request.phrase not in PHRASES) or (request.emote and request.emote not in EMOTES):
            return Refused(ErrorCode.BAD_SCHEMA, {"reason": "there is no such phrase or emote"})
        self._lines += 1
        said = Said(
            t=self._table,
            n=self._lines,
            uid=uid,
            name=name,
            seat=seat,
            text=text,
            phrase=request.phrase,
            emote=request.emote,
        )
        self._last.append((said, frozenset(members)))
        return said
