"""Check the shuffles in the log of an online match, or the published test vectors, with nothing of the game's own code.

    python tools/verify_shuffle.py FILE

Written from docs/fair-shuffle.md with the standard library alone. One line for each deal; status 0: all are right, 1:
one is not, 2: the file cannot be used, or holds no deal. The shuffles are all that is checked: neither the chain of the
lines nor what was played.
"""

import hashlib
import hmac
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

#: The format of the logs that hold proofs.
FORMAT = 2
#: What comes of content that is none of such a log.
UNREADABLE = (OSError, LookupError, TypeError, AttributeError, RecursionError, UnicodeError, json.JSONDecodeError)
RANKS, SUITS = "3456789TJQKA2", "shcd"


class NoLogError(Exception):
    """The file is no log of an online match; its text says why."""


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


def from_hex(text: str) -> bytes:
    """32 bytes, which are written in one way alone."""
    if not re.fullmatch("[0-9a-f]{64}", text):
        raise ValueError("a secret, a share or a hash is not 64 lower-case hexadecimal digits")
    return bytes.fromhex(text)


def order(place: tuple[str, int, int], rules: str, cards: int, proof: dict[str, Any]) -> tuple[list[int], int]:
    """The order of the deck and the lot that the secret and the shares of a proof lead to."""
    secret, parts = from_hex(proof["s"]), []
    if hashlib.sha256(row("gouji/commit/1", *place, rules, secret)).hexdigest() != proof["commit"]:
        raise ValueError("the server's secret is not what it committed to")
    seats, uids = [[entry[name] for entry in proof["entries"]] for name in ("seat", "uid")]
    if seats != sorted({*seats} & {*range(6)}) or len({*uids}) != len(uids):
        raise ValueError("the shares are not those of different seats and accounts in the order of the seats")
    for entry in proof["entries"]:
        if not (0 < len(entry["uid"]) <= 64 and entry["uid"].isprintable()):
            raise ValueError(f"the share of seat {entry['seat']} is nobody's")
        committed, share = from_hex(entry["h"]), from_hex(entry.get("r", entry["h"]))
        hashed = hashlib.sha256(row("gouji/seed/1", *place, entry["uid"], share)).hexdigest()
        if "r" in entry and hashed != committed.hex():
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


def place_of(header: dict[str, Any]) -> tuple[str, int]:
    """Table and match of a log."""
    form, table, match = header.get("format"), header.get("table"), header.get("match")
    if type(form) is not int or form != FORMAT:
        raise NoLogError(f"its format is {form!r}, not {FORMAT}")
    if not isinstance(table, str) or not re.fullmatch("[a-z0-9]{1,16}", table):
        raise NoLogError("it names no table")
    if type(match) is not int or not 0 < match < 2**53:
        raise NoLogError("it does not say which match of its table it is")
    own = header.get("own")
    if own is not None and (type(own) is not int or own not in range(6)):
        raise NoLogError("it is the file of a seat that there is not")
    return table, match


def proof_in(line: dict[str, Any]) -> dict[str, Any]:
    """The proof that a line holds, and nothing beside it."""
    proof: Any = line["proof"]
    if {*line} - {"chain"} != {"proof"} or not isinstance(proof, dict) or {*proof} != {"commit", "s", "entries"}:
        raise NoLogError("a line with a proof holds something else")
    if not isinstance(proof["entries"], list) or len(proof["entries"]) > 6:
        raise NoLogError("a proof does not hold at most six shares")
    texts = [proof["commit"], proof["s"]]
    for entry in proof["entries"]:
        if {*entry} - {"r"} != {"seat", "uid", "h"} or type(entry["seat"]) is not int:
            raise NoLogError("a share does not name its seat, its account and its hash")
        texts += [text for name, text in entry.items() if name != "seat"]
    if not all(isinstance(text, str) and len(text) <= 64 for text in texts):
        raise NoLogError("a proof holds something that is no short text")
    return proof


def log_is_right(lines: list[dict[str, Any]]) -> Iterator[tuple[int, bool]]:
    """Every deal of a log, and whether it is the one of its proof."""
    place, rules, proof, deal = place_of(lines[0]), lines[0]["rules"], None, 0
    rules = {name: value for name, value in rules.items() if name not in ("name", "digest")}
    digest = hashlib.sha256(json.dumps(rules, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
    for line in lines[1:]:
        if "proof" in line:
            if proof is not None:
                raise NoLogError(f"two proofs stand before deal {deal}")
            proof = proof_in(line)
        for event in line.get("events", []):
            if event["type"] == "DealStarted":
                if proof is None:
                    raise NoLogError(f"no proof stands before deal {deal}")
                cards = rules["decks"] * 46 + rules["threes"] + rules["fours"]
                deck, lot = order((*place, deal), digest, cards, proof)
                same_hands = hands(rules, deck) == [sorted(hand) for hand in event["hands"]]
                yield deal, (deck, lot) == (event["permutation"], event["lot"]) and same_hands
                proof, deal = None, deal + 1
            elif proof is not None:
                raise NoLogError(f"a proof stands before a line that does not deal, after {deal} deals")


def vectors_are_right(vectors: list[dict[str, Any]]) -> Iterator[tuple[int, bool]]:
    """Every test vector, and whether it comes out."""
    for number, one in enumerate(vectors):
        found = order((one["table"], one["match"], one["deal"]), one["rules"], one["cards"], one)
        yield number, found == (one["permutation"], one["lot"])


def main(path: str) -> int:
    """Check a file; the status."""
    try:
        text, found = Path(path).read_text(encoding="utf-8"), []
        data = json.loads(text if text[:1] == "[" else "[" + ",".join(text.splitlines()) + "]")
        for number, right in (vectors_are_right if text[:1] == "[" else log_is_right)(data):
            print(number, "right" if right else "WRONG")
            found.append(right)
    except (
        OSError,
        LookupError,
        TypeError,
        AttributeError,
        RecursionError,
        json.JSONDecodeError,
        UnicodeError,
    ) as error:
        print(f"this is no log of an online match: {error!r}")
        return 2
    except NoLogError as error:
        print(f"this is no log of an online match: {error}")
        return 2
    except ValueError as error:
        print(f"WRONG: {error}")
        return 1
    if not found:
        print("there is no deal to check")
        return 2
    return int(not all(found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
