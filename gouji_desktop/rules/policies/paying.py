"""进贡 and 还贡: which cards are paid and which may go back (A:L71, B1:L150, B1:L160, D:L19)."""

from __future__ import annotations

from collections.abc import Sequence

from gouji_desktop.rules.cards import RANK_OF_FACE, THREE, Face, Held, sort_faces
from gouji_desktop.rules.rejections import Reason
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.state import Hand, Owed


def own_drawn(hand: Hand) -> list[Face]:
    """The cards that the seat drew itself, from high to low; others cannot be passed on (A:L71)."""
    # A hand lies in that order already.
    return [face for face, received in hand.held if not received]


def tribute_cards(hand: Hand, count: int) -> tuple[Face, ...]:
    """The largest own-drawn cards: what a payer pays (B1:L150, D:L19)."""
    return tuple(own_drawn(hand)[:count])


def default_return(hand: Hand, owed: Owed, rules: RuleSet) -> tuple[Face, ...]:
    """The smallest cards that may go back, keeping a 3 under 憋三."""
    own = own_drawn(hand)
    own.reverse()
    if rules.hold_threes:
        spare = hand.counts[THREE] - 1
        kept: list[Face] = []
        for face in own:
            if RANK_OF_FACE[face] == THREE:
                if spare <= 0:
                    continue
                spare -= 1
            kept.append(face)
        own = kept
    return sort_faces(own[: len(owed.received)])


def return_fault(hand: Hand, owed: Owed, faces: Sequence[Face], rules: RuleSet) -> Reason | None:
    """Why these cards may not go back; None where they may. What `default_return` gives always may."""
    default = default_return(hand, owed, rules)
    if sort_faces(faces) == default:
        return None
    if len(faces) != len(default):
        return Reason.WRONG_RETURN_NUMBER
    held = list(hand.held)
    for face in faces:
        own = Held(face, False)
        if own not in held:
            return Reason.RECEIVED_CARD if Held(face, True) in held else Reason.NOT_IN_HAND
        held.remove(own)
    if rules.hold_threes and hand.counts[THREE] and not any(RANK_OF_FACE[card.face] == THREE for card in held):
        return Reason.KEEP_A_THREE
    if rules.return_tribute == "up_to_rank":
        given = sorted((RANK_OF_FACE[face] for face in faces), reverse=True)
        limit = sorted((RANK_OF_FACE[face] for face in owed.received), reverse=True)
        if any(one > most for one, most in zip(given, limit, strict=False)):
            return Reason.RETURN_TOO_HIGH
    return None
