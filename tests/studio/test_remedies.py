"""A choice that is refused says what stands in the way, and what else has to change for it."""

from __future__ import annotations

from typing import Any

import pytest

import pliant as pl
from pliant.errors import SceneError
from pliant.scene import set_parameter
from pliant.studio.gallery import open_item
from pliant.studio.published_weights import raw_weights
from pliant.studio.remedies import Remedy, remedy, steadier
from pliant.studio.session import Session


def ask(scene: pl.Scene, path: str, value: Any) -> Remedy:
    with pytest.raises(SceneError) as refused:
        set_parameter(scene, path, value)
    return remedy(scene, path, value, refused.value)


def after(scene: pl.Scene, found: Remedy) -> pl.Scene:
    """The scene with all changes made, one after the other: each has to be allowed when its turn comes."""
    for change in found.changes:
        scene = set_parameter(scene, change.path, change.value)
    return scene


LIFT = pl.obstacles.Motion(times=(0, 9), shifts=((0, 0, 0), (0, 0, 0.1)))


def on_a_floor(motion: Any = None) -> pl.Scene:
    """Friction of one that moves is for implicit schemes."""
    scene = pl.Scene(gravity=pl.EARTH)
    scene.add(pl.Surface(pl.shapes.rectangle(1, 1), grid=(5, 5), material=pl.materials.COTTON), id="cloth")
    scene.add(pl.obstacles.Plane(point=(0, 0, -1), friction=0.3, motion=motion), id="floor")
    return scene


@pytest.mark.parametrize("kind", ["semi_implicit", "explicit", "euler", "rk4", "midpoint", "feynman"])
def test_friction_that_keeps_an_integrator_out_is_named_and_taken_away(kind):
    scene = on_a_floor(LIFT)
    found = ask(scene, "integrator.kind", kind)
    assert "friction of 'floor' (0.3)" in found.why
    assert found.offer.startswith("Set the friction of 'floor' to 0 and the integrator to")
    changed = after(scene, found)
    assert changed.integrator.kind == kind and changed.obstacles[0].friction == 0


def test_a_formulation_brings_its_integrator_along_and_what_that_needs():
    scene = on_a_floor(LIFT)
    found = ask(scene, "bodies.cloth.variant", "kelager")
    assert "kelager" in found.why and "friction of 'floor'" in found.why
    changed = after(scene, found)
    assert changed.bodies[0].variant == "kelager" and changed.integrator.kind == "semi_implicit"
    assert len(found.changes) == 3  # and nothing that need not be


def test_nothing_but_what_stands_in_the_way_changes():
    scene = on_a_floor()
    scene.add(pl.obstacles.Sphere(center=(0, 0, -3), radius=0.5), id="slippery")
    found = ask(scene, "contact.kind", "projection")
    assert [change.path for change in found.changes] == ["obstacles.floor.friction", "contact.kind"]


@pytest.mark.parametrize("name", ["drape", "hot-spheres", "plasticine-bust"])
def test_many_obstacles_give_way_at_once(name):
    scene = open_item(name).scene
    found = ask(scene, "contact.kind", "projection")
    assert after(scene, found).contact.kind == "projection"
    assert len(found.offer) < 200  # whoever reads it sees how many there are, not all of them


def test_a_published_formulation_gives_way_to_an_implicit_integrator():
    scene = open_item("negative-curvature").scene
    found = ask(scene, "integrator.kind", "bdf2")
    assert "formulation of 'sheet'" in found.why
    assert after(scene, found).bodies[0].variant == "exact"


def test_where_no_way_is_known_the_culprit_is_named_all_the_same():
    scene = on_a_floor()
    assert ask(scene, "bodies.cloth.material.young", -1).changes == []
    found = ask(open_item("flan").scene, "bodies.flan.variant", "terzopoulos")
    assert found.changes == [] and found.offer == "" and "material of 'flan'" in found.why


def test_a_scheme_that_bears_larger_steps():
    slippery = set_parameter(on_a_floor(), "obstacles.floor.friction", 0)
    found = steadier(set_parameter(slippery, "integrator.kind", "explicit"))
    assert found is not None and found.changes[-1].value == "bdf2"
    assert steadier(on_a_floor()) is None  # it has one
    published = steadier(open_item("negative-curvature").scene)
    assert published is not None and len(published.changes) == 2  # with the formulation


def test_a_session_leads_to_a_published_formulation_that_can_be_simulated_and_back():
    """Its weights are not those of engineering: that only shows when a model is built."""
    session = Session(on_a_floor())
    before = session.simulation.parameters
    with pytest.raises(SceneError) as refused:
        session.set("bodies.cloth.variant", "kelager")
    found = session.remedy("bodies.cloth.variant", "kelager", refused.value)
    assert "material of 'cloth' to weights that stretch alike" in found.offer
    for change in found.changes:
        session.set(change.path, change.value, "as one")
    parameters = session.simulation.parameters
    assert parameters.bodies[0].variant == "kelager" and parameters.bodies[0].material.kind == "raw"
    session.undo()
    assert session.simulation.parameters == before and session.undoable == (0, 1)


@pytest.mark.parametrize(("width", "height"), [(1.02, 1.5), (1.0, 1.53)])
def test_weights_stretch_as_the_material_did(width, height):
    """The energy of a sheet of 1 m × 1.5 m stretched by 2 %; weights know no Poisson's ratio, so it is zero here.

    They are rounded to four digits, and so is the energy.
    """
    material = pl.Elastic(young=1e6, poisson=0.0, thickness=1e-3, density=300.0, bending=0.0)
    scene = pl.Scene()
    stretched = pl.shapes.rectangle(width, height)
    sheet = pl.Surface(pl.shapes.rectangle(1.0, 1.5), grid=(6, 9), material=material, initial_shape=stretched)
    scene.add(sheet, id="sheet")
    one = pl.Simulation(scene)
    weights = raw_weights(one.model.body("sheet"))
    other = pl.Simulation(set_parameter(scene, "bodies.sheet.material", weights))
    assert other.energies()["elastic"] == pytest.approx(one.energies()["elastic"], rel=1e-3)
    assert other.energies()["elastic"] > 0
