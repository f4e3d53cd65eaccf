"""Responses as the sources print them: along the normal of the deformable surface."""

from __future__ import annotations

import numpy as np
import pytest

import pliant as pl

LAWS = [
    pl.responses.ExponentialPenalty(1e-4, 0.02, along="normal"),
    pl.responses.QuadraticPenalty(0.01, along="normal"),
]


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("variant", ["kelager", "terzopoulos"])
def test_the_printed_response_is_the_part_along_the_normal_of_the_body(law, variant):
    """000 (3.6.7), 001 (4.28): a sheet tilted by 60° on a plane gets half of the push, along its own normal."""
    tilt = np.radians(60.0)
    scene = pl.Scene(integrator="semi_implicit", dt=1e-4, contact=law)
    sheet = pl.Surface(
        pl.shapes.rectangle(0.1, 0.1), grid=(4, 4), material=pl.Raw(mass=1.0), variant=variant, rotation=(tilt, 0, 0),
        position=(0, 0, -0.05), id="sheet",
    )  # fmt: skip
    scene.add(sheet)
    scene.add(pl.obstacles.Plane(), id="floor")
    pushed = pl.Simulation(scene)
    scene.contact = law.model_copy(update={"along": "gradient"})
    whole = pl.Simulation(scene)
    for one in (pushed, whole):
        one.step()
    normal = np.array([0.0, -np.sin(tilt), np.cos(tilt)])
    low = whole.velocities("sheet")[:, 2] > 1e-9
    assert low.any()
    expected = (whole.velocities("sheet") @ normal)[:, None] * normal
    assert pushed.velocities("sheet")[low] == pytest.approx(expected[low], rel=2e-2)


def test_the_printed_response_is_refused_where_it_cannot_be():
    law = pl.responses.ExponentialPenalty(along="normal")
    sheet = pl.Surface(pl.shapes.rectangle(1, 1), grid=(3, 3), material="cotton")
    with pytest.raises(pl.SceneError, match="gradient of no energy"):
        pl.Scene(bodies=[sheet], obstacles=[pl.obstacles.Plane(response=law)])
    rope = pl.Curve(pl.shapes.line(), grid=3, material="rope")
    with pytest.raises(pl.SceneError, match="is a curve and is pushed along the gradient only"):
        pl.Scene(bodies=[rope], obstacles=[pl.obstacles.Plane(response=law)], integrator="rk4")
