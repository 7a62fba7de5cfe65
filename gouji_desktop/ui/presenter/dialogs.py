"""The questions that stand on the table: 亮牌, 宣点, 革命, 要头, 买四, 还贡, 烧; and pause and quit.

Each is a frozen set of props. The choices of strategy have equal buttons and say what happens when time runs out; the
commands they send are ready in them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from gouji_desktop.rules.cards import Face
from gouji_desktop.rules.commands import Decide, SeatCommand, ShowSuit
from gouji_desktop.rules.policies import buying, first_lead
from gouji_desktop.rules.policies.point_tribute import point_debts
from gouji_desktop.rules.prompts import Prompt
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import OPPOSITE, Seat
from gouji_desktop.rules.state import Deal, Hand, Stage
from gouji_desktop.rules.views import View
from gouji_desktop.ui.presenter.carddialogs import BurnDialog, ReturnDialog, burn_dialog, return_dialog
from gouji_desktop.ui.presenter.cardwords import card_word, suited_words
from gouji_desktop.ui.presenter.dialogparts import DialogButton, MatchButton
from gouji_desktop.ui.presenter.seating import Names
from gouji_desktop.ui.presenter.words import Words


@dataclass(frozen=True, slots=True)
class ShowChoice:
    """One group of a suit that may be shown."""

    faces: tuple[Face, ...]
    label: str
    command: SeatCommand


@dataclass(frozen=True, slots=True)
class ShowDialog:
    """亮牌: which suit to show."""

    title: str
    lines: tuple[str, ...]
    choices: tuple[ShowChoice, ...]
    buttons: tuple[DialogButton, ...]
    timeout: str


@dataclass(frozen=True, slots=True)
class PointCell:
    """What a declaration is worth: a case and its number of cards."""

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class PointRow:
    """One line of the full table: who declared, and what is received less paid in the four cases."""

    label: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DeclareDialog:
    """宣点: three cells for the case that counts, and the full table on demand."""

    title: str
    lines: tuple[str, ...]
    cells: tuple[PointCell, ...]
    reverse: str
    columns: tuple[str, ...]
    rows: tuple[PointRow, ...]
    buttons: tuple[DialogButton, ...]
    timeout: str


@dataclass(frozen=True, slots=True)
class ChoiceDialog:
    """革命, 要头, 买四: a question of yes or no."""

    stage: Stage
    title: str
    lines: tuple[str, ...]
    buttons: tuple[DialogButton, ...]
    timeout: str


@dataclass(frozen=True, slots=True)
class MatchDialog:
    """Pause and quit: they belong to the program, not to the deal."""

    title: str
    lines: tuple[str, ...]
    buttons: tuple[MatchButton, ...]


TableDialog = ShowDialog | DeclareDialog | ChoiceDialog | ReturnDialog | BurnDialog


def derive_dialog(
    view: View,
    prompt: Prompt | None,
    selected: tuple[Face, ...],
    names: Names,
    words: Words,
    *,
    timed: bool = True,
) -> TableDialog | None:
    """The dialog of the open prompt; None where it needs none. `timed`: its time can run out, and it says so."""
    dialog = _dialog(view, prompt, selected, names, words)
    return dialog if dialog is None or timed else replace(dialog, timeout="")


def _dialog(
    view: View, prompt: Prompt | None, selected: tuple[Face, ...], names: Names, words: Words
) -> TableDialog | None:
    deal = view.deal
    if prompt is None or deal is None or prompt.stage is Stage.PLAYING:
        return None
    hand = deal.hands[prompt.seat]
    if not isinstance(hand, Hand):
        return None
    if prompt.stage is Stage.SHOW_QUERY:
        return show_dialog(view.rules, hand, prompt, words)
    if prompt.stage is Stage.POINT_QUERY:
        return declare_dialog(view.rules, prompt, words)
    if prompt.stage is Stage.RETURN_QUERY:
        return return_dialog(view, prompt, selected, names, words)
    if prompt.stage is Stage.BURN_QUERY:
        return burn_dialog(view, prompt, selected, names, words)
    return choice_dialog(view, deal, prompt, words)


def _decide(prompt: Prompt, words: Words, yes: str, no: str) -> tuple[DialogButton, ...]:
    """Two equal buttons: no on the left, yes on the right."""
    return (
        DialogButton("no", words(no), "N", True, "", Decide(prompt.seat, prompt.id, yes=False)),
        DialogButton("yes", words(yes), "D", True, "", Decide(prompt.seat, prompt.id, yes=True)),
    )


def show_dialog(rules: RuleSet, hand: Hand, prompt: Prompt, words: Words) -> ShowDialog:
    """亮牌."""
    choices = tuple(
        ShowChoice(
            group,
            words("dialog.show.choice", cards=suited_words(group, words)),
            ShowSuit(prompt.seat, prompt.id, group),
        )
        for group in first_lead.groups(hand.faces, first_lead.shown_rank(rules))
    )
    decline = DialogButton("no", words("dialog.show.no"), "N", True, "", ShowSuit(prompt.seat, prompt.id, ()))
    lines = (words("dialog.show.line1"), words("dialog.show.line2"))
    return ShowDialog(words("dialog.show.title"), lines, choices, (decline,), words("dialog.show.timeout"))


# --- 宣点 -------------------------------------------------------------------------------------------------------


def point_outcome(rules: RuleSet, declared: str, opened: str) -> tuple[int, int]:
    """Cards that one receives from the opposite and pays to it, streaks of earlier deals left out.

    Who declared and who opened is `own`, `other`, `both` or `none`.
    """
    masks = {"own": 1, "other": 1 << OPPOSITE[0], "both": 1 | 1 << OPPOSITE[0], "none": 0}
    debts = point_debts(rules, masks[opened], masks[declared], 0, ()).debts
    received = sum(debt.cards for debt in debts if debt.taker == 0 and debt.payer == OPPOSITE[0])
    paid = sum(debt.cards for debt in debts if debt.payer == 0 and debt.taker == OPPOSITE[0])
    return received, paid


def declare_dialog(rules: RuleSet, prompt: Prompt, words: Words) -> DeclareDialog:
    """宣点, with what it means under this rule set."""
    cells = tuple(
        PointCell(words(f"dialog.point.{key}"), words("count.cards", n=point_outcome(rules, declared, "own")[0]))
        for key, declared in (("none", "none"), ("one", "own"), ("both", "both"))
    )
    return DeclareDialog(
        title=words("dialog.point.title"),
        lines=(words("dialog.point.line1"), words("dialog.point.line2")),
        cells=cells,
        reverse=words("dialog.point.reverse"),
        columns=tuple(words(f"dialog.point.opened.{opened}") for opened in ("own", "none", "both", "other")),
        rows=point_rows(rules, words),
        buttons=_decide(prompt, words, "dialog.point.yes", "dialog.point.no"),
        timeout=words("dialog.point.timeout"),
    )


def point_rows(rules: RuleSet, words: Words) -> tuple[PointRow, ...]:
    """The full table of the point tribute, seen from the own seat."""
    rows = []
    for declared in ("none", "own", "other", "both") if rules.declare_point else ("none",):
        cells = []
        for opened in ("own", "none", "both", "other"):
            received, paid = point_outcome(rules, declared, opened)
            key = "both_ways" if received and paid else "receive" if received else "pay" if paid else "nothing"
            cells.append(words(f"dialog.point.cell.{key}", get=received, give=paid))
        rows.append(PointRow(words(f"dialog.point.declared.{declared}"), tuple(cells)))
    return tuple(rows)


# --- yes or no --------------------------------------------------------------------------------------------------


def choice_dialog(view: View, deal: Deal, prompt: Prompt, words: Words) -> ChoiceDialog:
    """革命, 要头 or 买四."""
    name = {Stage.REVOLT_QUERY: "revolt", Stage.HEAD_QUERY: "head", Stage.FOUR_QUERY: "four"}[prompt.stage]
    lines = [words(f"dialog.{name}.line1"), words(f"dialog.{name}.line2")]
    if prompt.stage is Stage.FOUR_QUERY:
        lines.append(_price(deal, prompt.seat, words))
    if prompt.stage is Stage.REVOLT_QUERY and view.rules.claim_head:
        lines.append(words("dialog.revolt.head"))
    return ChoiceDialog(
        prompt.stage,
        words(f"dialog.{name}.title"),
        tuple(lines),
        _decide(prompt, words, f"dialog.{name}.yes", f"dialog.{name}.no"),
        words(f"dialog.{name}.timeout"),
    )


def _price(deal: Deal, seat: Seat, words: Words) -> str:
    """What a 4 would cost."""
    hand = deal.hands[seat]
    assert isinstance(hand, Hand)
    price = buying.price_of(hand.faces)
    if price is None:
        return words("dialog.four.free")
    return words("dialog.four.price", card=card_word(price, words))


# --- pause and quit ---------------------------------------------------------------------------------------------


def pause_dialog(words: Words) -> MatchDialog:
    """暂停."""
    return MatchDialog(
        words("dialog.pause.title"),
        (words("dialog.pause.line"),),
        (
            MatchButton("quit", words("dialog.pause.quit"), "", primary=False),
            MatchButton("settings", words("dialog.pause.settings"), "", primary=False),
            MatchButton("resume", words("dialog.pause.resume"), "⏎", primary=True),
        ),
    )


def quit_dialog(words: Words, *, saved: bool, penalty: int = 0) -> MatchDialog:
    """Leaving a running match: it is saved, or a bot plays on and it costs something."""
    lines = [words("dialog.quit.saved" if saved else "dialog.quit.bot_plays")]
    if penalty and not saved:
        lines.append(words("dialog.quit.penalty", n=penalty))
    return MatchDialog(
        words("dialog.quit.title"),
        tuple(lines),
        (
            MatchButton("leave", words("dialog.quit.leave"), "", primary=False),
            MatchButton("stay", words("dialog.quit.stay"), "⏎", primary=True),
        ),
    )
