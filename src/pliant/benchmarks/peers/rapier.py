"""Rapier: soft constraints along edges, all steps of a frame inside its solver, one iteration each.

Springs are given there by a natural frequency: f = √(k/m′)/2π with k = 1000 N/m and m′ half the mass of a node. Bending
has no counterpart of 1e-4 N·m and is made as weak: its springs swing a thousand times more slowly.
"""

# pyright: reportMissingImports=false, reportAttributeAccessIssue=false

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import rapier3d
from hanging import FRAME, flat_cloth, node_masses, pinned, triangles


def cloth(nodes: int, steps: int) -> tuple[Callable[[], None], Callable[[], np.ndarray]]:
    world = rapier3d.PhysicsWorld(gravity=(0.0, 0.0, -9.81))
    parameters = world.integration_parameters
    parameters.dt = FRAME
    parameters.num_solver_iterations = steps
    parameters.num_internal_pgs_iterations = 1
    masses = node_masses(nodes)
    frequency = np.sqrt(1000.0 / (0.5 * masses.max())) / (2.0 * np.pi)
    material = rapier3d.SoftBodyMaterial()
    material.edge_softness = rapier3d.SpringCoefficients(frequency, 0.0)
    material.bend_softness = rapier3d.SpringCoefficients(1e-3 * frequency, 0.0)
    builder = rapier3d.SoftBody.trimesh(flat_cloth(nodes), triangles(nodes))
    builder = (
        builder.volume_preservation(False).shape_matching(False).self_contacts(False).no_surface_collider()
    )
    builder = builder.masses(masses.tolist()).pinned_particles(list(pinned(nodes))).material(material)
    handle = world.soft_bodies.insert(builder.can_sleep(False), world.rigid_bodies, world.colliders)
    return world.step, lambda: np.array(world.soft_bodies[handle].particle_positions)
