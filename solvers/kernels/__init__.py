# SPDX-License-Identifier: GPL-3.0-or-later
"""The hot loops, in the part of Python that numba compiles and that also runs as it is."""
