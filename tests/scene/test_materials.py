"""Materials say what they mean and refuse what cannot exist."""

from __future__ import annotations

import numpy as np
import pytest

import pliant as pl
from pliant.errors import SceneError
from pliant.materials import COTTON, PRESETS, Elastic, Raw, RawNode, Sheet
from pliant.model import Surface
from pliant.shapes import rectangle

FABRICS = ("cotton", "silk", "denim", "wool")


def surface(**options) -> Surface:
    return Surface(rectangle(1, 1), **{"grid": (4, 5), "material": COTTON, **options})


@pytest.mark.parametrize(
    "wrong",
    [
        {"young": -1.0},
        {"young": 0.0},
        {"density": -1.0},
        {"thickness": 0.0},
        {"poisson": -1.0},
        {"poisson": 0.51},
        {"poisson": float("nan")},
        {"young": float("inf")},
        {"bending": -1e-9},
        {"damping": -1.0},
        {"shear": 0.0},
        {"young": "stiff"},
        {"yuong": 1.0},
    ],
)
def test_an_impossible_elastic_material_is_refused_by_name(wrong):
    (name,) = wrong
    with pytest.raises(SceneError, match=name):
        Elastic(**{"young": 1e6, "thickness": 1e-3, "density": 300.0, **wrong})


def test_an_incompressible_sheet_is_possible():
    assert Elastic(young=1e6, poisson=0.5, thickness=1e-3, density=950.0).poisson == 0.5


def test_a_sheet_that_frees_energy_when_stretched_is_refused():
    with pytest.raises(SceneError, match="young_2"):
        Elastic(young=1e6, young_2=1e7, poisson=0.4, thickness=1e-3, density=300.0)
    with pytest.raises(SceneError, match="positive definite"):
        Sheet(membrane=(1.0, 2.0, 1.0, 1.0), area_density=0.1)
    with pytest.raises(SceneError, match="semi-definite"):
        Sheet(membrane=1.0, bending=(1.0, 0.0, -1.0, 1.0), area_density=0.1)


def test_stiffnesses_are_one_number_or_four():
    assert Sheet(membrane=1000, bending=1e-4, area_density=0.2).membrane == 1000.0
    four = Sheet(membrane=[1000, 100, 900, 40], bending=(0, 0, 0, 0), area_density=0.2)
    assert four.membrane == (1000.0, 100.0, 900.0, 40.0)
    with pytest.raises(SceneError, match="membrane"):
        Sheet(membrane=(1, 2, 3), area_density=0.2)
    with pytest.raises(SceneError, match="membrane"):
        Sheet(membrane=-5, area_density=0.2)


def test_negative_mass_is_refused_also_for_one_node():
    with pytest.raises(SceneError, match="mass"):
        Raw(mass=-1)
    with pytest.raises(SceneError, match="mass"):
        RawNode((0, 0), mass=0)


def test_a_node_with_weights_of_its_own_is_listed_once_and_on_the_grid():
    with pytest.raises(SceneError, match="twice"):
        Raw(single=[RawNode((1, 1), mass=2), RawNode((1, 1), damping=2)])
    with pytest.raises(SceneError, match=r"outside the grid of 4×5"):
        surface(material=Raw(single=[RawNode((4, 0), mass=2)]))


def test_a_preset_goes_by_name_in_any_body():
    assert surface(material="cotton").material == COTTON
    with pytest.raises(SceneError, match="did you mean 'cotton'"):
        surface(material="coton")


def test_a_preset_can_be_changed_in_part():
    thick = surface(material={"preset": "cotton", "thickness": 0.001}).material
    assert thick == COTTON.model_copy(update={"thickness": 0.001})
    with pytest.raises(SceneError, match="thicknes"):
        surface(material={"preset": "cotton", "thicknes": 0.001})
    with pytest.raises(SceneError, match="no material"):
        surface(material={"preset": ["cotton"]})


@pytest.mark.parametrize("name", PRESETS)
def test_presets_have_the_weight_of_sheets(name):
    # From silk to the heaviest metal shim.
    preset = PRESETS[name]
    assert 0.03 < preset.density * preset.thickness < 2.0
    assert preset.fibre_angle == 0.0


@pytest.mark.parametrize("name", FABRICS)
def test_fabrics_stretch_shear_and_bend_as_the_kawabata_system_finds(name):
    cloth = PRESETS[name]
    assert cloth.young_2 is not None and cloth.shear is not None and cloth.bending is not None
    assert 500 < cloth.young_2 * cloth.thickness <= cloth.young * cloth.thickness < 10_000  # N/m
    assert 0.3 * 56.2 < cloth.shear * cloth.thickness < 4 * 56.2  # N/m
    assert 0.01 * 9.81e-5 < cloth.bending < 1.0 * 9.81e-5  # N·m
    solid = cloth.young * cloth.thickness**3 / 12
    assert cloth.bending < solid  # fibres slide


@pytest.mark.parametrize("kind", ["surface", "solid"])
def test_the_cut_off_of_small_entries_is_a_parameter(kind):
    """EDM_EPSILON [000 §3.3.4]: what is below it is zero; with a large one nothing is left of the stiffness."""
    if kind == "surface":
        body = pl.Surface(
            pl.shapes.rectangle(1, 1),
            id="a",
            grid=(4, 4),
            material=pl.Raw(tension=((1, 1), (1, 1))),
            variant="kelager",
        )
    else:
        raw = pl.RawBulk(tension=((1, 1, 1), (1, 1, 1), (1, 1, 1)))
        body = pl.Solid(pl.shapes.box(1, 1, 1), id="a", grid=(3, 3, 3), material=raw, variant="kelager")
    sizes = []
    for cutoff in (2.0**-13, 0.0, 1e9):
        raw = body.material.model_copy(update={"cutoff": cutoff})
        one = pl.Scene(bodies=[body.model_copy(update={"material": raw})], integrator=pl.SemiImplicit())
        simulation = pl.Simulation(one)
        model = simulation.model.body("a")
        matrix = model.system.make_matrix()
        model.system.secants[0].assemble(1.2 * simulation.state.bodies["a"].x, matrix)
        sizes.append(np.abs(matrix.diagonal).max())
    assert sizes[0] == sizes[1] > 0.0 == sizes[2]
    with pytest.raises(pl.SceneError, match="greater than or equal"):
        pl.Raw(cutoff=-1.0)
