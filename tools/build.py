# SPDX-License-Identifier: GPL-3.0-or-later
"""`dev.py build`: the zips that users install, made and checked by Blender's own tool."""

import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from .blender import blender_python
from .console import Problem, disk_problem, explain, last_line, say
from .lockfile import WheelSet, read_lock
from .places import OUT, ROOT
from .targets import BLENDER_RANGES, SHIPPED, TEST_ONLY_PYTHON, Target
from .wheels import fetch_wheels

ZIPS = OUT / "zips"
FILES = ("__init__.py", "CHANGELOG.md", "LICENSE", "README.md")
FOLDERS = (
    *("bridge", "devices", "mechanism", "operators", "panels", "plugins"),
    *("presets", "properties", "solvers", "workers"),
)
"""What is shipped; of these, blender_manifest.toml says what the zip leaves out."""


def build(platform: str | None, python: str | None) -> int:
    """Make all zips, or those of one platform or Python."""
    targets = [
        target
        for target in SHIPPED
        if platform in (None, target.platform) and python in (None, target.python)
    ]
    if not targets:
        raise Problem(f"Blender ships no {platform} with Python {python}")
    for target in targets:
        path = build_zip(target)
        left_out = read_lock("extension", target).left_out
        note = f"  without {', '.join(left_out)}: no wheel there" if left_out else ""
        say(f"{path.stat().st_size / 1e6:6.1f} MB  {path.relative_to(ROOT)}{note}")
    return 0


def build_zip(target: Target) -> Path:
    """The extension for one platform and Python, as a zip that Blender's validator accepts."""
    wheels = read_lock("extension", target)
    files = fetch_wheels(wheels.wheels, target)
    ZIPS.mkdir(parents=True, exist_ok=True)
    for leftover in ZIPS.glob("building-*"):  # of a killed run
        shutil.rmtree(leftover, ignore_errors=True)
    path = ZIPS / zip_name(target)
    with tempfile.TemporaryDirectory(dir=ZIPS, prefix="building-") as folder:
        stage = Path(folder) / "linkwright"
        fill_stage(stage, target, wheels, files)
        fresh = Path(folder) / path.name
        extension_tool("build", "--source-dir", stage, "--output-filepath", fresh)
        extension_tool("validate", fresh)
        fresh.replace(path)
    return path


def zip_name(target: Target) -> str:
    version = re.search(r'^version = "(.+)"', manifest_text(), re.MULTILINE)
    assert version, "the manifest has no version"
    test_only = "-test-only" if target.python == TEST_ONLY_PYTHON else ""
    tag = "cp" + target.python.replace(".", "")
    return f"linkwright-{version[1]}-{target.platform}-{tag}{test_only}.zip"


def manifest_text() -> str:
    return (ROOT / "blender_manifest.toml").read_text(encoding="utf-8")


def fill_stage(stage: Path, target: Target, wheels: WheelSet, files: Sequence[Path]) -> None:
    """Lay out a folder with our files, the wheels, and the manifest of this target."""
    (stage / "wheels").mkdir(parents=True)
    for name in FILES:
        shutil.copy(ROOT / name, stage / name)
    for name in FOLDERS:
        shutil.copytree(ROOT / name, stage / name, ignore=shutil.ignore_patterns("__pycache__"))
    for file in files:
        shutil.copy(file, stage / "wheels" / file.name)
    manifest = manifest_for(target, [wheel.file for wheel in wheels.wheels], manifest_text())
    (stage / "blender_manifest.toml").write_text(manifest, encoding="utf-8")


def manifest_for(target: Target, wheel_files: Sequence[str], manifest: str) -> str:
    """The manifest with this target's Blender versions, platform and wheels."""
    first, last = BLENDER_RANGES[target.python]
    lines = [f'blender_version_min = "{first}"']
    if last:
        lines.append(f'blender_version_max = "{last}"')
    lines.append(f'platforms = ["{target.platform}"]')
    lines += ["wheels = [", *(f'  "./wheels/{name}",' for name in wheel_files), "]"]
    changed, count = re.subn(r"^blender_version_min = .*$", "\n".join(lines), manifest, flags=re.MULTILINE)
    if count != 1:
        raise Problem("blender_manifest.toml must have one line that starts with blender_version_min")
    return changed


def extension_tool(*arguments: str | Path) -> None:
    """Run the part of Blender that builds and validates extensions."""
    python = blender_python()
    tools = sorted(python.parent.parent.rglob("bl_pkg/cli/blender_ext.py"))
    if not tools:
        raise Problem("this bpy has no extension builder (bl_pkg/cli/blender_ext.py)")
    tags = tools[0].parents[3] / "modules" / "_bpy_internal" / "extensions" / "tags.py"
    command = [python, tools[0], *arguments, "--valid-tags", tags]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode:
        output = result.stdout + result.stderr
        said = explain(output) or disk_problem() or last_line(output)
        raise Problem(f"Blender's extension tool refuses to {arguments[0]}: {said}")
