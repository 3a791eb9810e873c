"""The preview image of an event that messengers show next to its address: 1200 by 630 pixels.

The font is Inter, stored next to this file; no system font and no other site is needed.
"""

from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from tournaments.domain import accents

FONTS = Path(__file__).parent / "fonts"
SIZE, MARGIN = (1200, 630), 72
PAPER, CARD, INK, QUIET, LINE = "#fbfaf6", "#ffffff", "#1d1c1a", "#635f57", "#e5e1d7"
NAME_TOP, NAME_SIZES, NAME_LINES = 126, (66, 58, 50), 2
CACHE_SIZE = 64
GRID = (1, 0, 0, 0, 1, 0, 0, 0, 1)


@lru_cache(CACHE_SIZE)
def draw_picture(name: str, under: str, state: str, leaders: tuple[tuple[str, str, str], ...], accent: str) -> bytes:
    """Return a PNG with the name of an event, where and when, its state, and up to three leaders.

    A leader is a place, a name and a value. Recent pictures are cached.
    """
    image = Image.new("RGB", SIZE, PAPER)
    pen = ImageDraw.Draw(image)
    colour = accents.colour(accent)
    pen.rectangle((0, 0, SIZE[0], 14), fill=colour)
    _draw_sign(pen, colour)
    top = _draw_name(pen, name) + 14
    pen.text(
        (MARGIN, top),
        _shorten_text(under, load_font("medium", 32), SIZE[0] - 2 * MARGIN),
        QUIET,
        load_font("medium", 32),
    )
    _draw_leaders(pen, leaders, colour)
    pen.text((MARGIN, SIZE[1] - 70), state, colour, load_font("bold", 30))
    packed = BytesIO()
    image.quantize(64).save(packed, "PNG", optimize=True)
    return packed.getvalue()


@cache
def load_font(weight: str, size: int) -> ImageFont.FreeTypeFont:
    file = {"bold": "inter-display-bold.otf", "medium": "inter-medium.otf"}[weight]
    return ImageFont.truetype(FONTS / file, size)


def _draw_sign(pen: ImageDraw.ImageDraw, colour: str) -> None:
    """Draw the sign of Crosstable with its name."""
    for index, full in enumerate(GRID):
        x, y = MARGIN + index % 3 * 15, 62 + index // 3 * 15
        pen.rectangle((x, y, x + 12, y + 12), fill=colour if full else _mix_tint(colour))
    pen.text((MARGIN + 60, 67), "Crosstable", INK, load_font("bold", 28))


def _mix_tint(colour: str) -> str:
    """Mix a colour with the paper."""
    channels = zip((int(colour[i : i + 2], 16) for i in (1, 3, 5)), (251, 250, 246), strict=True)
    return "#" + "".join(f"{round(one * 0.4 + other * 0.6):02x}" for one, other in channels)


def _draw_name(pen: ImageDraw.ImageDraw, name: str) -> int:
    """Write the name in the largest size that fits in two lines, and return where it ends."""
    width = SIZE[0] - 2 * MARGIN
    for size in NAME_SIZES:
        lines = _wrap_text(name, load_font("bold", size), width)
        if len(lines) <= NAME_LINES:
            break
    lines = [*lines[: NAME_LINES - 1], " ".join(lines[NAME_LINES - 1 :])]
    for index, line in enumerate(lines):
        pen.text(
            (MARGIN, NAME_TOP + index * size * 1.12),
            _shorten_text(line, load_font("bold", size), width),
            INK,
            load_font("bold", size),
        )
    return round(NAME_TOP + len([line for line in lines if line]) * size * 1.12)


def _wrap_text(text: str, letters: ImageFont.FreeTypeFont, width: int) -> list[str]:
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if letters.getlength(longer) <= width or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _shorten_text(text: str, letters: ImageFont.FreeTypeFont, width: float) -> str:
    """Shorten a text that is too long, with an ellipsis."""
    if letters.getlength(text) <= width:
        return text
    while text and letters.getlength(text + "…") > width:
        text = text[:-1]
    return text.rstrip() + "…"


def _draw_leaders(pen: ImageDraw.ImageDraw, leaders: tuple[tuple[str, str, str], ...], colour: str) -> None:
    left, right, row = MARGIN, SIZE[0] - MARGIN, 56
    top = SIZE[1] - 96 - row * len(leaders)
    for index, (place, name, value) in enumerate(leaders):
        y = top + index * row
        pen.line((left, y, right, y), fill=LINE, width=2)
        pen.text((left + 34, y + 11), place, colour if index == 0 else QUIET, load_font("bold", 32), anchor="ra")
        pen.text(
            (left + 62, y + 11),
            _shorten_text(name, load_font("medium", 32), right - left - 230),
            INK,
            load_font("medium", 32),
        )
        pen.text((right, y + 11), value, INK, load_font("bold", 32), anchor="ra")
