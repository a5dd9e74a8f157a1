# SPDX-License-Identifier: GPL-3.0-or-later
"""The numbers of a description: what each is called, counted in, and means."""

from collections.abc import Sequence
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Field:
    """One number: a property `key` (for sliders) beside a property `key_text` (the truth)."""

    key: str
    label: str
    dimension: str
    """"angle", "length" or "SI"."""
    tip: str

    @property
    def text_key(self) -> str:
        return f"{self.key}_text"


PLACEMENT = (
    Field("gamma", "γ", "angle", "Turn about the parent's axis z, before anything else"),
    Field("b", "b", "length", "Way along the parent's axis z"),
    Field("alpha", "α", "angle", "Angle between the two axes, about the common normal x"),
    Field("d", "d", "length", "Distance between the two axes, along the common normal x"),
    Field("theta", "θ", "angle", "Turn about the joint's own axis z"),
    Field("r", "r", "length", "Way along the joint's own axis z"),
)
"""In the order in which they act."""
PITCH = Field("pitch", "Pitch", "length", "How far a screw moves in one turn")
PER_JOINT = (
    Field(
        "friction",
        "Dry Friction",
        "SI",
        "Force or torque that has to be overcome before it moves, [N] or [N m]",
    ),
    Field("damping", "Damping", "SI", "Force or torque at a speed of one, [N s/m] or [N m s/rad]"),
    Field("spring", "Spring", "SI", "Stiffness towards the rest value, [N/m] or [N m/rad]"),
)
MASS = Field("mass", "Mass", "SI", "Mass of the link, [kg]")
CENTRE = tuple(
    Field(f"centre_{axis}", f"Centre {axis.upper()}", "length", f"Centre of mass along the joint's {axis}")
    for axis in "xyz"
)
INERTIA = tuple(
    Field(f"inertia_{axes}", f"I{axes}", "SI", f"Inertia {axes} about the centre of mass, [kg m²]")
    for axes in ("xx", "yy", "zz", "xy", "xz", "yz")
)
RATIO = Field("ratio", "Ratio", "SI", "How many times the other joint's value this joint moves")
PER_COORDINATE = (
    Field("lower", "Lower", "", "The joint goes no further down than this; empty: no limit"),
    Field("upper", "Upper", "", "The joint goes no further up than this; empty: no limit"),
    Field("rest", "Rest", "", "Where the joint is when nobody moves it"),
    Field("speed", "Speed", "", "Highest speed, in units a second; empty: no limit"),
    Field("torque", "Effort", "SI", "Highest torque or force of the motor, [N m] or [N]; empty: no limit"),
    Field("backlash", "Backlash", "", "Play, from one end to the other"),
)
"""Those without a dimension have the coordinate's own."""
UNSET = {"lower": "-inf", "upper": "inf", "rest": "0", "speed": "inf", "torque": "inf", "backlash": "0"}
"""What an empty text of a coordinate stands for beside others that are given."""


def coordinate_fields(dimension: str) -> tuple[Field, ...]:
    """The numbers of one coordinate of a joint, which turns or shifts."""
    return tuple(replace(field, dimension=field.dimension or dimension) for field in PER_COORDINATE)


def pose_fields(prefix: str, what: str) -> tuple[Field, ...]:
    """Position, then rotation about the fixed axes x, y, z."""
    shifts = [Field(f"{prefix}{axis}", axis.upper(), "length", f"{what}: along {axis}") for axis in "xyz"]
    turns = [
        Field(f"{prefix}turn_{axis}", f"Turn {axis.upper()}", "angle", f"{what}: turn about {axis}")
        for axis in "xyz"
    ]
    return (*shifts, *turns)


def side_fields(side: str) -> tuple[Field, ...]:
    """The six numbers of one half of a cut joint."""
    return tuple(replace(field, key=f"{side}_{field.key}") for field in PLACEMENT)


BASE_POSE = pose_fields("base_", "Base")
GEOMETRY_POSE = pose_fields("geometry_", "Shape on its link")
TOOL_POSE = pose_fields("", "Tool")
JOINT = (*PLACEMENT, PITCH, *PER_JOINT, MASS, *CENTRE, *INERTIA, RATIO, *GEOMETRY_POSE)
TOOL = (*PLACEMENT, *TOOL_POSE)
LOOP = (*side_fields("first"), *side_fields("second"), PITCH)
ROBOT = (*BASE_POSE, *GEOMETRY_POSE)


def texts(group: object, fields: Sequence[Field]) -> list[str]:
    """The texts of some numbers of a property group."""
    return [getattr(group, field.text_key) for field in fields]
