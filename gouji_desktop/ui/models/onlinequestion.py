"""A question that stands over every page until it is answered: a certificate, leaving, where sign-ins are kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from PySide6.QtCore import Property, QObject, Signal, Slot
from PySide6.QtQml import QmlElement

from gouji_desktop.ui.models.props import prop, show
from gouji_desktop.ui.models.rows import Rows

QML_IMPORT_NAME = "Gouji.Models"
QML_IMPORT_MAJOR_VERSION = 1


class AnswerRow(NamedTuple):
    """One answer; the main one has the keyboard."""

    key: str
    label: str
    main: bool


class QuestionProps(NamedTuple):
    """The question."""

    title: str = ""
    detail: str = ""
    #: Lines that are read out, such as a fingerprint.
    block: tuple[str, ...] = ()
    #: Whether it warns of something.
    grave: bool = False


class Question(NamedTuple):
    """What is asked: the answer that Escape gives, and who wants to know."""

    kind: str
    props: QuestionProps
    answers: tuple[AnswerRow, ...]
    escape: str
    then: Callable[[str], object]


@QmlElement
class OnlineQuestionModel(QObject):
    """One question at a time, the newest first; others wait."""

    titleChanged = Signal()
    detailChanged = Signal()
    blockChanged = Signal()
    graveChanged = Signal()

    _title = prop("title")
    _detail = prop("detail")
    _grave = prop("grave")
    title = Property(str, _title, notify=titleChanged)
    detail = Property(str, _detail, notify=detailChanged)
    grave = Property(bool, _grave, notify=graveChanged)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._props = QuestionProps()
        self._answers = Rows(AnswerRow, self)
        self._waiting: list[Question] = []

    @Property("QStringList", notify=blockChanged)  # type: ignore[arg-type]
    def block(self) -> list[str]:
        """Lines that are read out."""
        return list(self._props.block)

    @Property(QObject, constant=True)
    def answers(self) -> QObject:
        """The answers."""
        return self._answers

    @property
    def asked(self) -> Question | None:
        """What is asked now."""
        return self._waiting[0] if self._waiting else None

    def ask(self, question: Question) -> None:
        """Ask; a question of the same kind that stands or waits is replaced."""
        kept = [each for each in self._waiting if each.kind != question.kind]
        self._waiting = [question, *kept]
        self._show()

    def withdraw(self, kind: str) -> None:
        """Ask no more about something."""
        self._waiting = [each for each in self._waiting if each.kind != kind]
        self._show()

    def choices(self) -> Sequence[str]:
        """The keys of the answers that are offered."""
        return [row.key for row in self._answers.rows]

    @Slot(str)
    def answer(self, key: str) -> None:
        """The person answers; "" is Escape."""
        question = self.asked
        if question is None:
            return
        self._waiting.pop(0)
        self._show()
        question.then(key or question.escape)

    def _show(self) -> None:
        question = self.asked
        self._answers.show([] if question is None else question.answers)
        show(self, QuestionProps() if question is None else question.props)
