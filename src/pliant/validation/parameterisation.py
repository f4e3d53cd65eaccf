"""Size, resolution and parameterisation do not matter: the energy belongs to the sheet, not to its grid.

In the papers "size does matter" [000 §5.1.2]: their weights belong to a unit square with a given number of nodes. Here

* a homogeneous deformation F has the energy ⅛ ΔG:C:ΔG per rest area with ΔG = FᵀF − 1, on any grid, to rounding
  (the sheet is isotropic, so that the direction of the grid's first axis does not matter either);
* a sheet of twice the size has four times that energy, and rolled up to twice the radius the same bending energy;
* the same square on a grid that is bent and crowded inside (its outline stays) sags as on the straight grid, as a
  membrane and as a plate. This is where bending and twist are coupled and the stencil has nine nodes.
"""

from __future__ import annotations

import numpy as np

from pliant.build.model import build
from pliant.checks import at_most, between, close
from pliant.model import Sheet, Surface
from pliant.scene.schema import Scene
from pliant.shapes import bezier, rectangle
from pliant.validation.result import Plot, Result
from pliant.validation.specimens import SKEW, Probe, rest_of
from pliant.validation.states import grid_points, settled

MATERIAL = Sheet(membrane=100.0, poisson=0.3, bending=1.0, area_density=1.0)
F = np.array([[1.10, 0.15], [-0.05, 0.95]])
GRIDS = (9, 17, 33)
# A square whose inner control points are out of place: the outline stays, the grid inside is skew.
CROOKED = [
    (-0.5, -0.5, 0.0), (0.08, -0.5, 0.0), (0.5, -0.5, 0.0),
    (-0.5, 0.1, 0.0), (0.14, 0.1, 0.0), (0.5, -0.06, 0.0),
    (-0.5, 0.5, 0.0), (-0.05, 0.5, 0.0), (0.5, 0.5, 0.0),
]  # fmt: skip
STRAIGHT = [((j - 1) / 2, (i - 1) / 2, 0.0) for i in range(3) for j in range(3)]


def run() -> Result:
    checks = []
    theory = _theory()
    shapes = {
        "square, 5×5": (rectangle(1, 1), (5, 5)),
        "square, 9×14": (rectangle(1, 1), (9, 14)),
        "square twice as large": (rectangle(2, 2), (5, 5)),
        "crooked grid, 9×9": (bezier(CROOKED, order=2), (9, 9)),
        "skew quadrilateral": (bezier(SKEW, order=1), (6, 5)),
    }
    for name, (shape, grid) in shapes.items():
        density = _stretched(shape, grid)
        checks.append(
            close(f"{name}: energy of a homogeneous deformation per area", density, theory, 1e-12, "J/m²")
        )
    once, twice = _rolled(1.0), _rolled(2.0)
    checks.append(close("rolled up, twice as large: bending energy, relative", twice / once, 1.0, 1e-9))
    title = "The same square on a straight and on a crooked grid"
    plot = Plot(title, "h/a", "relative difference of the sag", log_x=True, log_y=True)
    for kind in ("membrane", "plate"):
        straight, crooked = ([_deepest(shape, n, kind) for n in GRIDS] for shape in (STRAIGHT, CROOKED))
        off = [abs(b / a - 1.0) for a, b in zip(straight, crooked, strict=True)]
        checks.append(
            at_most(
                f"{kind} on a crooked grid, 33×33: sag against the straight grid, relative", off[-1], 1e-2
            )
        )
        checks.append(
            between(f"{kind} on a crooked grid: observed order", float(np.log2(off[1] / off[2])), 1.0, 3.0)
        )
        plot = plot.computed(kind, [1 / (n - 1) for n in GRIDS], off)
    plots = [plot.slope("h²", 2, "plate")]
    return Result("parameterisation", "Size, resolution, parameterisation", checks, plots, __doc__ or "")


def _theory() -> float:
    """⅛ ΔG:C:ΔG [J/m²]."""
    green = F.T @ F - np.eye(2)
    nu, c = MATERIAL.poisson, 100.0 / (1.0 - MATERIAL.poisson**2)
    trace2, square = np.trace(green) ** 2, np.sum(green * green)
    return float(c * (nu * trace2 + (1.0 - nu) * square) / 8.0)


def _probe(shape, grid) -> Probe:
    body = build(
        Scene(collision=False, bodies=[Surface(shape, id="sheet", grid=grid, material=MATERIAL)])
    ).bodies[0]
    return Probe(body, list(body.elastic))


def _stretched(shape, grid) -> float:
    probe = _probe(shape, grid)
    rest = rest_of(probe.body)
    x = rest.copy()
    x[..., :2] = rest[..., :2] @ F.T
    return probe.energy(x) / float(probe.body.shape.measure[probe.layout.nodes].sum())


def _rolled(size: float) -> float:
    """Bending energy [J] of a square rolled up to a quarter of a circle."""
    probe = _probe(rectangle(size, size), (21, 5))
    rest = rest_of(probe.body)
    radius = size / (0.5 * np.pi)
    x = np.stack(
        [radius * np.sin(rest[..., 0] / radius), rest[..., 1], radius * np.cos(rest[..., 0] / radius)],
        axis=-1,
    )
    return sum(energy.at(0.0, {}).stored(probe.layout.spread(x)) for energy in probe.body.elastic[1:])


def _deepest(control, n: int, kind: str) -> float:
    """The largest sag [m] of a square under its weight: as a stretched membrane or as a supported plate."""
    scene = Scene(collision=False, gravity=0.01)
    start = bezier([(1.1 * x, 1.1 * y, z) for x, y, z in control], order=2) if kind == "membrane" else None
    bending = 1.0 if kind == "plate" else 0.0
    scene.add(
        Surface(
            bezier(control, order=2),
            id="sheet",
            initial_shape=start,
            grid=(n, n),
            material=Sheet(membrane=100.0, poisson=0.3, bending=bending, area_density=1.0),
        )
    )
    scene.pin("sheet", edges=("m0", "m1", "n0", "n1"))
    return _peak(grid_points(settled(scene), "sheet"))


def _peak(points: np.ndarray) -> float:
    """The top of the paraboloid through the deepest node and its neighbours: no node is in the middle."""
    z = points[..., 2]
    m, n = np.unravel_index(np.argmin(z), z.shape)
    near = points[m - 2 : m + 3, n - 2 : n + 3].reshape(-1, 3)
    x, y = near[:, 0] - points[m, n, 0], near[:, 1] - points[m, n, 1]
    scale = np.abs(x).max()
    x, y = x / scale, y / scale
    terms = [x**i * y**j for i in range(5) for j in range(5 - i)]
    c = dict(
        zip(
            [(i, j) for i in range(5) for j in range(5 - i)],
            np.linalg.lstsq(np.stack(terms, axis=1), near[:, 2], rcond=None)[0],
            strict=True,
        )
    )
    hessian = np.array([[2 * c[2, 0], c[1, 1]], [c[1, 1], 2 * c[0, 2]]])
    slope = np.array([c[1, 0], c[0, 1]])
    return -float(c[0, 0] - 0.5 * slope @ np.linalg.solve(hessian, slope))
