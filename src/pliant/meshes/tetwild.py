"""Fills a surface with tetrahedra in a process of its own: ``python -m pliant.meshes.tetwild IN.npz OUT.npz``.

The library is compiled C++ that may take minutes and cannot be interrupted; a process can.
"""

from __future__ import annotations

import os
import sys

import numpy as np

from pliant.errors import MissingExtraError, PliantError


def main(source: str, target: str) -> None:
    """Reads vertices, triangles and edge_length from one file, writes vertices and tetrahedra to the other."""
    try:
        from pytetwild.pytetwild import tetrahedralize
    except Exception as error:
        raise MissingExtraError("fTetWild", "meshes", error) from error
    given = np.load(source)
    vertices, tetrahedra = tetrahedralize(
        given["vertices"],
        given["triangles"].astype(np.int32),
        edge_length_abs=float(given["edge_length"]),
        num_threads=1,
    )
    np.savez(target, vertices=vertices, tetrahedra=tetrahedra.astype(np.int64))


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except PliantError as error:
        sys.exit(str(error))
    sys.stdout.flush()
    os._exit(0)  # the library's own clean-up complains when Python ends
