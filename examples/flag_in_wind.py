"""A flag on its pole, in gusts."""

import pliant as pl

scene = pl.Scene(gravity=pl.EARTH)
upright = pl.shapes.rectangle(1.5, 1, center=(0.75, 0, 0)) | pl.shapes.rotate_degrees((90, 0, 0))
flag = scene.add(pl.Surface(upright, grid=(31, 21), material=pl.materials.COTTON, position=(0, 0, 2)))
scene.pin(flag, edges=["m0"])
scene.add(pl.Viscous(1.2, pl.Gust((7, 1, 0), amplitude=(2, 2.5, 0), period=0.8)))
scene.add(pl.obstacles.Cylinder(radius=0.02, height=2.6, center=(-0.04, 0, 1.3)))
rec = pl.simulate(scene, seconds=1.5)
rec.picture("flag_in_wind.png", texture="checker", azimuth=-70)
