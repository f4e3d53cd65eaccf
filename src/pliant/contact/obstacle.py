"""What all obstacles share: the fields that a scene gives them, and how they are placed in the world."""

from __future__ import annotations

from math import inf
from typing import Annotated, ClassVar

from pydantic import Field, field_validator

from pliant.contact.mesh import Mesh
from pliant.contact.motion import Motion
from pliant.contact.responses import Response
from pliant.model.look import Look
from pliant.problems import FieldError
from pliant.spec import Length, NonNegative, Positive, Rotation, Seconds, Shown, Spec, Temperature


class ObstacleSpec(Spec):
    """Fields of every obstacle. Obstacles move only as their `motion` says, and nothing deforms them.

    `rotation` is a rotation vector [rad] about the obstacle's centre. `response` None takes the scene's.
    `friction` is Coulomb's coefficient; obstacles are slippery unless told otherwise. It needs a barrier or
    penalty. Schemes that only evaluate forces stop nodes at the surface for it, as with a `restitution` of 0.
    `restitution` e: a node that comes with a speed v across the surface leaves with e·v; 0 stays, 1 keeps all its
    energy. A soft body bounces by its own elasticity as well, a rigid one as a whole with √(e₁e₂). None leaves the
    node to the response alone.
    `stickiness` [Pa] is the stress that pulls matter off it, within `reach` [m] of where contact begins, and holds it
    against sliding; of curves, a force per length [N/m]. A moving obstacle takes along what sticks to it.
    Nodes that touch an obstacle with a `temperature` [°C] take it on with the time `contact_time` [s], if their matter
    softens (the law of flow `thermoplastic`).
    `scale` changes only how large the obstacle is drawn: drawn a little smaller, it does not poke through
    the cloth between the nodes that lie on it [000 §3.9.2].
    """

    listed: ClassVar = ()

    id: str = ""
    rotation: Rotation = (0.0, 0.0, 0.0)
    response: Annotated[Response | None, Shown("Response of its own")] = Field(
        default=None, discriminator="kind"
    )
    friction: Annotated[NonNegative, Shown(span=1)] = 0.0
    restitution: Annotated[float, Field(ge=0, le=1)] | None = None
    stickiness: Annotated[NonNegative, Shown(unit="Pa", span=1000)] = 0.0
    reach: Length = 0.005
    motion: Motion | None = None
    temperature: Annotated[Temperature | None, Shown(none="none")] = None
    contact_time: Annotated[Seconds, Shown("Heating time")] = 0.1
    look: Look = Look()
    scale: Annotated[Positive, Shown("Drawn size")] = 1.0
    visible: bool = True

    @property
    def turns(self) -> bool:
        """Whether it has another velocity everywhere: it turns by itself, or is animated."""
        animated = getattr(self, "frames", None) is not None
        return animated or (self.motion is not None and self.motion.does_turn)

    @property
    def least_radius(self) -> float:
        """The least radius [m] with which it is round towards the outside: zero at a sharp edge."""
        return inf

    def enclosing(self) -> Mesh | None:
        """Triangles that no part of it looks out of; None: it has no end."""
        return None

    @field_validator("look")
    @classmethod
    def _has_a_surface(cls, look: Look) -> Look:
        if look.blobs is not None:
            raise FieldError(("blobs",), "an obstacle has no nodes to be drawn as blobs")
        return look
