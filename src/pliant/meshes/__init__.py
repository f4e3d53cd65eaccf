"""Meshes from elsewhere: reading and writing files, filling a closed surface with tetrahedra.

>>> vertices, triangles, tetrahedra = pliant.meshes.load("bunny.obj")
>>> solid = pliant.meshes.fill(vertices, triangles, edge_length=0.01)
>>> pliant.meshes.save("bunny.vtu", solid)
"""

from pliant.meshes.clean import cleaned, open_edges
from pliant.meshes.files import FILES, load, save
from pliant.meshes.filling import fill
from pliant.meshes.geometry import MeshGeometry

__all__ = ["FILES", "MeshGeometry", "cleaned", "fill", "load", "open_edges", "save"]
