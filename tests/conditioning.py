"""Writes docs/conditioning.md and its plot from `pliant.benchmarks.conditioning`: `python -m tests.conditioning`."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from pliant.benchmarks.conditioning import BESIDE, DECADES, DENSITY, DT, NODES, SERIES, found
from pliant.validation.page import draw
from pliant.validation.result import Plot
from tests.documents import ROOT


def plot() -> Plot:
    """κ of all series."""
    title = "Condition number of A = K + M/Δt², 15×15 nodes"
    plot = Plot(title, "stiffness over the softest", "κ(A)", log_x=True, log_y=True)
    plot = plot.theory("in proportion", [1e3, 1e8], [20.0, 2e6])
    for series in SERIES:
        plot = plot.computed(series.name, DECADES, [one.number for one in found(series)])
    return plot


def table() -> list[str]:
    """One line per decade: κ, iterations and step [ms] of every series."""
    lines = [
        "| stiffness | " + " | ".join(series.name for series in SERIES) + " |",
        "|---|" + "---|" * len(SERIES),
    ]
    lines.append("| × 1 is | " + " | ".join(f"{s.softest:g} {s.unit}" for s in SERIES) + " |")
    for k, factor in enumerate(DECADES):
        cells = [found(series)[k] for series in SERIES]
        told = [f"{c.number:.3g}, {c.iterations}, {_milliseconds(c.step)}" for c in cells]
        lines.append(f"| × 10{_power(round(np.log10(factor)))} | " + " | ".join(told) + " |")
    return lines


def _milliseconds(step: float) -> str:
    return f"{1e3 * step:.3g}"


def _power(exponent: int) -> str:
    return "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(digit)] for digit in str(exponent))


PAGE = """# Conditioning from soft to rigid

Written by `python -m tests.conditioning`. A sheet of {nodes}×{nodes} nodes, {density} kg/m², 1 m long, free and
at rest; an implicit step of {dt:.4g} ms solves with A = K + M/Δt². Each cell: condition number of A, iterations of
conjugate gradients with block Jacobi to 10⁻⁶, and the longest stable explicit step [ms], 2/ω.

The first four columns are the hybrid formulation as document 002 solves it, for the deformation e with the frame held:
its weights w₀ (magnitude; beside a slope of {beside:g} N/m, because alone it makes a diagonal matrix), w₁ (slope), w₂
(curvature), and all three in fixed proportion. Then w₀ in the positions of the nodes, where the frame follows, as
pliant steps it; and the primal formulation, stretching and bending.

{table}

![Condition number against stiffness](conditioning.png)

## Does conditioning improve as the model becomes more rigid [002 §2.3]?

**For w₀ only.** κ falls from {soft.number:.3g} to {rigid.number:.3g} (what is left is the quarter of a cell that a
corner has) and iterations from {soft.iterations} to {rigid.iterations}.

Every other way to become rigid makes it worse. κ grows in proportion to w₁ and to w₂, as it does to stretching and
bending of the primal formulation: in that neither has an advantage. Iterations grow less and stop at some {slope} for
w₁ and {curvature} for w₂, because what makes κ so large are a few motions that K does not resist at all. With all three
weights together κ stops growing at that of K itself, {together:.3g}, once K outweighs M/Δt²: worse than soft, but
bounded, thanks to w₀.

And w₀ helps only as long as the equations are those of e. In the positions of the nodes rigid motion is not stiffened,
and κ grows with w₀, too; conjugate gradients hardly mind, because there are no more than six such motions.

What the hybrid formulation does have is a K that stays the same: A is factorised once, at a cost that does not depend
on its condition. For explicit steps nothing helps: once a weight dominates, the longest step falls as one over its
root.
"""


def write(folder: Path) -> list[Path]:
    """`conditioning.md` and its plot in a folder."""
    w0, w1, w2, together = (found(series) for series in SERIES[:4])
    text = PAGE.format(
        nodes=NODES,
        density=DENSITY,
        dt=1e3 * DT,
        beside=BESIDE,
        table="\n".join(table()),
        soft=w0[0],
        rigid=w0[-1],
        slope=w1[-1].iterations,
        curvature=w2[-1].iterations,
        together=together[-1].number,
    )
    picture, page = folder / "conditioning.png", folder / "conditioning.md"
    draw(plot(), picture)
    page.write_text(text, encoding="utf-8")
    return [page, picture]


if __name__ == "__main__":
    print(*write(ROOT / "docs"), sep="\n")
