"""Forces and energies of the user's own: functions in Python."""

from __future__ import annotations

import numpy as np
import pytest

import pliant as pl

SHEET = pl.Sheet(membrane=100.0, bending=0.1, area_density=0.5)


def flying(*forces, **options) -> pl.Simulation:
    scene = pl.Scene(dt=0.01, seconds=0.1, collision=False, **options)
    scene.add(pl.Surface(pl.shapes.rectangle(0.5, 0.4), id="sheet", grid=(6, 5), material=SHEET))
    for force in forces:
        scene.add(force)
    return pl.Simulation(scene, energy_balance=True)


def after(simulation: pl.Simulation, steps: int = 40) -> np.ndarray:
    for _ in range(steps):
        simulation.step()
    return simulation.positions("sheet")


@pytest.mark.parametrize("integrator", ["bdf2", "rk4", "semi_implicit"])
def test_a_weight_of_the_users_own_is_gravity(integrator: str):
    """To the rounding of a solver that is told of it in another way."""
    spec = {"kind": integrator}
    known = flying(pl.Gravity(9.81), integrator=spec)
    weights = known.masses("sheet")[:, None] * (0.0, 0.0, -9.81)
    own = flying(pl.forces.Custom(lambda x, v, t: weights), integrator=spec)
    assert after(own) == pytest.approx(after(known), abs=1e-7)
    assert own.energy_balance().work == pytest.approx(
        own.energy_balance().kinetic, rel=0.05
    )  # of first order in dt


def well(stiffness: float):
    return lambda x, t: (0.5 * stiffness * np.sum(x**2), stiffness * x)


@pytest.mark.parametrize("stiffness", [2.0, 2000.0])
def test_springs_of_the_users_own_are_springs(stiffness: float):
    spring = pl.Spring(stiffness, (0, 0, 0))
    blocks = lambda x, t: np.tile(stiffness * np.eye(3), (len(x), 1, 1))  # noqa: E731
    own = flying(pl.forces.CustomEnergy(well(stiffness), blocks), pl.Gravity(9.81))
    known = flying(spring, pl.Gravity(9.81))
    assert after(own) == pytest.approx(after(known), abs=1e-9)
    assert own.energies()["potential"] == pytest.approx(known.energies()["potential"], rel=1e-9)


def test_an_energy_without_a_hessian_leads_to_the_same_place():
    alone, known = (
        flying(pl.forces.CustomEnergy(well(0.2)), pl.Gravity(9.81)),
        flying(pl.Spring(0.2), pl.Gravity(9.81)),
    )
    assert after(alone, 15) == pytest.approx(
        after(known, 15), abs=1e-3
    )  # soon they will have pulled it into a heap


def test_static_steps_know_energies():
    own = flying(
        pl.forces.CustomEnergy(lambda x, t: (50.0 * np.sum(x[:, 2] ** 2), 100.0 * x * (0, 0, 1)), blocks_up),
        pl.Spring(10.0, (0, 0, 0), apply_to=[pl.Target("sheet", corners=["00"])]),
        pl.Gravity(9.81),
        integrator=pl.Static(),
    )
    own.step()
    weight = own.masses("sheet").sum() * 9.81
    assert 100.0 * -own.positions("sheet")[1:, 2].sum() - 110.0 * own.positions("sheet")[
        0, 2
    ] == pytest.approx(weight, rel=1e-6)


def blocks_up(x: np.ndarray, t: float) -> np.ndarray:
    return np.tile(np.diag((0.0, 0.0, 100.0)), (len(x), 1, 1))


def test_a_force_is_given_the_nodes_that_it_acts_on():
    seen = []

    def force(x: np.ndarray, v: np.ndarray, t: float) -> np.ndarray:
        seen.append((x.shape, v.shape, t))
        return np.zeros_like(x)

    after(flying(pl.forces.Custom(force, apply_to=[pl.Target("sheet", edges=["m0"])])), 1)
    assert seen[0] == ((5, 3), (5, 3), pytest.approx(0.01))


@pytest.mark.parametrize(
    ("force", "message"),
    [
        (
            pl.forces.Custom(lambda x, v, t: x[:2]),
            r"lambda.* at t = 0.01 s is no array of numbers \(30, 3\)",
        ),
        (pl.forces.Custom(lambda x: x), "has failed: TypeError"),
        (pl.forces.Custom(lambda x, v, t: x / 0.0), "is (nan|inf|-inf) at"),
        (pl.forces.CustomEnergy(lambda x, t: 3.0), "an energy and its gradient"),
        (pl.forces.CustomEnergy(lambda x, t: (np.nan, x)), "is nan at"),
        (pl.forces.CustomEnergy(well(1.0), lambda x, t: np.eye(2)), r"the hessian .* \(30, 3, 3\)"),
    ],
)
def test_what_makes_no_sense_says_so(force, message: str):
    with np.errstate(all="ignore"), pytest.raises(pl.PliantError, match=message):
        after(flying(force), 1)


def test_no_file_can_hold_them(tmp_path):
    scene = flying(pl.forces.CustomEnergy(well(1.0))).scene
    with pytest.raises(pl.SceneError, match=r"forces\[0\]: a function of Python cannot be written"):
        pl.save(scene, tmp_path / "a.yaml")
    with pytest.raises(pl.SceneError, match="only be given in Python"):
        pl.Scene(forces=[{"kind": "custom", "function": "force"}])


def test_functions_may_be_compiled_by_numba():
    import numba

    @numba.njit
    def pull(x, v, t):
        return -2.0 * x - 0.1 * v

    @numba.njit
    def energy(x, t):
        return np.sum(x**2), 2.0 * x

    def plain(x, v, t):
        return -2.0 * x - 0.1 * v

    compiled, python = flying(pl.forces.Custom(pull)), flying(pl.forces.Custom(plain))
    assert after(compiled, 5) == pytest.approx(after(python, 5), abs=1e-12)
    assert np.isfinite(after(flying(pl.forces.CustomEnergy(energy)), 5)).all()
