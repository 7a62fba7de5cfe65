"""进贡 and 还贡 before play (rules.md section 5.9)."""

from __future__ import annotations

from gouji_desktop.rules import events as ev
from gouji_desktop.rules.cards import Face
from gouji_desktop.rules.commands import ReturnCards
from gouji_desktop.rules.phases.playing import known_hand
from gouji_desktop.rules.policies.exemptions import exempt_seats
from gouji_desktop.rules.policies.paying import default_return, return_fault, tribute_cards
from gouji_desktop.rules.rejections import Reason, Rejected
from gouji_desktop.rules.seats import Seat, mask_of
from gouji_desktop.rules.state import Deal, Hand, Match, Owed, Payment, Stage
from gouji_desktop.rules.tape import Tape, answered


def pay(tape: Tape) -> None:
    """Pay what the deal before owes, in its order; each step takes the largest card that is left (A:L70-L71)."""
    rules, deal = tape.rules, tape.deal
    debts = tape.match.debts
    if not debts:
        return
    exempt = exempt_seats(rules, [hand.counts for hand in deal.dealt if isinstance(hand, Hand)])
    if exempt:
        tape.emit(ev.Exempted(exempt))
    for debt in debts:
        gone = deal.revolted & (1 << debt.payer | 1 << debt.taker)
        faces = tribute_cards(known_hand(tape.deal, debt.payer), debt.cards)
        if gone or exempt >> debt.payer & 1 or not faces:
            tape.emit(ev.TributeLapsed(debt))
        else:
            tape.emit(ev.TributePaid(Payment(debt.kind, debt.payer, debt.taker, faces, debt.mutual)))
    if rules.return_tribute != "none":
        owed = tuple(
            Owed(payment.taker, payment.payer, payment.faces) for payment in tape.deal.payments if not payment.mutual
        )
        if owed:
            tape.emit(ev.ReturnsDue(owed))


def next_owed(deal: Deal, seat: Seat) -> Owed | None:
    """The return that a seat is asked for now: its first."""
    return next((owed for owed in deal.owed if owed.giver == seat), None)


def ask_returns(tape: Tape) -> None:
    """Ask every seat that owes a return for its first."""
    owed = tape.deal.owed
    if owed:
        mask = mask_of(each.giver for each in owed)
        tape.emit(ev.QueryOpened(Stage.RETURN_QUERY, mask, mask))


def decide_return(match: Match, command: ReturnCards) -> Tape | Rejected:
    """还贡: a sealed answer."""
    deal = match.deal
    assert deal is not None
    owed = next_owed(deal, command.seat)
    if owed is None:
        return Rejected(Reason.NOT_ASKED)
    fault = return_fault(known_hand(deal, command.seat), owed, command.faces, match.rules)
    return Rejected(fault) if fault else answered(match, command.seat, command.faces)


def give_back(tape: Tape) -> None:
    """Every asked seat gives back what it chose, or its smallest cards."""
    query = tape.deal.query
    assert query is not None
    chosen: dict[Seat, tuple[Face, ...]] = {
        seat: faces for seat, faces in query.answers if isinstance(faces, tuple) and faces
    }
    before = tape.deal
    for owed in before.owed:
        if next_owed(before, owed.giver) is owed:
            faces = chosen.get(owed.giver) or default_return(known_hand(before, owed.giver), owed, tape.rules)
            tape.emit(ev.Returned(owed.giver, owed.to, faces))
