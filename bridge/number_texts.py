# SPDX-License-Identifier: GPL-3.0-or-later
"""Numbers of a joint as a user reads them: the notation's letters, the scene's units."""

from math import degrees

from bpy.types import Scene
from bpy.utils import units

LETTERS = {"gamma": "γ", "b": "b", "alpha": "α", "d": "d", "theta": "θ", "r": "r"}
TABLE_LETTERS = {"alpha": "α", "d": "a", "theta": "θ", "r": "d"}
"""Denavit and Hartenberg's; their tables have no gamma and b."""
LENGTH_UNITS = {
    "KILOMETERS": (1000.0, "km"),
    "METERS": (1.0, "m"),
    "CENTIMETERS": (0.01, "cm"),
    "MILLIMETERS": (0.001, "mm"),
    "MICROMETERS": (1e-6, "µm"),
    "MILES": (1609.344, "mi"),
    "FEET": (0.3048, "ft"),
    "INCHES": (0.0254, "in"),
    "THOU": (0.0000254, "thou"),
}
"""Metres in each, and how it is written; Blender's own texts choose another unit than the scene's."""
DIGITS = 5


def number_symbol(number: str, notation: str) -> str:
    """How a notation calls a number; nothing where it does not know it."""
    return (LETTERS if notation == "kleinfinger" else TABLE_LETTERS).get(number, "")


def number_text(value: float, scene: Scene, *, angle: bool) -> str:
    """A number with its unit.

    Args:
        value: In [rad] or [m].
        scene: Whose units are shown.
        angle: Whether it is an angle, or else a length.
    """
    text = angle_text(value, scene) if angle else length_text(value, scene)
    return text.replace("-", "−", 1)


def angle_text(value: float, scene: Scene) -> str:
    if scene.unit_settings.system_rotation == "RADIANS":
        return f"{plain(value)} rad"
    return f"{plain(degrees(value))}°"


def length_text(value: float, scene: Scene) -> str:
    settings = scene.unit_settings
    if settings.system == "NONE":
        return plain(value)
    metres = value * settings.scale_length
    if settings.length_unit not in LENGTH_UNITS:  # adaptive
        return units.to_string(settings.system, "LENGTH", metres, precision=DIGITS)
    size, sign = LENGTH_UNITS[settings.length_unit]
    return f"{plain(metres / size)} {sign}"


def plain(value: float) -> str:
    """Few digits, no trailing zeros, no exponent where it can be helped."""
    return f"{round(value, 4) + 0.0:.10g}"
