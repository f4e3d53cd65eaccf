"""Elastic solids on grids of L×M×N nodes: where the law of `continuum` is sampled.

A cell has eight nodes. Its energy is sampled at its centre, where the three edges are the means of four each, and at
its eight corners, where they are the edges that meet there. Rest edges D give F = [x₁ x₂ x₃] D⁻¹, so that size,
resolution and parameterisation do not matter, and the rest volume |det D|. Any axis may be periodic. Samples without
volume (at the pole of a ball, on the axis of a cylinder) are left out.

The metric energy has a share θ at the corners, an eighth of the corner's volume each, and 1 − θ at the centre; the
volume term K is at the centre alone. For the same strain everywhere that is all one. The choice is made for bending: a
bar of N cells across, in which strain grows linearly from the middle, has to lowest order the stiffness

    EI (1 + e/N²) ,   e = −1 + 2θ (1 + ν) + 3θ/(2(1 + ν)) (h₁/h₃)²                                            (1)

where the first two terms are those of stretching and the third comes from the shear that a cell shows when it should
bend (h₁ along the bar, h₃ across). With everything at the corners (θ = 1) e ≈ 2.5 … 3, with θ = ¼ and cubic cells it is
within 0.13 for any ν ≥ 0. The corners resist the twelve deformations of a cell in which its centre is not strained
("hourglasses"); and since J is asked for once per cell instead of eight times, nearly incompressible matter (ν → ½)
bends and shears as easily as it should (no "locking").
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pliant.energies.continuum import Samples, continuum
from pliant.energies.elements import ElementEnergy
from pliant.numerics.points import PointLayout

CORNERS = 0.25  # θ
# A sample counts as having no volume below this fraction of the typical one.
_NO_VOLUME = 1e-9


@dataclass(frozen=True)
class RestSolid:
    """Geometry of a solid at rest; `cells` (n, 8) have their node [i, j, k] at 4i + 2j + k."""

    layout: PointLayout
    cells: np.ndarray
    samples: list[Samples]  # the centre, then the corners in the order of the nodes
    node_volume: np.ndarray  # (P,) [m³]

    @classmethod
    def build(cls, layout: PointLayout, points: np.ndarray, *, corners: float = CORNERS) -> RestSolid:
        """From a layout with three axes and rest positions, (L, M, N, 3) or (count, 3); `corners` is θ."""
        cells = grid_cells(layout.shape, layout.periodic or (False, False, False))
        x = np.reshape(points, (-1, 3))[cells]
        samples = [_centre(x, 1.0 - corners), *(_corner(x, number, corners) for number in range(8))]
        volume = layout.zeros()
        for number, sample in enumerate(samples[1:]):
            np.add.at(volume, cells[:, number], sample.volume)
        return cls(layout, cells, samples, volume)


def grid_cells(shape: tuple[int, ...], periodic: tuple[bool, ...]) -> np.ndarray:
    """The nodes of all cells, shape (n, 8), in C order of the cells and of their nodes."""
    number = np.arange(np.prod(shape)).reshape(shape)
    inside = tuple(slice(None) if wraps else slice(-1) for wraps in periodic)
    corners = [(-i, -j, -k) for i in (0, 1) for j in (0, 1) for k in (0, 1)]
    return np.stack([np.roll(number, shift, (0, 1, 2))[inside].ravel() for shift in corners], axis=1)


def _centre(x: np.ndarray, share: float) -> Samples:
    """Mean edges: node [i, j, k] counts ±¼ along each axis."""
    bits = np.array([(i, j, k) for i in (0, 1) for j in (0, 1) for k in (0, 1)])
    signs = 0.25 * (2.0 * bits - 1.0)  # (8, 3)
    gradients, volume = _sample(np.einsum("nkc,ka->nca", x, signs), signs)
    return Samples(list(range(8)), gradients, volume, share, 1.0)


def _corner(x: np.ndarray, corner: int, share: float) -> Samples:
    """The node there, and its neighbours along the three axes."""
    ends = [corner ^ 4, corner ^ 2, corner ^ 1]
    direction = np.array([-1.0 if corner & bit else 1.0 for bit in (4, 2, 1)])
    edges = np.stack([s * (x[:, end] - x[:, corner]) for end, s in zip(ends, direction, strict=True)], axis=2)
    gradients, volume = _sample(edges, np.vstack([-direction, np.diag(direction)]))
    return Samples([corner, *ends], gradients, 0.125 * volume, share, 0.0)


def _sample(edges: np.ndarray, signs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Gradients (k, 3, n) and volume (n,) for rest edges D (n, 3, 3), to which nodes contribute `signs` (k, 3)."""
    volume = np.abs(np.linalg.det(edges))
    empty = volume <= _NO_VOLUME * volume.mean()
    inverse = np.linalg.inv(np.where(empty[:, None, None], np.eye(3), edges))
    inverse[empty] = 0.0
    return np.einsum("ka,nac->kcn", signs, inverse), np.where(empty, 0.0, volume)


def solid_energy(rest: RestSolid, shear, bulk, *, relaxation: float = 0.0) -> ElementEnergy:
    """The energy of a solid with shear and bulk modulus μ and K [Pa], numbers or one per cell."""
    return ElementEnergy(rest.layout, rest.cells, continuum(rest.samples, shear, bulk), relaxation)
