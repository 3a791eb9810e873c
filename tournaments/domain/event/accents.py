"""The accent colours of events: their names, and the light shade for pictures that the server draws.

static/shared/style.css holds the same colours; a test compares both.
"""

from django.utils.translation import gettext_lazy as _

ACCENTS = {
    "pine": (_("Pine"), "#0a6b52"),
    "moss": (_("Moss"), "#4d6412"),
    "teal": (_("Teal"), "#04656e"),
    "ocean": (_("Ocean"), "#0b5f8a"),
    "ink": (_("Ink"), "#3a4a9a"),
    "violet": (_("Violet"), "#5d3fa8"),
    "plum": (_("Plum"), "#7a3a86"),
    "rose": (_("Rose"), "#a02656"),
    "brick": (_("Brick"), "#a03a1c"),
    "ochre": (_("Ochre"), "#7d5600"),
    "umber": (_("Umber"), "#6f4a34"),
    "slate": (_("Slate"), "#44566a"),
}
DEFAULT = "pine"


def colour(accent: str) -> str:
    """Return the light shade of an accent; for an unknown one, that of the default."""
    return ACCENTS.get(accent, ACCENTS[DEFAULT])[1]
