"""What clamps hold of a body: rows of nodes, and at the edges of elastic sheets and rods a direction.

| body | held |
|---|---|
| elastic surfaces and curves | the edge, and the direction of the body there (`energies.clamped`) |
| rods with a material frame | the end, its direction and how its section is turned (`energies.held_frame`) |
| meshes of elastic triangles | the nodes, and the direction along the sides between them (`energies.clamped_sides`) |
| solids | the face: that alone holds the direction |
| springs, sticks, hybrid and layered bodies, published variants | the edge and the row beside it |
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from pliant.build.rest import RestShape
from pliant.energies.clamped import ClampEnergy, edge_axis, held_direction
from pliant.energies.clamped_sides import SideClamp
from pliant.energies.held_frame import FrameClamp
from pliant.integrators.system import BodyState
from pliant.model import Body, Curve, Mesh, Raw
from pliant.model.selection import AXES
from pliant.scene.holding import clamped_edges, clamps_of, edges_of
from pliant.scene.schema import Scene
from pliant.topology.breaks import broken_links

AnyClamp = ClampEnergy | FrameClamp | SideClamp


def clamp_energies(scene: Scene, spec: Body, rest: RestShape, flexure: Any) -> list[AnyClamp]:
    """Those of a body with the bending stiffness `flexure`: EI [N·m²] of curves, D (3, 3) [N·m], or one per node.

    Of rods with a material frame it is EI in the plane of the first axis and across, and GJ.
    """
    edges = clamped_edges(scene, spec)
    if edges and rest.frames is not None:
        return [_of_frame(spec, edge, rest, flexure) for edge in edges]
    if not edges or flexure is None or not np.any(flexure):
        return []
    if isinstance(spec, Mesh):
        return _of_sides(scene, spec, rest, flexure)
    material: Any = spec.material
    found: list[AnyClamp] = []
    damping_time = 0.0 if isinstance(material, Raw) else material.damping
    for edge in edges:
        if spec.grid[AXES[len(spec.grid)].index(edge[0])] < 2:
            continue
        held, beside = (row.ravel() for row in _rows(_numbers(rest), edge)[:2])
        stiffness = _stiffness(spec, edge, rest, flexure)
        found.append(ClampEnergy(rest.layout, edge, held, beside, stiffness, damping_time))
    return found


def hold_directions(energies: Sequence[AnyClamp], spec: Body, rest: RestShape, state: BodyState) -> None:
    """From now on edges are held in the direction that they have."""
    for energy in energies:
        if isinstance(energy, FrameClamp | SideClamp):
            state.memory[energy.name][:] = energy.direction(state.x)
            free_directions([energy], state)
            continue
        closed = _closed(spec, energy.edge)
        at_rest, now = (_points(rest, values, energy.edge) for values in (rest.positions, state.x))
        state.memory[energy.name][:] = np.concatenate(held_direction(at_rest, now, closed))
        free_directions([energy], state)  # where the edge is not held nothing holds its direction


def free_directions(energies: Sequence[AnyClamp], state: BodyState) -> None:
    """Let go of the direction at nodes that are free."""
    for energy in energies:
        free = np.atleast_2d(state.free[energy.held]) != 0.0
        state.memory[energy.name][:3, free.any(axis=0)] = 0.0


def _of_sides(scene: Scene, spec: Mesh, rest: RestShape, flexure: np.ndarray) -> list[AnyClamp]:
    """Those of a mesh, whose sides resist as the stiffer of its two directions does."""
    stiffness = np.broadcast_to(np.maximum(flexure[0, 0], flexure[1, 1]), rest.layout.size)
    found = (
        SideClamp.build(rest.geometry, edges_of(clamp, spec)[0], clamp.mask_of(spec), stiffness)
        for clamp in clamps_of(scene, spec)
    )
    return [one for one in found if one is not None]


def _of_frame(spec: Body, edge: str, rest: RestShape, flexure: Any) -> FrameClamp:
    """That of a rod with a material frame; without stiffness where the edge at its end is broken."""
    assert rest.frames is not None
    node, whole = rest.layout.nodes[0 if edge[1] == "0" else -1], float(_whole(spec, edge)[0])
    one, two, torsion = (float(np.broadcast_to(each, rest.layout.size)[node]) * whole for each in flexure)
    material: Any = spec.material
    return FrameClamp.build(rest.layout, rest.frames, edge, (one, two, torsion), material.damping)


def _numbers(rest: RestShape) -> np.ndarray:
    return np.asarray(rest.layout.nodes).reshape(rest.layout.shape)


def _rows(values: np.ndarray, edge: str) -> list[np.ndarray]:
    """The rows of an array over the grid from an edge on: up to three."""
    inwards = np.moveaxis(values, AXES[values.ndim].index(edge[0]), 0)
    return list((inwards if edge[1] == "0" else inwards[::-1])[:3])


def _points(rest: RestShape, x: np.ndarray, edge: str) -> tuple[np.ndarray, ...]:
    """The rows (n, 3) of positions x (3, P) from an edge on."""
    return tuple(np.ascontiguousarray(x[:, row.ravel()].T) for row in _rows(_numbers(rest), edge))


def _closed(spec: Body, edge: str) -> bool:
    """Whether the edge goes round."""
    others = [p for name, p in zip(AXES[len(spec.grid)], spec.periodic, strict=True) if name != edge[0]]
    return any(others)


def _stiffness(spec: Body, edge: str, rest: RestShape, flexure: Any) -> np.ndarray:
    """K of (1), (n,); none where the link from the edge to the next row is broken."""
    rows, closed = _points(rest, rest.positions, edge), _closed(spec, edge)
    held = _rows(_numbers(rest), edge)[0].ravel()
    e, c = rows[1] - rows[0], edge_axis(rows, closed)
    across = e - c * (c * e).sum(axis=1, keepdims=True)
    height = np.linalg.norm(across, axis=1)
    if isinstance(spec, Curve):
        bending, area = np.broadcast_to(flexure, rest.layout.size)[held], rest.measure[held]
    else:
        bending, area = _along(spec, edge, flexure, held, e, c, across), rest.geometry.node_area[held]
    k = np.divide(4.0 * bending * area, height**2, out=np.zeros_like(height), where=height > 1e-9 * rest.size)
    return k * _whole(spec, edge)


def _whole(spec: Body, edge: str) -> np.ndarray:
    """Which links from the edge to the next row hold, (n,)."""
    broken = broken_links(spec)
    if broken is None:
        return np.ones(1)
    axis = AXES[len(spec.grid)].index(edge[0])
    rows = _rows(~broken[axis], edge)
    return (
        rows[0 if edge[1] == "0" else 1].ravel().astype(float)
    )  # a link belongs to the node with the lower index


def _along(
    spec: Body,
    edge: str,
    flexure: np.ndarray,
    held: np.ndarray,
    e: np.ndarray,
    c: np.ndarray,
    across: np.ndarray,
) -> np.ndarray:
    """The bending stiffness (n,) for a curvature κ across an edge, which to the fibres is κ(cos², sin², 2 cos sin)."""
    inwards = e if edge[1] == "0" else -e
    one, two = (inwards, c) if edge[0] == "m" else (c, inwards)  # along the axes of the grid
    beside = np.cross(np.cross(one, two), one)
    x, y = ((across * way).sum(axis=1) / _length(way) for way in (one, beside))
    angle = np.arctan2(y, x) - getattr(spec.material, "fibre_angle", 0.0)
    curvature = np.stack([np.cos(angle) ** 2, np.sin(angle) ** 2, 2.0 * np.cos(angle) * np.sin(angle)])
    d = flexure[..., held] if flexure.ndim == 3 else np.repeat(flexure[..., None], len(held), axis=2)
    return np.einsum("in,ijn,jn->n", curvature, d, curvature)


def _length(vectors: np.ndarray) -> np.ndarray:
    return np.maximum(np.linalg.norm(vectors, axis=1), 1e-300)
