"""Bodies that are pulled along one axis, along two, and sheared, by every law for large strain, against closed forms.

A block (a grid, or tetrahedra) or a sheet (a grid, or triangles) is pulled by faces that slide along themselves, so
that it may narrow, or sheared by its whole surface; what is free starts a little away from where it should come to
rest. Read is the force per area at rest. With the stretch λ, the shear γ and l = γ/2 + √(1 + γ²/4), which is the
largest stretch of a simple shear,

    corotated              one axis: P = E(λ − 1) ,   two: P = E/(1 − ν)(λ − 1) ,
                           sheared: P₁₂ = (R (2μ(U − 1) + Λ tr(U − 1)))₁₂                                     (1)
    St. Venant–Kirchhoff   P = ½Eλ(λ² − 1) ,   P = ½E/(1 − ν) λ(λ² − 1) ,   P₁₂ = μγ + (μ + ½Λ)γ³            (2)
    Mooney–Rivlin          P = 2(C₁ + C₂/λ)(λ − λ⁻²) ,   P = 2(C₁ + C₂λ²)(λ − λ⁻⁵) ,   P₁₂ = 2(C₁ + C₂)γ     (3)
    Ogden                  P = Σμ_p(λ^(α−1) − λ^(−α/2−1)) ,   P = Σμ_p(λ^(α−1) − λ^(−2α−1)) ,
                           P₁₂ = Σμ_p(l^α − l^−α)/(l + 1/l)                                                   (4)
    neo-Hookean            P = m(λ − λ⁻²) ,   P = m(λ − λ⁻⁵) ,   P₁₂ = mγ ,   m = 4/3 μ I/(I + 1)            (5)

with Λ = K − ⅔μ, of sheets 2μΛ/(Λ + 2μ) in its place, and F = R U, R a turn by arctan ½γ. The last three are those of
incompressible matter; blocks have ν = 0.4999, sheets ½. The first two are taken with ν = 0.3, as far as they go: pulled
along one axis, matter of St. Venant–Kirchhoff has no width left at λ = √(1 + 1/ν), corotated matter at 1 + 1/ν, and
the cells of a solid grid, in which only the mean resists a change of volume, get out of shape before that
(docs/materials.md).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from pliant.build.model import build
from pliant.checks import at_most
from pliant.energies.continuum import moduli_of
from pliant.model import Body, Bulk, Mesh, Sheet, Solid, Surface, laws
from pliant.scene.schema import Scene
from pliant.shapes import box, rectangle
from pliant.validation.result import Plot, Result
from pliant.validation.specimens import Probe, rest_of
from pliant.validation.tetrahedra import block

YOUNG, RUBBERY, MODERATE = 1e6, 0.4999, 0.3
COUNT = 4  # nodes along an edge of the block, which is 1 m long
SECOND = 0.2  # C₂/(C₁ + C₂)
_OGDEN = laws.Ogden()
Force = Callable[[np.ndarray], np.ndarray]


class Way(NamedTuple):
    """How a block is deformed: F from λ or γ and what it narrows to, and along how many axes it is pulled."""

    name: str
    deformation: Callable[[float, float], np.ndarray]
    pulled: int
    read: tuple[int, int]  # P_ij

    def held(self, rest: np.ndarray, axes: int) -> np.ndarray:
        """Which coordinates (n, 3) are: faces slide along themselves, of a sheared body none does; sheets stay flat."""
        low, high = np.abs(rest) < 1e-9, np.abs(rest - 1.0) < 1e-9
        if self.pulled:
            return low | (high & (np.arange(3) < self.pulled))
        held = np.repeat((low | high)[:, :axes].any(axis=1, keepdims=True), 3, axis=1)
        held[:, axes:] = True
        return held


ONE = Way("along one axis", lambda a, b: np.diag([a, b, b]), 1, (0, 0))
TWO = Way("along two axes", lambda a, b: np.diag([a, a, b]), 2, (0, 0))
SHEAR = Way(
    "sheared",
    lambda a, b: np.array([[1.0, a, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    0,
    (0, 1),
)


class Case(NamedTuple):
    """A law in one way: how far, the width b that is left of 1, and the force per area [Pa]."""

    law: Any
    poisson: float
    way: Way
    most: float
    width: Force
    force: Force
    flat: Force | None = None  # of a sheet, if that is another one

    @property
    def name(self) -> str:
        return type(self.law).__name__


def _moduli(poisson: float) -> tuple[float, float, float]:
    """μ, K and Λ [Pa]."""
    shear, bulk = (float(one) for one in moduli_of(YOUNG, poisson))
    return shear, bulk, bulk - 2.0 / 3.0 * shear


def cases() -> list[Case]:
    shear, _, lame = _moduli(MODERATE)
    thin = 2.0 * shear * lame / (lame + 2.0 * shear)
    nu, rubber = MODERATE, _moduli(RUBBERY)[0]
    c1, c2 = 0.5 * rubber * (1.0 - SECOND), 0.5 * rubber * SECOND
    both = 2.0 * nu / (1.0 - nu)
    same = np.ones_like
    corotated, kirchhoff, mooney = laws.Corotated(), laws.StVenantKirchhoff(), laws.MooneyRivlin(SECOND)
    hooke = laws.NeoHookean()

    def power(two: float) -> Force:
        def force(x: np.ndarray) -> np.ndarray:
            return np.sum(
                [m * (x ** (a - 1.0) - x ** (two * a - 1.0)) for m, a in _constants(rubber)], axis=0
            )

        return force

    def sheared(g: np.ndarray) -> np.ndarray:
        largest = 0.5 * g + np.sqrt(1.0 + 0.25 * g * g)
        parts = [m * (largest**a - largest**-a) for m, a in _constants(rubber)]
        return np.sum(parts, axis=0) / (largest + 1.0 / largest)

    def hookean(square: Force, rest: Force) -> Force:
        return lambda x: 4.0 / 3.0 * rubber * square(x) / (square(x) + 1.0) * rest(x)

    def grown(x: np.ndarray) -> np.ndarray:
        return 0.5 * (x * x - 1.0)

    return [
        Case(corotated, nu, ONE, 2.8, lambda x: 1.0 - nu * (x - 1.0), lambda x: YOUNG * (x - 1.0)),
        Case(corotated, nu, TWO, 2.0, lambda x: 1.0 - both * (x - 1.0), lambda x: YOUNG / (1.0 - nu) * (x - 1.0)),
        Case(
            corotated, nu, SHEAR, 1.0, same, _corotated_shear(shear, lame), _corotated_shear(shear, thin)
        ),
        Case(kirchhoff, nu, ONE, 1.5, lambda x: np.sqrt(1.0 - 2.0 * nu * grown(x)), lambda x: YOUNG * x * grown(x)),
        Case(
            kirchhoff, nu, TWO, 1.4,
            lambda x: np.sqrt(1.0 - 2.0 * both * grown(x)), lambda x: YOUNG / (1.0 - nu) * x * grown(x),
        ),
        Case(kirchhoff, nu, SHEAR, 1.5, same, lambda g: shear * g + (shear + 0.5 * lame) * g**3,
            lambda g: shear * g + (shear + 0.5 * thin) * g**3,
        ),
        Case(
            hooke, RUBBERY, ONE, 4.0, lambda x: x**-0.5, hookean(lambda x: x * x + 2.0 / x, lambda x: x - x**-2.0)
        ),
        Case(
            hooke, RUBBERY, TWO, 4.0, lambda x: x**-2.0,
            hookean(lambda x: 2.0 * x * x + x**-4.0, lambda x: x - x**-5.0),
        ),
        Case(hooke, RUBBERY, SHEAR, 4.0, same, hookean(lambda g: 3.0 + g * g, lambda g: g)),
        Case(mooney, RUBBERY, ONE, 4.0, lambda x: x**-0.5, lambda x: 2.0 * (c1 + c2 / x) * (x - x**-2.0)),
        Case(mooney, RUBBERY, TWO, 4.0, lambda x: x**-2.0, lambda x: 2.0 * (c1 + c2 * x * x) * (x - x**-5.0)),
        Case(mooney, RUBBERY, SHEAR, 4.0, same, lambda g: 2.0 * (c1 + c2) * g),
        Case(_OGDEN, RUBBERY, ONE, 4.0, lambda x: x**-0.5, power(-0.5)),
        Case(_OGDEN, RUBBERY, TWO, 4.0, lambda x: x**-2.0, power(-2.0)),
        Case(_OGDEN, RUBBERY, SHEAR, 4.0, same, sheared),
    ]  # fmt: skip


def _constants(shear: float) -> list[tuple[float, float]]:
    """μ_p and α_p of (4)."""
    pairs = zip(_OGDEN.shares, _OGDEN.exponents, strict=True)
    return [(2.0 * shear * share / alpha, alpha) for share, alpha in pairs]


def _corotated_shear(shear: float, lame: float) -> Force:
    """P₁₂ of (1): U₁₁ = c, U₁₂ = s, U₂₂ = c + γs."""

    def force(g: np.ndarray) -> np.ndarray:
        half = np.arctan(0.5 * g)
        c, s = np.cos(half), np.sin(half)
        across = c + g * s - 1.0  # U₂₂ − 1
        trace = c - 1.0 + across
        return c * 2.0 * shear * s + s * (2.0 * shear * across + lame * trace)

    return force


def run() -> Result:
    checks, plots = [], []
    for way in (ONE, TWO, SHEAR):
        found = [case for case in cases() if case.way is way]
        title, along = (f"Pulled {way.name}", "stretch") if way.pulled else ("Sheared", "shear")
        plot = Plot(title, along, "force per area [MPa]")
        for case in found:
            start = 0.0 if way is SHEAR else 1.0
            fine = np.linspace(start, case.most, 50)
            plot = plot.theory(f"{case.name}, theory", fine, 1e-6 * case.force(fine))
            amounts = np.linspace(start, case.most, 7)[1:]
            for kind, body in _bodies(case):
                forces = pulled(case, body, amounts)
                wanted = case.flat if case.flat and kind in ("sheet", "triangles") else case.force
                error = float(np.abs(forces / wanted(amounts) - 1.0).max())
                label = (
                    f"{case.name} {way.name}, {kind}, to {case.most:g}: largest relative error of the force"
                )
                checks.append(at_most(label, error, 1e-2))
                if kind == "grid":
                    plot = plot.computed(case.name, amounts, 1e-6 * forces)
        plots.append(plot)
    return Result("large_strain", "Laws for large strain", checks, plots, __doc__ or "")


def _bodies(case: Case) -> Iterator[tuple[str, Body]]:
    """Unit cubes, and unit squares that are so thick that their forces per length are those per area of a cube."""
    material = Bulk(young=YOUNG, poisson=case.poisson, density=1.0, law=case.law)
    yield "grid", Solid(box(1.0, 1.0, 1.0), id="block", grid=(COUNT, COUNT, COUNT), material=material)
    points, cells = block((COUNT, COUNT, COUNT), (1.0, 1.0, 1.0))
    yield "tetrahedra", Mesh(points, id="block", tetrahedra=cells, material=material)
    poisson = 0.5 if case.poisson == RUBBERY else case.poisson
    sheet = Sheet(membrane=YOUNG, poisson=poisson, area_density=1.0, law=case.law)
    yield "sheet", Surface(rectangle(1.0, 1.0), id="block", grid=(COUNT, COUNT), material=sheet)
    flat = points[points[:, 2] == 0.0]
    first = np.add.outer(COUNT * np.arange(COUNT - 1), np.arange(COUNT - 1)).ravel()[:, None]
    faces = np.concatenate(
        [first + np.array(corners) for corners in ((0, COUNT, COUNT + 1), (0, COUNT + 1, 1))]
    )
    yield "triangles", Mesh(flat, id="block", triangles=faces, material=sheet)


def pulled(case: Case, body: Body, amounts: np.ndarray) -> np.ndarray:
    """Force per area [Pa] at stretches or shears."""
    scene = Scene(collision=False)
    scene.add(body)
    model = build(scene).bodies[0]
    probe, rest = Probe(model, list(model.elastic)), rest_of(model).reshape(-1, 3)
    rest = rest - rest.min(axis=0)
    axes = 2 if np.ptp(rest[:, 2]) == 0.0 else 3
    held = case.way.held(rest, axes)
    noise = 0.01 * np.random.default_rng(1).normal(size=rest.shape)
    row, axis = case.way.read
    far = np.abs(rest[:, axis] - 1.0) < 1e-9
    forces = []
    for amount, width in zip(amounts, case.width(amounts), strict=True):
        F = case.way.deformation(float(amount), float(width))
        start = (rest + np.where(held, 0.0, noise)) @ F.T
        x = np.where(held, rest @ F.T, start)
        forces.append(_pull(probe, at_rest(probe, x, held))[far, row].sum())
    return np.array(forces)


def _pull(probe: Probe, x: np.ndarray) -> np.ndarray:
    """∂E/∂x (n, 3)."""
    return probe.gradient(x.reshape(*probe.layout.shape, 3)).reshape(-1, 3)


def at_rest(probe: Probe, x: np.ndarray, held: np.ndarray) -> np.ndarray:
    """Positions (n, 3) in equilibrium, near x, where some coordinates are `held`: Newton's method."""
    free = np.flatnonzero(~held.ravel())
    shape = (*probe.layout.shape, 3)
    for _ in range(100):
        slope = probe.gradient(x.reshape(shape))[free]
        matrix = probe.hessian(x.reshape(shape), psd=True)[np.ix_(free, free)]
        way = -np.linalg.solve(matrix, slope)
        here, step = probe.energy(x.reshape(shape)), 1.0
        while True:
            tried = x.ravel().copy()
            tried[free] += step * way
            if probe.energy(tried.reshape(shape)) <= here + 1e-4 * step * (slope @ way) or step < 1e-3:
                break
            step *= 0.5
        x = tried.reshape(x.shape)
        if np.abs(way).max() < 1e-9:
            break
    return x
