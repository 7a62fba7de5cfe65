"""The message in the middle of the table: 轮到你 and its second line, or who is waited for."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from gouji_desktop.rules.cards import THREE
from gouji_desktop.rules.phases.playing import bound_burn
from gouji_desktop.rules.plays import is_gouji
from gouji_desktop.rules.policies import opening
from gouji_desktop.rules.prompts import Prompt
from gouji_desktop.rules.seats import NOBODY, OPPOSITE, Seat
from gouji_desktop.rules.state import Deal, Hand, Stage, Word
from gouji_desktop.rules.views import View
from gouji_desktop.ui.presenter.seating import Names
from gouji_desktop.ui.presenter.words import Words


class MessageKind(StrEnum):
    """How loudly a message is said."""

    NONE = "none"
    OWN_TURN = "own_turn"
    WAITING = "waiting"
    QUERY = "query"
    PAUSED = "paused"


class Message(NamedTuple):
    """The two lines of the message."""

    kind: MessageKind
    title: str
    detail: str


def derive_message(
    view: View, prompt: Prompt | None, names: Names, words: Words, *, paused: bool = False, trustee_on: bool = False
) -> Message:
    """What the middle of the table says now."""
    deal = view.deal
    if paused:
        return Message(MessageKind.PAUSED, words("message.paused"), words("message.paused_detail"))
    if deal is None or deal.stage is Stage.OVER:
        return Message(MessageKind.NONE, "", "")
    if trustee_on:
        return Message(MessageKind.WAITING, words("message.trustee"), words("message.trustee_detail"))
    if deal.query is not None:
        key = "asked" if prompt is not None else "waits"
        stage = deal.stage.value
        return Message(MessageKind.QUERY, words(f"message.{stage}.{key}"), words(f"message.{stage}.why"))
    if deal.stage is not Stage.PLAYING or deal.round.turn == NOBODY:
        return Message(MessageKind.NONE, "", "")
    if prompt is None:
        return Message(MessageKind.WAITING, words("message.waiting", who=names.names[deal.round.turn]), "")
    title = "message.last_word" if deal.round.word is Word.LAST_WORD else "message.your_turn"
    return Message(MessageKind.OWN_TURN, words(title), own_detail(view, deal, prompt.seat, words))


def _lead(view: View, deal: Deal, seat: Seat) -> str:
    """The key of what may be led: under 憋三 everything but 3s, and those when nothing else is left."""
    hand = deal.hands[seat]
    if not view.rules.hold_threes or not isinstance(hand, Hand) or not hand.counts[THREE]:
        return "message.lead"
    return "message.lead_threes" if hand.counts[THREE] == hand.size else "message.lead_held"


def own_detail(view: View, deal: Deal, seat: Seat, words: Words) -> str:
    """The second line of 轮到你: what is at stake, the weightiest thing first."""
    table, rules = deal.round, view.rules
    bound = bound_burn(deal, seat)
    if table.laid is None:
        if bound:
            return words("message.lead_burning")
        if deal.point_ready >> seat & 1:
            return words("message.lead_fours")
        return words(_lead(view, deal, seat))
    top = table.top
    if deal.chaos:
        return words("message.chaos")
    opens = not deal.opened >> top & 1 and opening.can_open(table.laid.play, rules)
    ready = opening.needs_fours(rules)
    if top == OPPOSITE[seat] and opens:
        return words("message.opposite_readies" if ready else "message.opposite_opens")
    if bound:
        return words("message.answer_burning")
    burner = bound_burn(deal, top)
    if burner and not burner[1].outcome:
        return words("message.undo_burn")
    if not deal.live >> top & 1:
        return words("message.last_play")
    if table.word is Word.LAST_WORD:
        return words("message.accept")
    if top == OPPOSITE[seat]:
        return words("message.may_yield")
    return words("message.gouji") if is_gouji(table.laid.play) else words("message.answer")
