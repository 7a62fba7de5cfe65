"""What each event changes. No choices are made here, and nothing is read that a viewer may not see."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gouji_desktop.rules import events as ev
from gouji_desktop.rules.cards import RANK_OF_FACE, RECEIVED, Face
from gouji_desktop.rules.phases.answering import Answers, answers_of, next_question, passed_as_gouji, with_answers
from gouji_desktop.rules.plays import play_of_faces
from gouji_desktop.rules.ruleset import RuleSet
from gouji_desktop.rules.seats import ALL_SEATS, NOBODY, OPPOSITE, SEATS, Seat, seats_of
from gouji_desktop.rules.state import (
    ANSWER,
    EMPTY_ROUND,
    LAST_WORD,
    LEAD,
    PLAYING,
    READY,
    YIELD,
    Act,
    Burn,
    Cards,
    Deal,
    Hidden,
    Laid,
    Match,
    Query,
    Round,
    Shut,
    Stage,
    make_deal,
    make_hand,
    make_match,
    make_plain_hand,
    make_round,
)


def evolve(match: Match, event: ev.Event) -> Match:
    """The match after an event."""
    kind = type(event)
    change = DEAL_CHANGES.get(kind)
    if change is None:
        return _MATCH[kind](match, event)
    deal = match.deal
    assert deal is not None, "an event of a deal without a deal"
    return advance(match, change(deal, match.rules, event), 0 if kind is ev.Answered else 1)


def advance(match: Match, deal: Deal, steps: int) -> Match:
    """The match with its deal so many steps further."""
    fields = list(match)
    fields[_STEP] = match.step + steps
    fields[_DEAL] = deal
    return make_match(fields)


def _places(kind: type[tuple[Any, ...]], *names: str) -> tuple[int, ...]:
    fields: tuple[str, ...] = kind._fields  # type: ignore[attr-defined]
    return tuple(fields.index(name) for name in names)


_STEP, _DEAL = _places(Match, "step", "deal")
_STAGE, _HANDS, _QUERY, _ROUND, _ACTS_BEFORE = _places(Deal, "stage", "hands", "query", "round", "last_round")
_LIVE, _FINISHED, _BURNS, _CHAOS = _places(Deal, "live", "finished", "burns", "chaos")
_DEAD_LEFT, _DEAD_USED = _places(Deal, "dead_left", "dead_used")


# --- cards ------------------------------------------------------------------------------------------------------


def take(cards: Cards, faces: tuple[Face, ...], own_only: bool = False) -> Cards:
    """The cards without the faces. Of equal faces a received one goes first, unless only own-drawn ones may go."""
    if isinstance(cards, Hidden):
        return Hidden(cards.size - len(faces))
    held, counts = list(cards.held), list(cards.counts)
    for face in faces:
        rank = RANK_OF_FACE[face]
        # The last card of the rank; from there upwards, because received ones lie behind their equals.
        at = sum(counts[rank:]) - 1
        while held[at].face != face or (own_only and held[at].received):
            at -= 1
        del held[at]
        counts[rank] -= 1
    return make_plain_hand((tuple(held), tuple(counts)))


def give(cards: Cards, faces: tuple[Face, ...]) -> Cards:
    """The cards with the faces, received from another seat."""
    if isinstance(cards, Hidden):
        return Hidden(cards.size + len(faces))
    return make_hand(cards.held + tuple([RECEIVED[face] for face in faces]))


def _move(deal: Deal, source: Seat, target: Seat, faces: tuple[Face, ...], own_only: bool) -> Deal:
    hands = list(deal.hands)
    hands[source] = take(hands[source], faces, own_only)
    hands[target] = give(hands[target], faces)
    return deal._replace(hands=tuple(hands))


# --- the match --------------------------------------------------------------------------------------------------


def _deal_started(match: Match, event: ev.DealStarted) -> Match:
    deal = Deal(
        number=event.number,
        stage=Stage.READY,
        hands=event.hands,
        dealt=event.hands,
        lot=event.lot,
        leader=NOBODY,
        query=None,
        shows=(),
        purchases=(),
        payments=(),
        owed=(),
        exempt=0,
        declared=0,
        revolted=0,
        head_claims=0,
        conceded=0,
        live=ALL_SEATS,
        dead_left=(0,) * SEATS,
        dead_used=0,
        opened=match.opened_next,
        point_ready=0,
        finished=(),
        placed_last=(),
        burns=(),
        shut=(),
        chaos=False,
        round=EMPTY_ROUND,
        last_round=(None,) * SEATS,
        places=(),
    )
    return match._replace(deal=deal, step=match.step + 1)


def _deal_voided(match: Match, _event: ev.DealVoided) -> Match:
    return match._replace(deal=None, step=match.step + 1)


def _deal_scored(match: Match, event: ev.DealScored) -> Match:
    result = event.result
    return match._replace(
        step=match.step + 1,
        scores=event.scores,
        debts=result.debts,
        streaks=result.streaks,
        opened_next=result.opened_next,
        results=(*match.results, result),
        over=event.over,
    )


# --- queries and setup ------------------------------------------------------------------------------------------


def _query_opened(deal: Deal, _rules: RuleSet, event: ev.QueryOpened) -> Deal:
    fields = list(deal)
    fields[_STAGE] = event.stage
    fields[_QUERY] = Query(event.asked, event.public, ())
    return make_deal(fields)


def _answered(deal: Deal, _rules: RuleSet, event: ev.Answered) -> Deal:
    query = deal.query
    assert query is not None, "an answer without a query"
    fields = list(deal)
    fields[_QUERY] = query._replace(answers=(*query.answers, (event.seat, event.answer)))
    return make_deal(fields)


def _closed(deal: Deal) -> Deal:
    return deal._replace(stage=Stage.READY, query=None)


def _query_closed(deal: Deal, rules: RuleSet, _event: ev.QueryClosed) -> Deal:
    table = deal.round
    if deal.chaos and table.in_force:
        table = table._replace(in_force=False)
    fields = list(deal)
    fields[_QUERY] = None
    return _ask(fields, deal, rules, table, answers_of(table))


def _suits_shown(deal: Deal, _rules: RuleSet, event: ev.SuitsShown) -> Deal:
    return _closed(deal)._replace(shows=event.shows)


def _leader_found(deal: Deal, _rules: RuleSet, event: ev.LeaderFound) -> Deal:
    return deal._replace(leader=event.seat)


def _points_declared(deal: Deal, _rules: RuleSet, event: ev.PointsDeclared) -> Deal:
    return _closed(deal)._replace(declared=event.seats)


def _bought(deal: Deal, _rules: RuleSet, event: ev.Bought) -> Deal:
    buy = event.purchase
    deal = _move(deal, buy.seller, buy.buyer, (buy.face,), own_only=False)
    if buy.price is not None:
        deal = _move(deal, buy.buyer, buy.seller, (buy.price,), own_only=False)
    return deal._replace(purchases=(*deal.purchases, buy))


def _revolted(deal: Deal, _rules: RuleSet, event: ev.Revolted) -> Deal:
    return _closed(deal)._replace(revolted=event.seats, live=deal.live & ~event.seats)


def _head_claimed(deal: Deal, _rules: RuleSet, event: ev.HeadClaimed) -> Deal:
    deal = _closed(deal)
    if not event.claims:
        return deal
    return deal._replace(
        head_claims=deal.head_claims | 1 << event.seat, dead_left=_set(deal.dead_left, event.seat, HEAD_CLAIM_ROUNDS)
    )


#: 要头: so many gouji rounds of the claimer are 够死级 (D:L53).
HEAD_CLAIM_ROUNDS = 3


def _points_conceded(deal: Deal, _rules: RuleSet, event: ev.PointsConceded) -> Deal:
    return _closed(deal)._replace(conceded=event.seats)


def _exempted(deal: Deal, _rules: RuleSet, event: ev.Exempted) -> Deal:
    return deal._replace(exempt=event.seats)


def _tribute_lapsed(deal: Deal, _rules: RuleSet, _event: ev.TributeLapsed) -> Deal:
    return deal


def _tribute_paid(deal: Deal, _rules: RuleSet, event: ev.TributePaid) -> Deal:
    payment = event.payment
    deal = _move(deal, payment.payer, payment.taker, payment.faces, own_only=True)
    return deal._replace(payments=(*deal.payments, payment))


def _returns_due(deal: Deal, _rules: RuleSet, event: ev.ReturnsDue) -> Deal:
    return deal._replace(owed=event.owed)


def _returned(deal: Deal, _rules: RuleSet, event: ev.Returned) -> Deal:
    deal = _move(_closed(deal), event.giver, event.to, event.faces, own_only=True)
    owed = list(deal.owed)
    owed.remove(next(each for each in owed if each.giver == event.giver and each.to == event.to))
    return deal._replace(owed=tuple(owed))


#: A round that begins, for every seat that must lead.
_LEADS: tuple[Round, ...] = tuple(EMPTY_ROUND._replace(turn=seat, word=LEAD) for seat in range(SEATS))


def _play_began(deal: Deal, _rules: RuleSet, event: ev.PlayBegan) -> Deal:
    return deal._replace(stage=PLAYING, leader=event.leader, round=_LEADS[event.leader])


# --- play -------------------------------------------------------------------------------------------------------


def _ask(fields: list[Any], deal: Deal, rules: RuleSet, lying: Round, answers: Answers) -> Deal:
    """A deal of these fields with the next seat asked; READY where the play on the table stands.

    `deal` is the deal but for what lies on the table and the answers to it.
    """
    table = next_question(deal, rules, lying, answers)
    fields[_ROUND] = table
    fields[_STAGE] = READY if table.turn == NOBODY else PLAYING
    return make_deal(fields)


def _put(
    fields: list[Any],
    deal: Deal,
    rules: RuleSet,
    seat: Seat,
    laid: Laid,
    mode: ev.Mode,
    acts: tuple[Laid | Act | None, ...],
) -> Deal:
    """A deal of these fields in which a play lies on the table and waits for answers.

    `deal` is the deal but for what lies on the table: who plays, and whether there is chaos, is as the play leaves it.
    """
    before = deal.round
    locked = 0
    if not deal.chaos:
        locked = before.locked
        # The yield was a pass after all, and locks where that pass would have (3.2.2, 3.3.2).
        if before.yielded != NOBODY and _pass_locks(before, rules):
            locked |= 1 << before.yielded
        locked &= ~(1 << seat | 1 << OPPOSITE[seat])
    in_force = mode in _IN_FORCE
    bound_to = OPPOSITE[seat] if mode == _BOUND else NOBODY
    answers = (0, locked, NOBODY, 0, acts)
    lying = (seat, laid, in_force, bound_to, mode == _EVERYONE, mode == _DEAD, mode == _GOUJI_CHAOS)
    table = make_round((NOBODY, ANSWER, *answers, *lying))
    fields[_QUERY] = None
    if mode == _DEAD:
        fields[_DEAD_USED] = deal.dead_used | 1 << seat
    if not in_force:
        return _ask(fields, deal, rules, table, answers)
    # A play in force waits for the burn query, which the engine opens next.
    fields[_ROUND] = table
    fields[_STAGE] = READY
    return make_deal(fields)


_BOUND, _EVERYONE, _DEAD, _GOUJI_CHAOS = ev.Mode.BOUND, ev.Mode.EVERYONE, ev.Mode.DEAD, ev.Mode.GOUJI_CHAOS
_IN_FORCE = (ev.Mode.GOUJI, _DEAD, _GOUJI_CHAOS)


def _played(deal: Deal, rules: RuleSet, event: ev.Played) -> Deal:
    seat = event.seat
    play = play_of_faces(event.faces)
    assert play is not None, "laid cards are one play"
    laid = Laid(event.faces, play)
    fields = list(deal)
    fields[_HANDS] = _set(deal.hands, seat, take(deal.hands[seat], event.faces))
    if event.burns:
        fields[_BURNS] = (*deal.burns, _new_burn(deal, seat))
    if event.chaos:
        fields[_CHAOS] = True
    if event.out:
        fields[_LIVE] = deal.live & ~(1 << seat)
        fields[_FINISHED] = (*deal.finished, seat)
    if event.earns_dead:
        fields[_DEAD_LEFT] = _set(deal.dead_left, seat, deal.dead_left[seat] + 1)
    if event.out or event.chaos or event.earns_dead:
        deal = make_deal(fields)
    return _put(fields, deal, rules, seat, laid, event.mode, _set(deal.round.acts, seat, laid))


def _new_burn(deal: Deal, seat: Seat) -> Burn:
    """The burn of a seat that covers the play on the table."""
    top, burnt = deal.round.top, deal.round.laid
    assert burnt is not None
    # 反烧 answers the cover itself: what is burnt after it has stood is a burn like any other (A:L51).
    answered = (b for b in deal.burns if b.bound and not b.stood and b.by == top and b.victim == seat)
    counter = next((b.counter + 1 for b in answered), 0)
    return Burn(seat, top, burnt, counter, stood=False, bound=True, outcome="")


def _pass_locks(table: Round, rules: RuleSet) -> bool:
    """Whether a pass on the play on the table locks before chaos (B1:L130)."""
    return rules.gouji_pass_locks or not passed_as_gouji(table, rules)


def _passed(deal: Deal, rules: RuleSet, event: ev.Passed) -> Deal:
    seat, act = event
    table = deal.round
    bit = 1 << seat
    passed, locked, yielded = table.passed, table.locked, table.yielded
    if act == YIELD:
        yielded = seat
    else:
        passed |= bit
        if not deal.chaos and _pass_locks(table, rules):
            locked |= bit
    answers = (passed, locked, yielded, table.run, _set(table.acts, seat, act))
    fields = list(deal)
    if act != YIELD and table.word == LAST_WORD:
        fields[_ROUND] = with_answers(table, answers, NOBODY, LAST_WORD)
        fields[_STAGE] = READY
        return make_deal(fields)
    return _ask(fields, deal, rules, table, answers)


def _round_ended(deal: Deal, _rules: RuleSet, event: ev.RoundEnded) -> Deal:
    fields = list(deal)
    if deal.dead_used:
        dead_left = deal.dead_left
        for seat in seats_of(deal.dead_used):
            dead_left = _set(dead_left, seat, dead_left[seat] - 1)
        fields[_DEAD_LEFT] = dead_left
        fields[_DEAD_USED] = 0
    fields[_STAGE] = PLAYING
    fields[_ACTS_BEFORE] = deal.round.acts
    fields[_ROUND] = _LEADS[event.leader]
    return make_deal(fields)


def _point_opened(deal: Deal, _rules: RuleSet, event: ev.PointOpened) -> Deal:
    bit = 1 << event.seat
    return deal._replace(opened=deal.opened | bit, point_ready=deal.point_ready & ~bit)


def _point_readied(deal: Deal, _rules: RuleSet, event: ev.PointReadied) -> Deal:
    return deal._replace(point_ready=deal.point_ready | 1 << event.seat)


def _point_missed(deal: Deal, _rules: RuleSet, event: ev.PointMissed) -> Deal:
    return deal._replace(point_ready=deal.point_ready & ~(1 << event.seat))


def _burn_stood(deal: Deal, _rules: RuleSet, event: ev.BurnStood) -> Deal:
    index = next(index for index, burn in enumerate(deal.burns) if burn.bound and burn.by == event.by)
    return deal._replace(burns=_set(deal.burns, index, deal.burns[index]._replace(stood=True)))


def _burn_settled(deal: Deal, rules: RuleSet, event: ev.BurnSettled) -> Deal:
    burn = deal.burns[event.number]
    # A cover that stood has earned its burn, but the joker duty goes on until its owner is out or beaten (3.3.6).
    bound = event.outcome == "success" and rules.burn_success == "cover_stands" and bool(deal.live >> burn.by & 1)
    return deal._replace(burns=_set(deal.burns, event.number, burn._replace(outcome=event.outcome, bound=bound)))


def _burn_released(deal: Deal, _rules: RuleSet, event: ev.BurnReleased) -> Deal:
    burn = deal.burns[event.number]
    return deal._replace(burns=_set(deal.burns, event.number, burn._replace(bound=False)))


def _burn_failed(deal: Deal, rules: RuleSet, event: ev.BurnFailed) -> Deal:
    index = next(index for index, burn in enumerate(deal.burns) if burn.bound and burn.by == event.seat)
    burn = deal.burns[index]
    acts = _set(_set(deal.round.acts, event.seat, None), burn.victim, burn.burnt)
    deal = deal._replace(
        burns=_set(deal.burns, index, burn._replace(outcome="failed", bound=False)),
        live=deal.live & ~(1 << event.seat),
        placed_last=(*deal.placed_last, event.seat),
        # The burnt play was not beaten after all: no tribute for a failed burn, 闷贡 no more than 烧贡 (3.3.6).
        shut=tuple(shut for shut in deal.shut if shut != Shut(burn.victim, event.seat)),
        chaos=deal.chaos or event.chaos,
    )
    return _put(list(deal), deal, rules, burn.victim, burn.burnt, event.mode, acts)


def _seat_shut(deal: Deal, _rules: RuleSet, event: ev.SeatShut) -> Deal:
    return deal._replace(shut=(*deal.shut, Shut(event.victim, event.by)))


def _deal_ended(deal: Deal, _rules: RuleSet, event: ev.DealEnded) -> Deal:
    return deal._replace(
        stage=Stage.OVER,
        query=None,
        places=event.places,
        hands=event.hands,
        last_round=deal.round.acts,
        round=deal.round._replace(turn=NOBODY),
    )


def _set(members: tuple[Any, ...], index: int, value: Any) -> tuple[Any, ...]:
    changed = list(members)
    changed[index] = value
    return tuple(changed)


_MATCH: dict[type, Callable[[Match, Any], Match]] = {
    ev.DealStarted: _deal_started,
    ev.DealVoided: _deal_voided,
    ev.DealScored: _deal_scored,
}
#: What each event of a deal changes in it.
DEAL_CHANGES: dict[type, Callable[[Deal, RuleSet, Any], Deal]] = {
    ev.Answered: _answered,
    ev.QueryOpened: _query_opened,
    ev.QueryClosed: _query_closed,
    ev.SuitsShown: _suits_shown,
    ev.LeaderFound: _leader_found,
    ev.PointsDeclared: _points_declared,
    ev.Bought: _bought,
    ev.Revolted: _revolted,
    ev.HeadClaimed: _head_claimed,
    ev.PointsConceded: _points_conceded,
    ev.Exempted: _exempted,
    ev.TributeLapsed: _tribute_lapsed,
    ev.TributePaid: _tribute_paid,
    ev.ReturnsDue: _returns_due,
    ev.Returned: _returned,
    ev.PlayBegan: _play_began,
    ev.Played: _played,
    ev.Passed: _passed,
    ev.RoundEnded: _round_ended,
    ev.PointOpened: _point_opened,
    ev.PointReadied: _point_readied,
    ev.PointMissed: _point_missed,
    ev.BurnStood: _burn_stood,
    ev.BurnSettled: _burn_settled,
    ev.BurnReleased: _burn_released,
    ev.BurnFailed: _burn_failed,
    ev.SeatShut: _seat_shut,
    ev.DealEnded: _deal_ended,
}
