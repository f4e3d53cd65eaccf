"""Forces that act from outside: gravity, springs to a point, fluids.

To add one, write a file like `spring.py` (its spec, which builds what acts, and the energy or the force that does) and
put its spec into `Force`. Hands and inertial forces are not here: no scene lists them.
"""

from typing import Annotated

from pydantic import Field
from pydantic.json_schema import SkipJsonSchema

from pliant.forces import planets
from pliant.forces.custom import Custom, CustomEnergy
from pliant.forces.gravity import Acceleration, Gravity, gravity_vector
from pliant.forces.load import Load
from pliant.forces.moment import Moment
from pliant.forces.planets import *  # noqa: F403
from pliant.forces.pressure import Pressure
from pliant.forces.sampled_stream import SampledStream
from pliant.forces.spring import Spring
from pliant.forces.target import ForceSpec, Target
from pliant.forces.thruster import Gyro, Thruster
from pliant.forces.viscous import Stream, Viscous, stream_at
from pliant.model.functions import named
from pliant.model.over_time import Keys

Force = Gravity | Spring | Viscous | Load | Pressure | Moment | Thruster | Gyro | Custom | CustomEnergy
# Those that are functions of Python are not offered by forms, nor taken by editors.
AnyForce = Annotated[
    Gravity
    | Spring
    | Viscous
    | Load
    | Pressure
    | Moment
    | Thruster
    | Gyro
    | SkipJsonSchema[Custom]
    | SkipJsonSchema[CustomEnergy],
    Field(discriminator="kind"),
]

__all__ = [
    "Acceleration",
    "AnyForce",
    "Custom",
    "CustomEnergy",
    "Force",
    "ForceSpec",
    "Gravity",
    "Gyro",
    "Keys",
    "Load",
    "Moment",
    "Pressure",
    "SampledStream",
    "Spring",
    "Stream",
    "Target",
    "Thruster",
    "Viscous",
    "gravity_vector",
    "named",
    "stream_at",
]
__all__ += planets.__all__
