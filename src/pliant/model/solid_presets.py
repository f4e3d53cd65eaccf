"""Materials of solids with names people know: rubber, jelly, foam, flesh, metal.

Typical members of wide families, good to perhaps a factor of two; each says where its numbers come from. Rubbers,
gels and flesh keep their volume; ν = 0.49 stands for ½, which would be infinitely stiff against a change of volume.
Hardness of rubbers on the Shore A scale S becomes Young's modulus by Gent's formula,

    E = 0.0981 (56 + 7.66 S) / (0.137505 (254 − 2.54 S))  MPa .

Matter is elastic and the same in all directions here: wood has no grain, steel does not yield. Damping times are
chosen: gels and flesh wobble a few times, foam hardly, metal rings.
"""

from __future__ import annotations

from pliant.model.bulk import Bulk

# Vulcanised natural rubber, about 40 Shore A: E = 1.5 MPa, as the presets `rubber_sheet` and `rubber_cord`.
RUBBER = Bulk(young=1.5e6, poisson=0.49, density=950.0, damping=3e-3)

# Silicone for moulds and spatulas, 20 Shore A: 0.73 MPa by Gent's formula; makers' data give 1100 kg/m³.
SILICONE = Bulk(young=0.73e6, poisson=0.49, density=1100.0, damping=3e-3)

# Silicone of soft robots and masks, below the Shore A scale (00-30): about 0.1 MPa at small strain, 1070 kg/m³.
SOFT_SILICONE = Bulk(young=0.1e6, poisson=0.49, density=1070.0, damping=5e-3)

# Dessert jelly, a gel of 3 % gelatin in sugared water: rheometers find a shear modulus of 1–2 kPa, E is three times
# that.
JELLY = Bulk(young=5e3, poisson=0.49, density=1050.0, damping=1e-2)

# Firm custard pudding that stands when it is turned out: a third of jelly.
PUDDING = Bulk(young=1.6e3, poisson=0.49, density=1060.0, damping=2e-2)

# Gelatin of 10 %, the stand-in for flesh in tests of impact: compression gives about 0.1 MPa.
BALLISTIC_GELATIN = Bulk(young=1.0e5, poisson=0.49, density=1030.0, damping=5e-3)

# Polyurethane foam of seats, 35 kg/m³: 40 kPa at small strain (data sheets: 4 kPa at 40 %, past its softening).
# Its cells are open and let air out, so that it narrows little.
FOAM = Bulk(young=4e4, poisson=0.2, density=35.0, damping=2e-2)

# Expanded polystyrene of packaging, 20 kg/m³: 5 MPa, ν = 0.1 (makers' data).
POLYSTYRENE = Bulk(young=5e6, poisson=0.1, density=20.0, damping=1e-4)

# Cork: 15 MPa, 160 kg/m³; it famously does not bulge when it is pressed into a bottle (textbooks of cellular solids).
CORK = Bulk(young=1.5e7, poisson=0.05, density=160.0, damping=1e-3)

# Relaxed skeletal muscle across its fibres: 20 kPa lies within the decade that studies report; 1060 kg/m³.
MUSCLE = Bulk(young=2e4, poisson=0.49, density=1060.0, damping=1e-2)

# Fat below the skin: a few kPa, 920 kg/m³.
FAT = Bulk(young=3e3, poisson=0.49, density=920.0, damping=1e-2)

# Skin, pressed rather than pulled: suction and indentation give 0.1–0.3 MPa; 1100 kg/m³.
SKIN = Bulk(young=2e5, poisson=0.49, density=1100.0, damping=1e-2)

# Spruce with the stiffness that it has along its grain: 11 GPa, 450 kg/m³ (tables of timber); across it is 20 times
# softer.
WOOD = Bulk(young=11e9, poisson=0.37, density=450.0, damping=1e-5)

# Structural steel: 205 GPa, ν = 0.29, 7850 kg/m³ (any handbook).
STEEL = Bulk(young=205e9, poisson=0.29, density=7850.0, damping=1e-6)

# Aluminium: 69 GPa, ν = 0.33, 2700 kg/m³ (any handbook).
ALUMINIUM = Bulk(young=69e9, poisson=0.33, density=2700.0, damping=1e-6)

SOLID_PRESETS: dict[str, Bulk] = {
    name.lower(): value for name, value in globals().items() if isinstance(value, Bulk)
}
