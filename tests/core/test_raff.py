# SPDX-License-Identifier: GPL-3.0-or-later
"""RAFF files, good and bad, written and read again."""

import dataclasses
import math
import re

import numpy as np
import pytest
from builders import random_document
from hypothesis import given, settings
from hypothesis import strategies as st
from linkwright.mechanism import Document, Joint, Mechanism, MechanismError, Tool, read, write
from linkwright.mechanism.parameters import with_parameters
from linkwright.mechanism.raff import format_raff, parse_raff

from tools.places import ROOT

HEAD = 'raff = "1.0"\n'
ARM = HEAD + '[[robot]]\nname = "Arm"\n[[robot.joint]]\nname = "one"\n'
FOUR_BAR = """# A linkage
raff = "1.0"   # the format's version
units = { length = "mm", angle = "deg" }

[[robot]]
name = "Four-bar"
notation = "kleinfinger"                 # or "dh"
parameters = { crank = 100, coupler = "3 * crank", rocker = 250, ground = 280 }

[[robot.joint]]
name = "drive"
parent = "base"
actuated = true   # the motor
lower = -360

# The knee has a comment of its own.
[[robot.joint]]
name = "knee"
parent = "drive"
d = "crank"       # see above
theta = "0.3 rad"

[[robot.joint]]
name = "swing"
d = "ground"

[[robot.loop]]
name = "tip"
kind = "revolute"
first = { link = "knee", d = "coupler" }
second = { link = "swing", d = "rocker" }

[[device]]
name = "hand"
driver = "magellan"
moves = { robot = "Four-bar", frame = "tip", mode = "incremental" }
"""


def changed(document: Document, **fields: object) -> Document:
    """The document with other fields of its first joint."""
    robot = document.robots[0]
    joints = (dataclasses.replace(robot.joints[0], **fields), *robot.joints[1:])
    return dataclasses.replace(document, robots=(dataclasses.replace(robot, joints=joints),))


def test_numbers_are_taken_in_the_files_units():
    units = 'units = { length = "mm", angle = "deg" }\n'
    text = ARM.replace(HEAD, HEAD + units) + "d = 250\nalpha = 90\nupper = 180\nr = '2 in'\n"
    (robot,) = parse_raff(text).robots
    assert robot.joints == (Joint("one", d=0.25, alpha=math.pi / 2, upper=(math.pi,), r=0.0508),)


def test_formulas_use_parameters_and_the_files_angles():
    (robot,) = parse_raff(FOUR_BAR).robots
    assert robot.joints[1].d == pytest.approx(0.1)
    assert robot.joints[1].theta == 0.3
    assert robot.loops[0].first.d == pytest.approx(0.3)
    assert robot.formulas["joint", "knee", "d"] == "crank"
    (turned,) = parse_raff(ARM + "theta = '2 * atan2(1, 1)'\nd = 'sin(30)'\n").robots
    assert turned.joints[0].theta == pytest.approx(math.pi / 2)
    assert turned.joints[0].d == pytest.approx(0.5)


def test_a_changed_parameter_reaches_every_formula():
    longer = with_parameters(parse_raff(FOUR_BAR).robots[0], {"crank": 120})
    assert longer.joints[1].d == pytest.approx(0.12)
    assert longer.loops[0].first.d == pytest.approx(0.36)
    with pytest.raises(MechanismError, match="parameter 'crnk' does not exist; there are crank, coupler"):
        with_parameters(longer, {"crnk": 1})


def test_parents_come_first_whatever_their_order_in_the_file():
    text = ARM.replace('"one"', '"tip"\nparent = "root"') + '[[robot.joint]]\nname = "root"\n'
    (robot,) = parse_raff(text).robots
    assert [joint.name for joint in robot.joints] == ["root", "tip"]


def test_standard_dh_moves_cells_to_the_next_joint():
    rows = "theta = 5\nd = 0.4\na = 0.1\nalpha = 90\n"
    rows += "[[robot.joint]]\nname = 'two'\nparent = 'one'\na = 'rad(90)'\nd = 0.2\n"
    text = ARM.replace('name = "Arm"', 'name = "Arm"\nnotation = "dh"') + rows
    (robot,) = parse_raff(text).robots
    one, two = robot.joints
    assert one.numbers == (0.0, 0.0, 0.0, 0.0, math.radians(5), 0.4)
    assert two.numbers == (0.0, 0.0, math.pi / 2, 0.1, 0.0, 0.2)
    assert robot.tools == (Tool("tool", "two", d=math.pi / 2),)
    assert parse_raff(format_raff(parse_raff(text))) == parse_raff(text)
    assert 'a = "rad(90)"' in format_raff(parse_raff(text))


def test_modified_dh_has_four_numbers_of_the_joint_itself():
    text = (
        ARM.replace('name = "Arm"', 'name = "Arm"\nnotation = "modified-dh"')
        + "theta = 90\nd = 1\na = 2\nalpha = 45\n"
    )
    (robot,) = parse_raff(text).robots
    assert robot.joints[0].numbers == (0.0, 0.0, math.pi / 4, 2.0, math.pi / 2, 1.0)
    assert parse_raff(format_raff(parse_raff(text))) == parse_raff(text)


@pytest.mark.parametrize(
    ("joints", "message"),
    [
        ((Joint("a", gamma=0.1),), "Joint 'a' has no standard D-H form: its gamma is not zero"),
        ((Joint("a", alpha=0.1),), "Joint 'a' has no standard D-H form: it is on the base"),
        (
            (Joint("a"), Joint("b", "a", d=1.0), Joint("c", "a", d=2.0)),
            "Joint 'c' .* it leaves 'a' with another",
        ),
    ],
)
def test_what_has_no_dh_form_is_named(joints, message):
    with pytest.raises(MechanismError, match=message):
        format_raff(Document((Mechanism("m", joints, notation="dh"),)))


@pytest.mark.parametrize("seed", range(150))
def test_everything_survives_writing_and_reading_exactly(seed, tmp_path):
    document = random_document(np.random.default_rng(seed))
    write(document, tmp_path / "robot.raff")
    assert read(tmp_path / "robot.raff") == document
    write(document, tmp_path / "robot.raff")
    assert read(tmp_path / "robot.raff") == document


@given(st.floats(allow_nan=False, allow_infinity=False, max_value=1e200, min_value=-1e200))
def test_any_float_survives_in_any_unit(value):
    for units in ('{ length = "in", angle = "deg" }', '{ length = "mm", angle = "rad" }'):
        start = parse_raff(ARM.replace(HEAD, HEAD + f"units = {units}\n"))
        document = changed(start, d=value, theta=value)
        joint = parse_raff(format_raff(document)).robots[0].joints[0]
        assert (joint.d, joint.theta) == (value, value)


def test_rewriting_an_unchanged_file_keeps_every_letter():
    assert format_raff(parse_raff(FOUR_BAR), FOUR_BAR) == FOUR_BAR


def test_one_change_touches_one_line():
    text = format_raff(changed(parse_raff(FOUR_BAR), lower=(-math.pi,)), FOUR_BAR)
    assert text == FOUR_BAR.replace("lower = -360", "lower = -180")


def test_comments_stay_when_joints_come_and_go(tmp_path):
    path = tmp_path / "robot.raff"
    path.write_text(FOUR_BAR, encoding="utf-8")
    document = read(path)
    robot = document.robots[0]
    joints = (*robot.joints, Joint("wheel", "knee", "planar", lower=(0.0, 1.0 / 3.0, -1.0)))
    more = dataclasses.replace(document, robots=(dataclasses.replace(robot, joints=joints),))
    write(more, path)
    assert read(path) == more
    for comment in ("# A linkage", "# the motor", "# The knee has a comment of its own.", "# see above"):
        assert comment in path.read_text(encoding="utf-8")
    write(document, path)
    assert read(path) == document
    assert "wheel" not in path.read_text(encoding="utf-8")


def test_windows_line_ends_survive(tmp_path):
    path = tmp_path / "robot.raff"
    path.write_bytes(FOUR_BAR.replace("\n", "\r\n").encode())
    write(read(path), path)
    assert path.read_bytes() == FOUR_BAR.replace("\n", "\r\n").encode()


def test_a_failed_write_leaves_the_file_as_it_was(tmp_path):
    path = tmp_path / "robot.raff"
    path.write_text(FOUR_BAR, encoding="utf-8")
    bad = Document((Mechanism("m", (Joint("a", gamma=0.1),), notation="dh"),))
    with pytest.raises(MechanismError, match=r"robot\.raff: Joint 'a' has no standard"):
        write(bad, path)
    assert path.read_text(encoding="utf-8") == FOUR_BAR
    with pytest.raises(MechanismError, match="cannot be written"):
        write(parse_raff(FOUR_BAR), tmp_path / "none" / "robot.raff")
    assert [file.name for file in tmp_path.iterdir()] == ["robot.raff"]


def reads_or_complains(text: str) -> None:
    """Any text is a document, which can be written again, or a clear error."""
    try:
        document = parse_raff(text)
    except MechanismError as error:
        assert str(error)
    else:
        assert parse_raff(format_raff(document, text)) == document


@given(st.text())
def test_any_text_gives_a_document_or_a_clear_error(text):
    reads_or_complains(text)


@settings(max_examples=300)
@given(st.data())
def test_a_damaged_file_gives_a_document_or_a_clear_error(data):
    names = sorted(path.name for path in (ROOT / "presets" / "robots").glob("*.raff"))
    text = (ROOT / "presets" / "robots" / data.draw(st.sampled_from(names))).read_text(encoding="utf-8")
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 30)))
    reads_or_complains(text[:start] + data.draw(st.text(max_size=5)) + text[end:])


def test_examples_of_the_manual_are_read_and_written():
    manual = (ROOT / "docs" / "raff.md").read_text(encoding="utf-8")
    examples = re.findall(r"```toml\n(.*?)```", manual, re.DOTALL)
    assert len(examples) == 3
    for text in examples:
        document = parse_raff(text)
        assert format_raff(document, text) == text
        assert parse_raff(format_raff(document)) == document
