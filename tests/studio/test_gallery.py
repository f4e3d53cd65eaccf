"""Everything that the page offers can be opened, and has a picture."""

from __future__ import annotations

from math import prod

import numpy as np
import pytest

from pliant.errors import PliantError
from pliant.scene.schema import Scene
from pliant.simulation import Simulation
from pliant.studio.gallery import OWN, THUMBNAILS, items, open_item

MOST_NODES = {"surface": 48 * 48, "curve": 1000, "solid": 9 * 9 * 9, "layered": 2300}
ITEMS = {item.name: item for item in items()}


def test_the_tablecloth_comes_first():
    first = items()[0]
    assert (first.name, first.title, first.source) == ("drape", "Tablecloth", "pliant")


@pytest.mark.parametrize("name", ITEMS)
def test_an_item_has_words_and_a_light_picture(name):
    item = ITEMS[name]
    assert item.title and item.text and item.nodes > 0
    assert item.thumbnail == f"/thumbnails/{name}.jpg"
    picture = (THUMBNAILS / f"{name}.jpg").read_bytes()
    assert picture[:2] == b"\xff\xd8" and len(picture) <= 25_000


@pytest.mark.parametrize("name", ITEMS)
def test_a_picture_shows_something_and_the_page_looks_at_it_in_the_same_way(name):
    """The picture is made of the variant, from the side and of the action that the page is told when it opens it."""
    image = pytest.importorskip("PIL.Image")
    pixels = np.asarray(image.open(THUMBNAILS / f"{name}.jpg").convert("RGB"), dtype=float)
    backdrop = pixels[:, [0, -1]].mean(axis=1, keepdims=True)  # it changes from top to bottom only
    assert (np.abs(pixels - backdrop).max(axis=2) > 8).mean() > 0.003, "not blank"
    chosen = open_item(name)
    assert chosen.side is not None and len(chosen.action) > 1
    assert np.isfinite(chosen.action).all()
    for other in ITEMS[name].variants[1:]:
        assert open_item(name, other).action == ()  # which nobody has looked at


@pytest.mark.parametrize("name", ITEMS)
def test_every_variant_is_a_scene(name):
    for variant in ITEMS[name].variants or [None]:
        choice = open_item(name, variant)
        assert isinstance(choice.scene, Scene) and choice.variant == variant
    assert open_item(name).variant == (ITEMS[name].variants or [None])[0]


@pytest.mark.parametrize("name", OWN)
def test_our_own_scenes_are_small_and_go_well(name):
    """So few nodes that it is real time on two cores; and no step that is not solved."""
    scene = open_item(name).scene
    assert all(prod(body.grid) <= MOST_NODES[body.kind] for body in scene.bodies)
    simulation = Simulation(scene)
    for _ in range(20):
        simulation.step()
    assert simulation.unconverged == simulation.halvings == 0


def test_no_two_have_one_name():
    assert len({item.name for item in items()}) == len(items())


def test_a_name_that_is_not_there_is_told():
    with pytest.raises(PliantError, match="did you mean"):
        open_item("drapes")
