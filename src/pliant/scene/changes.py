"""What can change while a simulation runs, and what needs a start from time zero.

The state of a run is positions and velocities of the nodes. A change under which those keep their meaning is made at
once: forces, obstacles, materials, variants, broken links, constraints, integrator, time step. A change of the
grid or of where a body starts is not. Nor can a body lose its law of flow, and with it what has flown: the law
`elastic` keeps it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pliant.scene.schema import Scene

# What is built from the fields of bodies. The rest shape follows from these,
REST = (
    "kind",
    "grid",
    "periodic",
    "shape",
    "layers",
    "initial_shape",
    "frame",
    "vertices",
    "triangles",
    "tetrahedra",
    "file",
    "scale",
    "fill",
    "quadratic",
    "edge_length",
    "sets",
    "divisions",
    "density",
    "mass",
    "inertia",
    "center",
)
BREAKS = ("broken_links",)  # and which of its links hold from these.
# A surface of springs or sticks has its nodes in another order than others, a mesh that can break has more of them.
FORM = ("as_points", "parts")
MATTER = (
    "material",
    "variant",
    "plane",
    "rotation",
    "flow",
    "restitution",
)  # from these, masses and energies;
START = ("position", "rotation", "velocity", "spin")  # the state at time zero.
OTHERS = (  # nothing that takes long to build
    "id", "collides", "ignores", "self_contact", "contact_thickness", "fracture", "look", "cuttable",
    "substeps",
)  # fmt: skip

LAW_KEPT = (
    "matter that flows cannot lose its law, and what has flown, while it runs: the law 'elastic' keeps it"
)

_OF_BODIES = ("id", *REST, *START, "cuttable", "substeps")

# Paths of parameters whose change, or that of anything in them, needs a restart; * is any one part.
RESTARTS: tuple[str, ...] = tuple(f"bodies.*.{name}" for name in _OF_BODIES)


def parts_of(path: str) -> list[str]:
    """``bodies[0].grid`` or ``bodies.0.grid`` as its parts."""
    return re.sub(r"\[(\w+)\]", r".\1", path).split(".")


def needs_restart(path: str) -> bool:
    """Whether a change of the parameter at `path` needs a start from time zero."""
    parts = parts_of(path)
    return any(_touch(parts, pattern.split(".")) for pattern in RESTARTS)


def _touch(parts: list[str], pattern: list[str]) -> bool:
    """Whether one lies in the other."""
    return all(star in ("*", part) for part, star in zip(parts, pattern, strict=False))


def _forgets(old: Any, new: Any) -> bool:
    """Whether a body would lose what has flown: its law is gone, or one under which nothing has."""
    flows, goes_on = (body.flow is not None and bool(body.flow.units()) for body in (old, new))
    return flows and not goes_on


def can_continue(old: Scene, new: Scene) -> bool:
    """Whether a simulation of scene `old` can go on as one of scene `new`, keeping its state."""
    if len(old.bodies) != len(new.bodies):
        return False
    if any(_forgets(a, b) for a, b in zip(old.bodies, new.bodies, strict=True)):
        return False
    return all(
        a is b or all(getattr(a, name, None) == getattr(b, name, None) for name in (*_OF_BODIES, *FORM))
        for a, b in zip(old.bodies, new.bodies, strict=True)
    )
