# SPDX-License-Identifier: GPL-3.0-or-later
"""Which length or angle each number is, proved against the transform that the six numbers make."""

import importlib

import bpy
import numpy as np
import pytest

RNG = np.random.default_rng(11)
ANGLES = ("gamma", "alpha", "theta")
LENGTHS = ("b", "d", "r")


@pytest.fixture
def lines(extension):
    return importlib.import_module(f"{extension.name}.bridge.dimension_lines")


@pytest.fixture
def placement(extension):
    return importlib.import_module(f"{extension.name}.mechanism.placement")


def random_pose(placement):
    return placement.placement_matrix(RNG.uniform(-3.0, 3.0, 6))


@pytest.mark.parametrize("case", range(20))
def test_dimensions_lead_from_the_parent_to_the_joint(lines, placement, case):
    X_WP, numbers = random_pose(placement), RNG.uniform(-2.0, 2.0, 6)
    numbers[RNG.uniform(size=6) < 0.25] = 0.0
    X_WJ = X_WP @ placement.placement_matrix(numbers)
    found = lines.locate_numbers(X_WP, numbers)
    b, d, r = (found[name] for name in LENGTHS)
    gamma, alpha, theta = (found[name] for name in ANGLES)
    np.testing.assert_allclose(b.start, X_WP[:3, 3], atol=1e-12)
    np.testing.assert_allclose(d.start, b.end, atol=1e-12)
    np.testing.assert_allclose(r.start, d.end, atol=1e-12)
    np.testing.assert_allclose(r.end, X_WJ[:3, 3], atol=1e-12)
    np.testing.assert_allclose(gamma.first, X_WP[:3, 0], atol=1e-12)
    np.testing.assert_allclose(gamma.direction(gamma.angle), d.along, atol=1e-12)
    np.testing.assert_allclose(alpha.first, X_WP[:3, 2], atol=1e-12)
    np.testing.assert_allclose(alpha.direction(alpha.angle), X_WJ[:3, 2], atol=1e-12)
    np.testing.assert_allclose(theta.first, d.along, atol=1e-12)
    np.testing.assert_allclose(theta.direction(theta.angle), X_WJ[:3, 0], atol=1e-12)


@pytest.mark.parametrize("case", range(10))
def test_values_are_what_is_drawn(lines, placement, case):
    numbers = dict(zip(("gamma", "b", "alpha", "d", "theta", "r"), RNG.uniform(-2.0, 2.0, 6), strict=True))
    found = lines.locate_numbers(random_pose(placement), list(numbers.values()))
    for name in LENGTHS:
        length = found[name]
        assert (length.end - length.start) @ length.along == pytest.approx(numbers[name])
        offset = 0.3 * lines.sideways(length.along, RNG.normal(size=3))
        assert offset @ length.along == pytest.approx(0.0, abs=1e-12)
        dimension, *extensions = lines.length_lines(length, offset)
        assert np.linalg.norm(dimension[1] - dimension[0]) == pytest.approx(abs(numbers[name]))
        for end, extension in zip((length.start, length.end), extensions, strict=True):
            np.testing.assert_allclose(extension[0], end)
    for name in ANGLES:
        angle = found[name]
        arc, *_ = lines.angle_lines(angle, 0.5)
        np.testing.assert_allclose(np.linalg.norm(arc - angle.centre, axis=1), 0.5)
        swept = np.linalg.norm(np.diff(arc, axis=0), axis=1).sum() / 0.5
        assert swept == pytest.approx(abs(numbers[name]), rel=1e-3)
        turned = np.cross(arc[0] - angle.centre, arc[1] - angle.centre) @ angle.axis
        assert np.sign(turned) == np.sign(numbers[name])


def test_nothing_is_still_a_place(lines):
    for dimension in lines.locate_numbers(np.eye(4), [0.0] * 6).values():
        assert dimension.is_nothing
    length = lines.locate_numbers(np.eye(4), [0.0] * 6)["d"]
    dimension, *extensions = lines.length_lines(length, np.array([0.0, 0.2, 0.0]))
    assert np.isfinite([dimension, *extensions]).all()
    arc, *legs = lines.angle_lines(lines.locate_numbers(np.eye(4), [0.0] * 6)["theta"], 0.3)
    np.testing.assert_allclose(arc, [[0.3, 0.0, 0.0]] * 2)
    assert np.linalg.norm(legs[0][1] - legs[0][0]) > 0.3


def test_sideways_is_defined_even_along_the_view(lines):
    for along in np.eye(3):
        side = lines.sideways(along, 5.0 * along)
        assert np.linalg.norm(side) == pytest.approx(1.0)
        assert side @ along == pytest.approx(0.0, abs=1e-12)


@pytest.fixture
def texts(extension):
    return importlib.import_module(f"{extension.name}.bridge.number_texts")


@pytest.mark.parametrize(
    ("system", "unit", "expected"),
    [
        ("METRIC", "METERS", "0.4318 m"),
        ("METRIC", "MILLIMETERS", "431.8 mm"),
        ("IMPERIAL", "INCHES", "17 in"),
        ("NONE", "", "0.4318"),
    ],
)
def test_lengths_are_in_the_scenes_units(texts, system, unit, expected):
    settings = bpy.context.scene.unit_settings
    settings.system = system
    if unit:
        settings.length_unit = unit
    assert texts.number_text(0.4318, bpy.context.scene, angle=False) == expected


def test_angles_and_letters(texts):
    scene = bpy.context.scene
    assert texts.number_text(-np.pi / 2, scene, angle=True) == "−90°"
    scene.unit_settings.system_rotation = "RADIANS"
    assert texts.number_text(-np.pi / 2, scene, angle=True) == "−1.5708 rad"
    assert [texts.number_symbol(name, "kleinfinger") for name in ("gamma", "b", "d", "r")] == [
        "γ",
        "b",
        "d",
        "r",
    ]
    assert [texts.number_symbol(name, "dh") for name in ("gamma", "b", "d", "r")] == ["", "", "a", "d"]
