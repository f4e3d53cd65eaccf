"""Gravity on planets, by name."""

from __future__ import annotations

from typing import Literal, get_args

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
]

# Mean acceleration at the surface [m/s²], 000 Table 3.1; the earth's rounded as is usual (the table has
# 9.798).
MERCURY = 3.70
VENUS = 8.87
EARTH = 9.81
MOON = 1.62
MARS = 3.71
PLUTO = 0.58
SUN = 274.00
JUPITER = 24.79
SATURN = 10.44
URANUS = 8.87
NEPTUNE = 11.15

Planet = Literal[
    "mercury", "venus", "earth", "moon", "mars", "pluto", "sun", "jupiter", "saturn", "uranus", "neptune"
]
PLANETS: dict[str, float] = {name: globals()[name.upper()] for name in get_args(Planet)}
