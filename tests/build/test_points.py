"""Curves, solids and meshes as users describe them, and the matter that follows."""

from __future__ import annotations

import numpy as np
import pytest

from pliant import shapes
from pliant.build.model import build, initial_state
from pliant.errors import SceneError
from pliant.integrators.spec import SemiImplicit
from pliant.model import Body, Bulk, Cord, Curve, Elastic, Mesh, RawBulk, Rod, Sheet, Solid
from pliant.scene.schema import Scene
from pliant.simulation import Simulation

RUBBER = Bulk(young=1e5, poisson=0.45, density=1000.0)
FOIL = Elastic(young=1e6, thickness=1e-3, density=1000.0)
STEEL = Rod(young=2e11, radius=1e-3, density=7800.0)
ETA = ((1.0, 0.2, 0.2), (0.2, 1.0, 0.2), (0.2, 0.2, 1.0))

BODIES = {
    "helix": Curve(shapes.helix(), grid=60, material=STEEL),
    "ring": Curve(shapes.circle(0.3), grid=40, periodic=True, material=STEEL, plane=(0.0, 0.0, 1.0)),
    "rope": Curve(
        shapes.line((0, 0, 0), (1, 0, 0)), grid=(30,), material=Cord(stretching=1e4, line_density=0.1)
    ),
    "box": Solid(shapes.box(1, 1, 2), grid=(4, 4, 6), material=RUBBER),
    "ball": Solid(shapes.ball(0.5), grid=(5, 5, 5), material=RUBBER),
    "cylinder": Solid(
        shapes.cylinder_solid(0.3, 1.0), grid=(10, 5, 4), periodic=(True, False, False), material=RUBBER
    ),
    "triangles": Mesh(
        np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0.2]]),
        triangles=np.array([[0, 1, 2], [0, 2, 3]]),
        material=Elastic(young=1e6, thickness=1e-3, density=1000.0),
    ),
    "tetrahedra": Mesh(np.eye(4, 3) + np.ones(3), tetrahedra=np.array([[0, 1, 2, 3]]), material=RUBBER),
}
SIZES = {  # length, area or volume
    "rope": 1.0, "box": 2.0, "ring": 2 * np.pi * 0.3, "tetrahedra": 1 / 6,
    "ball": 4 / 3 * np.pi * 0.125, "cylinder": np.pi * 0.09,
}  # fmt: skip


def simulated(spec: Body, **changes) -> Simulation:
    scene = Scene(dt=0.01, **changes)
    scene.add(spec, id="body")
    return Simulation(scene)


@pytest.mark.parametrize("name", BODIES)
def test_every_body_rests_where_it_is_described_and_falls_as_a_whole(name: str):
    spec = BODIES[name].model_copy(update={"velocity": (0.0, 0.0, -1.0)})
    simulation = simulated(spec)
    body, before = simulation.model.bodies[0], simulation.positions("body")
    for _ in range(5):
        simulation.step()
    assert np.abs(simulation.positions("body") - before - [0.0, 0.0, -0.05]).max() < 1e-9 * body.size
    assert simulation.largest_stretch() == pytest.approx(0.0, abs=1e-9)
    if name in SIZES:
        assert body.shape.measure.sum() == pytest.approx(
            SIZES[name], rel=0.12
        )  # chords are shorter than arcs
    assert type(spec).model_validate_json(spec.model_dump_json()) == spec


def test_nodes_on_the_axis_of_a_cylinder_are_one_and_stay_one():
    spec = BODIES["cylinder"]
    simulation = simulated(spec.model_copy(update={"initial_shape": spec.shape | shapes.scale(1.05)}))
    ties = simulation.model.bodies[0].system.ties
    assert ties
    for _ in range(5):
        simulation.step()
    for group in ties:
        assert np.ptp(simulation.positions("body")[group], axis=0).max() < 1e-12


def test_the_published_solid_has_a_secant_force_and_its_masses_per_node():
    spec = Solid(
        shapes.box(1, 1, 1), grid=(3, 3, 3), material=RawBulk(tension=ETA, mass=2.0), variant="kelager"
    )
    matter = simulated(spec, integrator=SemiImplicit()).model.bodies[0].matter
    assert len(matter.secants) == 1 and not matter.elastic
    assert (matter.mass == 2.0).sum() == 27


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Curve(shapes.line((0, 0, 0), (1, 0, 0)), grid=1, material=STEEL), "grid"),
        (lambda: Curve(shapes.circle(), grid=2, periodic=True, material=STEEL), "at least 3 nodes"),
        (lambda: Curve(shapes.circle(), grid=9, material=STEEL, plane=(0, 0, 0)), "not zero"),
        (
            lambda: Solid(shapes.box(1, 1, 1), grid=(2, 2, 2), material=RUBBER, variant="kelager"),
            "'raw_bulk'",
        ),
        (lambda: Solid(shapes.box(1, 1, 1), grid=(2, 2, 2), material=RawBulk(tension=ETA)), "'bulk'"),
        (lambda: Bulk(young=1.0, poisson=0.5, density=1.0), "poisson"),
        (
            lambda: Mesh(np.eye(3), triangles=[(0, 1, 5)], material=Sheet(membrane=1.0, area_density=1.0)),
            "vertex 5",
        ),
        (
            lambda: Mesh(np.eye(3), triangles=[(0, 1, 2)], material=RUBBER),
            "'elastic', 'sheet', 'springs' or 'hybrid'",
        ),
        (lambda: Mesh(np.eye(3), material=RUBBER), "either triangles or tetrahedra"),
    ],
)
def test_what_cannot_be_is_refused(make, message: str):
    with pytest.raises(SceneError, match=message):
        make()


def test_a_solid_without_volume_is_refused():
    flat = Solid(shapes.box(1, 1, 1) | shapes.scale((1, 1, 1e-17)), grid=(3, 3, 3), material=RUBBER)
    with pytest.raises(SceneError, match=r"bodies\[0\]\.shape: .*no volume"):
        simulated(flat)


@pytest.mark.parametrize(
    ("elements", "place", "message"),
    [
        ({"triangles": [[0, 1, 2], [0, 1, 2]]}, "triangles[1]", "same vertices as triangles[0]"),
        ({"triangles": [[1, 2, 3], [0, 1, 2], [0, 2, 1]]}, "triangles[2]", "same vertices as triangles[1]"),
        ({"triangles": [[0, 1, 2], [0, 1, 1]]}, "triangles[1]", "[0, 1, 1] names a vertex twice"),
        (
            {"tetrahedra": [[0, 1, 2, 3], [1, 0, 2, 3]]},
            "tetrahedra[1]",
            "same vertices as tetrahedra[0]",
        ),
        ({"tetrahedra": [[0, 1, 2, 0]]}, "tetrahedra[0]", "names a vertex twice"),
    ],
)
def test_elements_of_a_mesh_are_different_and_of_different_nodes(elements: dict, place: str, message: str):
    material = RUBBER if "tetrahedra" in elements else FOIL
    with pytest.raises(SceneError) as caught:
        Mesh(np.eye(4, 3), **elements, material=material)
    (problem,) = caught.value.problems
    assert problem.path == place
    assert message in problem.message


def test_a_flat_ring_is_at_rest_however_it_is_turned():
    ring = BODIES["ring"].model_copy(update={"rotation": (1.0, 0.4, 0.2), "position": (0.0, 0.0, 2.0)})
    simulation = simulated(ring, gravity=(0.0, 0.0, 0.0))
    dented = BODIES["ring"].model_copy(update={"initial_shape": shapes.circle(0.33)})
    strained = simulated(dented, gravity=(0.0, 0.0, 0.0))
    forces = np.abs(strained.elastic_forces("body")).max()
    assert simulation.energies()["elastic"] < 1e-12 * strained.energies()["elastic"]
    assert np.abs(simulation.elastic_forces("body")).max() < 1e-7 * forces


def test_a_ring_that_is_turned_anew_is_at_rest_too():
    scene = Scene(dt=0.01, gravity=(0.0, 0.0, 0.0))
    scene.add(BODIES["ring"], id="body")
    before = build(scene)
    scene.bodies[0] = scene.bodies[0].model_copy(update={"rotation": (1.2, 0.0, 0.0)})
    model = build(scene, before).bodies[0]
    out = model.layout.zeros(3)
    for energy in model.elastic:
        energy.add_gradient(initial_state(scene, model).x, out)
    assert np.abs(out).max() < 1e-4  # [N]; with the plane left behind it is bent inside out


@pytest.mark.parametrize("shape", [shapes.circle(0.3), shapes.helix()])
def test_a_curve_outside_its_plane_is_refused(shape):
    ring = Curve(shape, grid=40, material=STEEL, plane=(0.0, 0.1, 1.0))
    with pytest.raises(SceneError) as caught:
        simulated(ring)
    assert caught.value.problems[0].path == "bodies[0].plane"
    assert "no plane with this normal" in caught.value.problems[0].message


def test_a_solid_that_no_memory_holds_is_refused():
    with pytest.raises(SceneError) as caught:
        Solid(shapes.box(1, 1, 1), grid=(400, 400, 400), material=RUBBER)
    (problem,) = caught.value.problems
    assert problem.path == "grid"
    assert problem.message == "400×400×400 nodes need about 128 GB of memory; a solid has at most 20,000,000"
    assert Solid(shapes.box(1, 1, 1), grid=(200, 200, 500), material=RUBBER).grid == (200, 200, 500)
