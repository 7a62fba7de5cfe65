"""What the table shows before the first play: what 亮牌 showed, who leads, and every gift in words."""

from __future__ import annotations

import pytest

from gouji_desktop.rules import events as ev
from gouji_desktop.rules.cards import face_name, parse_faces, sort_faces
from gouji_desktop.rules.presets import preset
from gouji_desktop.rules.seats import NOBODY
from gouji_desktop.rules.state import Act, Payment, Stage
from gouji_desktop.table.session import Capability, Update
from gouji_desktop.ui.models.tableprops import TableInputs, derive_props, is_untouched
from gouji_desktop.ui.models.tablerows import play_rows, seat_rows
from gouji_desktop.ui.presenter.seatprops import derive_seats
from gouji_desktop.ui.presenter.tablelayout import lay_out_table
from tests.ui.presenter.scenes import INFOS, NO_CLOCK, play, start, updates, view_of, words_of

ABLE = frozenset({Capability.PLAY, Capability.PAUSE})
LAYOUT = lay_out_table(1280, 800)


def inputs_of(update: Update) -> TableInputs:
    return TableInputs(own=0, capabilities=ABLE).with_update(update)


@pytest.mark.parametrize("seed", range(3))
def test_what_was_shown_lies_there_and_the_leader_is_marked_until_the_first_play(seed: int) -> None:
    words = words_of("zh")
    seen = set()
    for update in updates(preset("tribute216"), seed):
        deal = update.view.deal
        assert deal is not None
        inputs = inputs_of(update)
        seats = derive_seats(inputs.seat_inputs(), words)
        early = is_untouched(deal)
        shows = dict(deal.shows) if early else {}
        leads = (deal.leader, "先出") if early else (NOBODY, "")
        rows = {row.seat: row for row in play_rows(seats, LAYOUT, {}, shows=shows, shown_word="亮牌")}
        marked = {row.seat for row in seat_rows(seats, LAYOUT, leads=leads) if "先出" in {m.text for m in row.marks}}
        if early:
            assert marked == ({deal.leader} if deal.leader != NOBODY else set())
            for seat, faces in deal.shows:
                if faces:
                    assert rows[seat].cards == tuple(map(face_name, sort_faces(faces)))
                    assert (rows[seat].caption, rows[seat].beaten, rows[seat].plate) == ("亮牌", False, False)
                    seen.add("shown")
        else:
            assert not marked
            assert all(row.caption != "亮牌" for row in rows.values())
            seen.add("played")
    assert "played" in seen


def test_a_gift_is_told_in_a_line_until_something_else_begins() -> None:
    match = start()
    faces = parse_faces("B")
    paid = ev.TributePaid(Payment("place", 3, 1, faces, mutual=False))
    given = ev.Returned(1, 3, parse_faces("4s"))
    inputs = inputs_of(Update((paid, given), view_of(match), None, INFOS, NO_CLOCK))
    props = derive_props(inputs, LAYOUT, None, words_of("zh"), 0)
    assert props.message_detail == "落贡：崂山石 → 老城南，一张大王"
    assert props.message_title == "还贡：老城南 → 崂山石，一张 4"
    later = inputs.with_update(Update((), view_of(match), None, INFOS, NO_CLOCK))
    assert later.told == (paid, given)
    dealt = next(updates(preset("tribute216"), 1))
    assert inputs.with_update(dealt).told == ()


def test_a_pause_and_the_last_round_leave_no_message_beside_their_banner() -> None:
    match = start()
    update = Update((), view_of(match), None, INFOS, NO_CLOCK)
    inputs = inputs_of(update)
    words = words_of("zh")
    assert derive_props(inputs, LAYOUT, None, words, 0).message_title != ""
    stopped = inputs.with_update(update._replace(paused=True))
    assert derive_props(stopped, LAYOUT, None, words, 0).message_title == ""
    looking = inputs._replace(opened=inputs.opened._replace(last_round=True))
    assert derive_props(looking, LAYOUT, None, words, 0).message_title == ""


def test_who_passed_in_turn_says_so_and_the_burn_query_leaves_no_word() -> None:
    match = play(start("K K 9 9 5 7", "9 5", "2 8 T T", "Q J A A", "J 6", "9 6 7"), "9 9", "pass", "T T", "A A")
    words = words_of("zh")
    asked = match
    assert match.deal is not None
    assert match.deal.stage is Stage.BURN_QUERY
    closed = play(match, "decline")
    told = []
    for state in (asked, closed):
        inputs = inputs_of(Update((), view_of(state), None, INFOS, NO_CLOCK))
        seats = derive_seats(inputs.seat_inputs(), words)
        told.append([row.word for row in play_rows(seats, LAYOUT, {})])
    assert told[0] == told[1]
    assert told[0] == ["", words(f"act.{Act.PASS.value}"), "", "", "", ""], told


def test_that_the_rules_were_changed_stands_below_their_title() -> None:
    """The title is short of room: beside it stand the score and the tracker."""
    rules = preset("zaozhuang6")
    for each, detail in ((rules, "Deal 1 of 1"), (rules.with_options({}, name="zaozhuang6+"), "Deal 1 of 1 · changed")):
        update = next(updates(each, 1))
        props = derive_props(inputs_of(update), LAYOUT, None, words_of("en"), 0)
        assert (props.title, props.detail) == ("Zaozhuang · 6 decks", detail)
