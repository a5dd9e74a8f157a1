# SPDX-License-Identifier: GPL-3.0-or-later
"""The robot library: what each file holds, and poses worked out by hand."""

from collections.abc import Mapping
from functools import cache
from math import cos, pi, radians, sin

import numpy as np
import pytest
from linkwright.mechanism import Mechanism, read, write
from linkwright.mechanism.kinds import KINDS
from linkwright.mechanism.raff import parse_raff
from linkwright.solvers import Model, frames

from tools.places import ROOT

PATHS = {path.stem: path for path in sorted((ROOT / "presets" / "robots").glob("*.raff"))}
TREES = {name for name in PATHS if "[[robot.loop]]" not in PATHS[name].read_text(encoding="utf-8")}
HALF = np.sqrt(0.5)
FINGERS = ("index", "middle", "ring", "little", "thumb")

CONTENTS = {
    "a255": (5, 5, ["flange"]),
    "five-finger-hand": (20, 15, [f"{finger} tip" for finger in FINGERS]),
    "humanoid": (28, 33, ["left hand", "right hand", "left sole", "right sole"]),
    "irb2400": (6, 6, ["flange"]),
    "joint-kinds": (10, 19, None),
    "lynx6": (5, 5, ["gripper"]),
    "pioneer2": (5, 5, ["tool"]),
    "planar-2r": (2, 2, ["tip"]),
    "planar-3r": (3, 3, ["tip"]),
    "puma560": (6, 6, []),
    "scara": (4, 4, ["flange"]),
    "seven-axis": (7, 7, ["flange"]),
    "two-arm-torso": (15, 15, ["left hand", "right hand"]),
}
"""Joints, degrees of freedom and tools; None: a tool on every joint."""

every_preset = pytest.mark.parametrize("name", sorted(PATHS))


@cache
def robot(name: str) -> Mechanism:
    (only,) = read(PATHS[name]).robots
    return only


def zero(model: Model) -> np.ndarray:
    """All coordinates zero, all quaternions turning nothing."""
    return np.array([1.0 if label.endswith(".qw") else 0.0 for label in model.names])


def pose(mechanism: Mechanism, frame: str, values: Mapping[str, float]) -> np.ndarray:
    """Pose of a frame, with some coordinates away from zero, [rad] or [m]."""
    model = Model(mechanism)
    q = zero(model)
    for label, value in values.items():
        q[model.names.index(label)] = value
    return frames(model, q)[model.frame_names.index(frame)]


def place(mechanism: Mechanism, frame: str, **degrees: float) -> np.ndarray:
    """Position of a frame, with some joints turned; the blanks in a name are underscores here."""
    return pose(mechanism, frame, {name.replace("_", " "): radians(degrees[name]) for name in degrees})[:3, 3]


def random_positions(model: Model, count: int) -> np.ndarray:
    rng = np.random.default_rng(1986)
    return rng.uniform(np.maximum(model.lower, -pi), np.minimum(model.upper, pi), size=(count, model.nq))


@every_preset
def test_file_says_where_its_numbers_come_from(name):
    lines = PATHS[name].read_text(encoding="utf-8").splitlines()
    head = lines[: next(row for row, line in enumerate(lines) if not line.startswith("#"))]
    assert any("Source" in line or "Our own" in line for line in head)


@pytest.mark.parametrize("name", sorted(TREES | set(CONTENTS)))
def test_contents(name):
    joints, freedom, tools = CONTENTS[name]
    mechanism = robot(name)
    assert (len(mechanism.joints), Model(mechanism).nv) == (joints, freedom)
    expected = [f"{joint.name} tip" for joint in mechanism.joints] if tools is None else tools
    assert [tool.name for tool in mechanism.tools] == expected


@every_preset
def test_writing_and_reading_again_changes_nothing(name, tmp_path):
    document = read(PATHS[name])
    write(document, tmp_path / "again.raff")
    assert read(tmp_path / "again.raff") == document


@every_preset
def test_home_is_inside_the_limits(name):
    model = Model(robot(name))
    assert np.all((model.lower <= model.home) & (model.home <= model.upper))
    for joint in robot(name).joints:  # and so it is in the file, before the model brings it inside
        rest = joint.rest or (0.0,) * len(joint.lower)
        assert all(np.less_equal(joint.lower, rest) & np.less_equal(rest, joint.upper)), joint.name


@pytest.mark.parametrize("name", sorted(TREES))
def test_driven_joints_have_limits_speed_and_torque(name):
    mechanism = robot(name)
    for joint in mechanism.joints:
        if mechanism.is_actuated(joint) and joint.motion.scalars:
            assert all(np.less(joint.lower, joint.upper)), joint.name
            assert all(value > 0.0 for value in joint.speed + joint.torque), joint.name
            assert len(joint.speed) == len(joint.torque) == len(joint.lower) == joint.motion.nq, joint.name


@every_preset
def test_every_moving_link_is_a_possible_body(name):
    for joint in robot(name).joints:
        xx, yy, zz, xy, xz, yz = joint.link.inertia
        moments = np.linalg.eigvalsh([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
        assert joint.link.mass > 0.0, joint.name
        assert moments[0] > 0.0, joint.name
        assert moments[2] <= moments[0] + moments[1], joint.name


def mass_moment(model: Model, q: np.ndarray) -> np.ndarray:
    """Sum of all masses times their centres, [kg m]."""
    X, joints = frames(model, q), model.mechanism.joints
    return sum(joint.link.mass * X[row, :3] @ [*joint.link.centre, 1.0] for row, joint in enumerate(joints))


@pytest.mark.parametrize("name", sorted(TREES - {"humanoid", "joint-kinds"}))
def test_arms_carry_their_own_weight(name):
    model, h = Model(robot(name)), 1e-5
    strength = [value for joint in robot(name).joints if not joint.follows for value in joint.torque]
    for q in [model.home, *random_positions(model, 20)]:
        lifts = [mass_moment(model, q + dq)[2] - mass_moment(model, q - dq)[2] for dq in h * np.eye(model.nq)]
        load = 9.81 * np.array(lifts) / (2 * h)
        assert np.all(np.abs(load) < strength), dict(zip(model.names, load, strict=True))


@pytest.mark.parametrize(
    ("name", "frame", "degrees", "expected"),
    [
        ("planar-2r", "tip", {}, (0.5 + 0.4, 0, 0)),
        ("planar-2r", "tip", {"shoulder": 90, "elbow": 90}, (-0.4, 0.5, 0)),
        ("planar-3r", "tip", {"elbow": 90, "wrist": -90}, (0.4 + 0.15, 0.3, 0)),
        ("scara", "flange", {}, (0.325 + 0.275, 0, 0.4 - 0.05)),
        ("scara", "flange", {"elbow": 90}, (0.325, 0.275, 0.35)),
        ("scara", "flange", {"quill": np.degrees(0.2)}, (0.6, 0, 0.15)),
        ("puma560", "flange", {"elbow": 90}, (0.4318 + 0.4331, 0.2435 - 0.0934, 0.672 + 0.0203)),
        ("lynx6", "gripper", {}, (0.127 + 0.085725, 0, 0.06731 + 0.12065)),
        ("lynx6", "gripper", {"elbow": 90}, (0, 0, 0.06731 + 0.12065 + 0.127 + 0.085725)),
        ("lynx6", "gripper", {"turntable": 90, "wrist": 90}, (0, 0.127, 0.18796 + 0.085725)),
        ("a255", "flange", {}, (0.254 + 0.254 + 0.0508, 0, 0.254)),
        ("a255", "flange", {"shoulder": 90, "elbow": -90}, (0.254 + 0.0508, 0, 0.254 + 0.254)),
        ("a255", "flange", {"waist": 90, "wrist_pitch": 90}, (0, 0.508, 0.254 + 0.0508)),
        ("irb2400", "flange", {}, (0.1 + 0.755 + 0.085, 0, 0.615 + 0.705 + 0.135)),
        ("irb2400", "flange", {"shoulder": 90}, (0.1 + 0.705 + 0.135, 0, 0.615 - 0.755 - 0.085)),
        ("irb2400", "flange", {"wrist_roll": 90, "wrist_bend": 90}, (0.855, 0.085, 1.455)),
        ("seven-axis", "flange", {}, (0, 0, 0.36 + 0.42 + 0.4 + 0.126)),
        ("seven-axis", "flange", {"shoulder_bend": 90}, (0.42 + 0.4 + 0.126, 0, 0.36)),
        ("seven-axis", "flange", {"elbow_bend": -90}, (0.4 + 0.126, 0, 0.36 + 0.42)),
        ("pioneer2", "tool", {}, (0.105 + 0.06875 + 0.16 + 0.13775 + 0.11321, 0, 0.3185)),
        ("two-arm-torso", "left hand", {}, (0, 0.22, 0.9 + 0.45 - 0.3 - 0.27 - 0.12)),
        ("two-arm-torso", "left hand", {"left_elbow": 90}, (0.27 + 0.12, 0.22, 0.9 + 0.45 - 0.3)),
        ("two-arm-torso", "left hand", {"left_shoulder_swing": 90}, (0.69, 0.22, 1.35)),
        ("two-arm-torso", "left hand", {"left_shoulder_lift": 90}, (0, 0.22 + 0.69, 1.35)),
        ("five-finger-hand", "index tip", {}, (0, 0.027, 0.092 + 0.042 + 0.025 + 0.022)),
        ("five-finger-hand", "index tip", {"index_knuckle": 90}, (0.089, 0.027, 0.092)),
        ("humanoid", "left sole", {}, (0, 0.0955 * 1.5, 0)),
        ("humanoid", "left hand", {}, (0, 0.1295 * 1.5, (0.818 - 0.186 - 0.146 - 0.108) * 1.5)),
        ("humanoid", "neck nod", {}, (0, 0, 0.86 * 1.5)),
        ("humanoid", "left ankle", {"left_knee": 90}, (-0.246 * 1.5, 0.14325, 0.285 * 1.5)),
        ("humanoid", "left ankle", {"left_hip_swing": 90}, (0.491 * 1.5, 0.14325, 0.53 * 1.5)),
    ],
)
def test_pose_worked_out_by_hand(name, frame, degrees, expected):
    np.testing.assert_allclose(place(robot(name), frame, **degrees), expected, atol=1e-12)


POINTING = {
    (1, 0, 0): [("irb2400", "flange"), ("a255", "flange"), ("lynx6", "gripper")],
    (0, 0, 1): [("seven-axis", "flange"), ("humanoid", "left sole"), ("humanoid", "right sole")],
    (0, 0, -1): [("scara", "flange"), ("two-arm-torso", "right hand"), ("humanoid", "left hand")],
}
"""Where the z axes of tools point at zero."""


@pytest.mark.parametrize("direction", POINTING)
def test_tools_point_the_right_way(direction):
    for name, tool in POINTING[direction]:
        np.testing.assert_allclose(pose(robot(name), tool, {})[:3, 2], direction, atol=1e-12, err_msg=name)


def step(angle: float, length: float, axis: int) -> np.ndarray:
    """A turn about a coordinate axis and a shift along it."""
    X = np.eye(4)
    i, j = (axis + 1) % 3, (axis + 2) % 3
    X[i, i] = X[j, j] = cos(angle)
    X[j, i], X[i, j], X[axis, 3] = sin(angle), -sin(angle), length
    return X


TABLES = {
    "a255": [(0, 254, 0, 90), (0, 0, 254, 0), (0, 0, 254, 0), (90, 0, 0, 90), (0, 50.8, 0, 0)],
    "pioneer2": [(0, 0, 68.75, 90), (0, 0, 160, 0), (90, 0, 0, 90), (0, 137.75, 0, -90), (-90, 0, 113.21, 0)],
}
"""theta [deg], d [mm], a [mm], alpha [deg]: standard D-H."""


@pytest.mark.parametrize("name", TABLES)
def test_tables_of_standard_dh_multiply_to_the_tool(name):
    model = Model(robot(name))
    for q in random_positions(model, 20):
        X = np.eye(4)
        X[:3, 3] = robot(name).base.position
        for value, (theta, d, a, alpha) in zip(q, TABLES[name], strict=True):
            X = X @ step(radians(theta) + value, d / 1000, 2) @ step(radians(alpha), a / 1000, 0)
        np.testing.assert_allclose(frames(model, q)[-1], X, atol=1e-12)


MIRRORED = ("lift", "turn", "tilt", "spread")
"""What the last word of a joint's name is where outward is positive on the left, negative on the right."""


@pytest.mark.parametrize("name", ["two-arm-torso", "humanoid"])
def test_left_and_right_are_mirror_images(name):
    model, rng = Model(robot(name)), np.random.default_rng(7)
    q = zero(model)
    for index, label in enumerate(model.names):
        if label.startswith("left "):
            twin = model.names.index(label.replace("left", "right"))
            side = -1.0 if label.endswith(MIRRORED) else 1.0
            low, high = sorted((side * model.lower[twin], side * model.upper[twin]))
            assert (low, high) == pytest.approx((model.lower[index], model.upper[index])), label
            q[index] = rng.uniform(low, high)
            q[twin] = side * q[index]
    X = dict(zip(model.frame_names, frames(model, q), strict=True))
    for frame in [frame for frame in X if frame.startswith("left ")]:
        mirrored = X[frame.replace("left", "right")][:3, 3] * (1, -1, 1)
        np.testing.assert_allclose(X[frame][:3, 3], mirrored, atol=1e-12, err_msg=frame)


def test_humanoid_stands():
    model = Model(robot("humanoid"))
    mass = sum(joint.link.mass for joint in model.mechanism.joints)
    x, y, z = mass_moment(model, zero(model)) / mass
    assert mass == pytest.approx(45.0)
    assert abs(x) < 0.05  # above the feet
    assert y == pytest.approx(0.0, abs=1e-12)
    assert 0.5 * 1.5 < z < 0.6 * 1.5  # a person's is a little above half the height


def changed(name: str, old: str, new: str) -> Mechanism:
    text = PATHS[name].read_text(encoding="utf-8")
    assert text.count(f"\n{old}") == 1
    return parse_raff(text.replace(f"\n{old}", f"\n{new}")).robots[0]


def test_lengths_are_parameters():
    longer = changed("planar-2r", "upper_arm = 0.5", "upper_arm = 0.7")
    np.testing.assert_allclose(place(longer, "tip"), (1.1, 0, 0), atol=1e-12)
    assert longer.joints[0].link.inertia[2] == pytest.approx(2.0 * (0.7**2 + 0.06**2) / 12)
    taller = changed("humanoid", "height = 1.5", "height = 1.8")
    np.testing.assert_allclose(place(taller, "right sole"), (0, -0.0955 * 1.8, 0), atol=1e-12)


@pytest.mark.parametrize("finger", FINGERS)
def test_end_joints_of_fingers_follow(finger):
    leader, ratio = ("thumb knuckle", 1.2) if finger == "thumb" else (f"{finger} middle joint", 0.7)
    hand, tip = robot("five-finger-hand"), f"{finger} tip"
    straight, curled = pose(hand, tip, {}), pose(hand, tip, {leader: radians(50)})
    turn = straight[:3, :3].T @ curled[:3, :3]
    assert np.degrees(np.arccos((np.trace(turn) - 1) / 2)) == pytest.approx(50 * (1 + ratio))


def test_thumb_meets_the_index_finger():
    model = Model(robot("five-finger-hand"))
    thumb, index = model.frame_names.index("thumb tip"), model.frame_names.index("index tip")
    X = frames(model, random_positions(model, 5000))
    assert np.linalg.norm(X[:, thumb, :3, 3] - X[:, index, :3, 3], axis=1).min() < 0.01


@pytest.mark.parametrize(
    ("joint", "values", "moved"),
    [
        ("hinge", {"hinge": pi / 2}, (0.25, 0.1, 0.2)),
        ("gear", {"hinge": radians(-37.5)}, (0.5, 0.1, 0.2)),  # -2 (-37.5) + 15 = 90 degrees
        ("slider", {"slider": 0.15}, (0.75 + 0.1, 0, 0.35)),
        ("screw", {"screw": 3 * 2 * pi}, (1.0, 0, 0.3 + 3 * 0.02)),
        ("bolt", {"bolt.turn": 1.0, "bolt.shift": 0.07}, (1.25, 0, 0.37)),
        ("cardan", {"cardan.z": pi / 2, "cardan.x": pi / 2}, (1.5 + 0.1, 0, 0.2)),
        ("ball", {"ball.qw": HALF, "ball.qy": HALF}, (1.75 + 0.1, 0, 0.2)),
        ("table", {"table.x": 0.05, "table.y": 0.06, "table.turn": pi / 2}, (2.05, 0.16, 0.2)),
        ("kite", {"kite.x": 1.0, "kite.z": 2.0, "kite.qw": HALF, "kite.qz": HALF}, (3.25, 0.1, 2.4)),
    ],
)
def test_each_kind_moves_its_tip(joint, values, moved):
    assert {each.kind for each in robot("joint-kinds").joints} == set(KINDS)
    X = pose(robot("joint-kinds"), f"{joint} tip", values)
    np.testing.assert_allclose(X[:3, 3], moved, atol=1e-12)
