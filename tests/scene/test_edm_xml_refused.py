"""XML that is hostile, none, or of no scene: refused, with a path and a line."""

from __future__ import annotations

import pytest

from tests.scene.edm import BALL, GRAVITY, PATCH, RED, body, document, one_wrong, wrong

# ---------------------------------------------------------------- hostile documents

BOMB = (
    '<!DOCTYPE lolz [<!ENTITY lol "lol">'
    + "".join(f'<!ENTITY lol{k} "{f"&lol{k - 1 if k > 1 else str()};" * 10}">' for k in range(1, 10))
    + "]>"
)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
@pytest.mark.parametrize(
    "doctype",
    [
        BOMB,
        '<!DOCTYPE x [<!ENTITY secret SYSTEM "file:/etc/passwd">]>',
        '<!DOCTYPE x SYSTEM "http://example.org/x.dtd">',
        "<!DOCTYPE EDMConfig>",
    ],
    ids=["bomb", "file", "network", "plain"],
)
def test_a_doctype_is_refused_before_it_means_anything(tmp_path, doctype, encoding):
    text = f'<?xml version="1.0" encoding="{encoding}"?>\n{doctype}\n' + document().replace("Test", "&lol9;")
    _, line, message = one_wrong(tmp_path, text.encode(encoding))
    assert "DOCTYPE" in message and line == 2


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        "<EDMConfig id='a'>",
        "<a></b>",
        "<a>&x;</a>",
        b"\xff\xfe\x00",
        b"<a>\xe9</a>",
        "<a b='1' b='2'/>",
    ],
)
def test_what_is_not_xml_is_refused_with_a_line(tmp_path, text):
    _, line, message = one_wrong(tmp_path, text)
    assert "not valid XML" in message and line is not None


def test_deep_nesting_is_refused(tmp_path):
    assert "not valid XML" in one_wrong(tmp_path, "<a>" * 20_000 + "</a>" * 20_000)[2]


# ---------------------------------------------------------------- bad scenes


def test_the_main_nodes_are_mandatory_and_single(tmp_path):
    assert "no EDMConfig" in one_wrong(tmp_path, "<Root/>")[2]
    assert "second EDMConfig" in one_wrong(tmp_path, f"<Root>{document()}{document()}</Root>")[2]
    assert one_wrong(tmp_path, document().replace(' id="Test"', ""))[0] == "/@id"
    for name in ("MaterialContainer", "ExternalForces", "RigidObjects", "DeformableBodies"):
        missing = document().replace(f"<{name}></{name}>", "")
        assert f"{name} is missing" in one_wrong(tmp_path, missing)[2]
        twice = document().replace(f"<{name}></{name}>", f"<{name}/><{name}/>")
        assert f"{name} must appear once" in one_wrong(tmp_path, twice)[2]


def test_a_missing_attribute_has_line_and_path(tmp_path):
    text = document("\n" + body(properties='\n<Properties order="1" />'))
    line = next(k for k, content in enumerate(text.splitlines(), 1) if "<Properties" in content)
    path = "DeformableBodies/Body[@id='cloth']/Properties/@timestep"
    assert one_wrong(tmp_path, text) == (path, line, "missing; it is required")


BODY = "DeformableBodies/Body[@id='cloth']"

# (which part of the body, what stands there, path below the body, part of the message)
WRONG_IN_BODY = [
    ("head", 'model="Curve" type="Line"', "/@model", "no curves"),
    ("head", 'model="Surfac" type="GenericBezierPatch"', "/@model", "did you mean 'Surface'"),
    ("head", 'type="GenericBezierPatch"', "/@model", "required"),
    ("head", 'model="Surface" type="BezierPatch"', "/@type", "did you mean"),
    ("head", 'model="Surface" type="GenericBezierPatch" a="1"', "/@a", "unknown attribute"),
    ("properties", "", "", "Properties is missing"),
    ("properties", 'timestep="0" order="1"', "/Properties/@timestep", "greater than 0"),
    ("properties", 'timestep="0,01" order="1"', "/Properties/@timestep", "real number"),
    ("properties", 'timestep="nan" order="1"', "/Properties/@timestep", "real number"),
    ("properties", 'timestep="1e999" order="1"', "/Properties/@timestep", "real number"),
    ("properties", 'timestep="0.01"', "/Properties/@order", "required"),
    ("properties", 'timestep="0.01" order="0"', "/Properties/@order", "at least 1"),
    ("properties", 'timestep="0.01" order="-1"', "/Properties/@order", "unsigned"),
    ("properties", 'timestep="0.01" order="1" mcont="yes"', "/Properties/@mcont", '"Yes" or "No"'),
    ("properties", 'timestep="0.01" order="1" lcont="Yes"', "/Properties/@lcont", "solids"),
    ("properties", 'timestep="0.01" order="2"', "/NaturalShape", "needs 9 nodes; missing: 4, 5, 6, 7"),
    ("properties", 'timestep="0.01" order="99999"', "/NaturalShape", "missing: 4, 5, 6, 7"),
    ("shapes", "", "", "NaturalShape is missing"),
    ("shapes", PATCH + "<InitialShape/>", "/InitialShape", "needs 4 nodes"),
    ("last node", 'index="4" pos="[2, 2, 0]"', "/NaturalShape/Node[4]/@index", "last of 4 nodes is 3"),
    ("last node", 'index="2" pos="[2, 2, 0]"', "/NaturalShape/Node[4]/@index", "given twice"),
    ("last node", 'pos="[2, 2, 0]"', "/NaturalShape/Node[4]/@index", "required"),
    ("last node", 'index="3" pos="[2, 2]"', "/NaturalShape/Node[4]/@pos", "3 components"),
    ("last node", 'index="3" pos="2, 2, 0"', "/NaturalShape/Node[4]/@pos", "brackets"),
    ("particles", "", "", "Particles is missing"),
    ("particles", "<Particles/>", "/Particles/@grid", "required"),
    ("particles", '<Particles grid="[1,4]"/>', "/Particles/@grid", "greater than or equal to 2"),
    ("particles", '<Particles grid="[4,4,4]"/>', "/Particles/@grid", "2 components"),
    ("particles", '<Particles grid="[4,-4]"/>', "/Particles/@grid", "unsigned"),
    ("particles", '<Particles grid="[4.0,4]"/>', "/Particles/@grid", "unsigned"),
    ("particles", '<Particles grid="[99999,99999]"/>', "/Particles/@grid", "more than"),
    ("All", 'mass="-1"', "/Particles/All[1]/@mass", "greater than 0"),
    ("All", 'damping="-1"', "/Particles/All[1]/@damping", "negative"),
    ("All", 'tension="[1,2]"', "/Particles/All[1]/@tension", "2×2"),
    ("All", 'rigidity="[[1,2],[3,x]]"', "/Particles/All[1]/@rigidity", "real"),
    ("All", 'stiffness="1"', "/Particles/All[1]/@stiffness", "unknown attribute"),
    ("Single", 'mass="1"', "/Particles/Single[1]/@particle", "required"),
    ("Single", 'particle="[4,0]" fixed="Yes"', "/Particles/Single[1]/@particle", "outside the grid of 4×4"),
    ("Single", 'particle="[0,0]" fixed="true"', "/Particles/Single[1]/@fixed", "Yes"),
    ("Bind", 'type="Forces" ref="Gravity"', "/Bind[1]/@type", "did you mean 'Force'"),
    ("Bind", 'type="Force"', "/Bind[1]/@ref", "required"),
    ("Bind", 'type="Force" ref="Gravit"', "/Bind[1]/@ref", "did you mean 'Gravity'"),
    ("Bind", 'type="Collision" ref="Jack"', "/Bind[1]/@ref", "no rigid object 'Jack'"),
    ("Bind", 'type="Material" ref="Blue"', "/Bind[1]/@ref", "no material 'Blue'"),
    ("Bind", 'type="Collision" ref="Ball" particle="[0,0]"', "/Bind[1]/@particle", "only a Force"),
    ("Bind", 'type="Force" ref="Gravity" particle="[9,9]"', "/Bind[1]/@particle", "outside the grid"),
    ("binds", '<Bind type="Material" ref="Red"/>' * 2, "/Bind[2]", "second material"),
    ("binds", '<Bind type="Force" ref="Gravity"/>' * 2, "/Bind[2]", "already acts there"),
]


def part_of_body(part: str, text: str) -> dict[str, str]:
    """The argument of `body` that puts `text` into a part of it."""
    last_node = 'index="3" pos="[2.0, 2.0, 0.0]"'
    match part:
        case "properties" if text:
            return {"properties": f"<Properties {text}/>"}
        case "last node":
            return {"shapes": PATCH.replace(last_node, text)}
        case "All" | "Single":
            return {"particles": f'<Particles grid="[4,4]"><{part} {text}/></Particles>'}
        case "Bind":
            return {"binds": f"<Bind {text}/>"}
        case _:
            return {part: text}


@pytest.mark.parametrize(("part", "text", "path", "why"), WRONG_IN_BODY)
def test_whatever_is_wrong_with_a_body_has_a_path(tmp_path, part, text, path, why):
    content = document(body(**part_of_body(part, text)), BALL, GRAVITY, RED)
    found, line, message = one_wrong(tmp_path, content)
    assert found == BODY + path and why in message and line is not None


# (node, its attributes, attributes of Properties, path below the node, part of the message)
WRONG_ELSEWHERE = [
    ("Force", 'id="X" type="Magnet"', "", "[@id='X']/@type", "known here"),
    ("Force", 'type="Gravity"', 'g="[0,0,1]"', "[1]/@id", "required"),
    ("Force", 'id="X" type="Gravity"', None, "[@id='X']", "Properties is missing"),
    ("Force", 'id="X" type="Gravity"', "", "[@id='X']/Properties/@g", "required"),
    ("Force", 'id="X" type="Spring"', 'k="-1" r0="[0,0,0]"', "[@id='X']/Properties/@k", "negative"),
    ("Force", 'id="a/b" type="Gravity"', 'g="[0,0,1]"', "[@id='a/b']/@id", "letters"),
    ("Force", 'id=" " type="Gravity"', 'g="[0,0,1]"', "[@id=' ']/@id", "empty"),
    ("Object", 'id="X" type="Cube"', "", "[@id='X']/@type", "no type 'Cube'"),
    ("Object", 'id="X" type="Sphere"', 'c="[0,0,0]" r="0"', "[@id='X']/Properties/@r", "greater"),
    ("Object", 'id="X" type="Sphere"', 'c="[0,0,0]" r="1" h="1"', "[@id='X']/Properties/@h", "unknown"),
    ("Object", 'id="X" type="Sphere" epsilon="0"', 'c="[0,0,0]" r="1"', "[@id='X']/@epsilon", "greater"),
    ("Object", 'id="X" type="Sphere" epsilom="1"', 'c="[0,0,0]" r="1"', "[@id='X']/@epsilom", "'epsilon'"),
    ("Object", 'id="X" type="Plane"', 'n="[0,0,0]" x0="[0,0,0]"', "[@id='X']/Properties/@n", "zero"),
    ("Object", 'id="X" type="Torus"', 'a="2" r="1" c="[0,0,0]"', "[@id='X']", "tube"),
    ("Material", 'id="X" type="Wood"', "", "[@id='X']/@type", "Color, Texture"),
    ("Material", 'id="X" type="Color"', 'rgb="[1, 0, 0]"', "[@id='X']/Properties/@rgb", "without brackets"),
    ("Material", 'id="X" type="Color"', 'rgb="2, 0, 0"', "[@id='X']/Properties/@rgb", "from 0 to 1"),
    (
        "Material",
        'id="X" type="Texture"',
        'file="no.bmp"',
        "[@id='X']/Properties/@file",
        "no texture 'no.bmp'",
    ),
    ("Material", 'id="X" type="Texture"', 'file="scene.xml"', "[@id='X']/Properties/@file", "one of bmp"),
]
SECTIONS = {"Force": "ExternalForces", "Object": "RigidObjects", "Material": "MaterialContainer"}
PARTS = {"Force": "forces", "Object": "objects", "Material": "materials"}


@pytest.mark.parametrize("row", WRONG_ELSEWHERE)
def test_whatever_is_wrong_elsewhere_has_a_path(tmp_path, row):
    node, head, properties, path, why = row
    inner = "" if properties is None else f"<Properties {properties}/>"
    found, line, message = one_wrong(tmp_path, document(**{PARTS[node]: f"<{node} {head}>{inner}</{node}>"}))
    assert found == f"{SECTIONS[node]}/{node}{path}" and why in message and line is not None


@pytest.mark.parametrize(("node", "text"), [("Force", GRAVITY), ("Object", BALL), ("Material", RED)])
def test_an_id_is_given_once(tmp_path, node, text):
    path, _, message = one_wrong(tmp_path, document(**{PARTS[node]: text + text}))
    assert path.endswith("/@id") and "already taken" in message


def test_only_materials_can_be_bound_to_objects(tmp_path):
    ball = BALL.replace("</Object>", '<Bind type="Force" ref="Gravity"/></Object>')
    path, _, message = one_wrong(tmp_path, document(objects=ball, forces=GRAVITY))
    assert path == "RigidObjects/Object[@id='Ball']/Bind[1]/@type" and "only Material" in message


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{broken", "JSON"),
        ("[1]", "JSON"),
        ("", "JSON"),
        ('{"seconds": -1}', "seconds"),
        ('{"dt": 1}', "title, seconds and solver only"),
    ],
)
def test_our_own_note_in_the_document_is_checked_too(tmp_path, text, why):
    path, line, message = one_wrong(tmp_path, document(notes=f"<?pliant {text}?>"))
    assert path == "processing-instruction('pliant')" and why in message and line is not None


@pytest.mark.parametrize(
    "step, why",
    [("0.015", "0.01 is not the time step 0.015 of body 'b' divided"), ("200", "20,000 steps")],
)
def test_time_steps_that_do_not_divide_the_longest_are_refused(tmp_path, step, why):
    other = body("b", properties=f'<Properties timestep="{step}" order="1" />')
    path, _, message = one_wrong(tmp_path, document(body("a") + other))
    assert path == "DeformableBodies/Body[@id='a']/Properties/@timestep" and why in message


def test_two_bodies_with_one_name_are_refused(tmp_path):
    assert "already taken" in one_wrong(tmp_path, document(body("a") + body("a")))[2]


def test_every_problem_is_reported_in_the_order_of_the_file(tmp_path):
    text = document(
        body(properties='<Properties timestep="x" order="1"/>', binds='\n<Bind type="Force" ref="F"/>'),
        forces='<Force id="F" type="Spring"><Properties k="a" r0="b"/></Force>',
    )
    found = wrong(tmp_path, text)
    assert [path.split("/")[-1] for path, _, _ in found] == ["@k", "@r0", "@timestep"]
    assert [line for _, line, _ in found] == sorted(line or 0 for _, line, _ in found)
