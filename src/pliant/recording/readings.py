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


@dataclass(frozen=True)
class Reading:
    """`name` is that of the arrays, and of the method of `Simulation` that reads it.

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
        Reading("normals", "Normals", "", 1.0, components=3),
        Reading("external_forces", "External force", "N", 1e-5, components=3),
        Reading("elastic_forces", "Elastic force", "N", 1e-5, components=3),
    )
}
FIELDS = tuple(name for name, one in READINGS.items() if one.components == 1)
VECTORS = tuple(name for name, one in READINGS.items() if one.components == 3)


def text(name: str, value: float) -> str:
    """A value of a recorded quantity as it stands beside a scale; what is no reading of ours has no unit."""
    return READINGS[name].text(value) if name in READINGS else f"{value:.3g}"
