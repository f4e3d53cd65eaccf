"""pliant: physically based deformable models.

>>> import pliant as pl
>>> scene = pl.Scene(gravity=pl.EARTH)
>>> cloth = scene.add(pl.Surface(pl.shapes.rectangle(1, 1), grid=(64, 64), material=pl.materials.COTTON))
>>> scene.pin(cloth, corners=("00", "10"))
>>> recording = pl.simulate(scene, seconds=4)
"""

from pliant.numerics import compile as _compile  # first: it decides where kernels are cached

from pliant import materials, obstacles, responses, shapes
from pliant.constraints import Clamp, Pin
from pliant.errors import (
    MissingExtraError,
    PliantError,
    RecordingError,
    SceneError,
    SimulationError,
)
from pliant.forces import (
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
    Gravity,
    Gust,
    Spring,
    Table,
    Target,
    Viscous,
)
from pliant.integrators.spec import BDF2, BackwardEuler, Explicit, SemiImplicit
from pliant.model import Elastic, Look, Raw, RawNode, Sheet, Surface
from pliant.recording import Recording
from pliant.scene import (
    Grab,
    Handle,
    Move,
    PinEvent,
    Release,
    Scene,
    Set,
    Unpin,
    load,
    save,
    set_parameter,
)
from pliant.simulation import Simulation, record, simulate
from pliant.solvers.spec import SolverSpec as Solver

__version__ = "0.1.0"

__all__ = [
    "BDF2",
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
    "BackwardEuler",
    "Clamp",
    "Elastic",
    "Explicit",
    "Grab",
    "Gravity",
    "Gust",
    "Handle",
    "Look",
    "MissingExtraError",
    "Move",
    "Pin",
    "PinEvent",
    "PliantError",
    "Raw",
    "RawNode",
    "Recording",
    "RecordingError",
    "Release",
    "Scene",
    "SceneError",
    "SemiImplicit",
    "Set",
    "Sheet",
    "Simulation",
    "SimulationError",
    "Solver",
    "Spring",
    "Surface",
    "Table",
    "Target",
    "Unpin",
    "Viscous",
    "load",
    "materials",
    "obstacles",
    "record",
    "responses",
    "save",
    "set_parameter",
    "shapes",
    "simulate",
]
