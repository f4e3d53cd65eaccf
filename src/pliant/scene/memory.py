"""How much memory a scene needs, told before anything of it is built.

The numbers are measured: the peak of what the process takes while a body of some ten thousand nodes is built and
stepped, by kind of body, matter and integrator. They hold within a factor of two (`tests/scene/test_memory.py`); what
pliant takes by itself, 0.2 to 0.4 GB, is not counted.
"""

from __future__ import annotations

from math import log2, prod
from typing import TYPE_CHECKING, Any

from pliant.errors import PliantError, Problem, SceneError
from pliant.integrators.spec import EXPLICIT
from pliant.model import Hybrid, Layered, Mesh, Raw, RawBulk, Rigid, Springs, Sticks
from pliant.numerics.memory import VARIABLE, available, in_words

if TYPE_CHECKING:
    from pliant.scene.schema import Scene

# Bytes per node (per element of a mesh): with a matrix and its preconditioner, and under explicit schemes, without.
_CURVE = (1700, 1000)
_SURFACE = (3150, 1650)
_SOLID = (9200, 3400)
_TRIANGLE = (2200, 1200)
_TETRAHEDRON = (1250, 1000)
_QUADRATIC = 8  # times that with ten nodes
_SPRUNG = {1: (2000, 1000), 2: (4300, 1400), 3: (7400, 3700)}
_STICKS = (1200, 1200)
_SECANT = (1200, 1000)
_HYBRID = {1: (2000, 1500), 2: (4300, 3000), 3: (6100, 5000)}
_RIGID = (3700, 3700)
_FLOW = 1.6  # times as much, for what matter remembers and the laws that it follows
_FACTOR = 200  # bytes per node and per node of a cross-section, of a matrix that is factorised
_FILL = 1100  # the same of a surface whose nodes may be numbered as it suits, times log₂ of the nodes
_SWEEPS = 8000  # bytes per node of solvers that take pinned nodes out of the matrix first
_DIRECT = ("direct", "banded", "profile")


def bytes_needed(scene: Scene) -> int:
    """About how many bytes it takes to build and step all bodies of a scene."""
    return sum(body_bytes(body, scene) for body in scene.bodies)


def body_bytes(body: Any, scene: Scene) -> int:
    """About how many bytes one body takes."""
    try:
        nodes = prod(body.grid)
    except PliantError:  # a mesh that cannot be read: whoever builds it says where and why
        return 0
    count, (implicit, explicit) = _kind(body, nodes)
    total = float(count * (explicit if scene.integrator.kind in EXPLICIT else implicit))
    if body.flow is not None:
        total *= _FLOW
    if scene.integrator.kind not in EXPLICIT and scene.solver.kind in _DIRECT:
        factor = _FACTOR * _cross_section(body, nodes)
        if scene.solver.kind == "direct" and body.dimension < 3:
            factor = min(factor, _FILL * log2(nodes + 1))
        total += factor * nodes
    if scene.integrator.kind not in EXPLICIT and scene.solver.kind in ("sor", "adi"):
        total += _SWEEPS * nodes
    return int(total)


def check_memory(scene: Scene) -> None:
    """Raises a `SceneError` if a scene needs more memory than there is."""
    needed, there = bytes_needed(scene), available()
    if there is None or needed <= there:
        return
    largest = max(range(len(scene.bodies)), key=lambda k: body_bytes(scene.bodies[k], scene))
    message = (
        f"the scene needs about {in_words(needed)} of memory, and {in_words(there)} are there: use a coarser grid, "
        f"or set {VARIABLE} to the gigabytes that may be used"
    )
    raise SceneError([Problem(f"bodies[{largest}]", message)])


def _kind(body: Any, nodes: int) -> tuple[int, tuple[int, int]]:
    """How many nodes or elements count, and the bytes of each."""
    material, axes = body.material, body.dimension
    if isinstance(material, Sticks):
        return nodes, _STICKS
    if isinstance(body, Rigid):
        return nodes, _RIGID
    if isinstance(body, Layered) or isinstance(material, Springs):
        return nodes, _SPRUNG[axes]
    if isinstance(material, Hybrid):
        return nodes, _HYBRID[axes]
    if isinstance(material, Raw | RawBulk) and body.variant != "exact":
        return nodes, _SECANT
    if isinstance(body, Mesh):
        mesh = body.geometry()
        solid = len(mesh.tetrahedra) > 0
        each = 1 if mesh.middles is None else _QUADRATIC
        return (each * len(mesh.tetrahedra), _TETRAHEDRON) if solid else (len(mesh.triangles), _TRIANGLE)
    return nodes, {1: _CURVE, 2: _SURFACE, 3: _SOLID}[axes]


def _cross_section(body: Any, nodes: int) -> float:
    """About how many nodes an orderly numbering leaves between two neighbours."""
    if isinstance(body, Mesh | Layered):
        return float(nodes) ** (2 / 3 if body.dimension == 3 else 1 / 2)
    return nodes / max(body.grid)
