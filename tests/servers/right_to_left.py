"""The usual settings and one more language, which is written from right to left, for tests of the layout alone.

`write_catalogue` makes its texts: the German ones, which are the longest, in Hebrew letters.
"""

import re
from pathlib import Path

import polib

from config import settings as usual

globals().update({name: value for name, value in vars(usual).items() if name.isupper()})

CODE = "he"
LANGUAGES = [*usual.LANGUAGES, (CODE, "Right to left")]
LOCALE_PATHS = [usual.VAR / "locale", *usual.LOCALE_PATHS]
GERMAN = Path(__file__).resolve().parents[2] / "tournaments" / "locale" / "de" / "LC_MESSAGES" / "django.po"
# What is not translated: placeholders, tags, entities.
FIXED = re.compile(r"(%\(\w+\)[sd]|%[sd%]|\{\w*\}|<[^>]*>|&\w+;)")
LETTERS = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzäöüßABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜ",
    "אבגדהוזחטיכלמנסעפצקרשתךםןףאוסץאבגדהוזחטיכלמנסעפצקרשתךםןףאוס",
)


def write_catalogue(folder: Path) -> None:
    """Write the texts where a server with this folder finds them."""
    catalogue = polib.POFile()
    catalogue.metadata = {
        "Content-Type": "text/plain; charset=UTF-8",
        "Plural-Forms": "nplurals=2; plural=(n != 1);",
    }
    for entry in polib.pofile(str(GERMAN)):
        entry.msgstr = in_hebrew_letters(entry.msgstr)
        entry.msgstr_plural = {number: in_hebrew_letters(text) for number, text in entry.msgstr_plural.items()}
        catalogue.append(entry)
    target = folder / "locale" / CODE / "LC_MESSAGES"
    target.mkdir(parents=True)
    catalogue.save_as_mofile(str(target / "django.mo"))


def in_hebrew_letters(text: str) -> str:
    parts = FIXED.split(text)
    return "".join(part if FIXED.fullmatch(part) else part.translate(LETTERS) for part in parts)
