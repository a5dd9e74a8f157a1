# SPDX-License-Identifier: GPL-3.0-or-later
"""Who a robot talks to: bytes in, names and radians out."""
