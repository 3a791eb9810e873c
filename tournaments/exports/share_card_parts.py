"""What stands below the name on such a picture: leaders, boards, or the tiles and results of a player."""

from functools import cache
from pathlib import Path
from typing import NamedTuple

from PIL import ImageDraw, ImageFont

FONTS = Path(__file__).parent / "fonts"
SIZE, MARGIN = (1200, 630), 72
PAPER, CARD, INK, QUIET, LINE = "#fbfaf6", "#ffffff", "#1d1c1a", "#635f57", "#e5e1d7"
ROWS_HEIGHT, TALLEST_ROW = 276, 56
TILE_HEIGHT, MARK, GAP = 104, 60, 6
MIDDLE = 130  # pixels for the result between two names, at least


class CardLeader(NamedTuple):
    """A line of a table."""

    place: str
    name: str
    value: str


class CardBoard(NamedTuple):
    """A game: its board, both names, the result between them."""

    board: str
    white: str
    result: str
    black: str


class CardTile(NamedTuple):
    """A number with its caption."""

    value: str
    label: str


class CardMark(NamedTuple):
    """A result of a player: how it is written, and whether the game was won (1), drawn (0) or lost (-1)."""

    text: str
    won: int


@cache
def load_font(weight: str, size: int) -> ImageFont.FreeTypeFont:
    file = {"bold": "inter-display-bold.otf", "medium": "inter-medium.otf"}[weight]
    return ImageFont.truetype(FONTS / file, size)


def mix_tint(colour: str) -> str:
    """Mix a colour with the paper."""
    channels = zip((int(colour[i : i + 2], 16) for i in (1, 3, 5)), (251, 250, 246), strict=True)
    return "#" + "".join(f"{round(one * 0.4 + other * 0.6):02x}" for one, other in channels)


def shorten_text(text: str, letters: ImageFont.FreeTypeFont, width: float) -> str:
    """Shorten a text that is too long, with an ellipsis."""
    if letters.getlength(text) <= width:
        return text
    while text and letters.getlength(text + "…") > width:
        text = text[:-1]
    return text.rstrip() + "…"


def draw_leaders(pen: ImageDraw.ImageDraw, leaders: tuple[CardLeader, ...], colour: str, bottom: int) -> None:
    """Draw lines of a table that end at `bottom`."""
    left, right, row = MARGIN, SIZE[0] - MARGIN, row_height(len(leaders))
    bold, medium, inset = (
        load_font("bold", font_size(row)),
        load_font("medium", font_size(row)),
        (row - font_size(row)) // 2,
    )
    for index, (place, name, value) in enumerate(leaders):
        y = bottom - row * (len(leaders) - index)
        pen.line((left, y, right, y), fill=LINE, width=2)
        pen.text((left + 34, y + inset), place, colour if index == 0 else QUIET, bold, anchor="ra")
        pen.text((left + 62, y + inset), shorten_text(name, medium, right - left - 230), INK, medium)
        pen.text((right, y + inset), value, INK, bold, anchor="ra")


def draw_boards(pen: ImageDraw.ImageDraw, boards: tuple[CardBoard, ...], colour: str, bottom: int) -> None:
    """Draw games that end at `bottom`, the names next to the result."""
    left, right, row = MARGIN, SIZE[0] - MARGIN, row_height(len(boards))
    bold, medium, inset = (
        load_font("bold", font_size(row)),
        load_font("medium", font_size(row)),
        (row - font_size(row)) // 2,
    )
    centre = (left + 50 + right) // 2
    half = max([MIDDLE, *(round(bold.getlength(each.result)) + 40 for each in boards)]) // 2
    room = centre - half - left - 60
    for index, (board, white, result, black) in enumerate(boards):
        y = bottom - row * (len(boards) - index)
        pen.line((left, y, right, y), fill=LINE, width=2)
        pen.text((left + 34, y + inset), board, QUIET, bold, anchor="ra")
        pen.text((centre - half, y + inset), shorten_text(white, medium, room), INK, medium, anchor="ra")
        pen.text((centre, y + inset), result or "–", colour if result else QUIET, bold, anchor="ma")
        pen.text((centre + half, y + inset), shorten_text(black, medium, room), INK, medium)


def row_height(count: int) -> int:
    return min(TALLEST_ROW, ROWS_HEIGHT // max(count, 1))


def font_size(row: int) -> int:
    return min(32, row - 14)


def draw_tiles(pen: ImageDraw.ImageDraw, tiles: tuple[CardTile, ...], top: int, ground: str) -> int:
    """Draw numbers with their captions, next to each other; return where they end."""
    big, small, x = load_font("bold", 48), load_font("medium", 24), MARGIN
    for value, label in tiles:
        width = round(max(big.getlength(value), small.getlength(label), 96)) + 48
        if x + width > SIZE[0] - MARGIN:
            break
        pen.rounded_rectangle((x, top, x + width, top + TILE_HEIGHT), 12, ground, LINE, 2)
        pen.text((x + 24, top + 10), value, INK, big)
        pen.text((x + 24, top + 66), label, QUIET, small)
        x += width + 16
    return top + TILE_HEIGHT


def draw_marks(pen: ImageDraw.ImageDraw, marks: tuple[CardMark, ...], colour: str, top: int) -> None:
    """Draw the results of a player, the latest ones where they are too many: a win is full, a draw tinted."""
    letters = load_font("bold", 28)
    widths = [max(MARK, round(letters.getlength(text)) + 24) for text, _won in marks]
    while sum(widths) + GAP * len(widths) > SIZE[0] - 2 * MARGIN:
        del widths[0]
    x = MARGIN
    for (text, won), width in zip(marks[len(marks) - len(widths) :], widths, strict=True):
        ground = colour if won > 0 else CARD if won < 0 else mix_tint(colour)
        pen.rounded_rectangle((x, top, x + width, top + MARK), 10, ground, ground if won >= 0 else LINE, 2)
        pen.text((x + width / 2, top + MARK / 2), text, CARD if won > 0 else INK, letters, anchor="mm")
        x += width + GAP
