"""The same scene in another formulation: every body gets the matter that stands for the same constants.

What a formulation cannot express is left out, and `constants` says what that is. Bodies that have the formulation
already are left as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from pliant.compare.constants import Constants, Spacing, constants, is_grid
from pliant.energies.springs import grid_pairs, shear_steps, structural_steps
from pliant.errors import PliantError, SceneError
from pliant.model import (
    Body,
    Bulk,
    Cord,
    Curve,
    Hybrid,
    Layers,
    Raw,
    Sheet,
    Solid,
    SpringLink,
    Springs,
    Sticks,
    Surface,
)
from pliant.problems import did_you_mean
from pliant.scene.schema import Scene
from pliant.solvers.spec import UNFIT_FOR_HYBRIDS

_LEAST = 1e-3  # times the stiffest: structural springs are left at least this stiff
_MOST_LINKED = 20_000  # nodes of a body whose springs are told apart one by one; larger ones have the mean


def formulation_of(body: Body) -> str:
    """The name of the formulation that a body has."""
    if isinstance(body.material, Hybrid):
        return "hybrid"
    if isinstance(body.material, Sticks):
        return "xpbd" if body.material.compliance else "sticks"
    return "springs" if isinstance(body.material, Springs | Layers) else body.variant


def own_formulation(scene: Scene) -> str:
    """The formulation of a scene as it is written: that of its first body."""
    return formulation_of(scene.bodies[0])


def converted(scene: Scene, formulation: str) -> Scene:
    """The scene with all bodies in one formulation; a `PliantError` says why that cannot be.

    Beside bodies that can have it, those without a grid stay as they are.
    """
    check_name(formulation)
    staying = [body for body in scene.bodies if _stays(body, formulation)]
    if len(staying) == len(scene.bodies):
        staying = []
    bodies = [body if body in staying else _converted(body, formulation) for body in scene.bodies]
    solver = scene.solver
    if formulation == "hybrid" and solver.kind in UNFIT_FOR_HYBRIDS:
        solver = solver.model_copy(update={"kind": "auto"})
    return scene.model_copy(update={"bodies": bodies, "solver": solver})


def check_name(formulation: str) -> None:
    """A `PliantError` if there is no such formulation."""
    if formulation not in FORMULATIONS:
        raise PliantError(
            f"there is no formulation named {formulation!r}; {did_you_mean(formulation, FORMULATIONS)}"
        )


def what_stays(scene: Scene, formulation: str) -> str:
    """Which bodies of a scene that is converted keep the formulation they have; empty if none does."""
    names = [
        f"{body.id!r} stays {formulation_of(body)}" for body in scene.bodies if _stays(body, formulation)
    ]
    return (
        f"{', '.join(names)}: without a grid there is nothing to lay another formulation upon"
        if names
        else ""
    )


def _stays(body: Body, formulation: str) -> bool:
    return not is_grid(body) and formulation_of(body) != formulation


def available(scene: Scene) -> list[str]:
    """The formulations that every body of a scene can have, its own first."""
    own = own_formulation(scene)
    names = [own, *(name for name in FORMULATIONS if name != own)]
    return [name for name in names if not reason_against(scene, name)]


def reason_against(scene: Scene, formulation: str) -> str:
    """Why a scene cannot have a formulation; empty if it can."""
    try:
        converted(scene, formulation)
    except SceneError as error:
        return error.problems[0].message
    except PliantError as error:
        return str(error)
    return ""


def _converted(body: Body, formulation: str) -> Body:
    if formulation_of(body) == formulation:
        return body
    if not is_grid(body):
        raise PliantError(
            f"body {body.id!r} has no grid to lay another formulation upon: it stays {formulation_of(body)!r}"
        )
    assert isinstance(body, Surface | Curve | Solid)
    spacing = Spacing.of(body)
    found = constants(body, spacing)
    if not min(found.c11, found.density) > 0.0:
        raise PliantError(f"body {body.id!r} has nothing that resists being stretched")
    return FORMULATIONS[formulation](body, found, spacing)


def _changed(body: Any, material: Any, **changes: Any) -> Any:
    """The body with another material, checked anew."""
    data = {
        name: getattr(body, name) for name in body.model_fields_set if name not in ("material", "variant")
    }
    return type(body)(**{**data, "material": material, **changes})


def _exact(body: Any, c: Constants, spacing: Spacing) -> Any:
    if isinstance(body, Curve):
        return _changed(
            body,
            Cord(
                stretching=c.c11,
                bending=c.bending,
                torsion=c.torsion,
                line_density=c.density,
                damping=c.damping_time,
                drag=c.drag,
            ),
        )
    if isinstance(body, Solid):
        lame, shear = max(c.c11 - 2.0 * c.c33, 0.0), c.c33
        young = shear * (3.0 * lame + 2.0 * shear) / (lame + shear)
        poisson = lame / (2.0 * (lame + shear))
        return _changed(
            body,
            Bulk(young=young, poisson=poisson, density=c.density, damping=c.damping_time, drag=c.drag),
        )
    sheet = Sheet(
        membrane=(c.c11, c.c12, c.c22, c.c33),
        bending=c.bending,
        area_density=c.density,
        damping=c.damping_time,
        drag=c.drag,
    )
    return _changed(body, sheet)


def _springs(body: Any, c: Constants, spacing: Spacing) -> Any:
    """(1) and (2) of `constants`, with springs on edges and faces worth the half or quarter cells that they have."""
    match spacing.steps:
        case (h,):
            along, s = (c.c11 / h,), 0.0
        case (h1, h2):
            s = c.c33
            along = ((c.c11 - s) * h2 / h1, (c.c22 - s) * h1 / h2)
        case steps:
            h = float(np.mean(steps))
            s = 3.0 * c.c33 * h / 7.0
            along = (c.c11 * h - 10.0 * s / 3.0,) * 3
    along = tuple(max(k, _LEAST * max(along)) for k in along)
    k = float(np.mean(along))
    links = (
        list(_differing(body, along, k, s, c.damping_time)) if int(np.prod(body.grid)) <= _MOST_LINKED else []
    )
    return _changed(
        body,
        Springs(
            stiffness=k,
            damping=c.damping_time * k,
            shear=s,
            mass=_per_node(body, c.density, spacing),
            drag=_per_node(body, c.drag, spacing) if c.drag else 0.0,
            links=links,
        ),
    )


def _differing(
    body: Any, along: tuple[float, ...], common: float, shear: float, damping_time: float
) -> Iterator[SpringLink]:
    """The springs that are not as stiff as `common` along the axes or `shear` across cells."""
    axes = len(body.grid)
    kinds = [(step, along[i], common) for i, step in enumerate(structural_steps(axes))]
    kinds += [(step, shear, shear) for step in shear_steps(axes)] if shear else []
    for step, stiffness, usual in kinds:
        pairs = grid_pairs(body.grid, body.periodic, step)
        ends = np.stack(np.unravel_index(pairs, body.grid), axis=-1)  # (n, 2, axes)
        share = np.full(len(pairs), stiffness)
        for axis in range(axes):
            if step[axis] == 0 and not body.periodic[axis]:
                place = ends[:, 0, axis]
                share[(place == 0) | (place == body.grid[axis] - 1)] *= 0.5
        for (a, b), k in zip(ends[share != usual].tolist(), share[share != usual].tolist(), strict=True):
            yield SpringLink((tuple(a), tuple(b)), stiffness=k, damping=damping_time * k)


def _hybrid(body: Any, c: Constants, spacing: Spacing) -> Any:
    """The slope of e resists as C₁₁ does, in shear as well; its second derivatives as bending does."""
    slope = 0.5 * (c.c11 + c.c22) if c.c22 else c.c11
    material = Hybrid(
        slope=slope, curvature=c.bending, density=c.density, damping=c.damping_time, drag=c.drag
    )
    return _changed(body, material)


def _sticks(*, rigid: bool) -> Callable[[Any, Constants, Spacing], Any]:
    """Sticks between neighbours, diagonal ones and the next but one; compliant ones add up to C₁₁ as springs do."""

    def make(body: Any, c: Constants, spacing: Spacing) -> Any:
        h = float(np.mean(spacing.steps))
        stiffness = (c.c11 / h, c.c11 / 6.0, c.c11 * h / 7.0)[len(body.grid) - 1]
        return _changed(
            body,
            Sticks(
                mass=_per_node(body, c.density, spacing),
                drag=_per_node(body, c.drag, spacing) if c.drag else 0.0,
                rigidity=1 if len(body.grid) == 1 else 2,
                compliance=0.0 if rigid else 1.0 / stiffness,
                damping=0.0 if rigid else c.damping_time * stiffness,
            ),
        )

    return make


def _per_node(body: Any, amount: float, spacing: Spacing) -> np.ndarray:
    """What belongs to each node of an amount per length, area or volume."""
    return (amount * spacing.measure).reshape(body.grid)


def _published(variant: str) -> Callable[[Any, Constants, Spacing], Any]:
    """(3) of `constants`."""

    def make(body: Any, c: Constants, spacing: Spacing) -> Any:
        if not isinstance(body, Surface):
            raise PliantError(
                f"body {body.id!r}: the published variant {variant!r} is compared for surfaces only"
            )
        (l1, l2), cell = spacing.lengths, spacing.cell
        shear = c.c33 * cell / (l1 * l2) ** 2
        tension = ((0.5 * c.c11 * cell / l1**4, shear), (shear, 0.5 * c.c22 * cell / l2**4))
        raw = Raw(
            tension=tension,
            mass=_per_node(body, c.density, spacing),
            damping=_per_node(body, c.drag, spacing) if c.drag else 0.0,
        )
        return _changed(body, raw, variant=variant)

    return make


FORMULATIONS: dict[str, Callable[[Any, Constants, Spacing], Any]] = {
    "exact": _exact,
    "springs": _springs,
    "sticks": _sticks(rigid=True),
    "xpbd": _sticks(rigid=False),
    "hybrid": _hybrid,
    "terzopoulos": _published("terzopoulos"),
    "kelager": _published("kelager"),
}
