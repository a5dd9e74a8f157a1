# SPDX-License-Identifier: GPL-3.0-or-later
"""Joints as rows of a list: their tree, new ones, copies, and their order."""

import uuid
from collections.abc import Sequence
from math import floor, log10

from bpy.types import Armature, PropertyGroup

from ..mechanism import MechanismError
from .description import read_model
from .description_tables import complete_coordinates
from .editing import changed
from .fields import PLACEMENT, TOOL_POSE
from .names import free_name
from .quiet import quietly
from .row_texts import any_formula, clear_texts, copy_texts, is_blank, plain_text, units_of

SHARED = tuple(field for field in PLACEMENT if field.key in ("alpha", "d"))
"""What all joints on a link have alike in standard D-H, where it belongs to the link's own row."""
USUAL_LENGTH = 0.3
"""Of a new link where the robot gives no hint, [m]."""


def active_joint(armature: Armature) -> PropertyGroup | None:
    """The joint that is chosen in the list."""
    robot = armature.linkwright
    return robot.joints[robot.active_joint] if 0 <= robot.active_joint < len(robot.joints) else None


def choose_joint(armature: Armature, name: str) -> None:
    """Make a joint the active one."""
    at = armature.linkwright.joints.find(name)
    if at >= 0:
        armature.linkwright.active_joint = at


def children_of(robot: PropertyGroup, name: str) -> list[PropertyGroup]:
    """Joints on the link of this one; an empty name is the base."""
    return [row for row in robot.joints if row.parent == name]


def tree_order(robot: PropertyGroup) -> list[tuple[int, int]]:
    """Index and depth of every joint, children right below parents; what hangs on nothing comes last."""
    children: dict[str, list[int]] = {}
    for index, row in enumerate(robot.joints):
        children.setdefault(row.parent, []).append(index)
    order: list[tuple[int, int]] = []
    waiting = [(index, 0) for index in reversed(children.pop("", []))]
    while waiting:
        index, depth = waiting.pop()
        order.append((index, depth))
        waiting += [(child, depth + 1) for child in reversed(children.pop(robot.joints[index].name, []))]
    seen = {index for index, _ in order}
    return order + [(index, 0) for index in range(len(robot.joints)) if index not in seen]


def depth_of(robot: PropertyGroup, row: PropertyGroup, deepest: int) -> int:
    """How many joints are between this one and the base, up to `deepest`: parents may form a circle."""
    depth, parent = 0, robot.joints.get(row.parent)
    while parent is not None and depth < deepest:
        depth, parent = depth + 1, robot.joints.get(parent.parent)
    return depth


def subtree_of(robot: PropertyGroup, name: str) -> list[str]:
    """This joint and all that it carries, parents first."""
    names = [name]
    for parent in names:
        names += [row.name for row in children_of(robot, parent) if row.name not in names]
    return names


def usual_length(armature: Armature) -> float:
    """A length for a new link that suits the robot, [m], with one digit in its units."""
    try:
        reach = read_model(armature).reach
    except MechanismError:
        reach = 0.0
    length = reach / max(1, min(4, len(armature.linkwright.joints)))
    if length < 1e-4:
        length = USUAL_LENGTH
    scale = units_of(armature).scale("length")
    return round(length / scale, -floor(log10(length / scale))) * scale


def add_joint(armature: Armature, parent: str, *, kind: str, length: float) -> str:
    """Add a joint at the end of a link; its name.

    A tool at the tip of a chain moves on: the new joint takes its place, and the tool goes one link further.
    """
    robot = armature.linkwright
    name = free_name(armature, "joint1")
    with quietly():
        row = robot.joints.add()
        row.name, row.uid, row.parent, row.kind = name, uuid.uuid4().hex, parent, kind
        complete_coordinates(row)
        place_new(armature, row, length)
    changed(armature)
    choose_joint(armature, name)
    return name


def place_new(armature: Armature, row: PropertyGroup, length: float) -> None:
    """Give a new joint a place where it can be seen."""
    robot, text = armature.linkwright, plain_text(length, "length", units_of(armature))
    siblings = [other for other in children_of(robot, row.parent) if other.name != row.name]
    tip = tip_tool(robot, row.parent) if not siblings else None
    if tip is not None and is_blank(tip, TOOL_POSE) and not is_blank(tip, PLACEMENT):
        copy_texts(tip, row, PLACEMENT)
        clear_texts(tip, PLACEMENT)
        tip.d_text, tip.link = text, row.name
    elif robot.notation == "dh" and (siblings or not row.parent):
        fit_to_siblings(robot, row)
        row.r_text = text
    else:
        row.d_text = text


def tip_tool(robot: PropertyGroup, link: str) -> PropertyGroup | None:
    """The only tool of a link."""
    tools = [tool for tool in robot.tools if tool.link == link]
    return tools[0] if len(tools) == 1 and link else None


def fit_to_siblings(robot: PropertyGroup, row: PropertyGroup) -> None:
    """In standard D-H, let a joint leave its parent as its siblings do."""
    if robot.notation != "dh":
        return
    siblings = [other for other in children_of(robot, row.parent) if other.name != row.name]
    if not row.parent:
        clear_texts(row, SHARED)
    elif siblings:
        copy_texts(siblings[0], row, SHARED)


def duplicate_joint(armature: Armature, name: str, *, subtree: bool, turn: float) -> str:
    """Copy a joint with its tools, and with all that it carries; the name of the copy.

    Args:
        armature: The robot.
        name: The joint.
        subtree: Whether the joints that it carries are copied, too.
        turn: By how much the copy is turned about its parent's axis, [rad]; D-H tables cannot say that.
    """
    robot = armature.linkwright
    names = subtree_of(robot, name) if subtree else [name]
    copies: dict[str, str] = {}
    with quietly():
        for old in names:
            copies[old] = copy_row(armature, robot.joints, robot.joints.find(old))
        for new in copies.values():
            row = robot.joints[new]
            row.parent, row.leader = copies.get(row.parent, row.parent), copies.get(row.leader, row.leader)
        for old in [tool.name for tool in robot.tools if tool.link in copies]:
            tool = robot.tools[copy_row(armature, robot.tools, robot.tools.find(old))]
            tool.link = copies[tool.link]
        if robot.notation == "kleinfinger":
            turn_placement(robot.joints[copies[name]], turn)
    changed(armature)
    choose_joint(armature, copies[name])
    return copies[name]


def copy_row(armature: Armature, rows: PropertyGroup, index: int) -> str:
    """Append a copy of a joint or tool under a free name, which is returned."""
    name = free_name(armature, rows[index].name)
    rows.add()  # what was known of other rows before is not valid after this
    copy_group(rows[index], rows[-1])
    rows[-1].name, rows[-1].uid, rows[-1].shown_name = name, uuid.uuid4().hex, ""
    return name


def copy_group(source: PropertyGroup, target: PropertyGroup) -> None:
    """Copy all properties, and those of the groups inside."""
    for prop in source.bl_rna.properties:
        if prop.type == "COLLECTION":
            items = getattr(target, prop.identifier)
            for item in getattr(source, prop.identifier):
                copy_group(item, items.add())
        elif not prop.is_readonly and prop.type != "POINTER":
            setattr(target, prop.identifier, getattr(source, prop.identifier))


def turn_placement(row: PropertyGroup, turn: float) -> None:
    text = plain_text(turn, "angle", units_of(row.id_data))
    (gamma,) = (field for field in PLACEMENT if field.key == "gamma")
    if not text:
        return
    if any_formula(row, (gamma,)):
        row.gamma_text = f"({row.gamma_text}) + {text}"
    else:
        row.gamma_text = plain_text(row.gamma + turn, "angle", units_of(row.id_data))


def move_joint(armature: Armature, name: str, step: int) -> bool:
    """Change places with the sibling before (-1) or after (+1); whether there is one."""
    robot = armature.linkwright
    siblings = [row.name for row in children_of(robot, robot.joints[name].parent)]
    at = siblings.index(name) + step
    if not 0 <= at < len(siblings):
        return False
    with quietly():
        swap_rows(robot.joints, name, siblings[at])
    changed(armature)
    choose_joint(armature, name)
    return True


def swap_rows(rows: PropertyGroup, first: str, second: str) -> None:
    low, high = sorted((rows.find(first), rows.find(second)))
    rows.move(high, low)
    rows.move(low + 1, high)


def possible_parents(robot: PropertyGroup, name: str) -> Sequence[str]:
    """Joints that can carry this one: all but itself and those that it carries."""
    carried = subtree_of(robot, name)
    return [row.name for row in robot.joints if row.name not in carried]
