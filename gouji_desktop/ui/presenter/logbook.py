"""The log of a match: redacted events, kept by deal and round and said when they are shown."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from gouji_desktop.rules import events as ev
from gouji_desktop.rules.seats import NOBODY
from gouji_desktop.rules.state import Burn, Stage
from gouji_desktop.rules.views import View
from gouji_desktop.table.session import Update
from gouji_desktop.ui.presenter.phrases import Context, Line, LineKind, burn_of, phrase
from gouji_desktop.ui.presenter.seating import Names
from gouji_desktop.ui.presenter.words import Words


class Entry(NamedTuple):
    """One event in its place; None stands for events that this program has not seen."""

    deal: int
    #: 0 before play, then counting rounds.
    round: int
    event: ev.Event | None
    burn: Burn | None
    #: `view.step` after the update that brought it.
    step: int
    #: The rounds of the deal have been counted from its first one.
    counted: bool = True


@dataclass(frozen=True, slots=True)
class Logbook:
    """Everything that was seen of a match."""

    entries: tuple[Entry, ...] = ()
    deal: int = 0
    round: int = 0
    counted: bool = True


class Section(NamedTuple):
    """A round (or what came before play) with its lines."""

    deal: int
    round: int
    title: str
    lines: tuple[Line, ...]


#: Questions before the first round of a deal.
BEFORE_PLAY = (
    Stage.SHOW_QUERY,
    Stage.POINT_QUERY,
    Stage.REVOLT_QUERY,
    Stage.HEAD_QUERY,
    Stage.FOUR_QUERY,
    Stage.RETURN_QUERY,
)
#: Events after which another round runs.
_NEW_ROUND = (ev.PlayBegan, ev.RoundEnded)


def record(book: Logbook, update: Update) -> Logbook:
    """The logbook after an update; a snapshot back in time drops what is not true yet, a jump leaves a gap."""
    step = update.view.step
    if update.snapshot:
        book = _resume(book, update, step)
    entries = list(book.entries)
    deal, number, counted = book.deal, book.round, book.counted
    for event in update.events:
        if isinstance(event, ev.Answered):
            continue
        if isinstance(event, ev.DealStarted):
            deal, number, counted = event.number, 0, True
        if isinstance(event, ev.DealEnded):
            number = 0
        entries.append(Entry(deal, number, event, burn_of(event, update.view), step, counted))
        if isinstance(event, _NEW_ROUND):
            number += 1
    return Logbook(tuple(entries), deal, number, counted)


def _resume(book: Logbook, update: Update, step: int) -> Logbook:
    entries = tuple(entry for entry in book.entries if entry.step <= step)
    last = entries[-1] if entries else None
    deal = update.view.deal.number if update.view.deal is not None else 0
    number = last.round if last is not None and last.deal == deal else 0
    if last is not None and isinstance(last.event, _NEW_ROUND):
        number += 1
    # An update's events lead up to its step: whatever lies further back was not seen.
    seen = last.step if last is not None else 0
    public = sum(not isinstance(event, ev.Answered) for event in update.events)
    counted = last.counted if last is not None and last.deal == deal else True
    if seen < step - public:
        number, counted = _round_of(update.view, number)
        entries = (*entries, Entry(deal, number, None, None, step - public, counted))
    return replace(book, entries=entries, deal=deal, round=number, counted=counted)


def _round_of(view: View, number: int) -> tuple[int, bool]:
    """The round that runs after a gap, and whether it is known to be that one: a view does not number its rounds."""
    deal = view.deal
    if deal is None or deal.stage in BEFORE_PLAY:
        return 0, True
    if not any(deal.last_round):
        return 1, True
    return max(1, number), False


def sections(book: Logbook, names: Names, words: Words, deal: int | None = None) -> tuple[Section, ...]:
    """The log in words, by round; of one deal or of all."""
    found: list[Section] = []
    for entry in book.entries:
        if deal is not None and entry.deal != deal:
            continue
        line = line_of(entry, names, words)
        if line is None:
            continue
        if found and (found[-1].deal, found[-1].round) == (entry.deal, entry.round) and _joins(found[-1], entry):
            found[-1] = found[-1]._replace(lines=(*found[-1].lines, line))
        else:
            found.append(Section(entry.deal, entry.round, _title(entry, words), (line,)))
    return tuple(found)


def _joins(section: Section, entry: Entry) -> bool:
    """Whether an entry goes on in the section: the end of a deal has round 0 as its beginning has, and stands apart."""
    is_end = isinstance(entry.event, ev.DealEnded | ev.DealScored)
    was_end = any(line.kind is LineKind.RESULT for line in section.lines)
    return is_end == was_end


def _title(entry: Entry, words: Words) -> str:
    if isinstance(entry.event, ev.DealEnded | ev.DealScored):
        return words("log.title_result", deal=entry.deal)
    if entry.round:
        return words("log.title_round" if entry.counted else "log.title_round_seen", round=entry.round)
    return words("log.title_deal", deal=entry.deal)


def line_of(entry: Entry, names: Names, words: Words) -> Line | None:
    """One entry in words."""
    if entry.event is None:
        return Line(LineKind.SETUP, NOBODY, words("log.gap"))
    return phrase(entry.event, Context(names, words, entry.burn))
