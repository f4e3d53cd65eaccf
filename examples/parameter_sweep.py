"""A sweep over two parameters: how deep a cloth sags, by its stiffness and on which planet."""

import matplotlib.pyplot as plt

import pliant as pl


def sag(recording: pl.Recording) -> float:
    """How far the cloth is down at the end."""
    return float(-recording.positions("cloth")[-1, :, 2].min())


if __name__ == "__main__":  # the processes of the sweep read this file again
    scene = pl.Scene(gravity=pl.EARTH, integrator=pl.Static())
    material = pl.Elastic(young=2e4, thickness=1e-3, density=300)
    scene.add(pl.Surface(pl.shapes.rectangle(1, 1), grid=(13, 13), material=material), id="cloth")
    scene.pin("cloth", corners=("00", "10", "01", "11"))
    planets, moduli = ["moon", "mars", "earth"], [1e4, 2e4, 4e4, 8e4]
    values = {"gravity": planets, "bodies.cloth.material.young": moduli}
    sweep = pl.sweep(scene, values, steps=1, to="sag")
    for planet, depths in zip(planets, sweep.measure(sag), strict=True):
        plt.semilogx(moduli, depths, "o-", label=planet)
    plt.xlabel("Young's modulus [Pa]")
    plt.ylabel("sag [m]")
    plt.legend()
    plt.savefig("parameter_sweep.png")
