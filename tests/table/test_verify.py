"""Whether a log is what the rules lead to."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from gouji_desktop.rules.events import DealScored, DealStarted, Played
from gouji_desktop.table.host import TableHost
from gouji_desktop.table.log import LogError, LogHeader, LogWriter, MatchLog, parse_log, read_log
from gouji_desktop.table.verify import verify
from tests.table.drivers import RULES, finish, make_setup, random_maker

CREATED = datetime(2026, 2, 3, tzinfo=UTC)


def recorded(path: Path, rules: str = "tribute216", deals: int = 1) -> MatchLog:
    setup = make_setup(rules, "ebeebe", deals=deals, pace="instant")
    writer = LogWriter.create(path, LogHeader.of(setup, CREATED))
    finish(TableHost(setup, random_maker, journal=writer.append))
    writer.close()
    return read_log(path)


def forged(path: Path, log: MatchLog, batches) -> MatchLog:
    """A log with other batches and right chains."""
    writer = LogWriter.create(path, log.header)
    for batch in batches:
        writer.append(batch)
    writer.close()
    return parse_log(path.read_bytes())


@pytest.mark.parametrize("rules", RULES)
def test_what_was_played_is_what_the_rules_lead_to(tmp_path: Path, rules: str) -> None:
    assert verify(recorded(tmp_path / "a.gouji", rules, 3)) is None


def test_a_left_out_consequence_and_a_foreign_turn_are_found(tmp_path: Path) -> None:
    log = recorded(tmp_path / "a.gouji")
    long = next(number for number, batch in enumerate(log.batches) if len(batch) > 1 and isinstance(batch[0], Played))
    cut = (*log.batches[:long], log.batches[long][:1])
    told = verify(replace(log, batches=cut))
    assert told is not None
    assert told.startswith(f"line {long + 2}: ")
    played = log.batches[long][0]
    assert isinstance(played, Played)
    foreign = [*log.batches[:long], (played._replace(seat=(played.seat + 1) % 6, faces=played.faces[:1]),)]
    found: object
    try:
        found = verify(forged(tmp_path / "c.gouji", log, foreign))
    except LogError as error:
        found = error
    assert found is not None


def test_other_deals_than_those_of_the_seed_are_found(tmp_path: Path) -> None:
    log = recorded(tmp_path / "a.gouji")
    other = LogHeader.of(make_setup(seed="other", seats="ebeebe", deals=1), CREATED)
    told = verify(forged(tmp_path / "b.gouji", MatchLog(other, (), False, False, "", 0), log.batches))
    assert told == "the deals are not those of the seed in the header"


def test_deals_that_cannot_be_are_refused_at_once(tmp_path: Path) -> None:
    log = recorded(tmp_path / "a.gouji")
    first, last = log.batches[0], log.batches[-1]
    start, score = first[0], last[-1]
    assert isinstance(start, DealStarted)
    assert isinstance(score, DealScored)
    wrong_batches = [
        [(start._replace(permutation=start.permutation[:-1]),)],
        [(start._replace(hands=start.hands[:5]),)],
        [(start._replace(hands=(*start.hands[1:], start.hands[0])),)],
        [*log.batches[:-1], (*last[:-1], score._replace(scores=(0, 0)))],
        [log.batches[1]],
    ]
    for number, batches in enumerate(wrong_batches):
        with pytest.raises(LogError) as caught:
            forged(tmp_path / f"{number}.gouji", log, batches)
        assert "\n" not in str(caught.value)
