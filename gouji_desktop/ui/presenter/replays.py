"""The matches on disk as a list: what was played, when and with whom, and how it ended. Pure; no Qt."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gouji_desktop.rules.seats import Seat
from gouji_desktop.ui.presenter.newmatch import rules_title
from gouji_desktop.ui.presenter.seating import whole_name
from gouji_desktop.ui.presenter.words import Words, signed_number


class Kept(NamedTuple):
    """A match on disk."""

    rules: str
    deals_done: int
    #: When it began, as it is shown.
    when: str
    #: Of each seat.
    scores: Sequence[int]
    #: Where the person sat; None where it was nobody's.
    own: Seat | None
    #: The other people, by name.
    others: Sequence[str]
    finished: bool
    given_up: bool
    online: bool


class ReplayWords(NamedTuple):
    """One row of the list."""

    heading: str
    summary: str
    score: str


def replay_words(kept: Kept, words: Words) -> ReplayWords:
    """A match in words; the score stands once, the own side first, with what it meant for the person."""
    base = kept.own or 0
    us, them = kept.scores[base], kept.scores[(base + 1) % 6]
    score = f"{signed_number(us)} : {signed_number(them)}"
    if kept.finished and kept.own is not None:
        score = words("replays.result", result=words(_outcome(us, them)), score=score)
    notes = [kept.when]
    if kept.online:
        people = words.join([whole_name(name) for name in kept.others])
        notes.append(words("replays.online_with", who=people) if people else words("replays.online"))
    if not kept.finished:
        notes.append(words("replays.given_up" if kept.given_up else "replays.unfinished"))
    heading = words("replays.row", rules=rules_title(kept.rules, words), deals=kept.deals_done)
    return ReplayWords(heading, words.join(notes, "join.dots"), score)


def _outcome(us: int, them: int) -> str:
    return "match.drawn" if us == them else "match.won" if us > them else "match.lost"
