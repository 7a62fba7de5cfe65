"""Updates as motions: what moves, how long, with which sound, and when the picture jumps to the truth."""

from __future__ import annotations

import pytest

from gouji_desktop.rules import events as ev
from gouji_desktop.rules.cards import parse_faces
from gouji_desktop.rules.presets import PRESETS, preset
from gouji_desktop.rules.prompts import prompt_of
from gouji_desktop.rules.seats import NOBODY, mask_of
from gouji_desktop.rules.state import Act, Hidden, Payment, Purchase, Stage
from gouji_desktop.table.session import Update
from gouji_desktop.ui.presenter.staging import (
    DURATIONS,
    Motion,
    Sound,
    Staging,
    direct,
    finished,
    steps_of,
    tick_sound,
)
from tests.ui.presenter.scenes import INFOS, NO_CLOCK, TRANSLATIONS, play, start, updates, view_of, zh

SOUNDS = TRANSLATIONS.parents[0] / "sounds"


def update(*events: ev.Event, snapshot: bool = False) -> Update:
    return Update(events, view_of(start()), None, INFOS, NO_CLOCK, snapshot=snapshot)


def played(cards: str, seat: int = 0, *, burns: bool = False, out: bool = False) -> ev.Played:
    return ev.Played(seat, parse_faces(cards), burns=burns, out=out, chaos=False, mode=ev.Mode.TURN)


@pytest.mark.parametrize(
    ("event", "motions", "sounds"),
    [
        (ev.DealStarted(1, (), NOBODY, (Hidden(36),) * 6), [Motion.DEAL], [Sound.RIFFLE]),
        (played("9 9"), [Motion.PLAY], [Sound.CARD]),
        (played("K K"), [Motion.PLAY], [Sound.CARD, Sound.WOOD]),
        (played("9", out=True), [Motion.PLAY, Motion.SEAL], [Sound.CARD, Sound.SEAL]),
        (played("A A S", burns=True), [Motion.PLAY, Motion.SEAL], [Sound.CARD, Sound.WOOD, Sound.DRUM]),
        (ev.Passed(1, Act.PASS), [Motion.WORD], [Sound.TAP]),
        (ev.Passed(1, Act.YIELD), [Motion.WORD], [Sound.TAP, Sound.TAP]),
        (ev.QueryOpened(Stage.BURN_QUERY, 0, 6), [Motion.WORD], [Sound.DRUM]),
        (ev.QueryOpened(Stage.BURN_QUERY, 0, 0), [], []),
        (ev.QueryOpened(Stage.POINT_QUERY, 63, 63), [], []),
        (ev.BurnStood(1), [Motion.SEAL], [Sound.DRUM_STAND]),
        (ev.BurnSettled(0, "undone"), [Motion.SEAL], [Sound.DRUM_DAMPED]),
        (ev.BurnSettled(0, "success"), [Motion.SEAL], [Sound.DRUM_STAND]),
        (ev.BurnSettled(0, "ended"), [], []),
        (ev.BurnFailed(1, chaos=False, mode=ev.Mode.TURN), [Motion.SEAL], [Sound.DRUM_DAMPED]),
        (ev.PointOpened(1), [Motion.SEAL], [Sound.SEAL]),
        (ev.PointsDeclared(mask_of([1, 2])), [Motion.SEAL] * 2, [Sound.SEAL] * 2),
        (ev.TributePaid(Payment("place", 1, 0, (53,), mutual=False)), [Motion.TRIBUTE], [Sound.SLIDE]),
        (ev.Returned(0, 1, (8,)), [Motion.TRIBUTE], [Sound.SLIDE]),
        (ev.Bought(Purchase(0, 3, 1, 48)), [Motion.TRIBUTE] * 2, [Sound.SLIDE]),
        (ev.RoundEnded(1, 1), [Motion.TAKE_AWAY], []),
        (ev.LeaderFound(1), [], []),
    ],
)
def test_steps(event: ev.Event, motions: list[Motion], sounds: list[Sound]) -> None:
    steps = steps_of(update(event))
    assert [step.motion for step in steps] == motions
    assert [sound for step in steps for sound in step.sounds] == sounds
    assert [step.duration for step in steps] == [DURATIONS[motion] for motion in motions]
    for step in steps:
        if step.word and step.word != "place":
            assert step.word in zh()


def test_sounds_are_files() -> None:
    assert {sound.value for sound in Sound} == {path.stem for path in SOUNDS.glob("*.wav")}


def test_the_own_turn_plucks_a_string() -> None:
    match = play(start("9 5", "7"), "9")
    view = view_of(match, 1)
    steps = steps_of(Update((played("9"),), view, prompt_of(view, 1), INFOS, NO_CLOCK))
    assert [step.motion for step in steps] == [Motion.PLAY, Motion.OWN_TURN]
    assert steps_of(Update((), view, prompt_of(view, 1), INFOS, NO_CLOCK)) == ()


def test_an_early_event_finishes_the_running_motion_at_once() -> None:
    first = direct(Staging(), update(played("9")))
    assert (first.finish, first.jump) == (False, False)
    second = direct(first.staging, update(ev.Passed(1, Act.PASS)))
    assert (second.finish, second.jump) == (True, False)
    assert [step.motion for step in second.staging.steps] == [Motion.WORD]
    assert finished(second.staging).running is None
    assert finished(Staging()).steps == ()


def test_nothing_new_leaves_the_running_motion_alone() -> None:
    first = direct(Staging(), update(played("9")))
    assert direct(first.staging, update()) == (first.staging, False, False, ())
    assert direct(first.staging, update(ev.LeaderFound(0))).staging == first.staging


def test_behind_by_more_than_two_plays_the_picture_jumps() -> None:
    two = direct(Staging(), update(played("7"), played("8", 1)))
    assert not two.jump
    assert two.staging.behind == 2
    three = direct(two.staging, update(played("9", 2)))
    assert three.jump
    assert three.staging.steps == ()
    assert three.sounds == (Sound.CARD,)


@pytest.mark.parametrize(("hidden", "sounds"), [(True, ()), (False, (Sound.CARD,))])
def test_a_hidden_window_and_less_motion_jump(hidden: bool, sounds: tuple[Sound, ...]) -> None:
    done = direct(Staging(), update(played("9")), hidden=hidden, less_motion=not hidden)
    assert (done.jump, done.sounds, done.staging) == (True, sounds, Staging())
    still = direct(Staging(), update(), hidden=hidden, less_motion=not hidden)
    assert not still.jump


def test_a_snapshot_jumps_without_a_sound() -> None:
    running = direct(Staging(), update(played("9"))).staging
    assert direct(running, update(played("8"), snapshot=True)) == (Staging(), False, True, ())


def test_seconds_tick_once_each() -> None:
    assert tick_sound(None, None) == (None, None)
    assert tick_sound(7.0, None) == (None, None)
    assert tick_sound(4.9, None) == (Sound.TICK, 4)
    assert tick_sound(4.2, 4) == (None, 4)
    assert tick_sound(3.9, 4) == (Sound.TICK, 3)
    assert tick_sound(0.0, 0) == (None, None)


@pytest.mark.parametrize("name", PRESETS)
def test_random_matches_never_fall_behind(name: str) -> None:
    staging = Staging()
    for each in updates(preset(name), seed=4, deals=2):
        direction = direct(staging, each)
        staging = direction.staging
        assert staging.behind <= 2
        if direction.jump:
            assert staging.steps == ()
        while staging.running is not None and len(staging.steps) > 3:
            staging = finished(staging)
