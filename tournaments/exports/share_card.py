"""The picture of a page that messengers show next to its address: 1200 by 630 pixels.

The font is Inter, stored next to this file; no system font and no other site is needed.
"""

from io import BytesIO
from typing import NamedTuple

from PIL import Image, ImageDraw

from tournaments.domain.event import accents
from tournaments.exports.share_card_parts import (
    CARD,
    INK,
    MARGIN,
    PAPER,
    QUIET,
    SIZE,
    CardBoard,
    CardLeader,
    CardMark,
    CardTile,
    draw_boards,
    draw_leaders,
    draw_marks,
    draw_tiles,
    load_font,
    mix_tint,
    shorten_text,
)
from tournaments.operation.bounded_cache import BoundedCache

HEADER, FOOT = 126, 96  # where the name begins, and the height that the state takes
MOST_PICTURES, MOST_BYTES = 64, 8 * 1024 * 1024
GRID = (1, 0, 0, 0, 1, 0, 0, 0, 1)


class Picture(NamedTuple):
    """What stands in a picture: the name, what is below it, the state; then leaders or boards, or tiles and marks."""

    name: str
    under: str
    state: str
    accent: str
    leaders: tuple[CardLeader, ...] = ()
    boards: tuple[CardBoard, ...] = ()
    tiles: tuple[CardTile, ...] = ()
    marks: tuple[CardMark, ...] = ()

    @property
    def rows(self) -> int:
        return len(self.leaders) + len(self.boards)


drawn: BoundedCache[Picture, bytes] = BoundedCache("pictures", MOST_PICTURES, MOST_BYTES, lambda _, png: len(png))


def draw_picture(picture: Picture) -> bytes:
    """Return a picture as PNG. Recent ones are cached."""
    png = drawn.get(picture)
    if png is None:
        drawn.put(picture, png := _draw(picture))
    return png


def _draw(picture: Picture) -> bytes:
    image = Image.new("RGB", SIZE, PAPER)
    pen = ImageDraw.Draw(image)
    colour = accents.colour(picture.accent)
    pen.rectangle((0, 0, SIZE[0], 14), fill=colour)
    _draw_sign(pen, colour)
    width = SIZE[0] - 2 * MARGIN
    top = _draw_name(pen, picture) + 14
    under = load_font("medium", 32)
    pen.text((MARGIN, top), shorten_text(picture.under, under, width), QUIET, under)
    bottom = SIZE[1] - FOOT
    draw_leaders(pen, picture.leaders, colour, bottom)
    draw_boards(pen, picture.boards, colour, bottom)
    if picture.tiles:
        top = draw_tiles(pen, picture.tiles, top + 62, CARD)
        draw_marks(pen, picture.marks, colour, top + 26)
    state = load_font("bold", 30)
    pen.text((MARGIN, SIZE[1] - 70), shorten_text(picture.state, state, width), colour, state)
    packed = BytesIO()
    image.quantize(64).save(packed, "PNG", optimize=True)
    return packed.getvalue()


def _draw_sign(pen: ImageDraw.ImageDraw, colour: str) -> None:
    """Draw the sign of Crosstable with its name."""
    for index, full in enumerate(GRID):
        x, y = MARGIN + index % 3 * 15, 62 + index // 3 * 15
        pen.rectangle((x, y, x + 12, y + 12), fill=colour if full else mix_tint(colour))
    pen.text((MARGIN + 60, 67), "Crosstable", INK, load_font("bold", 28))


def _draw_name(pen: ImageDraw.ImageDraw, picture: Picture) -> int:
    """Write the name in the largest size that fits in its lines, and return where it ends: many rows leave it one."""
    width, most = SIZE[0] - 2 * MARGIN, 1 if picture.rows > 3 else 2
    sizes = (50, 44) if picture.rows > 3 else (66, 58, 50)
    for size in sizes:
        lines = _wrap_text(picture.name, size, width)
        if len(lines) <= most:
            break
    lines = [*lines[: most - 1], " ".join(lines[most - 1 :])]
    letters = load_font("bold", size)
    for index, line in enumerate(lines):
        pen.text((MARGIN, HEADER + index * size * 1.12), shorten_text(line, letters, width), INK, letters)
    return round(HEADER + len([line for line in lines if line]) * size * 1.12)


def _wrap_text(text: str, size: int, width: int) -> list[str]:
    letters, lines = load_font("bold", size), [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if letters.getlength(longer) <= width or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
