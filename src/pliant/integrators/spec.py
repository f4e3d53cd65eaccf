"""How time is stepped: what users choose by name."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from pliant.spec import Positive, Spec


class BDF2(Spec):
    """Second-order backward differentiation, each step solved by Newton's method with a line search.

    `tolerance` is the size of the last Newton correction relative to the motion of the step; iteration
    stops there or after `newton_iterations`.
    """

    kind: Literal["bdf2"] = "bdf2"
    tolerance: Positive = 1e-2
    newton_iterations: Annotated[int, Field(ge=1)] = 30


class BackwardEuler(Spec):
    """First-order fully implicit step: the most damping, and the most forgiving."""

    kind: Literal["backward_euler"] = "backward_euler"
    tolerance: Positive = 1e-2
    newton_iterations: Annotated[int, Field(ge=1)] = 30


class SemiImplicit(Spec):
    """One linear solve per step, A x' = g [002 (39)–(42), 000 (3.8.16)–(3.8.18)]."""

    kind: Literal["semi_implicit"] = "semi_implicit"


class Explicit(Spec):
    """Explicit central differences [000 (3.8.36)]: cheap steps that must be small."""

    kind: Literal["explicit"] = "explicit"


IntegratorSpec = Annotated[BDF2 | BackwardEuler | SemiImplicit | Explicit, Field(discriminator="kind")]
