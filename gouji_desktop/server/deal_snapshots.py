"""A running match as it stood before its last deal began: what a restarted server goes on from.

Kept together with the events with which the deal begins, so that a restart reads and folds the running deal alone,
however many there were before it. It holds nothing that does not follow from the batches: where it is damaged, they
tell the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta, Struct

from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import SEATS
from gouji_desktop.rules.state import DealResult, Match, new_match
from gouji_desktop.table.viewcodec import decode_view, encode_view

#: Hardly a match has as many steps: one of 99 deals has some ten thousands.
STEPS_OF_A_MATCH = 100_000
#: So many matches of a table have numbers of their own: a view counts no further than a million.
MATCHES_APART = 9

_Count = Annotated[int, Meta(ge=0)]


class DealSnapshot(NamedTuple):
    """The truth between two deals, and what was counted until then."""

    match: Match
    #: How many deals were dealt; those that were void count too.
    deals: int = 0
    #: The last batch before it, and how many there were of which everybody learned something.
    number: int = 0
    seq: int = 0
    #: For each seat the requests that were carried out last, with the number that they were answered with.
    done: tuple[tuple[tuple[str, int], ...], ...] = ((),) * SEATS


class _Body(Struct, frozen=True):
    view: dict[str, Any]
    #: Results grow with the match: they are read without the detour over dictionaries.
    results: tuple[DealResult, ...]
    deals: _Count
    number: _Count
    seq: _Count
    done: Annotated[tuple[tuple[tuple[str, int], ...], ...], Meta(min_length=SEATS, max_length=SEATS)]


_decoder = msgspec.json.Decoder(_Body)


def beginning(rules: RuleSet, deals: int | None, number: int = 1) -> DealSnapshot:
    """The match of that number at its table, of so many deals, before its first one.

    Prompts are numbered by the steps of a match: those of the next match go on far beyond those of this one, so that an
    answer to a prompt of this one, which comes late, is none to a prompt of the next.
    """
    return DealSnapshot(new_match(rules, deals)._replace(step=(number - 1) % MATCHES_APART * STEPS_OF_A_MATCH))


def encode_snapshot(snapshot: DealSnapshot) -> bytes:
    """A snapshot as it is kept; the rules are those of its table."""
    match = snapshot.match
    view = encode_view(match._replace(results=()))
    del view["rules"]
    return msgspec.json.encode(_Body(view, match.results, *snapshot[1:]))


def decode_snapshot(body: bytes, rules: RuleSet) -> DealSnapshot:
    """The snapshot that was kept. Raises ValueError with a sentence."""
    try:
        kept = _decoder.decode(body)
        match = decode_view(kept.view, rules)._replace(results=kept.results)
    except (msgspec.DecodeError, UnicodeError, RecursionError, ValueError) as error:
        raise ValueError(f"how the match stood before its last deal cannot be read: {error}") from None
    return DealSnapshot(match, kept.deals, kept.number, kept.seq, kept.done)


def done_of(done: Sequence[dict[str, int]]) -> tuple[tuple[tuple[str, int], ...], ...]:
    """The requests of each seat, as a snapshot holds them."""
    return tuple(tuple(each.items()) for each in done)
