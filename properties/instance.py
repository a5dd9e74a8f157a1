# SPDX-License-Identifier: GPL-3.0-or-later
"""What belongs to one object or one bone, not to the description that several may share."""

from bpy.props import FloatProperty, StringProperty
from bpy.types import PoseBone, PropertyGroup

from ..bridge.shares import read_share, write_share


class InstanceProperties(PropertyGroup):
    """A robot in the scene, or the mesh of one of its links."""

    link: StringProperty(name="Link", description="Joint whose link this mesh is", options={"HIDDEN"})


class BoneProperties(PropertyGroup):
    """Which joint or tool a bone belongs to."""

    uid: StringProperty(description="The joint's or tool's own mark; empty: not ours", options={"HIDDEN"})


def share_property(index: int) -> object:
    """A coordinate as a share of its range."""

    def get(group: "PoseBoneProperties") -> float:
        return read_share(bone_of(group), index)

    def set_(group: "PoseBoneProperties", value: float) -> None:
        write_share(bone_of(group), index, value)

    return FloatProperty(
        name="Share of Range",
        description="Where the joint is between its lower (0 %) and its upper (100 %) limit",
        subtype="PERCENTAGE",
        precision=0,
        min=0.0,
        max=100.0,
        options=set(),
        get=get,
        set=set_,
    )


def bone_of(group: "PoseBoneProperties") -> PoseBone:
    """The bone that a group of properties sits on."""
    return next(bone for bone in group.id_data.pose.bones if bone.linkwright == group)


class PoseBoneProperties(PropertyGroup):
    """Handles of a joint that hold no data of their own."""

    share_0: share_property(0)  # type: ignore[valid-type]
    share_1: share_property(1)  # type: ignore[valid-type]
    share_2: share_property(2)  # type: ignore[valid-type]
