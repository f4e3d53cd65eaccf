"""What is written over a picture: the colour scale and the time."""

from __future__ import annotations

from typing import Any

import numpy as np

from pliant.render.colour import ColourScale

INK = (60, 62, 66)


def draw_legend(image: np.ndarray, scale: ColourScale) -> np.ndarray:
    """The colour scale along the right edge."""
    from PIL import Image, ImageDraw

    height, width = image.shape[:2]
    picture = Image.fromarray(image)
    pen = ImageDraw.Draw(picture)
    font = _font(max(11, height // 42))
    bar_height, bar_width = round(0.42 * height), max(8, height // 48)
    left, top = width - round(0.10 * height) - bar_width - 8, (height - bar_height) // 2
    values = np.linspace(scale.high, scale.low, bar_height)
    bar = np.round(255 * scale.colours(values)).astype(np.uint8)
    picture.paste(Image.fromarray(np.repeat(bar[:, None], bar_width, axis=1)), (left, top))
    pen.rectangle((left - 1, top - 1, left + bar_width, top + bar_height), outline=(120, 122, 126))
    pen.text((left + bar_width, top - 10), scale.name, fill=INK, font=font, anchor="rb")
    for value, text in scale.ticks():
        y = top + (scale.high - value) / (scale.high - scale.low) * (bar_height - 1)
        pen.line((left + bar_width, y, left + bar_width + 5, y), fill=INK)
        pen.text((left + bar_width + 9, y), text, fill=INK, font=font, anchor="lm")
    return np.asarray(picture)


def draw_time(image: np.ndarray, time: float) -> np.ndarray:
    """The time in the lower left corner."""
    from PIL import Image, ImageDraw

    height = image.shape[0]
    size = int(np.clip(height // 24, 12, 30))
    picture = Image.fromarray(image)
    text = f"{time:.2f} s"
    ImageDraw.Draw(picture).text(
        (0.8 * size, height - 0.8 * size), text, fill=INK, font=_font(size), anchor="ls"
    )
    return np.asarray(picture)


def _font(size: int) -> Any:
    from PIL import ImageFont

    return ImageFont.load_default(size)
