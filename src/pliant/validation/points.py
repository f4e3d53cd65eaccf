"""Small curves, solids and meshes, one for each way to build an energy: more rows of `specimens`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from scipy.spatial import Delaunay

from pliant.model import (
    Body,
    Bulk,
    Cord,
    Curve,
    Hybrid,
    Layered,
    Layers,
    MaterialFrame,
    Mesh,
    Sheet,
    Solid,
    SpringLink,
    Springs,
    laws,
)
from pliant.model.nets import Octasphere, Ring, Skin, octasphere
from pliant.scene.schema import Scene
from pliant.shapes import b_spline_curve, b_spline_solid, box, cylinder_solid, helix, line

RUBBER = Bulk(young=1e3, poisson=0.3, density=1000.0)
HOOKEAN = RUBBER.model_copy(update={"law": laws.NeoHookean()})
CORD = Cord(stretching=100.0, bending=0.2, torsion=0.3, line_density=1.0)
CLOTH = Sheet(
    membrane=(900.0, 100.0, 600.0, 200.0), bending=(3.0, 0.5, 2.0, 0.8), area_density=1.0, fibre_angle=0.3
)
SPRINGS = Springs(stiffness=100.0, damping=0.0, shear=60.0, bend=30.0)
HYBRID = Hybrid(magnitude=20.0, slope=60.0, curvature=5.0, density=2.0)
DAMPED = {"damping": 0.05}


def _own_energy(first: Any, second: Any) -> Any:
    """Its shear modulus is that of `RUBBER`."""
    shear = 1e3 / 2.6
    return shear * (0.4 * (first - 3.0) + 0.01 * (first - 3.0) ** 2 + 0.3 * np.log(second / 3.0))


LAWS = {
    "corotated": laws.Corotated(),
    "St. Venant–Kirchhoff": laws.StVenantKirchhoff(),
    "Mooney–Rivlin": laws.MooneyRivlin(0.3),
    "Ogden": laws.Ogden(),
    "custom": laws.Custom(_own_energy),
}
SHEET_LAWS = {
    "neo-Hookean": laws.NeoHookean(),
    **{name: LAWS[name] for name in ("corotated", "Mooney–Rivlin", "Ogden", "custom")},
}
ELASTOMER: dict[str, Any] = {"base": Sheet(membrane=900.0, bending=3.0, poisson=0.5, area_density=1.0)}
_COIL = helix(radius=0.5, pitch=0.4 * np.pi, turns=2.0 / np.pi)


def _body(body: Body) -> Scene:
    return Scene(collision=False, bodies=[body.model_copy(update={"id": "body"})])


def _curve(shape: Any = _COIL, grid: int = 7, **changes: Any) -> Scene:
    return _body(Curve(shape, grid=grid, **{"material": CORD, **changes}))


def _ring(height: float = 0.2, **changes: Any) -> Scene:
    """A closed curve that leaves its plane by `height`; a B-spline of degree one has its nodes where its points are."""
    angle = 2.0 * np.pi * np.arange(8) / 8
    points = np.stack([0.5 * np.cos(angle), 0.5 * np.sin(angle), height * np.sin(2.0 * angle)], axis=1)
    return _curve(b_spline_curve(points, 1, closed=True), 8, periodic=True, **changes)


def _solid(shape: Any = None, grid: tuple[int, int, int] = (3, 3, 3), **changes: Any) -> Scene:
    return _body(Solid(shape or box(1.0, 1.2, 0.8), grid=grid, **{"material": RUBBER, **changes}))


def _distorted(size: tuple[float, float, float] = (1.0, 1.0, 1.0), **changes: Any) -> Scene:
    """Cells of which no two are alike."""
    u = np.linspace(0.0, 1.0, 3)
    net = np.stack(np.meshgrid(u, u, u, indexing="ij"), axis=-1)
    net += 0.08 * np.random.default_rng(4).normal(size=net.shape)
    return _solid(b_spline_solid(net * size, (1, 1, 1)), **changes)


def lump() -> tuple[np.ndarray, np.ndarray]:
    """Points (n, 3) and tetrahedra (t, 4) of an irregular lump."""
    points = np.random.default_rng(5).uniform(size=(10, 3))
    return points, Delaunay(points).simplices


def _dome(**changes: Any) -> Scene:
    """A bulging, irregular sheet."""
    flat = np.random.default_rng(5).uniform(size=(12, 2))
    points = np.column_stack([flat, 0.5 * flat[:, 0] * (1.0 - flat[:, 1])])
    return _body(Mesh(points, triangles=Delaunay(flat).simplices, **{"material": CLOTH, **changes}))


def _lump(**changes: Any) -> Scene:
    points, cells = lump()
    return _body(Mesh(points, tetrahedra=cells, **{"material": RUBBER, **changes}))


def _of_law(make: Callable[..., Scene], law: Any, base: Any = RUBBER, **changes: Any) -> Scene:
    return make(material=base.model_copy(update={"law": law, **changes}))


def _layered(shape: Any, **changes: Any) -> Scene:
    material = {
        "stiffness": 100.0,
        "damping": 0.0,
        "radius_stiffness": 60.0,
        "radius_damping": 0.0,
        "pressure": 0.0,
    }
    return _body(Layered(shape, material=Layers(**{**material, **changes})))


def _egg() -> Skin:
    """A closed mesh of which no two triangles are alike."""
    points, triangles = octasphere(1)
    stretched = points * (0.6, 0.5, 0.8) + 0.1 * np.random.default_rng(6).normal(size=points.shape)
    return Skin(stretched, triangles, thickness=0.02)


ELASTIC_POINTS: dict[str, Callable[[], Scene]] = {
    "solid": lambda: _solid(grid=(3, 4, 3)),
    "nearly incompressible solid": lambda: _solid(material=RUBBER.model_copy(update={"poisson": 0.49})),
    "auxetic solid": lambda: _solid(material=RUBBER.model_copy(update={"poisson": -0.3})),
    "distorted solid": _distorted,
    "slab": lambda: _solid(box(1.0, 0.9, 0.15), (3, 2, 3)),
    "closed solid": lambda: _solid(
        cylinder_solid(0.6, 0.9, hollow=0.4), (5, 2, 3), periodic=(True, False, False)
    ),
    "solid, internal damping": lambda: _solid(material=RUBBER.model_copy(update=DAMPED)),
    "distorted slab, internal damping": lambda: _distorted(
        (1.0, 0.4, 0.2), material=RUBBER.model_copy(update=DAMPED)
    ),
    "curve": lambda: _curve(),
    "closed curve": lambda: _ring(),
    "straight curve": lambda: _curve(line((0.0, 0.0, 0.0), (1.0, 0.3, -0.2))),
    "curve, internal damping": lambda: _curve(material=CORD.model_copy(update=DAMPED)),
    "rod with a frame": lambda: _curve(frame=MaterialFrame()),
    "pretwisted rod with a frame, internal damping": lambda: _curve(
        frame=MaterialFrame(up=(1.0, 0.2, 0.4), pretwist=2.0), material=CORD.model_copy(update=DAMPED)
    ),
    "closed rod with a frame": lambda: _ring(frame=MaterialFrame()),
    "triangles": lambda: _dome(),
    "triangles, internal damping": lambda: _dome(material=CLOTH.model_copy(update=DAMPED)),
    "springs": lambda: _solid(material=SPRINGS),
    "springs with links": lambda: _curve(
        material=SPRINGS.model_copy(
            update={"links": [SpringLink((0, 6), stiffness=40.0), SpringLink((1, 2), stiffness=9.0)]}
        )
    ),
    "triangles of springs": lambda: _dome(material=SPRINGS.model_copy(update={"shear": 0.0})),
    "tetrahedra of springs": lambda: _lump(material=SPRINGS.model_copy(update={"shear": 0.0})),
    "springs, internal damping": lambda: _solid(material=SPRINGS.model_copy(update={"damping": 3.0})),
    "hybrid solid": lambda: _solid(material=HYBRID),
    "hybrid solid, internal damping": lambda: _solid(material=HYBRID.model_copy(update=DAMPED)),
    "hybrid curve": lambda: _curve(material=HYBRID),
    "hybrid triangles, torn": lambda: _dome(
        material=HYBRID, cuttable=True, broken_links=[((0,), (10,)), ((5,), (10,))]
    ),
    "layers of springs": lambda: _layered(Octasphere(0.7, 0)),
    "layers of springs, internal damping": lambda: _layered(Ring(0.7, 5), damping=3.0, radius_damping=2.0),
    "neo-Hookean solid": lambda: _solid(grid=(3, 4, 3), material=HOOKEAN),
    "nearly incompressible neo-Hookean solid": lambda: _solid(
        material=HOOKEAN.model_copy(update={"poisson": 0.49})
    ),
    "auxetic neo-Hookean solid": lambda: _solid(material=HOOKEAN.model_copy(update={"poisson": -0.3})),
    "neo-Hookean solid, internal damping": lambda: _solid(material=HOOKEAN.model_copy(update=DAMPED)),
    "neo-Hookean tetrahedra": lambda: _lump(material=HOOKEAN),
    "neo-Hookean tetrahedra, internal damping": lambda: _lump(material=HOOKEAN.model_copy(update=DAMPED)),
    **{f"{name} solid": partial(_of_law, _solid, law) for name, law in LAWS.items()},
    **{
        f"{name} tetrahedra, internal damping": partial(_of_law, _lump, law, **DAMPED)
        for name, law in LAWS.items()
    },
    **{f"{name} triangles": partial(_of_law, _dome, law, **ELASTOMER) for name, law in SHEET_LAWS.items()},
    "Ogden triangles, internal damping": partial(_of_law, _dome, laws.Ogden(), **ELASTOMER, **DAMPED),
    "tetrahedra": lambda: _lump(),
    "quadratic tetrahedra": lambda: _lump(quadratic=True),
    "nearly incompressible quadratic tetrahedra, internal damping": lambda: _lump(
        quadratic=True, material=RUBBER.model_copy(update={"poisson": 0.49, **DAMPED})
    ),
    "tetrahedra, internal damping": lambda: _lump(material=RUBBER.model_copy(update=DAMPED)),
}
# What knows of a plane is not blind to rotation out of it.
PLANAR_POINTS: dict[str, Callable[[], Scene]] = {
    "planar curve": lambda: _ring(0.0, plane=(0.0, 0.0, 1.0)),
    "planar curve, internal damping": lambda: _ring(
        0.0, plane=(0.0, 0.0, 1.0), rotation=(0.3, 0.8, 0.0), material=CORD.model_copy(update=DAMPED)
    ),
}
# A gas has no state of rest of its own: it pushes outwards always.
GAS_POINTS: dict[str, Callable[[], Scene]] = {
    "gas in a ring": lambda: _layered(Ring(0.7, 6), pressure=20.0),
    "gas in a sphere": lambda: _layered(Octasphere(0.7, 1), pressure=20.0),
    "gas in a mesh": lambda: _layered(_egg(), pressure=20.0),
}
