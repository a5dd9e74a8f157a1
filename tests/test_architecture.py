# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads every import of ours: arrows, forbidden modules and calls, length of modules."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ARROWS = {
    "mechanism": set(),
    "devices": set(),
    "plugins": set(),  # it finds plug-ins by the names of their folders and imports none by its own
    "solvers": {"mechanism"},
    "workers": {"mechanism", "solvers", "devices"},
    "bridge": {"mechanism", "solvers", "devices", "workers", "plugins"},
    "properties": {"bridge", "plugins"},
    "operators": {"bridge", "mechanism"},
    "panels": {"operators", "bridge", "plugins"},
}
"""Which folders each folder may import from, besides itself."""
KNOWS_BLENDER = {"properties", "bridge", "operators", "panels"}
BLENDER = {"bpy", "bmesh", "mathutils", "gpu", "gpu_extras", "blf", "bpy_extras", "addon_utils", "bl_math"}
LONGEST = 300


def modules(*folders: str) -> list[Path]:
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


SHIPPED = [ROOT / "__init__.py", *modules(*ARROWS)]
OURS = [*SHIPPED, ROOT / "dev.py", *modules("tools", "tests", "bench")]
identify = {"ids": lambda path: str(path.relative_to(ROOT))}


def imports(path: Path) -> Iterator[str]:
    """Every module that a file imports; ours as `linkwright.folder...`."""
    package = ("linkwright", *path.relative_to(ROOT).parent.parts)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            origin = ".".join([*base, *([node.module] if node.module else [])])
            yield from (f"{origin}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("path", SHIPPED, **identify)
def test_arrows_point_the_right_way(path):
    folder = path.relative_to(ROOT).parts[0]
    ours = [name.split(".") for name in imports(path) if name.startswith("linkwright.")]
    reached = {parts[1] for parts in ours}
    allowed = ARROWS.get(folder, set(ARROWS)) | {folder}
    assert reached <= allowed, f"{folder} may import from {sorted(allowed)}"


@pytest.mark.parametrize("path", SHIPPED, **identify)
def test_imports_of_ours_are_relative(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    absolute = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    absolute |= {
        node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and not node.level
    }
    ours = {*ARROWS, "linkwright", "bl_ext"}
    foreign = {name for name in absolute if name.split(".")[0] in ours}
    assert not foreign, "the extension's full name differs from one installation to the next"


@pytest.mark.parametrize("path", SHIPPED, **identify)
def test_blender_is_known_to_four_folders_only(path):
    blender = {name for name in imports(path) if name.split(".")[0] in BLENDER}
    assert path.relative_to(ROOT).parts[0] in KNOWS_BLENDER or not blender


@pytest.mark.parametrize("path", SHIPPED, **identify)
def test_no_threads(path):
    assert not {"threading", "_thread", "concurrent"} & {name.split(".")[0] for name in imports(path)}


@pytest.mark.parametrize("path", OURS, **identify)
def test_no_eval_or_exec(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    named = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    assert not named & {"eval", "exec", "__builtins__"}
    assert "builtins" not in {name.split(".")[0] for name in imports(path)}


@pytest.mark.parametrize("path", modules("solvers/kernels"), **identify)
def test_kernels_import_only_themselves_numpy_and_math(path):
    foreign = {name for name in imports(path) if not name.startswith("linkwright.solvers.kernels")}
    allowed = {"numpy", "math"}
    if path.stem == "speed":
        allowed |= {"numba", "collections", "contextlib", "typing"}
    assert {name.split(".")[0] for name in foreign} <= allowed


@pytest.mark.parametrize("path", OURS, **identify)
def test_modules_are_short_and_say_their_licence(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= LONGEST
    assert "SPDX-License-Identifier: GPL-3.0-or-later" in "\n".join(lines[:2])


def test_this_test_sees_a_wrong_arrow(tmp_path, monkeypatch):
    monkeypatch.setattr(__import__("sys").modules[__name__], "ROOT", tmp_path)
    (tmp_path / "mechanism").mkdir()
    path = tmp_path / "mechanism" / "wrong.py"
    path.write_text("from ..solvers import frames\nimport bpy\n")
    with pytest.raises(AssertionError, match="mechanism may import from"):
        test_arrows_point_the_right_way(path)
    with pytest.raises(AssertionError):
        test_blender_is_known_to_four_folders_only(path)
