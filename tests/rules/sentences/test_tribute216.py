"""What tribute216 does over more than one position: announcements, lapses, two deals in a row."""

from gouji_desktop.rules import commands as cmd
from gouji_desktop.rules import events as ev
from gouji_desktop.rules.presets import preset
from gouji_desktop.rules.seats import SEATS, mask_of
from gouji_desktop.rules.state import Stage
from gouji_desktop.rules.views import PUBLIC, SeatAudience, announced_counts, project
from gouji_desktop.scenarios.dealing import position, read_step, take_step
from tests.rules.sentences.flows import Flow, deals_of, random_match
from tests.rules.sentences.framework import split_hands

RULES = preset("tribute216")
FREE = RULES.with_options({"hold_threes": False})
REVOLTS = "BSK9943 22K9843 S2A9643 AAKK8743 2KQ8643 2AQ9543"


def after(rules, hands, script, **where):
    """The match after a script of accepted steps."""
    match = position({"hands": split_hands(hands), "leader": int(script[0]), **where}, rules)
    for step in script.split(","):
        match, reason = take_step(match, read_step(step.strip()))
        assert reason is None, step
    return match


def test_ten_cards_are_announced_and_eleven_are_not():
    """Section 4, `announce_at`; whoever looks sees the same numbers."""
    match = after(FREE, "77445566889 44455566688 99 445566778 - 4455667788", "0 play 7", finished=[4])
    for audience in (PUBLIC, SeatAudience(1), SeatAudience(3)):
        assert announced_counts(project(match, audience)) == (10, None, 2, 9, None, 10)
    never = after(FREE.with_options({"announce_at": "never"}), "77445566889 4 99 4 - 4", "0 play 7", finished=[4])
    assert announced_counts(never) == (None,) * SEATS


def test_nothing_is_announced_of_who_is_out():
    match = after(FREE, "AA77 S226655 4568 4599 4668 5568", "0 play AA, 1 burn 22, 4 accept, 1 play 55")
    assert announced_counts(match) == (2, None, 4, 4, 4, 4)


def test_debts_of_a_revolter_lapse_in_both_directions_and_the_others_stay():
    flow = Flow(REVOLTS, "shut 0 to 3: 1", "burn 3 to 2: 1", "point 3 to 0: 2 mutual", "place 5 to 1: 2")
    flow.say(Stage.REVOLT_QUERY, s3=True).until(Stage.RETURN_QUERY)
    assert flow.lapsed() == ["shut 0 to 3", "burn 3 to 2", "point 3 to 0"]
    assert flow.paid() == ["place 5 to 1: 2A"]
    flow.give_back(1, "84")
    assert flow.returned() == ["1 to 5: 84"]


def test_cards_that_were_bought_are_not_paid_as_tribute():
    """Seat 3 sold a 3 for a 2, which is its largest card, but not one that it drew."""
    flow = Flow("2K4 2Q433 2AK43 KJ4333 ST43 B943", "point 3 to 0: 1").until(Stage.RETURN_QUERY)
    assert flow.cards(3) == "2J433"
    assert flow.paid() == ["point 3 to 0: K"]


def test_a_second_deal_starts_from_what_the_first_left():
    """Hands, points, burns and heads begin anew; scores go on; what was owed is paid once."""
    for seed in (3, 4, 5):
        moves = random_match(seed=seed)
        for move in moves:
            if isinstance(move.command, cmd.StartDeal) and len(move.before.results) >= 1:
                deal = move.after.deal
                assert deal is not None
                assert (deal.opened, deal.declared, deal.revolted, deal.dead_left) == (0, 0, 0, (0,) * SEATS)
                assert (deal.burns, deal.shut, deal.finished, deal.placed_last, deal.chaos) == ((), (), (), (), False)
                assert move.after.scores == move.before.scores
        for events in deals_of(moves):
            revolted = mask_of(seat for event in events if isinstance(event, ev.Revolted) for seat in _seats(event))
            [scored] = [event for event in events if isinstance(event, ev.DealScored)]
            assert scored.result.revolted == revolted


def _seats(event):
    return [seat for seat in range(SEATS) if event.seats >> seat & 1]
