"""Compare names of people: ä is ae or a, accents do not count, nor does the order of first and last name."""

import unicodedata
from collections.abc import Callable, Iterable, Mapping

from rapidfuzz import fuzz, process

# How letters are written where a keyboard lacks them. The browser gets the same two tables.
LETTERS = {"ß": "ss", "æ": "ae", "œ": "oe", "đ": "d", "ð": "d", "þ": "th", "ł": "l", "ı": "i", "ə": "e"}
SPELLED_OUT = LETTERS | {"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"}
# As they are typed in a hurry; any other accent is simply dropped.
WITHOUT_ACCENTS = LETTERS | {"ä": "a", "ö": "o", "ü": "u", "ø": "o", "å": "a"}
# From this similarity on (0 to 100) two names may belong to the same person.
SIMILAR = 86
# Among more names than these only equal ones are found: comparing all pairs would take too long.
MOST = 1500


def comparison_key(name: str) -> str:
    """Return a name as it is compared: small plain letters, the words in alphabetical order."""
    return " ".join(sorted(spell_out(name).split()))


def spell_out(name: str) -> str:
    """Return a name in small plain letters, an ä as ae, its words in their own order."""
    return _fold(name, SPELLED_OUT)


def drop_accents(name: str) -> str:
    """Return a name in small plain letters, an ä as a, its words in their own order."""
    return _fold(name, WITHOUT_ACCENTS)


def _fold(name: str, letters: Mapping[str, str]) -> str:
    text = unicodedata.normalize("NFC", name).casefold().translate(str.maketrans(dict(letters)))
    plain = "".join(letter for letter in unicodedata.normalize("NFKD", text) if not unicodedata.combining(letter))
    return " ".join("".join(letter if letter.isalnum() else " " for letter in plain).split())


def spellings(text: str) -> set[str]:
    """Return both ways to type a name on a keyboard without its accents: Müller is `mueller` and `muller`."""
    return {spell_out(text), drop_accents(text)}


def name_filter(wanted: str) -> Callable[[str], bool]:
    """Return a test whether a name has each of the wanted words: `mueller` and `muller` find Müller, and back."""
    ways = [(way, way(wanted).split()) for way in (spell_out, drop_accents)]
    return lambda name: any(all(word in way(name) for word in words) for way, words in ways)


def has_word(name: str, fragment: str) -> bool:
    """Tell whether a word of a name begins with the fragment, however its accents are typed."""
    return any(part and f" {part}" in f" {whole}" for part in spellings(fragment) for whole in spellings(name))


def find_similar(name: str, others: Mapping[int, str]) -> list[int]:
    """Return the numbers of `others` (keys by number) that may name the same person, the most similar first."""
    wanted = comparison_key(name)
    found = process.extract(wanted, others, scorer=similarity, score_cutoff=SIMILAR, limit=3)
    return [number for _key, _score, number in found]


def similarity(one: str, other: str, *, score_cutoff: float = 0) -> float:
    """Return how alike two keys are, 0 to 100: letter by letter, or by their words where one has a word more."""
    plain = fuzz.ratio(one, other, score_cutoff=score_cutoff)
    shorter = min(len(one.split()), len(other.split()))
    words = fuzz.token_set_ratio(one, other, score_cutoff=score_cutoff) - 5 if shorter > 1 else 0
    return max(plain, words)


def find_doubles(names: Mapping[int, str]) -> list[tuple[int, int]]:
    """Return pairs of numbers whose names are equal or alike, in order."""
    keys = {number: comparison_key(name) for number, name in names.items()}
    if len(keys) > MOST:
        return sorted(equal_pairs(keys))
    pairs = set()
    for number, wanted in keys.items():
        for _key, _score, other in process.extract(wanted, keys, scorer=fuzz.ratio, score_cutoff=SIMILAR, limit=4):
            if other != number:
                pairs.add((min(number, other), max(number, other)))
    return sorted(pairs | set(equal_pairs(keys)))


def equal_pairs(keys: Mapping[int, str]) -> Iterable[tuple[int, int]]:
    """Yield the first number of each name with every later one of the same name."""
    first: dict[str, int] = {}
    for number, wanted in sorted(keys.items()):
        if wanted in first:
            yield first[wanted], number
        first.setdefault(wanted, number)
