"""Documents in the XML of document 000 §4.4, to be read or refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from pliant.errors import SceneError
from pliant.scene import Scene, load

PATCH = """<NaturalShape>
  <Node index="0" pos="[-2.0, -2.0, 0.0]" /><Node index="1" pos="[2.0, -2.0, 0.0]" />
  <Node index="2" pos="[-2.0, 2.0, 0.0]" /><Node index="3" pos="[2.0, 2.0, 0.0]" />
</NaturalShape>"""


def body(
    name: str = "cloth",
    *,
    head: str = 'model="Surface" type="GenericBezierPatch"',
    properties: str = '<Properties timestep="0.01" order="1" />',
    shapes: str = PATCH,
    particles: str = '<Particles grid="[4,5]" />',
    binds: str = "",
) -> str:
    return f'<Body id="{name}" {head}>{properties}{shapes}{particles}{binds}</Body>'


def document(
    bodies: str = "", objects: str = "", forces: str = "", materials: str = "", notes: str = ""
) -> str:
    return f"""<EDMConfig id="Test">{notes}
<MaterialContainer>{materials}</MaterialContainer>
<ExternalForces>{forces}</ExternalForces>
<RigidObjects>{objects}</RigidObjects>
<DeformableBodies>{bodies}</DeformableBodies>
</EDMConfig>"""


def read(tmp_path: Path, text: str | bytes) -> Scene:
    path = tmp_path / "scene.xml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return load(path)


def wrong(tmp_path: Path, text: str | bytes) -> list[tuple[str, int | None, str]]:
    with pytest.raises(SceneError) as caught:
        read(tmp_path, text)
    assert str(tmp_path / "scene.xml") in str(caught.value)
    return [(problem.path, problem.line, problem.message) for problem in caught.value.problems]


def one_wrong(tmp_path: Path, text: str | bytes) -> tuple[str, int | None, str]:
    found = wrong(tmp_path, text)
    assert len(found) == 1, found
    return found[0]


GRAVITY = '<Force id="Gravity" type="Gravity"><Properties g="[0, 0, -9.82]" /></Force>'
SPRING = '<Force id="Fixed" type="Spring"><Properties k="10.0" r0="[0, 0, 0]" /></Force>'
WATER = '<Force id="WildWater" type="Viscous"><Properties c="25.0" u="[8, 10, 0.75]" /></Force>'
BALL = '<Object id="Ball" type="Sphere"><Properties c="[2.0, -1.0, 8.0]" r="2.0" /></Object>'
RED = '<Material id="Red" type="Color"><Properties rgb="1.0, 0.0, 0.0" /></Material>'
