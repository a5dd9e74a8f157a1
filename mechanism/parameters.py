# SPDX-License-Identifier: GPL-3.0-or-later
"""Named parameters: change one, and every number whose formula uses it follows."""

from collections.abc import Mapping

from .errors import MechanismError
from .raff_read import robot_of
from .raff_write import robot_table
from .structure import Mechanism


def with_parameters(mechanism: Mechanism, values: Mapping[str, float | str]) -> Mechanism:
    """The same mechanism with other values of some of its parameters, counted in the mechanism's units."""
    for name in values:
        if name not in mechanism.parameters:
            known = ", ".join(mechanism.parameters) or "none"
            raise MechanismError(
                f"Robot {mechanism.name!r}: parameter {name!r} does not exist; there are {known}"
            )
    table = robot_table(mechanism, mechanism.units)
    table["parameters"] = {**mechanism.parameters, **values}
    return robot_of(table, mechanism.units)
