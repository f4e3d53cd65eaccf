"""`kelager` reproduces trajectories of the original program of document 000 (OpenTissue EDM, double precision).

`data/*.npz`: `steps` (k,) and `positions` (k, M, N, 3), r[m, n] after that many steps of 0.01 s. The original stops
its conjugate gradients at an absolute residual of 1e-5 times the number of particles; that limits the agreement,
so our own systems are solved far more sharply. An independent direct solve differs by 2.4e-5 (tension) and 5e-3
(hang, step 300).
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import pliant as pl

DATA = Path(__file__).parent / "data"
SHARP = pl.Solver("cg", tolerance=1e-12, iterations=2000)


def _control_points(corner: float) -> list[tuple[float, float, float]]:
    """Those of a quadratic patch, its four corners at ±corner [000 §6.1.1.1]."""
    points = []
    for i in range(3):
        for j in range(3):
            scale = corner if i != 1 and j != 1 else 1.0
            points.append((scale * (j - 1.0), scale * (i - 1.0), 0.0))
    return points


def tension() -> pl.Scene:
    material = pl.Raw(tension=((0.5, 0.5), (0.5, 0.5)), mass=5.0, damping=50.0)
    patch = pl.Surface(
        pl.shapes.bezier(_control_points(1.0), order=2),
        id="patch",
        initial_shape=pl.shapes.bezier(_control_points(1.8), order=2),
        grid=(7, 7),
        material=material,
        variant="kelager",
    )
    return pl.Scene(bodies=[patch], dt=0.01, integrator=pl.SemiImplicit())


def hang() -> pl.Scene:
    material = pl.Raw(
        tension=((0.35, 0.25), (0.25, 0.35)),
        rigidity=((7.5e-5, 7.5e-4), (7.5e-4, 7.5e-5)),
        mass=1.0,
        damping=0.85,
    )
    corners = [(-2.0, -2.0, 4.0), (2.0, -2.0, 4.0), (-2.0, 2.0, 4.0), (2.0, 2.0, 4.0)]
    patch = pl.Surface(
        pl.shapes.bezier(corners, order=1), id="patch", grid=(16, 16), material=material, variant="kelager"
    )
    scene = pl.Scene(bodies=[patch], dt=0.01, integrator=pl.SemiImplicit(), gravity=(0.0, 0.0, -9.82))
    scene.pin("patch", nodes=[(0, 0), (15, 0)])
    return scene


TENSION_XML = """<EDMConfig id="tension">
  <MaterialContainer />
  <ExternalForces />
  <RigidObjects />
  <DeformableBodies>
    <Body id="patch" model="Surface" type="GenericBezierPatch">
      <Properties timestep="0.01" order="2" />
      <NaturalShape>{natural}</NaturalShape>
      <InitialShape>{initial}</InitialShape>
      <Particles grid="[7,7]">
        <All mass="5" damping="50" tension="[[0.5, 0.5], [0.5, 0.5]]" rigidity="[[0, 0], [0, 0]]" />
      </Particles>
    </Body>
  </DeformableBodies>
</EDMConfig>
"""

HANG_XML = """<EDMConfig id="hang">
  <MaterialContainer />
  <ExternalForces>
    <Force id="Gravity" type="Gravity"><Properties g="[0, 0, -9.82]" /></Force>
  </ExternalForces>
  <RigidObjects />
  <DeformableBodies>
    <Body id="patch" model="Surface" type="GenericBezierPatch">
      <Properties timestep="0.01" order="1" />
      <NaturalShape>{natural}</NaturalShape>
      <Particles grid="[16,16]">
        <All mass="1" damping="0.85" tension="[[0.35, 0.25], [0.25, 0.35]]"
             rigidity="[[7.5e-5, 7.5e-4], [7.5e-4, 7.5e-5]]" />
        <Single particle="[0,0]" fixed="Yes" />
        <Single particle="[15,0]" fixed="Yes" />
      </Particles>
      <Bind type="Force" ref="Gravity" />
    </Body>
  </DeformableBodies>
</EDMConfig>
"""


def _nodes(points) -> str:
    return "".join(f'<Node index="{k}" pos="[{x}, {y}, {z}]" />' for k, (x, y, z) in enumerate(points))


def _from_xml(text: str, folder: Path) -> pl.Scene:
    path = folder / "scene.xml"
    path.write_text(text)
    return pl.load(path)


def _largest_difference(scene: pl.Scene, name: str) -> float:
    """Over all recorded steps and nodes [m]."""
    with np.load(DATA / f"{name}.npz") as file:
        steps, expected = file["steps"], file["positions"]
    scene.solver = SHARP
    simulation = pl.Simulation(scene)
    worst = 0.0
    for step, positions in zip(steps, expected, strict=True):
        while simulation.state.step < step:
            simulation.step()
        found = simulation.positions("patch").reshape(positions.shape)
        worst = max(worst, float(np.abs(found - positions).max()))
    return worst


@pytest.mark.parametrize("source", ["api", "xml"])
def test_a_stretched_patch_contracts_as_in_the_original_program(source: str, tmp_path: Path):
    scene = tension()
    if source == "xml":
        text = TENSION_XML.format(natural=_nodes(_control_points(1.0)), initial=_nodes(_control_points(1.8)))
        scene = _from_xml(text, tmp_path)
    assert _largest_difference(scene, "edm_tension_7x7") < 1e-4


@pytest.mark.parametrize("source", ["api", "xml"])
def test_a_hanging_cloth_falls_as_in_the_original_program(source: str, tmp_path: Path):
    scene = hang()
    if source == "xml":
        corners = [(-2.0, -2.0, 4.0), (2.0, -2.0, 4.0), (-2.0, 2.0, 4.0), (2.0, 2.0, 4.0)]
        scene = _from_xml(HANG_XML.format(natural=_nodes(corners)), tmp_path)
    assert _largest_difference(scene, "edm_hang_16x16") < 1e-2


def test_both_ways_of_writing_a_scene_mean_the_same(tmp_path: Path):
    for scene in (tension(), hang()):
        path = tmp_path / f"{scene.bodies[0].grid[0]}.xml"
        pl.save(scene, path)
        again = pl.load(path)
        a, b = pl.Simulation(scene), pl.Simulation(again)
        for _ in range(5):
            a.step()
            b.step()
        assert (a.positions("patch") == b.positions("patch")).all()
