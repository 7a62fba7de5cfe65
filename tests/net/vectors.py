"""The test vectors of the shuffle: writes tests/net/shuffle-vectors.json (`python -m tests.net.vectors`)."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from gouji_desktop.net.shuffle import Share, commit, deck_key, nonce_hash, shuffle
from gouji_desktop.rules.presets import preset

FILE = Path(__file__).with_name("shuffle-vectors.json")
#: Table, match, deal, rule set, and who gave a share: `r` shown, `h` never shown, - none.
CASES = (
    ("k3m9x2", 1, 0, "tribute216", "rrrrrr"),
    ("k3m9x2", 1, 1, "tribute216", "r-rhr-"),
    ("k3m9x2", 2, 0, "jinyou4", "------"),
    ("a", 1, 7, "zaozhuang6", "-----h"),
    ("0123456789abcdef", 4_294_967_296, 65_536, "chayuan", "r-----"),
)


def secret(*words: object) -> bytes:
    """32 bytes that look like chance and can be computed anew."""
    return hashlib.sha256("/".join(map(str, ("vector", *words))).encode()).digest()


def vector(table: str, match: int, deal: int, name: str, given: str) -> dict[str, Any]:
    """One vector, every step of it."""
    rules, s = preset(name), secret(table, match, deal)
    shares = []
    for seat, how in enumerate(given):
        if how != "-":
            uid, r = f"u{seat}" if seat else "老王", secret(table, match, deal, seat)
            h = nonce_hash(table, match, deal, uid, r)
            shares.append(Share(seat, uid, h, r.hex() if how == "r" else None))
    key = deck_key(table, match, deal, rules.digest, s, shares)
    permutation, lot = shuffle(key, rules.cards)
    return {
        "table": table,
        "match": match,
        "deal": deal,
        "rules": rules.digest,
        "s": s.hex(),
        "commit": commit(table, match, deal, rules.digest, s),
        "entries": [{key: value for key, value in share._asdict().items() if value is not None} for share in shares],
        "key": key.hex(),
        "cards": rules.cards,
        "permutation": list(permutation),
        "lot": lot,
    }


def text() -> str:
    """The whole file."""
    rows = [json.dumps(vector(*case), ensure_ascii=False) for case in CASES]
    return "[\n" + ",\n".join(rows) + "\n]\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
