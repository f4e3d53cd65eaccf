"""Where the energy of a bouncing block of rubber goes."""

import pliant as pl

scene = pl.Scene(gravity=pl.EARTH, dt=1 / 600)
rubber = pl.Bulk(young=1e5, poisson=0.45, density=1000, damping=1e-3)
scene.add(
    pl.Solid(
        pl.shapes.box(0.2, 0.2, 0.2),
        grid=(6, 6, 6),
        material=rubber,
        position=(0, 0, 0.6),
        rotation=(0.4, 0.3, 0),
    )
)
scene.add(pl.obstacles.Plane(friction=0.4))
rec = pl.simulate(scene, seconds=1.2, energy_balance=True)
rec.plot_energy_balance("energy_balance.png")
lost = {
    name: float(rec.energy_balance()[name][-1]) for name in ("damping", "friction", "impact", "numerical")
}
print({name: f"{energy:.3f} J" for name, energy in lost.items()})
