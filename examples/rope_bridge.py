"""A bridge of planks that lie on two ropes, and a ball of rubber that is dropped onto it."""

import pliant as pl

scene = pl.Scene(gravity=pl.EARTH)
for y in (-0.3, 0.3):
    line = pl.shapes.polyline([(-2, y, 1.2), (0, y, 0.9), (2, y, 1.2)])
    rope = scene.add(pl.Curve(line, grid=61, material=pl.materials.ROPE, look=pl.Look("#b08a50")))
    scene.pin(rope, corners=("0", "1"))
for k in range(9):
    x = 0.36 * (k - 4)
    plank = pl.shapes.box(0.26, 0.8, 0.03)
    z = 0.94 + 0.15 * abs(x)
    scene.add(pl.Rigid(plank, density=600, position=(x, 0, z), look=pl.Look("#8a6a48")))
ball = pl.Solid(pl.shapes.ball(0.12), grid=(6, 6, 6), material=pl.materials.RUBBER, position=(0.1, 0, 1.5))
scene.add(ball)
rec = pl.simulate(scene, seconds=1)
rec.picture("rope_bridge.png", azimuth=-65)
