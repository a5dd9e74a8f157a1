# SPDX-License-Identifier: GPL-3.0-or-later
"""Where others plug in: new overlays, drivers and engines, from one file or from another extension."""

from .registry import Fence, available, problems, register, rescan, unregister, unwatch, watch

__all__ = ["Fence", "available", "problems", "register", "rescan", "unregister", "unwatch", "watch"]
