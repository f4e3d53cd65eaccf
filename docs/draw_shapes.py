"""Draws docs/images/shapes.png, the contact sheet of docs/shapes.md: `python docs/draw_shapes.py`."""
# pyright: reportArgumentType=false, reportCallIssue=false

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyvista as pv
from PIL import Image, ImageDraw, ImageFont

from pliant import shapes

WIDTH, HEIGHT, LABEL, COLUMNS = 206, 168, 22, 8
BACKGROUND, INK = "#f4f2ee", "#3a3a3a"
COLOURS = {"curves": "#3d6d99", "surfaces": "#c8694b", "solids": "#5c8a58", "deformers": "#84659c"}

WAVE = [(0, 0, 0), (0.7, 1.2, 0.8), (1.5, -1.2, 0.8), (2.2, 1.0, 0), (3, 0, 0)]
PETALS = [
    (r * np.cos(t), r * np.sin(t), 0) for r, t in zip([1, 2] * 5, np.arange(10) * np.pi / 5, strict=True)
]
X, Y = np.meshgrid(np.linspace(-1.5, 1.5, 6), np.linspace(-1.5, 1.5, 6), indexing="ij")
NET = np.stack([X, Y, np.sin(2 * X) * np.cos(1.5 * Y)], axis=-1)
PATCH = [(j - 1.5, i - 1.5, 1.6 * ((i in (1, 2)) + (j in (1, 2)) - 1)) for i in range(4) for j in range(4)]
FINE = np.linspace(-1.5, 1.5, 40)
HILLS = sum(
    np.outer(np.exp(-2 * (FINE - x) ** 2), np.exp(-2 * (FINE - y) ** 2))
    for x, y in [(0.6, 0.5), (-0.9, -0.6)]
)
CUBE = np.stack(np.meshgrid(*[np.linspace(-1, 1, 3)] * 3, indexing="ij"), axis=-1)
BULGED = CUBE * (1 + 0.55 * (np.abs(CUBE).sum(axis=-1, keepdims=True) < 2.5))
SPLINE = np.stack(np.meshgrid(*[np.linspace(-1, 1, 4)] * 3, indexing="ij"), axis=-1)
SPLINE = SPLINE + 0.35 * np.sin(2.5 * np.roll(SPLINE, 1, axis=-1))
VASE = [(0.35, 0, -1), (0.9, 0, -0.7), (0.8, 0, 0), (0.1, 0, 0.3), (0.4, 0, 0.8), (0.5, 0, 1)]
BAR = shapes.box(0.8, 0.8, 2)
LATTICE = shapes.lattice(BAR, (3, 3, 3))
LATTICE[:, :, 1, :2] *= 2.4
TOP = shapes.lattice(BAR | shapes.twist_degrees(90), (2, 2, 3))
TOP[:, :, 2] += (0.6, 0, 0.3)
TOP[:, :, 1, :2] *= 0.4

SHEET = {
    "curves": {
        "line": shapes.line((0, 0, 0), (2, 1, 0.5)),
        "polyline": shapes.polyline(WAVE),
        "bezier_curve": shapes.bezier_curve(WAVE),
        "b_spline_curve": shapes.b_spline_curve(PETALS, closed=True),
        "circle, arc": shapes.arc_degrees(1, 300),
        "ellipse": shapes.ellipse(1.5, 0.8),
        "superellipse": shapes.superellipse(1.2, 1, 0.35),
        "helix": shapes.helix(),
    },
    "surfaces": {
        "rectangle": shapes.rectangle(2, 1.4),
        "bezier": shapes.bezier(PATCH),
        "b_spline": shapes.b_spline(NET),
        "ellipsoid": shapes.ellipsoid(1.3, 1, 0.8),
        "superquadric": shapes.superquadric(1, 1, 1, (0.35, 0.35)),
        "superquadric (2.5, 1)": shapes.superquadric(1, 1, 1.2, (2.5, 1)),
        "torus": shapes.torus(),
        "supertoroid": shapes.supertoroid(1, 0.4, (0.3, 0.5)),
        "cylinder": shapes.cylinder(0.6, 1.4, angle=1.6 * np.pi),
        "cone": shapes.cone(0.8, 1.4),
        "tube": shapes.tube(shapes.helix(0.8, 0.5, 3), 0.15, end=0.03),
        "extrude": shapes.extrude(shapes.b_spline_curve(PETALS, closed=True), (0, 0, 2)),
        "revolve": shapes.revolve(shapes.b_spline_curve(VASE), angle=1.6 * np.pi),
        "height_field": shapes.height_field(HILLS, 3, 3, 1),
        "bust": shapes.bust(),
        "cylinder | bend": shapes.cylinder(0.3, 3) | shapes.bend_degrees(200),
    },
    "solids": {
        "box": shapes.box(1.4, 1, 0.8),
        "bezier_solid": shapes.bezier_solid(BULGED.transpose(2, 1, 0, 3).reshape(-1, 3)),
        "b_spline_solid": shapes.b_spline_solid(SPLINE),
        "ellipsoid_solid": shapes.ellipsoid_solid(1.2, 1, 0.9),
        "ball": shapes.ball(),
        "capsule_solid": shapes.capsule_solid(0.4, 1),
        "superquadric_solid": shapes.superquadric_solid(1, 1, 1, (0.4, 0.4)),
        "cylinder_solid": shapes.cylinder_solid(0.7, 1.2, hollow=0.35),
        "torus_solid": shapes.torus_solid(1, 0.4),
        "tube_solid": shapes.tube_solid(shapes.arc_degrees(1, 250), 0.3, hollow=0.5),
    },
    "deformers": {
        "taper(0.3)": BAR | shapes.taper(0.3),
        "twist_degrees(90)": BAR | shapes.twist_degrees(90),
        "bend_degrees(90)": BAR | shapes.bend_degrees(90),
        "shear(0.5)": BAR | shapes.shear(0.5),
        "scale((1, 2, 0.5))": BAR | shapes.scale((1, 2, 0.5)),
        "ffd(lattice)": BAR | shapes.ffd(LATTICE),
        "twist | ffd": BAR | shapes.twist_degrees(90) | shapes.ffd(TOP),
    },
}


def grids(points: np.ndarray) -> list[pv.StructuredGrid]:
    """A surface, or the six faces of a solid."""
    if points.ndim == 4:
        faces = [np.take(points, end, axis) for axis in range(3) for end in (0, -1)]
        return [grid for face in faces for grid in grids(face)]
    return [pv.StructuredGrid(*(points[..., k][..., None] for k in range(3)))]


def lines(points: np.ndarray, every: int) -> list[pv.PolyData]:
    """Grid lines of a surface."""
    rows = [*points[::every], points[-1], *points.swapaxes(0, 1)[::every], points[:, -1]]
    return [pv.lines_from_points(row) for row in rows if np.ptp(row, axis=0).max() > 1e-9]


def drawn(shape, colour: str) -> Image.Image:
    plotter = pv.Plotter(off_screen=True, window_size=(2 * WIDTH, 2 * HEIGHT), lighting="none")
    plotter.set_background(BACKGROUND)
    look = {"color": colour, "specular": 0.2, "specular_power": 20, "ambient": 0.25}
    thread = {"color": "#f0dcd2", "lighting": False}
    around = np.linspace(0, 0.72 if shape.closes[0] else 1, 49)  # cut open, to show what is inside
    size = float(np.linalg.norm(np.subtract(*shapes.bounds(shape))))
    if shape.dimension == 1:
        tube = pv.Spline(shape.at(np.linspace(0, 1, 400)), 1500).tube(radius=0.018 * size)
        plotter.add_mesh(tube, smooth_shading=True, **look)
    elif shape.kind == "bust":
        (grid,) = grids(shape.points((180, 127), (False, False)))
        plotter.add_mesh(grid, smooth_shading=True, **look)
    elif shape.dimension == 2:
        points = shape.at(np.linspace(0, 1, 65), np.linspace(0, 1, 65))
        plotter.add_mesh(grids(points)[0], smooth_shading=True, **look)
        for line in lines(points, 8):
            plotter.add_mesh(line.tube(radius=0.0022 * size), **thread)
    else:
        points = shape.at(around, np.linspace(0, 1, 49), np.linspace(0, 1, 25))
        for grid in grids(points):
            plotter.add_mesh(grid, smooth_shading=True, **look)
        for axis in range(3):
            for end in (0, -1):
                for line in lines(np.take(points, end, axis), 6):
                    plotter.add_mesh(line.tube(radius=0.0022 * size), **thread)
    view = (0.35, -1, 0.1) if shape.kind == "bust" else (0.55, -1, 0.62)
    plotter.camera_position = [view, (0, 0, 0), (0, 0, 1)]
    plotter.reset_camera()
    plotter.camera.zoom(1.12)
    for position, intensity in (((-2, -3, 4), 0.75), ((4, -2, 1), 0.3)):
        plotter.add_light(pv.Light(position=position, intensity=intensity, light_type="scene light"))
    picture = Image.fromarray(plotter.screenshot(return_img=True))
    plotter.close()
    return picture.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)


def sheet() -> Image.Image:
    every = [(family, *entry) for family, entries in SHEET.items() for entry in entries.items()]
    rows = -(-len(every) // COLUMNS)
    page = Image.new("RGB", (COLUMNS * WIDTH, rows * (HEIGHT + LABEL)), BACKGROUND)
    draw, font = ImageDraw.Draw(page), ImageFont.load_default(14)
    for k, (family, name, shape) in enumerate(every):
        x, y = (k % COLUMNS) * WIDTH, (k // COLUMNS) * (HEIGHT + LABEL)
        page.paste(drawn(shape, COLOURS[family]), (x, y))
        draw.text((x + WIDTH // 2, y + HEIGHT + 8), name, fill=INK, font=font, anchor="mm")
    return page


if __name__ == "__main__":
    target = Path(__file__).parent / "images" / "shapes.png"
    sheet().quantize(96, dither=Image.Dither.NONE).save(target, optimize=True)
    print(f"{target}: {target.stat().st_size / 1024:.0f} KB")
