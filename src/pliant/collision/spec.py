"""Contact of bodies with each other and with themselves, as a user describes it."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BeforeValidator

from pliant.spec import Length, NonNegative, Shown, Spec


class Collision(Spec):
    """How bodies meet each other (`bodies`) and themselves (`itself`); `collision: false` stands for neither.

    Bodies keep apart by the mean of their thicknesses. `thickness` [m] is that of bodies without a `contact_thickness`
    of their own (None: that of their material, but between a quarter and a half of the shortest edge at each node).
    `friction` is Coulomb's μ where they touch. `damping_ratio` is that of what bounces there, as a part of what is
    critical: with 1 nothing bounces off a barrier. A scene whose bodies cross at the start is refused, unless it asks
    to `untangle` them.
    """

    bodies: Annotated[bool, Shown("Bodies meet each other")] = True
    itself: Annotated[bool, Shown("Bodies meet themselves")] = True
    friction: Annotated[NonNegative, Shown("Friction between bodies", span=1.0)] = 0.3
    damping_ratio: Annotated[NonNegative, Shown("Damping of contact", span=1.0)] = 0.0
    thickness: Annotated[Length | None, Shown("Thickness in contact")] = None
    untangle: Annotated[bool, Shown("Untangle at the start")] = False


def _switched(value: Any) -> Any:
    """`true` stands for the defaults, `false` for no contact at all."""
    return {"bodies": value, "itself": value} if isinstance(value, bool) else value


Collisions = Annotated[Collision, BeforeValidator(_switched)]
