"""From a curve, a solid or a mesh as a user describes it to what is integrated."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pliant.energies.continuum import moduli_of
from pliant.energies.curve import RestCurve, curve_energies
from pliant.energies.mesh import (
    RestTetrahedra,
    RestTriangles,
    hinge_energy,
    membrane_energy,
    tetrahedra_energy,
)
from pliant.energies.secant_solid import PublishedSolid
from pliant.energies.solid import RestSolid, solid_energy
from pliant.errors import PliantError
from pliant.model.bulk import Bulk, RawBulk
from pliant.model.material import Sheet
from pliant.model.points import Curve, Mesh, Solid
from pliant.model.protocols import Energy, SecantForce
from pliant.numerics.points import PointLayout
from pliant.scene.matter import stiffnesses

# Nodes nearer to each other than this fraction of the body's size are one node: the axis of a cylinder.
_COINCIDENT = 1e-9
_NO_VOLUME = 1e-12  # times the size cubed


@dataclass(frozen=True)
class PointMatter:
    """What follows from a spec alone: where nodes are at rest and at the start, what they weigh, what holds them."""

    layout: PointLayout
    rest_positions: np.ndarray  # (3, P) [m]
    initial_positions: np.ndarray  # (3, P) [m], before the body is turned and shifted
    measure: np.ndarray  # (P,): the length [m], area [m²] or volume [m³] that belongs to a node
    mass: np.ndarray  # (P,) [kg]
    damping: np.ndarray  # (P,) [kg/s]
    elastic: tuple[Energy, ...]
    secants: tuple[SecantForce, ...]
    ties: tuple[np.ndarray, ...]
    size: float  # the diagonal of the rest shape's bounding box [m]


def build_points(spec: Curve | Solid | Mesh) -> PointMatter:
    """The matter of a body; what cannot be is a `PliantError` without the body's place in the scene."""
    if isinstance(spec, Mesh):
        layout, points = PointLayout((len(spec.vertices),)), np.asarray(spec.vertices, dtype=float)
        start = points
    else:
        layout = PointLayout(spec.grid, spec.periodic)
        points = spec.shape.points(spec.grid, spec.periodic)
        start = points if spec.initial_shape is None else spec.initial_shape.points(spec.grid, spec.periodic)
    flat = points.reshape(-1, 3)
    size = float(np.linalg.norm(np.ptp(flat, axis=0)))
    measure, energies = _energies(spec, layout, points)
    if isinstance(spec, Solid) and measure.sum() < _NO_VOLUME * size**3:
        raise PliantError("the rest shape has no volume; are its points all in one plane?")
    material = spec.material
    ties: tuple[np.ndarray, ...] = ()
    secants: tuple[SecantForce, ...] = ()
    if isinstance(material, RawBulk):
        ones = layout.spread(np.ones(layout.count))
        mass, damping = material.mass * ones, material.damping * ones
        tension = np.multiply.outer(np.asarray(material.tension), ones)
        assert isinstance(spec, Solid) and spec.variant != "exact"  # the spec sees to that
        secants = (PublishedSolid(layout, layout.spread(flat), tension, spec.variant),)
    else:
        mass, damping = _density(material) * measure, material.drag * measure
        ties = _coincident(flat, start.reshape(-1, 3), size)
    return PointMatter(
        layout,
        layout.spread(flat),
        layout.spread(start.reshape(-1, 3)),
        measure,
        mass,
        damping,
        tuple(energies),
        secants,
        ties,
        size,
    )


def _density(material) -> float:
    """Per length, area or volume."""
    if isinstance(material, Bulk):
        return material.density
    if isinstance(material, Sheet):
        return material.area_density
    return (
        material.line_density if hasattr(material, "line_density") else material.density * material.thickness
    )


def _energies(spec, layout: PointLayout, points: np.ndarray) -> tuple[np.ndarray, list[Energy]]:
    """What belongs to each node, and the elastic energies."""
    material = spec.material
    if isinstance(spec, Curve):
        curve = RestCurve.build(layout, points)
        return curve.node_length, list(
            curve_energies(
                curve,
                stretching_stiffness=material.stretching,
                bending_stiffness=material.bending,
                torsional_stiffness=material.torsion,
                relaxation=material.damping,
                normal=spec.plane,
            )
        )
    if isinstance(spec, Solid):
        solid = RestSolid.build(layout, points)
        if isinstance(material, RawBulk):
            return solid.node_volume, []
        moduli = moduli_of(material.young, material.poisson)
        return solid.node_volume, [solid_energy(solid, *moduli, relaxation=material.damping)]
    if isinstance(material, Bulk):
        lump = RestTetrahedra.build(layout, points, np.asarray(spec.tetrahedra))
        moduli = moduli_of(material.young, material.poisson)
        return lump.node_volume, [tetrahedra_energy(lump, *moduli, relaxation=material.damping)]
    sheet = RestTriangles.build(layout, points, np.asarray(spec.triangles))
    membrane, bending = stiffnesses(material)
    direction = (np.cos(material.fibre_angle), np.sin(material.fibre_angle), 0.0)
    energies: list[Energy] = [
        membrane_energy(sheet, membrane, direction=direction, relaxation=material.damping)
    ]
    hinges = hinge_energy(sheet, bending[0, 0], relaxation=material.damping) if bending[0, 0] else None
    return sheet.node_area, energies if hinges is None else [*energies, hinges]


def _coincident(points: np.ndarray, start: np.ndarray, size: float) -> tuple[np.ndarray, ...]:
    """Groups of nodes that coincide at rest and at the start: they move as one."""
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components
    from scipy.spatial import KDTree

    pairs = KDTree(np.concatenate([points, start], axis=1)).query_pairs(
        _COINCIDENT * size, output_type="ndarray"
    )
    if not len(pairs):
        return ()
    count = len(points)
    graph = coo_matrix((np.ones(len(pairs)), (pairs[:, 0], pairs[:, 1])), shape=(count, count))
    group = connected_components(graph, directed=False)[1]
    members = np.argsort(group, kind="stable")
    groups = np.split(members, np.flatnonzero(np.diff(group[members])) + 1)
    return tuple(nodes for nodes in groups if len(nodes) > 1)
