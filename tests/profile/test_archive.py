"""The archive and the statistics are what the logs say, however the program ended."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from gouji_desktop.profile.archive import Archive
from gouji_desktop.profile.files import Notice, NoticeKind
from gouji_desktop.profile.folders import profile_folders
from gouji_desktop.profile.statistics import Statistics, Tally, collect, tally_of
from gouji_desktop.table.local import TablePreferences, new_session, resume_session
from gouji_desktop.table.log import MatchLog, read_log
from gouji_desktop.table.pacing import Pace
from tests.table.drivers import FakeClock, RandomPlayer, make_setup, random_maker

CREATED = datetime(2026, 2, 3, 4, 5, 6, tzinfo=UTC)


def record(archive: Archive, rules: str, seats: str, deals: int, until: int, created: datetime = CREATED) -> Path:
    """A match of so many deals, left after some."""
    path = archive.new_path(created)
    clock = FakeClock()
    setup = make_setup(rules, seats, rules + seats, deals=deals, pace="instant")
    session = new_session(setup, random_maker, clock, log=path, created=created)
    session.start()
    person = RandomPlayer(3, eager=True)
    while len(session.latest.view.results) < until:
        clock.run(60, until=lambda: session.latest.prompt is not None or session.host.may_deal)
        latest = session.latest
        if latest.prompt is not None:
            session.submit(person.answer(latest.view, latest.prompt))
        elif session.host.may_deal:
            session.next_deal()
    session.close()
    return path


@pytest.fixture
def archive() -> Archive:
    return Archive(profile_folders().matches)


def test_an_empty_archive(archive: Archive) -> None:
    assert archive.entries() == ([], ())
    assert archive.resume_candidate() is None
    assert not archive.folder.exists()


def test_matches_newest_first_and_the_one_to_go_on_with(archive: Archive) -> None:
    done = record(archive, "zaozhuang6", "peeeee", 1, 1)
    left = record(archive, "tribute216", "ebpeee", 3, 1, CREATED + timedelta(days=1))
    bots = record(archive, "jinyou4", "eeeeee", 2, 1, CREATED + timedelta(days=2))
    entries, notices = archive.entries()
    assert notices == ()
    assert [entry.path for entry in entries] == [bots, left, done]
    assert [(entry.deals, entry.deals_done, entry.finished) for entry in entries] == [
        (2, 1, False),
        (3, 1, False),
        (1, 1, True),
    ]
    assert [entry.seat for entry in entries] == [None, 2, 0]
    assert entries[2].scores == read_log(done).match().scores
    assert entries[0].created == CREATED + timedelta(days=2)
    candidate = archive.resume_candidate()
    assert candidate is not None
    assert candidate.path == left
    session = resume_session(left, random_maker, clock := FakeClock(), preferences=TablePreferences(pace=Pace.INSTANT))
    session.start()
    clock.run(1)
    session.next_deal()
    session.close()
    again, _ = archive.entries()
    assert again[1].path == left
    assert archive.remove(left) is None
    assert archive.remove(left) is None
    assert archive.resume_candidate() is None


def test_names_are_never_used_twice(archive: Archive) -> None:
    archive.folder.mkdir(parents=True)
    names = []
    for _ in range(3):
        path = archive.new_path(CREATED)
        path.touch()
        names.append(path.name)
    assert names == ["2026-02-03-040506.gouji", "2026-02-03-040506-2.gouji", "2026-02-03-040506-3.gouji"]


def test_damaged_and_newer_logs(archive: Archive) -> None:
    good = record(archive, "zaozhuang6", "peeeee", 1, 1)
    bad, newer = archive.folder / "bad.gouji", archive.folder / "newer.gouji"
    bad.write_bytes(b"nonsense\n")
    newer.write_bytes(b'{"format":3}\n')
    entries, notices = archive.entries()
    assert [entry.path for entry in entries] == [good]
    assert {notice.kind for notice in notices} == {NoticeKind.MATCH_DAMAGED, NoticeKind.MATCH_NEWER}
    assert not bad.exists()
    assert (archive.folder / "bad.gouji.damaged-1").read_bytes() == b"nonsense\n"
    assert newer.exists()
    assert [notice.kind for notice in archive.entries()[1]] == [NoticeKind.MATCH_NEWER]
    log, notice = archive.load(newer)
    assert log is None
    assert notice is not None
    log, notice = archive.load(archive.folder / "nowhere.gouji")
    assert log is None
    assert notice is not None
    assert notice.kind == NoticeKind.UNREADABLE


def test_statistics_are_what_the_logs_say(archive: Archive) -> None:
    paths = [
        record(archive, "jinyou4", "peeeee", 3, 3),
        record(archive, "jinyou4", "eeepee", 2, 1),
        record(archive, "tribute216", "pbbbbb", 2, 2),
        record(archive, "tribute216", "eeeeee", 1, 1),
    ]
    file = profile_folders().statistics
    tallies, notices = Statistics(file, archive).load()
    assert notices == ()
    assert tallies == collect(map(read_log, paths))
    first = tallies[0]
    assert (first.rules, first.tally.deals, first.tally.matches) == ("jinyou4", 4, 1)
    assert sum(first.tally.places) == 4
    assert first.tally.score == sum(
        read_log(path).match().scores[seat] for path, seat in ((paths[0], 0), (paths[1], 3))
    )
    assert tally_of(read_log(paths[3])) == Tally()
    assert [each.rules for each in tallies] == ["jinyou4", "tribute216"]


def test_statistics_survive_the_loss_of_their_file(archive: Archive) -> None:
    record(archive, "jinyou4", "peeeee", 2, 2)
    file = profile_folders().statistics
    whole, _ = Statistics(file, archive).load()
    content = file.read_bytes()
    changed = json.loads(content)
    for entry in changed["logs"].values():
        entry["tally"]["places"] = [1]
    for damage in (b"", b"{", b"[]", b'{"format":1,"logs":{"a":7}}', content[:99], json.dumps(changed).encode(), None):
        if damage is None:
            file.unlink()
        else:
            file.write_bytes(damage)
        assert Statistics(file, archive).load()[0] == whole
        assert file.read_bytes() == content


def test_only_new_logs_are_read(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    record(archive, "zaozhuang6", "peeeee", 1, 1)
    statistics = Statistics(profile_folders().statistics, archive)
    before, _ = statistics.load()
    read: list[Path] = []
    usual = archive.load

    def load(path: Path) -> tuple[MatchLog | None, Notice | None]:
        read.append(path)
        return usual(path)

    monkeypatch.setattr(archive, "load", load)
    assert statistics.load()[0] == before
    assert read == []
    fresh = record(archive, "zaozhuang6", "eepeee", 1, 1)
    assert statistics.load()[0][0].tally.deals == 2
    assert read == [fresh]


def test_tallies_add_up() -> None:
    one = Tally(deals=1, places=(1, 0, 0, 0, 0, 0), score=4)
    two = Tally(deals=2, places=(0, 1, 0, 0, 0, 1), score=-2, burns=1)
    assert one + two == Tally(deals=3, places=(1, 1, 0, 0, 0, 1), score=2, burns=1)


def test_a_match_that_was_given_up_is_listed_and_never_offered_again(archive: Archive) -> None:
    older = record(archive, "tribute216", "epeeee", 2, 1)
    newer = record(archive, "jinyou4", "peeeee", 2, 1, CREATED + timedelta(days=1))
    assert archive.give_up(newer) is None
    assert not newer.exists()
    entries, notices = archive.entries()
    assert notices == ()
    assert [(entry.given_up, entry.finished) for entry in entries] == [(True, False), (False, False)]
    candidate = archive.resume_candidate()
    assert candidate is not None
    assert candidate.path == older
    gone = archive.give_up(newer)
    assert gone is not None
    assert gone.kind is NoticeKind.UNWRITABLE
