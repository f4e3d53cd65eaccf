"""Parameters are found again from what they did."""

from __future__ import annotations

import numpy as np
import pytest

import pliant as pl
from pliant.fitting.tangent import tangents

YOUNG, POISSON, DAMPING = (f"bodies.cloth.material.{name}" for name in ("young", "poisson", "damping"))


def hanging(young: float = 2e4, poisson: float = 0.3, damping: float = 2e-3, nodes: int = 7) -> pl.Scene:
    """A soft cloth that falls from its rest shape, held at two corners."""
    material = pl.Elastic(young=young, poisson=poisson, thickness=1e-3, density=200.0, damping=damping)
    scene = pl.Scene(gravity=pl.EARTH, dt=1 / 60, collision=False)
    cloth = scene.add(
        pl.Surface(pl.shapes.rectangle(1, 1), grid=(nodes, nodes), material=material), id="cloth"
    )
    scene.pin(cloth, corners=("00", "10"))
    return scene


def test_youngs_modulus_and_poissons_ratio_of_a_hanging_cloth_are_found_from_its_motion_to_1_percent():
    measured = pl.simulate(hanging(2e4, 0.3), seconds=0.4)
    found = pl.fit(hanging(6e4, 0.1), {YOUNG: (2e3, 2e5), POISSON: (0.0, 0.45)}, measured)
    assert found.converged
    assert found.values[YOUNG] == pytest.approx(2e4, rel=0.01)
    assert found.values[POISSON] == pytest.approx(0.3, rel=0.01)
    assert found.scene.bodies[0].material.young == found.values[YOUNG]
    assert found.errors[YOUNG] < 0.01 * found.values[YOUNG]


def test_uncertainty_is_that_of_repeated_measurements():
    """Noise of 1 mm on every coordinate; the truth is within three standard deviations."""
    scene = hanging(nodes=5)
    clean = pl.simulate(scene, seconds=0.3)
    noise = np.random.default_rng(3).normal(scale=1e-3, size=clean.positions("cloth").shape)
    target = {"times": clean.times, "cloth": clean.positions("cloth") + noise}
    found = pl.fit(scene, {YOUNG: (2e3, 2e5)}, target)
    assert found.residual == pytest.approx(1e-3, rel=0.1)
    assert 0.0 < abs(found.values[YOUNG] - 2e4) < 3.0 * found.errors[YOUNG] < 0.05 * 2e4


def test_a_stiffness_is_found_from_a_sag():
    def low(recording: pl.Recording) -> float:
        return recording.positions("cloth")[-1, :, 2].min()

    static = {"integrator": pl.Static(), "dt": 1.0}
    wanted = low(pl.simulate(hanging(5e4, nodes=5).model_copy(update=static), steps=1))
    scene = hanging(2e4, nodes=5).model_copy(update=static)
    found = pl.fit(scene, {YOUNG: (5e3, 5e5)}, lambda rec: [1e3 * (low(rec) - wanted), 0.0], steps=1)
    assert found.values[YOUNG] == pytest.approx(5e4, rel=0.01)


@pytest.mark.parametrize(
    ("parameters", "target", "message"),
    [
        ({}, lambda rec: np.zeros(3), "nothing to fit"),
        ({YOUNG: (1.0, 1.0)}, lambda rec: np.zeros(3), "bounds"),
        ({"bodies.cloth.material.colour": (0, 1)}, lambda rec: np.zeros(3), "no 'colour'"),
        ({YOUNG: (1e3, 1e5)}, lambda rec: [1.0], "do not tell"),
        ({YOUNG: (1e3, 1e5)}, lambda rec: [np.nan, 0.0], "not finite"),
        (
            {YOUNG: (1e3, 1e5)},
            {"times": [0.0, 0.1], "flag": np.zeros((2, 1, 3))},
            "'flag'; the scene has cloth",
        ),
        ({YOUNG: (1e3, 1e5)}, {"times": [0.0, 0.1], "cloth": np.zeros((2, 3))}, "shape"),
        ({YOUNG: (1e3, 1e5)}, {"times": [0.1, 0.0], "cloth": np.zeros((2, 25, 3))}, "increase"),
        ({YOUNG: (1e3, 1e5)}, 3.0, "a target is"),
    ],
)
def test_what_cannot_be_fitted_says_so(parameters, target, message: str):
    with pytest.raises(pl.PliantError, match=message):
        pl.fit(hanging(nodes=5), parameters, target, steps=2 if callable(target) else None)


@pytest.mark.parametrize("path", [YOUNG, POISSON, DAMPING, "gravity"])
@pytest.mark.parametrize("integrator", ["bdf2", "backward_euler"])
def test_tangents_are_the_differences_of_runs(path: str, integrator: str):
    """Of runs solved to 1e-9, that differ so little that a fold that comes a little earlier does not count."""
    spec = {"kind": integrator, "tolerance": 1e-9}
    scene = pl.set_parameter(hanging(nodes=5), "integrator", spec)
    scene = pl.set_parameter(scene, "gravity", 9.81)
    scene.add(pl.obstacles.Sphere(0.2, (0.0, 0.0, -0.35)))
    value = 9.81 if path == "gravity" else getattr(scene.bodies[0].material, path.rpartition(".")[2])
    low, high = (pl.set_parameter(scene, path, value * (1 + s)) for s in (-1e-5, 1e-5))
    found = tangents(scene, [(low, high)], 20)
    assert found is not None
    runs = [pl.simulate(one, steps=20).positions("cloth") for one in (low, high)]
    difference = runs[1] - runs[0]
    assert np.abs(difference).max() > 1e-8
    assert np.abs(found[0]["cloth"] - difference).max() < 2e-3 * np.abs(difference).max()


def test_what_a_state_does_not_tell_has_no_tangents():
    rubbed = hanging(nodes=5)
    rubbed.add(pl.obstacles.Sphere(0.2, (0, 0, -0.3), friction=0.3, response=pl.responses.Penalty()))
    flowing = hanging(nodes=5)
    flowing.bodies[0] = flowing.bodies[0].model_copy(update={"flow": pl.Maxwell(0.5)})
    for scene in (rubbed, flowing):
        assert tangents(scene, [(scene, scene)], 2) is None
