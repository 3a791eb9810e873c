"""The content types of static files: the same on every machine.

Windows and each Linux have lists of their own. In some of them scripts are plain text, which browsers refuse to run,
and fonts are missing.
"""

import mimetypes

TYPES = mimetypes.MimeTypes()
TYPES.add_type("font/woff2", ".woff2")
TYPES.add_type("image/webp", ".webp")


def guess_content_type(name: str) -> str:
    """Return the content type of a file by its name, without a charset; "" if it is unknown or compressed."""
    content_type, coding = TYPES.guess_type(name)
    return "" if coding else content_type or ""
