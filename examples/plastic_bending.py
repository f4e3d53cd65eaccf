"""A strip of aluminium, bent over by a hand: how far does it spring back?"""

import numpy as np

import pliant as pl

scene = pl.Scene(gravity=pl.EARTH, dt=1 / 240)
metal = pl.Elastic(young=70e9, poisson=0.33, thickness=0.5e-3, density=2700, damping=1e-3)
strip = scene.add(
    pl.Surface(
        pl.shapes.rectangle(0.3, 0.03, center=(0.15, 0, 0)),
        grid=(46, 6),
        material=metal,
        flow=pl.Plastic(limit=60e6, hardening=0.01),
    ),
    id="strip",
)
scene.add(pl.Clamp(strip, edges=["m0"]))
scene.at(0, pl.Grab(strip, (45, 2), id="hand", stiffness=2000, damping=1))
scene.at(0, pl.Move("hand", (0.16, 0, 0.2), seconds=0.8))
scene.at(1.0, pl.Release("hand"))
rec = pl.simulate(scene, seconds=1.6)
ends = rec.positions(strip)[:, [44 * 6, 45 * 6]]
angle = np.degrees(np.arctan2(*(ends[:, 1] - ends[:, 0]).T[[2, 0]]))
print(f"Bent to {angle.max():.0f} degrees, it stays at {angle[-1]:.0f}.")
rec.picture("plastic_bending.png", strip=3, color_by="inelastic_strain", azimuth=-80, elevation=20)
