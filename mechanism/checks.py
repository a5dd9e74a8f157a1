# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that all parts of a description share; each message names the thing, the field and the value."""

import math
from collections.abc import Iterable, Sequence

from .errors import MechanismError


def check_name(what: str, name: object, *, taken: Sequence[str] = ()) -> None:
    """Refuse a name that is no text, empty, or reserved."""
    if not isinstance(name, str) or not name.strip():
        raise MechanismError(f"{what} needs a name, but it is {name!r}")
    if name in taken:
        raise MechanismError(f"{what} cannot be called {name!r}")
    if any(letter < " " or letter == "\x7f" for letter in name):
        raise MechanismError(f"{what} {name!r}: its name has a control character")


def check_finite(where: str, field: str, values: Iterable[float]) -> None:
    for value in values:
        if not math.isfinite(value):
            raise MechanismError(f"{where}: {field} is {value}; it must be a finite number")


def check_not_negative(where: str, field: str, values: Iterable[float]) -> None:
    for value in values:
        if math.isnan(value) or value < 0.0:
            raise MechanismError(f"{where}: {field} is {value:g}; it must not be negative")


def check_count(where: str, field: str, values: Sequence[float], count: int, why: str) -> None:
    """Refuse a list of another length; an empty list stands for 'not given'."""
    if values and len(values) != count:
        raise MechanismError(f"{where}: {field} has {len(values)} numbers; {why} has {count}")


def check_unique(where: str, what: str, names: Iterable[str]) -> None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise MechanismError(f"{where}: more than one {what} is called {name!r}")
        seen.add(name)
