"""Where a phrase or an emote stands beside the seat that said it. Pure; no Qt.

A bubble lies over no panel, no play and not over the hand: under the near seats, over the far ones, beside the
opposite, and above the own panel.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from gouji_desktop.net.messages import Said
from gouji_desktop.rules.seats import Seat
from gouji_desktop.ui.presenter.chat import said_text
from gouji_desktop.ui.presenter.seating import offset_of
from gouji_desktop.ui.presenter.tablelayout import ACROSS, Rect, TableLayout
from gouji_desktop.ui.presenter.words import Words

#: Seconds that a bubble stands.
BUBBLE_SECONDS: Final = 4.0
#: Distance from the panel, and height of a bubble in units of the design.
GAP: Final = 5
HEIGHT: Final = 30


class BubbleRow(NamedTuple):
    """One bubble: the place that it may take, and to which edge of it it is pushed."""

    seat: Seat
    number: int
    text: str
    emote: str
    area_x: int
    area_y: int
    area_width: int
    area_height: int
    at_right: bool


def bubble_area(layout: TableLayout, offset: int) -> Rect:
    """The place of a seat's bubble."""
    scale = layout.scale
    panel = layout.seats[offset].panel
    height, gap = scale.tx(HEIGHT), scale.px(GAP)
    if offset == ACROSS:
        left = panel.right + 2 * gap
        return Rect(left, layout.table.y + scale.px(4), layout.seats[2].panel.x - gap - left, height)
    if offset in (1, 5):
        area = Rect(panel.x, panel.bottom + gap, panel.width, height)
    else:
        area = Rect(panel.x, panel.y - gap - height, panel.width, height)
    message = layout.message
    if not area.overlaps(message):
        return area
    if offset == 1:
        return area._replace(x=message.right + gap, width=area.right - message.right - gap)
    return area._replace(width=message.x - gap - area.x)


def bubble_rows(lines: Sequence[Said], layout: TableLayout, own: Seat | None, words: Words) -> list[BubbleRow]:
    """A bubble for every line, at most one a seat: the newest."""
    newest = {line.seat: line for line in lines if line.seat is not None and not line.text}
    rows = []
    for seat, line in sorted(newest.items()):
        offset = offset_of(seat, own)
        rows.append(
            BubbleRow(
                seat,
                line.n,
                "" if line.emote else said_text(line, words),
                line.emote,
                *bubble_area(layout, offset),
                at_right=offset in (1, 2),
            )
        )
    return rows
