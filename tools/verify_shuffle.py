"""Check the shuffles in the log of an online match, or the published test vectors, with nothing of the game's own code.

    python tools/verify_shuffle.py FILE

Written from docs/fair-shuffle.md with the standard library alone. One line for each deal; status 0: all are right, 1:
one is not, 2: the file cannot be used.
"""

import hashlib
import hmac
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

RANKS, SUITS = "3456789TJQKA2", "shcd"


def row(*parts: Any) -> bytes:
    """Every part after its length."""
    as_bytes = {int: lambda part: part.to_bytes(8, "big"), str: str.encode, bytes: bytes}
    return b"".join(len(raw := as_bytes[type(part)](part)).to_bytes(4, "big") + raw for part in parts)


def numbers(key: bytes, label: str, count: int = 0) -> Iterator[int]:
    """32-bit numbers without end."""
    while True:
        block = hmac.digest(key, row(label, count), "sha256")
        yield from (int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4))
        count += 1


def draw(words: Iterator[int], limit: int) -> int:
    """A number below a limit, all of them equally likely."""
    return next(word for word in words if word < 2**32 // limit * limit) % limit


def order(place: tuple[str, int, int], rules: str, cards: int, proof: dict[str, Any]) -> tuple[list[int], int]:
    """The order of the deck and the lot that the secret and the shares of a proof lead to."""
    secret, parts = bytes.fromhex(proof["s"]), []
    if hashlib.sha256(row("gouji/commit/1", *place, rules, secret)).hexdigest() != proof["commit"]:
        raise ValueError("the server's secret is not what it committed to")
    for entry in proof["entries"]:
        share = bytes.fromhex(entry.get("r", entry["h"]))
        hashed = hashlib.sha256(row("gouji/seed/1", *place, entry["uid"], share)).hexdigest()
        if "r" in entry and hashed != entry["h"]:
            raise ValueError(f"the share of seat {entry['seat']} is not what it committed to")
        parts += [entry["seat"], entry["uid"], share]
    key = hmac.digest(secret, row("gouji/shuffle/1", *place, rules, *parts), "sha256")
    deck, words = list(range(cards)), numbers(key, "deck")
    for top in range(cards - 1, 0, -1):
        other = draw(words, top + 1)
        deck[top], deck[other] = deck[other], deck[top]
    return deck, draw(numbers(key, "lot"), 6)


def hands(rules: dict[str, Any], deck: list[int]) -> list[list[str]]:
    """The six hands, each a sorted list of the names of its cards."""
    cards = [rank + "shdc"[at % 4] for rank, name in (("3", "threes"), ("4", "fours")) for at in range(rules[name])]
    cards += [rank + suit for rank in RANKS[2:] for suit in SUITS * rules["decks"]]
    cards.sort(key=lambda card: (RANKS.index(card[0]), SUITS.index(card[1])))
    cards += ["S"] * rules["decks"] + ["B"] * rules["decks"]
    return [sorted(cards[place] for place in deck[seat::6]) for seat in range(6)]


def log_is_right(lines: list[dict[str, Any]]) -> Iterator[tuple[int, bool]]:
    """Every deal of a log, and whether it is the one of its proof."""
    table, match, rules, proof, deal = lines[0]["table"], lines[0]["match"], lines[0]["rules"], None, 0
    rules = {name: value for name, value in rules.items() if name not in ("name", "digest")}
    digest = hashlib.sha256(json.dumps(rules, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
    for line in lines[1:]:
        for event in line.get("events", []):
            if event["type"] == "DealStarted":
                cards = rules["decks"] * 46 + rules["threes"] + rules["fours"]
                deck, lot = order((table, match, deal), digest, cards, proof or {})
                same_hands = hands(rules, deck) == [sorted(hand) for hand in event["hands"]]
                yield deal, (deck, lot) == (event["permutation"], event["lot"]) and same_hands
                proof, deal = None, deal + 1
        proof = line.get("proof", proof)


def vectors_are_right(vectors: list[dict[str, Any]]) -> Iterator[tuple[int, bool]]:
    """Every test vector, and whether it comes out."""
    for number, one in enumerate(vectors):
        found = order((one["table"], one["match"], one["deal"]), one["rules"], one["cards"], one)
        yield number, found == (one["permutation"], one["lot"])


def main(path: str) -> int:
    """Check a file; the status."""
    try:
        text, wrong = Path(path).read_text(encoding="utf-8"), 0
        data = json.loads(text if text[:1] == "[" else "[" + ",".join(text.splitlines()) + "]")
        for number, right in (vectors_are_right if text[:1] == "[" else log_is_right)(data):
            print(number, "right" if right else "WRONG")
            wrong |= not right
    except (OSError, LookupError, TypeError, AttributeError, json.JSONDecodeError, UnicodeError) as error:
        print(f"this is no log of an online match: {error!r}")
        return 2
    except ValueError as error:
        print(f"WRONG: {error}")
        return 1
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
