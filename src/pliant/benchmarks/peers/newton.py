"""Newton: its semi-implicit solver, with as many explicit steps per frame as 1000 N/m takes.

Lamé constants in the plane: μ = E/2(1+ν) and λ = Eν/(1−ν²) for E = 1000 N/m and ν = 0.3.
"""

# pyright: reportMissingImports=false, reportAttributeAccessIssue=false

from __future__ import annotations

from collections.abc import Callable

import newton
import numpy as np
import warp
from hanging import FRAME, flat_cloth, node_masses, pinned, triangles


def cloth(nodes: int, steps: int) -> tuple[Callable[[], None], Callable[[], np.ndarray]]:
    warp.config.quiet = True  # standard output carries the result
    builder = newton.ModelBuilder(gravity=(0.0, 0.0, -9.81))
    builder.add_cloth_mesh(
        pos=warp.vec3(0.0, 0.0, 0.0),
        rot=warp.quat_identity(),
        scale=1.0,
        vel=warp.vec3(0.0, 0.0, 0.0),
        vertices=[warp.vec3(*point) for point in flat_cloth(nodes)],
        indices=triangles(nodes).ravel().tolist(),
        density=0.2,
        tri_ke=1000.0 / (2.0 * 1.3),
        tri_ka=1000.0 * 0.3 / (1.0 - 0.09),
        tri_kd=0.05,  # without any damping it does not hold together
        tri_drag=0.0,
        tri_lift=0.0,
        edge_ke=1e-4,
        edge_kd=0.0,
        particle_radius=1e-5,  # the default would make neighbours push each other apart
    )
    for node, mass in enumerate(node_masses(nodes)):
        builder.particle_mass[node] = float(mass)
    for node in pinned(nodes):
        builder.particle_mass[node] = 0.0  # immovable
    model = builder.finalize(device="cpu")
    solver = newton.solvers.SolverSemiImplicit(model, enable_tri_contact=False)
    states = [model.state(), model.state()]
    control = model.control()

    def advance() -> None:
        for _ in range(steps):
            states[0].clear_forces()
            solver.step(states[0], states[1], control, None, FRAME / steps)
            states.reverse()

    return advance, lambda: states[0].particle_q.numpy()
