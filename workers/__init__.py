# SPDX-License-Identifier: GPL-3.0-or-later
"""What runs in child processes, so that Blender never waits."""
