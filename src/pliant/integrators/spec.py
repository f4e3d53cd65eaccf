"""How time is stepped: what users choose by name."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from pliant.problems import did_you_mean
from pliant.spec import Positive, Shown, Spec


class BDF2(Spec):
    """Second-order backward differentiation, each step solved by Newton's method with a line search.

    `tolerance` is the size of the last Newton correction relative to the motion of the step; iteration
    stops there or after `newton_iterations`.
    """

    kind: Annotated[Literal["bdf2"], Shown("BDF2")] = "bdf2"
    tolerance: Positive = 1e-2
    newton_iterations: Annotated[int, Field(ge=1), Shown(span=100)] = 30


class BackwardEuler(Spec):
    """First-order fully implicit step: the most damping, and the most forgiving."""

    kind: Annotated[Literal["backward_euler"], Shown("Backward Euler")] = "backward_euler"
    tolerance: Positive = 1e-2
    newton_iterations: Annotated[int, Field(ge=1), Shown(span=100)] = 30


class SemiImplicit(Spec):
    """One linear solve per step, A x' = g [002 (39)–(42), 000 (3.8.16)–(3.8.18)]."""

    kind: Annotated[Literal["semi_implicit"], Shown("Semi-implicit")] = "semi_implicit"


class Static(Spec):
    """Equilibrium at every step: a minimum of the potential energy, found downhill from the present shape.

    There is no inertia and no damping, and bodies are at rest afterwards; pins and hands are followed. The load need
    not come little by little: steps of it are taken within a step where that helps. `tolerance` is how far
    displacements may be from the solution, relative to the largest; Newton's method stops there or after
    `newton_iterations`, and says what it could not solve. What gravity pulls and nothing holds is an error.
    """

    kind: Literal["static"] = "static"
    tolerance: Positive = 1e-6
    newton_iterations: Annotated[int, Field(ge=1), Shown(span=100)] = 500


class Explicit(Spec):
    """Explicit central differences [000 (3.8.36)]: cheap steps that must be small."""

    kind: Literal["explicit"] = "explicit"


class Euler(Spec):
    """Explicit Euler [003 (2.1)–(2.2)]: first order; lets undamped vibration grow at any step."""

    kind: Literal["euler"] = "euler"


class Feynman(Spec):
    """Leapfrog with the right half step at the start [003 (2.3)–(2.4)]: second order, one evaluation per step."""

    kind: Literal["feynman"] = "feynman"


class Midpoint(Spec):
    """Runge–Kutta of second order: the rates in the middle of the step. Undamped vibration grows by (ωΔt)⁴/8 a step."""

    kind: Literal["midpoint"] = "midpoint"


class RK4(Spec):
    """The classical Runge–Kutta scheme: fourth order, four evaluations per step."""

    kind: Annotated[Literal["rk4"], Shown("RK4")] = "rk4"


# Schemes that only evaluate forces: steps must be short against the fastest vibration.
ExplicitScheme = Explicit | Euler | Feynman | Midpoint | RK4
EXPLICIT = ("explicit", "euler", "feynman", "midpoint", "rk4")
_Told = Annotated[
    BDF2 | BackwardEuler | SemiImplicit | Static | Explicit | Euler | Feynman | Midpoint | RK4,
    Field(discriminator="kind"),
]
_NAMES = ("bdf2", "backward_euler", "semi_implicit", "static", *EXPLICIT)


def _by_name(value: Any) -> Any:
    """The name alone stands for a scheme with its defaults."""
    if not isinstance(value, str):
        return value
    if value not in _NAMES:
        raise ValueError(f"there is no integrator named {value!r}; {did_you_mean(value, _NAMES)}")
    return {"kind": value}


IntegratorSpec = Annotated[_Told, BeforeValidator(_by_name)]
