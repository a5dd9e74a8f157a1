# SPDX-License-Identifier: GPL-3.0-or-later
"""A robot to start from: one joint that turns."""

from bpy.props import FloatProperty, StringProperty
from bpy.types import Context, Operator
from bpy_extras.object_utils import AddObjectHelper

from ..bridge import make_robot
from ..bridge.showable import check_showable
from ..mechanism import Joint, Mechanism, MechanismError, Tool
from .add_robot import draw_redo, place_of


def first_mechanism(name: str, length: float) -> Mechanism:
    """A joint on the base, and a tip at the end of its link."""
    return Mechanism(name, (Joint("joint1", "base"),), tools=(Tool(name="tip", link="joint1", d=length),))


class LINKWRIGHT_OT_new_robot(Operator, AddObjectHelper):
    """Add a robot with a single joint, to build your own from"""

    bl_idname = "linkwright.new_robot"
    bl_label = "New Robot"
    bl_options = {"REGISTER", "UNDO"}

    name: StringProperty(name="Name", description="What the robot is called", default="Robot")
    length: FloatProperty(
        name="Length",
        description="Length of its first link",
        default=0.4,
        min=0.001,
        soft_max=10.0,
        max=1000.0,
        subtype="DISTANCE",
    )

    def execute(self, context: Context) -> set[str]:
        place = place_of(self, context)
        try:
            mechanism = first_mechanism(self.name, round(self.length, 6))  # the slider has 32 bits
            check_showable(mechanism)
        except MechanismError as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        make_robot(context, mechanism, place=place)
        return {"FINISHED"}

    def draw(self, _context: Context) -> None:
        draw_redo(self, "name", "length")
