"""Every question of the presenter as the one form that the dialog on the table draws. Pure; no Qt."""

from __future__ import annotations

from collections.abc import Iterable

from gouji_desktop.rules.cards import SUIT_TEXT, Face, face_name, suit_of
from gouji_desktop.rules.state import Stage
from gouji_desktop.rules.views import View
from gouji_desktop.table.session import Capability
from gouji_desktop.ui.models.dialog import (
    Aside,
    Box,
    Choose,
    DebtLine,
    DialogButtonRow,
    DialogProps,
    Effect,
    PileBox,
    PlaceLine,
)
from gouji_desktop.ui.models.tableprops import TableInputs
from gouji_desktop.ui.presenter.carddialogs import BurnDialog, ReturnDialog
from gouji_desktop.ui.presenter.dialogparts import DialogButton, MatchButton
from gouji_desktop.ui.presenter.dialogs import ChoiceDialog, DeclareDialog, ShowDialog, derive_dialog
from gouji_desktop.ui.presenter.reasons import Fault, Grey, short_reason
from gouji_desktop.ui.presenter.seating import side_names
from gouji_desktop.ui.presenter.sheets import explain_points, match_sheet, score_sheet
from gouji_desktop.ui.presenter.sheetsonline import Awaited, awaited, fines, match_buttons, sheet_buttons
from gouji_desktop.ui.presenter.words import Words

Shown = tuple[DialogProps, list[DialogButtonRow], dict[str, Effect]]
NOTHING: Shown = (DialogProps(), [], {})
#: Wishes that go to a server.
WISHES_SENT = ("next_deal", "rematch")


def question(inputs: TableInputs, selected: tuple[Face, ...], words: Words) -> Shown:
    """The dialog of the open prompt; nothing while a bot plays the seat or the table stands still."""
    update = inputs.update
    if update is None or inputs.stopped:
        return NOTHING
    if update.view.deal is not None and update.view.deal.stage is Stage.OVER:
        return sheet(inputs, update.view, words)
    if inputs.trustee_on:
        return NOTHING
    clock = update.clock
    timed = clock.total is not None
    dialog = derive_dialog(update.view, update.prompt, selected, inputs.names, words, timed=timed)
    if dialog is None:
        return NOTHING
    if isinstance(dialog, ShowDialog):
        props, rows, commands = _show(dialog, words)
    elif isinstance(dialog, DeclareDialog):
        props, rows, commands = _declare(dialog)
    elif isinstance(dialog, ReturnDialog):
        props, rows, commands = _return(dialog)
    elif isinstance(dialog, BurnDialog):
        props, rows, commands = _burn(dialog)
    else:
        props, rows, commands = _choice(dialog)
    ringed = props._replace(
        ring_total=round((clock.total or 0) * 1000),
        ring_left=round((clock.left or 0) * 1000),
        ring_moves=clock.total is not None,
    )
    return ringed, _halted(rows, commands, inputs, words), commands


def _halted(
    rows: list[DialogButtonRow], commands: dict[str, Effect], inputs: TableInputs, words: Words
) -> list[DialogButtonRow]:
    """The buttons while nothing can be sent: those that would are grey, and say why."""
    grey = inputs.halted or (Grey.SENT if inputs.sent else None)
    if grey is None:
        return rows
    why = short_reason(Fault(grey), words)
    sends = [commands.get(row.verb) is not None and not isinstance(commands.get(row.verb), Choose) for row in rows]
    return [
        row._replace(open=False, why=why) if sent or row.verb in WISHES_SENT else row
        for row, sent in zip(rows, sends, strict=True)
    ]


def _names(faces: Iterable[Face]) -> tuple[str, ...]:
    return tuple(face_name(face) for face in faces)


def _buttons(buttons: Iterable[DialogButton]) -> tuple[list[DialogButtonRow], dict[str, Effect]]:
    rows: list[DialogButtonRow] = []
    commands: dict[str, Effect] = {}
    for button in buttons:
        rows.append(DialogButtonRow(button.name, button.label, button.key_hint, button.enabled, button.reason, False))
        commands[button.name] = button.command
    return rows, commands


def _show(dialog: ShowDialog, words: Words) -> Shown:
    """The buttons name the suit and its number; what exactly is shown stands over the cards."""
    rows, commands = _buttons(dialog.buttons)
    for number, choice in enumerate(dialog.choices, 1):
        verb = f"show{number}"
        suit = SUIT_TEXT[suit_of(choice.faces[0]) or 0]
        label = words("dialog.show.suit", n=len(choice.faces), suit=words(f"suit.{suit}"))
        rows.append(DialogButtonRow(verb, label, str(number), True, "", False))
        commands[verb] = choice.command
    piles = tuple(PileBox(choice.label, _names(choice.faces)) for choice in dialog.choices)
    return DialogProps("show", dialog.title, lines=dialog.lines, piles=piles, note=dialog.timeout), rows, commands


def _declare(dialog: DeclareDialog) -> Shown:
    rows, commands = _buttons(dialog.buttons)
    props = DialogProps(
        "declare",
        dialog.title,
        lines=dialog.lines,
        boxes=tuple(Box(cell.label, cell.text) for cell in dialog.cells),
        after=dialog.reverse,
        note=dialog.timeout,
    )
    return props, rows, commands


def _choice(dialog: ChoiceDialog) -> Shown:
    rows, commands = _buttons(dialog.buttons)
    return DialogProps(dialog.stage.value, dialog.title, lines=dialog.lines, note=dialog.timeout), rows, commands


def _return(dialog: ReturnDialog) -> Shown:
    rows, commands = _buttons(dialog.buttons)
    commands["smallest"] = Choose(dialog.smallest)
    props = DialogProps(
        "return",
        dialog.title,
        dialog.subtitle,
        piles=(
            PileBox(dialog.received_label, _names(dialog.received), received=True),
            PileBox(dialog.chosen_label, _names(dialog.chosen), slot=dialog.missing_text),
        ),
        aside_title=dialog.others_label if dialog.others else "",
        aside=tuple(Aside(f"{other.name}  {other.text}", other.side.value) for other in dialog.others),
        after=dialog.fault or dialog.limit,
        note=dialog.timeout,
    )
    return props, rows, commands


def _burn(dialog: BurnDialog) -> Shown:
    rows, commands = _buttons(dialog.buttons)
    props = DialogProps(
        "burn",
        dialog.title,
        dialog.whose,
        dialog.side.value,
        piles=(
            PileBox(dialog.laid_label, _names(dialog.laid), dialog.laid_caption),
            PileBox(dialog.cover_label, _names(dialog.cover), dialog.cover_caption),
        ),
        aside_title=dialog.after_label,
        aside=tuple(Aside(line) for line in (*dialog.lines, dialog.left) if line),
        after=dialog.fault,
        note=dialog.timeout,
    )
    return props, rows, commands


def sheet(inputs: TableInputs, view: View, words: Words) -> Shown:
    """The account of the deal that has ended, how it came about, or the end of the match."""
    opened = inputs.opened
    if not view.results or opened.sheet_hidden:
        return NOTHING
    result, names = view.results[-1], inputs.names
    if view.over and opened.match_end:
        return _match_end(view, inputs, words)
    can_go_on = Capability.NEXT_DEAL in inputs.capabilities
    account = score_sheet(view, result, names, words, can_go_on=can_go_on)
    sums = DialogProps(
        "result",
        account.title,
        subtotal=account.total,
        ally_label=account.us,
        enemy_label=account.them,
        ally_score=account.us_text,
        enemy_score=account.them_text,
        note=account.note,
    )
    if opened.explained:
        props = sums._replace(
            kind="points",
            title=words("sheet.explain_title", deal=result.number),
            places=tuple(
                PlaceLine("", "", line.label, line.detail, f"{line.us_text} : {line.them_text}")
                for line in explain_points(view.rules, result, names, words)
            ),
        )
        rows, effects = _wishes([MatchButton("explain", words("sheet.back"), "⏎", primary=True)])
        return props, rows, effects
    props = sums._replace(
        places=tuple(
            PlaceLine(row.place_text, row.side.value, row.name, row.badges, row.points_text, row.filled)
            for row in account.rows
        ),
        debts_title=account.debts_label,
        debts=tuple(DebtLine(row.kind, row.text, row.reason, row.count) for row in account.debts),
        no_debts=account.no_debts,
    )
    if not inputs.online.shared:
        return props, *_wishes(account.buttons)
    waits = _awaited(inputs, view, words)
    rows, effects = _wishes(sheet_buttons(account.buttons, waits, words))
    rows = [row._replace(open=not waits.ready) if row.verb == "next_deal" else row for row in rows]
    if can_go_on and not view.over:
        note = words.join([account.note, waits.text], "join.clauses")
        props = props._replace(note=note, ring_total=waits.total, ring_left=waits.left, ring_moves=waits.total > 0)
    return props, _halted(rows, effects, inputs, words), effects


def _awaited(inputs: TableInputs, view: View, words: Words) -> Awaited:
    """Who has not gone on yet."""
    update = inputs.update
    waited = inputs.waited if inputs.just_ended else None
    own_ready = inputs.goes_on == len(view.results)
    clock = update.clock if update is not None else None
    return awaited(inputs.online, inputs.names, words, own_ready=own_ready, clock=clock, waited=waited)


def _match_end(view: View, inputs: TableInputs, words: Words) -> Shown:
    end = match_sheet(view, inputs.names, words)
    us, them = side_names(inputs.own, words)
    props = DialogProps(
        "match",
        end.title,
        ally_label=us,
        enemy_label=them,
        ally_score=end.us_text,
        enemy_score=end.them_text,
        places=tuple(
            PlaceLine("", "", line.title, line.first, f"{line.us_text} : {line.them_text}") for line in end.deals
        )
        + tuple(
            PlaceLine("", fine.side.value, fine.name, fine.label, fine.text)
            for fine in fines(inputs.online, inputs.names, words)
        ),
    )
    buttons = end.buttons
    if inputs.online.shared:
        buttons = match_buttons(inputs.online, words, plays=Capability.PLAY in inputs.capabilities)
    rows, effects = _wishes(buttons)
    return props, _halted(rows, effects, inputs, words), effects


def _wishes(buttons: Iterable[MatchButton]) -> tuple[list[DialogButtonRow], dict[str, Effect]]:
    rows = [
        DialogButtonRow(button.name, button.label, button.key_hint, open=True, why="", main=button.primary)
        for button in buttons
    ]
    return rows, {}
