# SPDX-License-Identifier: GPL-3.0-or-later
"""Forward kinematics: the poses of all frames, and of one frame for many positions. Tables as in `motion`."""

import math

import numpy as np

from .motion import OFFSET, PRISMATIC, RATIO, REVOLUTE, SIMPLE, move
from .speed import kernel, prange


@kernel("void(int64[:, ::1], float64[:, ::1], float64[::1], float64[:, :, ::1])")
def place_frames(layout, constants, q, X):
    """Poses of all frames in the world, into X (n, 4, 4)."""
    for i in range(layout.shape[0]):
        kind, parent = layout[i, 0], layout[i, 1]
        # 1. The place of the frame before it moves: its constants, after its parent's pose.
        c00, c01, c02, c03 = constants[i, 0], constants[i, 1], constants[i, 2], constants[i, 3]
        c10, c11, c12, c13 = constants[i, 4], constants[i, 5], constants[i, 6], constants[i, 7]
        c20, c21, c22, c23 = constants[i, 8], constants[i, 9], constants[i, 10], constants[i, 11]
        cosine, sine, slide = 1.0, 0.0, 0.0
        if kind == REVOLUTE:
            value = constants[i, RATIO] * q[layout[i, 2]] + constants[i, OFFSET]
            cosine, sine = math.cos(value), math.sin(value)
        elif kind == PRISMATIC:
            slide = constants[i, RATIO] * q[layout[i, 2]] + constants[i, OFFSET]
        # 2. Its own simple motion: a turn about z, or a shift along it.
        c00, c01 = cosine * c00 + sine * c01, cosine * c01 - sine * c00
        c10, c11 = cosine * c10 + sine * c11, cosine * c11 - sine * c10
        c20, c21 = cosine * c20 + sine * c21, cosine * c21 - sine * c20
        c03, c13, c23 = c03 + slide * c02, c13 + slide * c12, c23 + slide * c22
        if parent < 0:
            X[i, 0, 0], X[i, 0, 1], X[i, 0, 2], X[i, 0, 3] = c00, c01, c02, c03
            X[i, 1, 0], X[i, 1, 1], X[i, 1, 2], X[i, 1, 3] = c10, c11, c12, c13
            X[i, 2, 0], X[i, 2, 1], X[i, 2, 2], X[i, 2, 3] = c20, c21, c22, c23
        else:
            for k in range(3):
                a, b, c = X[parent, k, 0], X[parent, k, 1], X[parent, k, 2]
                X[i, k, 0] = a * c00 + b * c10 + c * c20
                X[i, k, 1] = a * c01 + b * c11 + c * c21
                X[i, k, 2] = a * c02 + b * c12 + c * c22
                X[i, k, 3] = a * c03 + b * c13 + c * c23 + X[parent, k, 3]
        X[i, 3, 0], X[i, 3, 1], X[i, 3, 2], X[i, 3, 3] = 0.0, 0.0, 0.0, 1.0
        # 3. All other motions.
        if kind > SIMPLE:
            move(layout[i], constants[i], q, X[i])


@kernel("void(int64[:, ::1], float64[:, ::1], float64[:, ::1], float64[:, :, :, ::1])", parallel=True)
def place_frames_batch(layout, constants, Q, X):
    """The same for many positions Q (m, nq), into X (m, n, 4, 4)."""
    for m in prange(Q.shape[0]):
        place_frames(layout, constants, Q[m], X[m])


@kernel(
    "void(int64[:, ::1], float64[:, ::1], int64[::1], float64[:, ::1], float64[:, :, ::1])", parallel=True
)
def place_one_batch(layout, constants, chain, Q, X):
    """Pose of one frame for many positions, into X (m, 4, 4); `chain` lists the rows from the base to it."""
    for m in prange(Q.shape[0]):
        poses = np.empty((layout.shape[0], 4, 4))
        place_frames(layout, constants, Q[m], poses)
        X[m] = poses[chain[-1]]


@kernel("UniTuple(float64, 3)(" + ", ".join(["float64"] * 12) + ")")
def turned(c00, c01, c02, c10, c11, c12, c20, c21, c22, x, y, z):
    """A matrix times a vector."""
    return c00 * x + c01 * y + c02 * z, c10 * x + c11 * y + c12 * z, c20 * x + c21 * y + c22 * z


@kernel(
    "void(int64[:, ::1], float64[:, ::1], int64[::1], float64[:, ::1], float64[:, :, ::1])", parallel=True
)
def place_simple_batch(layout, constants, chain, Q, X):
    """The same where all joints of the chain only turn or slide: from the tip to the base, nothing is stored.

    The columns of the tip's pose are carried through joint after joint: first its motion, then its place.
    """
    for m in prange(Q.shape[0]):
        x0, x1, x2 = 1.0, 0.0, 0.0
        y0, y1, y2 = 0.0, 1.0, 0.0
        p0, p1, p2 = 0.0, 0.0, 0.0
        for step in range(chain.shape[0] - 1, -1, -1):
            i = chain[step]
            kind = layout[i, 0]
            if kind == REVOLUTE:
                value = constants[i, RATIO] * Q[m, layout[i, 2]] + constants[i, OFFSET]
                c, s = math.cos(value), math.sin(value)
                x0, x1 = c * x0 - s * x1, s * x0 + c * x1
                y0, y1 = c * y0 - s * y1, s * y0 + c * y1
                p0, p1 = c * p0 - s * p1, s * p0 + c * p1
            elif kind == PRISMATIC:
                p2 += constants[i, RATIO] * Q[m, layout[i, 2]] + constants[i, OFFSET]
            c00, c01, c02 = constants[i, 0], constants[i, 1], constants[i, 2]
            c10, c11, c12 = constants[i, 4], constants[i, 5], constants[i, 6]
            c20, c21, c22 = constants[i, 8], constants[i, 9], constants[i, 10]
            x0, x1, x2 = turned(c00, c01, c02, c10, c11, c12, c20, c21, c22, x0, x1, x2)
            y0, y1, y2 = turned(c00, c01, c02, c10, c11, c12, c20, c21, c22, y0, y1, y2)
            p0, p1, p2 = turned(c00, c01, c02, c10, c11, c12, c20, c21, c22, p0, p1, p2)
            p0, p1, p2 = p0 + constants[i, 3], p1 + constants[i, 7], p2 + constants[i, 11]
        X[m, 0, 0], X[m, 0, 1], X[m, 0, 2], X[m, 0, 3] = x0, y0, x1 * y2 - x2 * y1, p0
        X[m, 1, 0], X[m, 1, 1], X[m, 1, 2], X[m, 1, 3] = x1, y1, x2 * y0 - x0 * y2, p1
        X[m, 2, 0], X[m, 2, 1], X[m, 2, 2], X[m, 2, 3] = x2, y2, x0 * y1 - x1 * y0, p2
        X[m, 3, 0], X[m, 3, 1], X[m, 3, 2], X[m, 3, 3] = 0.0, 0.0, 0.0, 1.0
