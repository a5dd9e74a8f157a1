# SPDX-License-Identifier: GPL-3.0-or-later
"""`dev.py lock`: ask pip which wheels fit, for every group, platform and Python, and write wheels.lock."""

import json
import re
import tempfile
import tomllib
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from .console import Problem, StepFailed, run_step, say
from .environments import pip_python
from .lockfile import Wheel, WheelSet, write_lock
from .places import LOCK, REQUIREMENTS
from .targets import SHIPPED, WINDOW, Target

BROUGHT_BY_BLENDER = "numpy"


def lock() -> int:
    """Resolve everything anew and replace wheels.lock, or leave it as it is."""
    requirements = tomllib.loads(REQUIREMENTS.read_text(encoding="utf-8"))
    sets = {}
    for group, wanted in requirements.items():
        for target in [*SHIPPED, WINDOW] if group == "extension" else SHIPPED:
            names = [*wanted["all"], *wanted.get(target.python, ())]
            sets[group, target] = resolve_group(group, target, names)
    write_lock(sets)
    say(f"Wrote {LOCK}: {sum(len(found.wheels) for found in sets.values())} rows")
    return 0


def resolve_group(group: str, target: Target, names: list[str]) -> WheelSet:
    """The wheels of one group on one target; names without a wheel there are left out."""
    wheels = resolve(f"Resolving {group} for {target}", target, names)
    if wheels is None:
        wheels = resolve_singly(group, target, names)
    if group == "extension":
        wheels = [wheel for wheel in wheels if wheel.name != BROUGHT_BY_BLENDER]
    found = {wheel.name for wheel in wheels}
    left_out = [name for name in map(bare_name, names) if name not in found]
    left_out = [name for name in left_out if name != BROUGHT_BY_BLENDER]
    if left_out:
        say(f"    left out there, no wheel: {', '.join(left_out)}")
    return WheelSet(tuple(sorted(wheels, key=lambda wheel: wheel.name)), tuple(left_out))


def resolve_singly(group: str, target: Target, names: list[str]) -> list[Wheel]:
    """Drop every name that cannot be had on `target`, then resolve the rest together."""
    numpy = [name for name in names if bare_name(name) == BROUGHT_BY_BLENDER]
    others = [name for name in names if name not in numpy]
    numpy = numpy if resolve(f"Looking for numpy on {target}", target, numpy) else []
    usable = [
        name
        for name in others
        if resolve(f"Looking for {group} {name} on {target}", target, [name, *numpy]) is not None
    ]
    return resolve(f"Resolving what is left on {target}", target, [*usable, *numpy]) or []


def resolve(
    title: str, target: Target, names: list[str], *, options: tuple[str, ...] = ()
) -> list[Wheel] | None:
    """What pip would install for `names` on `target`, or None where a wheel does not exist."""
    if not names:
        return []
    try:
        return [wheel_of(entry) for entry in pip_report(title, target, [*options, *names])]
    except StepFailed as failure:
        if "No matching distribution" in failure.output or "conflict" in failure.output:
            return None
        # pip holds a wheel's Requires-Python against its own Python, even for another target
        if "requires a different Python" in failure.output and not options:
            return resolve(title, target, names, options=("--ignore-requires-python",))
        raise


def pip_report(title: str, target: Target, arguments: list[str]) -> list[dict[str, Any]]:
    """pip's own account of what it would install."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = [pip_python(), "-m", "pip", "install", "--dry-run", "--ignore-installed", "--quiet"]
        places = ["--target", folder, "--report", report]
        run_step(title, [*command, *places, *target.pip_options, *arguments])
        entries: list[dict[str, Any]] = json.loads(report.read_text(encoding="utf-8"))["install"]
        return entries


def wheel_of(entry: dict[str, Any]) -> Wheel:
    """The lock's row for one entry of pip's report."""
    metadata, download = entry["metadata"], entry["download_info"]
    file = unquote(urlsplit(download["url"]).path.rsplit("/", 1)[-1])
    hashes = download.get("archive_info", {}).get("hashes", {})
    if "sha256" not in hashes:
        raise Problem(f"the registry gives no sha256 for {file}, so it cannot be locked")
    return Wheel(bare_name(metadata["name"]), metadata["version"], file, hashes["sha256"])


def bare_name(requirement: str) -> str:
    """The normalised name of a package: `PyOpenGL>=3` is `pyopengl`."""
    name = re.match(r"[\w.-]+", requirement)
    assert name, requirement
    return re.sub(r"[-_.]+", "-", name[0]).lower()
