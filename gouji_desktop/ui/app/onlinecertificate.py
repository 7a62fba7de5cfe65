"""Certificates that are shown to the person: one that nobody knows may be trusted, a changed one may not."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from gouji_desktop.ui.models.onlinequestion import AnswerRow, Question, QuestionProps
from gouji_desktop.ui.presenter.online import UNKNOWN_CERTIFICATE, clean_line, fingerprint_lines

if TYPE_CHECKING:
    from gouji_desktop.net.addresses import ServerAddress
    from gouji_desktop.net.clientstate import Trouble
    from gouji_desktop.ui.presenter.words import Words

CERTIFICATE = "certificate"
PIN_CHANGED = "pin_changed"


def certificate_question(
    trouble: Trouble, address: ServerAddress, words: Words, trust: Callable[[str], object]
) -> Question | None:
    """What is asked about a certificate, None where the trouble is another. `trust` gets its fingerprint."""
    fingerprint = trouble.detail.get("fingerprint", "")
    server = clean_line(address.netloc)
    if trouble.key == UNKNOWN_CERTIFICATE and fingerprint:
        return Question(
            CERTIFICATE,
            QuestionProps(
                words("online.ask.trust.title"),
                words("online.ask.trust.detail", server=server),
                fingerprint_lines(fingerprint),
            ),
            (
                AnswerRow("trust", words("online.ask.trust.yes"), main=False),
                AnswerRow("cancel", words("button.cancel"), main=True),
            ),
            "cancel",
            lambda answer: trust(fingerprint) if answer == "trust" else None,
        )
    if trouble.key == "pin_changed":
        return Question(
            PIN_CHANGED,
            QuestionProps(
                words("online.ask.pin.title"),
                words("online.ask.pin.detail", server=server),
                fingerprint_lines(fingerprint),
                grave=True,
            ),
            (AnswerRow("cancel", words("button.ok"), main=True),),
            "cancel",
            lambda _answer: None,
        )
    return None
