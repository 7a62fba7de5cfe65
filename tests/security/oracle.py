"""The leak oracle: looks at every byte that any client of a test's server is sent, and knows what it may hold.

Cards are found twice: by a raw search of the text for the names of cards, whatever field they stand in, and by the
places where a message may hold them. Cards that stand together must lie open together, or be held by the viewer's own
seat; secrets, shares and tokens of others must not appear in any form; nobody hears of another's sealed answer.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec

from gouji_desktop.rules.seats import SEATS, Seat
from gouji_desktop.rules.views import SECRETLY_ASKED
from tests.security.truth import Cards, Truth
from tests.server.world import ScriptedClient, World

_CARD = r"(?:[3-9TJQKA2][shcd]|[SB])"
#: Cards side by side, however they are quoted: in a list, in a text within JSON, in a sentence.
#: The first character stands before the look behind it, so that the search can leap to it.
_FIRST = r"[3-9TJQKA2SB](?<![A-Za-z0-9_-].)(?:(?<=[SB])|(?<![SB])[shcd])"
_CARDS = re.compile(rf"{_FIRST}\+?(?:[\\\"',;\s]+{_CARD}\+?)*(?![A-Za-z0-9_-])")
_ONE = re.compile(rf"(?<![A-Za-z0-9_-]){_CARD}")
#: The frames of a match, which spectators get later.
MATCH_KINDS = frozenset({"snap", "past", "ev", "state", "deal_commit", "nonces", "reveal"})
SECRET_STAGES = frozenset(map(str, SECRETLY_ASKED))
#: Clocks round.
ROUNDING = 1e-6


class Leak(NamedTuple):
    """Something that somebody was sent and may not know."""

    viewer: str
    kind: str
    what: str
    frame: bytes


def groups(text: str) -> Iterator[Cards]:
    """All names of cards in a text, those together that stand side by side."""
    for found in _CARDS.finditer(text):
        yield tuple(_ONE.findall(found.group()))


#: More numbers side by side than there are seats, as every list of so many numbers is written.
_MANY = re.compile(rf"-?\d+(?:\s*,\s*-?\d+){{{SEATS}}}")


def lists_of_numbers(value: Any) -> Iterator[list[int]]:
    """All lists of numbers in a message, besides those of a rule set."""
    if isinstance(value, dict):
        for name, each in value.items():
            if name != "rules":
                yield from lists_of_numbers(each)
    elif isinstance(value, list):
        if value and all(type(each) is int for each in value):
            yield value
        for each in value:
            yield from lists_of_numbers(each)


class Oracle:
    """Watches a world. What it finds is in `leaks`; `frames` and `cards` count what it has looked at."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.truth = Truth(world.store, world.clock.time)
        self.truth.sealed = self._kept
        self.leaks: list[Leak] = []
        self.frames = 0
        self.cards = 0
        self.kinds: set[str] = set()
        #: The seats of those who sit, as the test has seated them. All others may see what everybody may.
        self.seats: dict[ScriptedClient, Seat] = {}
        self._tokens: dict[str, ScriptedClient] = {}
        #: Rule sets, by name and digest, in which nothing looks like cards.
        self._looked_at: set[tuple[str, str]] = set()
        #: The seat that has just given a sealed answer, until something else happens.
        self._sealed: tuple[str, Seat] | None = None
        self._watch_time()
        world.taps.append(self.sent)

    # --- sealed answers ---------------------------------------------------------------------------------------

    def _watch_time(self) -> None:
        clock = self.world.clock
        later = clock.call_later

        def planned(delay: float, callback: Callable[[], object]) -> Any:
            def called() -> object:
                self._sealed = None
                return callback()

            return later(delay, called)

        clock.call_later = planned  # type: ignore[method-assign]

    def _kept(self, table: str, seat: Seat | None) -> None:
        self._sealed = None if seat is None else (table, seat)

    def forget(self) -> None:
        """Something else begins that the test itself does."""
        self._sealed = None

    def restarted(self) -> None:
        """The server was restarted: of what spectators had seen it knows no more, and shows finished deals at once."""
        for match in self.truth.matches.values():
            if any(deal.over is not None for deal in match.deals):
                ended = max(deal.over for deal in match.deals if deal.over is not None)
                match.open.update({cards: 0.0 for cards, since in match.open.items() if since <= ended})

    # --- frames -----------------------------------------------------------------------------------------------

    def sent(self, client: ScriptedClient, frame: bytes) -> None:
        """A client is sent a frame."""
        self.frames += 1
        text = frame.decode()
        message = msgspec.json.decode(frame)
        kind = message["k"]
        self.kinds.add(kind)

        def leak(what: str) -> None:
            self.leaks.append(Leak(client.name, kind, what, frame))

        now = self.world.clock.now
        seat = self.seats.get(client)
        late = seat is None and kind in MATCH_KINDS
        until = now - self.world.config.limits.spectator_delay + ROUNDING if late else now
        if kind == "authed":
            self._tokens[message["token"]] = client
        for token, owner in self._tokens.items():
            if token in text and (owner is not client or kind != "authed"):
                leak("a token")
        for secret in self.truth.hidden(until):
            for form in secret.forms:
                if form in frame:
                    leak(secret.what)
                    break
        if self._tells_of_an_answer(client, kind):
            leak("that somebody gave a sealed answer")
        self._look_for_cards(message, text, seat, until, leak)
        if _MANY.search(text):
            for numbers in lists_of_numbers(message):
                if len(numbers) > SEATS:
                    leak(f"a list of {len(numbers)} numbers")
        look_at_match(message, seat, leak)

    def _tells_of_an_answer(self, client: ScriptedClient, kind: str) -> bool:
        """Whether a frame is sent because another has just given a sealed answer."""
        if self._sealed is None or self.seats.get(client) == self._sealed[1]:
            return False
        match = self.truth.of(self._sealed[0])
        secret = match is None or str(match.stage) in SECRET_STAGES
        # Where everybody knows who is asked, an answer may end a trustee, which is a state.
        return secret or kind != "state"

    def _look_for_cards(
        self, message: dict[str, Any], text: str, seat: Seat | None, until: float, leak: Callable[[str], None]
    ) -> None:
        if message["k"] == "authed":
            text = text.replace(message["token"], "")
        holder = message if message["k"] == "table" else message.get("view")
        if (
            holder is not None
            and (rules := (holder["rules"]["name"], holder["rules"]["digest"])) not in self._looked_at
        ):
            # The options of a rule set hold no cards, but words of one letter might look like some.
            assert not list(groups(json.dumps(holder["rules"])))
            self._looked_at.add(rules)
        table = message.get("t")
        known = [self.truth.of(table)] if table else list(self.truth.matches.values())
        for cards in groups(text):
            self.cards += len(cards)
            if not any(match is not None and match.may_see(cards, seat, until) for match in known):
                leak(f"cards: {' '.join(cards[:40])}")


def is_hidden(cards: Any) -> bool:
    """Whether cards are a number alone."""
    return isinstance(cards, dict) and set(cards) == {"hidden"} and type(cards["hidden"]) is int


def own_bit(seat: Seat | None) -> int:
    """The set of the own seat alone."""
    return 0 if seat is None else 1 << seat


def look_at_match(message: dict[str, Any], seat: Seat | None, leak: Callable[[str], None]) -> None:
    """The views and events of a frame as it is sent to a seat."""
    kind = message["k"]
    if kind == "snap" and message.get("you") != seat:
        leak("a view of another seat")
    if message.get("view") is not None:
        look_at_view(message["view"], seat, leak)
    for batch in [message] if kind == "ev" else message.get("batches", []):
        if batch.get("p") and seat is None:
            leak("that a seat did something on its own")
        for event in batch["events"]:
            look_at_event(event, seat, leak)


def look_at_event(event: dict[str, Any], seat: Seat | None, leak: Callable[[str], None]) -> None:
    """An event as it is sent to a seat."""
    match event["type"]:
        case "DealStarted":
            if event["permutation"] or event["lot"] != -1:
                leak("the shuffle")
            if not all(is_hidden(cards) for owner, cards in enumerate(event["hands"]) if owner != seat):
                leak("the hand of another seat")
        case "Answered":
            if event["seat"] != seat:
                leak("another's sealed answer")
        case "QueryOpened":
            if event["stage"] in SECRET_STAGES and event["asked"] & ~own_bit(seat):
                leak("who is asked")


def look_at_view(view: dict[str, Any], seat: Seat | None, leak: Callable[[str], None]) -> None:
    """A view as it is sent to a seat."""
    deal = view["deal"]
    if deal is None:
        return
    for owner in range(SEATS):
        if owner != seat and not is_hidden(deal["dealt"][owner]):
            leak(f"what was dealt to seat {owner}")
        if owner != seat and deal["stage"] != "over" and not is_hidden(deal["hands"][owner]):
            leak(f"the hand of seat {owner}")
    if deal["lot"] != -1:
        leak("the lot")
    query = deal["query"]
    if query is not None:
        if any(answer[0] != seat for answer in query["answers"]):
            leak("another's sealed answer")
        if deal["stage"] in SECRET_STAGES and query["asked"] & ~own_bit(seat):
            leak("who is asked")
