"""Names as they sound, for looking them up: spellings that are often confused become the same."""

import re

from tournaments.domain.players import name_matching

APOSTROPHES = str.maketrans(dict.fromkeys("'’`´", ""))
NO_LETTERS = str.maketrans({letter: " " for letter in map(chr, range(128)) if not letter.isalnum()})
# ä, ae and a become the same, as do ß and ss, ph and f, Schmidt and Schmitt. The order matters.
LETTER_PAIRS = (("sch", "sh"), ("ph", "f"), ("th", "t"), ("dt", "t"), ("ae", "a"), ("oe", "o"), ("ue", "u"))
SINGLE_LETTERS = str.maketrans({"c": "k", "q": "k", "y": "i", "j": "i", "w": "v", "x": "ks", "z": "s"})
DOUBLE_LETTERS = re.compile(r"([^\W\d_])\1+")


def fold_name(name: str) -> str:
    """Return a name in lower case as it sounds: Müller, Mueller and Muller are "muler"."""
    text = name.translate(APOSTROPHES)
    text = text.lower().translate(NO_LETTERS) if text.isascii() else name_matching.spell_out(text)
    for pair, letter in LETTER_PAIRS:
        text = text.replace(pair, letter)
    return " ".join(DOUBLE_LETTERS.sub(r"\1", text.translate(SINGLE_LETTERS).replace("kh", "k")).split())


def fold_both_orders(name: str) -> tuple[str, str]:
    """Return the folded name with the surname first, and with the first name first."""
    surname, comma, first = name.partition(",")
    if not comma:
        surname, _blank, first = name.partition(" ")
    one, other = fold_name(surname), fold_name(first)
    return f"{one} {other}".strip(), f"{other} {one}".strip()
