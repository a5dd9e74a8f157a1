# SPDX-License-Identifier: GPL-3.0-or-later
"""What the viewport can show of a robot: every module in here is one overlay, found by its being here."""
