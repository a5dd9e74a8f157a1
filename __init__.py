# SPDX-License-Identifier: GPL-3.0-or-later
"""Linkwright: design, move, study and drive robots and mechanisms in Blender."""

# Blender is imported inside the functions only: the rest of the package runs without it.


def register() -> None:
    """Make everything known to Blender."""
    from . import operators, panels, properties
    from .bridge import handlers, kernels, overlay_drawing

    properties.register()
    handlers.register()
    operators.register()
    panels.register()
    overlay_drawing.register()
    kernels.register()


def unregister() -> None:
    """Take everything back, in reverse."""
    from . import operators, panels, properties
    from .bridge import handlers, kernels, overlay_drawing

    kernels.unregister()
    overlay_drawing.unregister()
    panels.unregister()
    operators.unregister()
    handlers.unregister()
    properties.unregister()
