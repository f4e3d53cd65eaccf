"""A mesh of one's own: from a file into the simulation, and from there to Blender."""

import numpy as np

import pliant as pl

# Any file of triangles will do. This one is a round cloth of 12 rings, written here to have one.
rings = [
    (0.05 * r * np.cos(a), 0.05 * r * np.sin(a))
    for r in range(1, 13)
    for a in np.linspace(0, 2 * np.pi, 36, False)
]
faces = [(1, k + 2, (k + 1) % 36 + 2) for k in range(36)]
for k in range(36 * 11):
    here, beside = k + 2, k // 36 * 36 + (k + 1) % 36 + 2
    faces += [(here, here + 36, beside + 36), (here, beside + 36, beside)]
with open("round.obj", "w", encoding="utf-8") as file:
    file.writelines(f"v {x:.4f} {y:.4f} 0\n" for x, y in [(0, 0), *rings])
    file.writelines("f {} {} {}\n".format(*face) for face in faces)

scene = pl.Scene(gravity=pl.EARTH)
cloth = pl.Mesh(file="round.obj", material=pl.materials.DENIM, position=(0, 0, 0.75))
scene.add(cloth, id="cloth")
scene.add(pl.obstacles.Cylinder(radius=0.3, height=0.7, center=(0, 0, 0.35), friction=0.4))
scene.add(pl.obstacles.Plane(friction=0.4))
rec = pl.simulate(scene, seconds=0.6)
rec.export("blender.pc2", overwrite=True, fps=24)  # beside it blender.obj, for the modifier Mesh Cache
rec.picture("own_mesh.png", strip=3)
