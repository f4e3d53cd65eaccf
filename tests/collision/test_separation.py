"""Lists hold every pair that can touch, and on safe motions nothing crosses."""

from __future__ import annotations

import numpy as np
import pytest

from pliant.collision.hull import Hull
from pliant.collision.separation import Separation
from tests.collision.brute_force import by_brute_force
from tests.collision.worlds import (
    Watch,
    ball,
    crumple,
    points,
    rope,
    sheet,
    sheet_at,
    tube_at,
)

H = 0.1


def moved(*by: float) -> np.ndarray:
    return np.array(by)[:, None]


def one_sheet() -> tuple[list[Hull], list, np.ndarray]:
    return [sheet(12, 12, H, 0.25 * H)], [(0, 0)], sheet_at(12, 12, H)


def tube() -> tuple[list[Hull], list, np.ndarray]:
    return [sheet(9, 13, H, 0.25 * H, (False, True))], [(0, 0)], tube_at(9, 13, H)


def two_meshes() -> tuple[list[Hull], list, np.ndarray]:
    hull, x = ball(2, 0.05)
    other, y = ball(2, 0.03)
    return [hull, other], [(0, 0), (0, 1), (1, 1)], np.concatenate([x, 0.8 * y + [[1.9], [0.1], [0.2]]], 1)


def ropes() -> tuple[list[Hull], list, np.ndarray]:
    rng = np.random.default_rng(4)
    made, x = [], []
    for k in range(4):
        way = np.cumsum(0.5 * rng.standard_normal((3, 1)) + rng.standard_normal((3, 40)), axis=1)
        way *= H / np.linalg.norm(np.diff(way, axis=1), axis=0).mean()
        made.append(rope(40, 0.2 * H))
        x.append(way + 2 * H * k * np.array([[1], [0], [1]]))
    return made, [(i, j) for i in range(4) for j in range(i, 4)], np.concatenate(x, axis=1)


def mixed() -> tuple[list[Hull], list, np.ndarray]:
    hulls = [sheet(8, 8, H, 0.2 * H), sheet(6, 7, H, 0.3 * H, grid=False), rope(20, 0.3 * H), points(10, 0.1)]
    hull, x = ball(1, 0.02)
    rng = np.random.default_rng(5)
    line = np.stack([H * np.arange(20), 0.35 + 0 * np.arange(20), 0.15 + 0 * np.arange(20)])
    places = [
        sheet_at(8, 8, H),
        sheet_at(6, 7, H) + moved(0.1, 0.03, 0.07),
        line,
        rng.uniform(0.2, 0.6, (3, 10)) + moved(0.0, 0.0, 0.2),
        0.2 * x + [[0.35], [0.35], [-0.3]],
    ]
    meets = [(i, j) for i in range(5) for j in range(i, 5) if (i, j) != (3, 3)]
    return [*hulls, hull], meets, np.concatenate(places, axis=1)


WORLDS = {"sheet": one_sheet, "tube": tube, "meshes": two_meshes, "ropes": ropes, "mixed": mixed}


@pytest.mark.parametrize("world", WORLDS)
def test_no_pair_that_touches_is_missing(world: str):
    """Along motions of bodies that are squeezed together, against brute force; 100 each, 500 in all."""
    hulls, meets, x = WORLDS[world]()
    s = Separation(hulls, meets)
    watch = Watch(s)
    found, end = 0, x
    for start, q, _ in crumple(s, x, 100, 7):
        end = start + q
        for part in (0.0, 0.43, 1.0):
            near, missing = watch.missing(start + part * q)
            found += near
            assert missing == 0
    assert found > 10_000  # that it was a test
    assert watch.distances(end).min() > 0.0


@pytest.mark.parametrize("world", WORLDS)
def test_a_list_holds_for_vertices_on_their_own_ways(world: str):
    """Each vertex anywhere along its way and off it, hulls drifting: whatever `covers` says is covered is."""
    hulls, meets, x = WORLDS[world]()
    hulls = [Hull(h.name, h.nodes, h.edges, h.faces, h.thickness) for h in hulls]  # none is flat
    s = Separation(hulls, meets)
    watch = Watch(s)
    rng = np.random.default_rng(8)
    covered = found = 0
    for k, _ in enumerate(crumple(s, x, 40, 9)):
        if k % 2:
            continue
        for _ in range(4):
            off = rng.standard_normal(x.shape)
            off *= s._slack * rng.uniform(0, 0.6, x.shape[1]) / np.linalg.norm(off, axis=0)
            y = s._home + rng.uniform(0, 1, x.shape[1]) * s._way + off + rng.standard_normal((3, 1))
            if s.covers(y):
                near, missing = watch.missing(y)
                covered, found = covered + 1, found + near
                assert missing == 0
    assert covered > 20
    assert found > 1000


@pytest.mark.parametrize("world", WORLDS)
def test_fractions_of_safe_motions_do_not_cross(world: str):
    """By the collision detection of others, which finds what comes nearer than a hundredth of the distance."""
    ipctk = pytest.importorskip("ipctk")
    hulls, meets, x = WORLDS[world]()
    if len(meets) != len(hulls) * (len(hulls) + 1) // 2:
        hulls, meets, x = WORLDS["sheet"]()
    s = Separation(hulls, meets)
    edges = np.concatenate(
        [h.edges[h.edges[:, 0] != h.edges[:, 1]] + f for h, f in zip(s.hulls, s.firsts, strict=False)]
    )
    faces = np.concatenate([h.faces + f for h, f in zip(s.hulls, s.firsts, strict=False)])
    mesh = ipctk.CollisionMesh(np.asfortranarray(x.T), edges.astype(np.int32), faces.astype(np.int32))
    exact = ipctk.AdditiveCCD(conservative_rescaling=0.99)
    for start, q, _ in crumple(s, x, 30, 10):
        for part in (0.31, 1.0):
            end = np.asfortranarray((start + part * q).T)
            assert ipctk.is_step_collision_free(mesh, np.asfortranarray(start.T), end, narrow_phase_ccd=exact)
            assert not ipctk.has_intersections(mesh, end)


def test_ways_that_are_cut_in_space_are_parts_of_ways():
    """Whoever knows them to be free of obstacles need not look again; to rounding, in any state of a crumpled sheet."""
    hulls, meets, x = WORLDS["sheet"]()
    s, looked, cut = Separation(hulls, meets), Separation(hulls, meets), 0
    for start, q, _ in crumple(s, x, 20, 11):
        way = 4.0 * q + moved(0.0, 0.0, -0.1)
        part = way.copy()
        cut += looked.safe(start, part, moving=False)
        share = (part * way).sum(axis=0) / (way * way).sum(axis=0)
        assert share.min() >= 0.0 and share.max() <= 1.0 + 1e-12
        np.testing.assert_allclose(part, share * way, atol=1e-12)
        assert share.max() > 0.0
        assert len(looked.intersections(start + part)) == 0
    assert cut > 5


@pytest.mark.parametrize("speed", [1.0, 10.0, 100.0, 1000.0])
def test_bullets_do_not_pass(speed: float):
    """A small sheet is shot at a held one of 0.4 mm; its way is continued for as long as it gets on."""
    ipctk = pytest.importorskip("ipctk")
    hulls = [sheet(16, 16, 1 / 15, 4e-4), sheet(5, 5, 0.05, 4e-4)]
    s = Separation(hulls, [(0, 0), (0, 1), (1, 1)])
    x = np.concatenate([sheet_at(16, 16, 1 / 15), sheet_at(5, 5, 0.05) + moved(0.41, 0.37, 0.3)], axis=1)
    fixed = np.zeros(x.shape[1], np.uint8)
    fixed[:256] = 1
    goal = x.copy()
    goal[:, 256:] += speed / 60 * np.array([[0.1], [0.05], [-1.0]])
    edges = np.concatenate([h.edges + f for h, f in zip(hulls, s.firsts, strict=False)]).astype(np.int32)
    faces = np.concatenate([h.faces + f for h, f in zip(hulls, s.firsts, strict=False)]).astype(np.int32)
    mesh = ipctk.CollisionMesh(np.asfortranarray(x.T), edges, faces)
    for _ in range(20):
        q = goal - x
        s.safe(x, q, fixed)
        assert np.all(q[:, :256] == 0.0)
        x = x + q
        assert x[2, 256:].min() > 0.0
        assert not ipctk.has_intersections(mesh, np.asfortranarray(x.T))
    reached = 0.3 - speed / 60
    assert x[2, 256:].min() == pytest.approx(max(reached, 0.0), abs=0.01)


def test_what_is_pressed_on_and_on_does_not_slip_through_by_rounding():
    """Each motion may take four fifths of a gap: after some ten of them only rounding would be left to judge by."""
    rng = np.random.default_rng(5)
    turn, _ = np.linalg.qr(rng.standard_normal((3, 3)))
    hulls = [sheet(4, 4, 0.1, 1e-3), sheet(3, 3, 0.09, 1e-3)]
    x = turn @ np.concatenate([sheet_at(4, 4, 0.1), sheet_at(3, 3, 0.09) + moved(0.033, 0.041, 2e-3)], axis=1)
    s = Separation(hulls, [(0, 1)])
    fixed = np.zeros(x.shape[1], np.uint8)
    fixed[:16] = 1
    for _ in range(200):
        q = np.zeros_like(x)
        q[:, 16:] = turn @ np.array([[0.0], [0.0], [-1e-2]]) + 1e-3 * rng.standard_normal((3, 9))
        s.safe(x, q, fixed)
        x = x + q
        assert not len(by_brute_force(hulls, x, [(0, 1)]))
    assert (turn.T @ x)[2, 16:].max() < 0.02  # they are still pressed


def test_what_falls_is_never_listed_twice():
    hulls, meets, x = mixed()
    s = Separation(hulls, meets)
    for step in range(30):
        q = np.zeros_like(x) + moved(0.0, 0.0, -100.0 / 60)
        before = q.copy()
        assert not s.safe(x, q)
        assert np.array_equal(q, before)
        x = x + q
        assert s.version == 1, step


def test_a_cloth_falls_onto_a_mesh_without_being_slowed_before_it_is_there():
    hulls = [sheet(20, 20, 0.05, 0.002), sheet(10, 10, 0.3, 0.002)]
    s = Separation(hulls, [(0, 0), (0, 1)])
    x = np.concatenate([sheet_at(20, 20, 0.05) + moved(0.5, 0.5, 2.0), sheet_at(10, 10, 0.3)], axis=1)
    fixed = np.repeat([0, 1], [400, 100]).astype(np.uint8)
    for _ in range(11):
        q = np.zeros_like(x)
        q[2, :400] = -10.0 / 60
        assert not s.safe(x, q, fixed)
        x = x + q
    assert s.version <= 6
    q = np.zeros_like(x)
    q[2, :400] = -10.0
    assert s.safe(x, q, fixed)
    assert np.all(x[2, :400] + q[2, :400] > 0.0)


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_what_is_not_finite_is_refused(value: float):
    hulls, meets, x = one_sheet()
    s = Separation(hulls, meets)
    bad = x.copy()
    bad[1, 5] = value
    with pytest.raises(FloatingPointError):
        s.safe(bad, np.zeros_like(x))
    with pytest.raises(FloatingPointError):
        s.safe(x, bad)
    with pytest.raises(FloatingPointError):
        s.near(bad)
    s.safe(x, np.full_like(x, 1e30) * np.arange(x.shape[1]))


def test_pairs_at_no_distance_are_told_and_left_alone():
    hulls = [sheet(4, 4, H, 0.2 * H), sheet(4, 4, H, 0.2 * H)]
    x = np.concatenate(
        [sheet_at(4, 4, H), sheet_at(4, 4, H) + moved(0.0, 3 * H, 0.0)], axis=1
    )  # share a side
    s = Separation(hulls, [(0, 1)])
    s.near(x)
    touching = len(s.touching)
    assert touching > 0
    assert s.touching_faces > 0
    q = np.zeros_like(x)
    q[2, :16] = 0.1 * H
    s.safe(x, q)
    assert np.isfinite(q).all()
    y = x + [[0.0], [0.0], [1.0]] * (np.arange(32) < 16)
    s.near(y)
    assert len(s.touching) == 0
    s.exempt(*_touching_at(s, x))
    s.near(x)
    near = s.apart[: s.count] < s.half[s.pairs[: s.count, 0]] * 2
    assert touching == len(s.touching)
    assert not np.any(s.matched(*_touching_at(s, x))[near] >= 0)


def _touching_at(s: Separation, x: np.ndarray) -> tuple[np.ndarray, int]:
    s.near(x)
    return s.touching.copy(), s.touching_faces


def test_pairs_are_found_again():
    hulls, meets, x = mixed()
    s = Separation(hulls, meets)
    lists = []
    for _ in crumple(s, x, 20, 3):
        lists.append((s.pairs[: s.count].copy(), s.face_count))
    (old, faces), (new, new_faces) = lists[-2], lists[-1]
    found = s.matched(old, faces)
    here = found >= 0
    assert here.sum() > 100
    assert np.array_equal(old[found[here]], new[here])
    assert np.array_equal(found[here] < faces, np.flatnonzero(here) < new_faces)
    assert np.all(np.diff(found[:new_faces][here[:new_faces]]) > 0)  # the order never changes


def test_same_bits_twice():
    ends = []
    for _ in range(2):
        hulls, meets, end = mixed()
        s = Separation(hulls, meets)
        for start, q, _ in crumple(s, end, 15, 6):
            end = start + q
        ends.append((end, s.pairs[: s.count].copy(), s.apart[: s.count].copy()))
    for one, two in zip(*ends, strict=True):
        assert np.array_equal(one, two)


def test_bounds_of_distances_hold_where_vertices_have_gone():
    from pliant.collision.distance import distances

    hulls, meets, x = mixed()
    s = Separation(hulls, meets)
    for start, q, _ in crumple(s, x, 15, 12):
        s.away(start + q)
        d = np.empty(s.count)
        distances(start + q, s.pairs[: s.count], s.face_count, d)
        far, p, f = s.far, s.pairs[: s.count], s.face_count
        nearer = np.maximum(far[p[:, 0]], far[p[:, 1]]) + np.maximum(far[p[:, 2]], far[p[:, 3]])
        nearer[:f] = far[p[:f, 0]] + far[p[:f, 1:]].max(1)
        assert np.all(d >= s.apart[: s.count] - nearer - 1e-12)


def test_a_floor_of_two_triangles_is_no_nearer_than_it_is():
    """What is far above it compared with the cloth's own cells is not listed, however long its edges are."""
    floor = sheet(2, 2, 20.0, 0.002)
    s = Separation([sheet(20, 20, 0.05, 0.002), floor], [(0, 0), (0, 1)])
    x = np.concatenate([sheet_at(20, 20, 0.05) + moved(5.0, 5.0, 0.05), sheet_at(2, 2, 20.0)], axis=1)
    s.near(x)
    assert s.count == 0
    x[2, :400] -= 0.045
    s.near(x)
    assert s.count >= 400


@pytest.mark.parametrize("seed", range(12))
def test_no_pair_is_missing_when_hulls_go_against_each_other(seed: int):
    """Bodies that are thrown at each other at random, some with pins: complete lists, no crossing, pins stand still."""
    hulls, meets, x = WORLDS[list(WORLDS)[4 - seed % 3]]()
    s = Separation(hulls, meets)
    watch = Watch(s)
    rng = np.random.default_rng(seed)
    fixed = (rng.uniform(size=x.shape[1]) < 0.1 * (seed % 2)).astype(np.uint8)
    speed = 10.0 ** rng.uniform(-1.5, 1.5)
    of = np.repeat(np.arange(len(hulls)), s.counts)
    for _ in range(12):
        q = 0.1 * speed * rng.standard_normal((3, len(hulls)))[:, of] + 0.02 * speed * rng.standard_normal(
            x.shape
        )
        q -= 0.1 * min(speed, 3.0) * (x - x.mean(1, keepdims=True))
        q[:, fixed > 0] = 0.0
        s.safe(x, q, fixed)
        assert np.all(q[:, fixed > 0] == 0.0)
        for part in (0.0, 0.5, 1.0):
            assert watch.missing(x + part * q)[1] == 0
        x = x + q
        assert len(s.intersections(x)) == 0


@pytest.mark.parametrize("name", list(WORLDS))
def test_a_list_of_which_little_is_made_anew_is_as_complete_as_a_new_one(name: str):
    """Few vertices at a time go far, all others a little: nothing that touches is missing, and nothing crosses."""
    hulls, meets, x = WORLDS[name]()
    s = Separation(hulls, meets)
    watch, rng, renewed, seen = Watch(s), np.random.default_rng(3), 0, 0
    renew = s._renew

    def counted(x: np.ndarray, q: np.ndarray) -> bool:
        nonlocal renewed
        done = renew(x, q)
        renewed += done
        return done

    s._renew = counted
    for start, q, _ in crumple(s, x, 12, 8):  # so that some of it touches
        x = start + q
    h = float(s._edges.mean())
    for _ in range(40):
        q = 0.02 * h * rng.standard_normal(x.shape)
        some = rng.choice(x.shape[1], max(x.shape[1] // 20, 1), replace=False)
        q[:, some] += 0.3 * h * rng.standard_normal((3, len(some)))
        s.safe(x, q)
        for part in (0.0, 0.4, 1.0):
            touching, missing = watch.missing(x + part * q)
            seen += touching
            assert missing == 0
        x = x + q
        assert len(s.intersections(x)) == 0
    assert renewed >= 10
    assert seen > 0


@pytest.mark.parametrize("seed", range(8))
def test_pairs_that_come_near_at_the_same_time_are_in_lists_of_long_ways(seed: int):
    """Lists of ways that are only looked at leave out what is apart at both ends along an axis, and so all the way."""
    hulls, meets, x = WORLDS[list(WORLDS)[seed % len(WORLDS)]]()
    s, rng = Separation(hulls, meets), np.random.default_rng(seed)
    watch, of = Watch(s), np.repeat(np.arange(len(hulls)), s.counts)
    turn, _ = np.linalg.qr(np.eye(3) + 0.3 * rng.standard_normal((3, 3)))
    centres = np.stack([x[:, of == h].mean(axis=1) for h in range(len(hulls))], axis=1)
    q = 0.3 * (turn @ x - x) - 0.5 * (centres - x.mean(axis=1, keepdims=True))[:, of]
    q += 0.02 * rng.standard_normal(x.shape)
    s.list_on(x, q)
    assert not s._valid  # made for these ways alone
    found = 0
    for part in np.linspace(0.0, 1.0, 21):
        near, missing = watch.missing(x + part * q)
        found += near
        assert missing == 0
    assert found > 50
