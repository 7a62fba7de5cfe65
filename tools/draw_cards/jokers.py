"""The jokers: 大王 a sun with a filled tag, 小王 a crescent with an outlined tag.

They differ in shape, tone and word, so they are told apart without colour and from the edge alone.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from tools.draw_cards.glyphs import Face, Fonts
from tools.draw_cards.palette import INK, PAPER, RED
from tools.draw_cards.svg import Box, arc, circle, group, number, outlined, path, point, rect

BIG = "B"
SMALL = "S"


class TagLayout(NamedTuple):
    """The tag of a joker and the boxes of its two characters."""

    tag: Box
    upper: Box
    lower: Box


_BIG_TAG = TagLayout(Box(5, 9, 38, 98), Box(7.5, 16, 33, 40), Box(8, 61, 32, 38))
_SMALL_TAG = TagLayout(Box(5, 9.5, 38, 97), Box(9.5, 17, 29, 38), Box(10, 62, 28, 36))
_BIG_LARGE_TAG = TagLayout(Box(5, 7, 38, 113), Box(7, 14, 34, 47), Box(7.5, 67, 33, 45))
_SMALL_LARGE_TAG = TagLayout(Box(5, 7.5, 38, 112), Box(9, 15, 30, 45), Box(9.5, 67.5, 29, 43))
_TAG_RADIUS = 8
_TAG_EDGE = 3.5

_MOON_RADIUS = 50.0
_MOON_OPENING = 40.0
_MOON_SHIFT = 13.0


def draw_joker(fonts: Fonts, name: str, large: bool) -> str:
    """Tag and middle of the joker ``name`` (``B`` or ``S``)."""
    if name == BIG:
        return _big_tag(fonts.sans, _BIG_LARGE_TAG if large else _BIG_TAG) + _sun(fonts.serif, large)
    return _small_tag(fonts.sans, _SMALL_LARGE_TAG if large else _SMALL_TAG) + _moon(fonts.serif, large)


def _big_tag(sans: Face, layout: TagLayout) -> str:
    tag = rect(layout.tag, RED, _TAG_RADIUS)
    return tag + sans.fill("大", layout.upper, PAPER) + sans.fill("王", layout.lower, PAPER)


def _small_tag(sans: Face, layout: TagLayout) -> str:
    tag = outlined(layout.tag, PAPER, INK, _TAG_EDGE, _TAG_RADIUS)
    return tag + sans.fill("小", layout.upper, INK) + sans.fill("王", layout.lower, INK)


def _sun(serif: Face, large: bool) -> str:
    """A disc with twelve rays; the standard deck has 大 in it."""
    ray = rect(Box(-4.5, -59, 9, 14), RED, 3)
    rays = "".join(group(ray, f"rotate({turn})") for turn in range(0, 360, 30))
    word = "" if large else serif.fit("大", Box(-24, -25, 48, 49), PAPER, 2.5)
    return group(rays + circle(0, 0, 38, RED) + word, _place(large))


def _moon(serif: Face, large: bool) -> str:
    """A crescent open to the upper right; the standard deck has 小 in the opening."""
    word = "" if large else serif.fit("小", Box(-7, -35, 40, 42), INK, 2)
    return group(path(_crescent(), INK) + word, _place(large))


def _crescent() -> str:
    """A disc without a smaller disc that is shifted to the upper right."""
    distance = math.hypot(_MOON_SHIFT, _MOON_SHIFT)
    chord = (_MOON_RADIUS**2 - _MOON_OPENING**2 + distance**2) / (2 * distance)
    outer = math.degrees(math.acos(chord / _MOON_RADIUS))
    inner = math.degrees(math.acos((chord - distance) / _MOON_OPENING))
    start = math.radians(-45 + outer)
    tip = point(_MOON_RADIUS * math.cos(start), _MOON_RADIUS * math.sin(start))
    edge = arc(0, 0, _MOON_RADIUS, -45 + outer, 315 - outer)
    hollow = arc(_MOON_SHIFT, -_MOON_SHIFT, _MOON_OPENING, 315 - inner, -45 + inner)
    return f"M{tip}{edge}{hollow}Z"


def _place(large: bool) -> str:
    x, y, scale = (119, 186, 1.12) if large else (119, 144, 1.12)
    return f"translate({number(x)} {number(y)}) scale({scale})"
