"""A fit: the moduli of a cloth, from where its nodes were seen, to a millimetre, while it swung."""

import matplotlib.pyplot as plt
import numpy as np

import pliant as pl


def hanging(young: float, poisson: float) -> pl.Scene:
    material = pl.Elastic(young=young, poisson=poisson, thickness=1e-3, density=200)
    scene = pl.Scene(gravity=pl.EARTH, collision=False)
    scene.add(pl.Surface(pl.shapes.rectangle(1, 1), grid=(9, 9), material=material), id="cloth")
    scene.pin("cloth", corners=("00", "10"))
    return scene


seen = pl.simulate(hanging(2e4, 0.3), seconds=0.5)
noise = np.random.default_rng(1).normal(scale=1e-3, size=seen.positions("cloth").shape)
target = {"times": seen.times, "cloth": seen.positions("cloth") + noise}

bounds = {"bodies.cloth.material.young": (2e3, 2e5), "bodies.cloth.material.poisson": (0.0, 0.45)}
guess = hanging(6e4, 0.1)
found = pl.fit(guess, bounds, target)
print(found)

for label, scene in (("guessed", guess), ("found", found.scene)):
    rec = pl.simulate(scene, seconds=0.5)
    plt.plot(rec.times, rec.positions("cloth")[:, 40, 2], label=label)
plt.plot(target["times"], target["cloth"][:, 40, 2], "k.", label="seen")
plt.xlabel("time [s]")
plt.ylabel("height of the middle [m]")
plt.legend()
plt.savefig("fit_stiffness.png")
