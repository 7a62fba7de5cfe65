"""The sounds: short, soft, and the same as their generator makes."""

from __future__ import annotations

import struct
import wave

import pytest

from tests.assets.drawings import ASSETS
from tools.make_sounds import RATE, SOUNDS, write_wav

FOLDER = ASSETS / "sounds"
NAMES = (
    "riffle",
    "card",
    "wood",
    "tap",
    "string",
    "drum",
    "drum_stand",
    "drum_damped",
    "seal",
    "slide",
    "tick",
)


def _samples(path):
    with wave.open(str(path), "rb") as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, RATE)
        count = file.getnframes()
        return struct.unpack(f"<{count}h", file.readframes(count))


def test_every_sound_is_there_and_no_other():
    assert {file.name for file in FOLDER.iterdir()} == {f"{name}.wav" for name in NAMES}
    assert tuple(SOUNDS) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_sound_is_short_and_soft_and_does_not_click(name):
    samples = _samples(FOLDER / f"{name}.wav")
    assert 0.04 < len(samples) / RATE < 0.3
    assert 0.1 < max(map(abs, samples)) / 32767 <= 0.5
    assert samples[0] == samples[-1] == 0
    assert abs(sum(samples) / len(samples)) < 0.01 * 32767


@pytest.mark.parametrize("name", NAMES)
def test_the_generator_makes_the_same_sound_again(tmp_path, name):
    write_wav(tmp_path / "again.wav", SOUNDS[name]())
    # The last bit may differ where the sine of another C library rounds otherwise.
    pairs = zip(_samples(FOLDER / f"{name}.wav"), _samples(tmp_path / "again.wav"), strict=True)
    assert all(abs(old - new) <= 1 for old, new in pairs)
