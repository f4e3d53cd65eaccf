"""A checkpoint: half of a run today, the other half tomorrow, alike to the last bit."""

import numpy as np

import pliant as pl

scene = pl.Scene(gravity=pl.EARTH)
sheet = pl.Surface(
    pl.shapes.rectangle(1, 1), grid=(25, 25), material=pl.materials.COTTON, position=(0, 0, 0.7)
)
cloth = scene.add(sheet, id="cloth")
scene.add(pl.obstacles.Torus(0.3, 0.1, (0, 0, 0.3), friction=0.4))
scene.add(pl.obstacles.Plane(friction=0.4))

simulation = pl.Simulation(scene)
pl.record(simulation, 40)
simulation.checkpoint("half.checkpoint")

rec = pl.record(pl.Simulation.restore("half.checkpoint"), 50)
assert np.array_equal(rec.positions(cloth)[-1], pl.simulate(scene, steps=90).positions(cloth)[-1])
rec.picture("checkpoint.png", strip=2, elevation=35)
