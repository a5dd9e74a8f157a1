# SPDX-License-Identifier: GPL-3.0-or-later
"""Bad RAFF files: each gets a sentence that names the thing, the value and what is allowed."""

import pytest
from linkwright.mechanism import Follow, Joint, Mechanism, MechanismError, read
from linkwright.mechanism.raff import parse_raff

HEAD = 'raff = "1.0"\n'
ARM = HEAD + '[[robot]]\nname = "Arm"\n[[robot.joint]]\nname = "one"\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "raff is None; the file must say"),
        ('raff = "2.0"', "raff is '2.0'; this Linkwright reads versions up to 1.x"),
        ("raff = 1.0", "raff is 1.0; the file must say"),
        (HEAD, r"the file has no table \[\[robot\]\]"),
        (HEAD + "robot = 3", r"the file: robot is 3; it must be tables \[\[robot\]\]"),
        (HEAD + "[[body]]", "the file: 'body' is reserved for a later version"),
        (HEAD + '[[robot]]\nname = "Arm"', "Robot 'Arm' has no joint"),
        ("= =", "not a RAFF file"),
        (f'raff = "{"1" * 5000}.0"', "raff is '111.*; the file must say"),
        (HEAD + f"units = 0x{'f' * 5000}", "units is a int of thousands of digits"),
        (ARM + f"d = 0x{'f' * 5000}", "joint 'one': d is too large a number"),
        (ARM + 'parent = "a\\u0000"', "parent"),
        (ARM.replace("one", "o\\u0000ne"), "its name has a control character"),
        (ARM + "alfa = 1", "joint 'one': 'alfa' is not known; did you mean 'alpha'"),
        (ARM + "d = true", "joint 'one': d is True; it must be a number or a formula"),
        (ARM + 'd = "long"', "joint 'one': d: Formula 'long': 'long' at character 1 is not known"),
        (ARM + 'd = "3 deg"', "joint 'one': d: unit 'deg' does not fit; m, cm, mm, in would"),
        (ARM + "d = nan", "Joint 'one': d is nan; it must be a finite number"),
        (ARM + f"d = 1{'0' * 400}", "joint 'one': d is too large a number"),
        (ARM + "lower = 1\nupper = -1", "Joint 'one': lower limit .* is above upper limit"),
        (ARM + "upper = nan", "Joint 'one': a limit is not a number"),
        (ARM + "upper = [1, 2]", "joint 'one': upper has 2 numbers; it must have 1 here"),
        (ARM + 'parent = "two"', "Joint 'one': parent 'two' does not exist"),
        (ARM + 'parent = "one"', "'one' form a circle"),
        (ARM + 'kind = "hinge"', "joint 'one': kind 'hinge' is not known; known: revolute"),
        (ARM + "pitch = 1", "Joint 'one': pitch is 1, but only a screw has one"),
        (ARM + 'follows = { joint = "one" }', "Joint 'one': follows itself"),
        (ARM + 'follows = { joint = "two" }', "Joint 'one': follows 'two', which does not exist"),
        (ARM + "mass = -1", "Joint 'one': mass is -1; it must not be negative"),
        (
            ARM + "mass = 1\ninertia = [1, 1, 3, 0, 0, 0]",
            "Joint 'one': inertia has principal moments 1, 1 and 3",
        ),
        (ARM + "mass = 1\ninertia = [1, 1, 1, 2, 0, 0]", "Joint 'one': inertia has a principal moment of -1"),
        (ARM + "inertia = [1, 1, 1, 0, 0, 0]", "Joint 'one': inertia is given, but mass is 0"),
        (ARM + '[[robot.joint]]\nname = "one"', "Robot 'Arm': more than one joint or tool is called 'one'"),
        (ARM + '[[robot.joint]]\nname = "base"', "A joint cannot be called 'base'"),
        (ARM + "[[robot.joint]]", "a joint of robot 'Arm': name is None"),
        (ARM + '[[robot.tool]]\nname = "t"\nlink = "x"', "Tool 't': link 'x' does not exist"),
        (
            ARM + '[[robot.loop]]\nname = "l"\nfirst = { link = "one" }\nsecond = { link = "one" }',
            "Loop 'l': both its ends are on link 'one'",
        ),
        (
            ARM + '[[device]]\nname = "h"\ndriver = "m"\nmoves = { robot = "B", frame = "one" }',
            "moves robot 'B', which",
        ),
        (ARM + "geometry = 'part.stl'", "joint 'one': geometry is 'part.stl'; it must be \"auto\" or"),
        (
            HEAD + 'units = { length = "yard" }\n' + ARM[len(HEAD) :],
            "units: length 'yard' is not known; known: m, cm",
        ),
        (HEAD + "units = 3\n" + ARM[len(HEAD) :], "the file: units is 3; it must be a table"),
        (ARM.replace('"Arm"', '"Arm"\nnotation = "abc"'), "robot 'Arm': notation 'abc' is not known"),
        (
            ARM.replace('"Arm"', '"Arm"\nnotation = "dh"') + "gamma = 1",
            "'gamma' is not known in notation 'dh'",
        ),
        (ARM.replace('"Arm"', '"Arm"\nparameters = { x = "y", y = "x" }'), "Parameter 'x' needs itself"),
        (ARM.replace('"Arm"', '"Arm"\nparameters = { pi = 3 }'), "'pi'"),
    ],
)
def test_bad_input_gets_a_clear_sentence(text, message):
    with pytest.raises(MechanismError, match=message):
        parse_raff(text)


def test_followers_of_followers_and_of_balls_are_refused():
    chain = (Joint("a"), Joint("b", follows=Follow("a")), Joint("c", follows=Follow("b")))
    with pytest.raises(MechanismError, match="Joint 'c': follows 'b', which follows another joint itself"):
        Mechanism("m", chain)
    with pytest.raises(MechanismError, match="follows 'a', a spherical joint; it must have one coordinate"):
        Mechanism("m", (Joint("a", kind="spherical"), Joint("b", follows=Follow("a"))))


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
