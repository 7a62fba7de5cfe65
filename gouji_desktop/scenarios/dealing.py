"""Scenarios of kind `deal`: a position and what is done in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from gouji_desktop.rules import commands as cmd
from gouji_desktop.rules.cards import Face, Held, counts_text, ranks_text
from gouji_desktop.rules.engine import apply
from gouji_desktop.rules.evolving import HEAD_CLAIM_ROUNDS
from gouji_desktop.rules.phases.answering import chaos_begins
from gouji_desktop.rules.policies.burning import burn_points
from gouji_desktop.rules.prompts import prompts
from gouji_desktop.rules.rejections import Reason, Rejected
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import NOBODY, SEATS, Seat, mask_of, seats_of
from gouji_desktop.rules.state import EMPTY_ROUND, Burn, Deal, Hand, Match, Stage, Word, make_hand, new_match
from gouji_desktop.rules.views import announced_counts
from gouji_desktop.scenarios.reading import ScenarioError, faces, need, seat, seats, six_hands

RESULT_KEYS = (
    "rejected",
    "prompts",
    "leading",
    "top",
    "gouji_in_force",
    "opened",
    "point_ready",
    "burns",
    "shut",
    "finished",
    "placed_last",
    "chaos",
    "locked",
    "over",
    "places",
    "announced",
    "dead_gouji",
)
#: Verbs of a step and whether cards follow.
VERBS = {"play": True, "burn": True, "pass": False, "yield": False, "decline": False, "accept": False}


class Step(NamedTuple):
    """One step of a script."""

    seat: Seat
    verb: str
    faces: tuple[Face, ...]


def read_step(text: object) -> Step:
    """A step from `"SEAT VERB [CARDS]"`. Raises ScenarioError."""
    words = text.split(maxsplit=2) if isinstance(text, str) else []
    if len(words) < 2 or words[0] not in {str(number) for number in range(SEATS)} or words[1] not in VERBS:
        raise ScenarioError(f"the key 'script' holds no step such as '0 play 77': {text!r}")
    cards = faces(words[2], "script") if len(words) == 3 else ()
    if bool(cards) != VERBS[words[1]]:
        raise ScenarioError(f"the key 'script' holds a step with {'no' if not cards else 'needless'} cards: {text!r}")
    return Step(int(words[0]), words[1], cards)


def position(scenario: Mapping[str, Any], rules: RuleSet) -> Match:
    """The match that a scenario describes, with its leader to lead."""
    hands = tuple(make_hand([Held(face) for face in hand]) for hand in six_hands(scenario, "hands"))
    leader = seat(need(scenario, "leader", int), "leader")
    finished = tuple(seats(scenario, "finished"))
    revolted = mask_of(seats(scenario, "revolted"))
    claims = seats(scenario, "head_claims")
    live = mask_of(number for number in range(SEATS) if hands[number].size and not revolted >> number & 1)
    for number in finished:
        if live >> number & 1:
            raise ScenarioError(f"the key 'finished' names seat {number}, which holds cards")
    if not live >> leader & 1:
        raise ScenarioError(f"the key 'leader' names seat {leader}, which holds no cards")
    deal = Deal(
        number=1,
        stage=Stage.PLAYING,
        hands=hands,
        dealt=hands,
        lot=0,
        leader=leader,
        query=None,
        shows=(),
        purchases=(),
        payments=(),
        owed=(),
        exempt=0,
        declared=0,
        revolted=revolted,
        head_claims=mask_of(claims),
        conceded=0,
        live=live,
        dead_left=tuple(HEAD_CLAIM_ROUNDS if number in claims else 0 for number in range(SEATS)),
        dead_used=0,
        opened=mask_of(seats(scenario, "opened")),
        point_ready=0,
        finished=finished,
        placed_last=(),
        burns=(),
        shut=(),
        chaos=chaos_begins(len(finished), live, rules),
        round=EMPTY_ROUND._replace(turn=leader, word=Word.LEAD),
        last_round=(None,) * SEATS,
        places=(),
    )
    return new_match(rules)._replace(deal=deal)


def run(scenario: Mapping[str, Any], rules: RuleSet) -> dict[str, Any]:
    """Play the script and report the position after it."""
    match = position(scenario, rules)
    steps = [read_step(text) for text in need(scenario, "script", list)]
    rejected: dict[str, Any] | None = None
    for index, step in enumerate(steps):
        match, reason = take_step(match, step)
        if reason is not None:
            rejected = {"step": index, "reason": reason.value}
            break
    return report(match) | {"rejected": rejected}


def take_step(match: Match, step: Step) -> tuple[Match, Reason | None]:
    """The match after one step, or why it was refused.

    An open burn query is taken as declined by all that have not answered where the step belongs to somebody whose turn
    comes after it: a step that is refused now and possible once the query is over. Where it never is, nothing changes.
    """
    outcome = apply(match, _command(match, step))
    closed = match
    while isinstance(outcome, Rejected) and closed.deal is not None and closed.deal.query is not None:
        closed = _apply(closed, cmd.CloseQuery())
        later = apply(closed, _command(closed, step))
        if not isinstance(later, Rejected) or later.reason not in {Reason.NOT_ASKED, Reason.QUERY_OPEN}:
            match, outcome = closed, later
            break
    if isinstance(outcome, Rejected):
        return match, outcome.reason
    assert match.deal is not None
    if step.verb == "accept" and match.deal.round.word != Word.LAST_WORD:
        return match, Reason.WRONG_VERB
    return close_answered(outcome[0]), None


def close_answered(match: Match) -> Match:
    """Close a query that everybody who is asked has answered."""
    while match.deal is not None and match.deal.query is not None and not match.deal.query.waiting:
        match = _apply(match, cmd.CloseQuery())
    return match


def _apply(match: Match, command: cmd.Command) -> Match:
    outcome = apply(match, command)
    assert not isinstance(outcome, Rejected)
    return outcome[0]


def _command(match: Match, step: Step) -> cmd.Command:
    prompt = match.step
    if step.verb == "play":
        return cmd.PlayCards(step.seat, prompt, _choose(match, step))
    if step.verb in {"burn", "decline"}:
        return cmd.BurnCards(step.seat, prompt, _choose(match, step))
    return cmd.Yield(step.seat, prompt) if step.verb == "yield" else cmd.Pass(step.seat, prompt)


def _choose(match: Match, step: Step) -> tuple[Face, ...]:
    """Faces of the hand with the ranks of the step: suits may be left out of a script."""
    assert match.deal is not None
    hand = match.deal.hands[step.seat]
    have = list(hand.faces) if isinstance(hand, Hand) else []
    chosen: list[Face] = []
    for face in step.faces:
        same = next((each for each in have if each == face), None)
        if same is None:
            same = next((each for each in have if ranks_text([each]) == ranks_text([face])), face)
        if same in have:
            have.remove(same)
        chosen.append(same)
    return tuple(chosen)


def report(match: Match) -> dict[str, Any]:
    """The position in words of the format."""
    deal = match.deal
    assert deal is not None
    table = deal.round
    over = deal.stage == Stage.OVER
    top = None
    if table.laid is not None:
        top = {"seat": table.top, "play": counts_text(table.laid.play.counts)}
    leading = table.turn if table.word == Word.LEAD and deal.stage == Stage.PLAYING else NOBODY
    result: dict[str, Any] = {
        "prompts": {} if over else {str(prompt.seat): list(prompt.verbs) for prompt in prompts(match)},
        "leading": None if leading == NOBODY else leading,
        "top": top,
        "gouji_in_force": table.in_force and not over,
        "opened": list(seats_of(deal.opened)),
        "point_ready": list(seats_of(deal.point_ready)),
        "burns": [burn_record(burn, match.rules) for burn in deal.burns if is_settled(burn)],
        "shut": [shut._asdict() for shut in deal.shut],
        "finished": list(deal.finished),
        "placed_last": list(deal.placed_last),
        "chaos": deal.chaos,
        "locked": [] if over else list(seats_of(table.locked & deal.live)),
        "over": over,
        "announced": {
            str(number): count for number, count in enumerate(announced_counts(match)) if count is not None and not over
        },
        "dead_gouji": list(deal.dead_left),
    }
    if over:
        result["places"] = list(deal.places)
    return result


def is_settled(burn: Burn) -> bool:
    """Whether a burn is one that a record names."""
    return burn.outcome in {"success", "undone", "failed"}


def burn_record(burn: Burn, rules: RuleSet) -> dict[str, Any]:
    """A settled burn."""
    points = burn_points(burn.counter, rules) if burn.outcome == "success" else 0
    return {"by": burn.by, "victim": burn.victim, "outcome": burn.outcome, "points": points}
