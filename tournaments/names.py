"""Names of people as they are compared: ä is ae, accents do not count, nor does the order of first and last name."""

import unicodedata
from collections.abc import Callable, Iterable, Mapping

from rapidfuzz import fuzz, process

# Letters that no accent is taken off from, as they are written where a keyboard lacks them.
SPELLED = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "æ": "ae", "œ": "oe", "ø": "oe", "å": "aa", "đ": "d", "ð": "d"}
    | {"þ": "th", "ł": "l", "ı": "i"}
)
# The same letters without their dots and strokes, as they are typed in a hurry.
PLAIN = str.maketrans({"ä": "a", "ö": "o", "ü": "u", "ø": "o", "å": "a"})
# From this likeness on (0 to 100) two names may be one person's.
ALIKE = 86
# Among more names than these only equal ones are looked for: the others would take too long.
MOST = 1500


def key(name: str) -> str:
    """Return a name as it is compared: small plain letters, the words in alphabetical order."""
    return " ".join(sorted(spelled(name).split()))


def spelled(name: str) -> str:
    """Return a name in small plain letters, its words in their own order."""
    text = unicodedata.normalize("NFC", name).casefold().translate(SPELLED)
    plain = "".join(letter for letter in unicodedata.normalize("NFKD", text) if not unicodedata.combining(letter))
    return " ".join("".join(letter if letter.isalnum() else " " for letter in plain).split())


def search(wanted: str) -> Callable[[str], bool]:
    """Return what tells whether a name has each of the wanted words, umlauts spelled out or without their dots.

    "mueller" and "muller" find Müller, and "müller" finds Mueller. static/shared/names.js does the same in the browser.
    """
    ways = [(way, way(wanted).split()) for way in (spelled, plain)]
    return lambda name: any(all(word in way(name) for word in words) for way, words in ways)


def plain(name: str) -> str:
    """Return a name in small plain letters, an ä as a."""
    return spelled(unicodedata.normalize("NFC", name).casefold().translate(PLAIN))


def alike(name: str, others: Mapping[int, str]) -> list[int]:
    """Return whose keys among `others` may be the same person's name, the likeliest first: misspelt, shortened."""
    wanted = key(name)
    found = process.extract(wanted, others, scorer=likeness, score_cutoff=ALIKE, limit=3)
    return [number for _key, _score, number in found]


def likeness(one: str, other: str, *, score_cutoff: float = 0) -> float:
    """Return how alike two keys are, 0 to 100: letter by letter, or by their words where one has a word more."""
    plain = fuzz.ratio(one, other, score_cutoff=score_cutoff)
    shorter = min(len(one.split()), len(other.split()))
    words = fuzz.token_set_ratio(one, other, score_cutoff=score_cutoff) - 5 if shorter > 1 else 0
    return max(plain, words)


def doubles(names: Mapping[int, str]) -> list[tuple[int, int]]:
    """Return pairs of numbers whose names are equal or alike, in order."""
    keys = {number: key(name) for number, name in names.items()}
    if len(keys) > MOST:
        return sorted(equal(keys))
    pairs = set()
    for number, wanted in keys.items():
        for _key, _score, other in process.extract(wanted, keys, scorer=fuzz.ratio, score_cutoff=ALIKE, limit=4):
            if other != number:
                pairs.add((min(number, other), max(number, other)))
    return sorted(pairs | set(equal(keys)))


def equal(keys: Mapping[int, str]) -> Iterable[tuple[int, int]]:
    """Yield the first number of each name with every later one of the same name."""
    first: dict[str, int] = {}
    for number, wanted in sorted(keys.items()):
        if wanted in first:
            yield first[wanted], number
        first.setdefault(wanted, number)
