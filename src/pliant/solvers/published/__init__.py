"""Solvers that the papers used [002 §5], to compare with: nothing chooses them but a scene that asks for one by name.

* `sor`: successive over-relaxation, node by node. Thousands of sweeps for a 32×32 cloth;
* `adi`: alternating directions, line by line along the axes of a grid, as a preconditioner of conjugate gradients;
* `cg` with the preconditioner `ssor`: the sweeps of `sor`, there and back.

All work on the matrix without its pinned and tied nodes (`solvers.reduced`). The third of them, Cholesky within the
profile (`solvers.profile`), is not here: static steps of small bodies take it by themselves. Hybrid bodies, whose
matrix is constant, have a solver of their own and none of these.
"""
