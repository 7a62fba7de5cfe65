"""The one answer of one request, given now or later."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from gouji_desktop.net.codes import ErrorCode
from gouji_desktop.net.fields import Message
from gouji_desktop.net.messages import Ack, Err
from gouji_desktop.server.peers import Peer
from gouji_desktop.server.ports import Done, Outcome, Refused, StoreError

_log = logging.getLogger(__name__)


class Reply:
    """Call it with the outcome of a request, or with the message that answers it; only the first call counts."""

    __slots__ = ("_answered", "_re", "_send", "kind")

    def __init__(self, kind: str, re: str | None, send: Callable[[Message], None]) -> None:
        """`kind` is that of the request, `re` its id where it has one, `send` what is done with the answer."""
        self.kind = kind
        self._re = re
        self._send = send
        self._answered = False

    def __call__(self, answer: Outcome | Message) -> None:
        """Answer."""
        if self._answered:
            return
        self._answered = True
        if isinstance(answer, Done):
            if self._re is not None:
                self._send(Ack(self._re, answer.seq, answer.t, answer.code))
        elif isinstance(answer, Refused):
            self._send(Err(answer.code, self._re, answer.retry_after, answer.detail))
        else:
            self._send(answer)

    def fail(self, error: Exception) -> None:
        """Answer that it could not be done, and tell the log what the server did not expect."""
        if isinstance(error, StoreError):
            self(Refused(ErrorCode.FROZEN_STORAGE))
            return
        _log.error("a request %s failed", self.kind, exc_info=error)
        self(Refused(ErrorCode.INTERNAL))

    def guarded(self, work: Callable[[Any], None]) -> Callable[[Any], None]:
        """The same work; what it raises becomes the answer."""

        def safely(result: Any) -> None:
            try:
                work(result)
            except Exception as error:  # noqa: BLE001 - whatever it is, it is logged and answered
                self.fail(error)

        return safely


#: Works on one request of a connection, and calls the reply once, now or later.
Handler = Callable[[Peer, Any, Reply], None]
