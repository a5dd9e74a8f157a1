# SPDX-License-Identifier: GPL-3.0-or-later
"""Which channel of a joint's bone holds which entry of q; the bone's Y is the joint's axis."""

from dataclasses import dataclass

from bpy.types import PoseBone

from ..mechanism import Joint


@dataclass(frozen=True, slots=True)
class Channel:
    """One number of a pose bone; bone Z is minus the frame's y, hence the sign."""

    path: str
    index: int
    sign: float = 1.0

    def read(self, bone: PoseBone) -> float:
        return self.sign * getattr(bone, self.path)[self.index]

    def write(self, bone: PoseBone, value: float) -> None:
        getattr(bone, self.path)[self.index] = self.sign * value


TURN, TURN_X = Channel("rotation_euler", 1), Channel("rotation_euler", 0)
SHIFT_X, SHIFT_Y, SHIFT_Z = Channel("location", 0), Channel("location", 2, -1.0), Channel("location", 1)
QUATERNION = (
    Channel("rotation_quaternion", 0),
    Channel("rotation_quaternion", 1),
    Channel("rotation_quaternion", 3, -1.0),
    Channel("rotation_quaternion", 2),
)
CHANNELS: dict[str, tuple[Channel, ...]] = {
    "fixed": (),
    "revolute": (TURN,),
    "prismatic": (SHIFT_Z,),
    "screw": (TURN,),
    "cylindrical": (TURN, SHIFT_Z),
    "universal": (TURN, TURN_X),
    "planar": (SHIFT_X, SHIFT_Y, TURN),
    "spherical": QUATERNION,
    "free": (SHIFT_X, SHIFT_Y, SHIFT_Z, *QUATERNION),
}
"""One channel for each entry of q that a joint of this kind has."""


def bone_names(joint: Joint) -> tuple[str, ...]:
    """The joint's bones, parents first: the last one is its own.

    A screw has a second one, which its turn drives along the axis: a bone cannot drive itself.
    """
    return (carriage(joint.name), joint.name) if joint.kind == "screw" else (joint.name,)


def carriage(name: str) -> str:
    """The bone that carries a screw along its axis."""
    return f"{name} shift"


def lock_channels(bone: PoseBone, joint: Joint, *, own: bool) -> None:
    """Leave only those channels free that hold the joint's value; of a helper bone none."""
    free = CHANNELS[joint.kind] if own and not joint.follows else ()
    turning = {channel.index for channel in free if channel.path == "rotation_euler"}
    shifting = {channel.index for channel in free if channel.path == "location"}
    whole = QUATERNION[0] in free
    bone.rotation_mode = "QUATERNION" if QUATERNION[0] in CHANNELS[joint.kind] else "XYZ"
    bone.lock_rotation = [not whole and axis not in turning for axis in range(3)]
    bone.lock_rotation_w = not whole
    bone.lock_location = [axis not in shifting for axis in range(3)]
    bone.lock_scale = (True, True, True)
    clear_locked(bone)


def clear_locked(bone: PoseBone) -> None:
    """Take back what a bone did in channels that are not the joint's, as after a change of kind."""
    bone.location = [
        0.0 if lock else value for lock, value in zip(bone.lock_location, bone.location, strict=True)
    ]
    turns = zip(bone.lock_rotation, bone.rotation_euler, strict=True)
    bone.rotation_euler = [0.0 if lock else value for lock, value in turns]
    if bone.lock_rotation_w:
        bone.rotation_quaternion = (1.0, 0.0, 0.0, 0.0)
    bone.scale = (1.0, 1.0, 1.0)
