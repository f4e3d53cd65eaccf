"""The kernels of contact between bodies, compiled before anything comes near.

As long as nothing does, none of them is needed (`collision.glance`). When it does in the middle of a run nobody wants
to wait for them: so a second process makes two sheets meet as soon as it has nothing better to do.
"""

from __future__ import annotations

from pliant.collision.rows import add_product
from pliant.model import Surface
from pliant.scene.schema import Scene
from pliant.shapes import rectangle

LAST = add_product  # is compiled when two bodies are stepped together
COMMAND = f"from {__name__} import compile_contact; compile_contact()"


def compile_contact() -> None:
    """Drop a sheet onto another one, and step both together."""
    from pliant.simulation.simulation import Simulation

    scene = Scene(gravity=9.81, dt=0.01)
    for name, height in (("below", 0.0), ("above", 0.02)):
        scene.add(
            Surface(
                rectangle(0.4, 0.4), id=name, grid=(20, 20), material="cotton", position=(0.01, 0.02, height),
                velocity=(0.0, 0.0, -50.0 * height),
            )
        )  # fmt: skip
    scene.pin("below", edges=("m0", "m1"))
    simulation = Simulation(scene)
    for _ in range(4):
        simulation.step()
