# SPDX-License-Identifier: GPL-3.0-or-later
"""Forward kinematics: the poses of all frames, of one frame for many positions, and Jacobians.

Every frame (joints first, then tools) has a row in two tables. `layout` (int64): kind, parent's row or -1,
first index in q, first index in v. `constants` (float64): 12 entries of its place in its parent (rows of
[R | p], the base included where there is no parent), ratio and offset of its value, a screw's advance per
radian.
"""

import math

import numpy as np

from .speed import kernel, prange

FIXED, REVOLUTE, PRISMATIC, SCREW, CYLINDRICAL, UNIVERSAL, PLANAR, SPHERICAL, FREE = range(9)
RATIO, OFFSET, LEAD = 12, 13, 14
WIDTH = 15


@kernel("void(float64[:, ::1], float64, float64)")
def turn_about_z(X, cosine, sine):
    """X := X Rz."""
    for k in range(3):
        x, y = X[k, 0], X[k, 1]
        X[k, 0] = cosine * x + sine * y
        X[k, 1] = cosine * y - sine * x


@kernel("void(float64[:, ::1], float64, float64)")
def turn_about_x(X, cosine, sine):
    """X := X Rx."""
    for k in range(3):
        y, z = X[k, 1], X[k, 2]
        X[k, 1] = cosine * y + sine * z
        X[k, 2] = cosine * z - sine * y


@kernel("void(float64[:, ::1], float64, float64, float64)")
def shift(X, x, y, z):
    """X := X T(x, y, z)."""
    for k in range(3):
        X[k, 3] += X[k, 0] * x + X[k, 1] * y + X[k, 2] * z


@kernel("void(float64[:, ::1], float64, float64, float64, float64)")
def turn_by_quaternion(X, w, x, y, z):
    """X := X R(quaternion), whatever the quaternion's length; a zero one turns nothing."""
    square = w * w + x * x + y * y + z * z
    if square == 0.0:
        return
    f = 2.0 / square
    r00, r01, r02 = 1.0 - f * (y * y + z * z), f * (x * y - w * z), f * (x * z + w * y)
    r10, r11, r12 = f * (x * y + w * z), 1.0 - f * (x * x + z * z), f * (y * z - w * x)
    r20, r21, r22 = f * (x * z - w * y), f * (y * z + w * x), 1.0 - f * (x * x + y * y)
    for k in range(3):
        a, b, c = X[k, 0], X[k, 1], X[k, 2]
        X[k, 0] = a * r00 + b * r10 + c * r20
        X[k, 1] = a * r01 + b * r11 + c * r21
        X[k, 2] = a * r02 + b * r12 + c * r22


@kernel("void(int64[::1], float64[::1], float64[::1], float64[:, ::1])")
def move(row, constant, q, X):
    """X := X M(q), the motion of one joint after its six numbers."""
    kind, i = row[0], row[2]
    if kind == FIXED:
        return
    if kind == REVOLUTE:
        value = constant[RATIO] * q[i] + constant[OFFSET]
        turn_about_z(X, math.cos(value), math.sin(value))
    elif kind == PRISMATIC:
        shift(X, 0.0, 0.0, constant[RATIO] * q[i] + constant[OFFSET])
    elif kind == SCREW:
        value = constant[RATIO] * q[i] + constant[OFFSET]
        turn_about_z(X, math.cos(value), math.sin(value))
        shift(X, 0.0, 0.0, constant[LEAD] * value)
    elif kind == CYLINDRICAL:
        turn_about_z(X, math.cos(q[i]), math.sin(q[i]))
        shift(X, 0.0, 0.0, q[i + 1])
    elif kind == UNIVERSAL:
        turn_about_z(X, math.cos(q[i]), math.sin(q[i]))
        turn_about_x(X, math.cos(q[i + 1]), math.sin(q[i + 1]))
    elif kind == PLANAR:
        shift(X, q[i], q[i + 1], 0.0)
        turn_about_z(X, math.cos(q[i + 2]), math.sin(q[i + 2]))
    elif kind == SPHERICAL:
        turn_by_quaternion(X, q[i], q[i + 1], q[i + 2], q[i + 3])
    else:  # FREE
        shift(X, q[i], q[i + 1], q[i + 2])
        turn_by_quaternion(X, q[i + 3], q[i + 4], q[i + 5], q[i + 6])


@kernel("void(float64[:, ::1], float64[::1], float64[:, ::1])")
def place(P, constant, X):
    """X := P C, with C the first twelve constants."""
    for k in range(3):
        a, b, c = P[k, 0], P[k, 1], P[k, 2]
        X[k, 0] = a * constant[0] + b * constant[4] + c * constant[8]
        X[k, 1] = a * constant[1] + b * constant[5] + c * constant[9]
        X[k, 2] = a * constant[2] + b * constant[6] + c * constant[10]
        X[k, 3] = a * constant[3] + b * constant[7] + c * constant[11] + P[k, 3]


@kernel("void(float64[::1], float64[:, ::1])")
def place_first(constant, X):
    """X := C, for a frame that has no parent."""
    for k in range(3):
        for j in range(4):
            X[k, j] = constant[4 * k + j]


@kernel("void(int64[:, ::1], float64[:, ::1], float64[::1], float64[:, :, ::1])")
def place_frames(layout, constants, q, X):
    """Poses of all frames in the world, into X (n, 4, 4)."""
    for i in range(layout.shape[0]):
        parent = layout[i, 1]
        if parent < 0:
            place_first(constants[i], X[i])
        else:
            place(X[parent], constants[i], X[i])
        move(layout[i], constants[i], q, X[i])
        X[i, 3, 0] = X[i, 3, 1] = X[i, 3, 2] = 0.0
        X[i, 3, 3] = 1.0


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
        pose = np.empty((4, 4))
        other = np.empty((4, 4))
        place_first(constants[chain[0]], pose)
        move(layout[chain[0]], constants[chain[0]], Q[m], pose)
        for k in range(1, chain.shape[0]):
            i = chain[k]
            place(pose, constants[i], other)
            move(layout[i], constants[i], Q[m], other)
            pose, other = other, pose
        X[m, :3] = pose[:3]
        X[m, 3, 0] = X[m, 3, 1] = X[m, 3, 2] = 0.0
        X[m, 3, 3] = 1.0


@kernel("void(float64[:, ::1], int64, float64, float64, float64, float64[::1], float64[:, ::1], float64)")
def add_turn(J, column, ax, ay, az, p, X, factor):
    """Add to a column: turning about an axis through the origin of X moves the point p."""
    x, y, z = p[0] - X[0, 3], p[1] - X[1, 3], p[2] - X[2, 3]
    J[0, column] += factor * (ay * z - az * y)
    J[1, column] += factor * (az * x - ax * z)
    J[2, column] += factor * (ax * y - ay * x)
    J[3, column] += factor * ax
    J[4, column] += factor * ay
    J[5, column] += factor * az


@kernel("void(float64[:, ::1], int64, float64, float64, float64, float64)")
def add_shift(J, column, ax, ay, az, factor):
    """Add to a column: shifting along an axis."""
    J[0, column] += factor * ax
    J[1, column] += factor * ay
    J[2, column] += factor * az


@kernel("void(int64[::1], float64[::1], float64[:, ::1], float64[::1], float64[:, ::1])")
def add_simple_columns(row, constant, X, p, J):
    """Columns of a joint that turns and shifts about and along its z, given its pose X."""
    kind, v, ratio = row[0], row[3], constant[RATIO]
    zx, zy, zz = X[0, 2], X[1, 2], X[2, 2]
    if kind != PRISMATIC:
        add_turn(J, v, zx, zy, zz, p, X, ratio)
    if kind == PRISMATIC:
        add_shift(J, v, zx, zy, zz, ratio)
    elif kind == SCREW:
        add_shift(J, v, zx, zy, zz, ratio * constant[LEAD])
    elif kind == CYLINDRICAL:
        add_shift(J, v + 1, zx, zy, zz, 1.0)


@kernel("void(int64[::1], float64[::1], float64[:, ::1], float64[::1], float64[:, ::1])")
def add_universal_columns(row, q, X, p, J):
    """Columns of a universal joint: z of the frame before the second turn, then x."""
    v, second = row[3], q[row[2] + 1]
    c, s = math.cos(second), math.sin(second)
    zx, zy, zz = s * X[0, 1] + c * X[0, 2], s * X[1, 1] + c * X[1, 2], s * X[2, 1] + c * X[2, 2]
    add_turn(J, v, zx, zy, zz, p, X, 1.0)
    add_turn(J, v + 1, X[0, 0], X[1, 0], X[2, 0], p, X, 1.0)


@kernel("void(int64[::1], float64[::1], float64[:, ::1], float64[::1], float64[:, ::1])")
def add_planar_columns(row, q, X, p, J):
    """Columns of a planar joint: its two axes before the turn, then the turn about z."""
    v, turn = row[3], q[row[2] + 2]
    c, s = math.cos(turn), math.sin(turn)
    for k in range(3):
        J[k, v] += c * X[k, 0] - s * X[k, 1]
        J[k, v + 1] += s * X[k, 0] + c * X[k, 1]
    add_turn(J, v + 2, X[0, 2], X[1, 2], X[2, 2], p, X, 1.0)


@kernel("void(int64, float64[:, ::1], float64[::1], float64[:, ::1])")
def add_ball_columns(v, X, p, J):
    """Columns of three turns about the joint's own axes."""
    for k in range(3):
        add_turn(J, v + k, X[0, k], X[1, k], X[2, k], p, X, 1.0)


@kernel("void(int64[:, ::1], float64[:, ::1], int64, float64[:, :, ::1], float64[:, ::1])")
def add_free_shifts(layout, constants, i, X, J):
    """Columns of a free joint's shifts: along the axes of its place before it moves."""
    place_in_world = np.empty((4, 4))
    if layout[i, 1] < 0:
        place_first(constants[i], place_in_world)
    else:
        place(X[layout[i, 1]], constants[i], place_in_world)
    for axis in range(3):
        for k in range(3):
            J[k, layout[i, 3] + axis] += place_in_world[k, axis]


@kernel("void(int64[:, ::1], float64[:, ::1], float64[::1], float64[:, :, ::1], int64, float64[:, ::1])")
def frame_jacobian(layout, constants, q, X, frame, J):
    """Jacobian (6, nv) of a frame whose poses X are placed already: linear rows first, world axes."""
    J[:] = 0.0
    p = np.empty(3)
    for k in range(3):
        p[k] = X[frame, k, 3]
    i = frame
    while i >= 0:
        kind = layout[i, 0]
        if kind == UNIVERSAL:
            add_universal_columns(layout[i], q, X[i], p, J)
        elif kind == PLANAR:
            add_planar_columns(layout[i], q, X[i], p, J)
        elif kind == SPHERICAL:
            add_ball_columns(layout[i, 3], X[i], p, J)
        elif kind == FREE:
            add_free_shifts(layout, constants, i, X, J)
            add_ball_columns(layout[i, 3] + 3, X[i], p, J)
        elif kind != FIXED:
            add_simple_columns(layout[i], constants[i], X[i], p, J)
        i = layout[i, 1]


@kernel("void(float64[::1], int64, float64, float64, float64)")
def turn_quaternion(q, i, x, y, z):
    """Multiply the quaternion at q[i:] by a turn about its own axes, and keep its length at one."""
    angle = math.sqrt(x * x + y * y + z * z)
    half = 0.5 * angle
    s = 0.5 if angle < 1e-12 else math.sin(half) / angle
    a, b, c, d = math.cos(half), s * x, s * y, s * z
    w, u, v, t = q[i], q[i + 1], q[i + 2], q[i + 3]
    q[i] = w * a - u * b - v * c - t * d
    q[i + 1] = w * b + u * a + v * d - t * c
    q[i + 2] = w * c - u * d + v * a + t * b
    q[i + 3] = w * d + u * c - v * b + t * a
    length = math.sqrt(q[i] ** 2 + q[i + 1] ** 2 + q[i + 2] ** 2 + q[i + 3] ** 2)
    for k in range(4):
        q[i + k] /= length


@kernel("void(int64[:, ::1], float64[::1], float64[::1], float64[::1])")
def integrate_positions(blocks, q, dq, out):
    """out := q moved by dq. Rows of `blocks`: kind, first index in q and in v, number of plain entries."""
    out[:] = q
    for b in range(blocks.shape[0]):
        kind, i, v, count = blocks[b, 0], blocks[b, 1], blocks[b, 2], blocks[b, 3]
        for k in range(count):
            out[i + k] += dq[v + k]
        if kind in (SPHERICAL, FREE):
            turn_quaternion(out, i + count, dq[v + count], dq[v + count + 1], dq[v + count + 2])


@kernel("void(int64[:, ::1], float64[:, ::1], float64[:, ::1], float64[:, ::1])", parallel=True)
def integrate_batch(blocks, Q, dQ, out):
    """The same for many positions."""
    for m in prange(Q.shape[0]):
        integrate_positions(blocks, Q[m], dQ[m], out[m])
