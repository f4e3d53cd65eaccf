"""How a linear system is solved: what users choose by name."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from pliant.spec import Positive, Spec


class SolverSpec(Spec):
    """A linear solver by name; `auto` picks one by the size of the body.

    * `cg`: conjugate gradients, preconditioned by `jacobi` (3×3 blocks), `ssor` or `multigrid`;
    * `direct`: sparse LU of the assembled matrix;
    * `banded`: LAPACK's banded Cholesky.

    `tolerance` is relative to the right-hand side. `None` leaves it to the integrator, which asks for as
    much as its Newton iteration can use.
    """

    positional: ClassVar = ("kind",)

    kind: Literal["auto", "cg", "direct", "banded"] = "auto"
    preconditioner: Literal["auto", "none", "jacobi", "ssor", "multigrid"] = "auto"
    tolerance: Positive | None = None
    iterations: Annotated[int, Field(ge=1)] = 500
