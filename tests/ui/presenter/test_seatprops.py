"""Badges, places, rings and what lies before each seat."""

from __future__ import annotations

from typing import Any

import pytest

from gouji_desktop.rules import commands as cmd
from gouji_desktop.rules import events as ev
from gouji_desktop.rules.engine import evolve
from gouji_desktop.rules.presets import preset
from gouji_desktop.rules.seats import mask_of
from gouji_desktop.rules.state import Burn, Laid, Match, Shut, Stage
from gouji_desktop.table.session import ClockInfo, Controller, SeatInfo
from gouji_desktop.ui.presenter.seatprops import (
    Badge,
    BadgeKind,
    SeatInputs,
    SeatProps,
    badges_of,
    derive_seats,
    ringed_seats,
)
from gouji_desktop.ui.presenter.tablelayout import Side
from tests.rules.table import close_until, dealt, do
from tests.ui.presenter.scenes import INFOS, NO_CLOCK, PLAIN, en, held, play, start, view_of, zh


def seats(match: Match, own: int | None = 0, clock: ClockInfo = NO_CLOCK) -> dict[int, SeatProps]:
    return {props.seat: props for props in derive_seats(SeatInputs(view_of(match, own), own, INFOS, clock), zh())}


def badges(match: Match, seat: int, own: int | None = 0, **changes: Any) -> tuple[Badge, ...]:
    inputs = SeatInputs(view_of(match, own), own, INFOS, NO_CLOCK, **changes)
    return badges_of(inputs, seat)


def changed(match: Match, **changes: Any) -> Match:
    assert match.deal is not None
    return match._replace(deal=match.deal._replace(**changes))


def test_names_letters_and_sides() -> None:
    found = seats(start())
    assert (found[0].name, found[0].letter, found[0].side, found[0].about) == ("我 · 青岛小鱼", "鱼", Side.YOU, "")
    assert (found[3].name, found[3].letter, found[3].side, found[3].about) == ("崂山石", "石", Side.OPPOSITE, "普通")
    assert [props.offset for props in derive_seats(SeatInputs(view_of(start(), 4), 4, INFOS, NO_CLOCK), zh())] == [
        *range(6)
    ]


def test_the_plate_says_gouji_only_where_it_means_something() -> None:
    match = play(start("K K 9 5", "", "", "A A 7"), "K K")
    assert seats(match)[0].act.text == "够级 · 两张 K"
    assert seats(changed(match, chaos=True, round=_calm(match)))[0].act.text == "两张 K"
    assert seats(changed(match, round=_calm(match, everyone=True)))[0].act.text == "两张 K"
    assert seats(changed(match, round=_calm(match)))[0].act.text == "够级 · 两张 K"


def _calm(match: Match, **changes: Any) -> Any:
    """The round with the play out of force."""
    assert match.deal is not None
    return match.deal.round._replace(in_force=False, **changes)


def laid(match: Match) -> Laid | None:
    assert match.deal is not None
    return match.deal.round.laid


@pytest.mark.parametrize(
    ("changes", "seat", "badge"),
    [
        ({"opened": mask_of([2])}, 2, Badge.OPENED),
        ({"declared": mask_of([2])}, 2, Badge.DECLARED),
        ({"revolted": mask_of([2]), "live": mask_of([0, 1, 3, 4, 5])}, 2, Badge.REVOLTED),
        ({"revolted": mask_of([2]), "live": mask_of([0, 1, 3, 4, 5])}, 5, Badge.HEADLESS),
        ({"live": mask_of([0, 1, 3, 4, 5]), "finished": (2,)}, 5, Badge.HEADLESS),
        ({"shut": (Shut(2, 0),)}, 2, Badge.SHUT),
        ({"point_ready": mask_of([2])}, 2, Badge.POINT_READY),
        ({"dead_left": (0, 0, 3, 0, 0, 0)}, 2, Badge.DEAD_GOUJI),
        ({"placed_last": (2,), "live": mask_of([0, 1, 3, 4, 5])}, 2, Badge.BURN_FAILED),
    ],
)
def test_badges_of_the_deal(changes: dict[str, Any], seat: int, badge: Badge) -> None:
    match = start()
    assert badge not in badges(match, seat)
    assert badge in badges(changed(match, **changes), seat)


def test_badges_of_a_burn() -> None:
    match = play(start("K K 9"), "K K", "decline")
    burnt = laid(match)
    assert burnt is not None
    burning = Burn(2, 0, burnt, 0, stood=False, bound=True, outcome="")
    asked, stood, done = (
        changed(match, burns=(burn,))
        for burn in (burning, burning._replace(stood=True), burning._replace(outcome="success", bound=False))
    )
    assert {Badge.BURNING, Badge.OWES_JOKERS} <= set(badges(asked, 2))
    assert Badge.WAS_BURNT not in badges(asked, 0)
    assert Badge.WAS_BURNT in badges(stood, 0)
    assert Badge.BURNT_ONE in badges(done, 2)
    assert not {Badge.BURNING, Badge.OWES_JOKERS} & set(badges(done, 2))
    undone = changed(match, burns=(burning._replace(outcome="undone", bound=False),))
    assert not {Badge.WAS_BURNT, Badge.BURNT_ONE} & {*badges(undone, 0), *badges(undone, 2)}


def test_badges_of_the_table() -> None:
    match = start()
    assert badges(match, 3) == (Badge.OPPOSITE,)
    assert badges(match, 0) == ()
    assert badges(match, 0, own=1) == (Badge.THINKING,)
    assert badges(match, 3, own=None) == ()
    assert badges(match, 4, away=frozenset({4})) == (Badge.AWAY,)
    infos = (*INFOS[:4], SeatInfo("x", Controller.TRUSTEE, ""), INFOS[5])
    assert badges_of(SeatInputs(view_of(match), 0, infos, NO_CLOCK), 4) == (Badge.AUTO,)


def test_forms_and_words() -> None:
    found = seats(changed(start(), declared=mask_of([3]), dead_left=(0, 0, 0, 2, 0, 0)))[3]
    assert [(badge.kind, badge.text) for badge in found.badges] == [
        (BadgeKind.FILLED, "对头"),
        (BadgeKind.OUTLINED, "宣点"),
        (BadgeKind.TAG, "够死级 2"),
    ]


def test_a_revolter_has_not_opened_and_its_opposite_has() -> None:
    match = changed(start(), revolted=mask_of([2]), opened=mask_of([2]))
    assert Badge.OPENED not in badges(match, 2)
    assert Badge.OPENED in badges(match, 5)


def test_places() -> None:
    match = changed(start(), finished=(4,), placed_last=(1,), live=mask_of([0, 2, 3, 5]))
    found = seats(match)
    assert (found[4].place, found[4].place_text, found[4].finished) == (1, "头科", True)
    assert (found[1].place, found[1].place_text) == (6, "大落")
    assert (found[0].place, found[0].place_text, found[0].finished) == (None, "", False)


def test_counts_only_where_they_are_announced() -> None:
    assert {props.announced for props in seats(start()).values()} == {4}
    assert {props.announced for props in seats(start(announce_at=0)).values()} == {None}


def test_every_candidate_of_a_burn_query_shows_the_same_ring_and_nobody_thinks() -> None:
    match = play(start("K K 9 5"), "K K")
    assert match.deal is not None
    assert match.deal.stage is Stage.BURN_QUERY
    clock = ClockInfo((1,), 4.0, 8.0)
    for own in (None, *range(6)):
        found = seats(match, own, clock)
        ringed = {seat for seat, props in found.items() if props.ring.shown}
        assert ringed == {1, 2, 4, 5}
        assert {(found[seat].ring.left, found[seat].ring.total) for seat in ringed} == {(4.0, 8.0)}
        assert all(badge.badge is not Badge.THINKING for props in found.values() for badge in props.badges)
    assert ringed_seats(view_of(play(match, "decline"))) == 1 << 3


def test_the_own_ring_has_seconds_only_while_asked() -> None:
    match = start()
    assert seats(match, 0, ClockInfo((0,), 9.0, 20.0))[0].ring.tab
    assert not seats(match, 1, ClockInfo((0,), 9.0, 20.0))[0].ring.tab
    assert not seats(match, 0)[0].ring.tab


def test_plays_and_words_lie_before_their_seats() -> None:
    match = play(start("9 5", "J J", "7"), "9", "J", "pass")
    found = seats(match)
    assert (found[0].act.kind, found[0].act.text, found[0].act.top) == ("cards", "一张 9", False)
    assert (found[1].act.kind, found[1].act.top) == ("cards", True)
    assert (found[2].act.kind, found[2].act.text) == ("pass", "过")
    assert found[3].act.kind == "none"


def test_the_last_round_stays_until_the_next_play_and_on_demand() -> None:
    match = play(start("K K 9 5", "J J"), "K K", "decline", "pass")
    assert laid(match) is None
    found = seats(match)
    assert found[0].act.kind == "cards"
    assert found[0].act.past
    assert found[3].act.text == "扣"
    after = seats(play(match, "9"))
    assert after[0].act.text == "一张 9"
    assert after[3].act.kind == "none"
    assert after[3].last_act.text == "扣"
    assert after[0].last_act.text == "两张 K"


def test_a_show_query_asks_all_alike() -> None:
    rules = preset("tribute216")
    hands = ["3 4s 4s 2 8", *(f"3 {hand}" for hand in PLAIN[1:])]
    match, _ = dealt(rules, hands)
    assert match.deal is not None
    assert match.deal.stage is Stage.SHOW_QUERY
    assert ringed_seats(view_of(match, 1)) == 0b111111
    shown, _ = do(match, cmd.ShowSuit(0, match.step, held(match, 0, "4 4")))
    assert [props.ring.shown for props in seats(shown, 1).values()] == [True] * 6
    assert close_until(shown, Stage.POINT_QUERY).deal is not None


def test_english_panels() -> None:
    props = derive_seats(SeatInputs(view_of(start()), 0, INFOS, NO_CLOCK), en())
    assert props[0].name.startswith("You · ")
    assert props[3].badges[0].text == "opposite"


def test_before_a_match() -> None:
    match = evolve(start(), ev.DealVoided())
    assert all(not props.ring.shown and props.act.kind == "none" for props in seats(match).values())
