"""Whatever docs/materials.md says may vary, varies: alone, with one other and all together, on every kind of body."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pliant as pl
from pliant import shapes
from pliant.build.model import build
from pliant.errors import SceneError
from pliant.model import Curve, Mesh, Solid, Surface
from pliant.model.fields import ArrayField

PAGE = Path(__file__).parents[2] / "docs" / "materials.md"

# A value for everything that a material needs, or that may vary.
NUMBERS: dict[str, dict[str, Any]] = {
    "elastic": {"young": 2e6, "young_2": 1e6, "shear": 5e5, "thickness": 2e-3, "density": 900.0, "bending": 1e-3,
                "drag": 0.1},
    "sheet": {"membrane": 1e3, "bending": 1e-3, "area_density": 0.3, "drag": 0.1},
    "raw": {"tension": ((5.0, 1.0), (1.0, 4.0)), "rigidity": ((0.5, 0.1), (0.1, 0.4)), "mass": 0.1, "damping": 0.2,
            "bending": 1e-3},
    "raw_bulk": {"tension": ((1.0, 0.1, 0.2), (0.1, 1.5, 0.3), (0.2, 0.3, 2.0)), "mass": 0.1, "damping": 0.2},
    "rod": {"young": 1e9, "radius": 1e-2, "density": 1e3, "drag": 0.1},
    "cord": {"stretching": 1e3, "bending": 0.1, "torsion": 0.2, "line_density": 0.1, "drag": 0.1},
    "strip": {"young": 1e9, "density": 1e3, "drag": 0.1},
    "bulk": {"young": 1e4, "density": 900.0, "drag": 1.0},
    "springs": {"stiffness": 80.0, "damping": 1.0, "rest": 1.1, "mass": 0.1, "shear": 40.0, "bend": 20.0, "drag": 0.1},
    "hybrid": {"magnitude": 3.0, "slope": 5.0, "curvature": 0.1, "density": 0.5, "drag": 0.1},
}  # fmt: skip
OPTIONAL = {"elastic": ("young_2", "shear", "bending")}  # None has a meaning of its own

PLACES = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1]]
HELIX, BOX = shapes.helix(), shapes.box(1, 1, 1)
BODIES = {
    "surface": lambda m: Surface(shapes.rectangle(1, 1), grid=(4, 5), material=m),
    "tube": lambda m: Surface(shapes.cylinder(1, 1), grid=(5, 6), periodic=(True, False), material=m),
    "turned": lambda m: Surface(shapes.rectangle(1, 1), grid=(4, 5), material={**m, "fibre_angle": 0.5}),
    "flows": lambda m: Surface(
        shapes.rectangle(1, 1), grid=(4, 5), material=m, flow={"kind": "plastic", "limit": 1e3}
    ),
    "breaks": lambda m: Surface(
        shapes.rectangle(1, 1), grid=(4, 5), material=m, fracture={"limit": 1e3, "measure": "stress"}
    ),
    "published": lambda m: Surface(shapes.rectangle(1, 1), grid=(4, 5), material=m, variant="kelager"),
    "triangles": lambda m: Mesh(PLACES[:3] + PLACES[4:], triangles=[[0, 1, 2], [1, 3, 2]], material=m),
    "tetrahedra": lambda m: Mesh(PLACES, tetrahedra=[[0, 1, 2, 3], [1, 2, 3, 4]], material=m),
    "curve": lambda m: Curve(HELIX, grid=9, material=m),
    "framed": lambda m: Curve(
        HELIX, grid=9, material={"width": 0.02, "height": 0.01, **m} if m["kind"] == "strip" else m, frame={}
    ),
    "solid": lambda m: Solid(BOX, grid=(3, 4, 3), material=m),
    "published solid": lambda m: Solid(BOX, grid=(3, 4, 3), material=m, variant="kelager"),
}
ON = {
    "elastic": ("surface", "tube", "turned", "flows", "breaks", "triangles"),
    "sheet": ("surface", "tube", "turned", "flows", "triangles"),
    "raw": ("surface", "published"),
    "raw_bulk": ("published solid",),
    "rod": ("curve", "framed"),
    "cord": ("curve", "framed"),
    "strip": ("framed",),
    "bulk": ("solid", "tetrahedra"),
    "springs": ("surface", "curve", "solid", "triangles", "tetrahedra"),
    "hybrid": ("surface", "curve", "solid", "triangles", "tetrahedra"),
}
CASES = [(kind, body) for kind in NUMBERS for body in ON[kind]]


def documented() -> dict[str, set[str]]:
    """The table of docs/materials.md: by kind of material, the names of what may vary."""
    found: dict[str, set[str]] = {}
    table = PAGE.read_text().partition("| material | may vary |")[2].partition("\n\n")[0]
    for kinds, text in re.findall(r"^\| ((?:`\w+`(?:, )?)+) \| (.*) \|$", table, re.MULTILINE):
        for kind in re.findall(r"`(\w+)`", kinds):
            found[kind] = {name for name in NUMBERS[kind] if re.search(rf"\b{name}\b", text)}
    return found


VARY = documented()


def numbers(kind: str, where: str) -> dict[str, Any]:
    given = dict(NUMBERS[kind])
    if kind == "raw":
        given.pop("rigidity" if where != "published" else "bending")
    if kind == "springs" and where in ("triangles", "tetrahedra", "curve"):
        given.pop("shear")
    return given


def field(value: Any, axes: int) -> Any:
    """The same value everywhere, as a table."""
    if isinstance(value, tuple):
        return tuple(field(part, axes) for part in value)
    return ArrayField(np.full((2,) * axes, value))


def built(where: str, material: dict[str, Any]) -> dict[str, np.ndarray]:
    """Masses, drag, energy, forces in a random place, and the papers' weights."""
    body = BODIES[where](material)
    scheme = "semi_implicit" if body.variant != "exact" else "bdf2"
    model = build(pl.Scene(bodies=[body], integrator={"kind": scheme})).bodies[0]  # pyright: ignore
    rest = model.shape.positions
    x = rest + 0.02 * np.random.default_rng(0).standard_normal(rest.shape) * model.shape.ones
    model.layout.fill_halo(x)
    forces = model.layout.zeros(3)
    energy = sum(one.add_gradient(x, forces) for one in model.elastic)
    weights = [one.tension for one in model.matter.secants]  # pyright: ignore
    limits = [] if model.fibres is None else model.fibres.load(x, {})
    return {
        "mass": model.system.mass, "damping": model.system.node_damping, "forces": forces,
        "energy": np.array(energy), "weights": np.array(weights), "loads": np.array(limits),
    }  # fmt: skip


def test_the_table_names_all_kinds():
    assert set(VARY) == set(NUMBERS)
    assert VARY["elastic"] == set(NUMBERS["elastic"])


@pytest.mark.parametrize(("kind", "where"), CASES, ids=lambda value: str(value))
def test_what_may_vary_does_alone_and_together(kind, where):
    """A field with the same value everywhere is a number: to rounding, since sums are in another order."""
    given = numbers(kind, where)
    axes = {"curve": 1, "framed": 1, "solid": 3, "published solid": 3, "triangles": 3, "tetrahedra": 3}.get(
        where, 2
    )
    names = sorted(VARY[kind] & set(given))
    groups: list[tuple[str, ...]] = [(name,) for name in names] + [tuple(names)]
    if where == "triangles":
        groups += list(combinations(names, 2))
    left_out = [()] + [(name,) for name in OPTIONAL.get(kind, ())] + [OPTIONAL.get(kind, ())]
    for gone in dict.fromkeys(left_out):
        base = {"kind": kind, **{name: value for name, value in given.items() if name not in gone}}
        wanted = built(where, base)
        for group in groups:
            if set(group) & set(gone):
                continue
            found = built(where, base | {name: field(given[name], axes) for name in group})
            for part, value in wanted.items():
                scale = np.abs(value).max(initial=1e-30)
                assert found[part] == pytest.approx(value, rel=1e-9, abs=1e-11 * scale), (group, gone, part)


def test_a_strip_that_tapers_in_thickness_alone_bends_as_a_beam():
    """Under a moment that is the same everywhere, κ = M/D(x): here κ ∝ 1/t³, and the forces of that shape vanish
    inside. Taken from the energies: D at a node is E t³/12 of it."""
    t = np.linspace(2e-3, 1e-3, 9)
    strip = Surface(
        shapes.rectangle(1, 0.1), grid=(9, 3),
        material={"kind": "elastic", "young": 1e9, "poisson": 0.0, "density": 1e3,
                  "thickness": np.repeat(t[:, None], 3, axis=1)},
    )  # fmt: skip
    model = build(pl.Scene(bodies=[strip])).bodies[0]
    bending = next(one for one in model.elastic if len(getattr(one, "rest", ())) == 2)
    stiff = model.layout.gather(bending.stiffness[0]).reshape(9, 3)[1:-1, 1]  # pyright: ignore
    assert stiff / stiff[0] == pytest.approx((t[1:-1] / t[1]) ** 3, rel=1e-12)
    mass = model.layout.gather(model.system.mass).reshape(9, 3)[1:-1, 1]
    assert mass / mass[0] == pytest.approx(t[1:-1] / t[1], rel=1e-12)


def test_moduli_that_would_free_energy_somewhere_are_refused():
    """poisson²·young_2 < young is checked at the nodes, too, where either varies."""
    stiff = {"kind": "elastic", "young": [[1e6, 1e6], [1e4, 1e6]], "young_2": 1e6, "poisson": 0.3, "thickness": 1e-3,
             "density": 1e3}  # fmt: skip
    for where in ("surface", "triangles"):
        given = stiff | ({"young": [1e6, 1e6, 1e4, 1e6]} if where == "triangles" else {})
        with pytest.raises(SceneError, match=r"bodies\[0\]\.material\.young_2: .* stretching frees energy"):
            built(where, given)
