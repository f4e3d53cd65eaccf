"""What the site says from the code.

Every equation, from the docstring that stands beside its code, and the numbers of the named materials with where they
come from: `docs/conf.py` puts them below docs/theory.md and docs/presets.md as the site is made. It also writes out
whom a reference means: there are six documents by number, and `[002 (26)]` becomes `[Terzopoulos & Fleischer 1988
(26)]`.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

from pliant.model import curve_presets, presets, solid_presets
from pliant.spec import Spec
from tests.documents import ROOT

WHO = {
    "000": "Kelager & Fleron",
    "001": "Güdükbay 1994",
    "002": "Terzopoulos & Fleischer 1988",
    "003": "Song, Mokhov & Grogono 2009",
    "004": "Gibson & Mirtich 1997",
    "005": "Smith, de Goes & Kim 2018",
}
_NUMBER = re.compile(r"(?:\b[Dd]ocuments? )?(?<![\w.,/#:-])(00[0-5])(?!\w|[.,]\d|%)")
CHAPTERS: dict[str, tuple[str, ...]] = {
    "Surfaces": ("energies.metric", "energies.cells", "energies.bending", "energies.clamped"),
    "Triangle meshes": (
        "energies.triangle",
        "energies.slopes",
        "energies.mesh_bending",
        "energies.clamped_sides",
    ),
    "Curves": (
        "energies.chains",
        "energies.stretch",
        "energies.curvature",
        "energies.turning",
        "energies.torsion",
        "energies.dihedral",
    ),
    "Solids and tetrahedra": (
        "energies.continuum",
        "energies.bracing",
        "energies.solid",
        "energies.quadratic",
        "energies.neo_hookean",
        "energies.stretches",
        "energies.isotropic",
        "energies.plane_stress",
        "energies.tape",
    ),
    "Springs, sticks, layers and gas": ("energies.springs", "integrators.sticks", "energies.gas"),
    "Hybrid bodies": ("energies.hybrid", "forces.inertial"),
    "The published variants": ("energies.secant", "energies.secant_solid"),
    "What flows": (
        "inelastic.flow",
        "inelastic.return_map",
        "inelastic.return_map_solid",
        "inelastic.tresca",
        "inelastic.solid",
        "inelastic.hybrid",
        "energies.solid_damping",
        "energies.heat",
    ),
    "Forces": ("forces.viscous", "forces.vortex", "forces.hands", "forces.spring"),
    "Obstacles": (
        "contact.energy",
        "contact.responses",
        "contact.friction",
        "contact.adhesion",
        "contact.bounce",
        "contact.warmth",
    ),
    "Bodies that meet": (
        "collision.distance",
        "collision.barrier",
        "collision.friction",
        "collision.approach",
        "collision.certify",
    ),
    "Steps in time": (
        "integrators.incremental",
        "integrators.newton",
        "integrators.semi_implicit",
        "integrators.explicit",
        "integrators.feynman",
        "integrators.runge_kutta",
        "integrators.relaxation",
    ),
    "Equilibrium": ("integrators.equilibrium", "integrators.downhill", "integrators.buckling"),
    "Linear systems": ("solvers.cg", "solvers.multigrid", "solvers.profile", "solvers.hybrid"),
    "Linear analysis": ("linear.elements", "linear.system", "linear.frames"),
    "Derivatives for fits": ("fitting.tangent",),
}
_FAMILIES = (
    ("Surfaces and meshes of triangles", presets),
    ("Curves", curve_presets),
    ("Solids and meshes of tetrahedra", solid_presets),
)


def chapters() -> dict[str, tuple[str, ...]]:
    """All of them; laws that none of `CHAPTERS` names come last."""
    told = {name for names in CHAPTERS.values() for name in names}
    rest = [
        f"energies.{path.stem}"
        for path in sorted((ROOT / "src" / "pliant" / "energies").glob("*.py"))
        if f"energies.{path.stem}" not in told and re.search(r"^    .*\(1\)$", _docstring(path), re.MULTILINE)
    ]
    return {**CHAPTERS, **({"Further laws": tuple(rest)} if rest else {})}


def _docstring(path: Path) -> str:
    return ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""


def render() -> str:
    """The chapters of the theory."""
    parts = []
    for chapter, modules in chapters().items():
        parts.append(f"## {chapter}\n")
        for name in modules:
            text = _docstring(ROOT / "src" / "pliant" / f"{name.replace('.', '/')}.py")
            assert text, f"{name} has no docstring"
            head, _, rest = text.partition("\n\n")
            title, _, more = named(_one_line(head)).rstrip(".").partition(": ")
            about = f"{more[0].upper()}{more[1:]}. " if more else ""
            parts.append(f"### {_escaped(title)}\n\n{_escaped(about)}(`pliant.{name}`)\n\n{markdown(rest)}")
    return "\n".join(part.rstrip() + "\n" for part in parts)


def render_presets() -> str:
    """Tables of the materials by name."""
    parts = []
    for title, module in _FAMILIES:
        assert module.__doc__ and module.__file__
        source = Path(module.__file__).read_text(encoding="utf-8")
        parts.append(f"## {title}\n\n{markdown(module.__doc__.strip().partition(chr(10) * 2)[2])}")
        parts.append("| name | numbers | where they come from |\n|---|---|---|")
        for name, why in _commented(source).items():
            spec = getattr(module, name)
            parts[-1] += f"\n| `{name.lower()}` | {_numbers(spec)} | {why.replace('|', '/')} |"
        parts[-1] += "\n"
    return "\n".join(parts)


def named(text: str) -> str:
    """The same text with whom its references mean; headings, which links lead to, stay."""
    lines = text.split("\n")
    return "\n".join(
        line if line.startswith("#") else _NUMBER.sub(lambda m: WHO[m[1]], line) for line in lines
    )


def markdown(text: str) -> str:
    """A docstring: what is indented becomes a block of its own."""
    lines: list[str] = []
    block: list[str] = []
    for line in [*text.splitlines(), "end"]:
        if line.startswith("    ") or (block and not line.strip()):
            block.append(line)
            continue
        if block:
            while not block[-1].strip():
                block.pop()
            indent = min(len(one) - len(one.lstrip()) for one in block if one.strip())
            lines += ["", "```", *(one[indent:] for one in block), "```", ""]
            block = []
        lines.append(_escaped(line))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines[:-1])).strip() + "\n"


def _escaped(line: str) -> str:
    """Stars, bars and underscores outside of code are not meant as Markdown."""
    if re.match(r"\s*\* ", line):
        star, rest = line.split("* ", 1)
        return f"{star}* {_escaped(rest)}"
    pieces = re.split(r"(`[^`]*`)", line)
    return "".join(
        piece if piece.startswith("`") else re.sub(r"([_|<>\[\]]|\*(?!\w+\*)(?<!\w\*))", r"\\\1", piece)
        for piece in pieces
    )


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _commented(source: str) -> dict[str, str]:
    """The comment above each constant."""
    found: dict[str, str] = {}
    comment: list[str] = []
    for line in source.splitlines():
        if line.startswith("# "):
            comment.append(line[2:])
        elif (match := re.match(r"([A-Z_]+)(?:: \w+)? = [A-Z]\w+\(", line)) and comment:
            found[match[1]] = " ".join(comment)
            comment = []
        elif not line.strip():
            comment = []
    return found


def _numbers(spec: Spec) -> str:
    """Its fields that are not by default, with their units."""
    schema: dict[str, Any] = type(spec).model_json_schema()["properties"]
    told = []
    for name, value in spec.model_dump(exclude_defaults=True, exclude={"kind"}).items():
        unit = schema[name].get("unit", "") if isinstance(value, float | int) else ""
        told.append(
            f"{name} {value:.4g} {unit}".rstrip() if isinstance(value, float | int) else f"{name} {value}"
        )
    return ", ".join(told)
