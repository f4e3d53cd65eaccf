"""How a linear system is solved: what users choose by name."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal, get_args

from pydantic import BeforeValidator, Field

from pliant.problems import did_you_mean
from pliant.spec import Positive, Shown, Spec

Kind = Literal["auto", "cg", "sor", "adi", "direct", "banded", "profile"]
# Whose constant matrix is factorised once, and else preconditions: what would only be another name is refused, and what
# to use instead is said.
UNFIT_FOR_HYBRIDS = {
    "sor": "'sor', use 'cg' with the preconditioner 'ssor'",
    "adi": "'adi', use 'cg'",
    "banded": "'banded', use 'direct'",
    "profile": "'profile', use 'direct'",
}


class SolverSpec(Spec):
    """A linear solver by name; `auto` picks one by the size of the body.

    * `cg`: conjugate gradients, preconditioned by `jacobi` (3×3 blocks), `ssor` or `multigrid`;
    * `direct`: sparse LU of the assembled matrix (of the constant one of a hybrid body: sparse LDLᵀ);
    * `banded`: LAPACK's banded Cholesky;
    * `profile`: Cholesky within the profile, for numbers of nodes that keep it small; what has not changed is kept.

    Two more are there to compare with, as the papers had them:

    * `sor`: successive over-relaxation, node by node with the factor `omega` ω; `symmetric`: there and back;
    * `adi`: alternating directions, line by line along the axes of a grid, as a preconditioner of `cg`.

    Hybrid bodies know `auto`, `cg` and `direct`.

    `tolerance` is relative to the right-hand side. `None` leaves it to the integrator, which asks for as
    much as its Newton iteration can use. `iterations` (of `sor`: sweeps) are made at most.
    """

    positional: ClassVar = ("kind",)

    kind: Annotated[Kind, Shown(labels={"cg": "Conjugate gradients", "sor": "SOR", "adi": "ADI"})] = "auto"
    preconditioner: Annotated[
        Literal["auto", "none", "jacobi", "ssor", "multigrid"], Shown(labels={"ssor": "SSOR"})
    ] = "auto"
    tolerance: Positive | None = None
    iterations: Annotated[int, Field(ge=1), Shown(span=2000)] = 500
    omega: Annotated[float, Field(gt=0.0, lt=2.0)] = 1.5
    symmetric: bool = False


def _by_name(value: Any) -> Any:
    """The name alone stands for a solver with its defaults."""
    if not isinstance(value, str):
        return value
    if value not in get_args(Kind):
        raise ValueError(f"there is no solver named {value!r}; {did_you_mean(value, get_args(Kind))}")
    return {"kind": value}


NamedSolver = Annotated[SolverSpec, BeforeValidator(_by_name)]
