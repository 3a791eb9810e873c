"""The logo of an event: a picture that somebody uploads becomes a small PNG, and nothing else of it is kept."""

from __future__ import annotations

import io
from hashlib import blake2b
from typing import TYPE_CHECKING

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tiebreaks.refusal import Refusal, gettext_noop, sentence

if TYPE_CHECKING:
    from PIL import Image  # imported where a picture is read: few commands do

LARGEST_UPLOAD = 5 * 2**20
LARGEST_AREA = 4_000_000  # pixels: what is unpacked is bounded before it is
FORMATS = ("PNG", "JPEG", "WEBP", "GIF")
WIDTH, HEIGHT = 480, 192  # pixels: four times the size at the top of a page
LARGEST = 2**18  # bytes of a stored logo
COLOURS = 255

TOO_LARGE = sentence(
    "logo-too-large",
    gettext_noop("The picture is too large: at most {megabytes} MB and {megapixels} million pixels are allowed."),
)
NO_PICTURE = sentence("logo-unreadable", gettext_noop("This is not a picture: choose a PNG, JPEG, WebP or GIF file."))


def make_logo(data: bytes) -> bytes:
    """Return an uploaded picture as a small PNG. Raise Refusal."""
    from PIL import Image, ImageOps

    too_large = Refusal(TOO_LARGE, field="logo", megabytes=LARGEST_UPLOAD // 2**20, megapixels=LARGEST_AREA // 10**6)
    if len(data) > LARGEST_UPLOAD:
        raise too_large
    try:
        with Image.open(io.BytesIO(data), formats=FORMATS) as picture:
            picture.draft("RGB", (2 * WIDTH, 2 * HEIGHT))  # a photo is unpacked at a part of its size
            if picture.width * picture.height > LARGEST_AREA:
                raise too_large
            upright = ImageOps.exif_transpose(picture).convert("RGBA")
    except Refusal:
        raise
    except Exception as error:  # each of Pillow's decoders raises errors of its own
        raise Refusal(NO_PICTURE, field="logo") from error
    upright.thumbnail((WIDTH, HEIGHT), Image.Resampling.LANCZOS)
    return write_png(upright)


def write_png(picture: Image.Image) -> bytes:
    """Return a picture as PNG, with fewer colours where it would be large otherwise."""
    from PIL import Image

    plain, small = io.BytesIO(), io.BytesIO()
    picture.save(plain, "PNG", optimize=True)
    picture.quantize(COLOURS, method=Image.Quantize.FASTOCTREE).save(small, "PNG", optimize=True)
    return min(plain.getvalue(), small.getvalue(), key=len) if plain.tell() > LARGEST // 8 else plain.getvalue()


def digest_logo(data: bytes) -> str:
    """Return the digest of a logo, which is part of its address."""
    return blake2b(data, digest_size=8).hexdigest()


def check_logo(data: bytes) -> None:
    """Raise ValidationError unless the data is a logo as we store them: archives come from anywhere."""
    from PIL import Image

    try:
        with Image.open(io.BytesIO(data), formats=("PNG",)) as picture:
            width, height = picture.size
            picture.verify()
    except Exception as error:  # as above
        raise ValidationError(_("This is not a picture.")) from error
    if len(data) > LARGEST or width > WIDTH or height > HEIGHT:
        raise ValidationError(_("This picture is too large."))
