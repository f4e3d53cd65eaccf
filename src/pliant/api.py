"""The public names of pliant, gathered; `import pliant` hands them out when they are first asked for."""

from pliant import (
    constraints,
    forces,
    laws,
    layers,
    materials,
    meshes,
    model,
    obstacles,
    responses,
    scene,
    shapes,
)
from pliant.collision.spec import Collision
from pliant.constraints import Clamp, Drive, Pin
from pliant.errors import (
    MissingExtraError,
    PliantError,
    PliantWarning,
    RecordingError,
    SceneError,
    SimulationError,
)
from pliant.fitting.fit import Fit, fit
from pliant.forces import (
    Gravity,
    Gyro,
    Keys,
    Load,
    Moment,
    Pressure,
    SampledStream,
    Spring,
    Target,
    Thruster,
    Viscous,
    named,
    planets,
)
from pliant.forces.planets import *  # noqa: F403
from pliant.forces.streams import Gust, Table
from pliant.forces.vortex import Vortex
from pliant.integrators.adaptive import Adaptive
from pliant.integrators.spec import (
    BDF2,
    RK4,
    BackwardEuler,
    Euler,
    Explicit,
    Feynman,
    Midpoint,
    SemiImplicit,
    Static,
)
from pliant.model import *  # noqa: F403
from pliant.model.place import BodyPoint
from pliant.recording import Recording
from pliant.scene import *  # noqa: F403
from pliant.simulation import Simulation, record, simulate
from pliant.solvers.spec import SolverSpec as Solver
from pliant.sweeps.sweep import Sweep, sweep

__all__ = [
    "BDF2",
    "RK4",
    "Adaptive",
    "BackwardEuler",
    "BodyPoint",
    "Clamp",
    "Collision",
    "Drive",
    "Euler",
    "Explicit",
    "Feynman",
    "Fit",
    "Gravity",
    "Gust",
    "Gyro",
    "Keys",
    "Load",
    "Midpoint",
    "MissingExtraError",
    "Moment",
    "Pin",
    "PliantError",
    "PliantWarning",
    "Pressure",
    "Recording",
    "RecordingError",
    "SampledStream",
    "SceneError",
    "SemiImplicit",
    "Simulation",
    "SimulationError",
    "Solver",
    "Spring",
    "Static",
    "Sweep",
    "Table",
    "Target",
    "Thruster",
    "Viscous",
    "Vortex",
    "constraints",
    "fit",
    "forces",
    "laws",
    "layers",
    "materials",
    "meshes",
    "named",
    "obstacles",
    "record",
    "responses",
    "shapes",
    "simulate",
    "sweep",
]
__all__ += model.__all__
__all__ += planets.__all__
__all__ += scene.__all__
