"""A cloth that hangs from two corners and swings to rest."""

import pliant as pl

scene = pl.Scene(gravity=pl.EARTH)
cloth = scene.add(pl.Surface(pl.shapes.rectangle(1, 1), grid=(41, 41), material=pl.materials.COTTON))
scene.pin(cloth, corners=("00", "10"))
rec = pl.simulate(scene, seconds=3)
rec.picture("hanging_cloth.png", color_by="stretch")
print(f"It hangs {-rec.positions(cloth)[-1, :, 2].min():.3f} m deep.")
