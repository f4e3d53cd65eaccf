"""Which function of an obstacle a response looks at: its signed distance or its implicit function.

The choice is a type, so kernels that call `evaluate(field, x, y, z)` compile only the one they use.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from numba.extending import overload

from pliant.contact.dispatch import class_of, distance, implicit
from pliant.contact.motion import Motion, moved
from pliant.numerics.compile import OPTIONS


class DistanceField(NamedTuple):
    """The signed distance [m] of a geometry."""

    geometry: Any


class ImplicitField(NamedTuple):
    """The implicit function of a geometry, as printed in the sources."""

    geometry: Any


ContactField = DistanceField | ImplicitField


def contact_field(geometry: Any, response: Any) -> ContactField:
    """The field of a geometry that the penalty `response` acts on, for kernels."""
    return ImplicitField(geometry) if response.field == "implicit" else DistanceField(geometry)


def field_at(field: Any, motion: Motion | None, time: float) -> Any:
    """The field of an obstacle where its motion has it at a time."""
    return field._replace(geometry=moved(field.geometry, motion, time))


def evaluate(field: Any, x: float, y: float, z: float) -> tuple[float, float, float, float]:
    """The value and the gradient of a field at a world point: (f, ∂f/∂x, ∂f/∂y, ∂f/∂z)."""
    formula = implicit if isinstance(field, ImplicitField) else distance
    return formula(field.geometry, x, y, z)


@overload(evaluate, jit_options=OPTIONS)
def _evaluate(field, x, y, z):
    if class_of(field) is ImplicitField:
        return lambda field, x, y, z: implicit(field.geometry, x, y, z)
    if class_of(field) is DistanceField:
        return lambda field, x, y, z: distance(field.geometry, x, y, z)
    return None
