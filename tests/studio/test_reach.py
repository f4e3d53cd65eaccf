"""What a scene that comes through the page may read, what is said of the rest, and who gets in from elsewhere."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest
from starlette.responses import PlainTextResponse

from pliant import meshes, reach
from pliant.errors import PliantError
from pliant.scene import load
from pliant.studio import messages as m
from pliant.studio.access import Guard
from pliant.studio.client import Client
from pliant.studio.opening import shown_name
from pliant.studio.server import listen, readable_for
from pliant.studio.textures import texture
from tests.studio.conftest import SCENE

SECRET = "OFF\nvery:x:0:0:confidential\n"
OBJ = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"


@pytest.fixture
def places(tmp_path: Path) -> Iterator[dict[str, Path]]:
    """A folder that may be read and one that may not; links lead from one into the other."""
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    for folder in (inside, outside):
        folder.mkdir()
        (folder / "mesh.obj").write_text(OBJ)
        (folder / "broken.off").write_text(SECRET)
    (inside / "link.obj").symlink_to(outside / "mesh.obj")
    reach.restrict([inside])
    yield {"inside": inside, "outside": outside}
    reach.restrict(None)


def scene_with(folder: Path, file: str) -> Path:
    path = folder / "scene.json"
    body = {"kind": "mesh", "id": "thing", "file": file, "material": "cotton"}
    path.write_text(json.dumps({"bodies": [body]}))
    return path


def test_a_mesh_beside_the_scene_is_found(places):
    assert load(scene_with(places["inside"], "mesh.obj")).bodies[0].id == "thing"


@pytest.mark.parametrize(
    "name", ["{outside}/mesh.obj", "../outside/mesh.obj", "link.obj", "{outside}/nothing.obj"]
)
def test_what_lies_elsewhere_is_not_read_and_not_even_told_to_exist(places, name: str):
    with pytest.raises(PliantError) as caught:
        load(scene_with(places["inside"], name.format(**places)))
    assert "outside of what the studio may read" in str(caught.value)


def test_names_are_looked_for_in_the_folders_that_were_named(places, tmp_path: Path):
    """What is dropped on a page has left its own folder behind."""
    dropped = tmp_path / "dropped"
    dropped.mkdir()
    (places["inside"] / "parts").mkdir()
    (places["inside"] / "parts/cup.obj").write_text(OBJ)
    for name in ("mesh.obj", "parts/cup.obj"):
        assert load(scene_with(dropped, name)).bodies[0].id == "thing"
    with pytest.raises(PliantError, match="outside of what the studio may read"):
        load(scene_with(dropped, "../outside/mesh.obj"))
    with pytest.raises(
        PliantError, match=r"there is no mesh 'spoon.obj' in what the studio may read.*--folder"
    ):
        load(scene_with(places["inside"], "spoon.obj"))


@pytest.mark.parametrize("kind", ["texture", "file", "young"])
def test_pictures_and_tables_are_under_the_same_rule(places, kind: str):
    outside = str(places["outside"] / "picture.png")
    Path(outside).write_bytes(b"\x89PNG nonsense")
    body = {
        "kind": "surface",
        "id": "a",
        "shape": {"kind": "rectangle"},
        "grid": [4, 4],
        "material": "cotton",
    }
    if kind == "texture":
        body["look"] = {"texture": outside}
    elif kind == "file":
        body["shape"] = {"kind": "height_field", "file": outside}
    else:
        body["material"] = {
            "kind": "elastic", "thickness": 1e-3, "density": 100.0,
            "young": {"kind": "image", "file": outside, "low": 1e5, "high": 1e6},
        }  # fmt: skip
    path = places["inside"] / "scene.json"
    path.write_text(json.dumps({"bodies": [body]}))
    with pytest.raises(PliantError, match="outside of what the studio may read"):
        load(path)
    assert texture({"bodies": [{"id": "a", "look": {"texture": outside}}]}, "a") is None


def test_nothing_of_a_file_that_cannot_be_read_is_echoed(places):
    for name in ("broken.off", str(places["outside"] / "broken.off")):
        with pytest.raises(PliantError) as caught:
            load(scene_with(places["inside"], name))
        assert "confidential" not in str(caught.value)


def test_whoever_is_not_restricted_reads_anything_and_is_told_why(tmp_path: Path):
    (tmp_path / "broken.off").write_text(SECRET)
    with pytest.raises(PliantError, match="confidential"):
        meshes.load(tmp_path / "broken.off")
    (tmp_path / "mesh.obj").write_text(OBJ)
    assert len(meshes.load(tmp_path / "mesh.obj").vertices) == 3


def test_files_that_lead_elsewhere_are_not_opened_for_a_page(places):
    (places["inside"] / "scene.gltf").write_text("{}")
    with pytest.raises(PliantError, match="outside"):
        meshes.load(places["inside"] / "scene.gltf")


def test_the_first_scene_may_read_what_it_names_wherever_that_is(tmp_path: Path):
    (tmp_path / "meshes").mkdir()
    (tmp_path / "scenes").mkdir()
    (tmp_path / "meshes/mesh.obj").write_text(OBJ)
    path = scene_with(tmp_path / "scenes", "../meshes/mesh.obj")
    readable = readable_for(path, ())
    try:
        reach.restrict(readable)
        assert load(path).bodies and reach.is_within(tmp_path / "scenes/other.png")
        assert not reach.is_within(tmp_path / "meshes/other.obj")
    finally:
        reach.restrict(None)


def test_a_folder_that_is_not_there_is_an_error(tmp_path: Path):
    with pytest.raises(PliantError, match="no such folder"):
        readable_for(None, [tmp_path / "nothing"])


# ---------------------------------------------------------------- through the page


NAMES = [
    "x" * 5000 + ".yaml", "a\0b.yaml", "../../etc/passwd.yaml", "scene." + "y" * 5000, "\ud800.yaml", "", ".", "..",
    "🙂/\u202e.yaml", "C:\\a\\b.yaml", "." * 3000,
]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_any_name_of_a_file_becomes_one_that_can_be_shown_and_written(name: str):
    shown = shown_name(name)
    shown.encode()
    assert 0 < len(shown) <= 201 and shown.isprintable() and "/" not in shown


def _answer(client: Client) -> dict:
    """The next scene or trouble."""
    while True:
        said = client.next(60)
        if not isinstance(said, bytes) and said["type"] in ("scene", "trouble"):
            return said


def test_scenes_under_strange_names_are_opened_or_refused_in_a_sentence(studio):
    with studio.client() as client:
        for name in NAMES[:5] + NAMES[6:]:
            if any(0xD800 <= ord(letter) < 0xE000 for letter in name):
                continue
            client.say(m.OpenText(name=name, text=SCENE))
            answer = _answer(client)
            assert answer["type"] == "scene" or (
                answer["kind"] == "input" and "Error" not in answer["text"]
            ), answer
        body = {"kind": "mesh", "file": "/etc/x.obj"}
        client.say(m.OpenText(name="a.json", text=json.dumps({"bodies": [body]})))
        assert "outside of what the studio may read" in client.hear("trouble", 60)["text"]
        client.say(m.OpenText(name="b.yaml", text=SCENE))
        client.hear("scene", 60)
        client.say(
            m.SetParameter(path="bodies.cloth.shape", value={"kind": "height_field", "file": "/etc/x.png"})
        )
        assert "outside of what the studio may read" in client.hear("trouble", 60)["text"]


def test_ending_the_server_with_open_pages_gives_no_traceback(scene_file: Path):
    process = subprocess.Popen(
        [sys.executable, "-m", "pliant", "studio", "--no-browser", str(scene_file)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    url = process.stdout.readline().strip()
    with Client(url) as one, Client(url) as two:
        one.hear("status", 300)
        two.hear("welcome", 60)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=30)
    assert process.returncode == 0
    assert "Traceback" not in said and "Error" not in said and "Cancel" not in said, said


# ---------------------------------------------------------------- from elsewhere


def asked(listens: str, path: str, **headers: str) -> tuple[int, dict[str, str]]:
    """Status and headers that a server that listens on an address answers with."""
    said: list[dict] = []

    async def send(message: dict) -> None:
        said.append(message)

    scope = {
        "type": "http", "method": "GET", "path": "/", "query_string": path.encode(),
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }  # fmt: skip
    guard = Guard(PlainTextResponse("in"), "secret", 8000, listens)
    asyncio.run(guard(scope, None, send))
    return said[0]["status"], {name.decode(): value.decode() for name, value in said[0]["headers"]}


@pytest.mark.parametrize(
    ("host", "name", "status"),
    [
        ("0.0.0.0", "192.168.1.7:8000", 200),
        ("0.0.0.0", "[fe80::1]:8000", 200),
        ("0.0.0.0", "127.0.0.1:8000", 200),
        ("0.0.0.0", "192.168.1.7:80", 403),
        ("0.0.0.0", "evil.example:8000", 403),
        ("0.0.0.0", "192.168.1.7.evil.example:8000", 403),
        ("studio.local", "studio.local:8000", 200),
        ("127.0.0.1", "192.168.1.7:8000", 403),
        ("127.0.0.1", "localhost:8000", 200),
    ],
)
def test_it_answers_to_its_own_addresses_and_never_to_a_foreign_name(host: str, name: str, status: int):
    """A foreign name may be made to point here (DNS rebinding); an address as a number cannot."""
    assert asked(host, "token=secret", host=name)[0] == status


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
def test_nobody_gets_in_without_the_token_from_anywhere(host: str):
    own = "127.0.0.1:8000" if host == "127.0.0.1" else "10.0.0.5:8000"
    assert asked(host, "", host=own)[0] == 403
    assert asked(host, "token=wrong", host=own)[0] == 403
    assert asked(host, "token=secret", host=own, origin="http://10.0.0.6:8000")[0] == 403
    status, headers = asked(host, "token=secret", host=own, origin=f"http://{own}")
    assert status == 200 and f"ws://{own}" in headers["content-security-policy"]


def test_listening_elsewhere_warns_and_prints_an_address_with_a_token(scene_file: Path):
    process = subprocess.Popen(
        [sys.executable, "-m", "pliant", "studio", "--no-browser", "--host", "0.0.0.0", str(scene_file)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    url = process.stdout.readline().strip()
    found = re.fullmatch(r"http://([\d.]+):(\d+)/\?token=([\w-]{32})", url)
    assert found, url
    connection = HTTPConnection("127.0.0.1", int(found[2]), timeout=20)
    for path, status in ((f"/?token={found[3]}", 200), ("/", 403), ("/download/1/a", 403), ("/live", 403)):
        connection.request("GET", path, headers={"Host": f"{found[1]}:{found[2]}"})
        answer = connection.getresponse()
        answer.read()
        assert answer.status == status, path
        connection.close()
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=30)
    assert "--host 0.0.0.0 lets other machines in" in " ".join(said.split())


@pytest.mark.parametrize("host", ["no such name", "x" * 300, "256.1.1.1", "\ud800"])
def test_an_address_that_is_none_is_an_error(host: str):
    with pytest.raises(PliantError, match="cannot be used"):
        listen(0, host)
