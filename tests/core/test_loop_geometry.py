# SPDX-License-Identifier: GPL-3.0-or-later
"""Each mechanism with loops against what the textbook derives for it by hand, without any closure."""

from dataclasses import dataclass

import numpy as np
import pytest
from linkwright.solvers import Model, close_loops, frames
from test_hand_paths import LOOPED, led_positions, preset

COUNT = 25
EXACT = 1e-9


@dataclass(frozen=True, slots=True)
class Study:
    """Closed positions of one preset: its lengths and angles, coordinates and frames by name."""

    model: Model
    q: np.ndarray

    def __getattr__(self, name: str) -> float:
        """A parameter of the file, in its own units."""
        return float(self.model.mechanism.parameters[name])

    def value(self, name: str) -> np.ndarray:
        return self.q[:, self.model.names.index(name)]

    def pose(self, name: str) -> np.ndarray:
        return frames(self.model, self.q)[:, self.model.row(name)]

    def place(self, name: str) -> np.ndarray:
        return self.pose(name)[:, :3, 3]


def study(stem: str) -> Study:
    return Study(preset(stem), led_positions(stem, COUNT))


def ray(degrees: float | np.ndarray) -> np.ndarray:
    """Level unit vectors, shape (..., 2)."""
    return np.stack([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))], axis=-1)


def meet(a: np.ndarray, first: float, b: np.ndarray, second: float) -> np.ndarray:
    """Where circles about a and b meet, to the left of the way from a to b, shape (m, 2)."""
    span = np.linalg.norm(b - a, axis=-1, keepdims=True)
    along = (span**2 + first**2 - second**2) / (2.0 * span)
    ahead = (b - a) / span
    left = np.stack([-ahead[..., 1], ahead[..., 0]], axis=-1)
    return a + along * ahead + np.sqrt(first**2 - along**2) * left


def near(actual: np.ndarray, expected: np.ndarray | float) -> None:
    np.testing.assert_allclose(actual, np.broadcast_to(expected, np.shape(actual)), rtol=0.0, atol=EXACT)


def test_every_preset_with_loops_is_studied_here():
    tests = [name.removeprefix("test_").replace("_", "-") for name in globals() if name.startswith("test_")]
    assert [stem for stem in LOOPED if stem not in tests] == []


def test_four_bar():
    """Freudenstein's equation."""
    s = study("four-bar")
    crank, rocker = s.value("crank"), s.value("rocker")
    k1, k2 = s.ground / s.crank, s.ground / s.rocker
    k3 = (s.crank**2 - s.coupler**2 + s.rocker**2 + s.ground**2) / (2 * s.crank * s.rocker)
    near(k1 * np.cos(rocker) - k2 * np.cos(crank) + k3, np.cos(crank - rocker))


def test_slider_crank():
    s = study("slider-crank")
    crank = s.value("crank")
    expected = s.crank * np.cos(crank) + np.sqrt(s.rod**2 - (s.crank * np.sin(crank) - s.offset) ** 2)
    near(s.value("piston"), expected)
    ends = []
    for angle in (0.0, np.pi):
        start = np.array([angle, -angle, s.rod])
        ends.append(close_loops(s.model, start, held=["crank"]).q[2])
    assert ends[0] - ends[1] == pytest.approx(2 * s.crank, abs=EXACT)


def test_pantograph():
    s = study("pantograph")
    pole = s.place("long bar")
    near(s.place("pen") - pole, s.scale * (s.place("tracer") - pole))


def test_parallelogram():
    s = study("parallelogram")
    near(s.value("second crank"), s.value("first crank"))
    near(s.pose("table")[:, :3, :3], s.pose("table")[0, :3, :3])


def test_five_bar():
    s = study("five-bar")
    elbows = [
        np.array([side * s.width / 2, 0.0]) + s.arm * ray(np.degrees(s.value(name)))
        for side, name in ((-1, "left arm"), (1, "right arm"))
    ]
    near(s.place("tip")[:, :2], meet(elbows[0], s.forearm, elbows[1], s.forearm))


def test_three_rrr():
    s = study("three-rrr")
    X = s.pose("platform centre")
    centre, x = X[:, :2, 3], X[:, :2, 0]
    heading = np.degrees(np.arctan2(x[:, 1], x[:, 0]))
    for name, angle in (("first", 180.0), ("second", -60.0), ("third", 60.0)):
        arm = angle + 180.0 + np.degrees(s.value(f"{name} arm"))
        elbow = s.base_radius * ray(angle) + s.arm * ray(arm)
        pin = centre + s.platform_radius * ray(angle + heading)
        near(np.linalg.norm(pin - elbow, axis=1), s.forearm)


def test_jansen_leg():
    """Two circles at a time, from the crank's pin to the toe."""
    s = study("jansen-leg")
    unit = s.scale
    b, c, d, e, f, g, h, i, j, k = (
        unit * length for length in (41.5, 39.3, 40.1, 55.8, 39.4, 36.7, 65.7, 49, 50, 61.9)
    )
    fixed = np.broadcast_to(unit * np.array([-38.0, -7.8]), (COUNT, 2))
    pin = 15 * unit * ray(np.degrees(s.value("crank")))
    upper, knee = meet(fixed, b, pin, j), meet(pin, k, fixed, c)
    corner = meet(fixed, d, upper, e)
    ankle = meet(knee, g, corner, f)
    toe = meet(knee, i, ankle, h)
    height = 91.9 * unit
    for name, expected in (("shank bar", corner), ("foot", knee), ("toe", toe)):
        near(s.place(name)[:, [0, 2]] - [0.0, height], expected)


@pytest.mark.parametrize("name", ["front", "rear"])
def test_akr3000(name):
    """Each ram is the third side of a triangle, or of a quadrangle with the elbow."""
    s = study("akr3000")
    lift, bend = np.degrees(s.value("upper arm")), np.degrees(s.value("forearm"))
    hold = {
        "front": s.D14 * ray(lift + s.gam14) - [s.D4, 0.0],
        "rear": s.D7 * ray(lift) + s.D13 * ray(lift + bend + s.gam13) - [s.D3, 0.0],
    }[name]
    near(s.value(f"{name} ram"), np.linalg.norm(hold, axis=1))


def test_palletiser():
    s = study("palletiser")
    upper, lever = s.value("upper arm"), s.value("lever")
    near(s.value("forearm"), lever - upper)
    near(s.value("rod"), upper - lever)
    near(s.pose("hand")[:, :3, 2], np.array([0.0, 0.0, -1.0]))
    height = s.column + s.upper_arm * np.sin(upper) + s.forearm * np.sin(lever) - 2 * s.hand_below
    near(s.place("hand")[:, 2], height)


def test_sr400():
    """The rod stays parallel to the upper arm, the lever to the forearm's bracket."""
    s = study("sr400")
    near(s.value("elbow"), s.value("lever") - s.value("shoulder") - np.pi / 2)
    near(s.value("rod"), s.value("shoulder") - s.value("lever"))


ORDER = ("first", "second", "third", "fourth", "fifth", "sixth")


def test_stewart():
    """Lengths of legs from where the platform is."""
    s = study("stewart")
    X = s.pose("platform centre")
    assert np.ptp(X[:, :3, 3], axis=0).min() > 0.01
    for index, name in enumerate(ORDER):
        side, third = (1 if index % 2 else -1), 120.0 * (index // 2)
        foot = np.append(s.base_radius * ray(third + side * s.base_corner), 0.0)
        ball = np.append(s.platform_radius * ray(third + side * (60.0 - s.platform_corner)), 0.0)
        leg = X[:, :3, 3] + X[:, :3, :3] @ ball - foot
        near(s.shortest + s.value(f"{name} ram"), np.linalg.norm(leg, axis=1))


def check_delta(s: Study, centre: np.ndarray, rod: float, arms: str) -> None:
    """The sphere about each elbow, moved inwards by the platform's radius, passes through the centre."""
    for index, name in enumerate(ORDER[:3]):
        angle = s.value(f"{name} {arms}")
        out = s.base_radius - s.platform_radius + s.arm * np.cos(angle)
        middle = np.column_stack([out[:, None] * ray(120.0 * index), s.height - s.arm * np.sin(angle)])
        near(np.linalg.norm(centre - middle, axis=1), rod)


@pytest.mark.parametrize("stem", ["delta", "delta-revolute"])
def test_delta(stem):
    s = study(stem)
    near(s.pose("platform centre")[:, :3, :3], np.diag([1.0, -1.0, -1.0]))
    check_delta(s, s.place("platform centre"), s.rod, "arm")


def test_delta_revolute():
    """Rods of a flat parallelogram lean alike, its bars stay parallel; balls instead change nothing."""
    s = study("delta-revolute")
    for name in ORDER[:3]:
        near(s.value(f"{name} left rod"), s.value(f"{name} right rod"))
        near(s.value(f"{name} lower bar"), -s.value(f"{name} left rod"))
        near(s.pose(f"{name} lower bar")[:, :3, 1], s.pose(f"{name} upper bar")[:, :3, 2])
    with_balls = study("delta")
    near(s.value("first arm"), with_balls.value("first arm"))
    near(s.place("platform centre"), with_balls.place("platform centre"))


def test_parallel_18():
    """As a DELTA; and a shaft between two universal joints whose ends are parallel turns both alike."""
    s = study("parallel-18")
    check_delta(s, s.place("grip") + np.array([0.0, 0.0, s.gripper]), s.forearm, "shoulder")
    near(s.pose("grip")[:, :3, 2], np.array([0.0, 0.0, -1.0]))
    turned = np.degrees(np.arctan2(s.pose("grip")[:, 1, 0], s.pose("grip")[:, 0, 0]))
    near(ray(turned), ray(turned[0] - np.degrees(s.value("spindle"))))


def test_two_arms_one_object():
    s = study("two-arms-one-object")
    left, right = s.pose("left hand"), s.pose("right hand")
    near(right[:, :3, :3], left[:, :3, :3])
    near(np.linalg.norm(right[:, :3, 3] - left[:, :3, 3], axis=1), s.spacing)
    near(right[:, :3, 3], left[:, :3, 3] + s.spacing * left[:, :3, 1])
