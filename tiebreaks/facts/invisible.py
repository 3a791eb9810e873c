"""Invisible characters in names: they reverse the text beside them, or make two names differ that look equal.

Names come from files of strangers and stand on public pages. Joiners stay between letters of scripts that are not
written rightly without them, as in Persian or in Hindi.
"""

import re
import unicodedata

from tiebreaks.refusal import gettext_noop, sentence

REMOVED = sentence(
    "invisible-removed",
    gettext_noop("Invisible characters were removed here: they change how a name is shown or found."),
)

# Direction marks and overrides, zero-width spaces, byte order marks, fillers, and the two joiners.
HIDDEN = re.compile(
    r"[\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\u3164\ufeff\uffa0]"
)
JOINERS = "\u200c\u200d"
JOINED = {
    *("ARABIC", "BENGALI", "DEVANAGARI", "GUJARATI", "GURMUKHI", "KANNADA", "KHMER", "MALAYALAM", "MONGOLIAN"),
    *("MYANMAR", "NKO", "ORIYA", "SINHALA", "SYRIAC", "TAMIL", "TELUGU", "TIBETAN"),
}


def drop_invisible(text: str) -> str:
    """Return a text without invisible characters."""
    if text.isascii() or not HIDDEN.search(text):
        return text
    return HIDDEN.sub(lambda found: found[0] if is_needed(text, found.start()) else "", text)


def is_needed(text: str, place: int) -> bool:
    """Tell whether a joiner stands between two letters of a script that needs it."""
    around = (text[place - 1 : place], text[place + 1 : place + 2])
    return text[place] in JOINERS and all(each and script_of(each) in JOINED for each in around)


def script_of(letter: str) -> str:
    return unicodedata.name(letter, "").partition(" ")[0]


def one_line(text: str) -> str:
    """Return a text as one line of what can be seen: a database refuses NUL, and files and logs are read by lines."""
    shown = (letter if letter.isprintable() or letter in JOINERS else " " for letter in drop_invisible(text))
    return " ".join("".join(shown).split())
