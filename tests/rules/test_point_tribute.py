"""点贡 by the table of D:L25, every cell, seen from both opposites."""

import pytest

from gouji_desktop.rules.policies.point_tribute import effective_opened, point_debts
from gouji_desktop.rules.presets import PRESETS

RULES = PRESETS["tribute216"]
#: (declared, opened) of seats 0 and 3 -> (seat 0 pays, seat 3 pays).
CELLS = [
    ("both declared, X opened", (0, 3), (0,), (0, 4)),
    ("both declared, neither opened", (0, 3), (), (2, 2)),
    ("both declared, both opened", (0, 3), (0, 3), (2, 2)),
    ("both declared, Y opened", (0, 3), (3,), (4, 0)),
    ("neither declared, X opened", (), (0,), (0, 1)),
    ("neither declared, neither opened", (), (), (1, 1)),
    ("neither declared, both opened: absent from the text, nothing (Q27)", (), (0, 3), (0, 0)),
    ("neither declared, Y opened", (), (3,), (1, 0)),
    ("only X declared, X opened", (0,), (0,), (0, 3)),
    ("only X declared, neither opened", (0,), (), (1, 2)),
    ("only X declared, both opened", (0,), (0, 3), (2, 0)),
    ("only X declared, Y opened", (0,), (3,), (3, 0)),
    ("only Y declared, Y opened", (3,), (3,), (3, 0)),
    ("only Y declared, neither opened", (3,), (), (2, 1)),
    ("only Y declared, both opened", (3,), (0, 3), (0, 2)),
    ("only Y declared, X opened", (3,), (0,), (0, 3)),
]


def mask(seats):
    return sum(1 << seat for seat in seats)


@pytest.mark.parametrize(("name", "declared", "opened", "pays"), CELLS, ids=[cell[0] for cell in CELLS])
def test_cell(name, declared, opened, pays):
    # The other two pairs neither declared and all opened: they pay nothing.
    debts = point_debts(RULES, mask(opened) | mask((1, 2, 4, 5)), mask(declared), 0, ()).debts
    paid = {debt.payer: debt for debt in debts}
    assert tuple(paid[seat].cards if seat in paid else 0 for seat in (0, 3)) == pays
    assert all(debt.taker == (debt.payer + 3) % 6 for debt in debts)
    both = pays[0] > 0 and pays[1] > 0
    assert all(debt.mutual == both for debt in debts)
    assert [debt.payer for debt in debts] == sorted(debt.payer for debt in debts)


def test_a_revolter_has_not_opened_and_its_opposite_has():
    assert effective_opened(mask((0, 1, 2)), mask((2,))) == mask((0, 1, 5))
