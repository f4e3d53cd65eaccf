"""Cells of grids: the patch test on any grid, bending in their plane, what is torn, strains without stress."""

from __future__ import annotations

import numpy as np
import pytest

from pliant.energies.metric import MetricEnergy
from pliant.energies.surface import RestSurface, metric_energy
from pliant.numerics.differences import Links
from pliant.numerics.grid_layout import GridLayout

YOUNG, POISSON = 1e3, 0.3
ISOTROPIC = (
    YOUNG
    / (1.0 - POISSON**2)
    * np.array([[1.0, POISSON, 0.0], [POISSON, 1.0, 0.0], [0.0, 0.0, 0.5 * (1.0 - POISSON)]])
)
WOVEN = np.array([[900.0, 120.0, 60.0], [120.0, 400.0, -30.0], [60.0, -30.0, 150.0]])


def flat(points: np.ndarray, stiffness: np.ndarray, broken: np.ndarray | None = None) -> MetricEnergy:
    """Of a grid (M, N, 2) in the plane."""
    layout = GridLayout(points.shape[:2])
    links = Links.build(layout) if broken is None else Links.build(layout, broken)
    rest = RestSurface.build(layout, links, np.concatenate([points, 0.0 * points[..., :1]], axis=-1))
    return metric_energy(rest, stiffness, angle=0.4)


def grid(shape: tuple[int, int], random: float = 0.0) -> np.ndarray:
    points = np.stack(np.meshgrid(*[np.arange(float(n)) for n in shape], indexing="ij"), axis=-1)
    return points + random * np.random.default_rng(4).uniform(-1.0, 1.0, points.shape)


def forces(energy: MetricEnergy, points: np.ndarray) -> tuple[float, np.ndarray]:
    layout = energy.layout
    out = layout.zeros(3)
    return energy.add_gradient(layout.spread(points), out), layout.gather(out).reshape(*layout.shape, 3)


def turned(stiffness: np.ndarray, angle: float) -> np.ndarray:
    """Components C of a material whose axes are turned by an angle, from those in its own."""
    c, s = np.cos(angle), np.sin(angle)
    to_own = np.array([[c * c, s * s, c * s], [s * s, c * c, -c * s], [-2 * c * s, 2 * c * s, c * c - s * s]])
    return to_own.T @ stiffness @ to_own


@pytest.mark.parametrize("distortion", [0.0, 0.2, 0.3])
@pytest.mark.parametrize("stiffness", [ISOTROPIC, WOVEN], ids=["isotropic", "woven"])
@pytest.mark.parametrize("large", [False, True])
def test_an_even_strain_has_no_forces_inside_and_the_right_energy(distortion, stiffness, large):
    """The first axis of a cell is that of its material, so that one which is not isotropic needs an even first axis."""
    points = grid((5, 6), distortion)
    if stiffness is WOVEN:
        points[..., 1] = grid((5, 6))[..., 1]
    energy = flat(points, stiffness)
    F = np.eye(3)
    F[:2, :2] += (0.3 if large else 1e-4) * np.random.default_rng(1).normal(size=(2, 2))
    plane = np.concatenate([points, 0.0 * points[..., :1]], axis=-1)
    stored, force = forces(energy, plane @ F.T)
    E = 0.5 * (F.T @ F - np.eye(3))[:2, :2]
    voigt = np.array([E[0, 0], E[1, 1], 2.0 * E[0, 1]])
    rim = np.concatenate([points[0], points[1:, -1], points[-1, -2::-1], points[-2:0:-1, 0]])
    area = 0.5 * abs(np.sum(rim[:, 0] * np.roll(rim[:, 1], -1) - rim[:, 1] * np.roll(rim[:, 0], -1)))
    assert stored == pytest.approx(0.5 * area * voigt @ turned(stiffness, 0.4) @ voigt, rel=1e-7)
    assert np.abs(force[1:-1, 1:-1]).max() < 1e-8 * np.abs(force).max()


@pytest.mark.parametrize("skew", [0.0, 0.5])
@pytest.mark.parametrize("stiffness", [ISOTROPIC, WOVEN], ids=["isotropic", "woven"])
def test_one_cell_bends_in_its_plane_like_a_beam(skew: float, stiffness: np.ndarray):
    """With the curvature κ its energy is ½ κ²/s₁₁ ∫y² dA, s the compliance along it; corners of b are moved freely."""
    a, h, curvature = 3.0, 0.5, 1e-4
    points = np.array([[(x + skew * y, y) for y in (-h, h)] for x in (0.0, a)])
    energy = flat(points, stiffness)
    x, y = points[..., 0], points[..., 1]
    along = curvature * (x - a / 2) * y  # ε₁₁ = κ y
    moved = np.stack([x + along, y - 0.5 * curvature * (x - a / 2) ** 2, 0.0 * x], axis=-1)
    compliance = np.linalg.inv(turned(stiffness, 0.4))
    # nodes cannot show the strains across: ½ s₂₁/s₁₁ κ y² and s₃₁/s₁₁ κ y²/2, alike at y = ±h
    lateral = 0.5 * curvature * y**2 / compliance[0, 0]
    moved[..., 1] += lateral * compliance[1, 0]
    moved[..., 0] += lateral * compliance[2, 0]
    stored, _ = forces(energy, moved)
    inertia = a * (2 * h) ** 3 / 12.0
    assert stored == pytest.approx(0.5 * curvature**2 * inertia / compliance[0, 0], rel=2e-3)


def test_a_quadratic_form_is_the_sum_over_its_points():
    energy = flat(grid((4, 5), 0.25), WOVEN)
    random = np.random.default_rng(5)
    layout, p = energy.layout, 0.1 * random.normal(size=(3, 4 * energy.layout.size))
    share = random.uniform(0.5, 1.0, 4 * layout.size)
    x = layout.spread(random.normal(size=(*layout.shape, 3)))
    g11, g22, g12 = (energy.strains(x) - p).reshape(3, 4, -1)
    c11, c12, c13, c22, c23, c33 = np.moveaxis(energy.moduli.reshape(4, 6, -1), 1, 0) * share.reshape(4, -1)
    parts = c11 * g11**2 + c22 * g22**2 + 2 * c12 * g11 * g22 + 4 * (c13 * g11 + c23 * g22 + c33 * g12) * g12
    assert energy.flowed(p, share).stored(x) == pytest.approx(0.125 * parts.sum(), rel=1e-12)


def test_a_broken_link_resists_nothing_and_the_rest_of_its_cell_does():
    points = grid((2, 2))
    broken = np.zeros((2, 2, 2), dtype=bool)
    broken[0, 0, 1] = True  # a₁, from [0, 1] to [1, 1]
    energy = flat(points, ISOTROPIC, broken)
    x = np.concatenate([points, 0.0 * points[..., :1]], axis=-1)
    turn = np.array([[np.cos(0.3), -np.sin(0.3), 0.0], [np.sin(0.3), np.cos(0.3), 0.0], [0.0, 0.0, 1.0]])
    open_ = (
        x.copy()
    )  # b₀ and b₁ turn apart by the same angle: a₁ is longer, no other edge, and a·b is as before
    open_[0, 1] = x[0, 0] + turn @ (x[0, 1] - x[0, 0])
    open_[1, 1] = x[1, 0] + turn.T @ (x[1, 1] - x[1, 0])
    whole, _ = forces(flat(points, ISOTROPIC), open_)
    torn, _ = forces(energy, open_)
    assert whole > 10.0 and torn == pytest.approx(0.0, abs=1e-12)
    long = x * [1.0, 1.1, 1.0]
    assert forces(energy, long)[0] > 0.1
