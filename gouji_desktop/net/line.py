"""The line to a server as tables and sessions use it: requests that last, and things said once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gouji_desktop.net.codes import ErrorCode
from gouji_desktop.net.fields import Message
from gouji_desktop.net.heartbeat import Heartbeat
from gouji_desktop.net.messages import Err
from gouji_desktop.net.requesting import Answer, Done, Requests
from gouji_desktop.net.requests import Cmd
from gouji_desktop.net.wire import encode


class Line:
    """Sends while there is a connection and this client is signed in; keeps what needs an answer."""

    def __init__(self, prefix: str) -> None:
        self._requests = Requests(prefix)
        self._out: Callable[[str], None] | None = None
        #: Signed in: requests may go out.
        self.open = False
        self.beat: Heartbeat | None = None

    @property
    def connected(self) -> bool:
        """Whether anything can be sent."""
        return self._out is not None

    @property
    def waiting(self) -> bool:
        """Whether an answer is due."""
        return len(self._requests) > 0

    def connect(self, out: Callable[[str], None]) -> None:
        """Frames go out there from now on."""
        self._out = out

    def disconnect(self) -> None:
        """There is no connection; what was asked for this connection alone is asked no more."""
        self._out, self.open = None, False
        for waiting in self._requests:
            if waiting.once:
                self._requests.drop(waiting.id)

    def send(self, message: Message) -> None:
        """Send something that has no answer; dropped where there is no connection."""
        if self._out is not None:
            self._out(encode(message))

    def new_id(self) -> str:
        """An id for a request."""
        return self._requests.new_id()

    def request(self, kind: type[Message], done: Done | None = None, *, once: bool = False, **fields: Any) -> str:
        """Make a request; it goes out now or as soon as it can. `once`: not again after a reconnect."""
        number = self._requests.new_id()
        if self._requests.full:
            if done is not None:
                done(Err(code=ErrorCode.BUSY, re=number))
            return number
        self._requests.add(number, kind(id=number, **fields), done, once=once)
        self.resend(number)
        return number

    def resend(self, id: str) -> None:  # noqa: A002 - the field's name
        """Send a request that waits for its answer, with its id."""
        waiting = self._requests.find(id)
        if waiting is not None and self.open:
            if self.beat is not None:
                self.beat.expect()
            self.send(waiting.message)

    def resend_all(self) -> None:
        """Send everything again that an earlier connection left without an answer.

        Commands are left out: their table says which of them still hold.
        """
        for waiting in self._requests:
            if not waiting.once and not isinstance(waiting.message, Cmd):
                self.resend(waiting.id)

    def drop(self, id: str) -> None:  # noqa: A002 - the field's name
        """Wait for the answer of a request no longer."""
        self._requests.drop(id)

    def answered(self, answer: Answer) -> None:
        """An answer came: tell whoever asked."""
        self._requests.answered(answer)

    def ask_pong(self) -> int:
        """Send a ping; the number of the pong that says that everything before was handled."""
        return self.beat.ask() if self.beat is not None else 0
