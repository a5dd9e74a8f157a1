# SPDX-License-Identifier: GPL-3.0-or-later
"""One table of a file while it is read: every access checks, and says where it is when something is wrong."""

import difflib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from .errors import MechanismError
from .link import Vector
from .quantities import Scope, is_formula, shortened

Place = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A table, what it is called in messages, and what its formulas may refer to."""

    cells: Mapping[str, Any]
    where: str
    scope: Scope
    place: Place
    formulas: dict[Place, str]
    """Filled while reading: the formula of every number that has one."""

    def check_keys(self, known: Collection[str], *, reserved: Collection[str] = ()) -> None:
        """Refuse unknown keys, naming the nearest known one."""
        for key in self.cells:
            if key in reserved:
                raise MechanismError(f"{self.where}: {key!r} is reserved for a later version of RAFF")
            if key not in known:
                near = difflib.get_close_matches(key, known, n=1)
                hint = f"did you mean {near[0]!r}?" if near else f"known: {', '.join(known)}"
                raise MechanismError(f"{self.where}: {shortened(key)} is not known; {hint}")

    def text(self, key: str, default: str | None = None) -> str:
        """A text; where there is no default it must be there."""
        value = self.cells.get(key, default)
        if not isinstance(value, str) or not value.strip():
            raise MechanismError(f"{self.where}: {key} is {shortened(value)}; it must be a text")
        return value

    def flag(self, key: str) -> bool | None:
        value = self.cells.get(key)
        if value is not None and not isinstance(value, bool):
            raise MechanismError(f"{self.where}: {key} is {shortened(value)}; it must be true or false")
        return value

    def number(self, key: str, dimension: str, default: float = 0.0) -> float:
        """A number in SI units."""
        if key not in self.cells:
            return default
        return self._value(self.cells[key], dimension, (key,))

    def numbers(self, key: str, dimensions: tuple[str, ...]) -> tuple[float, ...]:
        """One number for each dimension; a single one needs no brackets; empty where not given."""
        if key not in self.cells:
            return ()
        raw = self.cells[key]
        if not isinstance(raw, list):
            raw = [raw]
        if len(raw) != len(dimensions):
            raise MechanismError(
                f"{self.where}: {key} has {len(raw)} numbers; it must have {len(dimensions)} here"
            )
        values = zip(raw, dimensions, range(len(raw)), strict=True)
        return tuple(self._value(item, dimension, (key, str(index))) for item, dimension, index in values)

    def vector(self, key: str, dimension: str) -> Vector:
        x, y, z = self.numbers(key, (dimension,) * 3) or (0.0, 0.0, 0.0)
        return x, y, z

    def table(self, key: str) -> "Row":
        """The table under a key; an empty one where there is none."""
        return self.part(key, self.cells.get(key, {}))

    def part(self, key: str, cells: object) -> "Row":
        where = f"{self.where}: {key}"
        if not isinstance(cells, Mapping):
            raise MechanismError(f"{where} is {shortened(cells)}; it must be a table")
        return Row(cells, where, self.scope, (*self.place, key), self.formulas)

    def _value(self, raw: object, dimension: str, key: Place) -> float:
        value = self.scope.evaluate(raw, dimension, f"{self.where}: {'.'.join(key)}")
        if is_formula(raw):
            self.formulas[*self.place, *key] = str(raw)
        return value
