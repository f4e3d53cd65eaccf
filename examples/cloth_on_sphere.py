"""A cloth on a sphere, and what the sphere carries."""

import pliant as pl

scene = pl.Scene(gravity=pl.EARTH)
sheet = pl.Surface(
    pl.shapes.rectangle(1, 1), grid=(41, 41), material=pl.materials.COTTON, position=(0, 0, 0.42)
)
cloth = scene.add(sheet, id="cloth")
scene.add(pl.obstacles.Sphere(radius=0.4, friction=0.4), id="ball")
simulation = pl.Simulation(scene)
rec = pl.record(simulation, 120, keep=["contact_pressure"])

touch = simulation.contacts()[cloth, "ball"]
up = touch.forces @ touch.normals[:, 2] + touch.frictions[:, 2].sum()
weight = 9.81 * simulation.masses(cloth).sum()
print(f"The ball carries {up:.3f} N of {weight:.3f} N, at {len(touch.points)} nodes.")
rec.picture("cloth_on_sphere.png", color_by="contact_pressure")
