"""The patch test: what can be strained uniformly is, whatever the grid or the mesh looks like.

The nodes on the boundary of a body are put where a map x = F X takes them, those inside somewhere nearby. In
equilibrium those inside have followed the same map, and the force on a face is the stress times its area:

    x_k = F X_k ,    Σ f_k = P N A ,    P = ∂ψ/∂F .                                                        (1)

Solids on a grid whose inner nodes were shifted at random by up to a fifth of a cell, tetrahedra and triangles between
points at random, a sheet on a grid that is distorted like the solid's. F is a large strain with shear. Elements that
pass converge to the right answer when refined; those that do not may converge to another one.
"""

from __future__ import annotations

import numpy as np
from scipy.spatial import Delaunay

from pliant.checks import at_most, close
from pliant.model import Body, Bulk, Mesh, Sheet, Solid, Surface
from pliant.shapes import b_spline, b_spline_solid
from pliant.validation.result import Plot, Result
from pliant.validation.states import alone, held_forces, place, settle, settled

MAP = np.array([[1.2, 0.1, 0.0], [0.0, 0.8, 0.2], [-0.1, 0.0, 1.1]])
# A sheet that is compressed would bulge.
TAUT = np.array([[1.2, 0.1, 0.0], [0.05, 1.1, 0.0], [-0.1, 0.2, 1.0]])
RUBBER = Bulk(young=1e5, poisson=0.3, density=1000.0)


def run() -> Result:
    random = np.random.default_rng(2)
    checks, where = [], []
    specimens = (
        (_solid(random), MAP),
        (_tetrahedra(random), MAP),
        (_triangles(random), TAUT),
        (_sheet(random), TAUT),
    )
    for (name, body, inside), map_ in specimens:
        rest, x = _relaxed(body, inside, map_)
        error = np.abs(x - rest @ map_.T)[inside].max()
        checks.append(at_most(f"{name}: distance of inner nodes from F X, over the size", float(error), 1e-7))
        where.append((name, rest[inside][:40] @ map_[0], x[inside][:40, 0]))
    checks += _stress(random)
    ends = [-0.1, 0.1 + max(float(wanted.max()) for _, wanted, _ in where)]
    plot = Plot("Where the inner nodes are", "where F X is along x [m]", "computed [m]")
    plot = plot.theory("computed = F X", ends, ends)
    for name, wanted, found in where:
        plot = plot.computed(name, wanted, found)
    return Result("patch", "Patch test", checks, [plot], __doc__ or "")


_Specimen = tuple[str, Body, np.ndarray]


def _solid(random: np.random.Generator) -> _Specimen:
    """A unit cube whose grid is distorted inside: a B-spline of degree one has its nodes where its points are."""
    count = 6
    u = np.linspace(0.0, 1.0, count)
    net = np.stack(np.meshgrid(u, u, u, indexing="ij"), axis=-1)
    middle = net[1:-1, 1:-1, 1:-1]
    middle += random.uniform(-0.2, 0.2, middle.shape) / (count - 1)
    inside = np.zeros(net.shape[:3], dtype=bool)
    inside[1:-1, 1:-1, 1:-1] = True
    shape = b_spline_solid(net, (1, 1, 1))
    return "distorted grid", Solid(shape, id="body", grid=(count,) * 3, material=RUBBER), inside.ravel()


def _tetrahedra(random: np.random.Generator) -> _Specimen:
    points = np.concatenate([_lattice(4, 3), random.uniform(0.1, 0.9, (60, 3))])
    cells = Delaunay(points).simplices
    return "tetrahedra", Mesh(points, id="body", tetrahedra=cells, material=RUBBER), _inner(points)


def _triangles(random: np.random.Generator) -> _Specimen:
    flat = np.concatenate([_lattice(7, 2), random.uniform(0.05, 0.95, (80, 2))])
    points = np.column_stack([flat, np.zeros(len(flat))])
    cloth = Sheet(membrane=1000.0, poisson=0.3, area_density=0.2)
    return (
        "triangles",
        Mesh(points, id="body", triangles=Delaunay(flat).simplices, material=cloth),
        _inner(flat),
    )


def _sheet(random: np.random.Generator) -> _Specimen:
    count = 8
    u = np.linspace(0.0, 1.0, count)
    net = np.stack([*np.meshgrid(u, u, indexing="ij"), np.zeros((count, count))], axis=-1)
    middle = net[1:-1, 1:-1, :2]
    middle += random.uniform(-0.25, 0.25, middle.shape) / (count - 1)
    inside = np.zeros((count, count), dtype=bool)
    inside[1:-1, 1:-1] = True
    cloth = Sheet(membrane=1000.0, poisson=0.3, area_density=0.2)
    body = Surface(b_spline(net, (1, 1)), id="body", grid=(count, count), material=cloth)
    return "distorted grid of a sheet", body, inside.ravel()


def _lattice(count: int, axes: int) -> np.ndarray:
    """Points on the surface of a unit cube, or on the rim of a square, (n, axes)."""
    u = np.linspace(0.0, 1.0, count)
    points = np.stack(np.meshgrid(*[u] * axes, indexing="ij"), axis=-1).reshape(-1, axes)
    return points[~_inner(points)]


def _inner(points: np.ndarray) -> np.ndarray:
    return np.all((points > 1e-9) & (points < 1 - 1e-9), axis=1)


def _relaxed(body: Body, inside: np.ndarray, map_: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Rest positions, and those in equilibrium when the boundary follows the map, (nodes, 3)."""
    simulation = settled(alone(body, ~inside), steps=1)
    rest = simulation.positions("body")
    near = 0.02 * np.sin(7.0 * rest[:, ::-1]) * inside[:, None]
    place(simulation, "body", rest @ map_.T + near)
    settle(simulation, steps=3)
    return rest, simulation.positions("body")


def _stress(random: np.random.Generator):
    """Forces on a face at a small stretch along x, sides held: (λ + 2μ) ε A."""
    strain, modulus = 1e-5, RUBBER.young * 0.7 / (1.3 * 0.4)
    for name, body, _ in (_solid(random), _tetrahedra(random)):
        simulation = settled(alone(body), steps=1)
        rest = simulation.positions("body")
        place(simulation, "body", rest * [1.0 + strain, 1.0, 1.0])
        force = held_forces(simulation, "body").reshape(-1, 3)[rest[:, 0] > 1 - 1e-9, 0].sum()
        yield close(
            f"{name}: force on a face, ε = 10⁻⁵", 1e3 * float(force), 1e3 * modulus * strain, 1e-3, "mN"
        )
