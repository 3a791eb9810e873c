"""Load templates without their line breaks and indentation: written for people, sent small."""

import re

from django.template import Origin
from django.template.loaders import filesystem

# Line breaks count inside these elements.
AS_WRITTEN = re.compile(r"(<(?:pre|textarea)\b.*?</(?:pre|textarea)>)", re.DOTALL)
# Elsewhere a line break with its indentation separates words; before the end of a tag it is not needed at all.
BEFORE_THE_END = re.compile(r"\s*\n\s*(?=/?>)")
LINE_BREAK = re.compile(r"\s*\n\s*")


class Loader(filesystem.Loader):
    """Django's loader of files, for the templates of this project."""

    def get_contents(self, origin: Origin) -> str:
        """Return the text of a template with each line break and its indentation as one space."""
        return compact(super().get_contents(origin))


def compact(text: str) -> str:
    """Return a template with each line break and its indentation as one space, except inside <pre> and <textarea>."""
    parts = AS_WRITTEN.split(text)
    parts[::2] = [LINE_BREAK.sub(" ", BEFORE_THE_END.sub("", part)) for part in parts[::2]]
    return "".join(parts).rstrip()
