"""Judges as data files, one for each family of rule sets, with the run that fitted them.

{"format": "gouji-judge", "version": 1, "family": "…", "features": ["size", …], "headed": [0.1, …],
"chaos": [0.1, …], "points": {"pairs": 1.3, "pairs_cubed": 0.06, "opened": 0.0}, "run": {…}}
"""

from __future__ import annotations

import logging
import math
from functools import cache
from typing import Any

from gouji_desktop.bots.search.features import NAMES
from gouji_desktop.bots.search.judging import Judge
from gouji_desktop.bots.weightfiles import family_of, object_of, shipped
from gouji_desktop.bots.weights import GREATEST, WeightsError
from gouji_desktop.rules.ruleset import RuleSet

FORMAT = "gouji-judge"
VERSION = 1

_LOG = logging.getLogger(__name__)


@cache
def judge_of(rules: RuleSet) -> Judge | None:
    """The judge of a rule set; never raises. None, told once, where its file is damaged: worlds go on to their end."""
    try:
        return _family_judge(family_of(rules))
    except WeightsError as error:
        _LOG.warning("%s; the master plays each world to its end instead", error)
        return None


def judge_of_text(content: bytes, where: str, family: str) -> Judge:
    """The judge in the bytes of a file called `where`, which must be of that family. Raises WeightsError."""
    data = object_of(content, where)
    if data.get("format") != FORMAT or data.get("version") != VERSION:
        raise WeightsError(f"{where} is no judge file of version {VERSION}")
    if data.get("family") != family:
        raise WeightsError(f"{where} is for another family of rule sets than {family}")
    if data.get("features") != list(NAMES):
        raise WeightsError(f"{where} weighs other features than this program counts")
    points = data.get("points")
    if not isinstance(points, dict):
        raise WeightsError(f"{where} names no points")
    return Judge(
        _numbers(data.get("headed"), where),
        _numbers(data.get("chaos"), where),
        *(_number(points.get(name), where) for name in ("pairs", "pairs_cubed", "opened")),
    )


@cache
def _family_judge(family: str) -> Judge:
    name = f"judge-{family}.json"
    return judge_of_text(shipped(name), name, family)


def _numbers(values: Any, where: str) -> tuple[float, ...]:
    if not isinstance(values, list) or len(values) != len(NAMES):
        raise WeightsError(f"{where} must have {len(NAMES)} numbers for each model")
    return tuple(_number(value, where) for value in values)


def _number(value: Any, where: str) -> float:
    fine = isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
    if not fine or abs(value) > GREATEST:
        raise WeightsError(f"{where} must hold numbers from {-GREATEST:g} to {GREATEST:g}")
    return float(value)
