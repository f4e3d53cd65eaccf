"""Two cloths fall onto a ball, one after the other, and keep apart."""

import pliant as pl

scene = pl.Scene(gravity=pl.EARTH)
for k, color in enumerate(("#b0473a", "#3f6fa8")):
    scene.add(
        pl.Surface(
            pl.shapes.rectangle(0.8, 0.8),
            grid=(25, 25),
            material=pl.materials.COTTON,
            position=(0.05 * k, 0, 0.55 + 0.15 * k),
            rotation=(0, 0, 0.6 * k),
            look=pl.Look(color),
        )
    )
scene.add(pl.obstacles.Sphere(radius=0.25, center=(0, 0, 0.25), friction=0.3))
scene.add(pl.obstacles.Plane(friction=0.3))
rec = pl.simulate(scene, seconds=1.2)
rec.picture("two_cloths.png")
