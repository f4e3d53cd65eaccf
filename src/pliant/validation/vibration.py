"""Frequencies: a stretched membrane, a stretched strip (a string) and a clamped strip.

Small vibration about an equilibrium is K φ = ω² M φ with the Hessian K there.

    membrane (rest coordinates, stress S, density μ):  ω_mn = (π/a) √(S/μ) √(m² + n²)                       (1)
    string:                                            ω_m = m (π/a) √(S/μ)                                (2)
    clamped strip (length L):                           ω_k = (β_k/L)² √(D/μ) ,  cos β cosh β = −1           (3)

with β₁ = 1.875104 and β₂ = 4.694091. The first mode of the membrane is also run in time, with the explicit
scheme, and timed by its passages through zero.
"""

from __future__ import annotations

import numpy as np
from scipy.linalg import eigh

from pliant.checks import close
from pliant.integrators.spec import Explicit
from pliant.model import Sheet, Surface
from pliant.numerics.matrix import WIDE, GridMatrix
from pliant.scene.schema import Scene
from pliant.shapes import rectangle
from pliant.simulation import Simulation
from pliant.validation.result import Plot, Result
from pliant.validation.states import followed, frequency, grid_points, place

STIFFNESS, STRETCH, DENSITY, POISSON = 100.0, 1.1, 0.1, 0.3
GREEN = 0.5 * (STRETCH**2 - 1.0)
MODES = ((1, 1), (1, 2), (2, 1), (2, 2), (1, 3), (3, 1))
ROOTS = (1.875104, 4.694091)


def run() -> Result:
    tension = STIFFNESS / (1.0 - POISSON) * GREEN
    drum = frequencies(_membrane())[: len(MODES)]
    wanted = [0.5 * np.sqrt(tension / DENSITY * (m**2 + n**2)) for m, n in MODES]
    string = frequencies(_string())[:6:2]  # its two edges swing independently: each frequency comes twice
    tones = [0.5 * m * np.sqrt(STIFFNESS * GREEN / DENSITY) for m in (1, 2, 3)]
    beam = frequencies(_beam())[:2]
    notes = [root**2 / (2 * np.pi) for root in ROOTS]
    swing, trace = _timed(wanted[0])
    checks = [
        *(close(f"membrane, mode {m}{n}", drum[k], wanted[k], 2e-2, "Hz") for k, (m, n) in enumerate(MODES)),
        *(close(f"string, mode {k + 1}", string[k], tones[k], 1e-2, "Hz") for k in range(3)),
        *(close(f"clamped strip, mode {k + 1}", beam[k], notes[k], 1e-2, "Hz") for k in range(2)),
        close("membrane swinging in mode 11, timed", swing, drum[0], 1e-3, "Hz"),
    ]
    theory = [*wanted, *tones, *notes]
    top = 1.1 * max(theory)
    plots = [
        Plot("Frequencies", "theory [Hz]", "computed [Hz]")
        .theory("computed = theory", [0, top], [0, top])
        .computed("membrane", wanted, drum)
        .computed("string", tones, string)
        .computed("clamped strip", notes, beam),
        Plot("Membrane swinging in mode 11", "time [s]", "amplitude / initial amplitude")
        .theory("cos ωt", trace[0], np.cos(2 * np.pi * wanted[0] * trace[0]))
        .computed("computed, 17×17", trace[0][::20], trace[1][::20]),
    ]
    return Result("vibration", "Frequencies of vibration", checks, plots, __doc__ or "")


def frequencies(simulation: Simulation) -> np.ndarray:
    """Frequencies [Hz] of motion along z, in ascending order."""
    body = simulation.model.body("sheet")
    state = simulation.state.bodies["sheet"]
    matrix = GridMatrix.zeros(body.layout, WIDE)
    body.system.at(0.0, state.memory).hessian(state.x, matrix, False)
    free = body.layout.gather(state.free) > 0
    stiffness = matrix.to_sparse().toarray()[2::3, 2::3][np.ix_(free, free)]
    mass = np.diag(body.layout.gather(body.system.mass)[free])
    values = eigh(stiffness, mass, eigvals_only=True, subset_by_index=[0, 9])
    return np.sqrt(values) / (2.0 * np.pi)


def _membrane(dt: float = 1e-3) -> Simulation:
    scene = Scene(collision=False, dt=dt, integrator=Explicit())
    scene.add(
        Surface(
            rectangle(1.0, 1.0),
            id="sheet",
            initial_shape=rectangle(STRETCH, STRETCH),
            grid=(17, 17),
            material=Sheet(membrane=STIFFNESS, poisson=POISSON, area_density=DENSITY),
        )
    )
    scene.pin("sheet", edges=("m0", "m1", "n0", "n1"))
    return Simulation(scene)


def _string() -> Simulation:
    scene = Scene(collision=False)
    scene.add(
        Surface(
            rectangle(1.0, 0.02),
            id="sheet",
            initial_shape=rectangle(STRETCH, 0.02),
            grid=(33, 2),
            material=Sheet(membrane=STIFFNESS, poisson=0.0, area_density=DENSITY),
        )
    )
    scene.pin("sheet", edges=("m0", "m1"))
    return Simulation(scene)


def _beam() -> Simulation:
    scene = Scene(collision=False)
    material = Sheet(membrane=1e4, poisson=0.0, bending=1.0, area_density=1.0)
    scene.add(Surface(rectangle(1.0, 0.1), id="sheet", grid=(41, 3), material=material))
    scene.clamp("sheet", edges=("m0",))
    return Simulation(scene)


def _timed(expected: float) -> tuple[float, tuple[np.ndarray, np.ndarray]]:
    """The frequency [Hz] from passages through zero, and the amplitude over time."""
    simulation = _membrane(dt=2.5e-4)
    points = grid_points(simulation, "sheet")
    s = np.linspace(0.0, 1.0, 17)
    mode = np.outer(np.sin(np.pi * s), np.sin(np.pi * s))
    points[..., 2] = 1e-3 * mode
    place(simulation, "sheet", points)

    def amplitude() -> float:
        z = grid_points(simulation, "sheet")[..., 2]
        return float((z * mode).sum() / (1e-3 * (mode**2).sum()))

    t, a = followed(simulation, 3.0 / expected, amplitude)
    return frequency(t, a), (t, a)
