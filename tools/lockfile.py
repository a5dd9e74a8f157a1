# SPDX-License-Identifier: GPL-3.0-or-later
"""wheels.lock: which wheel files, with their hashes, each group uses on each platform and Python."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass

from .console import Problem
from .places import LOCK
from .targets import Target

HEADER = """\
# Made by `python3 dev.py lock` from tools/requirements.toml. Do not edit.
# [group.platform.python]: name = version, file, sha256. left_out: no wheel exists there.
"""


@dataclass(frozen=True, slots=True)
class Wheel:
    """One locked file."""

    name: str
    version: str
    file: str
    sha256: str


@dataclass(frozen=True, slots=True)
class WheelSet:
    """All that one group uses on one target."""

    wheels: tuple[Wheel, ...]
    left_out: tuple[str, ...]
    """Names asked for that have no wheel on this target."""


def read_lock(group: str, target: Target) -> WheelSet:
    """The wheels of `group` on `target`, as locked."""
    try:
        table = tomllib.loads(LOCK.read_text(encoding="utf-8"))
        rows = table[group][target.platform][target.python]
        left_out = tuple(rows.pop("left_out", ()))
        wheels = tuple(Wheel(name=name, **row) for name, row in rows.items())
    except FileNotFoundError:
        raise Problem(f"{LOCK.name} is missing: `dev.py lock` makes it") from None
    except KeyError:
        raise Problem(f"{LOCK.name} has nothing for {group} on {target}") from None
    except (tomllib.TOMLDecodeError, TypeError, AttributeError) as error:
        raise Problem(f"{LOCK.name} cannot be read ({error}): `dev.py lock` makes it anew") from None
    return WheelSet(wheels, left_out)


def write_lock(sets: Mapping[tuple[str, Target], WheelSet]) -> None:
    """Replace wheels.lock."""
    parts = [HEADER]
    for (group, target), wheel_set in sets.items():
        parts.append(f'[{group}.{target.platform}."{target.python}"]\n' + rows_of(wheel_set))
    fresh = LOCK.with_suffix(".new")
    fresh.write_text("\n".join(parts), encoding="utf-8")
    fresh.replace(LOCK)


def rows_of(wheel_set: WheelSet) -> str:
    rows = [
        f'{name} = {{ version = "{version}", file = "{file}", sha256 = "{sha256}" }}\n'
        for name, version, file, sha256 in map(astuple, wheel_set.wheels)
    ]
    if wheel_set.left_out:
        rows.append(f"left_out = [{quoted(wheel_set.left_out)}]\n")
    return "".join(rows)


def quoted(names: Sequence[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)
