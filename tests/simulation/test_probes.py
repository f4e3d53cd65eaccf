"""Strain, stress and what sections bear are those of theory, of every kind of body, and agree with its energy."""

from __future__ import annotations

import numpy as np
import pytest

import pliant as pl
from pliant.build.stresses import nominal_stress, samples
from pliant.validation.states import place

E, NU = 1e6, 0.3
SHEET = pl.Elastic(young=E, poisson=NU, thickness=0.01, density=100)
BULK = pl.Bulk(young=E, poisson=NU, density=100)
ROD = pl.Rod(young=E, radius=0.01, density=100)
CUBE = [(i, j, k) for i in (0, 1) for j in (0, 1) for k in (0, 1)]
TETRAHEDRA = [(0, 4, 2, 1), (6, 4, 2, 7), (5, 4, 1, 7), (3, 1, 2, 7), (4, 2, 1, 7)]
SQUARE = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0.4, 0.6, 0)]
FAN = [(0, 1, 4), (1, 2, 4), (2, 3, 4), (3, 0, 4)]
skew = pl.shapes.bezier([(0, 0, 0), (1, 0.1, 0), (0.5, 0.9, 0), (1.6, 1, 0)], order=1)

BODIES = {
    "grid": lambda: pl.Surface(skew, grid=(5, 4), material=SHEET),
    "tube": lambda: pl.Surface(
        pl.shapes.cylinder(0.3, 1), grid=(48, 5), periodic=(True, False), material=SHEET
    ),
    "mesh": lambda: pl.Mesh(vertices=SQUARE, triangles=FAN, material=SHEET),
    "solid": lambda: pl.Solid(pl.shapes.box(1, 0.5, 0.7), grid=(3, 4, 3), material=BULK),
    "rubber": lambda: pl.Solid(
        pl.shapes.box(1, 0.5, 0.7), grid=(3, 3, 3), material=BULK.model_copy(update={"law": "neo_hookean"})
    ),
    "tetrahedra": lambda: pl.Mesh(vertices=CUBE, tetrahedra=TETRAHEDRA, material=BULK),
    "rod": lambda: pl.Curve(pl.shapes.line((0, 0, 0), (1, 0.4, 0)), grid=7, material=ROD),
}
ISOTROPIC = {
    "sheet": E / (1 - NU),
    "bulk": E / (1 - 2 * NU),
    "rod": E,
}  # stress over the strain of all that it spans


def of(kind: str, **changes) -> pl.Simulation:
    body = BODIES[kind]().model_copy(update={"id": "body", **changes})
    return pl.Simulation(pl.Scene(bodies=[body]))


def modulus(kind: str) -> float:
    return ISOTROPIC[{"rod": "rod"}.get(kind, "sheet" if kind in ("grid", "tube", "mesh") else "bulk")]


@pytest.mark.parametrize("at", ["nodes", "elements"])
@pytest.mark.parametrize("kind", BODIES)
def test_what_is_stretched_alike_in_all_directions_has_the_stress_of_theory(kind: str, at: str):
    simulation, small = of(kind), 1e-4
    x = simulation.positions("body")
    place(simulation, "body", (1 + small) * x)
    dimensions = {"rod": 1, "grid": 2, "tube": 2, "mesh": 2}.get(kind, 3)
    strains, stresses = (
        simulation.probe(name, "body", at) for name in ("principal_strains", "principal_stresses")
    )
    wanted = np.zeros(3)
    wanted[:dimensions] = 1.0
    tolerance = {"tube": 2e-2}.get(
        kind, 1e-9
    )  # a tensor at a node of a tube is the mean over faces that turn
    assert strains == pytest.approx(np.tile(small * wanted, (len(strains), 1)), abs=small * tolerance)
    # Strain is told to first order of the laws' own, ½(G − 1): they differ by about as much as the strain.
    tolerance = max(tolerance, 3 * small)
    assert stresses / (modulus(kind) * small) == pytest.approx(
        np.tile(wanted, (len(stresses), 1)), abs=tolerance
    )


@pytest.mark.parametrize("kind", BODIES)
def test_stress_does_the_work_that_the_energy_takes(kind: str):
    """dE = Σ measure P : dF, far from rest; of grids where all samples of a cell have the same F."""
    simulation, rng = of(kind), np.random.default_rng(3)
    model, state = simulation.model.body("body"), simulation.state.bodies["body"]
    rest, layout = simulation.positions("body"), model.layout
    turn = np.eye(3) + 0.2 * rng.normal(size=(3, 3))
    points = rest @ turn.T
    if kind not in ("solid", "rubber", "grid", "tube"):
        points = points + 0.03 * rng.normal(size=rest.shape)
    way = points @ (0.1 * rng.normal(size=(3, 3))).T

    def spread(values: np.ndarray) -> np.ndarray:
        return layout.spread(values.reshape(*layout.shape, 3))

    def stored(step: float) -> float:
        x = spread(points + step * way)
        energies = [one for one in model.elastic if one is model.elastic[0]]  # not those that bend
        return sum(one.stored(x) for one in energies)

    h = 1e-5
    work = (stored(h) - stored(-h)) / (2 * h)
    here, there = samples(model, spread(points)), samples(model, spread(points + way))
    P = nominal_stress(model, here, spread(points), state.memory)
    by_stress = float(here.measure @ (P * (there.F - here.F)).sum(axis=(0, 1)))
    assert by_stress == pytest.approx(work, rel=1e-7)


def test_a_tensor_turns_with_the_body():
    turned = of("solid", rotation=(0.4, -1.0, 0.3))
    simulation = of("solid")
    R = np.linalg.lstsq(simulation.positions("body"), turned.positions("body"), rcond=None)[0].T
    shape = simulation.positions("body") * (1.1, 0.95, 1.0)
    place(simulation, "body", shape)
    place(turned, "body", shape @ R.T)
    for name in ("stress", "strain"):
        one, other = simulation.probe(name, "body"), turned.probe(name, "body")
        assert other == pytest.approx(R @ one @ R.T, abs=1e-9 * np.abs(one).max())
    assert simulation.probe("strain", "body")[0] == pytest.approx(np.diag((0.1, -0.05, 0.0)), abs=1e-12)
    values, ways = (turned.probe(f"principal_{name}", "body") for name in ("stresses", "directions"))
    rebuilt = np.einsum("nk,nki,nkj->nij", values, ways, ways)
    assert rebuilt == pytest.approx(turned.probe("stress", "body"), abs=1e-6)
    assert values[0, 0] == turned.probe("largest_stress", "body")[0] > turned.probe("least_stress", "body")[0]


def test_the_equivalent_stress_of_tension_is_the_stress_and_of_pressure_none():
    rod = of("rod")
    place(rod, "body", 1.01 * rod.positions("body"))
    assert rod.probe("von_mises", "body") == pytest.approx(E * 0.01)
    assert rod.probe("tension", "body", "elements") == pytest.approx(E * np.pi * 1e-4 * 0.01)
    solid = of("solid")
    place(solid, "body", 0.99 * solid.positions("body"))
    assert np.abs(solid.probe("von_mises", "body")).max() < 1e-6
    assert (solid.probe("largest_stress", "body") < 0.0).all()


@pytest.mark.parametrize("turn", [(0, 0, 0), (0.5, 1.0, -0.7)])
def test_a_sheet_rolled_to_a_cylinder_bears_the_moment_of_a_plate(turn):
    """M = D/R along, ν D/R across."""
    body = pl.Surface(pl.shapes.rectangle(1.0, 0.6), grid=(41, 7), material=SHEET, id="body", rotation=turn)
    simulation = pl.Simulation(pl.Scene(bodies=[body]))
    flat = pl.Simulation(pl.Scene(bodies=[body.model_copy(update={"rotation": (0, 0, 0)})])).positions("body")
    R = np.linalg.lstsq(flat, simulation.positions("body"), rcond=None)[0].T
    R[:, 2] = np.cross(R[:, 0], R[:, 1])
    u = flat[:, 0] / 0.5
    rolled = np.stack([0.5 * np.sin(u), flat[:, 1], 0.5 * np.cos(u) - 0.5], axis=1)
    place(simulation, "body", rolled @ R.T)
    M = (R.T @ simulation.probe("plate_moment", "body") @ R).reshape(41, 7, 3, 3)[20, 3]
    D = E * 0.01**3 / 12 / (1 - NU**2)
    assert pytest.approx(np.diag((-2 * D, -2 * NU * D, 0)), abs=2e-3 * D) == M  # bent away from its normal


def test_twist_is_borne_as_a_plate_does():
    """z = cxy: M₁₂ = (1 − ν) D c."""
    body = pl.Surface(pl.shapes.rectangle(1.0, 1.0), grid=(11, 11), material=SHEET, id="body")
    simulation = pl.Simulation(pl.Scene(bodies=[body]))
    x = simulation.positions("body")
    x[:, 2] = 1e-3 * x[:, 0] * x[:, 1]
    place(simulation, "body", x)
    M = simulation.probe("plate_moment", "body").reshape(11, 11, 3, 3)
    D = E * 0.01**3 / 12 / (1 - NU**2)
    assert M[5, 5, 0, 1] == pytest.approx((1 - NU) * D * 1e-3, rel=1e-4)
    assert M[0, 0, 0, 1] == pytest.approx((1 - NU) * D * 1e-3, rel=1e-4)  # in a corner as well


def test_a_rod_bent_to_a_circle_bears_the_moment_of_a_beam():
    body = pl.Curve(pl.shapes.line((0, 0, 0), (1, 0, 0)), grid=101, material=ROD, id="body")
    simulation = pl.Simulation(pl.Scene(bodies=[body]))
    u = simulation.positions("body")[:, 0]
    place(simulation, "body", np.stack([np.sin(u), 1 - np.cos(u), 0 * u], axis=1))
    M = simulation.probe("bending_moment", "body")
    assert M[1:-1] == pytest.approx(np.tile((0, 0, E * np.pi * 1e-8 / 4), (99, 1)), rel=1e-4)
    assert M[0] == pytest.approx(0.0)


def test_stress_relaxes_in_matter_that_flows():
    body = BODIES["grid"]().model_copy(update={"id": "body", "flow": pl.Maxwell(relaxation_time=0.05)})
    scene = pl.Scene(bodies=[body], dt=0.01)
    simulation = pl.Simulation(scene)
    simulation.apply(pl.PinEvent("body", edges=["m0", "m1", "n0", "n1"]))
    place(simulation, "body", 1.01 * simulation.positions("body"))
    simulation.state.bodies["body"].target[:] = simulation.state.bodies["body"].x
    before = simulation.probe("largest_stress", "body").mean()
    for _ in range(20):
        simulation.step()
    after = simulation.probe("largest_stress", "body").mean()
    assert after == pytest.approx(before * np.exp(-4.0), rel=0.2)  # implicit Euler's exp(−4)
    assert simulation.probe("principal_strains", "body")[:, 0].mean() == pytest.approx(0.01, rel=1e-3)


def test_numbers_of_whole_bodies():
    simulation = of("solid", velocity=(1, 0, 2), spin=(0, 0, 3))
    mass = 100 * 0.35
    assert simulation.probe("mass", "body") == pytest.approx(mass)
    assert simulation.probe("volume", "body") == pytest.approx(0.35)
    assert simulation.probe("area", "body") == pytest.approx(2 * (0.5 + 0.7 + 0.35))
    assert simulation.probe("momentum", "body") == pytest.approx(np.array((1, 0, 2)) * mass)
    x, m = simulation.positions("body"), simulation.masses("body")
    inertia = m @ (x[:, 0] ** 2 + x[:, 1] ** 2)
    assert simulation.probe("angular_momentum", "body") == pytest.approx((0, 0, 3 * inertia), abs=1e-9)
    assert simulation.probe("kinetic_energy", "body") == pytest.approx(0.5 * mass * 5 + 0.5 * 9 * inertia)


@pytest.mark.parametrize("kind", BODIES)
def test_energies_by_part_add_up(kind: str):
    simulation = of(kind)
    x = simulation.positions("body")
    rng = np.random.default_rng(1)
    place(simulation, "body", x + 0.01 * rng.normal(size=x.shape))
    parts = [simulation.probe(f"{part}_energy", "body") for part in ("stretching", "bending")]
    assert sum(parts) == pytest.approx(simulation.probe("elastic_energy", "body"))
    assert sum(parts) == pytest.approx(simulation.energies()["elastic"])
    assert (parts[1] > 0) == (kind not in ("solid", "rubber", "tetrahedra"))


def test_what_is_not_there_is_refused_in_words():
    solid, rod = of("solid"), of("rod")
    for simulation, name, at, words in (
        (solid, "strss", "nodes", "did you mean 'stress'"),
        (solid, "stress", "edges", "'nodes' or 'elements'"),
        (solid, "mass", "elements", "not known at elements"),
        (solid, "membrane_force", "nodes", "no sheet"),
        (solid, "plate_moment", "nodes", "sheets on grids"),
        (rod, "volume", "nodes", "not closed"),
        (rod, "area", "nodes", "no faces"),
    ):
        with pytest.raises(pl.PliantError, match=words):
            simulation.probe(name, "body", at)
    with pytest.raises(pl.PliantError, match="no body named 'cloth'"):
        solid.probe("stress", "cloth")
    springs = pl.Surface(pl.shapes.rectangle(1, 1), grid=(4, 4), material=pl.Springs(), id="body")
    with pytest.raises(pl.PliantError, match="has no stress"):
        pl.Simulation(pl.Scene(bodies=[springs])).probe("stress", "body")
    cord = pl.Curve(pl.shapes.line(), grid=4, material=pl.Cord(stretching=1, line_density=1), id="body")
    with pytest.raises(pl.PliantError, match="how thick"):
        pl.Simulation(pl.Scene(bodies=[cord])).probe("stress", "body")


def test_probes_are_recorded_on_request_and_exported(tmp_path):
    scene = pl.Scene(gravity=pl.EARTH, seconds=0.1)
    scene.add(pl.Surface(pl.shapes.rectangle(1, 1), grid=(6, 6), material=SHEET), id="sheet")
    scene.pin("sheet", corners=("00", "10"))
    keep = ["von_mises", "stress", "plate_moment", "momentum", "kinetic_energy", "tension"]
    recording = pl.simulate(scene, keep=keep)
    assert recording.field("sheet", "von_mises").shape == (7, 36)
    assert recording.field("sheet", "stress").shape == (7, 36, 3, 3)
    assert recording.field("sheet", "momentum").shape == (7, 3)
    assert recording.field("sheet", "kinetic_energy").shape == (7,)
    assert "sheet/tension" not in recording.frame(0).arrays  # a sheet has none
    recording.picture(tmp_path / "a.png", color_by="von_mises", size=(64, 48))
    with pytest.raises(pl.PliantError, match="not one number for each node"):
        recording.picture(tmp_path / "b.png", color_by="stress")
    with np.load(recording.export(tmp_path / "all.npz")[0]) as arrays:
        assert arrays["sheet/stress"].shape == (7, 36, 3, 3) and arrays["sheet/momentum"].shape == (7, 3)
    rows = recording.export(tmp_path / "table.csv")[0].read_text().splitlines()
    head = rows[0].split(",")
    assert len(rows) == 8 and {"sheet/momentum_z", "sheet/von_mises_max", "sheet/kinetic_energy"} < set(head)
    table = np.genfromtxt(rows, delimiter=",", names=True, deletechars="")
    assert table["sheet/momentum_z"] == pytest.approx(recording.field("sheet", "momentum")[:, 2])
    pv = pytest.importorskip("pyvista")
    recording.export(tmp_path / "para.pvd")
    piece = pv.read(tmp_path / "para" / "sheet_00006.vtp")
    assert piece["stress"].shape == (36, 9)
    assert piece.field_data["momentum"][0] == pytest.approx(recording.field("sheet", "momentum")[6])
