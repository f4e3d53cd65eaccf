"""The same bits for any number of threads.

Small bodies are stepped by one thread, so the limit is lowered here. Kernels for several threads are compiled
anew in every process, which takes a while.
"""

from __future__ import annotations

import numba
import numpy as np
import pytest

import pliant as pl
from pliant.numerics import threads

COTTON = pl.materials.COTTON
MATERIALS = {"cotton": COTTON, "cotton at an angle": COTTON.model_copy(update={"fibre_angle": 0.4})}
INTEGRATORS = {"bdf2": pl.BDF2(), "semi_implicit": pl.SemiImplicit()}


SPRINGS = pl.Springs(stiffness=40.0, damping=0.02, mass=1e-3, shear=10.0, bend=3.0)


def _after(count: int, integrator, material, grid=(29, 23)) -> np.ndarray:
    before = numba.get_num_threads()
    numba.set_num_threads(count)
    try:
        scene = pl.Scene(gravity=pl.EARTH, dt=1 / 100, integrator=integrator)
        scene.add(pl.Surface(pl.shapes.rectangle(1, 1), id="cloth", grid=grid, material=material))
        scene.pin("cloth", corners=("00", "10"))
        scene.add(pl.obstacles.Sphere(center=(0, 0, -0.2), radius=0.2))
        simulation = pl.Simulation(scene)
        for _ in range(5):
            simulation.step()
        return simulation.positions("cloth")
    finally:
        numba.set_num_threads(before)


@pytest.mark.skipif(numba.get_num_threads() < 2, reason="only one thread here")
@pytest.mark.slow
@pytest.mark.parametrize("material", MATERIALS)
@pytest.mark.parametrize("integrator", INTEGRATORS)
def test_the_number_of_threads_changes_no_bit(
    integrator: str, material: str, monkeypatch: pytest.MonkeyPatch
):
    alone = _after(1, INTEGRATORS[integrator], MATERIALS[material])
    monkeypatch.setattr(threads, "SHARED_FROM", 0)
    together = _after(2, INTEGRATORS[integrator], MATERIALS[material])
    assert (alone == together).all()


@pytest.mark.skipif(numba.get_num_threads() < 2, reason="only one thread here")
@pytest.mark.slow
def test_the_number_of_threads_changes_no_bit_of_springs(monkeypatch: pytest.MonkeyPatch):
    """With so many springs that they make several blocks of each colour."""
    alone = _after(1, pl.Feynman(), SPRINGS, (97, 89))
    monkeypatch.setattr(threads, "SHARED_FROM", 0)
    assert (alone == _after(2, pl.Feynman(), SPRINGS, (97, 89))).all()


def _met(count: int, collision: bool) -> np.ndarray:
    """A sheet that is thrown onto another one, which hangs from its corners."""
    before = numba.get_num_threads()
    numba.set_num_threads(count)
    try:
        scene = pl.Scene(gravity=pl.EARTH, dt=1 / 100, **({} if collision else {"collision": False}))
        shape = pl.shapes.rectangle(1, 1)
        scene.add(pl.Surface(shape, id="net", grid=(21, 19), material=COTTON))
        scene.add(
            pl.Surface(
                shape, id="cloth", grid=(17, 23), material=COTTON, position=(0, 0, 0.05), velocity=(0, 0, -2)
            )
        )
        scene.pin("net", corners=("00", "10", "01", "11"))
        simulation = pl.Simulation(scene)
        for _ in range(6):
            simulation.step()
        return np.concatenate([simulation.positions("net"), simulation.positions("cloth")])
    finally:
        numba.set_num_threads(before)


@pytest.mark.skipif(numba.get_num_threads() < 2, reason="only one thread here")
@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:.*they would pass through each other")
def test_the_number_of_threads_changes_no_bit_of_bodies_that_meet(monkeypatch: pytest.MonkeyPatch):
    alone = _met(1, True)
    assert np.abs(alone - _met(1, False)).max() > 1e-3  # they do
    monkeypatch.setattr(threads, "SHARED_FROM", 0)
    assert (alone == _met(2, True)).all()


def test_a_small_body_is_not_shared():
    """A team that waits for a busy core costs milliseconds, many times what the step takes."""
    scene = pl.Scene(
        bodies=[pl.Surface(pl.shapes.rectangle(1, 1), id="cloth", grid=(64, 64), material=COTTON)]
    )
    assert threads.team_size(pl.Simulation(scene).model.body("cloth").layout) == 1
