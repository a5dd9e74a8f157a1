# SPDX-License-Identifier: GPL-3.0-or-later
"""Damaged RAFF files and formulas by the hundred thousand: each must give a document or a MechanismError.

Run by hand: python tests/core/fuzz.py COUNT [SEED], with this checkout importable as `linkwright`.
"""

import random
import sys
import time
import warnings
from collections import Counter
from collections.abc import Callable

from linkwright.mechanism import MechanismError
from linkwright.mechanism.expressions import parse
from linkwright.mechanism.raff import format_raff, parse_raff

from tools.places import ROOT

PRESETS = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "presets" / "robots").glob("*.raff"))]
SMALL = [text for text in PRESETS if len(text) < 3000] + [
    'raff = "1.0"\nunits = { length = "mm", angle = "deg" }\n[[robot]]\nname = "Four-bar"\n'
    'parameters = { a = 100, b = "3 * a" }\n[[robot.joint]]\nname = "drive"\nactuated = true\nlower = -360\n'
    '[[robot.joint]]\nname = "knee"\nparent = "drive"\nd = "a"\ntheta = "0.3 rad"\n'
    "mass = 2\ninertia = [1,1,1,0,0,0]\n"
    '[[robot.joint]]\nname = "swing"\nkind = "screw"\npitch = 2\nfollows = { joint = "drive", ratio = 2 }\n'
    '[[robot.loop]]\nname = "tip"\nkind = "revolute"\nfirst = { link = "knee", d = "b" }\n'
    'second = { link = "swing" }\n'
    '[[robot.tool]]\nname = "t"\nlink = "knee"\nposition = [1, 2, 3]\nrotation = [0, "a", 0]\n'
    '[[device]]\nname = "hand"\ndriver = "magellan"\nmoves = [{ robot = "Four-bar", frame = "tip" }]\n'
]
FORMULAS = [
    "a + 2*b",
    "sqrt(a**2 + b**2)",
    "atan2(a, b) * 3",
    "-min(a, max(b, 2))",
    "rad(90) / pi",
    "1e3 mm",
    "9**9**9",
]
NASTY = [
    *("nan", "inf", "-inf", "1e999", "-0.0", "0x" + "f" * 300, "1" * 500, "true", "[]", "{}", "[[]]", "[{}]"),
    *(
        '""',
        '" "',
        "'''x'''",
        "2026-11-18",
        "12:00:00",
        '"a"',
        '"9**9**9"',
        '"1/0"',
        '"a.b"',
        '"__import__"',
        "'\\'",
    ),
    *(
        "\x00",
        "\ud7ff",
        "\uffff",
        "é",
        "\r",
        "\t",
        "#",
        "=",
        ".",
        "[",
        "]",
        "{",
        "}",
        '"',
        "'",
        "\\",
        "\n\n",
        "((",
        "))",
    ),
    *(
        "name",
        "parent",
        "base",
        "kind",
        "free",
        "dh",
        "gamma = 1",
        "robot",
        "[[robot]]",
        "[robot.joint]",
        "a.b.c = 1",
    ),
]


def damaged(rng: random.Random, text: str) -> str:
    """A text with a few pieces cut, doubled, swapped or replaced."""
    for _ in range(rng.choice([1, 1, 1, 2, 3, 8])):
        start = rng.randrange(len(text) + 1)
        end = min(len(text), start + rng.choice([0, 1, 1, 3, 10, 60]))
        piece = rng.choice(
            [rng.choice(NASTY), "", text[start:end] * 2, chr(rng.randrange(1, 0x2FFF)), text[:end][-20:]]
        )
        text = text[:start] + piece + text[end:]
    return text


def try_raff(rng: random.Random) -> str:
    text = damaged(rng, rng.choice(SMALL if rng.random() < 0.97 else PRESETS))
    document = parse_raff(text)
    if rng.random() < 0.05:
        assert parse_raff(format_raff(document, text)) == document
    return "read"


def try_formula(rng: random.Random) -> str:
    parse(damaged(rng, rng.choice(FORMULAS))).evaluate({"a": 1.5, "b": -2.0})
    return "evaluated"


def attempt(rng: random.Random, task: Callable[[random.Random], str]) -> str:
    try:
        return task(rng)
    except MechanismError as error:
        assert str(error)
        return "refused"


def main(count: int, seed: int) -> None:
    warnings.simplefilter("error")
    started, outcomes = time.monotonic(), Counter()
    for index in range(count):
        task = try_raff if index % 2 else try_formula
        rng = random.Random(f"{seed} {index}")
        try:
            outcomes[attempt(rng, task)] += 1
        except BaseException:
            print(f"{task.__name__} with seed {seed} and index {index} failed", file=sys.stderr)
            raise
    print(f"{count} inputs in {time.monotonic() - started:.0f} s: {dict(outcomes)}")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0)
