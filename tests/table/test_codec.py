"""Everything that happens in a match survives being written and read; nothing else is read."""

from __future__ import annotations

import json
import random

import pytest

from gouji_desktop.rules.commands import BurnCards, Decide, Pass, PlayCards, ReturnCards, ShowSuit, Yield
from gouji_desktop.rules.events import Event
from gouji_desktop.rules.presets import PRESETS
from gouji_desktop.rules.views import PUBLIC, SeatAudience, redact
from gouji_desktop.table.codec import (
    CodecError,
    decode_command,
    decode_event,
    decode_result,
    decode_rules,
    encode_command,
    encode_event,
    encode_result,
    encode_rules,
)
from gouji_desktop.table.host import TableHost
from tests.table.drivers import RULES, finish, make_setup, random_maker


def log_of(rules: str, seed: str = "1", deals: int = 3) -> list[Event]:
    log: list[Event] = []
    finish(TableHost(make_setup(rules, "ebeebe", seed, deals=deals, pace="instant"), random_maker, journal=log.extend))
    return log


def through_json(data: object) -> object:
    return json.loads(json.dumps(data))


@pytest.mark.parametrize("rules", RULES)
def test_events_come_back(rules: str) -> None:
    log = log_of(rules)
    for event in log:
        for audience in (None, PUBLIC, SeatAudience(2)):
            seen = event if audience is None else redact(event, audience)
            if seen is not None:
                back = decode_event(through_json(encode_event(seen)))
                assert back == seen
                assert type(back) is type(seen)
    for event in log:
        if type(event).__name__ == "DealScored":
            assert decode_result(through_json(encode_result(event.result))) == event.result


def test_cards_are_readable() -> None:
    played = next(event for event in log_of("tribute216", deals=1) if type(event).__name__ == "Played")
    assert all(isinstance(name, str) for name in encode_event(played)["faces"])


@pytest.mark.parametrize(
    "command",
    [
        PlayCards(0, 7, (53, 2, 1)),
        Pass(1, 7),
        Yield(2, 7),
        BurnCards(3, 7, ()),
        ShowSuit(4, 7, (4, 4)),
        Decide(5, 7, yes=True),
        ReturnCards(0, 7, (0,)),
    ],
)
def test_commands_come_back(command) -> None:
    back = decode_command(through_json(encode_command(command)))
    assert back == command
    assert type(back) is type(command)


@pytest.mark.parametrize("name", PRESETS)
def test_rules_come_back(name: str) -> None:
    assert decode_rules(through_json(encode_rules(PRESETS[name]))) == PRESETS[name]


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {},
        {"type": "Pass", "seat": 1},
        {"type": "Pass", "seat": 1, "prompt": 2, "more": 3},
        {"type": "Pass", "seat": 6, "prompt": 2},
        {"type": "Pass", "seat": True, "prompt": 2},
        {"type": "Pass", "seat": "1", "prompt": 2},
        {"type": "Pass", "seat": 1.0, "prompt": 2},
        {"type": "StartDeal", "permutation": [], "lot": 0},
        {"type": "PlayCards", "seat": 0, "prompt": 1, "faces": ["9x"]},
        {"type": "PlayCards", "seat": 0, "prompt": 1, "faces": "9h"},
        {"type": "PlayCards", "seat": 0, "prompt": 1, "faces": ["9h"] * 2000},
        {"type": "Decide", "seat": 0, "prompt": 1, "yes": 1},
        {"type": ["Pass"], "seat": 0, "prompt": 1},
        {"type": "Pass", "seat": 0, "prompt": 10**30},
    ],
)
def test_other_commands_are_refused_in_a_sentence(data: object) -> None:
    with pytest.raises(CodecError) as caught:
        decode_command(data)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 200


def mutate(data: object, chance: random.Random) -> object:
    """A copy in which something is different."""
    if isinstance(data, dict) and data and chance.random() < 0.8:
        key = chance.choice(list(data))
        return {**data, key: mutate(data[key], chance)}
    if isinstance(data, list) and data and chance.random() < 0.8:
        index = chance.randrange(len(data))
        return [*data[:index], mutate(data[index], chance), *data[index + 1 :]]
    return chance.choice([None, True, -1, 7, 10**9, 1.5, "", "Th", "Pass", [], {}, [[]], {"hidden": -1}, "x" * 99])


def test_fuzzed_events_are_events_or_refused() -> None:
    chance = random.Random(5)
    log = [encode_event(event) for event in log_of("tribute216", deals=2)]
    refused = 0
    sentences = set()
    for _ in range(4000):
        data = mutate(chance.choice(log), chance)
        try:
            event = decode_event(through_json(data))
        except CodecError as error:
            refused += 1
            sentences.add(str(error))
        else:
            assert decode_event(encode_event(event)) == event
    assert refused > 2000
    assert not [sentence for sentence in sentences if "\n" in sentence or len(sentence) > 250]
