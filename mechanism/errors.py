# SPDX-License-Identifier: GPL-3.0-or-later
"""The error of a description that is wrong."""


class MechanismError(Exception):
    """The description is wrong; the message names the thing, the value and what is allowed."""
