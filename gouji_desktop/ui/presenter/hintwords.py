"""A suggestion of the hint button in words: 最省的一手; 过（按 P）：队友的牌，让他走."""

from __future__ import annotations

from typing import Final

from gouji_desktop.bots.hints import Suggestion
from gouji_desktop.bots.why import Why
from gouji_desktop.rules.state import Act, Stage
from gouji_desktop.ui.presenter.actions import KEYS, Action
from gouji_desktop.ui.presenter.words import Words

#: Keys of the catalogue that are made from parts.
WHY_KEYS: Final = tuple(f"why.{why.value}" for why in Why)
#: The buttons of the action row that send what is advised without cards.
_BUTTONS: Final = {Act.PASS.value: Action.PASS, Act.ACCEPT.value: Action.PASS, Act.YIELD.value: Action.YIELD}
_YES: Final = ("declare", "revolt", "claim", "buy")


def hint_words(suggestion: Suggestion, stage: Stage, words: Words) -> str:
    """Why cards were chosen; where none are, what to answer and why."""
    why = words(f"why.{suggestion.why.value}")
    if suggestion.faces:
        return why
    what, action = _what(suggestion.verb, stage, words), _BUTTONS.get(suggestion.verb)
    # Enter plays the cards that were chosen: where none were, nothing shows which key does it.
    return (
        words("hint.do_key", what=what, why=why, key=KEYS[action]) if action else words("hint.do", what=what, why=why)
    )


def _what(verb: str, stage: Stage, words: Words) -> str:
    if verb in {act.value for act in Act}:
        return words(f"act.{verb}")
    return words(f"hint.yes.{verb}") if verb in _YES else words(f"hint.no.{stage.value}")
