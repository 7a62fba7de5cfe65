"""Who is away, hands the seat over or leaves: who plays then, and what it costs."""

from __future__ import annotations

import pytest

from gouji_desktop.net import messages as msg
from gouji_desktop.net import requests as req
from gouji_desktop.rules.events import Passed
from gouji_desktop.rules.prompts import prompt_of
from gouji_desktop.server.ports import Done
from tests.server.rooms import Guest, Hall, eager

#: Its deals begin with a lead.
RULES = "zaozhuang6"


def by(guest: Guest, seat: int) -> str:
    return str(guest.play.seats[seat].by)


def trustees(hall: Hall) -> tuple[int, ...]:
    return hall.room._place.running.trustees


def turn_of(hall: Hall, guest: Guest) -> None:
    """Let the table come to a turn of a guest that does not play by itself any more."""
    hall.run(60.0, lambda: guest.play is not None and guest.play.seq > 1, step=0.3)
    guest.policy = None
    assert hall.run(120.0, lambda: guest.play.prompt is not None, step=0.1)


# --- 托管 ----------------------------------------------------------------------------------------------------------


def test_a_trustee_begins_after_two_missed_deadlines_and_ends_at_a_click() -> None:
    hall = Hall(RULES, grace_seconds=0.5)
    one, two = hall.begin(2, turn_s=10)
    turn_of(hall, two)
    assert two.play.clock.left_ms == 10_000
    hall.run(10.4, step=0.1)
    assert two.play.prompt is not None
    hall.run(0.3, step=0.1)
    assert (two.play.prompt, by(one, 1)) == (None, "person")
    assert hall.run(120.0, lambda: two.play.prompt is not None, step=0.1)
    hall.run(10.6, step=0.1)
    assert by(one, 1) == by(two, 1) == "trustee"
    assert trustees(hall) == (1,)
    hall.run(40.0, step=0.3)
    assert two.ask(req.Trustee, on=False) == Done()
    assert by(one, 1) == "person"
    assert trustees(hall) == ()
    two.policy = eager(1)
    hall.play()
    assert by(one, 1) == "person"


def test_a_trustee_that_was_asked_for_stays_over_a_reconnection() -> None:
    hall = Hall(RULES)
    one, two = hall.begin(2)
    hall.run(10.0, step=0.3)
    assert two.ask(req.Trustee, on=True) == Done()
    two.drop()
    hall.run(20.0, step=0.3)
    newer = two.again()
    newer.join()
    assert by(newer, 1) == by(one, 1) == "trustee"
    assert newer.ask(req.Trustee, on=False) == Done()
    assert by(one, 1) == "person"


def test_a_command_ends_the_trustee() -> None:
    hall = Hall(RULES)
    one, two = hall.begin(2)
    turn_of(hall, two)
    assert two.ask(req.Trustee, on=True) == Done()
    if two.play.prompt is not None:
        assert isinstance(two.answer(eager(1)(two.play.view, two.play.prompt)), Done)
        assert by(one, 1) == "person"
        assert hall.room._place.running.wanted == ()


def test_no_command_tells_by_the_end_of_a_trustee_that_its_seat_was_asked() -> None:
    hall = Hall("tribute216")
    guests = hall.begin(6, playing=False)
    for guest in guests:
        assert guest.ask(req.Trustee, on=True) == Done()
    assert hall.run(60.0, lambda: any(guest.play.prompt for guest in guests), step=0.05)
    asked = next(guest for guest in guests if guest.play.prompt)
    other = next(guest for guest in guests if not guest.play.prompt)
    prompt = asked.play.prompt
    assert prompt.stage == "show_query"
    before = len(other.frames)
    assert asked.ask(req.Cmd, pid=prompt.id, op="show").code == "not_your_turn"
    assert len(other.frames) == before
    assert by(other, asked.seat) == "trustee"
    assert asked.ask(req.Trustee, on=False) == Done()
    before = len(other.frames)
    assert isinstance(asked.ask(req.Cmd, pid=prompt.id, op="show"), Done)
    assert len(other.frames) == before


# --- away ---------------------------------------------------------------------------------------------------------


def test_who_is_lost_has_its_turn_then_five_seconds_and_then_a_trustee_until_it_is_back() -> None:
    hall = Hall(RULES, grace_seconds=0.0)
    one, two = hall.begin(2, turn_s=30)
    turn_of(hall, two)
    two.drop()
    assert not one.place.seats[1].connected
    asked = hall.clock.now
    assert hall.run(60.0, lambda: _free(hall))
    assert hall.clock.now - asked == pytest.approx(30.0, abs=0.2)
    assert by(one, 1) == "person"
    assert hall.run(120.0, lambda: not _free(hall))
    asked = hall.clock.now
    assert hall.run(60.0, lambda: by(one, 1) == "trustee")
    assert hall.clock.now - asked == pytest.approx(5.0, abs=0.2)
    newer = two.again()
    newer.policy = None
    newer.join()
    assert by(one, 1) == by(newer, 1) == "person"
    assert one.place.seats[1].connected
    assert hall.run(120.0, lambda: newer.play.prompt is not None)
    asked = hall.clock.now
    assert hall.run(60.0, lambda: newer.play.prompt is None)
    assert hall.clock.now - asked == pytest.approx(30.0, abs=0.2)


def _free(hall: Hall) -> bool:
    """Whether seat 1 is asked nothing."""
    return prompt_of(hall.host.match, 1) is None


def test_without_a_limit_for_turns_who_is_lost_is_waited_for_half_a_minute() -> None:
    hall = Hall(RULES)
    one, two = hall.begin(2, turn_s=0)
    turn_of(hall, two)
    assert two.play.clock.left_ms is None
    hall.run(300.0, step=1.0)
    assert two.play.prompt is not None
    two.drop()
    hall.run(29.0)
    assert by(one, 1) == "person"
    hall.run(3.0)
    assert by(one, 1) == "trustee"
    newer = two.again()
    newer.join()
    assert by(one, 1) == "person"


def test_a_match_at_which_nobody_is_goes_on_to_its_end_and_closes() -> None:
    hall = Hall(RULES)
    for guest in hall.begin(2, turn_s=10):
        guest.drop()
    assert hall.run(4 * 3600.0, lambda: hall.room.phase == "over", step=1.0)
    assert hall.host.match.over
    assert hall.run(700.0, hall.empty, step=5.0)
    hall.room.close("closed")
    assert hall.store.log(hall.id, 1) is not None


def test_who_may_only_pass_is_passed_for_where_it_wishes() -> None:
    hall = Hall(RULES, seed=6)
    one, two = hall.begin(2, turn_s=30)
    hall.run(20.0, step=0.3)
    assert two.ask(req.AutoPass, on=True) == Done()
    two.policy = None
    passed = 0
    for _ in range(3000):
        before = len(two.all(msg.Ev))
        if hall.room.phase == "over":
            break
        hall.run(0.4, step=0.4)
        prompt = two.play.prompt
        if prompt is not None and hall.clock.now > 0:
            if not hall.run(3.0, lambda: two.play.prompt is None, step=0.1):
                two.policy = eager(1)
                two.act()
                two.policy = None
            else:
                passed += 1
        assert len(two.all(msg.Ev)) >= before
    assert passed > 3
    assert by(one, 1) == "person"
    acts = [event for ev in one.all(msg.Ev) for event in ev.events if event["type"] == Passed.__name__]
    assert acts
    assert two.ask(req.AutoPass, on=False).code == "forbidden"


# --- leaving ------------------------------------------------------------------------------------------------------


def leave_row(hall: Hall, uid: str) -> list[tuple[int, int]]:
    return [(row.match, row.points) for row in hall.store.leaves(uid)]


def end_of_deal(hall: Hall) -> None:
    done = hall.room.row().done
    assert hall.run(3600.0, lambda: hall.room.row().done > done or hall.room.phase == "over", step=0.4)


def test_who_leaves_a_deal_is_played_for_and_fined_at_its_end() -> None:
    hall = Hall(RULES)
    one, two = hall.begin(2, deals=5)
    hall.run(10.0, step=0.3)
    assert two.ask(req.Leave) == Done()
    assert two.all(msg.Gone) == [msg.Gone("t1", "left")]
    assert hall.room.member_uids == ("a",)
    assert hall.room.seated("b") == 1
    assert one.place.seats[1] == msg.SeatState("b", "B", connected=False, left=True)
    assert by(one, 1) == "trustee"
    assert one.place.penalties == (0,) * 6
    assert leave_row(hall, "b") == [(1, 0)]
    before = len(two.frames)
    end_of_deal(hall)
    assert one.place.penalties == (0, 20, 0, 0, 0, 0)
    assert leave_row(hall, "b") == [(1, 20)]
    assert len(two.frames) == before
    end_of_deal(hall)
    assert one.place.penalties == (0, 20, 0, 0, 0, 0)


def test_who_is_back_before_the_deal_ends_owes_nothing() -> None:
    hall = Hall(RULES)
    one, two = hall.begin(2, deals=5)
    hall.run(10.0, step=0.3)
    assert two.ask(req.Leave) == Done()
    hall.run(5.0, step=0.3)
    newer = two.again()
    assert isinstance(newer.join(), Done)
    assert newer.seat == 1
    assert newer.play is not None
    assert by(one, 1) == "person"
    assert not one.place.seats[1].left
    end_of_deal(hall)
    assert one.place.penalties == (0,) * 6


def test_leaving_the_last_deal_of_the_match_costs_nothing() -> None:
    """Also where the table agreed on a shorter match than the rule set names."""
    for deals in (1, 4):
        hall = Hall(RULES)
        one, two = hall.begin(2, deals=deals)
        for _ in range(deals - 1):
            end_of_deal(hall)
        hall.run(25.0, step=0.4)
        assert two.ask(req.Leave) == Done()
        hall.play()
        assert one.place.penalties == (0,) * 6
        assert leave_row(hall, "b") == [(1, 0)]


def test_between_deals_the_first_to_leave_is_fined_and_later_ones_are_not() -> None:
    hall = Hall("zaozhuang6")
    one, two, three = hall.begin(3, deals=5)
    end_of_deal(hall)
    assert two.ask(req.Leave) == Done()
    assert one.place.penalties == (0, 20, 0, 0, 0, 0)
    assert leave_row(hall, "b") == [(1, 20)]
    assert three.ask(req.Leave) == Done()
    assert one.place.penalties == (0, 20, 0, 0, 0, 0)
    end_of_deal(hall)
    assert one.place.penalties == (0, 20, 0, 0, 0, 0)
    assert leave_row(hall, "c") == [(1, 0)]


def test_a_later_leaver_that_came_back_and_leaves_a_deal_is_fined() -> None:
    hall = Hall("zaozhuang6")
    one, two, three = hall.begin(3, deals=5)
    end_of_deal(hall)
    assert two.ask(req.Leave) == Done()
    assert three.ask(req.Leave) == Done()
    hall.run(30.0, step=0.4)
    newer = three.again()
    newer.join()
    assert newer.ask(req.Leave) == Done()
    end_of_deal(hall)
    assert one.place.penalties == (0, 20, 20, 0, 0, 0)


def test_handing_the_seat_over_at_the_end_of_a_deal_costs_the_same() -> None:
    hall = Hall("jinyou4")
    one, two = hall.begin(2, deals=5)
    hall.run(10.0, step=0.3)
    assert two.ask(req.Trustee, on=True) == Done()
    end_of_deal(hall)
    assert one.place.penalties == (0, 20, 0, 0, 0, 0)
    assert leave_row(hall, "b") == [(1, 20)]


def test_handing_the_seat_over_for_a_while_costs_nothing() -> None:
    hall = Hall("jinyou4")
    one, two = hall.begin(2, deals=5)
    hall.run(10.0, step=0.3)
    assert two.ask(req.Trustee, on=True) == Done()
    hall.run(20.0, step=0.3)
    assert two.ask(req.Trustee, on=False) == Done()
    end_of_deal(hall)
    assert one.place.penalties == (0,) * 6
    assert leave_row(hall, "b") == []


@pytest.mark.parametrize(("away_seconds", "fine"), [(3600.0, 0), (180.0, 20)])
def test_who_is_lost_for_more_than_three_minutes_has_left(away_seconds: float, fine: int) -> None:
    """Who is away for less is played for and owes nothing, even where a trustee played to the end of the deal."""
    hall = Hall("jinyou4", away_seconds=away_seconds)
    one, two = hall.begin(2, deals=5, turn_s=0)
    one.policy = None
    hall.run(10.0, step=0.3)
    two.drop()
    hall.run(181.0, step=1.0)
    one.policy = eager(0)
    end_of_deal(hall)
    assert by(one, 1) == "trustee"
    assert one.place.penalties == (0, fine, 0, 0, 0, 0)
    assert leave_row(hall, "b") == ([(1, 20)] if fine else [])


def test_who_left_a_deal_and_came_back_frees_nobody_that_leaves_after_it() -> None:
    hall = Hall("zaozhuang6")
    one, two, three, four = hall.begin(4, deals=5)
    hall.run(10.0, step=0.3)
    assert two.ask(req.Leave) == Done()
    assert isinstance(two.again().join(), Done)
    end_of_deal(hall)
    assert one.place.penalties == (0,) * 6
    assert three.ask(req.Leave) == Done()
    assert one.place.penalties == (0, 0, 20, 0, 0, 0)
    assert four.ask(req.Leave) == Done()
    assert one.place.penalties == (0, 0, 20, 0, 0, 0)


def no_answers(hall: Hall, guest: Guest) -> None:
    """Let a guest miss its deadlines until a trustee plays for it."""
    guest.policy = None
    assert hall.run(600.0, lambda: by(hall.guests["a"], 1) == "trustee", step=0.3)


@pytest.mark.parametrize("hangs_up", [False, True])
def test_who_let_a_trustee_begin_pays_whether_it_hangs_up_then_or_not(hangs_up: bool) -> None:
    hall = Hall("jinyou4", away_seconds=3600.0)
    one, two = hall.begin(2, deals=5, turn_s=10)
    no_answers(hall, two)
    if hangs_up:
        two.drop()
    end_of_deal(hall)
    assert one.place.penalties == (0, 20, 0, 0, 0, 0)


def test_who_let_a_trustee_begin_and_is_back_from_a_lost_connection_plays_again() -> None:
    hall = Hall("jinyou4", away_seconds=3600.0)
    one, two = hall.begin(2, deals=5, turn_s=10)
    no_answers(hall, two)
    two.drop()
    newer = two.again()
    newer.policy = eager(1)
    newer.join()
    assert by(one, 1) == "person"
    hall.run(3.0, step=0.3)
    newer.drop()
    end_of_deal(hall)
    assert one.place.penalties == (0,) * 6


def test_a_restart_forgets_nobody_that_handed_its_seat_over() -> None:
    """Neither who asked for a trustee nor who let one begin; who is only lost is not one of them."""
    hall = Hall("jinyou4", away_seconds=3600.0)
    one, two, three, four, _ = hall.begin(5, deals=5, turn_s=10)
    hall.run(10.0, step=0.3)
    for guest in (three, four):
        assert guest.ask(req.Trustee, on=True) == Done()
    no_answers(hall, two)
    hall.restart()
    newer = one.again()
    newer.join()
    hall.run(30.0, step=0.3)
    assert [by(newer, seat) for seat in (1, 2, 3)] == ["trustee"] * 3
    end_of_deal(hall)
    assert newer.place.penalties == (0, 20, 20, 20, 0, 0)


def test_rule_sets_without_a_penalty_let_everybody_go() -> None:
    hall = Hall("chayuan")
    one, two = hall.begin(2, deals=5)
    hall.run(10.0, step=0.3)
    assert two.ask(req.Leave) == Done()
    end_of_deal(hall)
    assert one.place.penalties == ()
    assert leave_row(hall, "b") == [(1, 0)]


def test_after_the_match_the_seats_of_who_left_are_free() -> None:
    hall = Hall(RULES)
    one, two, three = hall.begin(3)
    hall.run(10.0, step=0.3)
    assert two.ask(req.Leave) == Done()
    hall.play()
    assert three.ask(req.Leave) == Done()
    assert one.place.seats[2].left
    assert one.ask(req.Rematch) == Done()
    assert [seat.uid for seat in one.place.seats] == ["a", "", "", "", "", ""]
    assert not hall.empty()
    assert one.ask(req.Leave) == Done()
    assert hall.empty()


def test_when_all_have_left_bots_play_to_the_end() -> None:
    hall = Hall(RULES)
    for guest in hall.begin(2):
        assert guest.ask(req.Leave) == Done()
    assert hall.room.host_uid == ""
    assert hall.room.member_uids == ()
    assert not hall.empty()
    assert hall.run(3600.0, lambda: hall.room.phase == "over", step=1.0)
    hall.run(1.0)
    assert hall.empty()
    assert hall.store.log(hall.id, 1)
