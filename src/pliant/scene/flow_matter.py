"""From the law by which a body flows to energies that do: one small adapter per formulation.

| energy | strain d | limit of a material's `limit` Y |
|---|---|---|
| metric of sheets (grids, triangles) | ΔG | stress times thickness, Y t [N/m]; Y of materials given by stiffness |
| bending of sheets | ΔB; at hinges the angle | the moment at which the skin of a plate yields, Y t²/6 [N] |
| stretching of curves | ε | Y A [N]; Y of cords |
| bending and torsion of curves | the angle | the moment at which the skin of a rod yields, N r/4, N r/(2√3) [N·m] |
| springs, layers | elongation | Y [N] |
| solids, tetrahedra | F, moulded | Y [Pa] |
| hybrid | e | Y [m] |

Where thickness and radius are not given they are those of a plate or a rod with the same stiffnesses, t² = 12D/C and
r² = 4 EI/EA.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from pliant.energies.bending import BendingEnergy
from pliant.energies.continuum import Continuum
from pliant.energies.curvature import Bend, PlanarBend
from pliant.energies.elements import ElementEnergy
from pliant.energies.flow import FlowingEnergy
from pliant.energies.flow_points import points_of
from pliant.energies.flow_solid import MouldedEnergy, arms_of
from pliant.energies.flow_spline import FlowingSpline
from pliant.energies.flow_tresca import tresca_energy
from pliant.energies.heat import Heat
from pliant.energies.hinge import Hinges
from pliant.energies.metric import MetricEnergy
from pliant.energies.spline import SplineEnergy
from pliant.energies.springs import Springs as SpringLaw
from pliant.energies.springs import spring_energy
from pliant.energies.stretch import Stretch
from pliant.energies.torsion import Torsion
from pliant.energies.triangle import Triangles
from pliant.model import Body, Cord, Elastic, Rod, Sheet
from pliant.model.flow import Law, Maxwell, Thermoplastic, Unit, Voigt
from pliant.model.protocols import Energy
from pliant.scene.flow_gauge import FlowGauge
from pliant.scene.point_matter import mean_at
from pliant.scene.rest import RestShape
from pliant.scene.stiffness import stiffnesses


def flowing(spec: Body, law: Law, rest: RestShape, elastic: tuple[Energy, ...]) -> tuple[Energy, ...]:
    """The energies of a body with those in place that flow by the law."""
    if isinstance(law, Voigt):
        return tuple(_damped(energy, law.retardation_time) for energy in elastic)
    heat = Heat(law) if isinstance(law, Thermoplastic) else None
    bound = law.bound if isinstance(law, Maxwell) else np.inf
    units, tresca = law.units(), getattr(law, "condition", "") == "tresca"
    limits = _Limits(spec, rest, units[0].limit)
    found: list[Energy] = []
    gauge = FlowGauge(rest)
    for number, energy in enumerate(elastic):
        name = f"flow{number}"
        if isinstance(energy, ElementEnergy) and isinstance(energy.law, Continuum):
            arms = [arm for unit in units for arm in arms_of(unit)]
            found += _moulded(energy, arms, name, tresca=tresca, heat=heat, bound=bound)
            continue
        if isinstance(energy, SplineEnergy):
            limit = units[0].limit if np.isfinite(units[0].limit) else 0.0
            found.append(FlowingSpline(energy, units, name, limit, bound, heat))
            continue
        points = points_of(energy, limits.bending, limits.area(energy))
        if points is None:
            found.append(energy)
            continue
        nodes, scale = _nodes_of(energy, rest), gauge.scale(energy, points, limits.area(energy))
        limit = limits.of(energy) if 0.0 < units[0].limit < np.inf else 0.0
        sheet = isinstance(energy, MetricEnergy) or isinstance(getattr(energy, "law", None), Triangles)
        found.append(
            (tresca_energy if tresca and sheet else FlowingEnergy)(
                energy, points, units, name, limit=limit, bound=bound, heat=heat, nodes=nodes, scale=scale
            )
        )
    return tuple(found)


def _damped(energy: Any, time: float) -> Energy:
    """The same with a dashpot beside every spring."""
    if isinstance(energy, ElementEnergy) and isinstance(energy.law, SpringLaw):
        law = energy.law
        return spring_energy(
            energy.layout, energy.nodes, law.length, law.stiffness, law.damping + time * law.stiffness
        )
    damped = hasattr(energy, "relaxation")
    return replace(energy, relaxation=energy.relaxation + time) if damped else energy


def _moulded(energy: ElementEnergy, units: list[Unit], name: str, **options: Any) -> list[Energy]:
    """Solids have one energy per arm; volume is kept by the first."""
    arms = []
    for k, unit in enumerate(units):
        shear, bulk = energy.law.moduli
        law = energy.law._replace(
            moduli=np.stack([unit.share * shear, bulk if k == 0 else 0.0 * bulk]),
            reference=np.zeros_like(energy.law.reference),
        )
        elastic = ElementEnergy(energy.layout, energy.nodes, law)
        arms.append(
            MouldedEnergy(
                elastic, unit, name if k == 0 else f"{name}.{k}", relaxation=energy.relaxation, **options
            )
        )
    return arms


class _Limits:
    """The limits of a body's energies in their own units, from that of the law."""

    def __init__(self, spec: Body, rest: RestShape, limit: float):
        self.limit, self.rest, self.bending = limit, rest, 1.0
        material: Any = getattr(spec, "material", None)
        self.force, self.moment = limit, 0.0
        if isinstance(material, Elastic | Sheet):
            c, d = (np.asarray(part, dtype=float)[0, 0] for part in stiffnesses(material))
            self.bending = float(np.mean(d)) or 1.0
            thickness = np.sqrt(12.0 * d / c)
            self.force = limit * (material.thickness if isinstance(material, Elastic) else 1.0)
            self.moment = self.force * thickness / 6.0
        elif isinstance(material, Rod | Cord):
            radius = 2.0 * np.sqrt(np.asarray(material.bending) / material.stretching)
            area = np.pi * np.asarray(material.radius) ** 2 if isinstance(material, Rod) else 1.0
            self.force = limit * area
            self.moment = self.force * radius / 4.0

    def area(self, energy: Any) -> Any:
        """Of the points of bending on a grid."""
        if not isinstance(energy, BendingEnergy):
            return 1.0
        surface = self.rest.geometry
        return surface.corner_area.sum(axis=0) if len(energy.rest) == 1 else surface.node_area

    def of(self, energy: Any) -> Any:
        """(n,), or one number."""
        if isinstance(energy, MetricEnergy):
            force = np.asarray(self.force)
            return force if force.ndim == 0 else np.tile(force, 4)
        if isinstance(energy, BendingEnergy):
            return self.moment
        match energy.law:
            case SpringLaw():
                return self.limit
            case Stretch():
                return mean_at(self.force, energy.nodes)
            case Triangles():
                return mean_at(self.force, energy.nodes)
            case Bend() | PlanarBend():
                return mean_at(self.moment, energy.nodes)
            case Torsion():
                return mean_at(2.0 / np.sqrt(3.0) * np.asarray(self.moment), energy.nodes)
            case Hinges():
                x = self.rest.positions[:, energy.nodes[:, 1:3]]
                return mean_at(self.moment, energy.nodes) * np.linalg.norm(x[..., 1] - x[..., 0], axis=0)
        return np.inf


def _nodes_of(energy: Any, rest: RestShape) -> np.ndarray:
    """The nodes (n, k) around the points of an energy."""
    if isinstance(energy, ElementEnergy):
        return energy.nodes
    layout = rest.layout
    p, w = np.arange(layout.size), layout.width
    if isinstance(energy, MetricEnergy):
        around = [(p + j * w + i)[:, None] for i in (0, 1) for j in (0, 1)]
        return np.minimum(np.concatenate(around), layout.size - 1)
    if len(energy.rest) == 1:
        return np.minimum(np.stack([p, p + 1, p + w, p + w + 1], axis=1), layout.size - 1)
    return p[:, None]
