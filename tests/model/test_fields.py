"""Materials that vary over the body."""

from __future__ import annotations

import numpy as np
import pytest
import yaml
from PIL import Image

import pliant as pl
from pliant import shapes
from pliant.build.model import build
from pliant.errors import SceneError
from pliant.model import Bulk, Cord, Curve, Elastic, Mesh, Raw, RawBulk, Rod, Sheet, Solid, Surface
from pliant.model.fields import ArrayField, ImageField, material_coordinates, sampled

LINE = shapes.line((0, 0, 0), (1, 0, 0))
U = np.random.default_rng(0).random((50, 2))


def sheet(material, **options) -> Surface:
    return Surface(shapes.rectangle(1, 1), **{"grid": (4, 5), "material": material, **options})


# ---------------------------------------------------------------- fields


def test_a_table_is_read_with_straight_lines_between_its_entries():
    table = ArrayField([[0.0, 1.0], [10.0, 11.0]])
    assert table.at(U) == pytest.approx(10 * U[:, 0] + U[:, 1])
    assert ArrayField([1.0, 3.0, 2.0]).at(np.array([[0.0], [0.25], [0.5], [1.0]])).tolist() == [1, 2, 3, 2]
    cube = np.arange(8.0).reshape(2, 2, 2)
    assert ArrayField(cube).at(np.array([[0.5, 0.5, 0.5], [1, 0, 1]])).tolist() == [3.5, 5]


def test_a_table_with_a_number_per_node_gives_those_along_periodic_axes_too():
    values = np.random.default_rng(1).random((5, 6)) + 1.0
    tube = Surface(
        shapes.cylinder(1, 1), grid=(5, 6), periodic=(True, False),
        material=Elastic(young=values, thickness=1e-3, density=1000.0),
    )  # fmt: skip
    assert np.array_equal(sampled(tube).young, values)


def test_a_picture_lies_as_textures_do(tmp_path):
    file = str(tmp_path / "corner.png")
    pixels = np.zeros((20, 30, 3), dtype=np.uint8)
    pixels[:10, 15:] = (255, 0, 0)  # above on the right
    Image.fromarray(pixels).save(file)
    red = ImageField(file, low=2.0, high=4.0, channel="red")
    corners = np.array([[0, 0], [1, 0], [0, 1], [1, 1]], dtype=float)
    assert red.at(corners).tolist() == [2, 2, 2, 4]
    assert ImageField(file, channel="blue").at(corners).tolist() == [0, 0, 0, 0]
    assert ImageField(file).at(np.array([[0.9, 0.9]])) == pytest.approx(76 / 255)  # brightness of red
    # the upper half of a line through the middle is not the lower one: in between there is their mean
    assert red.at(np.array([[0.9]])) == pytest.approx(3.0)


def test_a_function_becomes_the_table_of_its_values():
    body = sheet(Elastic(young=lambda u: 1e6 * (1 + u[:, 0]), thickness=1e-3, density=1000.0))
    assert isinstance(body.material, Elastic)
    assert isinstance(body.material.young, ArrayField)
    assert np.asarray(body.material.young.values)[:, 2] == pytest.approx(1e6 * np.array([1, 4 / 3, 5 / 3, 2]))
    assert body == Surface.model_validate(body.model_dump(mode="json"))


def test_a_mesh_knows_where_its_nodes_are_in_its_box():
    places = np.array([[1, 1, 5], [3, 1, 5], [3, 5, 5], [1, 2, 5]], dtype=float)
    faces = [[0, 1, 2], [0, 2, 3]]
    body = Mesh(
        places, triangles=faces, material=Elastic(young=lambda u: 1 + u[:, 1], thickness=1, density=1)
    )
    assert material_coordinates(body).tolist() == [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 0.25, 0]]
    assert sampled(body).young.tolist() == [1, 1, 2, 1.25]
    assert Mesh(
        places, triangles=faces, material=Elastic(young=[1, 2, 3, 4], thickness=1, density=1)
    ).grid == (4,)


@pytest.mark.parametrize(
    ("young", "complaint"),
    [
        (lambda u: u[:, 0], r"material\.young\.values\[0\]\[0\]: must be greater than 0 \(given: 0\)"),
        (lambda u: np.nan, r"material\.young: the function is nan at u = \[0.0, 0.0\]"),
        (lambda u: u[:, 2], r"material\.young: the function of u \(n, 2\) failed"),
        (lambda u: np.ones(3), r"material\.young: the function of u \(n, 2\) failed"),
        ([1.0, 2.0], r"material\.young: a table of shape \[2\] does not fit"),
        ([[1.0, 2.0], [3.0, -4.0]], r"young\.values\[1\]\[1\]: must be greater than 0 \(given: -4\)"),
        ([[1.0, 2.0], [3.0]], "young: must be numbers along"),
        ([[1.0, float("nan")]], r"young\[0\]\[1\]: must be a finite number"),
        ({"kind": "image", "file": "a.png"}, r"young\.low: must be greater than 0"),
        ({"kind": "image", "file": "a.png", "low": 1, "high": 0}, r"young\.high: must be greater than 0"),
        ({"kind": "picture"}, "there is no kind 'picture'"),
        ("stiff", "young: must be a valid number"),
    ],
)
def test_what_a_field_cannot_be(young, complaint):
    with pytest.raises(SceneError, match=complaint):
        sheet({"kind": "elastic", "young": young, "thickness": 1e-3, "density": 1000.0})


# ---------------------------------------------------------------- what is built from them


def pairs():
    """Bodies with a number, and with fields that have that value everywhere."""
    two, three = np.ones((2, 2)), np.ones((2, 2, 2))
    foil = {"kind": "elastic", "young": 2e6, "thickness": 2e-3, "density": 900.0, "young_2": 1e6, "drag": 0.1}
    yield "elastic", sheet(foil), sheet(
        foil | {"young": 2e6 * two, "thickness": 2e-3 * two, "young_2": 1e6 * two, "density": 900.0 * two,
                "drag": 0.1 * two}
    )  # fmt: skip
    yield (
        "sheet",
        sheet(Sheet(membrane=1e3, bending=1e-3, area_density=0.3)),
        sheet(
            Sheet(membrane=ArrayField(1e3 * two), bending=ArrayField(1e-3 * two), area_density=0.3 * two)  # pyright: ignore
        ),
    )
    weights = ((5.0, 1.0), (1.0, 4.0))
    fields = tuple(tuple(ArrayField(w * two) for w in row) for row in weights)
    for variant in ("exact", "kelager"):
        yield (
            f"raw {variant}",
            sheet(Raw(tension=weights, mass=0.1, damping=0.2), variant=variant),
            sheet(
                Raw(tension=fields, mass=0.1 * two, damping=0.2 * two),
                variant=variant,  # pyright: ignore
            ),
        )
    rod = Rod(young=1e9, radius=1e-2, density=1000.0, drag=0.1)
    helix = shapes.helix()
    yield (
        "rod",
        Curve(helix, grid=9, material=rod),
        Curve(
            helix,
            grid=9,
            material=Rod(young=[1e9, 1e9], radius=[1e-2] * 9, density=[1e3] * 4, drag=[0.1] * 2),  # pyright: ignore
        ),
    )
    cord = Cord(stretching=1e3, bending=0.1, torsion=0.2, line_density=0.1)
    yield "cord", Curve(helix, grid=9, material=cord), Curve(
        helix, grid=9,
        material=Cord(stretching=[1e3] * 2, bending=[0.1] * 2, torsion=[0.2] * 3, line_density=[0.1] * 2),  # pyright: ignore
    )  # fmt: skip
    box = shapes.box(1, 1, 1)
    yield (
        "bulk",
        Solid(box, grid=(3, 4, 3), material=Bulk(young=1e4, density=900.0, drag=1.0)),
        Solid(
            box,
            grid=(3, 4, 3),
            material=Bulk(young=1e4 * three, density=900.0 * three, drag=three),  # pyright: ignore
        ),
    )
    eta = ((1.0, 0.1, 0.2), (0.1, 1.5, 0.3), (0.2, 0.3, 2.0))
    fields = tuple(tuple(ArrayField(w * three) for w in row) for row in eta)
    yield (
        "raw_bulk",
        Solid(box, grid=(3, 4, 3), variant="kelager", material=RawBulk(tension=eta, mass=0.1)),
        Solid(
            box,
            grid=(3, 4, 3),
            variant="kelager",
            material=RawBulk(tension=fields, mass=0.1 * three),  # pyright: ignore
        ),
    )
    places, cells = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1]], [[0, 1, 2, 3], [1, 2, 3, 4]]
    yield (
        "tetrahedra",
        Mesh(places, tetrahedra=cells, material=Bulk(young=1e4, density=900.0)),
        Mesh(
            places,
            tetrahedra=cells,
            material=Bulk(young=[1e4] * 5, density=900.0),  # pyright: ignore
        ),
    )
    yield (
        "triangles",
        Mesh(places[:3] + places[4:], triangles=[[0, 1, 2], [1, 3, 2]], material=foil),
        Mesh(places[:3] + places[4:], triangles=[[0, 1, 2], [1, 3, 2]], material=foil | {"young": [2e6] * 4}),
    )


PAIRS = {name: (plain, varying) for name, plain, varying in pairs()}


def moved(body, seed=0) -> dict[str, np.ndarray]:
    """Masses, damping, elastic forces in a random place."""
    scheme = "semi_implicit" if body.variant != "exact" else "bdf2"
    model = build(pl.Scene(bodies=[body], integrator={"kind": scheme})).bodies[0]  # pyright: ignore
    rest = model.shape.positions
    x = rest + 0.05 * np.random.default_rng(seed).standard_normal(rest.shape) * model.shape.ones
    model.layout.fill_halo(x)
    forces = model.layout.zeros(3)
    energy = sum(one.add_gradient(x, forces) for one in model.elastic)
    weights = [one.tension for one in model.matter.secants]  # pyright: ignore
    return {
        "mass": model.system.mass, "forces": forces, "energy": np.array(energy), "weights": np.array(weights),
    }  # fmt: skip


@pytest.mark.parametrize("name", PAIRS)
def test_a_field_that_does_not_vary_is_a_number(name):
    plain, varying = (moved(body) for body in PAIRS[name])
    for part, wanted in plain.items():
        assert varying[part] == pytest.approx(
            wanted, rel=1e-12, abs=1e-12 * np.abs(wanted).max(initial=1e-30)
        ), part


def test_the_stiff_half_of_a_bar_stretches_less():
    """A cord of two stiffnesses under a load F at its end: each half stretches by F/EA."""
    young = lambda u: np.where(u[:, 0] < 0.5, 1e4, 1e3)  # noqa: E731
    rope = Curve(LINE, grid=41, material=Cord(stretching=young, line_density=1e-3, drag=5.0))  # pyright: ignore
    scene = pl.Scene(bodies=[rope], gravity=(100.0, 0.0, 0.0), dt=0.05)
    scene.pin("curve1", nodes=[0])
    simulation = pl.Simulation(scene)
    for _ in range(100):
        simulation.step()
    x = simulation.positions("curve1")[:, 0]
    edges = np.diff(x) * 40 - 1.0
    # the weight below an edge is w(1 − s); strain of the middle of each half against that
    weight = 1e-3 * 100.0 * (1 - (np.arange(40) + 0.5) / 40)
    assert edges[5:15] == pytest.approx(weight[5:15] / 1e4, rel=1e-2)
    assert edges[25:35] == pytest.approx(weight[25:35] / 1e3, rel=1e-2)


def test_a_picture_beside_the_scene_says_where_cloth_is_heavy(tmp_path):
    Image.fromarray(np.array([[0, 0], [0, 255]], dtype=np.uint8)).resize((64, 64), 0).save(
        tmp_path / "heavy.png"
    )
    density = {"kind": "image", "file": "heavy.png", "low": 100.0, "high": 1000.0}
    body = {
        "kind": "surface", "shape": {"kind": "rectangle"}, "grid": [5, 5],
        "material": {"preset": "cotton", "density": density},
    }  # fmt: skip
    file = tmp_path / "scene.yaml"
    file.write_text(yaml.safe_dump({"bodies": [body]}))
    scene = pl.load(file)
    model = build(scene).bodies[0]
    mass = model.layout.gather(model.system.mass).reshape(5, 5)
    # u runs to the right and v upwards: white is at the right and below, where m is large and n small
    assert mass[4, 0] == pytest.approx(10 * mass[0, 4])
    assert mass[0, 0] == pytest.approx(mass[4, 4]) == pytest.approx(mass[0, 4])
    pl.save(scene, tmp_path / "again.yaml")
    assert (
        yaml.safe_load((tmp_path / "again.yaml").read_text())["bodies"][0]["material"]["density"] == density
    )
    (tmp_path / "heavy.png").unlink()
    with pytest.raises(SceneError, match=r"bodies\[0\]\.material\.density: picture .*no such file"):
        build(pl.Scene(bodies=scene.bodies))
    with pytest.raises(
        SceneError, match=r"scene\.yaml:\d+: bodies\[0\]\.material\.density\.file: there is no picture"
    ):
        pl.load(file)
