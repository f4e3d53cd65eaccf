"""A rope over a beam: what hangs down on one side pulls up the other, unless friction holds it."""

from math import pi

import pliant as pl

scene = pl.Scene(gravity=pl.EARTH)
over = pl.shapes.polyline([(-0.6, 0, 0.4), (-0.06, 0, 1.02), (0.0, 0, 1.06), (0.06, 0, 1.02), (0.25, 0, 0.8)])
rope = scene.add(pl.Curve(over, grid=81, material=pl.materials.ROPE, look=pl.Look("#b08a50")), id="rope")
scene.add(pl.obstacles.Capsule(0.05, 0.6, (0, 0, 1), rotation=(pi / 2, 0, 0), friction=0.25))
scene.add(pl.obstacles.Plane(friction=0.5))
rec = pl.simulate(scene, seconds=1.5)
rec.picture("rope.png", strip=3, azimuth=-75, elevation=10)
