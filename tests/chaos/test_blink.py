"""A connection that is gone for a moment costs nothing but that moment."""

from __future__ import annotations

from functools import partial

from gouji_desktop.rules.prompts import prompt_of
from gouji_desktop.rules.state import Stage
from tests.chaos.matches import Sea, embark, land, sail


def asks_wang(sea: Sea, table: str) -> bool:
    """Whether seat 0 is to play."""
    prompt = prompt_of(sea.truth(table), 0)
    return prompt is not None and prompt.stage == Stage.PLAYING


def test_a_question_that_came_in_a_blink_has_its_whole_time() -> None:
    """Who is away is not waited for; who is back a second later is, and everybody can see it."""
    with Sea(11) as sea:
        crew = embark(sea, 2, "jinyou4", seed=11, turn_s=30)
        wang, li = crew.sailors

        asked = partial(asks_wang, sea, crew.table)
        assert sea.clock.run(60.0, until=asked)
        assert sea.clock.run(60.0, until=lambda: not asked())
        crew.pilots[0].on = False
        wang.sleep()
        assert sea.clock.run(60.0, until=asked)
        sea.clock.run(0.5)
        wang.wake()
        sea.clock.run(1.0)
        prompt = wang.session.latest.prompt
        assert prompt is not None
        for sailor in (wang, li):
            left = sailor.session.latest.clock.left
            assert left is not None
            assert left > 28.0
        sea.clock.run(25.0)
        assert wang.session.latest.prompt == prompt, "somebody else played"
        crew.pilots[0].on = True
        sail(sea, crew)
        land(sea, crew)


def test_who_is_away_for_longer_is_not_waited_for() -> None:
    with Sea(11) as sea:
        crew = embark(sea, 2, "jinyou4", seed=11, turn_s=30)
        asked = partial(asks_wang, sea, crew.table)
        assert sea.clock.run(60.0, until=asked)
        assert sea.clock.run(60.0, until=lambda: not asked())
        crew.sailors[0].sleep()
        assert sea.clock.run(60.0, until=asked)
        assert sea.clock.run(8.0, until=lambda: not asked())
