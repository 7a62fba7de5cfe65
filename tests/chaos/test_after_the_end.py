"""A match that has ended stays in sight: also for who missed its end, and after the server was started anew."""

from __future__ import annotations

from functools import partial

import pytest

from gouji_desktop.rules.views import SeatAudience, project
from tests.chaos.matches import Crew, Sea, embark
from tests.chaos.mortal import Doom, Killed, Point, mortal_sea


def over(sea: Sea, crew: Crew) -> bool:
    return sea.room(crew.table).phase == "over"


def check_all_see_the_end(sea: Sea, crew: Crew) -> None:
    sea.clock.run(30.0)
    assert sea.room(crew.table).phase == "over"
    match = sea.truth(crew.table)
    assert match.over
    for seat, sailor in enumerate(crew.sailors):
        assert sailor.session.latest.view == project(match, SeatAudience(seat))
        assert not sailor.session._missing, "it still asks for what it missed"
        assert not sailor.witness.faults
    assert sea.room(crew.table).row().done == len(match.results) == 1
    assert sea.store.log(crew.table, 1) is not None


def test_the_server_is_killed_before_it_can_tell_the_end() -> None:
    with mortal_sea(5) as sea:
        crew = embark(sea, 2, "jinyou4", seed=5)
        doom = Doom(sea, 5)
        with pytest.raises(Killed):
            # The last command is committed, and nobody is told.
            _play_to_last_commit(sea, crew, doom)
        assert not any(sailor.session.latest.view.over for sailor in crew.sailors)
        sea.kill()
        sea.revive()
        check_all_see_the_end(sea, crew)


def _play_to_last_commit(sea: Sea, crew: Crew, doom: Doom) -> None:
    def reach(point: Point) -> None:
        if point == Point.COMMITTED and b'"phase":"over"' in sea.store.open_tables()[0].body:
            doom.reach = lambda point: None  # type: ignore[method-assign]
            raise Killed(point)

    doom.reach = reach  # type: ignore[method-assign]
    sea.clock.run(7200.0, until=partial(over, sea, crew))


def test_who_was_away_sees_the_end_after_a_restart() -> None:
    with Sea(6) as sea:
        crew = embark(sea, 2, "jinyou4", seed=6)
        sea.clock.run(60.0)
        crew.sailors[1].sleep()
        assert sea.clock.run(7200.0, until=partial(over, sea, crew))
        sea.clock.run(5.0)
        sea.kill()
        sea.revive()
        sea.clock.run(5.0)
        crew.sailors[1].wake()
        check_all_see_the_end(sea, crew)
        host = crew.sailors[0]
        host.must(host.client.rematch)
        assert sea.room(crew.table).phase == "waiting"
