"""The XML scenes of document 000 §4.4, both ways.

    <EDMConfig id="...">                     anywhere in the document, once
      <MaterialContainer>                    Material: Color (rgb), Texture (file)
      <ExternalForces>                       Force: Gravity (g), Spring (k, r0), Viscous (c, u)
      <RigidObjects>                         Object: Cylinder, Plane, Sphere, Torus; epsilon, scale, visible
      <DeformableBodies>                     Body: Bézier and ellipsoid patches of particles
    </EDMConfig>

A scene read from it runs as the original program did: secant forces `kelager` from raw weights, the
semi-implicit integrator, and projection with the strength `epsilon`. A body notices only the forces and
objects that it binds.

XML can name files and servers and grow without bound through entities. None of that has a place in a scene:
any DOCTYPE is refused before anything is expanded.
"""

from __future__ import annotations

from pathlib import Path as FilePath
from typing import Any
from xml.parsers import expat

from pliant.scene.document import bad_syntax
from pliant.scene.schema import Scene


def read_edm(content: bytes, source: str, folder: FilePath) -> Scene:
    """The scene in an XML document; `folder` is where its textures are looked for."""
    from pliant.scene.edm.read import scene_of

    root = _parsed(content, source)
    configs = list(root.iter("EDMConfig"))
    if not configs:
        raise bad_syntax(source, root.sourceline, "there is no EDMConfig node; it is required")
    if len(configs) > 1:
        raise bad_syntax(source, configs[1].sourceline, "a second EDMConfig node; a document holds one scene")
    return scene_of(configs[0], source, folder)


def write_edm(scene: Scene, folder: FilePath) -> bytes:
    """The scene as an XML document that reads back as an equal one.

    A scene that XML cannot express is a `SceneError` that names what is in the way. Textures are named as
    seen from `folder`.
    """
    from pliant.scene.edm.write import Writer

    return Writer(scene, folder).document()


_ENCODING = "not valid XML: its encoding cannot be read; save the file as UTF-8"


class _Doctype(Exception):
    """Carries the line of a document type declaration."""


def _parsed(content: bytes, source: str) -> Any:
    from lxml import etree  # pyright: ignore[reportAttributeAccessIssue]  (no stubs)

    _refuse_doctype(content, source)
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        return etree.fromstring(content, parser)
    except etree.XMLSyntaxError as error:
        raise bad_syntax(source, error.lineno, f"not valid XML: {error.msg}") from None
    except (LookupError, ValueError) as error:
        raise bad_syntax(source, 1, f"{_ENCODING}: {error}") from None


def _refuse_doctype(content: bytes, source: str) -> None:
    """Stops at the first DOCTYPE, before its entities mean anything."""

    def refuse(*_: Any) -> None:
        raise _Doctype(parser.CurrentLineNumber)

    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = refuse
    try:
        parser.Parse(content, True)
    except _Doctype as found:
        message = "a DOCTYPE or entities are not allowed in a scene; remove the declaration"
        raise bad_syntax(source, found.args[0], message) from None
    except expat.ExpatError as error:
        reason = expat.ErrorString(error.code)
        raise bad_syntax(source, error.lineno, f"not valid XML: {reason}") from None
    except (
        LookupError,
        ValueError,
    ) as error:  # expat reads what Python can decode byte by byte, and no other
        raise bad_syntax(source, 1, f"{_ENCODING}: {error}") from None
