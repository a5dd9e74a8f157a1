# SPDX-License-Identifier: GPL-3.0-or-later
"""RAFF files, good and bad."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from linkwright.mechanism import Document, Joint, Mechanism, MechanismError, read
from linkwright.mechanism.raff import parse_raff

from tools.places import ROOT

HEAD = 'raff = "1.0"\n'
ARM = HEAD + '[[robot]]\nname = "Arm"\n[[robot.joint]]\nname = "one"\n'


def test_numbers_are_taken_in_the_files_units():
    text = (
        ARM.replace(HEAD, HEAD + 'units = { length = "mm", angle = "deg" }\n')
        + "d = 250\nalpha = 90\nupper = 180\n"
    )
    (robot,) = parse_raff(text).robots
    assert robot.joints == (Joint("one", d=0.25, alpha=math.pi / 2, upper=math.pi),)


def test_parents_come_first_whatever_their_order_in_the_file():
    (robot,) = parse_raff(
        ARM.replace('"one"', '"tip"\nparent = "root"') + '[[robot.joint]]\nname = "root"\n'
    ).robots
    assert [joint.name for joint in robot.joints] == ["root", "tip"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "raff is None; the file must say"),
        ('raff = "2.0"', "raff is '2.0'; this Linkwright reads versions up to 1.x"),
        ("raff = 1.0", "raff is 1.0; the file must say"),
        (HEAD, r"the file needs at least one table \[\[robot\]\]"),
        (HEAD + "robot = 3", r"at least one table \[\[robot\]\]"),
        ("= =", "not a RAFF file"),
        (ARM + "alfa = 1", "joint 'one': 'alfa' is not known; did you mean 'alpha'"),
        (ARM + "d = true", "joint 'one': d is True; it must be a number"),
        (ARM + 'd = "long"', "joint 'one': d is 'long'; it must be a number"),
        (ARM + "d = nan", "Joint 'one': d is nan; it must be a finite number"),
        (ARM + f"d = 1{'0' * 400}", "joint 'one': d is too large a number"),
        (ARM + "lower = 1\nupper = -1", "Joint 'one': lower limit .* is above upper limit"),
        (ARM + "upper = nan", "Joint 'one': a limit is not a number"),
        (ARM + 'parent = "two"', "Joint 'one': parent 'two' does not exist"),
        (ARM + 'parent = "one"', "'one' form a circle"),
        (ARM + 'kind = "hinge"', "Joint 'one': kind 'hinge' is not known; known: revolute"),
        (ARM + '[[robot.joint]]\nname = "one"', "Robot 'Arm': 2 joints are called 'one'"),
        (ARM + '[[robot.joint]]\nname = "base"', "A joint cannot be called 'base'"),
        (ARM + "[[robot.joint]]", "a joint of robot 'Arm': name is None"),
        (
            HEAD + 'units = { length = "yard" }\n' + ARM[len(HEAD) :],
            "units: 'yard' is not known; known: m, cm, mm",
        ),
        (HEAD + "units = 3\n" + ARM[len(HEAD) :], "units is 3; it must be a table"),
        (ARM.replace('"Arm"', '"Arm"\nnotation = "abc"'), "robot 'Arm': notation 'abc' is not known"),
    ],
)
def test_bad_input_gets_a_clear_sentence(text, message):
    with pytest.raises(MechanismError, match=message):
        parse_raff(text)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("arm.txt", b"", "arm.txt: suffix '.txt' is not known; known: .raff"),
        ("arm.raff", b"\xff\xfe", "arm.raff: byte 0 is not UTF-8"),
        ("arm.raff", b"x = [", "arm.raff: not a RAFF file"),
    ],
)
def test_message_names_the_file(tmp_path, name, content, message):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(MechanismError, match=message):
        read(tmp_path / name)


def test_missing_file_is_named(tmp_path):
    with pytest.raises(MechanismError, match=r"none\.raff: No such file"):
        read(tmp_path / "none.raff")


@pytest.mark.parametrize(
    "path", sorted((ROOT / "presets" / "robots").glob("*.raff")), ids=lambda path: path.stem
)
def test_presets_are_readable_and_say_their_source(path):
    document = read(path)
    assert isinstance(document, Document)
    assert all(isinstance(robot, Mechanism) for robot in document.robots)
    assert path.read_text(encoding="utf-8").startswith("#")


@given(st.text())
def test_any_text_gives_a_document_or_a_clear_error(text):
    try:
        assert isinstance(parse_raff(text), Document)
    except MechanismError as error:
        assert str(error)


@given(st.data())
def test_a_damaged_file_gives_a_document_or_a_clear_error(data):
    text = (ROOT / "presets" / "robots" / "puma560.raff").read_text(encoding="utf-8")
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 30)))
    damaged = text[:start] + data.draw(st.text(max_size=5)) + text[end:]
    try:
        assert isinstance(parse_raff(damaged), Document)
    except MechanismError as error:
        assert str(error)
