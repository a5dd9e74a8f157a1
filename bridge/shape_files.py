# SPDX-License-Identifier: GPL-3.0-or-later
"""Shape files of links when a description moves to another folder."""

import os
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from bpy.types import Object

from ..mechanism import Geometry, Joint, Mechanism
from ..mechanism.link import AUTO
from .link_files import find_file


def with_shapes_seen_from(mechanism: Mechanism, robot: Object, folder: Path) -> Mechanism:
    """The same robot for a file in `folder`: shapes that are found are named from there."""

    def seen(file: str) -> str:
        try:
            return Path(os.path.relpath(find_file(robot, file).resolve(), folder.resolve())).as_posix()
        except ValueError:  # it is missing, or on another drive
            return file

    return with_files(mechanism, seen)


def with_copied_shapes(mechanism: Mechanism, robot: Object, folder: Path) -> Mechanism:
    """The same robot for a file beside `folder`, into which all its shapes that are found are copied."""
    taken: dict[str, Path] = {}

    def copied(file: str) -> str:
        try:
            source = find_file(robot, file)
        except ValueError:
            return file
        name = source.name if taken.get(source.name, source) == source else f"{len(taken)} {source.name}"
        taken[name] = source
        folder.mkdir(parents=True, exist_ok=True)
        if source.resolve() != (folder / name).resolve():
            shutil.copyfile(source, folder / name)
        return f"{folder.name}/{name}"

    return with_files(mechanism, copied)


def with_files(mechanism: Mechanism, rename: Callable[[str], str]) -> Mechanism:
    """Every shape file under another name; automatic shapes stay automatic."""

    def renamed(geometry: Geometry) -> Geometry:
        return geometry if geometry.file == AUTO else replace(geometry, file=rename(geometry.file))

    def with_file(joint: Joint) -> Joint:
        return replace(joint, link=replace(joint.link, geometry=renamed(joint.link.geometry)))

    return replace(
        mechanism,
        base_geometry=renamed(mechanism.base_geometry),
        joints=tuple(with_file(joint) for joint in mechanism.joints),
    )
