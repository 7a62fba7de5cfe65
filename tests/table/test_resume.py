"""A match goes on from its log wherever it was killed: at every kind of prompt, between deals, at its end."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import reduce
from pathlib import Path

import pytest

from gouji_desktop.rules.engine import evolve
from gouji_desktop.rules.prompts import prompts
from gouji_desktop.rules.state import Stage
from gouji_desktop.rules.views import PUBLIC, Audience, SeatAudience, project
from gouji_desktop.table.host import TableHost
from gouji_desktop.table.local import LocalSession, TablePreferences, new_session, resume_session
from gouji_desktop.table.log import LogError, read_log
from gouji_desktop.table.pacing import Pace
from tests.table.drivers import RULES, FakeClock, RandomPlayer, make_setup, random_maker

CREATED = datetime(2026, 2, 3, tzinfo=UTC)
AUDIENCES: list[Audience] = [PUBLIC, *(SeatAudience(seat) for seat in range(6))]
INSTANT = TablePreferences(pace=Pace.INSTANT)


def play(session: LocalSession, clock: FakeClock, deals: int, moves: int = 100_000) -> None:
    """Play on for a person until so many deals have ended, or for so many moves."""
    person = RandomPlayer(1, eager=True)
    while len(session.latest.view.results) < deals and (moves := moves - 1) >= 0:
        clock.run(60, until=lambda: session.latest.prompt is not None or session.host.may_deal)
        latest = session.latest
        if latest.prompt is not None:
            session.submit(person.answer(latest.view, latest.prompt))
        elif session.host.may_deal:
            session.next_deal()


@pytest.mark.parametrize("rules", RULES)
def test_resume_at_every_kind_of_prompt(tmp_path: Path, rules: str) -> None:
    path = tmp_path / "a.gouji"
    clock = FakeClock()
    session = new_session(
        make_setup(rules, "peebee", deals=2, pace="instant"), random_maker, clock, log=path, created=CREATED
    )
    session.start()
    play(session, clock, 2)
    session.close()
    lines = path.read_bytes().splitlines(keepends=True)
    seen: set[tuple[object, ...]] = set()
    log = read_log(path)
    match = log.start
    for number, batch in enumerate(log.batches, 2):
        match = reduce(evolve, batch, match)
        deal = match.deal
        assert deal is not None
        asks_person = deal.round.turn == 0 or (deal.query is not None and deal.query.asked & 1)
        kind = (deal.stage, deal.round.word, deal.chaos, bool(asks_person))
        if kind in seen:
            continue
        seen.add(kind)
        killed = tmp_path / f"{number}.gouji"
        killed.write_bytes(b"".join(lines[:number]) + lines[number][:40] if number < len(lines) else b"".join(lines))
        again = resume_session(killed, random_maker, clock, preferences=INSTANT)
        assert again.host.match == match
        assert prompts(again.host.match) == prompts(match)
        for audience in AUDIENCES:
            assert again.host.view(audience) == project(match, audience)
        again.start()
        play(again, clock, 2, moves=8)
        again.close()
        assert read_log(killed).batches[: number - 1] == log.batches[: number - 1]
        assert read_log(killed).fair()
    assert {Stage.PLAYING, Stage.BURN_QUERY, Stage.OVER} <= {kind[0] for kind in seen}
    assert len(seen) > 8


def test_deals_go_on_from_the_same_seed(tmp_path: Path) -> None:
    def hands(stop: bool) -> list[object]:
        path = tmp_path / f"{stop}.gouji"
        clock = FakeClock()
        setup = make_setup("zaozhuang6", deals=2, pace="instant")
        session = new_session(setup, random_maker, clock, log=path, created=CREATED)
        session.start()
        play(session, clock, 1)
        if stop:
            session.close()
            session = resume_session(path, random_maker, clock, preferences=INSTANT)
            session.start()
        play(session, clock, 2)
        session.close()
        return [event.hands for batch in read_log(path).batches for event in batch if hasattr(event, "permutation")]

    assert hands(stop=False) == hands(stop=True)


def test_a_finished_match_opens_and_stays_finished(tmp_path: Path) -> None:
    path = tmp_path / "a.gouji"
    clock = FakeClock()
    session = new_session(make_setup(deals=1, pace="instant"), random_maker, clock, log=path, created=CREATED)
    session.start()
    play(session, clock, 1)
    session.close()
    before = path.read_bytes()
    again = resume_session(path, random_maker, clock)
    again.start()
    again.next_deal()
    clock.run(60)
    assert again.latest.view.over
    again.close()
    assert path.read_bytes() == before


def test_damage_is_told_and_nothing_is_touched(tmp_path: Path) -> None:
    path = tmp_path / "a.gouji"
    path.write_bytes(b"nonsense\n")
    with pytest.raises(LogError):
        resume_session(path, random_maker, FakeClock())
    assert path.read_bytes() == b"nonsense\n"


def test_what_cannot_be_saved_is_told(tmp_path: Path) -> None:
    session = new_session(make_setup(), random_maker, FakeClock(), log=tmp_path / "a.gouji", created=CREATED)
    assert session.log_fault is None
    assert session.log_path == tmp_path / "a.gouji"
    session.close()
    with pytest.raises(ValueError, match="created"):
        new_session(make_setup(), random_maker, FakeClock(), log=tmp_path / "b.gouji")


def test_a_history_of_other_rules_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.gouji"
    clock = FakeClock()
    session = new_session(make_setup("zaozhuang6"), random_maker, clock, log=path, created=CREATED)
    session.start()
    clock.run(5)
    session.close()
    events = read_log(path).events
    with pytest.raises(ValueError, match="no history"):
        TableHost(make_setup(), random_maker, history=events[1:])
