"""The burns of a deal as tuples: who burnt whom, whose joker duty binds, how each ended (`rules.phases.playing`).

Every function takes the burns and returns them as they are after something happened. Burns are few and change rarely.
A seat may have several; where one of them is meant it is the first that binds, as in the rules.
"""

from __future__ import annotations

from gouji_desktop.bots.rollout.coded import Code, PlayTuple

#: (by, victim, burnt, counter, stood, bound, outcome), as in `rules.state.Burn`.
BurnTuple = tuple[int, int, PlayTuple, int, bool, bool, str]
Burns = tuple[BurnTuple, ...]


def bound_seats(burns: Burns) -> int:
    """The seats that the duty of some burn binds."""
    mask = 0
    for by, _, _, _, _, bound, _ in burns:
        if bound:
            mask |= 1 << by
    return mask


def _binding(burns: Burns, seat: int) -> int:
    return next(index for index, burn in enumerate(burns) if burn[5] and burn[0] == seat)


def _changed(burns: Burns, index: int, *, stood: bool, bound: bool, outcome: str) -> Burns:
    by, victim, play, counter = burns[index][:4]
    return (*burns[:index], (by, victim, play, counter, stood, bound, outcome), *burns[index + 1 :])


def burnt(burns: Burns, seat: int, top: int, table: PlayTuple) -> Burns:
    """The seat burns the table of `top`. 反烧 answers a cover that has not stood; later it is a burn like any other."""
    counter = 0
    for by, victim, _, number, stood, bound, _ in burns:
        if bound and not stood and by == top and victim == seat:
            counter = number + 1
            break
    return (*burns, (seat, top, table, counter, False, True, ""))


def beaten(burns: Burns, seat: int, code: Code) -> Burns:
    """A play of a bound seat was beaten: its duty is over, and its burn undone unless it was earned or may stand."""
    index = _binding(burns, seat)
    stood, outcome = burns[index][4], burns[index][6]
    if outcome != "success" and not (code.cover_undone_only and stood):
        outcome = "undone"
    return _changed(burns, index, stood=stood, bound=False, outcome=outcome)


def standing(burns: Burns, seat: int, live: int, code: Code) -> Burns:
    """A play of a bound seat stands; the first such is its cover."""
    index = _binding(burns, seat)
    if burns[index][4]:
        return burns
    if code.stands:
        return _changed(burns, index, stood=True, bound=bool(live >> seat & 1), outcome="success")
    return _changed(burns, index, stood=True, bound=True, outcome=burns[index][6])


def out(burns: Burns, seat: int, code: Code) -> Burns:
    """A seat laid its last card."""
    for index, burn in enumerate(burns):
        if burn[0] != seat:
            continue
        stood, bound, outcome = burn[4], burn[5], burn[6]
        if outcome == "success" and bound:
            burns = _changed(burns, index, stood=stood, bound=False, outcome=outcome)
        elif not outcome and not code.stands:
            burns = _changed(burns, index, stood=stood, bound=False, outcome="success" if code.play_out else "ended")
    return burns


def covered_last(burns: Burns, seat: int) -> Burns:
    """The deal is over with the play of a bound seat that has gone out: its cover stands, where that earns a burn."""
    index = _binding(burns, seat)
    return burns if burns[index][6] else _changed(burns, index, stood=True, bound=False, outcome="success")


def burnt_by(burns: Burns, seat: int) -> tuple[int, PlayTuple]:
    """The victim of the burn that binds the seat, and the play that was burnt."""
    burn = burns[_binding(burns, seat)]
    return burn[1], burn[2]


def failed(burns: Burns, seat: int) -> Burns:
    """The bound seat broke its duty."""
    index = _binding(burns, seat)
    return _changed(burns, index, stood=burns[index][4], bound=False, outcome="failed")
