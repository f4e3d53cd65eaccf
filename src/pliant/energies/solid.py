"""Elastic solids on grids of L×M×N nodes: where the law of `continuum` is sampled.

A cell has eight nodes. It is cut into five tetrahedra in the two ways there are: four at every second corner, and one
that is left in the middle. All ten are taken, each with half its volume; F is constant in a tetrahedron. Together they
fill the cell once, whatever its shape, and on a face that two cells share both have the same four triangles. Hence
with the same strain everywhere forces balance inside on any grid, however distorted (the patch test); size, resolution
and parameterisation do not matter. Any axis may be periodic. Tetrahedra without volume (at the pole of a ball, on the
axis of a cylinder) are left out.

The samples are the eight corners, the mean of F over the two tetrahedra in the middle, and the mean of F over all ten,
which stands for the cell as a whole. The metric energy has a share 1 − θ in the whole and θ in the others, by volume;
the volume term K is in the whole alone. For the same strain everywhere that is all one. The choice is made for
bending: a bar of N cells across, in which strain grows linearly from the middle, has to lowest order the stiffness

    EI (1 + e/N²) ,   e = −1 + θ r_13/(1 + ν) ,   r_ij = 4/3 (1 + ν + ν²) + (h_i/h_j)² + ν²(h_k/h_j)²       (1)

for cells h₁ long along the bar, h₂ wide and h₃ high: the first term is that of stretching, the others come from the
shear that a cell shows when it should bend. With θ = 1 e ≈ 1.3, with θ = 3/7 it is within 0.03 for cubic cells and any
ν ≥ 0. In other cells θ is as small as bending the longest way over the shortest height asks for,

    θ = θ₀ min(1, r₀/max r_ij) ,   t_ij = θ r_ij/(θ₀ r₀) ,   θ₀ = 3/7 ,   r₀ = 4/3 (1 + ν + ν²) + 1 + ν² ,          (2)

and what that leaves too soft the other ways, 1 − t_ij of bending along i over the height j, is added by `bracing`.

The corners resist the twelve deformations of a cell in which its means are not strained ("hourglasses"); and
since J is asked for once per cell instead of ten times, nearly incompressible matter (ν → ½) bends and shears as
easily as it should (no "locking"). If all cells are parallelepipeds both means are the same, and one sample serves for
them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Any

import numpy as np

from pliant.energies.bracing import SIGNS, Bracing, bracing, modes_of
from pliant.energies.continuum import continuum, poisson_of
from pliant.energies.elements import ElementEnergy
from pliant.energies.samples import Samples
from pliant.numerics.point_layout import PointLayout

TETRAHEDRA = 3.0 / 7.0  # θ
# The tetrahedra of a cell whose node [i, j, k] has the number 4i + 2j + k: one at each corner with its neighbours along
# the axes, and the two in the middle.
_CORNERS = [(c, c ^ 4, c ^ 2, c ^ 1) for c in range(8)]
_CUTS = [*_CORNERS, (0, 3, 5, 6), (7, 4, 2, 1)]
# A sample counts as having no volume below this fraction of the typical one.
_NO_VOLUME = 1e-9
_CUBIC = 0.01  # of the stiffness in bending may be missing in cells that count as cubes


@dataclass(frozen=True)
class RestSolid:
    """Geometry of a solid at rest; `cells` (n, 8) have their node [i, j, k] at 4i + 2j + k."""

    layout: PointLayout
    cells: np.ndarray
    samples: list[Samples]  # the cell as a whole first
    node_volume: np.ndarray  # (P,) [m³]
    sides: np.ndarray  # (3, n) half the lengths of the mean edges of cells [m]
    modes: np.ndarray  # (3, 8, n) γ of `bracing`

    @classmethod
    def build(cls, layout: PointLayout, points: np.ndarray) -> RestSolid:
        """From a layout with three axes and rest positions, (L, M, N, 3) or (count, 3)."""
        cells = grid_cells(layout.shape, layout.periodic or (False, False, False))
        x = np.reshape(points, (-1, 3))[cells]
        slopes, parts = _slopes(x)
        volume = layout.zeros()
        for cut, part in zip(_CUTS, np.abs(parts), strict=True):
            for corner in cut:
                np.add.at(volume, cells[:, corner], 0.25 * part)
        samples = _samples(slopes, parts)
        sides = np.linalg.norm(np.einsum("ik,nkc->inc", SIGNS, x), axis=-1) / 8.0
        return cls(layout, cells, samples, volume, sides, modes_of(x, samples[0].gradients))

    def torn(self, broken: np.ndarray) -> RestSolid:
        """The same solid without the samples that a broken link, bool (3, L, M, N), runs along.

        A corner is lost with a link that meets there, the means of a cell with any link of it. The corners that are
        left then have the whole of the metric energy to themselves, not a share θ of it.
        """
        lost = lost_corners(self.cells, broken)
        whole = ~lost.any(axis=0)
        share = np.where(whole, 1.0, 1.0 / self.samples[-1].metric)
        means, corners = self.samples[:-8], self.samples[-8:]
        kept = [one._replace(volume=one.volume * whole) for one in means]
        kept += [
            one._replace(volume=one.volume * share * ~gone) for one, gone in zip(corners, lost, strict=True)
        ]
        return replace(self, samples=kept)

    def sampled(self, poisson: np.ndarray) -> list[Samples]:
        """The samples with θ of (2) for Poisson's ratio ν (n,) of the cells; torn ones have their corners whole."""
        mean, *others = self.samples
        share = np.where(mean.volume > 0.0, self._shares(poisson)[0], TETRAHEDRA)
        less = (1.0 - mean.metric) / TETRAHEDRA
        return [mean._replace(metric=1.0 - less * share), *(one._replace(metric=share) for one in others)]

    def braces(self, shear: np.ndarray, bulk: np.ndarray) -> Bracing | None:
        """What cells that are no cubes need beside, for μ and K (n,) [Pa]; none if all are cubes or nearly so."""
        share, borne = self._shares(poisson_of(shear, bulk))
        missing = 1.0 - borne
        if np.max(missing) < _CUBIC:
            return None
        loose = 2.0 * (TETRAHEDRA - share)
        return bracing(self.modes, self.sides, self.samples[0].volume, missing, loose, shear, bulk)

    def _shares(self, poisson: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """θ (n,) and t_ij (3, 3, n) of (2)."""
        h, square = np.maximum(self.sides, _NO_VOLUME * self.sides.max()) ** 2, poisson**2
        first = 4.0 / 3.0 * (1.0 + poisson + square)
        cubic = first + 1.0 + square
        r = np.tile(cubic, (3, 3, 1))
        for i, j, k in permutations(range(3)):
            r[i, j] = first + h[i] / h[j] + square * h[k] / h[j]
        worst = r.max(axis=(0, 1))
        share = np.minimum(cubic / worst, 1.0)
        return TETRAHEDRA * share, np.minimum(share * r / cubic, 1.0)


def lost_corners(cells: np.ndarray, broken: np.ndarray) -> np.ndarray:
    """At which corners of the cells (n, 8) a broken link ends, bool (8, n)."""
    lost = np.zeros((8, len(cells)), dtype=bool)
    for axis, bit in enumerate((4, 2, 1)):
        along = broken[axis].ravel()
        for corner in range(8):
            lost[corner] |= along[cells[:, corner & ~bit]]
    return lost


def grid_cells(shape: tuple[int, ...], periodic: tuple[bool, ...]) -> np.ndarray:
    """The nodes of all cells, shape (n, 8), in C order of the cells and of their nodes."""
    number = np.arange(np.prod(shape)).reshape(shape)
    inside = tuple(slice(None) if wraps else slice(-1) for wraps in periodic)
    corners = [(-i, -j, -k) for i in (0, 1) for j in (0, 1) for k in (0, 1)]
    return np.stack([np.roll(number, shift, (0, 1, 2))[inside].ravel() for shift in corners], axis=1)


def _slopes(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """V g of the four nodes of the tetrahedra, (10, 4, 3, n) [m²], and V, (10, n) [m³], which is half their volume.

    V is negative in a left-handed grid. V g is a sixth of the face on the other side, also where V is zero.
    """
    slopes = np.empty((len(_CUTS), 4, 3, len(x)))
    volumes = np.empty((len(_CUTS), len(x)))
    for number, cut in enumerate(_CUTS):
        a, b, c = (x[:, end] - x[:, cut[0]] for end in cut[1:])
        faces = [np.cross(b, c), np.cross(c, a), np.cross(a, b)]
        # Neighbouring corners are mirror images of each other.
        scale = (1.0 if bin(cut[0]).count("1") % 2 == 0 else -1.0) / 12.0
        slopes[number, 1:] = scale * np.stack(faces).transpose(0, 2, 1)
        slopes[number, 0] = -slopes[number, 1:].sum(axis=0)
        volumes[number] = scale * np.einsum("nc,nc->n", a, faces[0])
    return slopes, volumes


def _samples(slopes: np.ndarray, parts: np.ndarray, share: float = TETRAHEDRA) -> list[Samples]:
    whole = _sample(range(8), _together(slopes, _CUTS), parts.sum(axis=0))
    middle = _sample(range(8), _together(slopes[8:], _CUTS[8:]), parts[8:].sum(axis=0))
    corners = [_sample(*corner) for corner in zip(_CORNERS, slopes, parts, strict=False)]
    corners = [corner._replace(metric=share, bulk=0.0) for corner in corners]
    if np.allclose(whole.gradients, middle.gradients, rtol=0.0, atol=1e-9 * np.abs(whole.gradients).max()):
        return [whole._replace(metric=1.0 - share * 2.0 / 3.0), *corners]
    return [whole._replace(metric=1.0 - share), middle._replace(metric=share, bulk=0.0), *corners]


def _together(slopes: np.ndarray, cuts: list[tuple[int, ...]]) -> np.ndarray:
    """V g of all eight nodes, (8, 3, n), for several tetrahedra as one sample."""
    total = np.zeros((8, *slopes.shape[2:]))
    for cut, slope in zip(cuts, slopes, strict=True):
        total[list(cut)] += slope
    return total


def _sample(members: Iterable[int], slopes: np.ndarray, volume: np.ndarray) -> Samples:
    """Gradients g = (V g)/V; nothing where there is no volume."""
    full = np.abs(volume) > _NO_VOLUME * np.abs(volume).mean()
    gradients = np.divide(slopes, volume, out=np.zeros_like(slopes), where=full)
    return Samples(list(members), gradients, np.where(full, np.abs(volume), 0.0))


def solid_energy(
    rest: RestSolid, shear, bulk, *, damping_time: float = 0.0, law: Callable[..., Any] = continuum
) -> ElementEnergy:
    """The energy of a solid with shear and bulk modulus μ and K [Pa], numbers or one per cell."""
    shear, bulk = (np.broadcast_to(modulus, len(rest.cells)) for modulus in (shear, bulk))
    samples = rest.sampled(poisson_of(shear, bulk))
    return ElementEnergy(rest.layout, rest.cells, law(samples, shear, bulk), damping_time)


def bracing_energy(rest: RestSolid, shear, bulk, *, damping_time: float = 0.0) -> ElementEnergy | None:
    """What cells that are no cubes need beside."""
    shear, bulk = (np.broadcast_to(modulus, len(rest.cells)) for modulus in (shear, bulk))
    law = rest.braces(shear, bulk)
    return None if law is None else ElementEnergy(rest.layout, rest.cells, law, damping_time)
