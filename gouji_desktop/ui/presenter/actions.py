"""The row of buttons: 出牌 过/扣 让 烧 提示 托管.

The buttons keep their places; what a click would do follows from the own view, the open prompt and the selection
alone, by the engine's own checks. A grey button says why.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from gouji_desktop.rules.cards import Face, counts_of
from gouji_desktop.rules.commands import BurnCards, Pass, PlayCards, SeatCommand, Yield
from gouji_desktop.rules.phases.answering import is_headless
from gouji_desktop.rules.phases.playing import bound_burn, check_burn, check_play
from gouji_desktop.rules.plays import Play, is_gouji, play_of_faces
from gouji_desktop.rules.policies import burning, opening
from gouji_desktop.rules.prompts import Prompt
from gouji_desktop.rules.rejections import Reason
from gouji_desktop.rules.seats import NOBODY, OPPOSITE, Seat
from gouji_desktop.rules.state import Deal, Hand, Stage, Word
from gouji_desktop.rules.views import View
from gouji_desktop.ui.presenter.cardwords import play_words, spoken_play
from gouji_desktop.ui.presenter.reasons import Fault, Grey, long_reason, needed_number, refine, short_reason
from gouji_desktop.ui.presenter.words import Words

#: A click so many seconds after a change of meaning is ignored.
MEANING_GUARD: Final = 0.25


class Action(StrEnum):
    """The buttons, in their places."""

    PLAY = "play"
    PASS = "pass"  # noqa: S105 - the word of the game
    YIELD = "yield"
    BURN = "burn"
    HINT = "hint"
    AUTO = "auto"


KEYS: Final = {
    Action.PLAY: "⏎",
    Action.PASS: "P",
    Action.YIELD: "Y",
    Action.BURN: "F",
    Action.HINT: "H",
    Action.AUTO: "G",
}


@dataclass(frozen=True, slots=True)
class ActionInputs:
    """What the buttons follow from."""

    view: View
    #: None for a spectator.
    seat: Seat | None
    prompt: Prompt | None
    #: The selected cards.
    faces: tuple[Face, ...] = ()
    hints: bool = True
    #: The session can hand the seat to a bot, and whether a bot plays it now.
    trustee: bool = True
    trustee_on: bool = False
    paused: bool = False
    #: A command went out and nothing has come back.
    sent: bool = False
    #: Why nothing can be sent at all: no connection, or a server that stands still.
    halted: Grey | None = None


@dataclass(frozen=True, slots=True)
class ButtonProps:
    """One button. `command` is what a click sends; hint and auto send nothing and have none."""

    action: Action
    enabled: bool
    label_key: str
    label: str
    key_hint: str
    short_reason: str
    long_reason: str
    fault: Fault | None
    command: SeatCommand | None


@dataclass(frozen=True, slots=True)
class SelectionLine:
    """The selection in words at the right of the row, and what is to be said about it."""

    text: str
    detail: str
    playable: bool


@dataclass(frozen=True, slots=True)
class ActionProps:
    """The whole row. `meaning` changes whenever a click would answer another question."""

    buttons: tuple[ButtonProps, ...]
    selection: SelectionLine
    meaning: str

    def button(self, action: Action) -> ButtonProps:
        """One of the buttons."""
        return next(button for button in self.buttons if button.action is action)


@dataclass(frozen=True, slots=True)
class MeaningGuard:
    """Remembers when the meaning of the row last changed, by the caller's clock."""

    meaning: str = ""
    since: float = float("-inf")

    def observe(self, meaning: str, now: float) -> MeaningGuard:
        """The guard after the row was derived anew."""
        return self if meaning == self.meaning else MeaningGuard(meaning, now)

    def allows(self, now: float) -> bool:
        """Whether a click may count."""
        return now - self.since >= MEANING_GUARD


def derive_actions(inputs: ActionInputs, words: Words) -> ActionProps:
    """The buttons, the selection in words, and the meaning of the row."""
    if inputs.view.over:
        # There is nothing left to take back from the bot, and what is sent now is no answer at this table.
        inputs = replace(inputs, trustee_on=False, sent=False)
    blocked = _blocked(inputs)
    found: dict[Action, tuple[str, Fault | None, SeatCommand | None]] = {
        Action.PLAY: ("button.play", *_play(inputs)),
        Action.PASS: (_pass_label(inputs), *_pass(inputs)),
        Action.YIELD: ("button.yield", *_yield(inputs)),
        Action.BURN: ("button.burn", *_burn(inputs)),
        Action.HINT: ("button.hint", _hint(inputs), None),
        Action.AUTO: ("button.take_back" if inputs.trustee_on else "button.auto", _auto(inputs), None),
    }
    buttons = []
    for action, (key, fault, command) in found.items():
        stops = blocked if blocked is not None and (action is not Action.AUTO or inputs.halted) else fault
        buttons.append(
            ButtonProps(
                action,
                enabled=stops is None,
                label_key=key,
                label=words(key),
                key_hint=KEYS[action],
                short_reason="" if stops is None else short_reason(stops, words),
                long_reason="" if stops is None else long_reason(stops, words),
                fault=stops,
                command=command if stops is None else None,
            )
        )
    return ActionProps(tuple(buttons), selection_line(inputs, words), meaning_of(inputs))


def meaning_of(inputs: ActionInputs) -> str:
    """What the row answers now; empty where nothing is asked."""
    prompt = inputs.prompt
    if prompt is None:
        return "auto" if inputs.trustee_on else ""
    word = inputs.view.deal.round.word if inputs.view.deal is not None else ""
    return f"{prompt.id}:{prompt.stage.value}:{word}:{','.join(prompt.verbs)}:{int(inputs.trustee_on)}"


# --- one button each --------------------------------------------------------------------------------------------


def _blocked(inputs: ActionInputs) -> Fault | None:
    """What stops everything but 托管."""
    if inputs.seat is None:
        return Fault(Grey.WATCHING)
    if inputs.halted is not None:
        return Fault(inputs.halted)
    if inputs.trustee_on:
        return Fault(Grey.TRUSTEE)
    if inputs.paused:
        return Fault(Grey.PAUSED)
    return Fault(Grey.SENT) if inputs.sent else None


def _not_asked(inputs: ActionInputs) -> Fault:
    """Why a seat without a prompt can do nothing."""
    deal = inputs.view.deal
    if deal is None or deal.stage is Stage.OVER:
        return Fault(Grey.DEAL_OVER)
    if inputs.seat is not None and not deal.live >> inputs.seat & 1:
        return Fault(Grey.OUT)
    return Fault(Reason.NOT_ASKED)


def _stage(inputs: ActionInputs) -> Stage | None:
    return None if inputs.prompt is None else inputs.prompt.stage


def _table(inputs: ActionInputs) -> Play | None:
    deal = inputs.view.deal
    return None if deal is None or deal.round.laid is None else deal.round.laid.play


def _judge(inputs: ActionInputs, *, burns: bool) -> Fault | None:
    """The engine's verdict on the selection."""
    deal, seat = inputs.view.deal, inputs.seat
    if deal is None or seat is None or not isinstance(deal.hands[seat], Hand):
        return Fault(Reason.NO_DEAL)
    verdict = (check_burn if burns else check_play)(inputs.view, seat, inputs.faces)
    if isinstance(verdict, Play):
        return None
    return refine(verdict, _table(inputs), play_of_faces(inputs.faces), inputs.view.rules)


def _play(inputs: ActionInputs) -> tuple[Fault | None, SeatCommand | None]:
    prompt = inputs.prompt
    if prompt is None:
        return _not_asked(inputs), None
    if prompt.stage is Stage.BURN_QUERY:
        return Fault(Grey.BURN_OR_NOT), None
    if prompt.stage is not Stage.PLAYING:
        return Fault(Grey.ANSWER_FIRST), None
    return _judge(inputs, burns=False), PlayCards(prompt.seat, prompt.id, inputs.faces)


def _pass_label(inputs: ActionInputs) -> str:
    if _stage(inputs) is Stage.BURN_QUERY:
        return "button.no_burn"
    last = inputs.prompt is not None and "accept" in inputs.prompt.verbs
    return "button.accept" if last else "button.pass"


def _pass(inputs: ActionInputs) -> tuple[Fault | None, SeatCommand | None]:
    prompt = inputs.prompt
    if prompt is None:
        return _not_asked(inputs), None
    if prompt.stage is Stage.BURN_QUERY:
        return None, BurnCards(prompt.seat, prompt.id, ())
    if prompt.stage is not Stage.PLAYING:
        return Fault(Grey.ANSWER_FIRST), None
    if not {"pass", "accept"} & set(prompt.verbs):
        return Fault(Reason.MUST_LEAD), None
    return None, Pass(prompt.seat, prompt.id)


def _yield(inputs: ActionInputs) -> tuple[Fault | None, SeatCommand | None]:
    prompt, deal = inputs.prompt, inputs.view.deal
    if prompt is None or deal is None:
        return _not_asked(inputs), None
    if prompt.stage is Stage.BURN_QUERY:
        return Fault(Grey.BURN_OR_NOT), None
    if prompt.stage is not Stage.PLAYING:
        return Fault(Grey.ANSWER_FIRST), None
    if "yield" in prompt.verbs:
        return None, Yield(prompt.seat, prompt.id)
    table = deal.round
    if table.word is Word.LEAD:
        return Fault(Reason.MUST_LEAD), None
    if deal.chaos:
        return Fault(Grey.CHAOS), None
    if table.top == OPPOSITE[prompt.seat]:
        return Fault(Grey.NOBODY_BEHIND), None
    return Fault(Grey.NOT_OPPOSITE), None


def _burn(inputs: ActionInputs) -> tuple[Fault | None, SeatCommand | None]:
    prompt = inputs.prompt
    if prompt is not None and prompt.stage is Stage.BURN_QUERY:
        return _judge(inputs, burns=True), BurnCards(prompt.seat, prompt.id, inputs.faces)
    if prompt is not None and prompt.stage is not Stage.PLAYING:
        return Fault(Grey.ANSWER_FIRST), None
    deal, seat = inputs.view.deal, inputs.seat
    if deal is None or seat is None or deal.stage not in (Stage.PLAYING, Stage.BURN_QUERY):
        return _not_asked(inputs), None
    return Fault(_no_burn(inputs, deal, seat)), None


def _no_burn(inputs: ActionInputs, deal: Deal, seat: Seat) -> Reason | Grey:
    """Why there is nothing to burn for this seat."""
    table, rules = deal.round, inputs.view.rules
    if not deal.live >> seat & 1:
        return Grey.OUT
    if deal.chaos:
        return Grey.CHAOS
    if table.laid is None or table.top == NOBODY:
        return Grey.NOTHING_TO_BURN
    if table.top == seat:
        return Grey.OWN_PLAY
    if not is_gouji(table.laid.play):
        return Grey.NOT_GOUJI
    if table.top == OPPOSITE[seat]:
        return Reason.OWN_OPPOSITE
    if not table.in_force:
        return Grey.NOT_IN_FORCE
    if is_headless(deal, seat):
        return Grey.HEADLESS
    if table.locked >> seat & 1 and not rules.burn_after_pass:
        return Grey.PASSED
    hand = deal.hands[seat]
    can = isinstance(hand, Hand) and burning.may_burn(hand.counts, table.laid.play, rules)
    return Grey.BURN_OVER if can else Reason.BURN_NOT_FEASIBLE


def _hint(inputs: ActionInputs) -> Fault | None:
    if inputs.prompt is None:
        return _not_asked(inputs)
    return None if inputs.hints else Fault(Grey.NO_HINTS)


def _auto(inputs: ActionInputs) -> Fault | None:
    if inputs.seat is None:
        return Fault(Grey.WATCHING)
    if not inputs.trustee:
        return Fault(Grey.NO_TRUSTEE)
    deal = inputs.view.deal
    over = deal is None or deal.stage is Stage.OVER
    return Fault(Grey.DEAL_OVER) if over and not inputs.trustee_on else None


# --- the selection in words -------------------------------------------------------------------------------------


def selection_line(inputs: ActionInputs, words: Words) -> SelectionLine:
    """What is chosen, as a player says it, and why it cannot be laid or what it would mean."""
    faces, deal = inputs.faces, inputs.view.deal
    if not faces or deal is None or inputs.seat is None:
        return SelectionLine("", "", playable=False)
    if _stage(inputs) is Stage.RETURN_QUERY:
        return SelectionLine(words("action.selected_cards", n=len(faces)), "", playable=False)
    play = play_of_faces(faces)
    burns = _stage(inputs) is Stage.BURN_QUERY
    fault = _judge(inputs, burns=burns)
    if play is None or fault is not None:
        what = words("count.cards", n=len(faces)) if play is None else play_words(play, words)
        why = fault or Fault(Reason.NOT_A_PLAY)
        text = words("action.selected_fault", what=what, why=short_reason(why, words))
        return SelectionLine(text, long_reason(why, words), playable=False)
    detail = _meaning_of_play(inputs, deal, inputs.seat, play, burns=burns)
    return SelectionLine(
        words("action.selected", what=spoken_play(play, words, classed=_classed(inputs, deal, play))),
        words(detail) if detail else "",
        playable=True,
    )


def _classed(inputs: ActionInputs, deal: Deal, play: Play) -> bool:
    """Whether 够级 means anything for a selection: neither in chaos nor for last cards that everybody may answer."""
    hand = None if inputs.seat is None else deal.hands[inputs.seat]
    out = hand is not None and hand.size == play.size
    return not deal.chaos and not (out and inputs.view.rules.last_gouji_play == "anyone")


def wanted_cards(view: View, prompt: Prompt | None) -> int:
    """How many cards an answer to the play on the table has; 0 where that is open."""
    deal = view.deal
    if prompt is None or prompt.stage not in (Stage.PLAYING, Stage.BURN_QUERY) or deal is None:
        return 0
    if deal.round.laid is None:
        return 0
    return needed_number(deal.round.laid.play, view.rules)


def _meaning_of_play(inputs: ActionInputs, deal: Deal, seat: Seat, play: Play, *, burns: bool) -> str:
    """The key of what a legal selection would lead to, where that is not plain to see."""
    rules = inputs.view.rules
    hand = deal.hands[seat]
    if isinstance(hand, Hand) and bound_burn(deal, seat):
        left = burning.minus(hand.counts, play)
        if not burning.keeps_duty(play, left):
            return "action.fails_burn"
    if burns:
        return "action.burns"
    if deal.chaos or deal.opened >> seat & 1 or not opening.can_open(play, rules):
        return _fours(deal, seat, play)
    return "action.opens_fours" if opening.needs_fours(rules) else "action.opens"


def _fours(deal: Deal, seat: Seat, play: Play) -> str:
    """What a lead means to a seat whose 4s are due."""
    hand = deal.hands[seat]
    if not deal.point_ready >> seat & 1 or deal.round.laid is not None or not isinstance(hand, Hand):
        return ""
    return "action.opens_now" if opening.leads_all_fours(play, counts_of(hand.faces)) else "action.misses_point"
