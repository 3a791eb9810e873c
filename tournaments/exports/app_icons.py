"""The icon of Crosstable: for tabs as SVG in each accent, for home screens as PNG. `make icons` writes the files.

A home screen cuts an icon into its own shape: there the ground fills the square, and the sign stays in the middle.
"""

from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw

from tournaments.domain.event import accents

FULL, PALE = "M3 3h3v3H3zm3.5 3.5h3v3h-3zM10 10h3v3h-3z", 0.45
SIDE, CELL, STARTS, CORNER = 16, 3, (3, 6.5, 10), 3  # the drawing's units
REST = "M6.5 3h3v3h-3zM10 3h3v3h-3zM3 6.5h3v3H3zm7 0h3v3h-3zM3 10h3v3H3zm3.5 0h3v3h-3z"
FINER = 4  # drawn this much larger, so that edges between two pixels are smooth
MIDDLE = 0.84  # of the sign's size, within the circle that no home screen cuts

# Name in static/icons/, side in pixels, whether the ground fills the square.
PICTURES = {"192": (192, False), "512": (512, False), "maskable": (512, True), "touch": (180, True)}


def draw_svg(accent: str) -> str:
    """Return the icon of an accent as SVG."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}">'
        f'<rect width="{SIDE}" height="{SIDE}" rx="{CORNER}" fill="{accents.colour(accent)}"/>'
        f'<path fill="#fff" d="{FULL}"/><path fill="#fff" opacity="{str(PALE).lstrip("0")}" d="{REST}"/></svg>\n'
    )


def draw_png(side: int, *, is_full: bool) -> bytes:
    """Return the icon as PNG, its ground cut to a rounded square or filling it."""
    fine = side * FINER
    image = Image.new("RGBA", (fine, fine))
    pen = ImageDraw.Draw(image)
    unit = fine / SIDE
    ground = accents.colour(accents.DEFAULT)
    if is_full:
        pen.rectangle((0, 0, fine, fine), ground)
    else:
        pen.rounded_rectangle((0, 0, fine - 1, fine - 1), CORNER * unit, ground)
    size = MIDDLE if is_full else 1
    pale = _mix_white(ground)
    for row, top in enumerate(STARTS):
        for column, left in enumerate(STARTS):
            x, y = ((SIDE / 2 + (start - SIDE / 2) * size) * unit for start in (left, top))
            pen.rectangle(
                (x, y, x + CELL * size * unit - 1, y + CELL * size * unit - 1), "#fff" if row == column else pale
            )
    packed = BytesIO()
    image.resize((side, side), Image.Resampling.BOX).save(packed, "PNG", optimize=True)
    return packed.getvalue()


def _mix_white(colour: str) -> str:
    """Lay the paler white of the sign over a colour."""
    channels = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{round(255 * PALE + each * (1 - PALE)):02x}" for each in channels)


def write_icons(folder: Path) -> None:
    """Write all icons into a folder."""
    for accent in accents.ACCENTS:
        (folder / f"{accent}.svg").write_text(draw_svg(accent), encoding="utf-8")
    for name, (side, is_full) in PICTURES.items():
        (folder / f"{name}.png").write_bytes(draw_png(side, is_full=is_full))


if __name__ == "__main__":
    write_icons(Path("static", "icons"))
