"""A whole match, as one audience sees it, as a JSON-able dictionary, and back.

What a person that comes to a running match is shown. It holds what a view holds and nothing more: hidden hands are
sizes, and the order of a hand tells nothing, because hands are sorted. Decoding is strict (`CodecError`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import SEATS, SeatMask
from gouji_desktop.rules.state import Deal, DealResult, Debt, Match, Streak
from gouji_desktop.rules.views import View
from gouji_desktop.table.codec import CodecError, decode_fields, decode_rules, encode_fields, encode_rules

#: Fields of a deal that have a member for each seat.
_SIX_OF_DEAL = ("hands", "dealt", "dead_left", "last_round")


class _Frame(NamedTuple):
    """A match without its rule set and its deal."""

    deals: int
    step: int
    scores: tuple[int, ...]
    debts: tuple[Debt, ...]
    streaks: tuple[Streak, ...]
    opened_next: SeatMask
    results: tuple[DealResult, ...]
    over: bool


def encode_view(view: View) -> dict[str, Any]:
    """A view as a dictionary: the fields of `Match`, with the rule set in full."""
    frame = _Frame(*(getattr(view, name) for name in _Frame._fields))
    deal = None if view.deal is None else encode_fields(view.deal)
    return {**encode_fields(frame), "rules": encode_rules(view.rules), "deal": deal}


def decode_view(data: Any, rules: RuleSet | None = None) -> View:
    """The view of a dictionary; `rules` where they are known, and not in it. Raises CodecError."""
    if not isinstance(data, Mapping):
        raise CodecError("a view is an object")
    rest = {key: value for key, value in data.items() if key not in ("rules", "deal")}
    frame: _Frame = decode_fields(_Frame, rest, "view")
    if len(frame.scores) != SEATS:
        raise CodecError("the scores of a view are six")
    deal = None if data.get("deal") is None else _deal_in(data["deal"])
    return Match(rules=rules or decode_rules(data.get("rules")), deal=deal, **frame._asdict())


def _deal_in(data: Any) -> Deal:
    deal: Deal = decode_fields(Deal, data, "deal")
    if any(len(getattr(deal, name)) != SEATS for name in _SIX_OF_DEAL) or len(deal.round.acts) != SEATS:
        raise CodecError("a deal has six hands and six acts")
    return deal
