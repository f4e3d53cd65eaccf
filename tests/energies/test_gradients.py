"""The kernels of stretching and bending, energy by energy: true derivatives on every kind of grid, and the same bits
however rows are cut into blocks and shared among threads."""

from __future__ import annotations

import numba
import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from pliant.energies.surface import RestSurface, bending_energies, metric_energy
from pliant.model.protocols import Energy, StepContext
from pliant.numerics import threads
from pliant.numerics.differences import Links
from pliant.numerics.grid_layout import GridLayout
from pliant.numerics.matrix import WIDE, GridMatrix


def isotropic(stiffness: float, poisson: float = 0.3) -> np.ndarray:
    c = stiffness / (1 - poisson**2)
    return np.array([[c, c * poisson, 0], [c * poisson, c, 0], [0, 0, c * (1 - poisson) / 2]])


def surface(kind: str, shape: tuple[int, int] = (6, 7)) -> tuple[GridLayout, np.ndarray, np.ndarray | None]:
    """Layout, points and broken links of a small sheet."""
    m, n = shape
    layout = GridLayout(shape, (kind == "tube", False))
    s = np.arange(m) / (m if kind == "tube" else m - 1)
    u, v = np.meshgrid(s, np.linspace(0, 1, n), indexing="ij")
    broken = None
    if kind == "tube":
        points = np.stack([np.cos(2 * np.pi * u), np.sin(2 * np.pi * u), 1.5 * v], -1)
    elif kind == "skew and curved":
        points = np.stack([1.2 * u + 0.4 * v, v, 0.3 * u**2 - 0.2 * u * v], -1)
    else:
        points = np.stack([1.2 * u, v, 0 * u], -1)
    if kind == "torn":
        broken = np.zeros((2, *shape), dtype=bool)
        broken[0, 2, 3] = broken[1, 3, 2] = True
    return layout, points, broken


def energies(layout: GridLayout, points: np.ndarray, broken: np.ndarray | None, damping_time: float = 0.0):
    rest = RestSurface.build(layout, Links.build(layout, broken), points)
    return [
        metric_energy(rest, isotropic(100.0), angle=0.2, damping_time=damping_time),
        *bending_energies(rest, isotropic(1.0), damping_time=damping_time),
    ]


def fold(layout: GridLayout, a: np.ndarray) -> np.ndarray:
    """What kernels leave in the halo belongs to the nodes on the opposite side."""
    for place, node in layout.halo:
        a[..., node] += a[..., place]
        a[..., place] = 0.0
    layout.fill_halo(a)
    return a


def gradient(energy: Energy, layout: GridLayout, points: np.ndarray) -> tuple[float, np.ndarray]:
    out = layout.zeros(3)
    value = energy.add_gradient(layout.spread(points), out)
    return value, layout.gather(fold(layout, out)).ravel()


def hessian(energy: Energy, layout: GridLayout, points: np.ndarray, psd: bool) -> np.ndarray:
    matrix = GridMatrix.zeros(layout, WIDE)
    energy.add_hessian(layout.spread(points), matrix, psd)
    fold(layout, matrix.values)
    return matrix.to_sparse().toarray()


def bent(points: np.ndarray, seed: int = 1) -> np.ndarray:
    return points + 0.05 * np.random.default_rng(seed).standard_normal(points.shape)


KINDS = ["flat", "skew and curved", "tube", "torn"]


@pytest.mark.parametrize("damping_time", [0.0, 0.05])
@pytest.mark.parametrize("kind", KINDS)
def test_forces_and_hessians_are_derivatives(kind: str, damping_time: float):
    layout, points, broken = surface(kind)
    x, eps = bent(points), 1e-6
    before = layout.spread(bent(points, seed=2))
    context = StepContext(before, 0 * before, 0.0, 0.1, before, 0.1)
    for energy in (one.freeze(context) for one in energies(layout, points, broken, damping_time)):
        force, full = gradient(energy, layout, x)[1], hessian(energy, layout, x, psd=False)
        for i in range(0, 3 * layout.count, 5):
            step = np.zeros(3 * layout.count)
            step[i] = eps
            step = step.reshape(points.shape)
            (high, f_high), (low, f_low) = (
                gradient(energy, layout, x + step),
                gradient(energy, layout, x - step),
            )
            assert (high - low) / (2 * eps) == pytest.approx(force[i], abs=1e-7 * np.abs(force).max())
            assert np.abs((f_high - f_low) / (2 * eps) - full[:, i]).max() < 1e-7 * np.abs(full).max()


@pytest.mark.parametrize("kind", KINDS)
def test_newtons_hessian_has_no_negative_eigenvalue(kind: str):
    layout, points, broken = surface(kind)
    for energy in energies(layout, points, broken):
        eigenvalues = np.linalg.eigvalsh(hessian(energy, layout, bent(points), psd=True))
        assert eigenvalues[0] > -1e-12 * eigenvalues[-1]


@pytest.mark.parametrize("kind", KINDS)
def test_rest_is_free_of_force_and_rigid_motion_changes_nothing(kind: str):
    layout, points, broken = surface(kind)
    turn = Rotation.from_rotvec([1.2, -0.4, 2.0]).as_matrix()
    for energy in energies(layout, points, broken):
        value, force = gradient(energy, layout, bent(points))
        moved, turned = gradient(energy, layout, bent(points) @ turn.T + np.array([0.5, -2.0, 3.0]))
        assert moved == pytest.approx(value, rel=1e-10)
        assert (
            np.abs(turned.reshape(-1, 3) - force.reshape(-1, 3) @ turn.T).max() < 1e-10 * np.abs(force).max()
        )
        assert np.abs(gradient(energy, layout, points)[1]).max() < 1e-12 * np.abs(force).max()


def test_rows_longer_than_a_block_join_without_a_seam():
    """Rows are worked on in blocks of about 128 columns: a periodic wave has the same force in each of its periods."""
    layout = GridLayout((5, 273))
    u, v = np.meshgrid(np.arange(5.0), np.arange(273.0), indexing="ij")
    points = np.stack([u, v, 0 * u], -1)
    x = points + 0.1 * np.stack([np.sin(v * np.pi / 8), 0 * v, np.cos(v * np.pi / 8) * u], -1)
    for energy in energies(layout, points, None):
        force = gradient(energy, layout, x)[1].reshape(5, 273, 3)
        assert np.abs(force[:, 16:240] - force[:, 32:256]).max() < 1e-11 * np.abs(force).max()
        blocks = hessian(energy, layout, x, psd=True)[:48, :48]
        assert np.abs(blocks - blocks.T).max() < 1e-12 * np.abs(blocks).max()


@pytest.mark.slow
@pytest.mark.skipif(numba.get_num_threads() < 2, reason="only one thread here")
def test_threads_change_no_bit(monkeypatch: pytest.MonkeyPatch):
    results = []
    for shared_from in (10**9, 0):
        monkeypatch.setattr(threads, "SHARED_FROM", shared_from)
        layout, points, broken = surface("torn", (23, 140))
        for energy in energies(layout, points, broken):
            value, force = gradient(energy, layout, bent(points))
            matrix = GridMatrix.zeros(layout, WIDE)
            energy.add_hessian(layout.spread(bent(points)), matrix, True)
            results.append((value, force, matrix.values))
    half = len(results) // 2
    for alone, together in zip(results[:half], results[half:], strict=True):
        assert alone[0] == together[0]
        assert (alone[1] == together[1]).all()
        assert (alone[2] == together[2]).all()
