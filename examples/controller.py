"""A controller: a hand keeps the lowest point of a cloth at a height, by looking at where it is."""

import matplotlib.pyplot as plt
import numpy as np

import pliant as pl

scene = pl.Scene(gravity=pl.EARTH)
sheet = pl.Surface(
    pl.shapes.rectangle(0.6, 0.6), grid=(17, 17), material=pl.materials.COTTON, position=(0, 0, 1)
)
scene.add(sheet, id="cloth")
scene.at(0, pl.Grab("cloth", (8, 8), id="hand"))
scene.add(pl.Viscous(0.3, pl.Gust((0, 0, 0), amplitude=(2, 0, 1), period=1.1)))

height, lowest, wanted = 1.0, [], []
with pl.Simulation(scene) as simulation:
    for step in range(300):
        wanted.append(0.5 if step < 150 else 0.8)
        lowest.append(simulation.positions("cloth")[:, 2].min())
        height += np.clip(0.08 * (wanted[-1] - lowest[-1]), -0.01, 0.01)  # 0.6 m/s at the most
        simulation.lead("hand", (0, 0, height))
        simulation.step()

times = np.arange(300) * scene.dt
plt.plot(times, wanted, "k--", label="wanted")
plt.plot(times, lowest, label="lowest point")
plt.xlabel("time [s]")
plt.ylabel("height [m]")
plt.legend()
plt.savefig("controller.png")
