"""VTK without a display: the one place that knows about windows and OpenGL libraries."""

from __future__ import annotations

import ctypes
import os
import sys
from functools import reduce
from typing import Any

import numpy as np

from pliant.errors import MissingExtraError, PliantError

_CHOICE = "VTK_DEFAULT_OPENGL_WINDOW"
_LAST_RESORT = "vtkOSOpenGLRenderWindow"
_NO_OPENGL = (
    "Rendering needs OpenGL, in software at least, and this machine has none: install libegl1 and "
    "libgl1-mesa-dri (Debian, Ubuntu), mesa-libEGL and mesa-dri-drivers (Fedora), or libOSMesa"
)


def load_pyvista() -> Any:
    """The pyvista module; `MissingExtraError` if it is not installed or cannot be loaded."""
    try:
        import pyvista
        from PIL import Image  # noqa: F401  (what is drawn becomes a picture by it)
    except Exception as error:
        raise MissingExtraError("Rendering", "render", error) from error
    return pyvista


def open_plotter(size: tuple[int, int]) -> Any:
    """A pyvista plotter that draws off screen, with or without display and GPU."""
    pyvista = load_pyvista()
    chosen = _window_class()
    if chosen is not None:
        os.environ[_CHOICE] = chosen
    try:
        plotter = pyvista.Plotter(off_screen=True, window_size=list(size))
    finally:
        if chosen is not None:
            del os.environ[_CHOICE]
    _check(plotter.render_window)
    # Without a GPU several samples per pixel cost more than a larger picture, and so does VTK's
    # order-independent blending, which we do not need.
    plotter.render_window.SetMultiSamples(0)
    plotter.renderer.SetUseOIT(False)
    # Nothing behind the scene: transparent black.
    plotter.render_window.SetAlphaBitPlanes(True)
    plotter.set_background("black")
    plotter.renderer.SetBackgroundAlpha(0.0)
    return plotter


def read_pixels(plotter: Any, backdrop: Any, shadows: list[Any], shrink: int) -> np.ndarray:
    """Renders over `backdrop`, darkened by `shadows` (Pillow images): (height, width, 3), uint8.

    The scene is `shrink` times as large, which smooths its edges. Pillow does the last steps, faster than
    NumPy, and much faster than a gradient behind the scene would be without a GPU.
    """
    from PIL import Image, ImageChops
    from vtkmodules.util.numpy_support import vtk_to_numpy
    from vtkmodules.vtkCommonCore import vtkUnsignedCharArray

    window = plotter.render_window
    window.Render()
    width, height = window.GetSize()
    pixels = vtkUnsignedCharArray()
    window.GetRGBACharPixelData(0, 0, width - 1, height - 1, 0, pixels, 0)
    # OpenGL counts rows from below, hence the -1. Colours come multiplied by alpha, over black; "RGBX" keeps
    # Pillow from undoing that.
    image = Image.frombuffer("RGBX", (width, height), vtk_to_numpy(pixels), "raw", "RGBX", 0, -1).reduce(
        shrink
    )
    *colours, alpha = image.split()
    left = reduce(ImageChops.multiply, shadows, ImageChops.invert(alpha))
    behind = ImageChops.multiply(backdrop, Image.merge("RGB", (left, left, left)))
    return np.asarray(ImageChops.add(Image.merge("RGB", colours), behind))


def _window_class() -> str | None:
    """The VTK window to ask for where there is no display; None leaves the choice to VTK.

    VTK would try X first, complain, and fall back to the same.
    """
    if not sys.platform.startswith("linux") or os.environ.get("DISPLAY") or os.environ.get(_CHOICE):
        return None
    if _loads("libEGL.so.1"):
        return "vtkEGLRenderWindow"
    if _has_osmesa():
        return _LAST_RESORT
    raise PliantError(_NO_OPENGL)


def _check(window: Any) -> None:
    """VTK ends the process when it draws without OpenGL, so that is found out before."""
    if window.GetClassName() == _LAST_RESORT and not _has_osmesa():
        raise PliantError(_NO_OPENGL)


def _has_osmesa() -> bool:
    return any(_loads(f"libOSMesa.so{version}") for version in (".8", ".6", ""))


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True
