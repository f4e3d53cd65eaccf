"""A ball of springs with a gas inside, that bounces; and one that has lost its gas."""

import pliant as pl

scene = pl.Scene(gravity=pl.EARTH, dt=1 / 240)
for x, pressure, color in ((-0.7, 40.0, "#c4702f"), (0.7, 0.5, "#5f7fa5")):
    scene.add(
        pl.Layered(
            pl.layers.Octasphere(radius=0.5, level=3),
            layers=1,
            material=pl.Layers(stiffness=300, damping=0.3, pressure=pressure, mass=0.004),
            position=(x, 0, 1.2),
            look=pl.Look(color),
        )
    )
scene.add(pl.obstacles.Plane(friction=0.4))
rec = pl.simulate(scene, seconds=1.5, every=4)
rec.picture("pressure_ball.png", strip=3)
