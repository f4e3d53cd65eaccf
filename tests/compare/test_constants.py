"""Materials say what they are made of, and the same constants in another formulation resist in the same way."""

from __future__ import annotations

import numpy as np
import pytest

from pliant.compare.constants import Spacing, constants
from pliant.compare.formulations import FORMULATIONS, available, converted, formulation_of, reason_against
from pliant.errors import PliantError
from pliant.integrators.spec import Explicit
from pliant.materials import PRESETS
from pliant.model import Bulk, Cord, Curve, Elastic, Mesh, Raw, Solid, Springs, Surface
from pliant.scene.schema import Scene
from pliant.shapes import Box, Line, Rectangle
from pliant.simulation import Simulation
from pliant.solvers.spec import SolverSpec

SHEET = Elastic(young=1e5, thickness=1e-3, density=200.0, poisson=1 / 3, bending=0.0)


def sheet(**options) -> Surface:
    made = {"material": SHEET, "grid": (9, 9), "id": "sheet", **options}
    return Surface(Rectangle(width=0.8, height=0.8), **made)


def scene(body) -> Scene:
    return Scene(bodies=[body])


def stored(made: Scene, stretch: np.ndarray) -> float:
    """The elastic energy of the first body after a linear map of space."""
    simulation = Simulation(made)
    model = simulation.model.bodies[0]
    x = model.layout.spread(
        (model.layout.gather(model.shape.positions) @ stretch.T).reshape(*model.spec.grid, 3)
    )
    return sum(energy.stored(x) for energy in model.elastic)


SMALL = 1e-4
STRAINS = {
    "along": np.diag([1 + SMALL, 1, 1]),
    "across": np.diag([1, 1 + SMALL, 1]),
    "both": np.diag([1 + SMALL, 1 + SMALL, 1]),
    "shear": np.array([[1, SMALL, 0], [0, 1, 0], [0, 0, 1]]),
}


@pytest.mark.parametrize("strain", STRAINS)
def test_a_sheet_of_springs_has_the_stiffness_of_the_sheet(strain):
    """Poisson's ratio 1/3 is what springs have."""
    exact, springs = (
        stored(converted(scene(sheet()), name), STRAINS[strain]) for name in ("exact", "springs")
    )
    assert springs == pytest.approx(exact, rel=1e-3)


@pytest.mark.parametrize("strain", ["along", "across", "shear"])
def test_a_sheet_of_springs_keeps_its_two_directions(strain):
    """Also with cells that are not square, as far as (1) goes: it leaves out that diagonals lean."""
    material = Elastic(
        young=2e5, young_2=1e5, thickness=1e-3, density=200.0, poisson=0.0, shear=1e3, bending=0.0
    )
    body = sheet(material=material, grid=(9, 11))
    exact, springs = (stored(converted(scene(body), name), STRAINS[strain]) for name in ("exact", "springs"))
    assert springs == pytest.approx(exact, rel=0.03)


@pytest.mark.parametrize("strain", ["along", "across", "shear"])
def test_the_papers_weights_have_the_stiffness_of_the_sheet(strain):
    material = Elastic(young=1e5, thickness=1e-3, density=200.0, poisson=0.0, bending=0.0)
    body = sheet(material=material, grid=(7, 9))
    raw = converted(scene(body), "terzopoulos").bodies[0]
    assert isinstance(raw.material, Raw)
    as_energy = raw.model_copy(update={"variant": "exact"})
    assert stored(scene(as_energy), STRAINS[strain]) == pytest.approx(
        stored(scene(body), STRAINS[strain]), rel=1e-3
    )


@pytest.mark.parametrize("strain", STRAINS)
def test_a_lattice_of_springs_has_the_stiffness_of_matter(strain):
    """Poisson's ratio 1/4 is what a lattice of springs has."""
    body = Solid(Box(), id="cube", grid=(9, 9, 9), material=Bulk(young=1e4, poisson=0.25, density=1e3))
    exact, springs = (stored(converted(scene(body), name), STRAINS[strain]) for name in ("exact", "springs"))
    assert springs == pytest.approx(exact, rel=1e-3)


def test_bend_springs_count_for_the_stiffness_of_a_sheet():
    body = sheet(material=Springs(stiffness=100.0, bend=10.0, mass=0.01), grid=(33, 33))
    exact, springs = (stored(converted(scene(body), name), STRAINS["along"]) for name in ("exact", "springs"))
    assert springs == pytest.approx(exact, rel=0.05)  # the outermost cells have half of them


def test_a_curve_of_springs_has_its_stiffness():
    body = Curve(
        Line(start=(0, 0, 0), end=(1, 0, 0)),
        id="rope",
        grid=(11,),
        material=Cord(stretching=50, line_density=0.1),
    )
    exact, springs = (stored(converted(scene(body), name), STRAINS["along"]) for name in ("exact", "springs"))
    assert springs == pytest.approx(exact, rel=1e-3)


@pytest.mark.parametrize("there", ["springs", "terzopoulos"])
def test_there_and_back_is_the_same_matter(there):
    material = Elastic(
        young=1e5, thickness=1e-3, density=200.0, poisson=0.0 if there != "springs" else 1 / 3, bending=0.0
    )
    body = sheet(material=material)
    other = converted(scene(body), there).bodies[0]
    plain = {"mass": 200e-3 * 0.01, "drag": 0.0, "damping": 0.0, "links": []}
    known = {name: value for name, value in plain.items() if name in type(other.material).model_fields}
    numbers = other.material.model_copy(update=known)
    found = constants(other.model_copy(update={"material": numbers}), Spacing.of(body))
    wanted = constants(body, None)
    for name in ("c11", "c22", "c33", "density"):
        assert getattr(found, name) == pytest.approx(getattr(wanted, name), rel=1e-9)


@pytest.mark.parametrize("name", FORMULATIONS)
def test_the_mass_stays(name):
    made = converted(scene(sheet(grid=(5, 8))), name)
    model = Simulation(made.model_copy(update={"integrator": Explicit()})).model.bodies[0]
    assert model.system.mass[model.layout.nodes].sum() == pytest.approx(0.2 * 0.64, rel=1e-9)


def test_compliant_sticks_have_the_stiffness_of_a_sheet():
    """A sheet pulled by a load along its edge gives way as the elastic one does, but for its edges."""
    sticks = converted(scene(sheet()), "xpbd").bodies[0].material
    assert sticks.rigidity == 2
    assert 6.0 / sticks.compliance == pytest.approx(constants(sheet(), None).c11)
    assert converted(scene(sheet()), "sticks").bodies[0].material.compliance == 0.0


def test_what_a_body_is_already_stays_as_it_is():
    springs = sheet(material=Springs(stiffness=20.0, shear=3.0))
    assert formulation_of(springs) == "springs"
    assert converted(scene(springs), "springs").bodies[0] is springs
    assert available(scene(springs))[0] == "springs"


def test_why_not_is_said():
    vertices, triangles = [(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 1, 2)]
    mesh = Mesh(vertices, triangles=triangles, material=PRESETS["cotton"])
    assert "no grid" in reason_against(scene(mesh), "kelager")
    varying = sheet(
        material=Elastic(young=np.linspace(1e5, 2e5, 81).reshape(9, 9), thickness=1e-3, density=200.0)
    )
    assert "varies" in reason_against(scene(varying), "springs")
    stressed = sheet(material=Springs(rest=0.9))
    assert "under stress" in reason_against(scene(stressed), "exact")
    with pytest.raises(PliantError, match="did you mean 'springs'"):
        converted(scene(sheet()), "spring")


@pytest.mark.parametrize("kind", ["sor", "adi", "profile"])
def test_a_solver_that_hybrid_bodies_lack_gives_way_to_their_own(kind):
    asked = scene(sheet()).model_copy(update={"solver": SolverSpec(kind, tolerance=1e-6)})
    assert converted(asked, "springs").solver.kind == kind
    hybrid = converted(asked, "hybrid")
    hybrid.check()
    assert hybrid.solver == SolverSpec("auto", tolerance=1e-6)
