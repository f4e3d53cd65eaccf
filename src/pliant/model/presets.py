"""Materials with names people know.

These are typical members of wide families, good to perhaps a factor of two; each says where its numbers come
from.

Cloth. The Kawabata system (KES-F) measures fabrics at the small loads of wear and drape: tension up to 500
gf/cm, shear stiffness in gf/(cm·degree), bending rigidity in gf·cm²/cm. In SI

    1 gf/(cm·degree) = 56.2 N/m,        1 gf·cm²/cm = 9.81e-5 N·m.

A woven fabric is soft at first, while its crimp is pulled out, and several times stiffer near 500 gf/cm. A
sheet that hangs under its own weight feels a few N/m, so E·t here is the soft first slope (some 1–5 kN/m),
not the slope near failure. Shear between the yarns is twenty times softer, and Poisson's ratio small.
`thickness` and `density` are those under light pressure; their product is the weight per area on the label.
Fibres slide in bending, so the bending stiffness is measured, not E t³/12. The damping times are chosen, not
measured: they give a loss of a few per cent per radian at the few Hz of swinging cloth.
"""

from __future__ import annotations

from pliant.model.material import Elastic

# Plain-woven shirting or bed sheet, 0.15 kg/m². E·t = 2000 and 1600 N/m; shear 1.2 gf/(cm·degree);
# bending 0.08 gf·cm²/cm, in the middle of what KES-F finds for cotton (0.05–0.15).
COTTON = Elastic(
    young=5.0e6,
    young_2=4.0e6,
    poisson=0.1,
    thickness=0.4e-3,
    density=375.0,
    shear=1.7e5,
    bending=8.0e-6,
    damping=5e-3,
)

# Light dress silk (habotai, crêpe de Chine), 0.06 kg/m². E·t = 1200 and 1000 N/m; silk shears easily,
# 0.4 gf/(cm·degree), and is the limpest of the fabrics, 0.02 gf·cm²/cm.
SILK = Elastic(
    young=8.0e6,
    young_2=6.7e6,
    poisson=0.1,
    thickness=0.15e-3,
    density=400.0,
    shear=1.5e5,
    bending=2.0e-6,
    damping=3e-3,
)

# 12-ounce twill of jeans, 0.40 kg/m². Denser warp than weft; tightly woven, hence 3 gf/(cm·degree);
# bending 0.6 gf·cm²/cm, several times that of shirting.
DENIM = Elastic(
    young=6.3e6,
    young_2=4.4e6,
    poisson=0.1,
    thickness=0.8e-3,
    density=500.0,
    shear=2.1e5,
    bending=6.0e-5,
    damping=8e-3,
)

# Worsted suiting, 0.20 kg/m². Kawabata's suitings lie near 0.1 gf·cm²/cm in bending and 0.8 gf/(cm·degree)
# in shear, and stretch more easily than cotton: E·t = 1200 and 900 N/m.
WOOL = Elastic(
    young=2.4e6,
    young_2=1.8e6,
    poisson=0.15,
    thickness=0.5e-3,
    density=400.0,
    shear=0.9e5,
    bending=1.0e-5,
    damping=8e-3,
)

# Vulcanised natural rubber, soft grade (about 40 Shore A): E ≈ 1.5 MPa, nearly incompressible (ν = 0.49),
# 950 kg/m³; a 1 mm sheet. Loss tangent of a few per cent at 1 Hz gives the damping time.
RUBBER_SHEET = Elastic(young=1.5e6, poisson=0.49, thickness=1.0e-3, density=950.0, damping=8e-3)

# Film of gloves and balloons: E ≈ 1 MPa at small strain, 0.25 mm, 940 kg/m³.
LATEX = Elastic(young=1.0e6, poisson=0.49, thickness=0.25e-3, density=940.0, damping=5e-3)

# Vegetable-tanned leather of bags and belts: E of a few tens of MPa, 1.5 mm, 900 kg/m³.
LEATHER = Elastic(young=4.0e7, poisson=0.35, thickness=1.5e-3, density=900.0, damping=1e-2)

# Copy paper, 80 g/m²: 0.1 mm thick, hence 800 kg/m³. Tensile tests give 5–6 GPa along the machine direction
# and about half across; ν₁₂ ≈ 0.35; shear by Baum's rule for paper, G ≈ 0.39·√(E₁E₂). It bends like a solid
# plate.
PAPER = Elastic(
    young=5.5e9, young_2=2.5e9, poisson=0.35, thickness=0.1e-3, density=800.0, shear=1.45e9, damping=1e-4
)

# Folding boxboard of cartons, 300 g/m²: 0.45 mm, 667 kg/m³; moduli below paper's, since its middle is bulky.
CARDBOARD = Elastic(
    young=4.5e9, young_2=2.0e9, poisson=0.35, thickness=0.45e-3, density=667.0, shear=1.17e9, damping=1e-4
)

# Polyester (PET) film, biaxially drawn: 4.5 GPa, ν = 0.38, 1390 kg/m³ from makers' data sheets; 50 µm.
MYLAR = Elastic(young=4.5e9, poisson=0.38, thickness=50e-6, density=1390.0, damping=1e-4)

# Hardened carbon steel strip: 205 GPa, ν = 0.29, 7850 kg/m³ (any handbook); 0.2 mm feeler gauge.
SPRING_STEEL = Elastic(young=205e9, poisson=0.29, thickness=0.2e-3, density=7850.0, damping=1e-6)

# Household aluminium foil: 69 GPa, ν = 0.33, 2700 kg/m³ (handbook); 16 µm. Elastic here: it does not stay
# creased.
ALUMINIUM_FOIL = Elastic(young=69e9, poisson=0.33, thickness=16e-6, density=2700.0, damping=1e-6)

# Half-hard brass shim: 105 GPa, ν = 0.34, 8500 kg/m³ (handbook); 0.1 mm.
BRASS_SHIM = Elastic(young=105e9, poisson=0.34, thickness=0.1e-3, density=8500.0, damping=1e-6)

PRESETS: dict[str, Elastic] = {
    name.lower(): value for name, value in globals().items() if isinstance(value, Elastic)
}
