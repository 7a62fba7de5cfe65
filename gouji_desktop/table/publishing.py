"""Who is told what happens at a table: everybody in the order in which it happened, and never in the midst of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from gouji_desktop.rules.events import Event
from gouji_desktop.rules.seats import SEATS
from gouji_desktop.rules.views import PUBLIC, Audience, own_seat, redact
from gouji_desktop.table.session import Told, Update

Listener = Callable[[Update], None]
#: Gets what is told to each seat and, last, to the public; without events where it learns nothing.
Server = Callable[[Sequence[Told]], None]
#: What an audience is told of its events, at a time.
Describe = Callable[[Audience, tuple[Event, ...], float], Update]
#: The same for every seat and the public, at a time.
DescribeAll = Callable[[Sequence[tuple[Event, ...]], float], Sequence[Told]]

_NOTHING: tuple[tuple[Event, ...], ...] = ((),) * (SEATS + 1)


class Publisher:
    """The listeners of one table."""

    def __init__(self, describe: Describe, describe_all: DescribeAll) -> None:
        self._describe = describe
        self._describe_all = describe_all
        self._listeners: list[tuple[Audience, Listener]] = []
        self._servers: list[Server] = []
        self._outbox: list[Callable[[], None]] = []
        self._delivering = False

    def attach(self, audience: Audience, listener: Listener) -> Callable[[], None]:
        """Tell the listener every update of an audience from now on; the result detaches it."""
        entry = (audience, listener)
        self._listeners.append(entry)

        def detach() -> None:
            if entry in self._listeners:
                self._listeners.remove(entry)

        return detach

    def serve(self, server: Server) -> None:
        """Tell every change to somebody who serves all audiences."""
        self._servers.append(server)

    def tell(self, events: Sequence[Event], seen: Sequence[Sequence[Event]], time: float) -> None:
        """Note down what one command led to; `seen` is what each seat may see of it: `events` itself where all do."""
        for audience, listener in self._listeners:
            seat = own_seat(audience)
            told = seen[seat] if seat >= 0 else [each for event in events if (each := redact(event, audience))]
            if told:
                self._outbox.append(partial(listener, self._describe(audience, tuple(told), time)))
        if self._servers:
            if seen[0] is events:
                # Everybody sees the same.
                self._tell_servers([tuple(events)] * (SEATS + 1), time)
                return
            public = tuple([each for event in events if (each := redact(event, PUBLIC)) is not None])
            self._tell_servers([*map(tuple, seen), public], time)

    def tell_all(self, time: float) -> None:
        """Note down a change that is no event."""
        for audience, listener in self._listeners:
            self._outbox.append(partial(listener, self._describe(audience, (), time)))
        self._tell_servers(_NOTHING, time)

    def _tell_servers(self, events: Sequence[tuple[Event, ...]], time: float) -> None:
        if self._servers:
            told = self._describe_all(events, time)
            self._outbox.extend([partial(server, told) for server in self._servers])

    def deliver(self) -> None:
        """Hand out what was noted down, in order, even where a listener calls the table again."""
        if self._delivering:
            return
        self._delivering = True
        try:
            while self._outbox:
                self._outbox.pop(0)()
        finally:
            self._delivering = False
