"""The contract of every linear solver: the same step, whoever solves for it, on every kind of body."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import pliant as pl

SOLVERS = {
    "auto": pl.Solver("auto", tolerance=1e-9),
    "direct": pl.Solver("direct"),
    "banded": pl.Solver("banded"),
    "profile": pl.Solver("profile"),
    "sor": pl.Solver("sor", tolerance=1e-9, iterations=20_000),
    "adi": pl.Solver("adi", tolerance=1e-9, iterations=5000),
    **{
        f"cg, {name}": pl.Solver("cg", preconditioner=name, tolerance=1e-9, iterations=5000)
        for name in ("none", "jacobi", "ssor", "multigrid")
    },
}
INTEGRATORS = {
    "semi_implicit": pl.SemiImplicit(),
    "bdf2": pl.BDF2(tolerance=1e-7, newton_iterations=40),
}
SHEET = pl.Sheet(membrane=500.0, bending=0.01, area_density=0.3, damping=1e-3)
BODIES = {
    "flat": pl.Surface(pl.shapes.rectangle(1, 1), id="body", grid=(12, 11), material=SHEET),
    "skew": pl.Surface(
        pl.shapes.bezier([(0, 0, 0), (1, 0.1, 0), (0.4, 0.9, 0), (1.5, 1, 0)], order=1),
        id="body",
        grid=(11, 10),
        material=SHEET,
    ),
    "closed": pl.Surface(
        pl.shapes.ellipsoid(0.4, 0.4, 0.5), id="body", grid=(12, 11), periodic=(True, False), material=SHEET
    ),
}


def _after(body: pl.Surface, solver: pl.Solver, integrator) -> np.ndarray:
    scene = pl.Scene(gravity=pl.EARTH, dt=0.01, integrator=integrator, solver=solver, bodies=[body])
    scene.add(pl.obstacles.Sphere(center=(0.5, 0.5, -0.6), radius=0.5))
    scene.pin("body", nodes=[(0, 7), (1, 7)])
    simulation = pl.Simulation(scene)
    for _ in range(3):
        simulation.step()
    return simulation.positions("body")


@cache
def _expected(body: str, integrator: str) -> np.ndarray:
    return _after(BODIES[body], pl.Solver("direct"), INTEGRATORS[integrator])


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("integrator", INTEGRATORS)
def test_every_solver_leads_to_the_same_step(body: str, solver: str, integrator: str):
    spec, expected = BODIES[body], _expected(body, integrator)
    moved = np.abs(expected - spec.shape.points(spec.grid, spec.periodic).reshape(-1, 3)).max()
    found = _after(spec, SOLVERS[solver], INTEGRATORS[integrator])
    assert np.abs(found - expected).max() < 1e-5 * moved


@pytest.mark.parametrize("kind", ["cg", "direct", "banded"])
def test_every_solver_serves_the_published_variants(kind: str):
    """Their matrix has one number per pair of nodes; CG, LU and Cholesky agree while it is definite."""
    raw = pl.Raw(tension=((0.3, 0.1), (0.1, 0.3)), rigidity=((1e-5, 1e-5), (1e-5, 1e-5)), damping=0.5)
    body = pl.Surface(pl.shapes.rectangle(2, 2), id="body", grid=(12, 11), material=raw, variant="kelager")
    results = []
    for solver in (pl.Solver("direct"), pl.Solver(kind, tolerance=1e-12)):
        scene = pl.Scene(
            gravity=pl.EARTH, dt=0.01, integrator=pl.SemiImplicit(), solver=solver, bodies=[body]
        )
        scene.pin("body", corners=("00", "10"))
        simulation = pl.Simulation(scene)
        for _ in range(20):
            simulation.step()
        results.append(simulation.positions("body"))
    assert np.abs(results[0] - results[1]).max() < 1e-8


def test_an_indefinite_matrix_is_survived():
    """A published sheet under compression: conjugate gradients cannot, so LU takes over and the step is made."""
    raw = pl.Raw(tension=((50.0, 20.0), (20.0, 50.0)))
    small = pl.shapes.rectangle(0.5, 0.5)
    body = pl.Surface(
        pl.shapes.rectangle(1, 1),
        id="body",
        initial_shape=small,
        grid=(8, 8),
        material=raw,
        variant="kelager",
    )
    scene = pl.Scene(dt=0.01, integrator=pl.SemiImplicit(), bodies=[body])
    simulation = pl.Simulation(scene)
    simulation.step()
    assert np.isfinite(simulation.positions("body")).all()
