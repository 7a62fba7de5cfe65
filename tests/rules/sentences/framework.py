"""Tables of sentences: each sentence of a text of the rules is a row with a check, or is left with a reason.

A text has a module `text_<tag>.py` beside this one with

* `SENTENCES`: how many sentences stand on each of its lines, so that none is dropped unseen;
* `TABLE`: the rows, in the order of the text. A `Row` says a rule in our own words and has a check that drives the
  engine; a `Left` says why a sentence is none.

The helpers make checks of one to four lines out of scenarios (docs/scenario-format.md); `every` joins several, and any
function without arguments is a check too.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from gouji_desktop.scenarios.running import run

#: The texts by their tags, and what they are.
TEXTS: dict[str, str] = {
    "A": "金游, four decks of 198 cards, with 憋三",
    "B1": "枣庄, six decks, newer text",
    "B2": "枣庄, six decks, older text",
    "C": "茶苑, four decks of 216 cards",
    "D": "tribute game, four decks of 216 cards",
}
DEFAULT_RULES = "tribute216"


class Check(NamedTuple):
    """Something that raises AssertionError where a rule is broken."""

    #: What it drives: `deal`, `compare`, `settle`, `setup`, or the name of a function.
    kind: str
    run: Callable[[], None]


Checkable = Check | Callable[[], None]


class Row(NamedTuple):
    """One sentence that is a rule."""

    text: str
    #: Where it stands: `L39`.
    lines: str
    #: What it says, in our own words.
    rule: str
    check: Checkable

    @property
    def name(self) -> str:
        """The name of its test."""
        return f"{self.text}:{self.lines} {self.rule}"


class Left(NamedTuple):
    """One sentence that is no rule of its own, or is not followed."""

    text: str
    lines: str
    reason: str


Table = Sequence[Row | Left]


def as_check(check: Checkable) -> Check:
    """A function as a check under its own name."""
    return check if isinstance(check, Check) else Check(check.__name__, check)


def every(*checks: Checkable) -> Check:
    """All of them."""
    members = [as_check(check) for check in checks]

    def run_all() -> None:
        for member in members:
            member.run()

    kinds = list(dict.fromkeys(member.kind for member in members))
    return Check(", ".join(kinds), run_all)


# --- the tables -------------------------------------------------------------------------------------------------


def module_of(tag: str) -> str:
    """The module that holds the table of a text."""
    return f"tests.rules.sentences.text_{tag.lower()}"


def tables() -> dict[str, Table]:
    """The tables that there are, by the tag of their text."""
    found = {}
    for tag in TEXTS:
        if importlib.util.find_spec(module_of(tag)) is not None:
            found[tag] = importlib.import_module(module_of(tag)).TABLE
    return found


def sentences(tag: str) -> Mapping[str, int]:
    """How many sentences stand on each line of a text."""
    counts: Mapping[str, int] = importlib.import_module(module_of(tag)).SENTENCES
    return counts


# --- checks by scenarios ----------------------------------------------------------------------------------------


def scenario(kind: str, rules: str, options: Mapping[str, Any] | None, expect: Mapping[str, Any], **keys: Any) -> Check:
    """A check that one scenario answers as expected."""
    asked = {"name": kind, "kind": kind, "rules": rules, "options": dict(options or {}), "expect": dict(expect), **keys}

    def check() -> None:
        answer = run(asked)
        got = {key: answer.result.get(key) for key in expect}
        assert answer.ok, f"{got} is not {dict(expect)}; all of it: {answer.result}"

    return Check(kind, check)


def compare(
    play: str, table: str | None = None, *, hand: str | None = None, rules: str = DEFAULT_RULES, **rest: Any
) -> Check:
    """A play, alone or on another: `compare("22", "AA", beats=True)`. `options` and what is expected follow."""
    options = rest.pop("options", None)
    return scenario("compare", rules, options, rest, play=play, table=table, hand=hand)


def beaten(table: str, *plays: str, rules: str = DEFAULT_RULES, options: Mapping[str, Any] | None = None) -> Check:
    """Each of the plays beats the table."""
    return every(*(compare(play, table, rules=rules, options=options, beats=True) for play in plays))


def unbeaten(table: str, *plays: str, rules: str = DEFAULT_RULES, options: Mapping[str, Any] | None = None) -> Check:
    """None of the plays beats the table."""
    return every(*(compare(play, table, rules=rules, options=options, beats=False) for play in plays))


def split_hands(hands: str | Sequence[str]) -> list[str]:
    """Six hands from one text, `-` for an empty one."""
    listed = hands.split() if isinstance(hands, str) else list(hands)
    return ["" if hand == "-" else hand for hand in listed]


def seats(text: str | Sequence[int]) -> list[int]:
    """Seats from `"035"`."""
    return [int(seat) for seat in text]


def deal(
    hands: str | Sequence[str],
    script: str | Sequence[str],
    *,
    leader: int | None = None,
    rules: str = DEFAULT_RULES,
    options: Mapping[str, Any] | None = None,
    position: Mapping[str, Any] | None = None,
    **expect: Any,
) -> Check:
    """A script in a position: `deal("AA773 S22663 …", "0 play AA, 1 burn 22", leading=1)`.

    The first step's seat leads unless `leader` says otherwise; every step must be accepted unless `rejected` says
    otherwise. `position` holds `finished`, `revolted`, `head_claims`, `opened` as texts of seats. Short forms of what
    is expected: `asks={3: "accept play"}`, `top="1 22"`, `burns=["1 burns 0 success"]`, `shut=["0 by 3"]`, and texts
    of seats for lists of seats.
    """
    steps = [step.strip() for step in script.split(",")] if isinstance(script, str) else list(script)
    steps = [step for step in steps if step]
    first = int(steps[0].split()[0]) if leader is None else leader
    where = {key: seats(value) for key, value in (position or {}).items()}
    return scenario(
        "deal",
        rules,
        options,
        {"rejected": None} | _long_forms(expect),
        hands=split_hands(hands),
        leader=first,
        script=steps,
        **where,
    )


_SEAT_LISTS = ("opened", "point_ready", "finished", "placed_last", "locked", "places", "exempt", "opened_next")
_SEAT_LISTS_BEFORE = ("may_revolt", "forced_revolt")


def _long_forms(expect: Mapping[str, Any]) -> dict[str, Any]:
    """What is expected, as scenarios write it."""
    long = dict(expect)
    for key in (*_SEAT_LISTS, *_SEAT_LISTS_BEFORE):
        if isinstance(long.get(key), str):
            long[key] = seats(long[key])
    if "asks" in long:
        long["prompts"] = {str(seat): verbs.split() for seat, verbs in long.pop("asks").items()}
    if isinstance(long.get("top"), str):
        seat, play = long["top"].split()
        long["top"] = {"seat": int(seat), "play": play}
    if isinstance(long.get("rejected"), str):
        step, reason = long["rejected"].split()
        long["rejected"] = {"step": int(step), "reason": reason}
    if "burns" in long:
        long["burns"] = [_burn(each) for each in long["burns"]]
    if "shut" in long:
        long["shut"] = [{"victim": int(each.split()[0]), "by": int(each.split()[2])} for each in long["shut"]]
    if "tributes" in long:
        long["tributes"] = [_tribute(each) for each in long["tributes"]]
    if isinstance(long.get("scores"), int):
        long["scores"] = [long["scores"], -long["scores"]] * 3
    return long


def _burn(text: str) -> dict[str, Any]:
    """`"1 burns 0 success"`, with points where there are any: `"1 burns 0 success 2"`."""
    by, _, victim, outcome, *points = text.split()
    return {"by": int(by), "victim": int(victim), "outcome": outcome, "points": int(points[0]) if points else 0}


def _tribute(text: str) -> dict[str, Any]:
    """`"place 5 to 0: 2"`, with the cards where they are known: `"place 5 to 0: 2 BA"`."""
    words = text.replace(":", "").split()
    record = {"kind": words[0], "from": int(words[1]), "to": int(words[3]), "count": int(words[4])}
    return record | {"cards": words[5]} if len(words) > 5 else record


def settle(
    places: str,
    *,
    opened: str = "012345",
    declared: str = "",
    revolted: str = "",
    conceded: str = "",
    burns: Sequence[str] = (),
    shut: Sequence[str] = (),
    dealt: str | None = None,
    streaks: Mapping[int, int] | None = None,
    rules: str = DEFAULT_RULES,
    options: Mapping[str, Any] | None = None,
    **expect: Any,
) -> Check:
    """What a finished deal is worth: `settle("012345", opened="0", scores=2, tributes=["place 5 to 0: 2"])`.

    Everybody has opened unless `opened` says otherwise, and nothing else happened. An only number for `scores` is that
    of the even seats.
    """
    facts: dict[str, Any] = {"opened": opened, "declared": declared, "revolted": revolted, "conceded": conceded}
    outcome = {key: seats(value) for key, value in facts.items()}
    happened = _long_forms({"burns": burns, "shut": shut})
    keys: dict[str, Any] = {"outcome": {"places": seats(places)} | outcome | happened}
    if dealt is not None:
        keys["dealt"] = split_hands(dealt)
    if streaks is not None:
        keys["streaks"] = [{"payer": payer, "deals": deals} for payer, deals in streaks.items()]
    return scenario("settle", rules, options, _long_forms(expect), **keys)


def setup(
    dealt: str,
    *,
    shown: Sequence[str] = (),
    revolts: str = "",
    buys_four: str | None = None,
    rules: str = DEFAULT_RULES,
    options: Mapping[str, Any] | None = None,
    **expect: Any,
) -> Check:
    """What happens before the first lead: `setup("BS2K4 …", shown=["2 4s4s"], purchases=["0 buys 3 from 3 for 2"])`.

    A price of `nothing` is none; `hands` may be one text of six.
    """
    keys: dict[str, Any] = {"dealt": split_hands(dealt), "revolts": seats(revolts)}
    keys["shown"] = [{"seat": int(each.split()[0]), "cards": each.split()[1]} for each in shown]
    if buys_four is not None:
        keys["buys_four"] = seats(buys_four)
    long = _long_forms(expect)
    if "purchases" in long:
        long["purchases"] = [_purchase(each) for each in long["purchases"]]
    if isinstance(long.get("hands"), str):
        long["hands"] = split_hands(long["hands"])
    return scenario("setup", rules, options, long, **keys)


def _purchase(text: str) -> dict[str, Any]:
    """`"0 buys 3 from 4 for 2"`."""
    buyer, _, rank, _, seller, _, price = text.split()
    return {"rank": rank, "buyer": int(buyer), "seller": int(seller), "price": "" if price == "nothing" else price}
