# SPDX-License-Identifier: GPL-3.0-or-later
"""Linkwright: design, move, study and drive robots and mechanisms in Blender."""

# Blender is imported inside the functions only: the rest of the package runs without it.


def register() -> None:
    """Make everything known to Blender."""
    from . import operators, panels, properties

    properties.register()
    operators.register()
    panels.register()


def unregister() -> None:
    """Take everything back, in reverse."""
    from . import operators, panels, properties

    panels.unregister()
    operators.unregister()
    properties.unregister()
