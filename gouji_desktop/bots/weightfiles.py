"""Weights as data files: one for each family of rule sets, with the run that made it.

`data/families.json` says by which options each family is known. A rule set belongs to the family whose options differ
least from its own; its name plays no part. `data/weights-FAMILY.json` holds the family's numbers:

    {"format": "gouji-weights", "version": 1, "family": "…", "weights": {"group": 0.1, …}, "run": {…}}

`run` is for people: the command, its seeds and pairs, the date and what came of it (`simulate/tuning.py` writes it).
"""

from __future__ import annotations

import json
import logging
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

from gouji_desktop.bots.weights import WEIGHTS, Weights, WeightsError, weights_of_data
from gouji_desktop.rules.ruleset import RuleSet

FORMAT = "gouji-weights"
VERSION = 1
#: A weights file is a few kilobytes; more than this is something else.
MOST_BYTES = 200_000

_LOG = logging.getLogger(__name__)


class Family(NamedTuple):
    """Rule sets that are played alike."""

    name: str
    #: The options that tell it from others, with the value of each.
    options: dict[str, Any]

    def distance(self, rules: RuleSet) -> int:
        """In how many of the telling options a rule set differs."""
        return sum(_plain(getattr(rules, name)) != value for name, value in self.options.items())


@cache
def families() -> tuple[Family, ...]:
    """Every family that weights exist for. Raises WeightsError where the program's own file is damaged."""
    data = object_of(shipped("families.json"), "families.json")
    described = data.get("families")
    if data.get("version") != VERSION or not isinstance(described, dict) or not described:
        raise WeightsError("families.json describes no families of rule sets")
    for options in described.values():
        if not isinstance(options, dict) or not all(hasattr(RuleSet, name) for name in options):
            raise WeightsError("families.json names an option that no rule set has")
    return tuple(Family(name, options) for name, options in described.items())


def family_of(rules: RuleSet) -> str:
    """The name of the family that a rule set is nearest to by its options. Raises WeightsError."""
    return min(families(), key=lambda family: family.distance(rules)).name


def weights_of(rules: RuleSet) -> Weights:
    """The weights that a rule set is played with; never raises. The built-in ones where its file is damaged."""
    try:
        return _family_weights(family_of(rules))
    except WeightsError as error:
        _LOG.warning("%s; playing with the built-in weights", error)
        return WEIGHTS


def weights_from(path: Path, rules: RuleSet) -> Weights:
    """The weights of a person's own file for a rule set. Raises WeightsError with one sentence."""
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise WeightsError(f"cannot read the weights file {path}: {error.strerror or error}") from None
    return weights_of_text(content, str(path), family_of(rules))


def weights_or_usual(path: Path, rules: RuleSet) -> tuple[Weights, str]:
    """The weights of a person's own file and an empty text; or those of the family and what is wrong, in a sentence."""
    try:
        return weights_from(path, rules), ""
    except WeightsError as error:
        return weights_of(rules), f"{error}; playing with the program's own weights"


def weights_of_text(content: bytes, where: str, family: str) -> Weights:
    """The weights in the bytes of a file called `where`, which must be of that family. Raises WeightsError."""
    data = object_of(content, where)
    if data.get("format") != FORMAT:
        raise WeightsError(f"{where} is no weights file: its format is not {FORMAT!r}")
    version = data.get("version")
    if type(version) is not int or version != VERSION:
        raise WeightsError(f"{where} is of version {_short(version)}: this program reads version {VERSION}")
    other = data.get("family")
    if other != family:
        raise WeightsError(
            f"{where} is for the family {_short(other)} of rule sets: these rules are played as {family}"
        )
    try:
        return weights_of_data(data.get("weights"))
    except WeightsError as error:
        raise WeightsError(f"{where}: {error}") from None


@cache
def _family_weights(family: str) -> Weights:
    name = f"weights-{family}.json"
    return weights_of_text(shipped(name), name, family)


def shipped(name: str) -> bytes:
    """The bytes of one of the program's own data files. Raises WeightsError."""
    try:
        return resources.files("gouji_desktop.bots").joinpath("data", name).read_bytes()
    except OSError:
        raise WeightsError(f"the program's own file {name} cannot be read") from None


def object_of(content: bytes, where: str) -> dict[str, Any]:
    """The JSON object in the bytes, or WeightsError."""
    if len(content) > MOST_BYTES:
        raise WeightsError(f"{where} is too big for a weights file")
    try:
        data = json.loads(content)
    except (ValueError, RecursionError):
        raise WeightsError(f"{where} is not JSON: give a file that the tuning command wrote") from None
    if not isinstance(data, dict):
        raise WeightsError(f"{where} holds no object: give a file that the tuning command wrote")
    return data


def _plain(value: Any) -> Any:
    """An option's value as JSON holds it."""
    return list(value) if isinstance(value, tuple) else value


def _short(value: object) -> str:
    return repr(value) if len(repr(value)) <= 40 else "…"
