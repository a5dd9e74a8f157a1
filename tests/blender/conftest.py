# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests in Blender as a module: a pytest that has bpy runs them, the main run shows the results."""

import importlib.util

if importlib.util.find_spec("bpy"):
    from inside_blender import (  # noqa: F401
        empty_file,
        extension,
        installed,
        puma,
        pytest_collection_finish,
        pytest_runtest_logreport,
        pytest_sessionfinish,
        pytest_unconfigure,
    )
else:
    from outside_blender import pytest_pycollect_makemodule  # noqa: F401
