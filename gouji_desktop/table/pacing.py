"""How long things take at a table.

Every duration is a function of the pace, of public facts and of a secret key: never of a hand. Seconds throughout.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from gouji_desktop.rules.state import Stage
from gouji_desktop.table.chance import fraction


class Pace(StrEnum):
    """How fast bots play."""

    SLOW = "slow"
    NORMAL = "normal"
    FAST = "fast"
    INSTANT = "instant"


_SCALE: dict[Pace, float] = {Pace.SLOW: 1.8, Pace.NORMAL: 1.0, Pace.FAST: 0.45, Pace.INSTANT: 0.0}

#: What a bot takes for a play on average, and by which factor it varies.
PLAY_SECONDS = 0.7
_VARIATION = (0.6, 1.4)
#: What a lead takes longer, so that the round before it can be read; and the first lead, while cards are dealt.
LEAD_EXTRA = 0.5
DEAL_EXTRA = 1.6
#: How long a query is kept open whose candidates are secret.
QUERY_SECONDS = 1.2
#: When bots answer a query that a person is asked too: a person thinks, and so do they.
_QUERY_THINKING = (1.4, 4.5)
#: When bots show a suit that a person may show too: equal groups go by who shows first, and a person has to read.
_SHOWING = (1.8, 5.0)
#: What the interface waits before it passes for a person who cannot beat (要不起), and the trustee before it plays.
_STAND_IN = (0.8, 2.5)
#: The pause before a void deal is dealt again.
REDEAL_SECONDS = 2.0
#: Fast-forward: everything at this scale once no person plays any more.
FAST_FORWARD_SCALE = 0.15


#: How long a player that searches may think where bots take no time at all.
_INSTANT_THINKING = 0.25
#: What is left of a pause for the answer to come back in.
_SPARE = 0.85
#: What of a secret query's pause a search may take: a table may have several players that search, and one process.
_QUERY_SHARE = 0.25


def thinking_seconds(pace: Pace, stage: Stage, *, fast_forward: bool = False) -> float:
    """How long a player that searches may think, so that its pauses are as long as they would be without a search.

    It never outlasts the shortest pause of a bot at this pace: what a pause lasts tells nothing of a hand. Only where
    bots take no time at all every player takes the time that it needs.
    """
    scale = Tempo(b"", pace, fast_forward).scale
    if not scale:
        return _INSTANT_THINKING
    if stage == Stage.BURN_QUERY:
        return _QUERY_SHARE * QUERY_SECONDS * scale
    return _SPARE * PLAY_SECONDS * _VARIATION[0] * scale


class Tempo(NamedTuple):
    """The durations of one table."""

    key: bytes
    pace: Pace
    fast_forward: bool = False

    @property
    def scale(self) -> float:
        """The factor on every duration; 0 at the pace `instant`."""
        scale = _SCALE[self.pace]
        return min(scale, FAST_FORWARD_SCALE) if self.fast_forward else scale

    @property
    def query_pause(self) -> float:
        """How long a query with secret candidates stays open."""
        return QUERY_SECONDS * self.scale

    @property
    def redeal_pause(self) -> float:
        """The pause before a void deal is dealt again."""
        return REDEAL_SECONDS * self.scale

    def play_delay(self, step: int, seat: int, extra: float = 0.0) -> float:
        """What a bot takes for a play or for a question that all may know of."""
        return (PLAY_SECONDS * self._between(_VARIATION, "play", step, seat) + extra) * self.scale

    def query_delay(self, step: int, seat: int, person_asked: bool) -> float:
        """When a bot answers a query with secret candidates."""
        if person_asked:
            return self._between(_QUERY_THINKING, "query", step, seat) * self.scale
        return self._between((0.2, 0.85), "query", step, seat) * self.query_pause

    def show_delay(self, step: int, seat: int) -> float:
        """When a bot shows a suit where a person is asked too: no sooner at a fast pace, which is the bots' alone."""
        return self._between(_SHOWING, "show", step, seat) * max(1.0, self.scale) if self.scale else 0.0

    def stand_in_delay(self, step: int, seat: int) -> float:
        """What passes before somebody else acts for a person."""
        return self._between(_STAND_IN, "stand-in", step, seat) * self.scale

    def _between(self, bounds: tuple[float, float], label: str, step: int, seat: int) -> float:
        low, high = bounds
        return low + (high - low) * fraction(self.key, f"{label}/{step}/{seat}")
