"""Deformable bodies of document 000's XML [000 §4.4.5]."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Any

import numpy as np

from pliant.constraints import Pin
from pliant.model import Raw, RawBulk, Solid, Surface
from pliant.model.selection import in_grid, outside
from pliant.scene.edm import literals as read
from pliant.scene.edm.element import Element
from pliant.scene.edm.parts import SoFar, bind_type, bound_look, built, new_name, reference
from pliant.shapes import Bezier, BezierSolid, Ellipsoid, EllipsoidSolid
from pliant.shapes.solids.bezier import reversed_indices

TYPES = {
    "Surface": ("QuadraticBezierPatch", "GenericBezierPatch", "EllipsoidPatch"),
    "Solid": ("LinearBezierSolid", "GenericBezierSolid", "EllipsoidSolid"),
}
_FIXED_ORDERS = {"QuadraticBezierPatch": 2, "LinearBezierSolid": 1}
_MOST_FIXED = 1_000_000  # particles are fixed one by one
_COMMON: dict[str, Callable] = {"damping": read.not_negative, "mass": read.positive}
PARTICLE: dict[int, dict[str, Callable]] = {
    2: {**_COMMON, "tension": read.tensor(2), "rigidity": read.tensor(2)},
    3: {**_COMMON, "tension": read.tensor(3)},
}


def read_body(element: Element, scene: SoFar) -> None:
    """A Body: a surface or a solid of particles, with the forces and obstacles that it notices."""
    element.only("id", "model", "type")
    name = new_name(element, scene.bodies)
    scene.bodies[name] = None
    before = len(element.problems)
    model = element.choice("model", ("Curve", "Surface", "Solid"))
    if model == "Curve":
        element.wrong("document 000 has no curves [§4.4.5.1]: nothing says what would be in one", "model")
        return
    axes = 3 if model == "Solid" else 2
    kind = element.choice("type", TYPES["Solid" if axes == 3 else "Surface"])
    properties = element.mandatory("Properties")
    particles = element.mandatory("Particles")
    natural, initial = element.mandatory("NaturalShape"), element.first("InitialShape")
    options: dict[str, Any] = {}
    if properties is not None:
        options["periodic"] = _body_properties(properties, name, scene, axes)
    if natural is not None and properties is not None and kind is not None:
        order = _order(properties, kind)
        options["shape"] = _shape(natural, kind, order, axes)
        options["initial_shape"] = None if initial is None else _shape(initial, kind, order, axes)
    fixed: list[tuple[int, ...]] = []
    grid = None
    if particles is not None:
        grid = particles.required("grid", read.indices(axes))
        options["grid"] = grid
        options["material"], fixed = _particles(particles, grid, axes)
    options.update(_body_binds(element, name, grid, scene, axes))
    if model is None or len(element.problems) > before:
        return
    assert particles is not None, "a body without particles would have been reported"
    places = {"grid": (particles, "grid")}
    body = Solid if axes == 3 else Surface
    scene.bodies[name] = built(element, body, places, id=name, variant="kelager", **options)
    if fixed:
        scene.pins.append(Pin(body=name, nodes=fixed))


def _body_properties(properties: Element, name: str, scene: SoFar, axes: int) -> tuple[bool | None, ...]:
    """Notes the time step and returns which axes are continuous."""
    properties.only("timestep", "order", "lcont", "mcont", "ncont")
    timestep = properties.required("timestep", read.positive)
    if timestep is not None:
        scene.timesteps[name] = timestep, properties
    if axes == 2 and properties.attribute("lcont", read.boolean, False):
        properties.wrong("a surface has no direction l; lcont is for solids", "lcont")
    names = ("lcont", "mcont", "ncont")[-axes:]
    return tuple(properties.attribute(name, read.boolean, False) for name in names)


def _order(properties: Element, kind: str) -> int | None:
    if kind.startswith("Generic"):
        order = properties.required("order", read.index)
        if order == 0:
            properties.wrong("expected an order of at least 1", "order")
        return order or None
    fixed = _FIXED_ORDERS.get(kind, 1)
    order = properties.attribute("order", read.index, fixed)
    if kind in _FIXED_ORDERS and order != fixed:
        properties.wrong(f"a {kind} has order {fixed} (given: {order})", "order")
    return fixed


def _shape(element: Element, kind: str, order: int | None, axes: int) -> Any:
    """The patch or solid that the Node children define [000 §4.4.5.2–3]."""
    element.only()
    if order is None:
        return None
    count = 2 if kind.startswith("Ellipsoid") else (order + 1) ** axes
    before = len(element.problems)
    positions: dict[int, Any] = {}
    for node in element.children("Node"):
        node.only("index", "pos")
        k, position = node.required("index", read.index), node.required("pos", read.vector)
        if k is None:
            continue
        if k >= count:
            node.wrong(f"the last of {count} nodes is {count - 1} (given: {k})", "index")
        elif k in positions:
            node.wrong(f"index {k} is given twice", "index")
        positions[k] = position
    missing = [k for k in range(min(count, len(positions) + 4)) if k not in positions]
    if missing and len(element.problems) == before:
        shown = ", ".join(map(str, missing[:4])) + (", ..." if len(missing) > 4 else "")
        element.wrong(f"a {kind} needs {count} nodes; missing: {shown}")
    if len(element.problems) > before:
        return None
    points = [positions[k] for k in range(count)]
    if kind.startswith("Ellipsoid"):
        shape = Ellipsoid if axes == 2 else EllipsoidSolid
        return built(element, shape, {}, semi_axes=points[0], center=points[1])
    if kind == "LinearBezierSolid":
        points = reversed_indices(points)
    return built(element, Bezier if axes == 2 else BezierSolid, {}, order=order, control_points=points)


def _particles(
    element: Element, grid: tuple[int, ...] | None, axes: int
) -> tuple[Raw | RawBulk | None, list[tuple[int, ...]]]:
    """The weights of the particles, and those that are fixed: what All says, then what each Single says."""
    element.only("grid")
    common: dict[str, Any] = {}
    all_fixed = False
    for child in element.children("All"):
        child.only(*PARTICLE[axes], "fixed")
        common.update(_given(child, axes))
        all_fixed = child.attribute("fixed", read.boolean, all_fixed) or False
    single: dict[tuple[int, ...], dict[str, Any]] = {}
    fixed: dict[tuple[int, ...], bool] = {}
    for child in element.children("Single"):
        child.only("particle", *PARTICLE[axes], "fixed")
        node = _particle(child, grid, axes, required=True)
        values, is_fixed = _given(child, axes), child.attribute("fixed", read.boolean)
        if node is None:
            continue
        if values:
            single.setdefault(node, {}).update(values)
        if is_fixed is not None:
            fixed[node] = is_fixed
    if all_fixed and grid is not None and prod(grid) > _MOST_FIXED:
        element.wrong(f"all of {prod(grid):,} particles are fixed; at most {_MOST_FIXED:,} can be listed")
    elif all_fixed and grid is not None:
        fixed = {node: fixed.get(node, True) for node in np.ndindex(*grid)}
    material = Raw if axes == 2 else RawBulk
    nodes = [{"node": node, **values} for node, values in single.items()]
    return built(element, material, {}, **common, single=nodes), sorted(
        node for node, holds in fixed.items() if holds
    )


def _given(element: Element, axes: int) -> dict[str, Any]:
    """The weights that the element states."""
    values = {name: element.attribute(name, reader) for name, reader in PARTICLE[axes].items()}
    return {name: value for name, value in values.items() if value is not None}


def _particle(
    element: Element, grid: tuple[int, ...] | None, axes: int, required: bool
) -> tuple[int, ...] | None:
    node = (element.required if required else element.attribute)("particle", read.indices(axes))
    if node is not None and grid is not None and not in_grid(node, grid):
        element.wrong(outside(node, grid), "particle")
        return None
    return node


def _body_binds(
    element: Element, name: str, grid: tuple[int, ...] | None, scene: SoFar, axes: int
) -> dict[str, Any]:
    """The look and the obstacles of a body; the forces that it binds are noted in `scene.targets`."""
    look = None
    collides: dict[str, None] = {}  # in the order in which they are bound
    for bind in element.children("Bind"):
        kind = bind_type(bind, ("Material", "Force", "Collision"))
        if kind == "Material":
            look = bound_look(bind, scene, look)
        elif kind == "Collision":
            obstacle = reference(bind, scene.obstacles, "rigid object")
            if obstacle is not None:
                collides[obstacle] = None
        elif kind == "Force":
            _bind_force(bind, name, grid, scene, axes)
    return {"collides": list(collides), **({"look": look} if look else {})}


def _bind_force(bind: Element, body: str, grid: tuple[int, ...] | None, scene: SoFar, axes: int) -> None:
    force = reference(bind, scene.forces, "force")
    wanted = bind.element.get("particle") is not None
    node = _particle(bind, grid, axes, required=False)
    if force is None or (wanted and node is None):
        return
    targets = scene.targets[force]
    if node is None and body not in targets:
        targets[body] = None  # all of them
    elif node is not None and (nodes := targets.setdefault(body, {})) is not None and node not in nodes:
        nodes[node] = None
    else:
        bind.wrong(f"the force {force!r} already acts there; a second effect needs a second force")
