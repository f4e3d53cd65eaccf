"""Everything that can be read at the nodes of a body, listed once.

What recordings keep, frames and messages carry, pictures and the page colour by, and the table in the docs are made
from this list: a new reading is one entry here, and the method of `Simulation` that it names.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, Literal


def _anybody(body: Any, memory: Collection[str]) -> bool:
    return True


def _flows(body: Any, memory: Collection[str]) -> bool:
    """Whether something in it gives way for good; under Voigt's law nothing does."""
    return body.flow is not None and bool(body.flow.units())


def _has_temperature(body: Any, memory: Collection[str]) -> bool:
    return "temperature" in memory


def _breaks(body: Any, memory: Collection[str]) -> bool:
    return body.fracture is not None


def _has_faces(body: Any, memory: Collection[str]) -> bool:
    return body.kind != "curve"


def _made_of(*materials: str) -> Callable[[Any, Collection[str]], bool]:
    """Whether its matter is one of these kinds, and has an energy."""

    def has(body: Any, memory: Collection[str]) -> bool:
        return body.material.kind in materials and getattr(body, "variant", "exact") == "exact"

    return has


_is_thick = _made_of("elastic", "rod", "strip", "bulk")
_is_sheet = _made_of("elastic", "sheet", "raw")
_is_rod = _made_of("rod", "cord", "strip")


def _has_frame(body: Any, memory: Collection[str]) -> bool:
    return getattr(body, "frame", None) is not None


def _is_more_than_springs(body: Any, memory: Collection[str]) -> bool:
    return body.kind != "layered"


def _is_grid_sheet(body: Any, memory: Collection[str]) -> bool:
    return body.kind == "surface" and _is_sheet(body, memory)


@dataclass(frozen=True)
class Reading:
    """`name` is that of the arrays, and of the method of `Simulation` that reads it, or of its `probe`.

    `has` tells whether a body has it, from its spec and the names of what its matter remembers.
    """

    name: str
    label: str
    unit: str  # "%": a ratio, which is shown in percent; "": none
    floor: float  # a range of colours or arrows is never smaller, so that noise at rest stays pale
    kept: Literal["always", "watched", "never"] = (
        "never"  # in recordings; watched: while somebody looks at it
    )
    components: int = 1
    whose: str = "all bodies"
    has: Callable[[Any, Collection[str]], bool] = _anybody

    def text(self, value: float) -> str:
        """A value with its unit, as it stands beside a scale."""
        shown = 100.0 * value if self.unit == "%" else value
        return f"{shown:.3g} {self.unit}".rstrip()


_THICK = "solids, rods, sheets with a thickness"

READINGS: dict[str, Reading] = {
    one.name: one
    for one in (
        Reading("stretch", "Stretch", "%", 0.005, kept="always"),
        Reading("bending", "Bending", "1/m", 0.5, kept="watched"),
        Reading("speed", "Speed", "m/s", 0.05),  # between two frames it is told from positions
        Reading(
            "inelastic_strain",
            "Inelastic strain",
            "%",
            0.005,
            kept="always",
            whose="matter that flows",
            has=_flows,
        ),
        Reading(
            "temperature",
            "Temperature",
            "°C",
            50.0,
            kept="always",
            whose="what softens when hot",
            has=_has_temperature,
        ),
        Reading("damage", "Damage", "%", 0.25, kept="always", whose="bodies that can break", has=_breaks),
        Reading(
            "contact_pressure",
            "Contact pressure",
            "Pa",
            10.0,
            kept="watched",
            whose="bodies with faces",
            has=_has_faces,
        ),
        Reading("von_mises", "Equivalent stress", "Pa", 1.0, "watched", whose=_THICK, has=_is_thick),
        Reading(
            "largest_stress", "Largest principal stress", "Pa", 1.0, "watched", whose=_THICK, has=_is_thick
        ),
        Reading("least_stress", "Least principal stress", "Pa", 1.0, "watched", whose=_THICK, has=_is_thick),
        Reading("tension", "Tension", "N", 1e-3, "watched", whose="rods and cords", has=_is_rod),
        Reading(
            "strain", "Strain", "%", 0.005, components=9, whose="all but springs", has=_is_more_than_springs
        ),
        Reading("stress", "Stress", "Pa", 1.0, components=9, whose=_THICK, has=_is_thick),
        Reading("membrane_force", "Membrane force", "N/m", 1e-3, components=9, whose="sheets", has=_is_sheet),
        Reading(
            "plate_moment",
            "Moment of a plate",
            "N",
            1e-6,
            components=9,
            whose="sheets on grids",
            has=_is_grid_sheet,
        ),
        Reading(
            "bending_moment", "Bending moment", "N·m", 1e-6, components=3, whose="rods and cords", has=_is_rod
        ),
        Reading("twist", "Twist", "rad/m", 0.1, "watched", whose="rods with a frame", has=_has_frame),
        Reading("torque", "Torque", "N·m", 1e-6, "watched", whose="rods with a frame", has=_has_frame),
        Reading(
            "section_moments",
            "Moments of a section",
            "N·m",
            1e-6,
            components=3,
            whose="rods with a frame",
            has=_has_frame,
        ),
        Reading("normals", "Normals", "", 1.0, components=3),
        Reading("external_forces", "External force", "N", 1e-5, components=3),
        Reading("elastic_forces", "Elastic force", "N", 1e-5, components=3),
    )
}
FIELDS = tuple(name for name, one in READINGS.items() if one.components == 1)
# Those that are drawn as arrows, which all bodies have.
VECTORS = tuple(name for name, one in READINGS.items() if one.components == 3 and one.has is _anybody)

# Of a body as a whole, one number or one vector: `Simulation.probe` reads them, recordings keep them if asked to.
TOTALS: dict[str, Reading] = {
    one.name: one
    for one in (
        Reading("mass", "Mass", "kg", 0.0),
        Reading("center", "Centre of mass", "m", 0.0, components=3),
        Reading("momentum", "Momentum", "kg·m/s", 0.0, components=3),
        Reading("angular_momentum", "Angular momentum about the centre", "kg·m²/s", 0.0, components=3),
        Reading("volume", "Volume", "m³", 0.0, whose="closed surfaces and solids", has=_has_faces),
        Reading("area", "Area of the surface", "m²", 0.0, whose="bodies with faces", has=_has_faces),
        Reading("length", "Length", "m", 0.0, whose="curves", has=lambda body, memory: body.kind == "curve"),
        Reading("kinetic_energy", "Kinetic energy", "J", 0.0),
        Reading("elastic_energy", "Elastic energy", "J", 0.0),
        Reading("stretching_energy", "Elastic energy of what holds it together", "J", 0.0),
        Reading("bending_energy", "Elastic energy of what only bends", "J", 0.0),
        Reading("load_energy", "Potential energy of loads", "J", 0.0),
        Reading("contact_energy", "Energy in obstacles' pushes", "J", 0.0),
    )
}


def text(name: str, value: float) -> str:
    """A value of a recorded quantity as it stands beside a scale; what is no reading of ours has no unit."""
    return READINGS[name].text(value) if name in READINGS else f"{value:.3g}"
