"""Small scenes of bodies of all kinds that run into each other: nothing may ever cross.

A few bodies of different matter are placed beside each other and thrown at the first one, so fast that they meet within
a few steps, or long before the end of one. Some are pinned, some are dragged by hands, and there are obstacles, also
such as are meshes and move. After every step all edges are tried against all faces, once by brute force and once by
ipctk. Scenes that start with a crossing are placed anew.
"""

from __future__ import annotations

import itertools
import random
import warnings
from pathlib import Path
from typing import Any

import numpy as np

import pliant as pl
from pliant.collision.hull import Hull, offsets
from tests.collision.brute_force import by_brute_force
from tests.fuzz.fuzzer import Fuzzer, Nonsense

_STEPS = (8, 16)
_PLACES = 6  # times bodies are placed, farther apart each time
_SOFT = pl.Sheet(membrane=50.0, bending=1e-4, area_density=0.2)
_JELLY = pl.Bulk(young=2e4, poisson=0.3, density=500.0)
_CORD = pl.Cord(stretching=20.0, bending=1e-4, line_density=0.05)
IMPLICIT = ("bdf2", "backward_euler")
EXPLICIT = ("explicit", "rk4", "feynman", "euler", "midpoint")


def case(rng: random.Random, folder: Path) -> str:
    """One scene, run for a few steps."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        simulation = _placed(rng)
        return run(simulation, rng.randint(*_STEPS))


def run(simulation: pl.Simulation, steps: int) -> str:
    """So many steps; says how the scene went."""
    met = False
    require_no_crossings(simulation)
    for _ in range(steps):
        try:
            simulation.step()
        except pl.SimulationError:
            require_no_crossings(simulation)
            return "stopped"
        require_no_crossings(simulation)
        contact = simulation._world.contact
        met = met or (contact is not None and contact.active > 0)
    return "met" if met else "missed each other"


# ---------------------------------------------------------------- the two opinions


def require_no_crossings(simulation: pl.Simulation) -> None:
    """Raises if any edge pierces a face of what it meets."""
    world = simulation._world
    contact = world.contact
    if contact is None:
        return
    x = world._meetings.places(
        {name: body.x for name, body in simulation.state.bodies.items()}, simulation.time
    )
    if not np.isfinite(x).all():
        raise Nonsense(f"positions are not finite at step {simulation.state.step}")
    meets = [(int(i), int(j)) for i, j in contact.separation.meets]
    ours = by_brute_force(contact.hulls, x, meets)
    if len(ours):
        i, j = ours[0][:2]
        names = f"{contact.hulls[i].name} and {contact.hulls[j].name}"
        raise Nonsense(f"{len(ours)} crossings at step {simulation.state.step}, of {names}")
    if crosses_by_ipctk(contact.hulls, x, meets):
        raise Nonsense(f"a crossing at step {simulation.state.step} that only ipctk finds")


def crosses_by_ipctk(hulls: list[Hull], x: np.ndarray, meets: list[tuple[int, int]]) -> bool:
    """Whether ipctk finds an edge that pierces a face of hulls that meet: looked at two by two.

    Not by a filter in Python for all at once: its threads would wait for the interpreter for ever.
    """
    import ipctk

    ipctk.set_num_threads(1)
    first = offsets(hulls)
    for i, j in meets:
        members = sorted({i, j})
        parts = [x[:, first[k] : first[k + 1]] for k in members]
        starts = [0, parts[0].shape[1]]
        edges = [hulls[k].edges + start for k, start in zip(members, starts, strict=False)]
        faces = [hulls[k].faces + start for k, start in zip(members, starts, strict=False)]
        edge, face, points = np.concatenate(edges), np.concatenate(faces), np.concatenate(parts, axis=1)
        edge = edge[edge[:, 0] != edge[:, 1]]
        if not len(edge) or not len(face):
            continue
        places = np.asfortranarray(points.T)
        mesh = ipctk.CollisionMesh(
            places, np.asfortranarray(edge, np.int32), np.asfortranarray(face, np.int32)
        )
        if i != j:
            which = np.repeat([0, 1], [part.shape[1] for part in parts]).astype(np.int32)
            mesh.can_collide = ipctk.make_vertex_patches_filter(which)
        if ipctk.has_intersections(mesh, places):
            return True
    return False


# ---------------------------------------------------------------- scenes


def _placed(rng: random.Random) -> pl.Simulation:
    """A random scene whose bodies do not cross at the start."""
    seed = rng.random()
    for far in range(_PLACES):
        scene = random_scene(random.Random(seed), 1.0 + 0.3 * far)
        try:
            return pl.Simulation(scene)
        except pl.SceneError:
            if far + 1 == _PLACES:
                raise
    raise AssertionError


def random_scene(rng: random.Random, spread: float) -> pl.Scene:
    """Two to four bodies that fly at the first of them; `spread` is how far apart they start."""
    family = rng.choice(("implicit", "implicit", "implicit", "explicit", "static"))
    integrator = rng.choice({"implicit": IMPLICIT, "explicit": EXPLICIT, "static": ("static",)}[family])
    dt = rng.choice((1e-4, 3e-4, 1e-3)) if family == "explicit" else rng.choice((1 / 240, 1 / 60, 1 / 30))
    collision: dict[str, Any] = {"friction": rng.choice((0.0, 0.3, 1.0))}
    if rng.random() < 0.3:
        collision["thickness"] = rng.choice((1e-3, 4e-3, 0.02))
    if family == "static":
        integrator = pl.Static(newton_iterations=60)
    scene = pl.Scene(
        gravity=rng.choice((None, pl.EARTH, (0.0, 3.0, -20.0))),
        dt=dt,
        integrator=integrator,
        collision=pl.Collision(**collision),
    )
    if rng.random() < 0.2 and family == "implicit":
        scene = scene.model_copy(update={"solver": pl.Solver(rng.choice(("cg", "direct", "auto")))})
    at = np.zeros(3)
    for k in range(rng.randint(2, 4)):
        place: dict[str, Any] = {"id": f"body{k}", "position": tuple(at), "rotation": _vector(rng, 3.0)}
        if k:
            way = -at / np.linalg.norm(at) + np.array(_vector(rng, 0.2))
            speed = 0.25 * spread / (dt * 10 ** rng.uniform(-1.5, 1.2))
            place |= {"velocity": tuple(min(speed, 1000.0) * way)}
        if rng.random() < 0.4:
            place |= {"spin": _vector(rng, 10 ** rng.uniform(0, 2))}
        if family == "static":
            place = {key: value for key, value in place.items() if key not in ("velocity", "spin")}
        scene.add(_body(rng, place, family != "static"))
        if (k == 0 and rng.random() < 0.6) or rng.random() < 0.15 or family == "static":
            _pin(scene, rng)
        at = np.array(_vector(rng, 1.0))
        at *= spread * (0.3 + 0.15 * k) / max(np.linalg.norm(at), 1e-9)
    if rng.random() < 0.35:
        _drag(scene, rng)
    if rng.random() < 0.5:
        _obstacle(
            scene,
            rng,
            plain=family == "explicit" or any(body.material.kind == "sticks" for body in scene.bodies),
        )
    return scene


def _vector(rng: random.Random, size: float) -> tuple[float, float, float]:
    return rng.uniform(-size, size), rng.uniform(-size, size), rng.uniform(-size, size)


def _body(rng: random.Random, place: dict[str, Any], sticks_too: bool) -> Any:
    n, m = rng.randint(3, 6), rng.randint(3, 6)
    sheet, box = pl.shapes.rectangle(0.3, 0.25), pl.shapes.box(0.2, 0.2, 0.15)
    line = pl.shapes.line((-0.2, 0.0, 0.0), (0.2, 0.0, 0.0))
    tube = pl.shapes.cylinder(0.08, 0.3)
    springs = pl.Springs(stiffness=20.0, shear=5.0, bend=1.0, damping=0.01, mass=0.002)
    sticks = pl.Sticks(mass=0.002, iterations=rng.choice((3, 10)), substeps=rng.choice((1, 2)))
    hybrid = pl.Hybrid(slope=20.0, curvature=0.01, density=0.2)
    makers = {
        "sheet": lambda: pl.Surface(sheet, grid=(n, m), material=_SOFT, **place),
        "cotton": lambda: pl.Surface(sheet, grid=(n, m), material=pl.materials.COTTON, **place),
        "tube": lambda: pl.Surface(tube, grid=(m + 2, n), periodic=(True, False), material=_SOFT, **place),
        "springs": lambda: pl.Surface(sheet, grid=(n, m), material=springs, **place),
        "sticks": lambda: pl.Surface(sheet, grid=(n, m), material=sticks, **place),
        "hybrid": lambda: pl.Surface(sheet, grid=(n, m), material=hybrid, **place),
        "curve": lambda: pl.Curve(line, grid=3 * n, material=_CORD, **place),
        "stick curve": lambda: pl.Curve(line, grid=2 * n, material=sticks, **place),
        "solid": lambda: pl.Solid(box, grid=(n, 3, m), material=_JELLY, **place),
        "stick solid": lambda: pl.Solid(box, grid=(3, 3, 3), material=sticks, **place),
        "spring solid": lambda: pl.Solid(box, grid=(3, 3, 3), material=springs, **place),
        "hybrid solid": lambda: pl.Solid(
            box, grid=(3, 3, 3), material=pl.Hybrid(slope=2e4, curvature=1.0, density=500.0), **place
        ),
        "triangles": lambda: pl.Mesh(
            _triangles(rng, n, m)[0], triangles=_triangles(rng, n, m)[1], material=_SOFT, **place
        ),
        "tetrahedra": lambda: pl.Mesh(_CORNERS.tolist(), tetrahedra=_TETRAHEDRA, material=_JELLY, **place),
        "balloon": lambda: pl.Layered(pl.layers.Octasphere(0.12, rng.choice((0, 1))), **place),
        "ring": lambda: pl.Layered(pl.layers.Ring(0.12, 8), **place),
    }
    return makers[rng.choice([name for name in makers if sticks_too or "stick" not in name])]()


def _triangles(rng: random.Random, n: int, m: int) -> tuple[list[Any], list[Any]]:
    """An uneven net."""
    points = [
        (0.3 * i / (n - 1) + rng.uniform(-0.01, 0.01), 0.25 * j / (m - 1) + rng.uniform(-0.01, 0.01), 0.0)
        for i in range(n)
        for j in range(m)
    ]
    faces = []
    for i, j in itertools.product(range(n - 1), range(m - 1)):
        a, b, c, d = i * m + j, i * m + j + 1, (i + 1) * m + j, (i + 1) * m + j + 1
        faces += [(a, c, b), (b, c, d)]
    return points, faces


_CORNERS = 0.1 * np.array(list(itertools.product((-1.0, 1.0), repeat=3)))
_TETRAHEDRA = [(0, 1, 3, 7), (0, 3, 2, 7), (0, 2, 6, 7), (0, 6, 4, 7), (0, 4, 5, 7), (0, 5, 1, 7)]
_BOX = [
    (0, 1, 3),
    (0, 3, 2),
    (4, 6, 7),
    (4, 7, 5),
    (0, 4, 5),
    (0, 5, 1),
    (2, 3, 7),
    (2, 7, 6),
    (0, 2, 6),
    (0, 6, 4),
]
_BOX += [(1, 5, 7), (1, 7, 3)]


def _pin(scene: pl.Scene, rng: random.Random) -> None:
    """Some nodes of the last body."""
    body = scene.bodies[-1]
    nodes = list(itertools.product(*map(range, body.grid)))
    scene.pin(body.id, nodes=rng.sample(nodes, rng.randint(1, min(len(nodes), 6))))


def _drag(scene: pl.Scene, rng: random.Random) -> None:
    """A hand takes a node of a body somewhere else, exactly or by a spring."""
    body = rng.choice(scene.bodies)
    node = tuple(rng.randrange(count) for count in body.grid)
    firm = rng.random() < 0.5
    start = {"stiffness": None if firm else 10 ** rng.uniform(0, 3)}
    to = tuple(np.array(body.position) * rng.uniform(-1.0, 1.0) + np.array(_vector(rng, 0.2)))
    seconds = scene.dt * 10 ** rng.uniform(0, 1.5)
    events = [pl.Grab(body.id, node, id="hand", **start), pl.Move("hand", to, seconds=seconds)]
    scene.events.extend(events)


def _obstacle(scene: pl.Scene, rng: random.Random, plain: bool) -> None:
    """A mesh, or, `plain` if schemes want that, something without friction that stands still."""
    place = np.array(_vector(rng, 1.0))
    place *= rng.uniform(0.4, 0.7) / max(np.linalg.norm(place), 1e-9)
    motion = None
    if rng.random() < 0.5:
        shift = tuple(-place * rng.uniform(0.3, 1.2))
        motion = {"times": (0.0, scene.dt * rng.uniform(1.0, 20.0)), "shifts": ((0.0, 0.0, 0.0), shift)}
    shared: dict[str, Any] = {"id": "thing", "motion": motion, "friction": rng.choice((0.0, 0.5))}
    kind = rng.choice(("mesh", "mesh", "open mesh", "sphere", "plane"))
    if plain and "mesh" not in kind:
        shared |= {"motion": None, "friction": 0.0}
    match kind:
        case "mesh":
            one = pl.obstacles.Mesh(
                vertices=_CORNERS, triangles=np.array(_BOX), center=tuple(place), **shared
            )
        case "open mesh":
            points, faces = _triangles(rng, 3, 3)
            one = pl.obstacles.Mesh(
                vertices=np.array(points), triangles=np.array(faces), center=tuple(place),
                rotation=_vector(rng, 2.0), **shared,
            )  # fmt: skip
        case "sphere":
            one = pl.obstacles.Sphere(center=tuple(place), radius=0.15, **shared)
        case _:
            one = pl.obstacles.Plane(point=(0.0, 0.0, -0.5), **{**shared, "motion": None})
    scene.add(one)


FUZZER = Fuzzer("meetings", case, gate=4, long=300, seconds=600)
