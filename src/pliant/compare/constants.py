"""What a body is made of, said without a formulation: the constants that all of them can be given.

A material of a formulation is read into constants and written from them. The rest shape enters by its spacing: nodes
are hᵢ apart, Lᵢ in all along axis i.

* **Springs** [001 §4.3]. A sheet with structural springs k along both axes and springs s along both diagonals of its
  cells has, per unit of width,

      C₁₁ = k h₁/h₂ + s ,   C₂₂ = k h₂/h₁ + s ,   C₁₂ = C₃₃ = s                                              (1)

  exactly for square cells. It cannot have C₁₂ ≠ C₃₃: an isotropic sheet of springs has Poisson's ratio 1/3. In a cubic
  lattice the diagonals of faces and of cells add up to

      C₁₁ = (k + 10 s/3)/h ,   C₁₂ = C₄₄ = 7 s/(3h)                                                          (2)

  and a curve has EA = k h. A spring from a node to the next but one resists no small bending of what was straight, so
  that springs made from constants have none, and are limp.
* **Sticks** [000 §5] join neighbours, diagonal ones and the next but one alike. Compliant ones (`xpbd`) of stiffness k
  have C₁₁ = 6k in a sheet, 7k/h in a solid and EA = kh; rigid ones (`sticks`) have no stiffness to choose.
* **Hybrid** bodies [002 §2.2] are given C₁₁ for the first derivatives of their deformation, whichever they are, and the
  bending stiffness for the second: they are too stiff in shear, and as limp as a sheet only while they are nearly as
  they were at rest.
* **Weights** of the papers. α_ij = η_ij ΔG_ij per node on the unit square is a sheet with

      C₁₁ = 2 η₁₁ L₁⁴/(h₁h₂) ,   C₂₂ = 2 η₂₂ L₂⁴/(h₁h₂) ,   C₃₃ = η₁₂ L₁²L₂²/(h₁h₂) ,   C₁₂ = 0               (3)

  Their bending is of second order in the curvature and stands for no bending stiffness: it is left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from pliant.build.rest import RestShape
from pliant.build.stiffness import stiffnesses
from pliant.errors import PliantError
from pliant.model import (
    Body,
    Bulk,
    Cord,
    Curve,
    Elastic,
    Layered,
    Mesh,
    Raw,
    Rigid,
    Rod,
    Sheet,
    Solid,
    Springs,
    Surface,
)
from pliant.model.fields import varies
from pliant.numerics.grid import mean_steps


@dataclass(frozen=True)
class Constants:
    """Stiffnesses in the unit of the body's materials: N of a curve, N/m of a sheet, Pa of a solid."""

    c11: float
    c22: float = 0.0
    c12: float = 0.0
    c33: float = 0.0  # shear
    bending: float = 0.0  # N·m² of a curve, N·m of a sheet, nothing of a solid
    torsion: float = 0.0
    density: float = 0.0  # per length, area or volume
    damping_time: float = 0.0  # Kelvin–Voigt time [s]
    drag: float = 0.0  # per length, area or volume


@dataclass(frozen=True)
class Spacing:
    """A body's grid at rest."""

    steps: tuple[float, ...]  # mean distance of neighbours along each axis [m]
    lengths: tuple[float, ...]  # of the axes [m]
    measure: np.ndarray  # length, area or volume that belongs to each node

    @property
    def cell(self) -> float:
        return float(np.prod(self.steps))

    @classmethod
    def of(cls, body: Curve | Surface | Solid) -> Spacing:
        rest = RestShape.build(body, 0)
        points = rest.layout.gather(rest.positions).reshape(*body.grid, 3)
        steps = mean_steps(points)
        counts = [n if wraps else n - 1 for n, wraps in zip(body.grid, body.periodic, strict=True)]
        lengths = tuple(step * count for step, count in zip(steps, counts, strict=True))
        return cls(steps, lengths, rest.layout.gather(rest.measure))


def constants(body: Body, spacing: Spacing | None) -> Constants:
    """What a body is made of; a `PliantError` says why that cannot be told."""
    material: Any = body.material
    _require_numbers(body.id, material)
    match material:
        case Rod() | Cord():
            return Constants(
                material.stretching,
                bending=material.bending,
                torsion=material.torsion,
                density=material.line_density,
                damping_time=material.damping,
                drag=material.drag,
            )
        case Elastic() | Sheet():
            c, d = stiffnesses(material)
            sheet = isinstance(material, Sheet)
            dense = material.area_density if sheet else material.density * material.thickness
            return Constants(
                float(c[0, 0]),
                float(c[1, 1]),
                float(c[0, 1]),
                float(c[2, 2]),
                bending=float(0.5 * (d[0, 0] + d[1, 1])),
                density=dense,
                damping_time=material.damping,
                drag=material.drag,
            )
        case Bulk():
            shear = material.young / (2.0 * (1.0 + material.poisson))
            lame = 2.0 * shear * material.poisson / (1.0 - 2.0 * material.poisson)
            c11 = lame + 2.0 * shear
            return Constants(
                c11, c11, lame, shear, 0.0, 0.0, material.density, material.damping, material.drag
            )
    if spacing is not None and isinstance(material, Raw):
        return _of_weights(material, spacing)
    if spacing is not None and isinstance(material, Springs):
        return _of_springs(material, spacing)
    raise PliantError(
        f"body {body.id!r}: a material of kind {material.kind!r} has no constants to compare by"
    )


def _require_numbers(name: str, material: Any) -> None:
    for field in type(material).model_fields:
        if varies(getattr(material, field)):
            raise PliantError(
                f"body {name!r}: the material's {field!r} varies over the body, which no other formulation takes over"
            )


def _of_weights(material: Raw, spacing: Spacing) -> Constants:
    if material.single:
        raise PliantError("single nodes with other weights have no counterpart in another formulation")
    (l1, l2), cell = spacing.lengths, spacing.cell
    (w11, w12), (_, w22) = material.tension
    c11, c22 = 2.0 * w11 * l1**4 / cell, 2.0 * w22 * l2**4 / cell
    c33 = w12 * (l1 * l2) ** 2 / cell
    mass, damping = material.mass / cell, material.damping / cell
    return Constants(c11, c22, 0.0, c33, material.bending, 0.0, mass, 0.0, damping)


def _of_springs(material: Springs, spacing: Spacing) -> Constants:
    if material.links or material.rest != 1.0:
        what = "single springs that differ" if material.links else "springs under stress at rest"
        raise PliantError(f"{what} have no counterpart in another formulation")
    # A spring over two cells is worth four along one.
    k, s = material.stiffness + 4.0 * material.bend, material.shear
    damping_time, mass, drag = (
        material.damping / material.stiffness,
        material.mass / spacing.cell,
        material.drag / spacing.cell,
    )
    match spacing.steps:
        case (h,):
            stiff = (k * h, 0.0, 0.0, 0.0)
        case (h1, h2):
            stiff = (k * h1 / h2 + s, k * h2 / h1 + s, s, s)
        case steps:
            h = float(np.mean(steps))
            diagonal = 7.0 * s / (3.0 * h)
            c11 = (k + 10.0 * s / 3.0) / h
            stiff = (c11, c11, diagonal, diagonal)
    return Constants(*stiff, 0.0, 0.0, mass, damping_time, drag)


def is_grid(body: Body) -> bool:
    """Whether a body has axes to lay springs along."""
    return not isinstance(body, Mesh | Layered | Rigid)
