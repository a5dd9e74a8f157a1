# SPDX-License-Identifier: GPL-3.0-or-later
"""Pseudo-inverses without their weakest directions: numpy's SVD in plain mode, our own when compiled.

Squares of A's singular values are the eigenvalues of A' A or A A', whichever is smaller: reflections make it
tridiagonal, rotations (QL with shifts) diagonal. Only the right-hand sides are carried along, there and back;
singular vectors are never written down. Squaring costs digits: eight are left at the smallest value counted.
"""

import math

import numpy as np

from .speed import PLAIN, kernel

SMALLEST = 1e-4
"""Share of the largest singular value below which a direction is left alone."""
TINY = 1e-12
"""Singular values below this are zero whatever the others are."""
MOST_ROUNDS = 8
"""Rounds for each eigenvalue that there is room for; two are usual."""


@kernel("void(float64[:, ::1], float64[:, ::1])")
def square(A, G):
    """G := A' A."""
    n = G.shape[0]
    G[:] = 0.0
    for k in range(A.shape[0]):
        for i in range(n):
            a = A[k, i]
            if a != 0.0:
                for j in range(i + 1):
                    G[i, j] += a * A[k, j]
    for i in range(n):
        for j in range(i):
            G[j, i] = G[i, j]


@kernel("void(float64[:, ::1], float64[:, ::1], float64[:, ::1])")
def multiply(A, B, C):
    """C := A B."""
    C[:] = 0.0
    for i in range(A.shape[0]):
        for k in range(A.shape[1]):
            a = A[i, k]
            if a != 0.0:
                for c in range(B.shape[1]):
                    C[i, c] += a * B[k, c]


@kernel("void(float64[::1], float64, int64, float64[:, ::1])")
def reflect(u, factor, first, B):
    """B := (1 - factor u u') B, in the rows from `first` on."""
    total = np.zeros(B.shape[1])
    for i in range(first, B.shape[0]):
        for c in range(B.shape[1]):
            total[c] += u[i] * B[i, c]
    for i in range(first, B.shape[0]):
        scale = factor * u[i]
        for c in range(B.shape[1]):
            B[i, c] -= scale * total[c]


@kernel("void(float64[:, ::1], float64[::1], float64[::1], float64[::1], float64[:, ::1])")
def make_tridiagonal(G, diagonal, beside, factors, B):
    """Reflect G until only its diagonal and what is beside it are left; row k of G keeps reflection k."""
    n = G.shape[0]
    p = np.empty(n)
    for k in range(n - 1):
        # 1. The reflection that leaves one entry beside the diagonal.
        u, rest = G[k], 0.0
        for i in range(k + 2, n):
            rest += u[i] * u[i]
        diagonal[k], beside[k], factors[k] = u[k], u[k + 1], 0.0
        if rest == 0.0:
            continue
        length = math.sqrt(rest + u[k + 1] * u[k + 1])
        beside[k] = -length if u[k + 1] > 0.0 else length
        u[k + 1] -= beside[k]
        factor = 2.0 / (rest + u[k + 1] * u[k + 1])
        factors[k] = factor
        # 2. p, with which reflecting both sides of G is G - u p' - p u'.
        for i in range(k + 1, n):
            p[i] = 0.0
        for j in range(k + 1, n):
            scale = factor * u[j]
            for i in range(k + 1, n):
                p[i] += scale * G[j, i]
        along = 0.0
        for i in range(k + 1, n):
            along += u[i] * p[i]
        along *= 0.5 * factor
        for i in range(k + 1, n):
            p[i] -= along * u[i]
        # 3. The rest of G, and the right-hand sides.
        for i in range(k + 1, n):
            a, b = u[i], p[i]
            for j in range(k + 1, n):
                G[i, j] -= a * p[j] + b * u[j]
        reflect(u, factor, k + 1, B)
    diagonal[n - 1], beside[n - 1] = G[n - 1, n - 1], 0.0


@kernel("void(float64[:, ::1], int64, float64, float64)")
def rotate(B, i, cosine, sine):
    """Rotate rows i and i + 1 into each other."""
    for c in range(B.shape[1]):
        above, below = B[i, c], B[i + 1, c]
        B[i, c] = cosine * above - sine * below
        B[i + 1, c] = sine * above + cosine * below


@kernel("int64(float64[::1], float64[::1], float64[:, ::1], int64[::1], float64[:, ::1])")
def make_diagonal(diagonal, beside, turns, places, B):
    """Rotate until nothing is left beside the diagonal; how many rotations that took. They are kept."""
    n, count = diagonal.shape[0], 0
    size = 0.0
    for i in range(n):
        size = max(size, abs(diagonal[i]) + abs(beside[i]))
    for low in range(n):
        while True:
            # 1. The block from `low` to `high` that still hangs together.
            high = low
            while high < n - 1 and abs(beside[high]) > 1e-16 * size:
                high += 1
            if high == low or count + high - low > places.shape[0]:
                break
            # 2. The shift: that eigenvalue of the first two by two which is nearer to its first entry.
            g = (diagonal[low + 1] - diagonal[low]) / (2.0 * beside[low])
            r = math.sqrt(g * g + 1.0)
            g = diagonal[high] - diagonal[low] + beside[low] / (g + (r if g >= 0.0 else -r))
            sine, cosine, p, whole = 1.0, 1.0, 0.0, True
            # 3. Rotations from the end of the block to its beginning.
            for i in range(high - 1, low - 1, -1):
                f, b = sine * beside[i], cosine * beside[i]
                r = math.sqrt(f * f + g * g)
                beside[i + 1] = r
                if r == 0.0:
                    diagonal[i + 1] -= p
                    whole = False
                    break
                sine, cosine = f / r, g / r
                g = diagonal[i + 1] - p
                r = (diagonal[i] - g) * sine + 2.0 * cosine * b
                p = sine * r
                diagonal[i + 1] = g + p
                g = cosine * r - b
                turns[count, 0], turns[count, 1], places[count] = cosine, sine, i
                count += 1
                rotate(B, i, cosine, sine)
            beside[high] = 0.0
            if whole:
                diagonal[low] -= p
                beside[low] = g
    return count


@kernel("int64(float64[:, ::1], float64, float64[:, ::1])")
def solve_square(G, floor, B):
    """B := G^+ B without the weakest directions, for a G = A' A, which is used up; how many count."""
    n, rank = G.shape[0], 0
    diagonal, beside, factors = np.empty(n), np.empty(n), np.zeros(n)
    turns, places = np.empty((MOST_ROUNDS * n * n, 2)), np.empty(MOST_ROUNDS * n * n, np.int64)
    make_tridiagonal(G, diagonal, beside, factors, B)
    count = make_diagonal(diagonal, beside, turns, places, B)
    least = floor * floor
    for i in range(n):
        least = max(least, diagonal[i])
    least *= SMALLEST * SMALLEST
    for i in range(n):
        counts = diagonal[i] > least
        rank += counts
        scale = 1.0 / diagonal[i] if counts else 0.0
        for c in range(B.shape[1]):
            B[i, c] *= scale
    for t in range(count - 1, -1, -1):
        rotate(B, places[t], turns[t, 0], -turns[t, 1])
    for k in range(n - 2, -1, -1):
        if factors[k] > 0.0:
            reflect(G[k], factors[k], k + 1, B)
    return rank


if PLAIN:

    def pseudo_solve(columns, floor, B, X):
        """As below, by numpy: the compiled one would be slow as plain Python."""
        X[:] = 0.0
        if not columns.size or not np.isfinite(columns).all():
            return 0
        U, values, Vt = np.linalg.svd(columns.T, full_matrices=False)
        rank = int((values > SMALLEST * max(values[0], floor)).sum())
        X[:] = Vt[:rank].T @ ((U[:, :rank].T @ B) / values[:rank, None])
        return rank

else:

    @kernel("int64(float64[:, ::1], float64, float64[:, ::1], float64[:, ::1])")
    def pseudo_solve(columns, floor, B, X):
        """X (n, k) := A^+ B without A's weakest directions; how many directions count.

        A (m, n) comes as its columns (n, m). Values below SMALLEST of the largest one, or of `floor` where
        that is larger, do not count. B (m, k) is used up. A matrix that is not finite has no directions.
        """
        n, m = columns.shape
        size = min(n, m)
        G = np.empty((size, size))
        X[:] = 0.0
        square(columns if m <= n else np.ascontiguousarray(columns.T), G)
        trace = 0.0
        for i in range(size):
            trace += G[i, i]
        if not math.isfinite(trace) or trace == 0.0:
            return 0
        if m <= n:
            rank = solve_square(G, floor, B)
            multiply(columns, B, X)
            return rank
        multiply(columns, B, X)
        return solve_square(G, floor, X)


if PLAIN:

    def squared_values(columns):
        """As below, by numpy."""
        if not columns.size or not np.isfinite(columns).all():
            return np.zeros(min(columns.shape))
        return np.linalg.svd(columns, compute_uv=False) ** 2

else:

    @kernel("float64[::1](float64[:, ::1])")
    def squared_values(columns):
        """Squares of all singular values, the largest first."""
        n = min(columns.shape)
        G, nothing = np.empty((n, n)), np.empty((n, 0))
        diagonal, beside, factors = np.zeros(n), np.empty(n), np.zeros(n)
        turns, places = np.empty((MOST_ROUNDS * n * n, 2)), np.empty(MOST_ROUNDS * n * n, np.int64)
        square(columns if columns.shape[1] == n else np.ascontiguousarray(columns.T), G)
        if n:
            make_tridiagonal(G, diagonal, beside, factors, nothing)
            make_diagonal(diagonal, beside, turns, places, nothing)
        for i in range(1, n):
            for j in range(i, 0, -1):
                if diagonal[j] > diagonal[j - 1]:
                    diagonal[j], diagonal[j - 1] = diagonal[j - 1], diagonal[j]
        return diagonal
