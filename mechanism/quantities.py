# SPDX-License-Identifier: GPL-3.0-or-later
"""Numbers as files write them: plain, with a unit of their own, or as a formula."""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from .errors import MechanismError
from .expressions import parse
from .units import ANGLES, LENGTHS, Units

SI_UNITS = {"length": "m", "angle": "rad"}
WITH_UNIT = re.compile(rf"(.*[^\w.]|.*\d|)\s*\b({'|'.join([*LENGTHS, *ANGLES])})\s*", re.DOTALL)
LITERAL = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?|[+-]?inf")
NEAT_DIGITS = 12


@dataclass(frozen=True, slots=True)
class Scope:
    """What a formula may refer to, and what its numbers are counted in."""

    units: Units = field(default_factory=Units)
    values: Mapping[str, float] = field(default_factory=dict)
    evaluated: dict[tuple[str, str], float] = field(default_factory=dict, compare=False, repr=False)
    """Formulas met before: robots use the same one for many joints."""

    def evaluate(self, raw: object, dimension: str, where: str) -> float:
        """The SI value of a number, a formula, or a formula followed by a unit."""
        if isinstance(raw, str):
            return self._evaluate_text(raw, dimension, where)
        if isinstance(raw, bool) or not isinstance(raw, int | float):
            raise MechanismError(f"{where} is {shortened(raw)}; it must be a number or a formula")
        try:
            return float(raw) * self.units.scale(dimension)
        except OverflowError:
            raise MechanismError(f"{where} is too large a number") from None

    def _evaluate_text(self, text: str, dimension: str, where: str) -> float:
        if LITERAL.fullmatch(text):  # most texts are: no need to read a formula
            return float(text) * self.units.scale(dimension)
        if (text, dimension) not in self.evaluated:
            self.evaluated[text, dimension] = self._evaluate_formula(text, dimension, where)
        return self.evaluated[text, dimension]

    def _evaluate_formula(self, text: str, dimension: str, where: str) -> float:
        body, unit = split_unit(text)
        try:
            scale = self._scale_of(unit, dimension)
            value = parse(body).evaluate(self.values, angle=self.units.scale("angle"))
        except MechanismError as error:
            raise MechanismError(f"{where}: {error}") from error
        return float(value) * scale

    def _scale_of(self, unit: str, dimension: str) -> float:
        if not unit:
            return self.units.scale(dimension)
        known = {"length": LENGTHS, "angle": ANGLES}.get(dimension, {})
        if unit not in known:
            raise MechanismError(f"unit {unit!r} does not fit; {', '.join(known) or 'no unit'} would")
        return known[unit]


def split_unit(text: str) -> tuple[str, str]:
    """A formula and the unit behind it, if there is one: `120 mm` is ("120", "mm")."""
    found = WITH_UNIT.fullmatch(text)
    if found is None or not found[1].strip():
        return text, ""
    return found[1].strip(), found[2]


def is_formula(raw: object) -> bool:
    """Whether this is worth keeping as text: a number with its unit is no formula."""
    return isinstance(raw, str) and LITERAL.fullmatch(split_unit(raw)[0].strip()) is None


def written(value: float, dimension: str, units: Units) -> int | float | str:
    """An SI value as a file says it, such that reading gives exactly this value again."""
    scale = units.scale(dimension)
    plain = value / scale
    for candidate in (round(plain, NEAT_DIGITS), plain, *neighbours(plain)):
        if candidate * scale == value:
            return neat(candidate)
    return f"{value!r} {SI_UNITS[dimension]}"


def neighbours(value: float) -> list[float]:
    return [math.nextafter(value, math.inf), math.nextafter(value, -math.inf)]


def neat(value: float) -> int | float:
    """90 instead of 90.0; minus zero and large numbers stay as they are."""
    if value.is_integer() and abs(value) < 1e15 and math.copysign(1.0, value) * value >= 0.0:
        return int(value) if value or math.copysign(1.0, value) > 0.0 else value
    return value


def shortened(raw: object) -> str:
    """A foreign value in a message, never pages of it."""
    try:
        text = repr(raw)
    except ValueError:  # Python refuses to spell out numbers of thousands of digits
        return f"a {type(raw).__name__} of thousands of digits"
    return text if len(text) <= 60 else text[:57] + "..."
