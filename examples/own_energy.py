"""An energy of one's own: a cloth that floats on waves, buoyant as far as it is under water."""

import numpy as np

import pliant as pl

LIFT = 30.0  # [N/m] of a node


def depth(positions, time):
    x, y, z = positions.T
    return np.maximum(0.08 * np.sin(5.0 * x - 4.0 * time) + 0.04 * np.sin(7.0 * y + 3.0 * time) - z, 0.0)


def floating(positions, time):
    """The energy and its gradient; the slope of the waves is left out, as in water that stands."""
    under = depth(positions, time)
    gradient = np.zeros_like(positions)
    gradient[:, 2] = -LIFT * under
    return 0.5 * LIFT * np.sum(under**2), gradient


def stiffness(positions, time):
    blocks = np.zeros((len(positions), 3, 3))
    blocks[:, 2, 2] = LIFT * (depth(positions, time) > 0.0)
    return blocks


scene = pl.Scene(gravity=pl.EARTH)
raft = pl.Surface(
    pl.shapes.rectangle(2, 1.2), grid=(41, 25), material=pl.materials.COTTON, position=(0, 0, 0.2)
)
cloth = scene.add(raft)
scene.pin(cloth, corners=("00",))
scene.add(pl.forces.CustomEnergy(floating, stiffness))
scene.add(pl.Viscous(0.3))
rec = pl.simulate(scene, seconds=2)
rec.picture("own_energy.png", texture="checker", elevation=35)
