# SPDX-License-Identifier: GPL-3.0-or-later
"""Many targets at once: the same as one by one, at both speeds; and the SVD's steps against numpy's own."""

from collections.abc import Iterator

import numpy as np
import pytest
from compiled_kernels import compiled_kernels
from linkwright.mechanism import MechanismError
from linkwright.solvers import (
    Model,
    Status,
    Target,
    close_loops,
    closure_error,
    frame,
    solve_ik,
    solve_ik_batch,
    speed,
)
from linkwright.solvers.closure import closure_equations
from linkwright.solvers.forward import integrate
from linkwright.solvers.svd_steps import target_rows
from linkwright.solvers.targets import tables_of
from test_closure import four_bar
from test_inverse import arm, at, planar_arm

SMALLEST, LONGEST_STEP = 1e-4, 0.5


@pytest.fixture(params=["plain", "compiled"])
def _speed(request) -> Iterator[None]:
    if request.param == "plain":
        yield
        return
    with compiled_kernels():
        assert speed.state() is speed.State.COMPILED
        yield


def reference_step(model: Model, targets: list[Target], q: np.ndarray) -> np.ndarray:
    """One step by numpy's SVD: loops, then targets on what is left; joints that cross a limit stop there."""
    tables = tables_of(model, targets)
    weights = tables.weights.ravel()
    error, J = target_rows(model, tables, q)
    rows = [closure_equations(model, q), (error * weights, J * weights[:, None])]
    counts, at = model.plain[:, 0] >= 0, model.plain[:, 0]
    low = np.where(counts, np.minimum(model.lower[at] - q[at], 0.0), -np.inf)
    high = np.where(counts, np.maximum(model.upper[at] - q[at], 0.0), np.inf)
    moving, dq = np.ones(model.nv, dtype=bool), np.zeros(model.nv)
    for _ in range(model.nv + 1):
        dq = np.where(moving, 0.0, dq)
        (loop_error, loop_J), (error, J) = [(e + A @ dq, A[:, moving]) for e, A in rows]
        first, null = pseudo_solve(loop_J, loop_error)
        dq[moving] = first + null @ pseudo_solve(J @ null, error + J @ first)[0]
        dq *= min(1.0, LONGEST_STEP / max(np.abs(dq).max(), 1e-300))
        crossed = moving & ((dq < low) | (dq > high))
        if not crossed.any():
            break
        dq = np.where(crossed, np.clip(dq, low, high), dq)
        moving &= ~crossed
    return integrate(model, q, dq)


def pseudo_solve(J: np.ndarray, error: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """-J^+ error without its weakest directions, and a basis of what J does not see."""
    if not J.size:
        return np.zeros(J.shape[1]), np.eye(J.shape[1])
    U, values, Vt = np.linalg.svd(J)
    rank = int((values > SMALLEST * max(values[0], 1e-12)).sum())
    return -Vt[:rank].T @ ((U[:, :rank].T @ error) / values[:rank]), Vt[rank:].T


@pytest.mark.usefixtures("_speed")
@pytest.mark.parametrize(
    "stem", ["puma560", "lynx6", "seven-axis", "four-bar", "stewart", "parallel-18", "delta"]
)
@pytest.mark.parametrize("tight", [False, True])
def test_svd_steps_are_those_of_numpy(stem, tight):
    model, tip = arm(stem)
    rng = np.random.default_rng(4)
    q = close_loops(model, model.home).q
    if tight:
        model.lower[:] = np.maximum(model.lower, q - 0.1)
        model.upper[:] = np.minimum(model.upper, q + 0.1)
    for rotation in (True, False, (True, False, True)):
        start = np.clip(integrate(model, q, rng.uniform(-0.05, 0.05, model.nv)), model.lower, model.upper)
        pose = frame(model, integrate(model, q, rng.uniform(-0.3, 0.3, model.nv)), tip)
        targets = [Target(tip, pose, rotation=rotation, weight=2.0)]
        expected = reference_step(model, targets, start)
        moved = one_svd_step(model, targets, start)
        np.testing.assert_allclose(moved, expected, atol=1e-7)
        assert np.abs(moved - start).max() > 1e-4


def one_svd_step(model: Model, targets: list[Target], start: np.ndarray) -> np.ndarray:
    """Where the kernel's first step leads, before open loops are closed for good."""
    tables, q = tables_of(model, targets), start.copy()
    speed.kernels.svd_steps.solve_by_svd(
        model.layout, model.constants, model.loops, model.halves, model.blocks, model.plain,
        tables.rows, tables.poses, tables.weights, model.lower, model.upper,
        np.ones(model.nv, dtype=np.bool_), 0.0, 0.0, 1, model.equations, q, np.zeros(5),
    )  # fmt: skip
    return q


@pytest.mark.usefixtures("_speed")
@pytest.mark.parametrize("shape", [(1, 1), (3, 7), (6, 6), (9, 4), (30, 36), (36, 30)])
@pytest.mark.parametrize("lost", [0, 1, 3])
def test_pseudo_inverses_are_those_of_numpy(shape, lost):
    rng = np.random.default_rng(shape[0] + lost)
    U, _ = np.linalg.qr(rng.normal(size=(shape[0], shape[0])))
    V, _ = np.linalg.qr(rng.normal(size=(shape[1], shape[1])))
    values = np.geomspace(1.0, 0.01, min(shape))
    values[max(len(values) - lost, 1) :] = 1e-7
    size = len(values)
    A = (U[:, :size] * values) @ V[:, :size].T
    B, X = rng.normal(size=(shape[0], 3)), np.empty((shape[1], 3))
    expected = np.linalg.pinv(A, rcond=SMALLEST) @ B
    columns = np.ascontiguousarray(A.T)
    rank = speed.kernels.pseudo_inverse.pseudo_solve(columns, 1e-12, B.copy(), X)
    assert rank == (values > SMALLEST).sum()
    np.testing.assert_allclose(X, expected, atol=1e-9 * np.abs(expected).max())
    squares = speed.kernels.pseudo_inverse.squared_values(columns)
    np.testing.assert_allclose(squares, values**2, atol=1e-13)


@pytest.mark.usefixtures("_speed")
@pytest.mark.parametrize("method", ["damped", "svd"])
def test_a_batch_is_the_same_as_one_by_one(method):
    model, tip = arm("puma560")
    rng = np.random.default_rng(3)
    poses = frame(model, rng.uniform(model.lower, model.upper, (12, model.nq)), tip)
    starts = rng.uniform(model.lower, model.upper, (12, model.nq))
    batch = solve_ik_batch(model, [Target(tip, poses)], starts, method=method, restarts=4, seed=2)
    for i, pose in enumerate(poses):
        one = solve_ik(model, [Target(tip, pose)], starts[i], method=method, restarts=4, seed=2)
        np.testing.assert_array_equal(batch.q[i], one.q)
        assert batch.status[i] is one.status
        assert batch.converged[i] == one.converged
        assert (batch.error[i], batch.closure[i], batch.iterations[i]) == (
            one.error,
            one.closure,
            one.iterations,
        )
    assert batch.converged.sum() > 8


@pytest.mark.usefixtures("_speed")
def test_a_path_goes_on_from_where_it_is():
    model = four_bar()
    start = close_loops(model, np.array([0.5, 0.3, 1.0])).q
    angles = 0.5 + np.linspace(0.0, 2.0 * np.pi, 100)
    poses = np.array([at(0.1 * np.cos(angle), 0.1 * np.sin(angle)) for angle in angles])
    path = solve_ik_batch(model, [Target("knee", poses, rotation=False)], start, path=True)
    assert path.converged.all()
    assert path.closure.max() < 1e-9
    assert max(np.abs(closure_error(model, q)).max() for q in path.q) < 1e-9
    assert np.abs(np.diff(path.q, axis=0)).max() < 0.3
    assert path.q[-1, 0] - path.q[0, 0] == pytest.approx(2.0 * np.pi, abs=1e-5), (
        "a full turn, not back to its start"
    )


@pytest.mark.usefixtures("_speed")
def test_one_pose_serves_for_all_and_held_joints_stay():
    model = planar_arm(0.4, 0.3, 0.2)
    starts = np.array([[0.1, 0.5, 0.3], [0.2, 0.9, -0.1], [np.nan, 0.4, 0.2]])
    batch = solve_ik_batch(
        model, [Target("tip", at(0.5, 0.4), rotation=False)], starts, held=["j1"], restarts=5
    )
    assert batch.q[:, 1].tolist() == [0.5, 0.9, 0.4]
    assert batch.converged.all()
    np.testing.assert_allclose(frame(model, batch.q, "tip")[:, :2, 3], [[0.5, 0.4]] * 3, atol=1e-6)


@pytest.mark.usefixtures("_speed")
def test_what_cannot_be_reached_has_its_status():
    model = planar_arm(0.4, 0.3)
    poses = np.array([at(0.5, 0.2), at(3.0, 0.0)])
    batch = solve_ik_batch(model, [Target("tip", poses, rotation=False)], np.array([0.3, 0.4]))
    assert batch.converged.tolist() == [True, False]
    assert batch.status[1] in {Status.SINGULAR, Status.UNREACHABLE}
    assert batch.error[1] == pytest.approx(2.3, abs=1e-3)


def many(count: int) -> np.ndarray:
    return np.tile(at(0.5, 0.2), (count, 1, 1))


BAD = {
    "single": (at(0.5, 0.2), np.zeros(2), {}, ValueError, "needs poses of shape"),
    "numbers": (many(3), np.zeros((4, 2)), {}, ValueError, "'tip' are 3, q_starts are 4"),
    "width": (
        many(3),
        np.zeros((3, 5)),
        {},
        ValueError,
        r"q_starts has shape \(3, 5\); it must be \(2,\) or \(3, 2\)",
    ),
    "path": (many(3), np.zeros((3, 2)), {"path": True}, ValueError, r"shape \(3, 2\); it must be \(2,\)"),
    "pose": (np.zeros((3, 3, 3)), np.zeros(2), {}, ValueError, r"its pose has shape \(3, 3, 3\)"),
    "rotation": (np.zeros((3, 4, 4)), np.zeros(2), {}, MechanismError, "'tip', pose 0: its rotation"),
    "infinite": (
        np.array([at(0.5, 0.2), at(np.inf, 0.2), at(0.5, 0.2)]),
        np.zeros(2),
        {},
        MechanismError,
        "pose 1: .* not finite",
    ),
    "method": (many(3), np.zeros(2), {"method": "magic"}, ValueError, "method is 'magic'"),
    "restarts": (many(3), np.zeros(2), {"restarts": -1}, ValueError, "restarts is -1"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_shapes_are_named(name):
    poses, starts, options, error, message = BAD[name]
    with pytest.raises(error, match=message):
        solve_ik_batch(planar_arm(0.4, 0.3), [Target("tip", poses, rotation=False)], starts, **options)


def test_no_target_at_all_is_a_batch_of_none():
    model = planar_arm(0.4, 0.3)
    batch = solve_ik_batch(model, [Target("tip", np.empty((0, 4, 4)))], np.zeros(2))
    assert batch.q.shape == (0, 2)
    assert batch.status.shape == (0,)
