"""Golden games: what the engine makes of the same choices must not drift by accident.

After a change that is meant, write the digests anew with `python -m tests.golden.test_golden`.
"""

import hashlib
import json
from pathlib import Path

import pytest

from gouji_desktop.rules.presets import PRESETS
from tests.rules.randomplay import play_match

FILE = Path(__file__).with_name("digests.json")
SEEDS = (1, 2)


def digest(name: str, seed: int) -> str:
    """SHA-256 over every event of a match of random players."""
    hasher = hashlib.sha256()
    for move in play_match(PRESETS[name], seed, deals=2):
        for event in move.events:
            hasher.update(f"{type(event).__name__}{event!r}\n".encode())
    return hasher.hexdigest()


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", PRESETS)
def test_golden(name, seed):
    assert digest(name, seed) == json.loads(FILE.read_text())[f"{name}/{seed}"]


if __name__ == "__main__":
    digests = {f"{name}/{seed}": digest(name, seed) for name in PRESETS for seed in SEEDS}
    FILE.write_text(json.dumps(digests, indent=2) + "\n")
