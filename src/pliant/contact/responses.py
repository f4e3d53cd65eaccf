"""What happens to a node that comes near an obstacle.

A penalty is an energy E(f) of the obstacle's field f: its signed distance [m] or, with ``field="implicit"``,
the implicit function as printed in the sources. The force −E′(f)·∇f pushes out, because E falls as f grows.

* `Barrier`             E = −k (d − r)² ln(d/r) for d < r, the margin: nothing comes to d = 0 [Li et al. 2020]
* `Penalty`             E = ½ k min(d − margin, 0)²
* `ExponentialPenalty`  E = c exp(−f/ε)                 [000 (3.6.1), with the force's sign of (3.6.7)]
* `QuadraticPenalty`    E = −f³/(3ε²) for f < 0         [000 (3.6.8)–(3.6.9), Listing 3.4]
* `Projection`          no energy: nodes are put back on the surface after the step [000 Listing 3.5]

The documents keep only the part of the force along the normal of the deformable surface; here the force is the full
−∇E, so that energy is conserved and every body, with or without normals, can be pushed, unless ``along="normal"`` asks
for theirs (`along_normal`).
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp, log
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

from numba.extending import overload
from pydantic import Field

from pliant.contact.adhesion import AdhesionTerms, adhesion, adhesive_grip
from pliant.contact.dispatch import class_of
from pliant.errors import PliantError
from pliant.numerics.compile import OPTIONS
from pliant.spec import NonNegative, Positive, Shown, Spec, measured

FieldName = Literal["distance", "implicit"]
Along = Literal["gradient", "normal"]

# ---------------------------------------------------------------- specs


class Barrier(Spec):
    """A push that has no limit at the surface: whatever pulls, no node comes there, nor through it at any speed.

    An obstacle that asks for it by name has it for nodes only. It begins `margin` [m] above the surface; with None,
    half of the thickness that bodies have in contact. `stiffness` k [N/m] per node: with None it follows from the
    nodes' mass and the time step. `damping_ratio` is a part of what is critical, by which bouncing off it dies
    away (None: that of the scene's `collision`), in implicit steps and if the obstacle has no restitution. Explicit
    schemes and sticks have a linear spring instead, and nodes that would pass an obstacle within a step are stopped.
    """

    positional: ClassVar = ("stiffness",)

    kind: Literal["barrier"] = "barrier"
    stiffness: Annotated[Positive | None, measured("N/m")] = None
    margin: Annotated[Positive | None, measured("m")] = None
    damping_ratio: Annotated[NonNegative | None, Shown("Damping of contact", span=1.0)] = None
    field: ClassVar[FieldName] = "distance"

    def parameters(self, stiffness: float | None = None) -> BarrierTerms:
        """The numbers for kernels; `stiffness` [N/m] is used if the spec leaves it open."""
        k = self.stiffness if self.stiffness is not None else stiffness
        if k is None or self.margin is None:
            raise PliantError(
                "Barrier.parameters: the spec has no stiffness or no margin: the caller must give them"
            )
        return BarrierTerms(float(k), self.margin)


class Penalty(Spec):
    """A linear spring from `margin` [m] above the surface inwards; `stiffness` k [N/m] per node.

    With stiffness None it follows from the nodes' mass and the time step. `damping_ratio` is as that of `Barrier`.
    """

    positional: ClassVar = ("stiffness",)

    kind: Literal["penalty"] = "penalty"
    stiffness: Annotated[Positive | None, measured("N/m")] = None
    margin: Annotated[NonNegative, measured("m")] = 0.002
    damping_ratio: Annotated[NonNegative | None, Shown("Damping of contact", span=1.0)] = None
    field: ClassVar[FieldName] = "distance"

    def parameters(self, stiffness: float | None = None) -> PenaltyTerms:
        """The numbers for kernels; `stiffness` [N/m] is used if the spec leaves it open."""
        k = self.stiffness if self.stiffness is not None else stiffness
        if k is None:
            raise PliantError("Penalty.parameters: the spec has no stiffness, so the caller must give one")
        return PenaltyTerms(float(k), self.margin)


class ExponentialPenalty(Spec):
    """The potential c·exp(−f/ε), acting outside too: `strength` c [J] per node, `epsilon` in f's unit.

    The force is along the gradient of f; as printed, only its part `along` the "normal" of the deformable surface.
    """

    positional: ClassVar = ("strength", "epsilon")

    kind: Literal["exponential"] = "exponential"
    strength: Annotated[Positive, measured("J")] = 1e-4
    epsilon: Positive = 0.005
    field: FieldName = "distance"
    along: Along = "gradient"

    def parameters(self, stiffness: float | None = None) -> ExponentialTerms:
        """The numbers for kernels; `stiffness` is not used."""
        return ExponentialTerms(self.strength, self.epsilon)


class QuadraticPenalty(Spec):
    """A force (f/ε)² ∇f inside the obstacle only [000 (3.6.9)], softer than the exponential.

    With `velocity_test` a node gets no force when it is already on its way out (∇f·v > 0) and deeper than the
    threshold (f < `threshold` ≤ 0). Nodes that are hardly inside always feel it, or they would jitter. `along` is as
    that of `ExponentialPenalty`.
    """

    positional: ClassVar = ("epsilon",)

    kind: Literal["quadratic"] = "quadratic"
    epsilon: Positive = 0.01
    threshold: Annotated[float, Field(le=0)] = 0.0
    velocity_test: bool = True
    field: FieldName = "distance"
    along: Along = "gradient"

    def parameters(self, stiffness: float | None = None) -> QuadraticTerms:
        """The numbers for kernels; `stiffness` is not used."""
        return QuadraticTerms(self.epsilon)


class Projection(Spec):
    """Put nodes that are inside back on the surface: r ← r + c·|d|·n, with `strength` c [000 Listing 3.5].

    c = 1 lands on the surface, c < 1 sinks in like water, c > 1 bounces like rubber.
    """

    positional: ClassVar = ("strength",)

    kind: Literal["projection"] = "projection"
    strength: Positive = 1.0


Response = Barrier | Penalty | ExponentialPenalty | QuadraticPenalty | Projection
Cushion = Barrier | Penalty  # those that begin at a margin, as stiff as nodes are heavy

# ---------------------------------------------------------------- pointwise: E, E′ and E″ of f


class BarrierTerms(NamedTuple):
    """k [N/m] and r [m]."""

    stiffness: float
    margin: float


class PenaltyTerms(NamedTuple):
    """k [N/m] and margin [m]."""

    stiffness: float
    margin: float


class ExponentialTerms(NamedTuple):
    """c [J] and ε."""

    strength: float
    epsilon: float


class QuadraticTerms(NamedTuple):
    """ε."""

    epsilon: float


# Past this many ε of depth the exponential goes on as its own second-order expansion: E, E′ and E″ stay
# continuous, and a node deep inside is pushed by a stiff spring (e²⁰ ≈ 5·10⁸) instead of by an overflow.
_DEEPEST = 20.0


# Nearer than this part of r, and inside, the barrier goes on as its own second-order expansion: a body that starts
# there is pushed out by a stiff spring. Steps never lead there from outside (`contact.guard`).
_NEAREST = 1e-3


def _barrier(terms, f):
    k, r = terms.stiffness, terms.margin
    if f >= r:
        return 0.0, 0.0, 0.0
    d = max(f, _NEAREST * r)
    y, a = d - r, log(d / r)
    E, dE, d2E = -k * y * y * a, -k * y * (2.0 * a + y / d), -k * (2.0 * a + 4.0 * y / d - y * y / (d * d))
    u = f - d
    return E + u * (dE + 0.5 * u * d2E), dE + u * d2E, d2E


def _penalty(terms, f):
    depth = f - terms.margin
    if depth >= 0.0:
        return 0.0, 0.0, 0.0
    k = terms.stiffness
    return 0.5 * k * depth * depth, k * depth, k


def _exponential(terms, f):
    c, epsilon = terms.strength, terms.epsilon
    u = -f / epsilon
    if u <= _DEEPEST:
        E = c * exp(u)  # (3.6.1)
        return E, -E / epsilon, E / epsilon / epsilon
    E = c * exp(_DEEPEST)
    u -= _DEEPEST
    return E * (1.0 + u + 0.5 * u * u), -E * (1.0 + u) / epsilon, E / epsilon / epsilon


def _quadratic(terms, f):
    if f >= 0.0:
        return 0.0, 0.0, 0.0
    q = f / terms.epsilon
    return -q * q * f / 3.0, -q * q, -2.0 * q / terms.epsilon  # force −E′∇f = (f/ε)²∇f, (3.6.8)


_TERMS: dict[type, Callable] = {
    BarrierTerms: _barrier,
    PenaltyTerms: _penalty,
    ExponentialTerms: _exponential,
    QuadraticTerms: _quadratic,
    AdhesionTerms: adhesion,
}


def penalty_terms(terms: Any, f: float) -> tuple[float, float, float]:
    """(E, dE/df, d²E/df²) of a penalty at the field's value f; in kernels chosen by type at compile time."""
    return _TERMS[type(terms)](terms, f)


@overload(penalty_terms, jit_options=OPTIONS)
def _penalty_terms(terms, f):
    return _TERMS.get(class_of(terms))


def _pressure(terms, f):
    _, dE, _ = penalty_terms(terms, f)
    return -dE


def grip(terms: Any, f: float) -> float:
    """What friction is a multiple of, per ∇f: the push of a penalty; for a sticky surface a strength of its own."""
    return (adhesive_grip if isinstance(terms, AdhesionTerms) else _pressure)(terms, f)


@overload(grip, jit_options=OPTIONS)
def _grip(terms, f):
    return adhesive_grip if class_of(terms) is AdhesionTerms else _pressure
