"""Updates become motions: what moves where, how long, and with which sound.

The picture consumes the truth and never gates it. A stage holds the motions that are due; an event that comes early
finishes the running one at once, and whoever is behind by more than two plays, has its window hidden or wants less
motion sees the truth without motion. Sounds are kept in that case only where they can still be told apart.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from gouji_desktop.rules import events as ev
from gouji_desktop.rules.cards import Face
from gouji_desktop.rules.plays import is_gouji, play_of_faces
from gouji_desktop.rules.seats import NOBODY, Seat, seats_of
from gouji_desktop.rules.state import Act, Stage
from gouji_desktop.table.session import Update
from gouji_desktop.ui.presenter.phrases import UNCLASSED

#: Being behind by more plays than this, the picture jumps to the truth.
MOST_BEHIND: Final = 2
#: Cards of a deal start so many milliseconds apart.
DEAL_STEP: Final = 12


class Motion(StrEnum):
    """What moves."""

    DEAL = "deal"
    PLAY = "play"
    WORD = "word"
    SEAL = "seal"
    TRIBUTE = "tribute"
    TAKE_AWAY = "take_away"
    OWN_TURN = "own_turn"


class Sound(StrEnum):
    """Sounds by the name of their file."""

    RIFFLE = "riffle"
    CARD = "card"
    WOOD = "wood"
    TAP = "tap"
    STRING = "string"
    DRUM = "drum"
    DRUM_STAND = "drum_stand"
    DRUM_DAMPED = "drum_damped"
    SEAL = "seal"
    SLIDE = "slide"
    TICK = "tick"


#: Milliseconds of each motion.
DURATIONS: Mapping[Motion, int] = MappingProxyType(
    {
        Motion.DEAL: 600,
        Motion.PLAY: 220,
        Motion.WORD: 120,
        Motion.SEAL: 180,
        Motion.TRIBUTE: 320,
        Motion.TAKE_AWAY: 160,
        Motion.OWN_TURN: 160,
    }
)


class Step(NamedTuple):
    """One motion. Faces are empty where they are unknown; `word` is the key of a seal or a word that appears."""

    motion: Motion
    seat: Seat
    to: Seat = NOBODY
    faces: tuple[Face, ...] = ()
    word: str = ""
    sounds: tuple[Sound, ...] = ()
    duration: int = 0


@dataclass(frozen=True, slots=True)
class Staging:
    """Motions that are due; the first is running."""

    steps: tuple[Step, ...] = ()

    @property
    def running(self) -> Step | None:
        """The motion that runs."""
        return self.steps[0] if self.steps else None

    @property
    def behind(self) -> int:
        """How many plays the picture is behind the truth."""
        return sum(step.motion is Motion.PLAY for step in self.steps)


class Direction(NamedTuple):
    """What the picture has to do after an update."""

    staging: Staging
    #: Bring the running motion to its end now.
    finish: bool
    #: Show the truth without motion, whatever ran.
    jump: bool
    #: Sounds to play at once; those of motions come with their step.
    sounds: tuple[Sound, ...]


def direct(staging: Staging, update: Update, *, hidden: bool = False, less_motion: bool = False) -> Direction:
    """The motions after an update."""
    fresh = steps_of(update)
    behind = staging.behind + sum(step.motion is Motion.PLAY for step in fresh)
    ran = staging.running is not None
    if update.snapshot:
        return Direction(Staging(), finish=False, jump=True, sounds=())
    if hidden or less_motion or behind > MOST_BEHIND:
        sounds = tuple(dict.fromkeys(sound for step in fresh for sound in step.sounds))
        return Direction(Staging(), finish=False, jump=bool(fresh) or ran, sounds=() if hidden else sounds)
    if not fresh:
        return Direction(staging, finish=False, jump=False, sounds=())
    return Direction(Staging((*staging.steps[1:], *fresh)), finish=ran, jump=False, sounds=())


def finished(staging: Staging) -> Staging:
    """The running motion has ended: the next one runs."""
    return replace(staging, steps=staging.steps[1:])


def steps_of(update: Update) -> tuple[Step, ...]:
    """The motions of an update's events, in order; the own turn last."""
    steps = [step for event in update.events for step in _STEPS.get(type(event), _none)(event)]
    asked = update.prompt is not None and update.prompt.stage is Stage.PLAYING
    if asked and update.events and update.prompt is not None:
        steps.append(Step(Motion.OWN_TURN, update.prompt.seat, sounds=(Sound.STRING,)))
    return tuple(step._replace(duration=DURATIONS[step.motion]) for step in steps)


def tick_sound(left: float | None, last: int | None) -> tuple[Sound | None, int | None]:
    """The wood tick of the last five seconds of the own turn: the sound, and the second that was ticked."""
    if left is None or left > 5 or left <= 0:
        return None, None
    second = int(left)
    return (None if second == last else Sound.TICK), second


def _none(_event: Any) -> list[Step]:
    return []


def _deal(_event: ev.DealStarted) -> list[Step]:
    return [Step(Motion.DEAL, NOBODY, sounds=(Sound.RIFFLE,))]


def _played(event: ev.Played) -> list[Step]:
    play = play_of_faces(event.faces)
    gouji = play is not None and is_gouji(play) and event.mode not in UNCLASSED
    sounds = (Sound.CARD, Sound.WOOD) if gouji else (Sound.CARD,)
    steps = [Step(Motion.PLAY, event.seat, faces=event.faces, sounds=sounds)]
    if event.burns:
        steps.append(_seal(event.seat, "badge.burning", Sound.DRUM))
    if event.out:
        steps.append(_seal(event.seat, "place", Sound.SEAL))
    if event.chaos:
        steps.append(_seal(NOBODY, "seal.chaos", Sound.SEAL))
    return steps


def _seal(seat: Seat, word: str, sound: Sound) -> Step:
    return Step(Motion.SEAL, seat, word=word, sounds=(sound,))


def _passed(event: ev.Passed) -> list[Step]:
    taps = (Sound.TAP, Sound.TAP) if event.act is Act.YIELD else (Sound.TAP,)
    return [Step(Motion.WORD, event.seat, word=f"act.{event.act.value}", sounds=taps)]


def _query(event: ev.QueryOpened) -> list[Step]:
    if event.stage is not Stage.BURN_QUERY or not event.public:
        return []
    return [Step(Motion.WORD, NOBODY, word="seal.burn_asked", sounds=(Sound.DRUM,))]


def _settled(event: ev.BurnSettled) -> list[Step]:
    if event.outcome == "undone":
        return [_seal(NOBODY, "seal.undone", Sound.DRUM_DAMPED)]
    return [_seal(NOBODY, "badge.burnt_one", Sound.DRUM_STAND)] if event.outcome == "success" else []


def _paid(event: ev.TributePaid) -> list[Step]:
    paid = event.payment
    return [Step(Motion.TRIBUTE, paid.payer, paid.taker, paid.faces, "stamp.tribute", (Sound.SLIDE,))]


def _returned(event: ev.Returned) -> list[Step]:
    return [Step(Motion.TRIBUTE, event.giver, event.to, event.faces, "stamp.tribute", (Sound.SLIDE,))]


def _bought(event: ev.Bought) -> list[Step]:
    buy = event.purchase
    steps = [Step(Motion.TRIBUTE, buy.seller, buy.buyer, (buy.face,), "stamp.bought", (Sound.SLIDE,))]
    if buy.price is not None:
        steps.append(Step(Motion.TRIBUTE, buy.buyer, buy.seller, (buy.price,), "stamp.bought"))
    return steps


def _round_ended(event: ev.RoundEnded) -> list[Step]:
    return [Step(Motion.TAKE_AWAY, event.stood)]


_STEPS: Mapping[type, Callable[[Any], list[Step]]] = MappingProxyType(
    {
        ev.DealStarted: _deal,
        ev.Played: _played,
        ev.Passed: _passed,
        ev.QueryOpened: _query,
        ev.PointsDeclared: lambda event: [_seal(seat, "badge.declared", Sound.SEAL) for seat in seats_of(event.seats)],
        ev.Revolted: lambda event: [_seal(seat, "badge.revolted", Sound.SEAL) for seat in seats_of(event.seats)],
        ev.Bought: _bought,
        ev.TributePaid: _paid,
        ev.Returned: _returned,
        ev.RoundEnded: _round_ended,
        ev.PointOpened: lambda event: [_seal(event.seat, "badge.opened", Sound.SEAL)],
        ev.BurnStood: lambda event: [_seal(event.by, "badge.burning", Sound.DRUM_STAND)],
        ev.BurnSettled: _settled,
        ev.BurnFailed: lambda event: [_seal(event.seat, "badge.burn_failed", Sound.DRUM_DAMPED)],
        ev.SeatShut: lambda event: [_seal(event.victim, "badge.shut", Sound.SEAL)],
    }
)
