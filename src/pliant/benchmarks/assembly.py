"""The stiffness matrix of a block of tetrahedra, assembled here and by scikit-fem: same mesh, same element.

Linear tetrahedra of linear elasticity: at rest the Hessian of pliant's energy is that matrix, by compiled kernels into
blocks of three by three that are there already, as in every step of Newton's method. `pliant.linear` makes SciPy's
sparse matrix from NumPy's arrays, as scikit-fem does. scikit-fem is measured if it is installed.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from time import perf_counter
from typing import Any

import numpy as np

from pliant.benchmarks.row import Row
from pliant.energies.continuum import moduli_of
from pliant.energies.mesh import RestTetrahedra, tetrahedra_energy
from pliant.linear import assemble, elasticity, simplex_stiffness
from pliant.numerics.blocks import BlockMatrix
from pliant.numerics.point_layout import PointLayout
from pliant.validation.tetrahedra import block

YOUNG, POISSON = 1e5, 0.3
CELLS = 24  # along an edge: 83,000 tetrahedra
_TIMES = 5


def rows(cells: int = CELLS) -> list[Row]:
    points, tetrahedra = block((cells + 1, cells + 1, cells + 1), (1.0, 1.0, 1.0))
    layout = PointLayout((len(points),), None)
    energy = tetrahedra_energy(RestTetrahedra.build(layout, points, tetrahedra), *moduli_of(YOUNG, POISSON))
    matrix, x = BlockMatrix.build(layout, list(energy.pattern)), layout.spread(points)

    def compiled() -> Any:
        matrix.clear()
        energy.add_hessian(x, matrix, False)

    D = elasticity(YOUNG, POISSON)

    def arrays() -> Any:
        return assemble(tetrahedra, simplex_stiffness(points[tetrahedra], D), len(points))

    K, ours = timed(arrays)
    _, fast = timed(compiled)
    size = f"{len(tetrahedra):,} linear tetrahedra"
    found = [("compiled Hessian", fast, matrix.blocks_to_sparse()), ("pliant.linear", ours, K)]
    theirs = by_scikit_fem(points, tetrahedra) if find_spec("skfem") else None
    if theirs is None:
        return [
            Row(f"{size}: {name}", 1e3 * seconds, "ms", "scikit-fem is not installed")
            for name, seconds, _ in found
        ]
    other, slow = theirs
    return [
        Row(
            f"{size}: {name} (differs by {_difference(own, other):.0e})",
            1e3 * seconds,
            "ms",
            "scikit-fem",
            1e3 * slow,
            "at most",
        )
        for name, seconds, own in found
    ]


def timed(make: Callable[[], Any]) -> tuple[Any, float]:
    """What it makes, and the shortest time of some [s], after one that compiles."""
    made, best = make(), np.inf
    for _ in range(_TIMES):
        begin = perf_counter()
        made = make()
        best = min(best, perf_counter() - begin)
    return made, best


def by_scikit_fem(points: np.ndarray, tetrahedra: np.ndarray) -> tuple[Any, float]:
    """Its stiffness matrix, numbered as ours, and the time of an assembly [s]."""
    import skfem  # pyright: ignore[reportMissingImports]
    from skfem.models.elasticity import lame_parameters, linear_elasticity  # pyright: ignore[reportMissingImports]

    mesh = skfem.MeshTet(np.ascontiguousarray(points.T), np.ascontiguousarray(tetrahedra.T))
    element = skfem.ElementVector(skfem.ElementTetP1())
    form = linear_elasticity(*lame_parameters(YOUNG, POISSON))

    def make() -> tuple[Any, Any]:
        basis = skfem.Basis(mesh, element, intorder=0)
        return basis, form.assemble(basis)

    (basis, K), seconds = timed(make)
    order = basis.nodal_dofs.T.ravel()
    return K.tocsr()[order][:, order], seconds


def _difference(one: Any, other: Any) -> float:
    return float(abs(one - other).max() / abs(other).max())
