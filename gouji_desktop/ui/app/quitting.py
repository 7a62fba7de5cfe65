"""Quitting the program: asked first where a match with others would be left in the middle."""

from __future__ import annotations

from collections.abc import Callable

from gouji_desktop.ui.models.app import AppModel
from gouji_desktop.ui.models.onlinequestion import AnswerRow, Question, QuestionProps
from gouji_desktop.ui.presenter.reasons import Grey

QUITTING = "quit"


def ask_to_quit(model: AppModel, quit_now: Callable[[], object]) -> None:
    """Quit, or ask whether to where a seat of a running match with others is the person's."""
    online = model.table_model.online_model
    if not online.costs:
        quit_now()
        return
    words = model.current_words()
    detail = "net.quit_cut_off" if online.table.blocked is Grey.OFFLINE else "net.quit"
    model.online_model.question_model.ask(
        Question(
            QUITTING,
            QuestionProps(words("online.ask.quit.title"), words(detail)),
            (
                AnswerRow("yes", words("online.ask.quit.yes"), main=False),
                AnswerRow("no", words("net.stay"), main=True),
            ),
            "no",
            lambda answer: quit_now() if answer == "yes" else None,
        )
    )
