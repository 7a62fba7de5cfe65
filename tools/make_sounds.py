"""Make the sounds of the table as WAV files, with the standard library alone.

usage: python -m tools.make_sounds [--out FOLDER]

All sounds are soft, shorter than 0.3 s, 44.1 kHz, 16 bit, mono. They are built from three things: noise
through a filter (paper, cloth), decaying sine waves (wood, drum) and a plucked string. The noise comes from a
generator of our own with a fixed seed, so the same files come out of every run.
"""

from __future__ import annotations

import argparse
import math
import struct
import sys
import wave
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

RATE = 44100
FULL_SCALE = 32767
DEFAULT_TARGET = Path(__file__).resolve().parent.parent / "assets" / "sounds"

Samples = list[float]


def _times(seconds: float) -> range:
    return range(round(seconds * RATE))


def noise(seed: int) -> Iterator[float]:
    """White noise in -1..1 that does not depend on the version of Python."""
    state = seed
    while True:
        state = (state * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
        yield (state >> 33) / 0x3FFFFFFF - 1.0


def band(samples: Sequence[float], centre: float, quality: float) -> Samples:
    """``samples`` through a band-pass filter round ``centre`` hertz."""
    omega = 2 * math.pi * centre / RATE
    alpha = math.sin(omega) / (2 * quality)
    gain = alpha / (1 + alpha)
    feedback_1, feedback_2 = -2 * math.cos(omega) / (1 + alpha), (1 - alpha) / (1 + alpha)
    result: Samples = []
    x_1 = x_2 = y_1 = y_2 = 0.0
    for x in samples:
        y = gain * (x - x_2) - feedback_1 * y_1 - feedback_2 * y_2
        x_1, x_2, y_1, y_2 = x, x_1, y, y_1
        result.append(y)
    return result


def envelope(samples: Sequence[float], attack: float, decay: float) -> Samples:
    """``samples`` rising over ``attack`` seconds and then falling by e every ``decay`` seconds."""
    rise = attack * RATE
    return [
        sample * (index / rise if index < rise else math.exp((rise - index) / (decay * RATE)))
        for index, sample in enumerate(samples)
    ]


def brush(seconds: float, seed: int, *, centre: float, quality: float, attack: float, decay: float) -> Samples:
    """Filtered noise: paper on paper or on cloth."""
    source = noise(seed)
    return envelope(band([next(source) for _ in _times(seconds)], centre, quality), attack, decay)


def partial(seconds: float, frequency: float, decay: float, bend: float = 0.0) -> Samples:
    """A decaying sine wave that starts higher by ``bend`` and falls to ``frequency`` in about 30 ms."""
    phase = 0.0
    result: Samples = []
    for index in _times(seconds):
        phase += 2 * math.pi * frequency * (1 + bend * math.exp(-index / (0.015 * RATE))) / RATE
        result.append(math.sin(phase) * math.exp(-index / (decay * RATE)))
    return result


def mix(*parts: tuple[float, Sequence[float]], offsets: Sequence[float] = ()) -> Samples:
    """The sum of ``(gain, samples)`` parts; ``offsets`` delays them by seconds, one for each part."""
    starts = [round(offset * RATE) for offset in offsets] or [0] * len(parts)
    length = max(start + len(samples) for start, (_, samples) in zip(starts, parts, strict=True))
    total = [0.0] * length
    for start, (gain, samples) in zip(starts, parts, strict=True):
        for index, sample in enumerate(samples, start):
            total[index] += gain * sample
    return total


def finish(samples: Sequence[float], peak: float) -> Samples:
    """Fade both ends, so that nothing clicks, and scale to ``peak`` (1.0 is full scale)."""
    fade_in, fade_out = round(0.001 * RATE), round(0.02 * RATE)
    last = len(samples) - 1
    shaped = [sample * min(1.0, index / fade_in, (last - index) / fade_out) for index, sample in enumerate(samples)]
    loudest = max(abs(sample) for sample in shaped)
    return [sample * peak / loudest for sample in shaped]


def riffle() -> Samples:
    """A pack let go from the thumb: many small snaps that come faster and softer, once for a deal."""
    snaps: list[tuple[float, Samples]] = []
    offsets: list[float] = []
    moment = 0.0
    for count in range(22):
        snaps.append((0.55 + 0.45 * math.sin(math.pi * count / 21), _snap(count)))
        offsets.append(moment)
        moment += 0.0125 - 0.0002 * count
    return finish(mix(*snaps, offsets=offsets), 0.34)


def _snap(count: int) -> Samples:
    return brush(0.03, 101 + count, centre=1900 + 60 * (count % 5), quality=1.1, attack=0.001, decay=0.005)


def card() -> Samples:
    """A card laid on felt: a short brush with a dull thump below it."""
    return finish(
        mix(
            (1.0, brush(0.12, 7, centre=1500, quality=0.7, attack=0.002, decay=0.018)),
            (0.35, partial(0.12, 130, 0.025, 0.5)),
        ),
        0.42,
    )


def wood() -> Samples:
    """A wood block, for a gouji play."""
    return finish(
        mix(
            (1.0, partial(0.2, 820, 0.030)),
            (0.45, partial(0.2, 1995, 0.014)),
            (0.25, brush(0.03, 11, centre=2400, quality=1.0, attack=0.0005, decay=0.004)),
        ),
        0.40,
    )


def tap() -> Samples:
    """A finger on the table: pass (once) and yield (twice)."""
    return finish(
        mix(
            (1.0, partial(0.1, 230, 0.016, 0.4)),
            (0.4, brush(0.05, 13, centre=900, quality=0.8, attack=0.001, decay=0.008)),
        ),
        0.30,
    )


def string() -> Samples:
    """One plucked string, the player's own turn: a softened Karplus-Strong loop on D4."""
    period = round(RATE / 293.66)
    source = noise(17)
    pluck = [next(source) for _ in range(period)]
    for _ in range(8):
        pluck = [(pluck[index - 1] + pluck[index]) / 2 for index in range(period)]
    average = sum(pluck) / period
    line = [value - average for value in pluck]
    result: Samples = []
    for index in _times(0.29):
        place = index % period
        result.append(line[place])
        line[place] = 0.996 * (0.5 * line[place] + 0.5 * line[(place + 1) % period])
    return finish(envelope(result, 0.002, 0.12), 0.36)


def _skin(decay: float, seconds: float) -> Samples:
    """A low drum: a bending fundamental, one overtone and the beater."""
    return mix(
        (1.0, partial(seconds, 84, decay, 0.7)),
        (0.35, partial(seconds, 151, decay * 0.6, 0.3)),
        (0.18, brush(0.05, 19, centre=500, quality=0.7, attack=0.001, decay=0.010)),
    )


def drum() -> Samples:
    """A low drum: a burn is asked."""
    return finish(_skin(0.085, 0.29), 0.48)


def drum_stand() -> Samples:
    """Drum and wood: the burn stands."""
    return finish(mix((1.0, _skin(0.085, 0.29)), (0.45, wood()), offsets=(0.0, 0.06)), 0.48)


def drum_damped() -> Samples:
    """A drum with a hand on its skin: the burn is undone."""
    return finish(_skin(0.026, 0.16), 0.42)


def seal() -> Samples:
    """A seal pressed on paper: a firm thud and the paper giving way."""
    return finish(
        mix(
            (1.0, partial(0.2, 165, 0.028, 0.9)),
            (0.7, brush(0.12, 23, centre=1100, quality=0.6, attack=0.001, decay=0.014)),
            (0.22, brush(0.14, 29, centre=3200, quality=0.8, attack=0.030, decay=0.030)),
            offsets=(0.0, 0.0, 0.045),
        ),
        0.44,
    )


def slide() -> Samples:
    """A card pushed across the table: noise that swells and fades."""
    source = noise(31)
    seconds = 0.28
    raw = [next(source) for _ in _times(seconds)]
    low, high = band(raw, 900, 0.9), band(raw, 2000, 1.1)
    length = len(raw)
    swept = [
        (low[index] * (1 - index / length) + 0.6 * high[index] * index / length)
        * math.sin(math.pi * (index / length) ** 0.7) ** 2
        for index in range(length)
    ]
    return finish(swept, 0.26)


def tick() -> Samples:
    """A small wooden tick for the last five seconds."""
    return finish(
        mix(
            (1.0, partial(0.07, 1480, 0.009)),
            (0.3, brush(0.02, 37, centre=3000, quality=1.0, attack=0.0005, decay=0.003)),
        ),
        0.24,
    )


SOUNDS: dict[str, Callable[[], Samples]] = {
    "riffle": riffle,
    "card": card,
    "wood": wood,
    "tap": tap,
    "string": string,
    "drum": drum,
    "drum_stand": drum_stand,
    "drum_damped": drum_damped,
    "seal": seal,
    "slide": slide,
    "tick": tick,
}


def write_wav(path: Path, samples: Sequence[float]) -> None:
    """Write ``samples`` (-1..1) as 16 bit mono."""
    values = [round(sample * FULL_SCALE) for sample in samples]
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(struct.pack(f"<{len(values)}h", *values))


def main(arguments: list[str]) -> int:
    """Command line: see the top of this module."""
    parser = argparse.ArgumentParser(description="Make the sounds of the table.")
    parser.add_argument("--out", type=Path, default=DEFAULT_TARGET, help="folder to write to")
    target: Path = parser.parse_args(arguments).out
    try:
        target.mkdir(parents=True, exist_ok=True)
        for name, make in SOUNDS.items():
            samples = make()
            write_wav(target / f"{name}.wav", samples)
            print(f"{name}.wav: {len(samples) / RATE:.3f} s")
    except OSError as error:
        print(f"make_sounds: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
