"""The topics in the order of the table: modules of this package with a function `run`."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from pliant.validation.result import Result

NAMES = (
    "derivatives", "invariance", "frame_invariance", "parameterisation", "free_fall", "conservation",
    "order", "oscillator", "membrane", "catenary", "cantilever", "plate", "half_cylinder", "vibration", "frequencies",
    "stream", "friction", "meeting_friction", "meeting_momentum", "stack", "kelvin_voigt", "rope", "helix",
    "rods", "joints", "capstan", "ring", "sticks", "buckling", "patch", "ribbon", "bar", "plates", "pulled",
    "large_strain", "triangles", "slender_shells", "tetrahedra", "cook", "linear_analysis", "thick_walls", "top",
    "rigid", "torn_pieces", "toughness", "viscoelastic", "elastoplastic", "plastic_bending", "hybrid_flow",
    "solid_flow", "balloon", "pressure_work", "loaded",
)  # fmt: skip

TOPICS: dict[str, Callable[[], Result]] = {
    name: import_module(f"pliant.validation.{name}").run for name in NAMES
}
