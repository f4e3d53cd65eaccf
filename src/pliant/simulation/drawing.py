"""What viewers need to know of a body to draw it: all that does not move."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pliant.build.model import BodyModel
from pliant.model import Curve, Layered, Mesh, Solid, Strip, Surface
from pliant.model.fields import sampled
from pliant.model.layered import springs_of
from pliant.numerics.grid import parameters
from pliant.recording import BodyMesh
from pliant.recording.mesh import Chain
from pliant.recording.reader import NOTHING
from pliant.shapes.pose import transform

# A curve whose material says nothing of its thickness is drawn with this fraction of its length.
_THIN = 0.004
# The radius of a ring or a segment of particles over its size, and that of springs between layers over the former.
_RING, _SEGMENT = 0.012, 0.03
_SPRING = 0.35


def drawing(body: BodyModel, fixed: np.ndarray = NOTHING) -> BodyMesh:
    """A body as recordings and pages describe it; `fixed` are the nodes that are held at the start."""
    spec, shape = body.spec, body.shape
    uv = rest = coordinates = None
    radius, chains = 0.0, ()
    if isinstance(spec, Surface):
        uv = _material_coordinates(spec.grid, spec.periodic)
        rest = transform(body.layout.gather(shape.positions), spec.position, spec.rotation)
    elif isinstance(spec, Solid):
        coordinates = _material_coordinates(spec.grid, spec.periodic)
    elif isinstance(spec, Curve):
        radius = _radius(spec, float(shape.measure.sum()))
    elif isinstance(spec, Layered) and not len(shape.triangles):
        radius = (_RING if spec.net.closed else _SEGMENT) * body.size
        chains = tuple(_chains(spec, radius))
    return BodyMesh(
        id=body.name,
        kind=spec.kind,
        nodes=body.layout.count,
        grid=tuple(spec.grid),
        periodic=tuple(spec.periodic),
        triangles=shape.triangles,
        uv=uv,
        coordinates=coordinates,
        rest=rest,
        radius=radius,
        closed=isinstance(spec, Curve) and spec.periodic[0],
        chains=chains,
        outer=None if shape.opening is None else shape.opening.outer,
        fixed=fixed,
        color=spec.look.color,
        texture=spec.look.texture,
        blobs=spec.look.blobs,
    )


def _chains(spec: Layered, radius: float) -> Iterator[Chain]:
    """Each layer, and the springs between them."""
    layers, count = spec.grid
    for layer in range(layers):
        yield Chain(np.arange(layer * count, (layer + 1) * count), spec.net.closed, radius)
    families = springs_of(spec.net, layers, count)
    for name in ("radius", "left", "right"):
        for pair in (pair for pairs in families[name] for pair in pairs):
            yield Chain(pair, False, _SPRING * radius)


def _material_coordinates(grid: tuple[int, ...], periodic: tuple[bool, ...]) -> np.ndarray:
    axes = np.meshgrid(*parameters(grid, periodic), indexing="ij")
    return np.stack([axis.ravel() for axis in axes], axis=1)


def _radius(spec: Curve, length: float) -> float:
    material = spec.material
    if getattr(material, "radius", None) is not None:
        return float(np.mean(sampled(spec).radius))  # a curve of varying thickness is drawn with the mean
    if isinstance(material, Strip):
        return 0.25 * (material.width + material.height)
    return _THIN * length


def spacing(body: BodyModel) -> float:
    """The mean distance of neighbours at rest [m]."""
    rest = body.layout.gather(body.shape.positions)
    if isinstance(body.spec, Layered):
        edges = rest[body.spec.net.edges]
        return float(np.linalg.norm(edges[:, 1] - edges[:, 0], axis=1).mean())
    if isinstance(body.spec, Mesh):
        corners = rest[body.shape.triangles]
        return float(np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2).mean())
    grid = rest.reshape(*body.spec.grid, 3)
    return float(
        np.mean([np.linalg.norm(np.diff(grid, axis=a), axis=-1).mean() for a in range(grid.ndim - 1)])
    )
