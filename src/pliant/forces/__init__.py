"""Forces that act from outside: gravity, springs to a point, fluids.

To add one, write a file like `spring.py` (its spec, which builds what acts, and the energy or the force that does) and
put its spec into `Force`. Hands and inertial forces are not here: no scene lists them.
"""

from pliant.forces.gravity import (
    EARTH,
    JUPITER,
    MARS,
    MERCURY,
    MOON,
    NEPTUNE,
    PLANETS,
    PLUTO,
    SATURN,
    SUN,
    URANUS,
    VENUS,
    Acceleration,
    Gravity,
    gravity_vector,
)
from pliant.forces.spring import Spring
from pliant.forces.target import ForceSpec, Target
from pliant.forces.viscous import Stream, Viscous, stream_at

Force = Gravity | Spring | Viscous

__all__ = [
    "EARTH",
    "JUPITER",
    "MARS",
    "MERCURY",
    "MOON",
    "NEPTUNE",
    "PLANETS",
    "PLUTO",
    "SATURN",
    "SUN",
    "URANUS",
    "VENUS",
    "Acceleration",
    "Force",
    "ForceSpec",
    "Gravity",
    "Spring",
    "Stream",
    "Target",
    "Viscous",
    "gravity_vector",
    "stream_at",
]
