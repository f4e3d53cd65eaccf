"""From the law by which a body flows to energies that do.

Elastic energies say themselves how they can flow (`energies.capabilities`); what they need to know of the body to tell
their limits is its `Section`.

| energy | strain d | limit of a material's `limit` Y |
|---|---|---|
| metric of sheets (grids, triangles) | ΔG | stress times thickness, Y t [N/m]; Y of materials given by stiffness |
| bending of sheets (grids, triangles) | ΔB | of the skin: the moment at which it yields, Y t²/6 [N] |
| stretching of curves | ε | Y A [N]; Y of cords |
| bending and torsion of curves | the angle | of the skin: the moment at which it yields, N r/4, N r/(2√3) [N·m] |
| springs, layers | elongation | Y [N] |
| solids, tetrahedra | F, moulded | Y [Pa] |
| hybrid | e | Y [m] |

What bends yields in layers, from the skin inwards (`inelastic.layers`).

Where thickness and radius are not given they are those of a plate or a rod with the same stiffnesses, t² = 12D/C and
r² = 4 EI/EA.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pliant.build.flow_scale import FlowGauge
from pliant.build.rest import RestShape
from pliant.build.stiffness import stiffnesses
from pliant.energies.capabilities import Absorbs, Braces, Moulds, TakesDashpot, Yields, matter_can, named
from pliant.energies.heat import Heat
from pliant.energies.stress_points import PLATE, ROD, Section, StressPoints
from pliant.energies.surface import RestSurface
from pliant.errors import SceneError, problem_in_body
from pliant.inelastic.flow import FlowingEnergy
from pliant.inelastic.hybrid import FlowingHybrid
from pliant.inelastic.layers import layers_of
from pliant.inelastic.solid import MouldedEnergy, arms_of
from pliant.inelastic.tresca import tresca_energy
from pliant.model import Body, Cord, Elastic, Rod, Sheet, Strip
from pliant.model.flow import Law, Maxwell, Plastic, Thermoplastic, Unit, Viscoplastic, Voigt
from pliant.model.protocols import Energy


def flowing(
    spec: Body, index: int, law: Law, rest: RestShape, elastic: tuple[Energy, ...]
) -> tuple[Energy, ...]:
    """The energies of a body with those in place that flow by the law."""
    if isinstance(law, Voigt):
        return tuple(_damped(energy, index, law) for energy in elastic)
    heat = Heat(law) if isinstance(law, Thermoplastic) else None
    bound = law.bound if isinstance(law, Maxwell) else np.inf
    units = law.units()
    tresca = isinstance(law, Plastic | Viscoplastic) and law.condition == "tresca"
    section, gauge = section_of(spec, rest, units[0].limit), FlowGauge()
    yields = 0.0 < units[0].limit < np.inf
    if units[0].growth > 0.0:
        _check_growth(elastic, index, tresca=tresca)
    found: list[Energy] = []
    for number, energy in enumerate(elastic):
        name = f"flow{number}"
        one: Any = energy
        if matter_can(one, Braces):
            continue
        if matter_can(one, Moulds):
            arms = [arm for unit in units for arm in arms_of(unit)]
            found += _moulded(one, arms, name, tresca=tresca, heat=heat, bound=bound)
        elif matter_can(one, Absorbs):
            limit = units[0].limit if np.isfinite(units[0].limit) else 0.0
            found.append(FlowingHybrid(one, units, name, limit, bound, heat))
        elif not matter_can(one, Yields):
            raise _refused(one, index, law)
        elif (where := one.stress_points(section)) is None:
            found.append(one)
        else:
            kind = tresca_energy if tresca and where.points.sheet is not None else FlowingEnergy
            own, limit = _layered(spec, law, where) if yields else (units, 0.0)
            options: dict[str, Any] = {"limit": limit, "bound": bound, "heat": heat}
            scale = gauge.scale(where)
            found.append(kind(one, where.points, own, name, **options, nodes=where.nodes, scale=scale))
    return tuple(found)


def _layered(spec: Body, law: Any, where: StressPoints) -> tuple[list[Unit], np.ndarray]:
    """The units of what yields, and their limits (units, n): as many as layers where it bends."""
    (unit,) = law.units()
    bends = where.skin in (PLATE, ROD) and not where.twists
    material = getattr(spec, "material", None)
    flat = where.skin == PLATE or (isinstance(material, Strip) and material.section == "rectangle")
    units, factors = layers_of(unit, law.layers if bends else 1, round_=not flat)
    return units, factors[:, None] * np.broadcast_to(where.limit, where.points.shape[1])


def _check_growth(elastic: tuple[Energy, ...], index: int, *, tresca: bool) -> None:
    """Refuses isotropic hardening where limits do not grow."""
    where = "flow.isotropic"
    if tresca:
        raise problem_in_body(index, where, "it is by von_mises that limits grow, not by tresca")
    for energy in elastic:
        if matter_can(energy, Moulds) or matter_can(energy, Absorbs):
            message = f"matter of the law {named(energy)} hardens by `hardening` only: leave `isotropic` out"
            raise problem_in_body(index, where, message)


def _damped(energy: Any, index: int, law: Voigt) -> Energy:
    """The same with a dashpot beside it. Every law of elements can be damped, so that only the energy is asked."""
    if not isinstance(energy, TakesDashpot):
        raise _refused(energy, index, law)
    return energy.damped(law.retardation_time)


def _refused(energy: Any, index: int, law: Law) -> SceneError:
    message = (
        f"matter of the law {named(energy)} does not flow, and {law.kind!r} was asked for: leave `flow` out"
    )
    return problem_in_body(index, "flow", message)


def _moulded(energy: Any, units: list[Unit], name: str, **options: Any) -> list[Energy]:
    """Solids have one energy per arm; volume is kept by the first."""
    return [
        MouldedEnergy(
            energy.arm(unit.share, k == 0),
            unit,
            name if k == 0 else f"{name}.{k}",
            damping_time=energy.damping_time,
            **options,
        )
        for k, unit in enumerate(units)
    ]


def section_of(spec: Body, rest: RestShape, limit: float = np.inf) -> Section:
    """What a body bears by the limit of a law of flow."""
    material: Any = getattr(spec, "material", None)
    force, moment, bending = limit, 0.0, 1.0
    if isinstance(material, Elastic | Sheet):
        c, d = (np.asarray(part, dtype=float)[0, 0] for part in stiffnesses(material))
        bending = float(np.mean(d)) or 1.0
        thickness = np.sqrt(12.0 * d / c)
        force = limit * (material.thickness if isinstance(material, Elastic) else 1.0)
        moment = force * thickness / 6.0
    elif isinstance(material, Strip):
        force = limit * material.area
        moment = limit * min(material.second_moments) * 2.0 / min(material.width, material.height)
    elif isinstance(material, Rod | Cord):
        radius = 2.0 * np.sqrt(np.asarray(material.bending) / material.stretching)
        area = np.pi * np.asarray(material.radius) ** 2 if isinstance(material, Rod) else 1.0
        force = limit * area
        moment = force * radius / 4.0
    surface, areas = rest.geometry, {}
    if isinstance(surface, RestSurface):
        areas = {"node_area": surface.node_area, "cell_area": surface.corner_area.sum(axis=0)}
    return Section(rest.positions, limit, force, moment, bending, **areas)
