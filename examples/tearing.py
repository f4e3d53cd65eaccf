"""A sheet with a cut, pulled until it tears."""

import pliant as pl

scene = pl.Scene()
rubber = pl.Elastic(young=1e6, thickness=1e-3, density=1000, damping=5e-3)
sheet = scene.add(
    pl.Surface(pl.shapes.rectangle(1, 0.6), grid=(41, 25), material=rubber, fracture=pl.Fracture(0.25)),
    id="sheet",
)
scene.at(0, pl.Cut(sheet, [(0.0, -0.35, 0), (0.0, -0.15, 0)]))
scene.pin(sheet, edges=["m0"])
for n in range(25):
    scene.at(0, pl.Grab(sheet, (40, n), id=f"hand{n}"))
    scene.at(0, pl.Move(f"hand{n}", (0.8, 0.025 * (n - 12), 0), seconds=1))
rec = pl.simulate(scene, seconds=0.5)
rec.picture("tearing.png", color_by="stretch", azimuth=-90, elevation=60)
print(f"{len(rec.broken(sheet, -1))} links are broken.")
