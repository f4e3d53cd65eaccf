"""The energy balance: it adds up, and what is left over shrinks with the step."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

import pliant as pl
from pliant.contact import Plane
from pliant.contact.motion import Motion
from pliant.forces import Viscous
from pliant.integrators.spec import (
    BDF2,
    RK4,
    BackwardEuler,
    Euler,
    Explicit,
    Feynman,
    Midpoint,
    SemiImplicit,
)
from pliant.model import Elastic, Hybrid, Sheet, Solid, Springs, Surface
from pliant.model.flow import Arm, Generalised, Maxwell, Plastic, Thermoplastic, Viscoplastic
from pliant.scene.events import Grab, Move, Push, Release, Set
from pliant.scene.schema import Scene
from pliant.shapes import box, rectangle
from pliant.simulation import Simulation
from pliant.simulation.energy_balance.entries import ENTRIES, Account, Balance
from pliant.validation.states import ACCURATE, SHARP, grid_points, place

CONTACT = pl.responses.Barrier(margin=0.002)
BACKWARD = BackwardEuler(tolerance=SHARP, newton_iterations=30)
SECOND = BDF2(tolerance=SHARP, newton_iterations=30)
# Observed orders are taken between two steps, and the first terms of an error that happen to cancel make them larger:
# what is asserted is at least the order, less what the next terms still take from it. The balance itself is of second
# order: of a scheme of fourth order the entry shrinks no faster.
ORDERS = [
    (Explicit(), 1, 0.2),
    (Euler(), 1, 0.1),
    (SemiImplicit(), 1, 0.2),
    (BACKWARD, 1, 0.2),
    (Feynman(), 2, 0.1),
    (Midpoint(), 2, 1.3),  # it is of third order without damping, and errors of both signs meet
    (SECOND, 2, 0.1),
    (RK4(), 2, 0.1),
]


WINDS = {
    "vortex": pl.Vortex(5.0, 0.4, center=(-0.5, 0.0, 0.2), axis=(0.2, 1.0, 0.0)),
    "function": lambda points, time: np.cross((0.0, 4.0 + np.sin(20.0 * time), 0.0), points),
}


def sheet(*, flow=None, **options) -> Surface:
    material = Sheet(membrane=60.0, poisson=0.3, bending=1e-3, area_density=0.2, **options)
    return Surface(rectangle(1.0, 1.0), id="sheet", grid=(6, 6), material=material, flow=flow)


def alone(body: Surface, integrator, dt: float, **options) -> Scene:
    scene = Scene(dt=dt, integrator=integrator, solver=ACCURATE, collision=False, **options)
    scene.add(body)
    return scene


def swinging(
    integrator, steps: int, *, seconds: float = 0.08, flow=None, gravity: float | None = 9.81, **options
) -> Balance:
    """A membrane in a frame, begun displaced and moving."""
    stretched = sheet(flow=flow, **options).model_copy(update={"initial_shape": rectangle(1.1, 1.08)})
    scene = alone(stretched, integrator, seconds / steps, gravity=gravity)
    scene.pin("sheet", edges=("m0", "m1", "n0", "n1"))
    simulation = Simulation(scene, energy_balance=True)
    s = np.linspace(0.0, 1.0, 6)
    bump = np.outer(np.sin(np.pi * s), np.sin(np.pi * s) * (1.0 + s))[..., None] * np.array([0.1, 0.05, 1.0])
    bump[[0, -1]] = bump[:, [0, -1]] = 0.0
    place(simulation, "sheet", grid_points(simulation, "sheet") + 0.08 * bump, 0.5 * bump)
    return run(simulation, steps)


def run(simulation: Simulation, steps: int) -> Balance:
    for _ in range(steps):
        simulation.step()
    return simulation.energy_balance()


def order(case, integrator, steps=(80, 160), **options) -> float:
    """How the numerical entry shrinks with the step."""
    coarse, fine = (abs(case(integrator, n, **options).numerical) for n in steps)
    return float(np.log2(coarse / fine))


# ---------------------------------------------------------------- orders


@pytest.mark.parametrize(("integrator", "p", "less"), ORDERS, ids=lambda value: getattr(value, "kind", None))
def test_with_drag_the_numerical_entry_shrinks_with_the_step(integrator, p, less):
    assert order(swinging, integrator, drag=1.5) > p - less


@pytest.mark.parametrize(("integrator", "p", "less"), ORDERS, ids=lambda value: getattr(value, "kind", None))
def test_with_damping_in_the_matter_it_does_so_too(integrator, p, less):
    steps = (160, 320) if integrator.kind == "midpoint" else (80, 160)
    assert order(swinging, integrator, steps, damping=5e-3, gravity=None) > p - less


@pytest.mark.parametrize(("integrator", "p", "less"), [(BACKWARD, 1, 0.2), (SECOND, 2, 0.1)], ids=("1", "2"))
def test_a_maxwell_body_books_what_its_dashpots_take(integrator, p, less):
    assert order(swinging, integrator, flow=Maxwell(relaxation_time=0.05), gravity=None) > p - less
    energy_balance = swinging(integrator, 160, flow=Maxwell(relaxation_time=0.05), gravity=None)
    assert energy_balance.viscous > 0.5 * energy_balance.initial
    assert energy_balance.damping == energy_balance.plastic == 0.0


def struck(integrator, steps: int, *, matter="sheet", flow=None) -> Balance:
    """A sheet in a frame that begins flat and within its limit, and is thrown out of its plane."""
    return run(hit(integrator, steps, matter=matter, flow=flow), steps)


def hit(integrator, steps: int, *, matter: str, flow) -> Simulation:
    body = sheet(flow=flow).model_copy(update={"material": MATTER[matter]})
    scene = alone(body, integrator, 0.08 / steps)
    scene.pin("sheet", edges=("m0", "m1", "n0", "n1"))
    simulation = Simulation(scene, energy_balance=True)
    s = np.linspace(0.0, 1.0, 6)
    bump = np.outer(np.sin(np.pi * s), np.sin(np.pi * s) * (1.0 + s))[..., None] * np.array([0.1, 0.05, 1.0])
    bump[[0, -1]] = bump[:, [0, -1]] = 0.0
    place(simulation, "sheet", velocities=4.0 * bump)
    return simulation


MATTER = {
    "sheet": Sheet(membrane=60.0, poisson=0.3, bending=1e-3, area_density=0.2),
    "fibres": Elastic(young=2e5, young_2=1e5, poisson=0.2, thickness=3e-4, density=600.0, fibre_angle=0.4),
    "hybrid": Hybrid(slope=60.0, curvature=1e-3, density=0.2),
}
YIELDING = [
    ("sheet", Plastic(limit=2.0, hardening=0.2)),
    ("sheet", Viscoplastic(limit=2.0, relaxation_time=0.02)),
    ("sheet", Plastic(limit=2.0, hardening=0.2, condition="tresca")),
    ("fibres", Plastic(limit=6e3, hardening=0.2, condition="tresca")),
    ("fibres", Viscoplastic(limit=6e3, relaxation_time=0.02, condition="tresca")),
    ("hybrid", Plastic(limit=0.01, hardening=0.2)),
    ("hybrid", Plastic(limit=0.01)),
    ("hybrid", Viscoplastic(limit=0.01, relaxation_time=0.02)),
    ("hybrid", Thermoplastic(relaxation_time=0.05)),
]


@pytest.mark.parametrize(("matter", "flow"), YIELDING, ids=lambda one: getattr(one, "kind", one))
def test_matter_that_yields_in_smooth_motion_is_booked_to_the_order_of_bdf2(matter, flow):
    assert order(struck, SECOND, (40, 80), matter=matter, flow=flow) > 1.8
    energy_balance = struck(SECOND, 80, matter=matter, flow=flow)
    assert energy_balance.viscous + energy_balance.plastic > 0.4 * energy_balance.initial
    assert abs(energy_balance.numerical) < 0.02 * energy_balance.initial


@pytest.mark.parametrize("integrator", [Feynman(), RK4()], ids=lambda one: one.kind)
@pytest.mark.parametrize(
    ("matter", "flow"),
    [*YIELDING[:2], ("sheet", Maxwell(relaxation_time=0.05)), YIELDING[3], YIELDING[5], YIELDING[8]],
    ids=lambda one: getattr(one, "kind", one),
)
def test_explicit_schemes_follow_flow_to_second_order(matter, flow, integrator):
    """Yield begins at every point within some step, which the entry of RK4 is small enough to show."""
    found = [hit(integrator, steps, matter=matter, flow=flow) for steps in (40, 80, 160)]
    energy_balance = [run(simulation, steps) for simulation, steps in zip(found, (40, 80, 160), strict=True)]
    ends = [simulation.positions("sheet") for simulation in found]
    coarse, fine = (np.abs(ends[k] - ends[k + 1]).max() for k in (0, 1))
    assert np.log2(coarse / fine) > 1.25
    assert fine < 5e-4 * np.abs(ends[-1][:, 2]).max() or matter == "hybrid"
    assert np.log2(abs(energy_balance[0].numerical / energy_balance[-1].numerical)) > 2 * 1.7


def test_matter_that_starts_beyond_its_limit_books_what_it_loses_at_once():
    energy_balance = swinging(SECOND, 160, flow=Plastic(limit=2.0, hardening=0.2), gravity=None)
    assert energy_balance.plastic > 0.5 * energy_balance.initial
    assert abs(energy_balance.numerical) < 0.05 * energy_balance.initial


def pulled(integrator, steps: int, *, stiffness=None, flow=None, seconds: float = 0.2) -> Balance:
    """A sheet that hangs at one edge, and a hand that pulls at the other and goes back."""
    scene = alone(sheet(flow=flow), integrator, seconds / steps)
    scene.pin("sheet", edges=("m0",))
    simulation = Simulation(scene, energy_balance=True)
    hand = simulation.apply(Grab("sheet", (5, 2), stiffness=stiffness)).id
    here = simulation.positions("sheet")[32]
    simulation.apply(Move(hand, to=tuple(here + np.array([0.15, 0.05, 0.1])), seconds=0.5 * seconds))
    run(simulation, steps // 2)
    simulation.apply(Move(hand, to=tuple(here), seconds=0.5 * seconds))
    return run(simulation, steps // 2)


@pytest.mark.parametrize("stiffness", [None, 50.0], ids=("exact", "spring"))
def test_the_work_of_a_moving_hand_is_booked(stiffness):
    assert order(pulled, BACKWARD, (160, 320), stiffness=stiffness) > 0.7  # fast modes die away with Δt first
    assert order(pulled, SECOND, stiffness=stiffness) > 1.7
    energy_balance = pulled(SECOND, 160, stiffness=stiffness)
    assert energy_balance.initial == 0.0
    assert energy_balance.work > 0.15
    assert abs(energy_balance.numerical) < 0.01 * energy_balance.work


def test_a_plastic_loop_takes_the_work_of_the_hand():
    energy_balance = pulled(SECOND, 160, flow=Plastic(limit=2.0, hardening=0.2))
    assert energy_balance.plastic > 0.5 * energy_balance.work
    assert energy_balance.viscous == 0.0
    # Yield begins somewhere within a step, so that this is not smooth: a hundredth at 1.25 ms.
    assert abs(energy_balance.numerical) < 0.01 * energy_balance.work


def test_a_push_and_a_stream_do_work_and_the_stream_takes_some_of_it():
    def blown(integrator, steps: int) -> Balance:
        scene = alone(sheet(), integrator, 0.2 / steps)
        scene.add(Viscous(strength=3.0, stream=(0.0, 0.0, 2.0)))
        simulation = Simulation(scene, energy_balance=True)
        simulation.apply(Push("sheet", (5, 2), direction=(1, 0, 1), rate=10.0, radius=0.3))
        return run(simulation, steps)

    assert order(blown, BACKWARD, (40, 80)) > 0.8
    assert order(blown, SECOND, (40, 80)) > 1.2
    energy_balance = blown(SECOND, 80)
    assert abs(energy_balance.numerical) < 0.01 * energy_balance.work
    assert energy_balance.work > energy_balance.kinetic > 0.5
    assert energy_balance.damping > 0.3


@pytest.mark.parametrize("kind", WINDS)
def test_what_a_wind_in_space_gives_is_what_the_sheet_has_and_loses(kind: str):
    """A sheet that is held at one edge in a whirl about that edge; it bends and swings with the wind."""

    def whirled(integrator, steps: int) -> Balance:
        scene = alone(sheet(damping=2e-3), integrator, 0.3 / steps)
        scene.add(Viscous(1.0, WINDS[kind]))
        scene.pin("sheet", edges=("m0",))
        return run(Simulation(scene, energy_balance=True), steps)

    energy_balance = whirled(SECOND, 60)
    assert energy_balance.work > 0.05 and energy_balance.damping > 0.1 * energy_balance.work
    assert abs(energy_balance.numerical) < 2e-3 * energy_balance.work
    assert order(whirled, SECOND, (60, 120)) > 0.5
    assert order(whirled, BACKWARD, (60, 120)) > 0.8


def test_dampers_of_springs_are_booked():
    def swung(integrator, steps: int) -> Balance:
        material = Springs(stiffness=60.0, damping=0.1, mass=0.01)
        body = Surface(
            rectangle(1.0, 1.0),
            id="sheet",
            initial_shape=rectangle(1.3, 1.0),
            grid=(5, 5),
            material=material,
            spin=(0.0, 0.0, 6.0),
        )
        return run(Simulation(alone(body, integrator, 0.2 / steps), energy_balance=True), steps)

    assert order(swung, RK4(), (200, 400)) > 1.9
    assert swung(RK4(), 200).damping > 0.1


# ---------------------------------------------------------------- obstacles


def thrown(integrator, **options) -> Balance:
    dt = 1e-3 if integrator.kind == "feynman" else 1 / 120
    scene = Scene(dt=dt, integrator=integrator, gravity=9.81, contact=CONTACT)
    scene.add(
        sheet(damping=1e-3).model_copy(update={"position": (0.0, 0.0, 0.5), "velocity": (2.0, 0.0, 0.0)})
    )
    scene.add(Plane(**options))
    return run(Simulation(scene, energy_balance=True), round(0.6 / dt))


@pytest.mark.parametrize("integrator", [BackwardEuler(), BDF2()], ids=lambda one: one.kind)
def test_a_sheet_that_falls_and_slides_to_rest_has_lost_all_to_impact_and_friction(integrator):
    energy_balance = thrown(integrator, friction=0.5)
    mass = 0.2
    # The steps of a blow are booked by the force of one moment: a few per cent.
    assert energy_balance.impact == pytest.approx(mass * 9.81 * 0.498, rel=0.03)
    assert energy_balance.friction == pytest.approx(0.5 * mass * 2.0**2, rel=0.08)
    assert abs(energy_balance.numerical) < 0.04 * energy_balance.initial


@pytest.mark.parametrize("integrator", [BDF2(), Feynman()], ids=lambda one: one.kind)
def test_restitution_takes_its_part(integrator):
    energy_balance = thrown(integrator, restitution=0.7)
    # One blow in this time, after a fall from 0.498 m: it takes 1 − e² of that. When in the step it was, nobody knows,
    # and so not what gravity did before it: ± ½ m g u Δt, u being 3.1 m/s.
    unknown = 0.5 * 0.2 * 9.81 * 3.1 * (1 / 120 if integrator.kind == "bdf2" else 1e-3)
    assert energy_balance.impact == pytest.approx((1.0 - 0.7**2) * 0.2 * 9.81 * 0.498, abs=unknown + 0.006)
    assert abs(energy_balance.numerical) < unknown + 0.006


JELLY = pl.Bulk(young=2e4, poisson=0.4, density=1000.0, damping=1e-3)


def dropped(dt: float, integrator=None, *, nodes: int = 5, seconds: float = 0.4, **options) -> list[Balance]:
    """The energy balance at all steps of a cube of jelly that falls 20 cm."""
    scene = Scene(gravity=9.81, dt=dt, integrator=integrator or BDF2())
    cube = box(0.1, 0.1, 0.1, center=(0, 0, 0.252))
    scene.add(Solid(cube, grid=(nodes, nodes, nodes), material=JELLY, id="cube", velocity=(1.0, 0.0, 0.0)))
    scene.add(Plane(**options))
    simulation = Simulation(scene, energy_balance=True)
    return [run(simulation, 1) for _ in range(round(seconds / dt))]


@pytest.mark.parametrize("options", [{}, {"friction": 0.3}], ids=("smooth", "rough"))
def test_a_soft_body_that_lands_books_what_it_loses_and_the_rest_shrinks(options):
    """A default penalty is stiff at any step, so that nothing is resolved; what is lost at it is still known."""
    coarse, fine = (dropped(1 / rate, nodes=4, seconds=0.35, **options) for rate in (60, 960))
    for energy_balance in (coarse, fine):
        assert min(one.impact for one in energy_balance) > -1e-3
        assert min(one.friction for one in energy_balance) > -1e-9
        assert energy_balance[-1].impact > 0.05
    assert abs(fine[-1].numerical) < 0.45 * coarse[-1].numerical


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, {"friction": 0.3}, {"friction": 0.3, "restitution": 0.5}], ids=str)
@pytest.mark.parametrize("integrator", [BDF2(), BackwardEuler()], ids=lambda one: one.kind)
def test_it_shrinks_once_steps_see_the_shock_go_through_the_body(integrator, options):
    """Which takes 20 ms here: in longer steps the cube is stopped as a whole, and what it loses is impact."""
    left = [dropped(1 / rate, integrator, nodes=6, **options)[-1] for rate in (240, 480, 960)]
    assert all(one.impact > 0.0 for one in left)
    assert left[2].numerical < left[1].numerical < left[0].numerical
    assert left[2].numerical < (0.6 if integrator.kind == "bdf2" else 0.8) * left[0].numerical


def test_what_a_blow_with_restitution_takes_shrinks_over_all_steps():
    """Impact and numerical together: 1.9 J of 2.0 at 1/60 s, where the cube stops as a whole, to 0.5 J at 1/960.

    The numerical part is what BDF2 takes of the vibration that a blow leaves behind. In steps as long as the shock
    takes through the cube, 20 ms, there is none: all of it is impact then. From there on it shrinks with the step.
    """
    ends = [dropped(1 / rate, nodes=4, restitution=0.5)[-1] for rate in (60, 120, 240, 480, 960)]
    taken = [one.impact + one.numerical for one in ends]
    assert all(finer < coarser for coarser, finer in pairwise(taken))
    assert taken[-1] < 0.3 * taken[0]
    assert abs(ends[0].numerical) < 0.04
    numerical = [abs(one.numerical) for one in ends[1:]]
    assert numerical[0] < 0.15
    assert all(finer < 0.8 * coarser for coarser, finer in pairwise(numerical))


def test_an_obstacle_that_moves_does_work_and_friction_takes_some_of_it():
    """A sheet on a plane that is drawn away slides all the time: of the work μmg s of the plane half is friction's."""
    scene = Scene(gravity=9.81, dt=1 / 120, contact=CONTACT)
    scene.add(sheet().model_copy(update={"position": (0.0, 0.0, 0.002)}))
    way = Motion((0.0, 1.0), ((0, 0, 0), (5.0, 0, 0)), smooth=False)
    scene.add(Plane(friction=0.3, motion=way))
    energy_balance = run(Simulation(scene, energy_balance=True), 60)
    weight, slid = 0.2 * 9.81, 5.0 * 0.5
    kinetic = 0.5 * 0.2 * (0.3 * 9.81 * 0.5) ** 2
    assert energy_balance.work == pytest.approx(0.3 * weight * slid, rel=0.02)
    assert energy_balance.friction == pytest.approx(0.3 * weight * slid - kinetic, rel=0.02)
    assert energy_balance.kinetic == pytest.approx(kinetic, rel=0.02)
    assert abs(energy_balance.numerical) < 0.01 * energy_balance.work


# ---------------------------------------------------------------- keeping them


def test_the_energy_balance_adds_up_for_every_body_and_together():
    scene = alone(sheet(drag=1.0), SECOND, 0.01, gravity=9.81)
    scene.add(
        sheet(damping=1e-2).model_copy(
            update={"id": "other", "position": (3.0, 0.0, 0.0), "spin": (1.0, 0.0, 2.0)}
        )
    )
    energy_balance = run(Simulation(scene, energy_balance=True), 20)
    assert set(energy_balance.bodies) == {"sheet", "other"}
    for one in (energy_balance, *energy_balance.bodies.values()):
        assert one.initial + one.work == pytest.approx(one.energy + one.dissipated, abs=1e-12)
        assert list(one.entries()) == list(ENTRIES)
    assert energy_balance.damping == pytest.approx(sum(one.damping for one in energy_balance.bodies.values()))
    assert energy_balance.bodies["sheet"].damping > 0.0


def test_an_energy_balance_does_not_touch_the_motion_and_begins_with_the_first_reading():
    scene = alone(
        sheet(drag=1.0, damping=1e-3, flow=Maxwell(relaxation_time=0.1)), BDF2(), 0.01, gravity=9.81
    )
    scene.pin("sheet", edges=("m0",))
    quiet, booked = Simulation(scene), Simulation(scene, energy_balance=True)
    for _ in range(10):
        quiet.step()
        booked.step()
    assert np.array_equal(quiet.positions("sheet"), booked.positions("sheet"))
    assert not quiet.state.energy_balance
    late = quiet.energy_balance()
    assert late.work == late.damping == late.numerical == 0.0
    assert late.initial == pytest.approx(booked.energy_balance().energy)
    quiet.keep_energy_balance(False)
    assert not quiet.state.energy_balance


def test_what_changes_at_once_is_work_from_outside():
    scene = alone(sheet(), SECOND, 0.01, gravity=9.81)
    simulation = Simulation(scene, energy_balance=True)
    before = run(simulation, 5)
    simulation.apply(Set("bodies.sheet.material.membrane", 120.0))
    hand = simulation.apply(Grab("sheet", (0, 0), stiffness=10.0, to=(0.0, 0.0, 1.0))).id
    after = simulation.energy_balance()
    assert after.work - before.work == pytest.approx(after.energy - before.energy)
    assert after.numerical == pytest.approx(before.numerical)
    simulation.apply(Release(hand))
    assert simulation.energy_balance().work == pytest.approx(before.work, abs=1e-9)


def test_a_checkpoint_keeps_the_account(tmp_path):
    scene = alone(sheet(drag=1.0, damping=1e-3), BDF2(), 0.01, gravity=9.81)
    scene.pin("sheet", edges=("m0",))
    simulation = Simulation(scene, energy_balance=True)
    run(simulation, 5)
    simulation.checkpoint(tmp_path / "state.npz")
    again = Simulation.restore(tmp_path / "state.npz")
    assert run(simulation, 5) == run(again, 5)
    assert again.energy_balance().bodies["sheet"].damping > 0.0


def test_steps_that_are_tried_again_are_booked_once(monkeypatch):
    def swung(halved: bool) -> Balance:
        scene = alone(sheet(drag=1.5), SECOND, 0.01, gravity=9.81)
        simulation = Simulation(scene, energy_balance=True)
        if halved:
            stepper = simulation._steppers["sheet"]
            step = stepper.step

            def stuck(state, time, dt, hands):
                report = step(state, time, dt, hands)
                return replace(report, stuck=dt > 0.006 and time == 0.0)

            monkeypatch.setattr(stepper, "step", stuck)
        energy_balance = run(simulation, 4)
        assert simulation.halvings == int(halved)
        return energy_balance

    plain, halved = swung(False), swung(True)
    assert halved != plain
    assert halved.damping == pytest.approx(plain.damping, rel=0.05)
    # After it BDF2 starts once more with backward Euler, whose error is of the size of the first step's.
    assert halved.numerical == pytest.approx(plain.numerical, rel=0.3)


def test_what_breaks_is_fracture_and_no_work():
    account = Account(initial=5.0, last=5.0)
    account.steps = 1
    account.meet(energy=3.0, released=2.0)
    assert (account.fracture, account.work, account.last) == (2.0, 0.0, 3.0)
    account.meet(energy=3.5, released=2.0)
    assert (account.fracture, account.work) == (2.0, 0.5)


@pytest.mark.parametrize(
    ("flow", "least"),
    [
        # Stiffness changes between two steps, at the place where the first has ended: such work is of first order.
        (Thermoplastic(relaxation_time=0.05, cooling_time=0.1), 1.3),
        (Maxwell(relaxation_time=-0.3, bound=0.5), 1.8),
    ],
    ids=lambda one: getattr(one, "kind", ""),
)
def test_what_is_set_or_stopped_while_it_flows_is_booked(flow, least):
    assert order(swinging, SECOND, flow=flow, gravity=None) > least
    energy_balance = swinging(SECOND, 160, flow=flow, gravity=None)
    assert abs(energy_balance.numerical) < 0.05 * energy_balance.initial


def test_damping_of_hybrid_matter_that_flows_is_never_negative():
    def hanging(integrator, steps: int) -> Balance:
        flow = Generalised(arms=(Arm(share=0.5, relaxation_time=0.2),))
        matter = Hybrid(slope=200.0, curvature=0.5, density=2.0, damping=0.01)
        body = Surface(rectangle(1, 1), id="sheet", grid=(6, 6), material=matter, flow=flow)
        scene = alone(body, integrator, 0.2 / steps, gravity=9.81)
        scene.pin("sheet", edges=("m0",))
        return run(Simulation(scene, energy_balance=True), steps)

    assert order(hanging, SECOND, (40, 80)) > 1.7
    assert hanging(SECOND, 40).damping > 0.0


def test_what_resists_flow_in_hybrid_matter_shares_what_it_takes():
    """Viscous and plastic: neither takes less than nothing, whichever resists more."""
    matter = Hybrid(curvature=0.5, density=0.5)
    body = Surface(rectangle(1, 0.5), id="it", grid=(7, 4), material=matter, flow=Viscoplastic(0.05, 0.05))
    scene = alone(body, SECOND, 2.5e-3)
    for name, node in (("a", (0, 0)), ("b", (6, 3))):
        scene.at(0.0, Grab("it", node=node, id=name, stiffness=50.0))
    scene.at(0.0, Move("b", to=(0.6, 0.4, 0.5), seconds=0.1))
    scene.at(0.1, Move("b", to=(0.5, 0.0, -0.3), seconds=0.1))
    energy_balance = run(Simulation(scene, energy_balance=True), 120)
    assert (
        energy_balance.viscous > 0.1 * energy_balance.work
        and energy_balance.plastic > 0.1 * energy_balance.work
    )


def test_inertial_forces_that_are_left_out_do_work_and_damp_nothing():
    """A rod whose nodes move along it while it spins; nothing in it resists motion."""
    matter = Hybrid(slope=0.5, curvature=0.005, density=1.0, centrifugal=False)
    rod = pl.Curve(
        pl.shapes.line((-0.5, 0, 0), (0.5, 0, 0)), id="rod", grid=11, material=matter, spin=(0, 0, 2)
    )
    simulation = Simulation(alone(rod, RK4(), 1e-3), energy_balance=True)
    state = simulation.state.bodies["rod"]
    state.v[0, :11] += 2.0 * state.x[0, :11] ** 3
    energy_balance = run(simulation, 100)
    assert abs(energy_balance.work) > 1e-6
    assert abs(energy_balance.damping) < 1e-6 * abs(energy_balance.work)
    assert abs(energy_balance.numerical) < 0.01 * abs(energy_balance.work)
