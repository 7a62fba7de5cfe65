"""What is said at a table: text, phrases and emotes. Nothing of it is kept."""

from __future__ import annotations

from gouji_desktop.net.codes import ErrorCode
from gouji_desktop.net.messages import Said
from gouji_desktop.net.names import clean_chat
from gouji_desktop.net.phrases import EMOTES, PHRASES
from gouji_desktop.net.requests import Say
from gouji_desktop.rules.seats import Seat
from gouji_desktop.server.ports import Refused


class Talk:
    """Numbers the lines of one table."""

    def __init__(self, table: str) -> None:
        self._table = table
        self._lines = 0

    def said(self, request: Say, uid: str, name: str, seat: Seat | None) -> Said | Refused:
        """The line as everybody at the table reads it; it is text, a phrase or an emote, and one of them alone."""
        text = clean_chat(request.text)
        if sum(map(bool, (text, request.phrase, request.emote))) != 1:
            return Refused(ErrorCode.BAD_SCHEMA, {"reason": "say one thing: text, a phrase or an emote"})
        if (request.phrase and request.phrase not in PHRASES) or (request.emote and request.emote not in EMOTES):
            return Refused(ErrorCode.BAD_SCHEMA, {"reason": "there is no such phrase or emote"})
        self._lines += 1
        return Said(
            t=self._table,
            n=self._lines,
            uid=uid,
            name=name,
            seat=seat,
            text=text,
            phrase=request.phrase,
            emote=request.emote,
        )
