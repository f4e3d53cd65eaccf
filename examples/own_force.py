"""A force of one's own: a charged net between two charges that turn around it."""

import numpy as np

import pliant as pl


def attraction(positions, velocities, time):
    """Coulomb's law, softened near the charges."""
    force = np.zeros_like(positions)
    for phase in (0.0, np.pi):
        angle = 3.0 * time + phase
        away = np.array([0.7 * np.cos(angle), 0.7 * np.sin(angle), 0.3]) - positions
        force += 0.5e-3 * away / (np.sum(away**2, axis=1, keepdims=True) + 0.02) ** 1.5
    return force


scene = pl.Scene()
net = scene.add(pl.Surface(pl.shapes.rectangle(1, 1), grid=(31, 31), material=pl.materials.SILK))
scene.pin(net, nodes=[(15, 15)])
scene.add(pl.forces.Custom(attraction))
rec = pl.simulate(scene, seconds=1.5)
rec.picture("own_force.png", texture="checker")
