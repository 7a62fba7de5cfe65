"""The two dialogs in which cards are chosen from the own hand: 还贡 and 烧."""

from __future__ import annotations

from dataclasses import dataclass

from gouji_desktop.rules.cards import BIG, RANK_OF_FACE, SMALL, THREE, TWO, Counts, Face, sort_faces
from gouji_desktop.rules.commands import BurnCards, ReturnCards
from gouji_desktop.rules.phases.playing import check_burn
from gouji_desktop.rules.phases.tribute import next_owed
from gouji_desktop.rules.plays import Play, play_of_faces
from gouji_desktop.rules.policies import burning
from gouji_desktop.rules.policies.paying import default_return, return_fault
from gouji_desktop.rules.prompts import Prompt
from gouji_desktop.rules.rejections import Reason
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import Seat
from gouji_desktop.rules.state import Deal, Hand, Owed
from gouji_desktop.rules.views import View
from gouji_desktop.ui.presenter.cardwords import caption, rank_word
from gouji_desktop.ui.presenter.dialogparts import DialogButton
from gouji_desktop.ui.presenter.reasons import Fault, long_reason, refine, short_reason
from gouji_desktop.ui.presenter.seating import Names, side_of
from gouji_desktop.ui.presenter.tablelayout import Side
from gouji_desktop.ui.presenter.words import Words


@dataclass(frozen=True, slots=True)
class OtherReturn:
    """A return between two seats, as everybody sees it."""

    giver: Seat
    side: Side
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class ReturnDialog:
    """还贡: what came, what goes back so far, and what is still missing."""

    title: str
    subtitle: str
    limit: str
    received_label: str
    received: tuple[Face, ...]
    chosen_label: str
    chosen: tuple[Face, ...]
    missing: int
    missing_text: str
    others_label: str
    others: tuple[OtherReturn, ...]
    #: The cards that `smallest` chooses.
    smallest: tuple[Face, ...]
    buttons: tuple[DialogButton, ...]
    #: Why the chosen cards may not go back.
    fault: str
    timeout: str


@dataclass(frozen=True, slots=True)
class BurnDialog:
    """烧: what was laid, what covers it, and what follows."""

    title: str
    top: Seat
    side: Side
    whose: str
    laid_label: str
    laid: tuple[Face, ...]
    laid_caption: str
    cover_label: str
    cover: tuple[Face, ...]
    cover_caption: str
    #: The cover is what is selected, not a proposal.
    selected: bool
    after_label: str
    lines: tuple[str, ...]
    left: str
    buttons: tuple[DialogButton, ...]
    fault: str
    timeout: str


def return_dialog(
    view: View, prompt: Prompt, selected: tuple[Face, ...], names: Names, words: Words
) -> ReturnDialog | None:
    """还贡 for the first return that the seat owes."""
    deal, rules = view.deal, view.rules
    assert deal is not None
    owed = next_owed(deal, prompt.seat)
    hand = deal.hands[prompt.seat]
    if owed is None or not isinstance(hand, Hand):
        return None
    smallest = default_return(hand, owed, rules)
    fault = return_fault(hand, owed, selected, rules) if selected else Reason.WRONG_RETURN_NUMBER
    missing = max(0, len(smallest) - len(selected))
    need = words("dialog.return.missing", n=missing) if missing else ""
    why = "" if fault is None else need or short_reason(Fault(fault), words)
    buttons = (
        DialogButton("smallest", words("dialog.return.smallest"), "H", True, "", None),
        DialogButton(
            "return",
            words("dialog.return.yes"),
            "⏎",
            fault is None,
            why,
            ReturnCards(prompt.seat, prompt.id, selected) if fault is None else None,
        ),
    )
    whom = names.object(owed.to, words)
    return ReturnDialog(
        title=words("dialog.return.title", whom=whom, n=len(smallest)),
        subtitle=words("dialog.return.subtitle"),
        limit=_limit(owed, rules, words),
        received_label=words("dialog.return.received"),
        received=sort_faces(owed.received),
        chosen_label=words("dialog.return.chosen", have=len(selected), need=len(smallest)),
        chosen=selected,
        missing=missing,
        missing_text=need,
        others_label=words("dialog.return.others"),
        others=_others(deal, prompt.seat, names, words),
        smallest=smallest,
        buttons=buttons,
        fault="" if fault is None or missing else long_reason(Fault(fault), words),
        timeout=words("dialog.return.timeout"),
    )


def _limit(owed: Owed, rules: RuleSet, words: Words) -> str:
    """How high the returned cards may be."""
    if rules.return_tribute != "up_to_rank":
        return words("dialog.return.any")
    highest = max(RANK_OF_FACE[face] for face in owed.received)
    return words("dialog.return.up_to", rank=rank_word(highest, words))


def _others(deal: Deal, own: Seat, names: Names, words: Words) -> tuple[OtherReturn, ...]:
    """What the other seats give back, in the order of the payments."""
    open_returns = [(owed.giver, owed.to) for owed in deal.owed]
    found = []
    for payment in deal.payments:
        if payment.mutual or payment.taker == own:
            continue
        pair = (payment.taker, payment.payer)
        waits = pair in open_returns
        if waits:
            open_returns.remove(pair)
        key = "dialog.return.other_open" if waits else "dialog.return.other_done"
        found.append(
            OtherReturn(
                payment.taker,
                side_of(payment.taker, names.own),
                names.names[payment.taker],
                words(key, n=len(payment.faces)),
            )
        )
    return tuple(found)


# --- 烧 ---------------------------------------------------------------------------------------------------------


def burn_dialog(
    view: View, prompt: Prompt, selected: tuple[Face, ...], names: Names, words: Words
) -> BurnDialog | None:
    """烧 with the selected cards, or with a proposal where nothing is selected."""
    deal = view.deal
    assert deal is not None
    laid, hand = deal.round.laid, deal.hands[prompt.seat]
    if laid is None or not isinstance(hand, Hand):
        return None
    verdict = check_burn(view, prompt.seat, selected) if selected else Reason.NO_CARDS
    fault = None
    if isinstance(verdict, Reason):
        fault = refine(verdict, laid.play, play_of_faces(selected), view.rules)
    cover = selected or propose_cover(hand, laid.play, view.rules)
    play = play_of_faces(cover)
    top = deal.round.top
    buttons = (
        DialogButton("no", words("button.no_burn"), "N", True, "", BurnCards(prompt.seat, prompt.id, ())),
        DialogButton(
            "burn",
            words("button.burn"),
            "F",
            fault is None,
            "" if fault is None else short_reason(fault, words),
            BurnCards(prompt.seat, prompt.id, selected) if fault is None else None,
        ),
    )
    return BurnDialog(
        title=words("dialog.burn.title"),
        top=top,
        side=side_of(top, names.own),
        whose=words("dialog.burn.whose", who=names.names[top]),
        laid_label=words("dialog.burn.laid"),
        laid=laid.faces,
        laid_caption=caption(laid.play, words),
        cover_label=words("dialog.burn.cover" if not selected else "dialog.burn.chosen"),
        cover=cover,
        cover_caption=caption(play, words) if play is not None else "",
        selected=bool(selected),
        after_label=words("dialog.burn.after"),
        lines=burn_lines(view.rules, words),
        left=left_words(burning.minus(hand.counts, play), view.rules, words) if play is not None else "",
        buttons=buttons,
        fault="" if fault is None or not selected else long_reason(fault, words),
        timeout=words("dialog.burn.timeout"),
    )


def propose_cover(hand: Hand, table: Play, rules: RuleSet) -> tuple[Face, ...]:
    """The cover that costs the fewest jokers, big ones and 2s; nothing where the hand cannot burn."""
    plays = burning.covers(hand.counts, table, rules)
    if not plays:
        return ()
    play = min(plays, key=lambda each: (each.jokers, each.big, each.money + (each.base == TWO), each.base))
    return faces_for(hand, play.counts)


def faces_for(hand: Hand, counts: Counts) -> tuple[Face, ...]:
    """Cards of a hand for so many of each rank, received ones first."""
    left = list(counts)
    chosen = []
    for held in sorted(hand.held, key=lambda card: not card.received):
        rank = RANK_OF_FACE[held.face]
        if left[rank]:
            left[rank] -= 1
            chosen.append(held.face)
    return sort_faces(chosen)


def burn_lines(rules: RuleSet, words: Words) -> tuple[str, ...]:
    """What burning leads to under these rules."""
    keys = [
        "dialog.burn.duty",
        f"dialog.burn.undone_{rules.burn_undone_by}",
        f"dialog.burn.failure_{rules.burn_failure}",
    ]
    keys.append(f"dialog.burn.success_{rules.burn_success}")
    return tuple(words(key) for key in keys)


def plays_left(left: Counts, rules: RuleSet) -> int:
    """How many plays a hand takes with its 2s and jokers hung on cards: one a rank, one for what hangs nowhere."""
    sets = burning.natural_sets(left)
    others = sets - 1 if rules.hold_threes and left[THREE] else sets
    if others == 0 and (left[TWO] or left[SMALL] or left[BIG]):
        sets += 1
    return sets


def left_words(left: Counts, rules: RuleSet, words: Words) -> str:
    """剩 3 张王，还有 4 手，最后走 3."""
    if min(left) < 0:
        return ""
    if not any(left):
        return words("dialog.burn.left_nothing")
    jokers, threes = left[SMALL] + left[BIG], rules.hold_threes and left[THREE] > 0
    if threes and sum(left) == left[THREE]:
        return words("dialog.burn.left_only_threes")
    if not jokers:
        return words("dialog.burn.left_no_jokers", plays=plays_left(left, rules))
    return words(
        "dialog.burn.left_threes" if threes else "dialog.burn.left", jokers=jokers, plays=plays_left(left, rules)
    )
