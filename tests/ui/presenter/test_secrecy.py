"""Nothing that is shown depends on what its audience may not see.

Each function is given the table host's own state, which holds every hand, and the audience's view of it: the results
must not differ. What is equal for the whole truth and for the view cannot speak of hidden cards.
"""

from __future__ import annotations

import random

import pytest

from gouji_desktop.rules import events as ev
from gouji_desktop.rules.presets import PRESETS, preset
from gouji_desktop.rules.prompts import prompt_of
from gouji_desktop.rules.views import EVERYTHING, SeatAudience, project, redact
from gouji_desktop.table.session import ClockInfo, Update
from gouji_desktop.ui.presenter.actions import ActionInputs, derive_actions
from gouji_desktop.ui.presenter.dialogs import derive_dialog
from gouji_desktop.ui.presenter.messages import derive_message
from gouji_desktop.ui.presenter.phrases import Context, burn_of, phrase
from gouji_desktop.ui.presenter.seatprops import SeatInputs, derive_seats
from gouji_desktop.ui.presenter.staging import steps_of
from tests.rules.randomplay import play_match
from tests.ui.presenter.scenes import INFOS, NO_CLOCK, audience_of, names, zh

CLOCK = ClockInfo((0, 1), 3.0, 8.0)


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("seat", [0, 3, None])
def test_lines_and_motions_are_those_of_redacted_events(name: str, seat: int | None) -> None:
    for move in play_match(preset(name), seed=41, deals=1):
        for event in move.events:
            seen = redact(event, audience_of(seat))
            if seen is None:
                assert isinstance(event, ev.Answered)
                continue
            full = Context(names(seat), zh(), burn_of(event, project(move.after, EVERYTHING)))
            cut = Context(names(seat), zh(), burn_of(seen, project(move.after, audience_of(seat))))
            assert phrase(event, full) == phrase(seen, cut)
            one, other = (steps_of(Update((each,), move.after, None, INFOS, NO_CLOCK)) for each in (event, seen))
            assert one == other


@pytest.mark.parametrize("name", PRESETS)
def test_seats_message_buttons_and_dialogs_follow_from_the_view(name: str) -> None:
    rng = random.Random(1)
    for move in play_match(preset(name), seed=43, deals=1):
        if rng.random() < 0.5:
            continue
        for seat in (0, 3, None):
            view = project(move.after, audience_of(seat))
            whole = derive_seats(SeatInputs(move.after, seat, INFOS, CLOCK), zh())
            assert whole == derive_seats(SeatInputs(view, seat, INFOS, CLOCK), zh())
        seat = rng.randrange(6)
        view = project(move.after, SeatAudience(seat))
        prompt = prompt_of(view, seat)
        assert prompt == prompt_of(move.after, seat)
        said = [derive_message(each, prompt, names(seat), zh()) for each in (move.after, view)]
        assert said[0] == said[1]
        rows = [derive_actions(ActionInputs(each, seat, prompt), zh()) for each in (move.after, view)]
        assert rows[0] == rows[1]
        dialogs = [derive_dialog(each, prompt, (), names(seat), zh()) for each in (move.after, view)]
        assert dialogs[0] == dialogs[1]


def test_a_sealed_answer_is_never_said() -> None:
    for answer in (True, False, (), (52, 53)):
        assert phrase(ev.Answered(0, answer), Context(names(), zh())) is None
