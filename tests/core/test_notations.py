# SPDX-License-Identifier: GPL-3.0-or-later
"""The three notations describe the same robots, and any rigid transform has Kleinfinger numbers."""

from dataclasses import replace
from itertools import product
from math import cos, degrees, pi, radians, sin

import numpy as np
import pytest
from linkwright.mechanism import notations
from linkwright.mechanism.errors import MechanismError
from linkwright.mechanism.joint import BASE, NUMBERS, Joint
from linkwright.mechanism.link import Pose
from linkwright.mechanism.notations import DhRow, dh_frames, modified_table, standard_table
from linkwright.mechanism.placement import placement_matrix, placement_of, pose_matrix, pose_of
from linkwright.mechanism.structure import Mechanism, Tool
from scipy.spatial.transform import Rotation

TABLES = {"dh": standard_table, "modified-dh": modified_table}
MAKERS = {"dh": notations.mechanism_from_standard, "modified-dh": notations.mechanism_from_modified}
COMMON_ANGLES = (0.0, pi / 2, -pi / 2, pi, 0.3, -1.2)


def turn(axes, angles, position=(0.0, 0.0, 0.0)):
    X = np.eye(4)
    X[:3, :3] = Rotation.from_euler(axes, angles).as_matrix()
    X[:3, 3] = position
    return X


def posed(pose):
    return turn("xyz", pose.rotation, pose.position)


def placed(gamma, b, alpha, d, theta, r):
    """The six numbers, independent of the code under test: in each pair, the turn and the shift commute."""
    return turn("z", gamma, (0, 0, b)) @ turn("x", alpha, (d, 0, 0)) @ turn("z", theta, (0, 0, r))


def forward(mechanism, q):
    """Pose of every joint's and every tool's frame in the world."""
    frames = {BASE: posed(mechanism.base)}
    for joint in mechanism.joints:
        motion = q[joint.name] * np.array([joint.kind == "revolute", joint.kind == "prismatic"])
        frames[joint.name] = frames[joint.parent] @ placed(*joint.numbers[:4], *(joint.numbers[4:] + motion))
    for tool in mechanism.tools:
        frames[tool.name] = frames[tool.link] @ placed(*tool.numbers) @ posed(tool.pose)
    return frames


def random_numbers(rng):
    """Six numbers, many of them zero, as in real tables."""
    angles = np.where(rng.random(3) < 0.3, rng.uniform(-pi, pi, 3), rng.choice(COMMON_ANGLES, 3))
    lengths = rng.uniform(-0.5, 0.5, 3) * (rng.random(3) < 0.6)
    return dict(zip(NUMBERS, np.column_stack([angles, lengths]).ravel().tolist(), strict=True))


def random_pose(rng):
    return Pose(tuple(rng.uniform(-1, 1, 3).tolist()), tuple(rng.uniform(-1.5, 1.5, 3).tolist()))


def random_tool(rng, name, link):
    if rng.random() < 0.4:
        return Tool(name, link, alpha=float(rng.choice(COMMON_ANGLES)), d=float(rng.uniform(-0.3, 0.3)))
    return Tool(name, link, random_pose(rng) if rng.random() < 0.5 else Pose(), **random_numbers(rng))


def random_chain(rng):
    links = [BASE, *(f"joint {i}" for i in range(rng.integers(1, 7)))]
    kinds = rng.choice(["revolute", "revolute", "prismatic", "fixed"], len(links)).tolist()
    joints = [Joint(links[i], links[i - 1], kinds[i], **random_numbers(rng)) for i in range(1, len(links))]
    tools = random_tool(rng, "hand", links[-1]), random_tool(rng, "eye", str(rng.choice(links)))
    return Mechanism("chain", tuple(joints), tools=tools, base=random_pose(rng))


def close(X, Y, tolerance=1e-9):
    return np.abs(X - Y).max() <= tolerance


def check_round_trip(mechanism, notation, rng):
    """Write the table, read it back, and compare axes, tools and frames in a random position."""
    table = TABLES[notation](mechanism)
    back = MAKERS[notation]("back", table.rows, base=pose_of(table.base))
    q = {joint.name: float(rng.uniform(-2, 2)) for joint in mechanism.joints}
    expected, found = forward(mechanism, q), forward(back, q)
    assert back.notation == table.notation == notation
    assert [joint.kind for joint in back.joints] == [joint.kind for joint in mechanism.joints]
    for before, after in zip(mechanism.joints, back.joints, strict=True):
        X, Y = expected[before.name], found[after.name]
        assert close(X[:3, 2], Y[:3, 2])
        assert close(np.cross(Y[:3, 3] - X[:3, 3], X[:3, 2]), 0.0)
    ends, standard = {BASE: found[BASE]}, notation == "dh"
    for row in table.rows:
        ends[row.name] = found[row.name] @ turn("x", row.alpha * standard, (row.a * standard, 0, 0))
    drawn = {BASE: table.base} | dh_frames(table, [q[row.name] for row in table.rows])
    assert close(np.stack(list(drawn.values())), np.stack(list(ends.values())))
    for tool in mechanism.tools:
        assert tool.name in table.tools or standard
        assert close(ends[tool.link] @ table.tools.get(tool.name, np.eye(4)), expected[tool.name])


@pytest.mark.parametrize("notation", TABLES)
@pytest.mark.parametrize("seed", range(10))
def test_chains_survive_tables(seed, notation):
    rng = np.random.default_rng(seed)
    for _ in range(100):
        check_round_trip(random_chain(rng), notation, rng)


def test_a_row_ends_at_a_plain_tool_only():
    plain = Tool("hand", "a", alpha=0.3, d=0.2)
    others = [replace(plain, r=0.1)], [replace(plain, pose=Pose((0.0, 0.0, 0.1)))], [plain, Tool("eye", "a")]
    for tools, end in [([plain], (0.3, 0.2)), *((tools, (0.0, 0.0)) for tools in others)]:
        table = standard_table(Mechanism("arm", (Joint("a"),), tools=tuple(tools)))
        assert (table.rows[0].alpha, table.rows[0].a) == end
        assert set(table.tools) == (set() if any(end) else {tool.name for tool in tools})


def tree(left, right):
    """Two fingers on a slide; one has a tip."""
    joints = (
        Joint("slide", kind="prismatic", gamma=0.2, b=0.1, alpha=0.5, d=0.3, theta=0.4, r=-0.2),
        Joint("left", "slide", **dict(zip(NUMBERS, (*left, 0.1, 0.3), strict=True))),
        Joint("right", "slide", **dict(zip(NUMBERS, (*right, -1.0, -0.1), strict=True))),
        Joint("tip", "left", alpha=1.0, d=0.1),
    )
    tools = (
        Tool("finger", "tip", d=0.05),
        Tool("thumb", "right", d=0.07, r=0.01),
        Tool("palm", "slide", b=0.1),
    )
    return Mechanism("hand", joints, tools=tools, base=Pose((0.1, 0.2, 0.3), (0.4, 0.5, 0.6)))


SHARED = (0.4, 0.2, -0.7, 0.3)


@pytest.mark.parametrize("notation", TABLES)
@pytest.mark.parametrize("right", [SHARED, (0.4 - pi, 0.2, 0.7, -0.3)])
def test_equal_siblings_have_both_tables(right, notation):
    check_round_trip(tree(SHARED, right), notation, np.random.default_rng(5))


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (SHARED, (0.4, 0.2, 0.9, 0.0)),
        (SHARED, (0.4, -0.5, 0.0, 0.3)),  # parallel: b is free
        ((1.1, -0.3, pi, 0.0), SHARED),  # the same axis: gamma is free, too
        ((1.1, -0.3, 0.0, 0.0), (0.4, -0.5, pi, 0.3)),
    ],
)
def test_siblings_that_only_modified_tables_hold(left, right):
    check_round_trip(tree(left, right), "modified-dh", np.random.default_rng(6))
    with pytest.raises(MechanismError) as caught:
        standard_table(tree(left, right))
    assert str(caught.value) == (
        "Joint 'right': branches off 'slide' with another alpha, d, gamma or b than its siblings,"
        " so there is no standard D-H form"
    )


@pytest.mark.parametrize("right", [(0.5, *SHARED[1:]), (0.4, 0.1, -0.7, 0.3), (0.4 + pi / 2, *SHARED[1:])])
def test_branches_without_a_table_are_named(right):
    with pytest.raises(MechanismError, match=r"'right': branches off 'slide' .* no standard D-H form"):
        standard_table(tree(SHARED, right))
    with pytest.raises(MechanismError, match=r"'slide' with another gamma or b than .* no modified D-H form"):
        modified_table(tree(SHARED, right))
    with pytest.raises(MechanismError, match="Joint 'two': branches off 'base' with another alpha, d"):
        standard_table(Mechanism("pair", (Joint("one", d=0.1), Joint("two", d=0.2))))


def row(name, parent, a, kind="revolute"):
    return DhRow(name, parent, 0.0, 0.0, a, 0.0, kind)


@pytest.mark.parametrize("notation", TABLES)
@pytest.mark.parametrize("kind", ["universal", "spherical", "cylindrical", "screw", "planar", "free"])
def test_what_has_no_row_is_refused(kind, notation):
    said = f"Joint 'odd': a {kind} joint has no row .* revolute, prismatic, fixed"
    with pytest.raises(MechanismError, match=said):
        TABLES[notation](Mechanism("arm", (Joint("shoulder"), Joint("odd", "shoulder", kind))))
    with pytest.raises(MechanismError, match=said):
        MAKERS[notation]("arm", [row("odd", BASE, 0.0, kind)])
    with pytest.raises(MechanismError, match="parent 'nobody' does not exist"):
        MAKERS[notation]("bad", [row("a", "nobody", 0.0)])
    with pytest.raises(MechanismError, match="2 positions are given; the table has 1 rows"):
        dh_frames(TABLES[notation](Mechanism("arm", (Joint("a"),))), [0.0, 0.0])


def test_tools_of_leaves_are_named():
    stem, forked = row("a", BASE, 0.1), {"b tool": ("b", 0.2), "c tool": ("c", 0.3)}
    for rows, expected in (
        ([stem, row("b", "a", 0.2)], {"tool": ("b", 0.2)}),
        ([stem, row("b", "a", 0.0)], {}),
        ([stem, row("b", "a", 0.2), row("c", "a", 0.3)], forked),
        ([row("tool", BASE, 0.1)], {"tool tool": ("tool", 0.1)}),
    ):
        tools = MAKERS["dh"]("arm", rows).tools
        assert {tool.name: (tool.link, tool.d) for tool in tools} == expected


PUMA = {
    "dh": ((-90, 0, 90, -90, 90, 0), (0, 0.4318, 0.0203, 0, 0, 0), (0, 0, 0.15005, 0.4318, 0, 0)),
    "modified-dh": ((0, -90, 0, 90, -90, 90), (0, 0, 0.4318, 0.0203, 0, 0), (0, 0, 0.15005, 0.4318, 0, 0)),
}


@pytest.mark.parametrize("notation", TABLES)
def test_puma_has_its_textbook_tables_and_wrist(notation):
    names = [BASE, *"123456"]
    given = zip(names[1:], names[:-1], *PUMA["dh"], strict=True)
    puma = MAKERS["dh"]("PUMA", [DhRow(n, p, 0.0, d, a, radians(alpha)) for n, p, alpha, a, d in given])
    table = TABLES[notation](puma)
    numbers = [(degrees(row.alpha), row.a, row.d, row.theta) for row in table.rows]
    assert numbers == list(zip(*PUMA[notation], [0.0] * 6, strict=True))
    for q in np.random.default_rng(7).uniform(-pi, pi, (9, 6)):
        one, two, both = q[0], q[1], q[1] + q[2]
        reach = 0.4318 * cos(two) + 0.0203 * cos(both) + 0.4318 * sin(both)
        x, y = cos(one) * reach - 0.15005 * sin(one), sin(one) * reach + 0.15005 * cos(one)
        z = 0.4318 * cos(both) - 0.4318 * sin(two) - 0.0203 * sin(both)
        assert close(dh_frames(table, q)["6"][:3, 3], (x, y, z), 1e-14)


def check_placement(X, size):
    """Exact, bounded, and of the promised form; returns the sets."""
    sets = placement_of(X, size=size)
    found = np.linalg.multi_dot([np.eye(4), np.eye(4), *(placed(*numbers) for numbers in sets)])
    assert close(found[:3, :3], X[:3, :3], 1e-12)
    assert close(found[:3, 3], X[:3, 3], 1e-12 * size)
    gamma, b, alpha, d, _, r = sets[-1]
    assert max(abs(b), abs(r)) <= 10 * size
    assert (alpha in (0.0, pi) and b == 0.0 and d >= 0.0) or (
        len(sets) == 1 and abs(sin(alpha)) >= 0.999e-3 and -pi / 2 < gamma <= pi / 2
    )
    for before in sets[:-1]:
        assert before[1] == before[3] == before[5] == 0.0
        assert 0.0 < abs(before[2]) < 0.15
    return sets


def test_placement_of_random_transforms():
    rng, counts = np.random.default_rng(1), set()
    for angles in rng.uniform(-pi, pi, (2000, 3)):
        size, p = float(10.0 ** rng.uniform(-3, 3)), rng.uniform(-1, 1, 3)
        counts.add(len(check_placement(turn("zxz", angles, p * size / 1.8), size)))
    assert counts == {1, 2}


@pytest.mark.parametrize("about", [0.0, pi, -pi])
def test_placement_of_nearly_parallel_axes(about):
    rng = np.random.default_rng(2)
    for tilt in [0.0, *np.logspace(-18, -2, 400), 0.999999e-3, 1e-3, 1.000001e-3, 0.05, 0.1, 0.11]:
        X = turn("ZXZ", (rng.uniform(-pi, pi), about + tilt, rng.uniform(-pi, pi)), rng.uniform(-0.5, 0.5, 3))
        sets = check_placement(X, 1.0)
        X[:3, 3] = 0.0
        crossing = check_placement(X, 1.0)  # the same axes with a common origin
        assert tilt > 1e-15 or len(sets) == len(crossing) == 1
        assert not 1e-13 < tilt < 0.99e-3 or len(sets) == len(crossing) == 2
        assert tilt < 1.0000001e-3 or len(crossing) == 1


def test_placement_of_degenerate_and_ordinary_transforms():
    for alpha, d, r in product((0.0, pi, pi / 2, -pi / 2, -0.4), (0.0, 0.2, -0.3), (0.0, 0.1)):
        numbers = (0.0, 0.0, alpha, d if sin(alpha) ** 2 > 1e-9 else abs(d), 0.7, r)
        ((gamma, *rest),) = check_placement(placement_matrix(numbers), 1.0)
        assert gamma == 0.0 or (alpha, r) == (pi, 0.1)
        assert (gamma, *rest) == pytest.approx(numbers, abs=1e-15)
    ((gamma, b, alpha, d, _, r),) = check_placement(turn("y", pi, (0, 0.2, 0.1)), 1.0)
    assert (gamma, b, alpha, d, r) == pytest.approx((pi / 2, 0, pi, 0.2, -0.1))
    rounded = np.round(placed(0.3, 0.1, -0.8, 0.2, 0.5, 0.4), 7)
    nearest = np.matmul(*np.linalg.svd(rounded[:3, :3])[::2])
    assert close(placed(*placement_of(rounded, size=0.0)[0])[:3, :3], nearest, 1e-12)


@pytest.mark.parametrize(
    ("row", "column", "value", "said"),
    [
        (0, 3, np.nan, "nan; all must be finite"),
        (0, 1, 2e-6, "2e-06 away from orthonormal"),
        (2, 2, -1.0, "determinant -1"),
        (3, 0, 0.1, "last row"),
    ],
)
def test_what_is_not_rigid_is_refused(row, column, value, said):
    X = np.eye(4)
    X[row, column] = value
    with pytest.raises(MechanismError, match=said):
        placement_of(X, size=1.0)
    with pytest.raises(MechanismError, match="The size of the robot is"):
        placement_of(np.eye(4), size=-1.0)


def test_poses_and_their_gimbal_lock():
    rng = np.random.default_rng(4)
    for gap in [0.0, *np.logspace(-17, 0.5, 300)]:
        pose = Pose((1.0, 2.0, 3.0), (rng.uniform(-pi, pi), rng.choice([-1, 1]) * (pi / 2 - gap), gap))
        assert close(pose_matrix(pose), posed(pose), 1e-14)
        assert close(posed(pose_of(posed(pose))), posed(pose), 1e-13)
    assert pose_of(posed(Pose(rotation=(0.3, pi / 2, 0.0)))).rotation == pytest.approx((0.3, pi / 2, 0.0))
