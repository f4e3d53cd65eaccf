"""The topics in the order of the table."""

from __future__ import annotations

from collections.abc import Callable

from pliant.validation import (
    bar,
    buckling,
    cantilever,
    catenary,
    conservation,
    derivatives,
    free_fall,
    friction,
    half_cylinder,
    helix,
    invariance,
    kelvin_voigt,
    membrane,
    order,
    oscillator,
    parameterisation,
    patch,
    plate,
    plates,
    ring,
    rope,
    sticks,
    stream,
    tetrahedra,
    triangles,
    vibration,
)
from pliant.validation.result import Result

TOPICS: dict[str, Callable[[], Result]] = {
    "derivatives": derivatives.run,
    "invariance": invariance.run,
    "parameterisation": parameterisation.run,
    "free_fall": free_fall.run,
    "conservation": conservation.run,
    "order": order.run,
    "oscillator": oscillator.run,
    "membrane": membrane.run,
    "catenary": catenary.run,
    "cantilever": cantilever.run,
    "plate": plate.run,
    "half_cylinder": half_cylinder.run,
    "vibration": vibration.run,
    "stream": stream.run,
    "friction": friction.run,
    "kelvin_voigt": kelvin_voigt.run,
    "rope": rope.run,
    "helix": helix.run,
    "ring": ring.run,
    "sticks": sticks.run,
    "buckling": buckling.run,
    "patch": patch.run,
    "bar": bar.run,
    "plates": plates.run,
    "triangles": triangles.run,
    "tetrahedra": tetrahedra.run,
}
