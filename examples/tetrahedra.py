"""A block of jelly made of tetrahedra, five to a cube, thrown onto the floor."""

import numpy as np

import pliant as pl

n = 7
index = np.arange(n**3).reshape(n, n, n)
a, b, c, d, e, f, g, h = (
    index[i : n - 1 + i, j : n - 1 + j, k : n - 1 + k].ravel() for i in (0, 1) for j in (0, 1) for k in (0, 1)
)  # the corners of all cubes
five = [(a, b, c, e), (d, b, h, c), (f, b, e, h), (g, c, h, e), (b, c, e, h)]
other = [(b, a, f, d), (c, a, d, g), (e, a, g, f), (h, d, f, g), (a, d, g, f)]
odd = np.indices((n - 1,) * 3).sum(0).ravel() % 2 == 1  # every other cube is cut the other way
tetrahedra = np.vstack(
    [np.where(odd, q, p).T for p, q in zip(map(np.array, five), map(np.array, other), strict=True)]
)
vertices = np.indices((n, n, n)).reshape(3, -1).T * 0.03

scene = pl.Scene(gravity=pl.EARTH)
block = pl.Mesh(
    vertices,
    tetrahedra=tetrahedra,
    material=pl.Bulk(young=2e4, poisson=0.4, density=1000, damping=0.01),
    position=(0, 0, 0.1),
    rotation=(0.5, 0.3, 0),
    velocity=(0.3, 0, 0),
    look=pl.Look("#b04a5a"),
)
scene.add(block)
scene.add(pl.obstacles.Plane(friction=0.6))
rec = pl.simulate(scene, seconds=0.8)
rec.picture("tetrahedra.png", strip=3, wireframe=True)
