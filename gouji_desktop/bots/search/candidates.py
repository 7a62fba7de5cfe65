"""The moves that the search compares: what the house bot would do, and what it thought of besides."""

from __future__ import annotations

from collections.abc import Sequence

from gouji_desktop.bots.burning import choose_cover, choose_dutiful, sorted_covers
from gouji_desktop.bots.leading import score_leads
from gouji_desktop.bots.position import Position
from gouji_desktop.bots.replying import allies_behind, score_answers
from gouji_desktop.bots.sight import has_duty, legal_plays
from gouji_desktop.bots.tracker import Tracker
from gouji_desktop.bots.weights import Weights
from gouji_desktop.rules.plays import Play
from gouji_desktop.rules.prompts import Prompt
from gouji_desktop.rules.seats import same_side
from gouji_desktop.rules.state import Stage
from gouji_desktop.rules.views import View

#: More moves than this are not compared.
MOST_CANDIDATES = 10
#: Covers that are compared with not burning.
MOST_COVERS = 4


def candidates(view: View, prompt: Prompt, tracker: Tracker, weights: Weights) -> Sequence[Play | None]:
    """The house bot's move first, then others by its values; None lets the play lie (or burns not)."""
    position = Position(view, prompt.seat, tracker, weights)
    if prompt.stage == Stage.BURN_QUERY:
        if same_side(prompt.seat, position.deal.round.top):
            # No ally is burnt, whatever the worlds say: people who sit together do not do that to one another.
            return [None]
        best = choose_cover(position)
        found: list[Play | None] = [best, None, *sorted_covers(position)[:MOST_COVERS]]
        return list(dict.fromkeys(found))
    if position.deal.round.laid is None:
        if has_duty(view, prompt):
            plays = legal_plays(view, prompt)
            rest = sorted(plays, key=position.change, reverse=True)
            return [*dict.fromkeys([choose_dutiful(position, plays), *rest])][:MOST_CANDIDATES]
        return [play for _, play in score_leads(position)[:MOST_CANDIDATES]]
    plays = legal_plays(view, prompt)
    if not plays:
        return [None]
    least = weights.wait if "yield" in prompt.verbs and allies_behind(position) else 0.0
    scored: list[tuple[float, Play | None]] = [(least, None), *score_answers(position, plays)]
    scored.sort(key=lambda pair: -pair[0])
    chosen = [move for _, move in scored[:MOST_CANDIDATES]]
    return chosen if None in chosen else [*chosen[:-1], None]
