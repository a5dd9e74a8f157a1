# SPDX-License-Identifier: GPL-3.0-or-later
"""Random mechanisms for the tests."""

import numpy as np
from linkwright.mechanism import (
    Device,
    Document,
    Follow,
    Geometry,
    Joint,
    Link,
    Loop,
    LoopSide,
    Mechanism,
    Move,
    Pose,
    Tool,
    Units,
)
from linkwright.mechanism.joint import ANGLES, NUMBERS
from linkwright.mechanism.kinds import KINDS

Generator = np.random.Generator


def random_numbers(rng: Generator, *, scale: float = 0.5) -> dict[str, float]:
    """Kleinfinger's six; some are zero, as in real tables."""
    return {
        key: float(rng.uniform(-3.0, 3.0) if key in ANGLES else rng.uniform(-scale, scale))
        for key in NUMBERS
        if rng.random() < 0.7
    }


def random_pose(rng: Generator) -> Pose:
    return Pose(tuple(rng.uniform(-1.0, 1.0, 3).tolist()), tuple(rng.uniform(-3.0, 3.0, 3).tolist()))


def random_link(rng: Generator) -> Link:
    """A box of some size and weight, turned anyhow."""
    mass = float(rng.uniform(0.1, 5.0))
    x, y, z = rng.uniform(0.05, 0.5, 3) ** 2
    turn, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    tensor = turn @ np.diag([y + z, x + z, x + y]) @ turn.T * mass / 12.0
    inertia = tuple(float(tensor[i, j]) for i, j in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)))
    geometry = Geometry("part.stl", random_pose(rng)) if rng.random() < 0.3 else Geometry()
    return Link(mass, tuple(rng.uniform(-0.3, 0.3, 3).tolist()), inertia, geometry)


def random_tree(rng: Generator, joints: int, *, kinds: tuple[str, ...] = tuple(KINDS)) -> Mechanism:
    """Joints of all kinds on random parents, some of them coupled, with tools."""
    rows: list[Joint] = []
    for index in range(joints):
        parent = str(rng.choice(["base", *(row.name for row in rows)]))
        kind = str(rng.choice(kinds))
        leaders = [row.name for row in rows if row.motion.nq == 1 and row.follows is None]
        coupled = KINDS[kind].nq == 1 and leaders and rng.random() < 0.2
        follows = (
            Follow(str(rng.choice(leaders)), *map(float, rng.uniform(-2.0, 2.0, 2))) if coupled else None
        )
        pitch = float(rng.uniform(-0.3, 0.3)) if kind == "screw" else 0.0
        rows.append(Joint(f"j{index}", parent, kind, pitch, follows=follows, **random_numbers(rng)))
    names = [row.name for row in rows]
    tools = tuple(
        Tool(f"t{index}", str(rng.choice(names)), random_pose(rng), **random_numbers(rng))
        for index in range(2)
    )
    return Mechanism("tree", tuple(rows), tools=tools, base=random_pose(rng))


def random_document(rng: Generator) -> Document:
    """Everything that a file can hold, with random numbers."""
    units = Units(str(rng.choice(["m", "mm", "cm", "in"])), str(rng.choice(["deg", "rad"])))
    robots = tuple(random_robot(rng, f"robot {index}", units) for index in range(int(rng.integers(1, 3))))
    moves = tuple(
        Move(robot.name, robot.joints[0].name, "absolute", 2.0, float(rng.random())) for robot in robots
    )
    return Document(robots, (Device("hand", "magellan", "/dev/ttyUSB0", moves), Device("other", "mouse")))


def random_robot(rng: Generator, name: str, units: Units) -> Mechanism:
    tree = random_tree(rng, int(rng.integers(2, 7)))
    joints = tuple(dressed(rng, joint) for joint in tree.joints)
    ends = [LoopSide(joint.name, **random_numbers(rng)) for joint in joints[:2]]
    loops = (Loop("closed", ends[0], ends[1], "spherical"),) if rng.random() < 0.5 else ()
    parameters = {"reach": float(rng.random()), "double": "2 * reach"}
    return Mechanism(
        name,
        joints,
        loops,
        tree.tools,
        tree.base,
        Geometry("base.obj", random_pose(rng)) if rng.random() < 0.5 else Geometry(),
        units=units,
        parameters=parameters if rng.random() < 0.5 else {},
    )


def dressed(rng: Generator, joint: Joint) -> Joint:
    """The same joint with limits, friction and a body."""
    count = len(joint.motion.scalars)

    def some(low: float, high: float) -> tuple[float, ...]:
        return tuple(rng.uniform(low, high, count).tolist()) if rng.random() < 0.7 else ()

    return Joint(
        joint.name,
        joint.parent,
        joint.kind,
        joint.pitch,
        some(-2.0, 0.0),
        some(0.0, 2.0),
        some(-0.5, 0.5),
        some(0.0, 3.0),
        some(0.0, 50.0),
        some(0.0, 0.01),
        [None, True, False][int(rng.integers(3))],
        *map(float, rng.uniform(0.0, 2.0, 3)),
        joint.follows,
        random_link(rng),
        **dict(zip(NUMBERS, joint.numbers, strict=True)),
    )
