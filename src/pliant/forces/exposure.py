"""What a stream meets of a body: the area around each node, and which way it faces.

A surface faces along its normals. So does the skin of a solid or of a mesh; nodes inside have neither area nor normal,
and at an edge or a corner the normal is the mean of those of the faces around it [000 §3.7.2]. A curve has no normal: a
stream pushes it across its tangent and slips along it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from pliant.numerics.compile import kernel, uint
from pliant.numerics.differences import forward
from pliant.numerics.grid_layout import GridLayout
from pliant.numerics.point_layout import PointLayout


class Exposure(Protocol):
    """`area` (P,) [m²] of the nodes (for a curve: length [m]); `across`: a stream acts across what `normals` gives."""

    @property
    def area(self) -> np.ndarray: ...
    @property
    def across(self) -> bool: ...

    def normals(self, x: np.ndarray, out: np.ndarray) -> None:
        """Unit vectors into out (3, P), zero where there is none."""
        ...


@kernel
def surface_normals(x, tangent, span, out):
    """Unit normals from the mean differences along both axes [000 (3.7.8)]; zero where they are parallel."""
    w = span.width
    for row in range(span.rows):
        start = span.first + row * w
        for j in range(span.columns):
            p = uint(start + j)
            f1, b1, f2, b2 = tangent[0, p], tangent[1, p], tangent[2, p], tangent[3, p]
            fx, fy, fz = forward(x, start + j, w)
            gx, gy, gz = forward(x, start + j - w, w)
            ax, ay, az = f1 * fx + b1 * gx, f1 * fy + b1 * gy, f1 * fz + b1 * gz
            fx, fy, fz = forward(x, start + j, 1)
            gx, gy, gz = forward(x, start + j - 1, 1)
            bx, by, bz = f2 * fx + b2 * gx, f2 * fy + b2 * gy, f2 * fz + b2 * gz
            nx, ny, nz = ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx
            size = np.sqrt(nx * nx + ny * ny + nz * nz)
            inverse = 1.0 / size if size > 1e-100 else 0.0
            out[0, p], out[1, p], out[2, p] = nx * inverse, ny * inverse, nz * inverse


@dataclass(frozen=True)
class GridExposure:
    """A surface over a grid; `tangent` (4, P) are the weights of the links around a node."""

    layout: GridLayout
    tangent: np.ndarray
    area: np.ndarray
    across = False

    def normals(self, x: np.ndarray, out: np.ndarray) -> None:
        surface_normals(x, self.tangent, self.layout.span, out)


@kernel
def face_normals(x, faces, out):
    """Sum the faces (n, 4) around every node, each with its area; then make units."""
    out[:] = 0.0
    for f in range(faces.shape[0]):
        a, b, c, d = faces[f, 0], faces[f, 1], faces[f, 2], faces[f, 3]
        ux, uy, uz = x[0, c] - x[0, a], x[1, c] - x[1, a], x[2, c] - x[2, a]
        vx, vy, vz = x[0, d] - x[0, b], x[1, d] - x[1, b], x[2, d] - x[2, b]
        nx, ny, nz = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
        for k in range(3 if c == d else 4):
            p = faces[f, k]
            out[0, p] += nx
            out[1, p] += ny
            out[2, p] += nz
    make_units(out)


@kernel
def chain_tangents(x, edges, out):
    """Sum the edges (n, 2) around every node; then make units."""
    out[:] = 0.0
    for e in range(edges.shape[0]):
        a, b = edges[e, 0], edges[e, 1]
        for c in range(3):
            d = x[c, b] - x[c, a]
            out[c, a] += d
            out[c, b] += d
    make_units(out)


@kernel
def make_units(out):
    for p in range(out.shape[1]):
        size = np.sqrt(out[0, p] ** 2 + out[1, p] ** 2 + out[2, p] ** 2)
        inverse = 1.0 / size if size > 1e-100 else 0.0
        for c in range(3):
            out[c, p] *= inverse


@dataclass(frozen=True)
class FaceExposure:
    """Faces (n, 4) of a solid or of a mesh, see `numerics.boundary`."""

    layout: PointLayout
    faces: np.ndarray
    area: np.ndarray
    across = False

    def normals(self, x: np.ndarray, out: np.ndarray) -> None:
        face_normals(x, self.faces, out)


@dataclass(frozen=True)
class CurveExposure:
    """Edges (n, 2) of a curve; `normals` are its tangents, across which a stream acts."""

    layout: PointLayout
    edges: np.ndarray
    area: np.ndarray
    across = True

    def normals(self, x: np.ndarray, out: np.ndarray) -> None:
        chain_tangents(x, self.edges, out)
