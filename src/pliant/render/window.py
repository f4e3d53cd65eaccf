"""VTK without a display: the one place that knows about windows and OpenGL libraries."""

from __future__ import annotations

import ctypes
import os
import sys
from typing import Any

import numpy as np

from pliant.errors import MissingExtraError, PliantError

_CHOICE = "VTK_DEFAULT_OPENGL_WINDOW"


def load_pyvista() -> Any:
    """The pyvista module; `MissingExtraError` if it is not installed."""
    try:
        import pyvista
    except ImportError as error:
        raise MissingExtraError("Rendering", "render") from error
    return pyvista


def open_plotter(size: tuple[int, int]) -> Any:
    """A pyvista plotter that draws off screen, with or without display and GPU."""
    pyvista = load_pyvista()
    chosen = _window_class()
    if chosen is None:
        return pyvista.Plotter(off_screen=True, window_size=list(size))
    before = os.environ.get(_CHOICE)
    os.environ[_CHOICE] = chosen
    try:
        return pyvista.Plotter(off_screen=True, window_size=list(size))
    finally:
        if before is None:
            del os.environ[_CHOICE]
        else:
            os.environ[_CHOICE] = before


def read_pixels(plotter: Any, shrink: int = 1) -> np.ndarray:
    """Renders and returns the picture, shrunk by a whole number, shape (height, width, 3), uint8."""
    from PIL import Image
    from vtkmodules.util.numpy_support import vtk_to_numpy
    from vtkmodules.vtkCommonCore import vtkUnsignedCharArray

    window = plotter.render_window
    window.Render()
    width, height = window.GetSize()
    pixels = vtkUnsignedCharArray()
    window.GetRGBACharPixelData(0, 0, width - 1, height - 1, 0, pixels, 0)
    # OpenGL counts rows from below; Pillow turns, and averages, faster than NumPy does.
    image = Image.frombuffer("RGBA", (width, height), vtk_to_numpy(pixels), "raw", "RGBX", 0, -1)
    return np.asarray(image.reduce(shrink).convert("RGB"))


def _window_class() -> str | None:
    """The VTK window to ask for where there is no display; None leaves the choice to VTK.

    VTK would try X first, complain, and fall back by itself; but without any OpenGL library it ends the
    process, so that is looked for here.
    """
    if not sys.platform.startswith("linux") or os.environ.get("DISPLAY") or os.environ.get(_CHOICE):
        return None
    for library, window in (("libEGL.so.1", "vtkEGLRenderWindow"), ("libOSMesa.so.8", "vtkOSOpenGLRenderWindow")):
        try:
            ctypes.CDLL(library)
        except OSError:
            continue
        return window
    raise PliantError(
        "Rendering without a display needs an OpenGL library that is not on this machine: "
        "install libegl1 and libgl1-mesa-dri (Debian, Ubuntu), mesa-libEGL (Fedora) or libOSMesa"
    )
