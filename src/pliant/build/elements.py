"""From the material of a curve, a solid or a mesh to masses, elastic energies and published forces."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from pliant.build.laws import law_of_sheet, law_of_stretches
from pliant.build.rest import RestShape
from pliant.build.stiffness import in_depth, stiffnesses
from pliant.energies.continuum import continuum, moduli_of
from pliant.energies.curve import RestCurve, curve_energies, stretching
from pliant.energies.frames import RestFrames, frame_energies
from pliant.energies.isotropic import isotropic
from pliant.energies.mesh import bending_energy, membrane_energy, stretched_membrane, tetrahedra_energy
from pliant.energies.neo_hookean import neo_hookean
from pliant.energies.secant_solid import PublishedSolid
from pliant.energies.solid import bracing_energy, solid_energy
from pliant.energies.stress_points import mean_at
from pliant.model import (
    Bulk,
    Cord,
    Curve,
    Elastic,
    Mesh,
    RawBulk,
    Rod,
    Sheet,
    Solid,
    Springs,
    Sticks,
    Strip,
    laws,
)
from pliant.model.laws import BulkLaw, as_law
from pliant.model.protocols import Energy, SecantForce
from pliant.shapes.pose import rotation_matrix
from pliant.topology.breaks import broken_links


def bulk_law(law: BulkLaw | str) -> Callable[..., Any]:
    """What makes the law of the elements of a solid."""
    match as_law(law):
        case laws.Metric():
            return continuum
        case laws.NeoHookean():
            return neo_hookean
        case other:
            return isotropic(law_of_stretches(other))


def point_matter(
    spec: Curve | Solid | Mesh, rest: RestShape
) -> tuple[np.ndarray, np.ndarray, tuple[Energy, ...], tuple[SecantForce, ...], np.ndarray | float]:
    """Mass [kg] and damping [kg/s] of every node (P,), elastic energies, published forces, and the firmness [N/m]."""
    material = spec.material
    assert not isinstance(material, Springs | Sticks)
    if isinstance(material, RawBulk):  # per node, as in the papers
        assert isinstance(spec, Solid) and spec.variant != "exact"  # the spec sees to that
        mass, damping, tension = _weights(material, rest)
        return (
            mass,
            damping,
            (),
            (PublishedSolid(rest.layout, rest.positions, tension, spec.variant, material.cutoff),),
            0.0,
        )
    mass, damping = _density(material) * rest.measure, material.drag * rest.measure
    if rest.frames is not None:
        _hang_outriggers(rest.frames, material, mass)
    firmness = material.young * np.cbrt(rest.measure) if isinstance(material, Bulk) else 0.0
    return mass, damping, tuple(_energies(spec, material, rest)), (), firmness


def _weights(material: RawBulk, rest: RestShape) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Mass, damping (P,) and tension (3, 3, P) of a raw material."""
    mass, damping = material.mass * rest.ones, material.damping * rest.ones
    tension = np.asarray(material.tension)  # (3, 3), or with fields (3, 3, P)
    tension = tension.reshape(3, 3, -1) * rest.ones
    for one in material.single:
        p = rest.layout.index(*one.node)
        mass[p] = mass[p] if one.mass is None else one.mass
        damping[p] = damping[p] if one.damping is None else one.damping
        if one.tension is not None:
            tension[:, :, p] = one.tension
    return mass, damping, tension


def _density(material) -> Any:
    """Per length, area or volume."""
    match material:
        case Rod() | Cord() | Strip():
            return material.line_density
        case Bulk():
            return material.density
        case Sheet():
            return material.area_density
        case _:
            return material.density * material.thickness


def _energies(spec: Curve | Solid | Mesh, material: Any, rest: RestShape) -> list[Energy]:
    geometry, tau = rest.geometry, material.damping
    if isinstance(material, Rod | Cord | Strip):
        assert isinstance(spec, Curve)
        nodes = np.arange(rest.layout.count)[:, None]
        edges, bends, twists = _whole_runs(spec)
        if geometry.frames is not None:
            return _framed(spec, material, geometry, edges, bends, tau)
        stiffness: dict[str, Any] = {
            "stretching_stiffness": mean_at(material.stretching, geometry.edges) * edges,
            "bending_stiffness": mean_at(material.bending, nodes) * bends,
            "torsional_stiffness": mean_at(material.torsion, nodes) * twists,
        }
        turned = rotation_matrix(spec.rotation)
        return list(curve_energies(geometry, **stiffness, damping_time=tau, normal=spec.plane, turned=turned))
    if isinstance(material, Bulk):
        grid = isinstance(spec, Solid)
        energy, elements = (
            (solid_energy, geometry.cells) if grid else (tetrahedra_energy, geometry.tetrahedra)
        )
        moduli = moduli_of(mean_at(material.young, elements), material.poisson)
        found: list[Energy] = [energy(geometry, *moduli, damping_time=tau, law=bulk_law(material.law))]
        braces = bracing_energy(geometry, *moduli, damping_time=tau) if grid else None
        return found if braces is None else [*found, braces]
    assert isinstance(material, Elastic | Sheet)
    sampled = (mean_at(stiffness, geometry.triangles) for stiffness in stiffnesses(material))
    membrane, bending = (one if one.ndim == 2 else np.moveaxis(one, -1, 0) for one in sampled)
    direction = (np.cos(material.fibre_angle), np.sin(material.fibre_angle), 0.0)
    options: dict[str, Any] = {"direction": direction, "damping_time": tau}
    law = law_of_sheet(material)
    if law is None:
        stretched = membrane_energy(geometry, membrane, **options)
    else:
        matter = [mean_at(modulus, geometry.triangles) for modulus in in_depth(material)]
        stretched = stretched_membrane(geometry, np.array(matter), law, membrane, damping_time=tau)
    bent = bending_energy(geometry, bending, **options) if np.any(bending) else None
    return [stretched] if bent is None else [stretched, bent]


def _framed(
    spec: Curve, material: Rod | Cord | Strip, rest: RestCurve, edges: Any, bends: Any, tau: float
) -> list[Energy]:
    """Stretching, and what a rod with a material frame has."""
    assert rest.frames is not None
    middle = rest.bends[:, 1:2]
    one, two = (mean_at(stiffness, middle) for stiffness in flexures(material))
    torsion = mean_at(material.torsion, middle)
    whole = edges, bends if np.isscalar(bends) else bends[rest.bends[:, 1]]
    stiffness = mean_at(material.stretching, rest.edges) * edges
    return [
        stretching(rest, stiffness, damping_time=tau),
        *frame_energies(rest.layout, rest.frames, rest.node_length, (one, two), torsion, tau, whole),
    ]


def flexures(material: Any) -> tuple[Any, Any]:
    """EI [N·m²] of bending in the plane of the first axis of the section, and across."""
    if isinstance(material, Strip):
        one, two = material.second_moments
        return material.young * one, material.young * two
    return material.bending, material.bending


def _hang_outriggers(frames: RestFrames, material: Any, mass: np.ndarray) -> None:
    """Give outriggers the rotary inertia of their edges, out of the `mass` (P,) of the nodes there.

    Of a cord it is that of a round rod which stretches and bends as it does.
    """
    ends = frames.edges[:, :2]
    line = mean_at(material.line_density, ends)
    square = sum(mean_at(one, ends) for one in flexures(material)) / mean_at(material.stretching, ends)
    taken = frames.mass(line, line * square)
    for side in (0, 1):
        np.subtract.at(mass, ends[:, side], 0.5 * taken)
    mass[frames.edges[:, 2]] = taken


def _whole_runs(spec: Curve) -> tuple[Any, Any, Any]:
    """Which edges of a curve hold, which nodes have two of them around, and which are the second of a run of three."""
    broken = broken_links(spec)
    if broken is None:
        return 1.0, 1.0, 1.0
    ahead = ~broken[0]
    bends = ahead & np.roll(ahead, 1)
    return ahead if spec.periodic[0] else ahead[:-1], bends, bends & np.roll(ahead, -1)
