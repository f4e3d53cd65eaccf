"""Materials of curves with names people know: ropes, threads, wires.

Typical members of wide families, good to perhaps a factor of two; each says where its numbers come from.

Solid rods follow from Young's modulus and the radius. In ropes, threads and yarns fibres slide, so that EI and GJ
are far below those of a solid rod as thick. Where no measurement is at hand, EI follows from how far a piece stands
out from the edge of a table before it hangs down, the bending length L of a weight w per length:

    EI = w L³ ,

and GJ is taken to be half of it. Damping times are chosen so that a metre or two comes to rest within a few swings, as
ropes do and wires do not.
"""

from __future__ import annotations

from pliant.model.rod import Cord, CurveMaterial, Rod

# Three-strand polyester, 12 mm: 0.116 kg/m and a strength of 23 kN (standards for cordage), which it reaches at
# about 15 % of stretch. It stands out 15 cm.
ROPE = Cord(stretching=1.5e5, bending=4e-3, torsion=2e-3, line_density=0.116, radius=6e-3, damping=1e-2)

# Single rope for climbing, 9.8 mm: 64 g/m; a mass of 80 kg stretches it by 8 % (makers' data, measured after EN
# 892), hence EA = 785 N/0.08. Supple enough to be knotted: it stands out 8 cm. Made to lose energy.
CLIMBING_ROPE = Cord(
    stretching=9.8e3, bending=3.2e-4, torsion=1.6e-4, line_density=0.064, radius=4.9e-3, damping=3e-2
)

# Polyester sewing thread of 30 tex (30 g/km), 0.2 mm; about 4 N/tex at first. EI of single yarns of that count is
# some 5e-3 gf·cm² in KES-F tests.
THREAD = Cord(stretching=120.0, bending=5e-9, torsion=2.5e-9, line_density=3e-5, radius=0.1e-3, damping=3e-3)

# Double-knitting wool, 50 g in 120 m. Loosely spun: a tenth of a newton stretches it by half a per cent; it is
# 2.5 mm thick and stands out 3 cm.
YARN = Cord(stretching=20.0, bending=1.1e-7, torsion=5e-8, line_density=4.2e-4, radius=1.25e-3, damping=1e-2)

# Scalp hair, dry: E = 3.9 GPa, 1320 kg/m³ (handbooks of hair science), 70 µm thick.
HAIR = Rod(young=3.9e9, poisson=0.38, radius=35e-6, density=1320.0, damping=1e-4)

# Polyamide monofilament for fishing, 0.3 mm: 2.5 GPa, 1140 kg/m³ (handbook).
FISHING_LINE = Rod(young=2.5e9, poisson=0.39, radius=0.15e-3, density=1140.0, damping=1e-4)

# Cold-drawn music wire, 1 mm: 205 GPa, ν = 0.29, 7850 kg/m³ (any handbook).
STEEL_WIRE = Rod(young=205e9, poisson=0.29, radius=0.5e-3, density=7850.0, damping=1e-6)

# Solid copper of house wiring, 1.5 mm²: 117 GPa, ν = 0.34, 8940 kg/m³ (handbook). Elastic here: it does not stay bent.
COPPER_WIRE = Rod(young=117e9, poisson=0.34, radius=0.69e-3, density=8940.0, damping=1e-6)

# Vulcanised natural rubber as in the preset `rubber`, a round cord of 5 mm.
RUBBER_CORD = Rod(young=1.5e6, poisson=0.49, radius=2.5e-3, density=950.0, damping=8e-3)

# Dry: E = 3.8 GPa, 1500 kg/m³ and 1.7 mm, as in studies of how it breaks in more than two pieces.
SPAGHETTI = Rod(young=3.8e9, poisson=0.3, radius=0.85e-3, density=1500.0, damping=1e-5)

# Boiled: swollen to 2.3 mm, little heavier than water. It stands out 2 cm, hence E = 4ρgL³/r².
COOKED_SPAGHETTI = Rod(young=2.6e5, poisson=0.45, radius=1.15e-3, density=1100.0, damping=1e-2)

CURVE_PRESETS: dict[str, CurveMaterial] = {
    name.lower(): value for name, value in globals().items() if isinstance(value, Cord | Rod)
}
