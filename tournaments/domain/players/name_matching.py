"""Compare names of people. An ä is equal to ae or a; other accents and the order of the names do not count."""

import re
import unicodedata
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import lru_cache

# How letters are written on keyboards without them. The browser uses the same two tables.
LETTERS = {"ß": "ss", "æ": "ae", "œ": "oe", "đ": "d", "ð": "d", "þ": "th", "ł": "l", "ı": "i", "ə": "e"}
SPELLED_OUT = LETTERS | {"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"}
# How they are typed in a hurry; any other accent is simply dropped.
WITHOUT_ACCENTS = LETTERS | {"ä": "a", "ö": "o", "ü": "u", "ø": "o", "å": "a"}
# Names at least this similar (0 to 100) may belong to the same person.
SIMILAR = 86
# Among more names than this only equal ones are found: comparing all pairs would take too long.
MOST = 1500
APOSTROPHE = re.compile("['’‘ʼ`´]")
LONGEST_KEY = 500
# So many spellings are kept: whoever searches a long list has them all compared again with every letter.
KEPT = 16_384


def comparison_key(name: str) -> str:
    """Return the form in which names are compared: plain lower-case letters, the words in alphabetical order."""
    return " ".join(sorted(spell_out(name).split()))


@lru_cache(KEPT)
def spell_out(name: str) -> str:
    """Return a name in plain lower-case letters, an ä as ae, the words in their order."""
    return _fold(name, SPELLED_OUT)


@lru_cache(KEPT)
def drop_accents(name: str) -> str:
    """Return a name in plain lower-case letters, an ä as a, the words in their order."""
    return _fold(name, WITHOUT_ACCENTS)


def _fold(name: str, letters: Mapping[str, str | int | None]) -> str:
    text = unicodedata.normalize("NFC", name).casefold().translate(str.maketrans(dict(letters)))
    plain = "".join(letter for letter in unicodedata.normalize("NFKD", text) if not unicodedata.combining(letter))
    return " ".join("".join(letter if letter.isalnum() else " " for letter in plain).split())


def make_search_key(*texts: str) -> str:
    """Return the words of texts for `search_words`: in both spellings, and those with an apostrophe without it too.

    Each begins after a space: "Müller, D’Arc" is " muller d arc mueller darc".
    """
    forms = (form for text in texts for form in list_forms(text))
    words = (word for form in forms for spell in (drop_accents, spell_out) for word in spell(form).split())
    return "".join(f" {word}" for word in dict.fromkeys(words))[:LONGEST_KEY]


def list_forms(name: str) -> list[str]:
    """Return a name, and if it has an apostrophe also as those type it who leave that out: O’Brien, OBrien."""
    return list(dict.fromkeys((name, APOSTROPHE.sub("", name))))


def search_words(text: str) -> list[list[str]]:
    """Return the words of a search in each way to type it, the longest first: a name has all words of one way."""
    ways = dict.fromkeys(frozenset(spell(text).split()) for spell in (spell_out, drop_accents))
    return [sorted(words, key=lambda word: (-len(word), word)) for words in ways]


def spellings(text: str) -> set[str]:
    """Return the ways to type a name without accents and apostrophes: `mueller` and `muller` for Müller."""
    return {spell(form) for form in list_forms(text) for spell in (spell_out, drop_accents)}


def name_filter(wanted: str) -> Callable[[str], bool]:
    """Return a test whether a name contains each of the wanted words; `mueller` and `muller` find Müller."""
    wanted_words = [(fold, fold(form).split()) for form in list_forms(wanted) for fold in (spell_out, drop_accents)]
    return lambda name: any(
        all(word in fold(form) for word in words) for form in list_forms(name) for fold, words in wanted_words
    )


def has_word(name: str, fragment: str) -> bool:
    """Return whether each word of the fragment begins a word of its own in the name, however accents are typed."""
    return any(
        part and begin_words(part.split(), whole.split()) for part in spellings(fragment) for whole in spellings(name)
    )


def begin_words(parts: list[str], words: list[str]) -> bool:
    """Return whether each part begins another word."""
    for part in sorted(parts, key=len, reverse=True):
        begun = next((word for word in words if word.startswith(part)), None)
        if begun is None:
            return False
        words.remove(begun)
    return True


def find_similar(name: str, others: Mapping[int, str]) -> list[int]:
    """Return the numbers of `others` (keys by number) that may be the same person, the most similar first."""
    from rapidfuzz import process  # slow to load, and few commands compare

    wanted = comparison_key(name)
    found = process.extract(wanted, others, scorer=similarity, score_cutoff=SIMILAR, limit=3)
    return [number for _key, _score, number in found]


def similarity(one: Sequence[Hashable], other: Sequence[Hashable], *, score_cutoff: float | None = None) -> float:
    """Return how similar two keys are, 0 to 100: letter by letter, or by words where one name has more words."""
    from rapidfuzz import fuzz

    plain = fuzz.ratio(one, other, score_cutoff=score_cutoff)
    shorter = min(len(str(key).split()) for key in (one, other))
    words = fuzz.token_set_ratio(one, other, score_cutoff=score_cutoff) - 5 if shorter > 1 else 0
    return max(plain, words)


def find_doubles(names: Mapping[int, str]) -> list[tuple[int, int]]:
    """Return pairs of numbers whose names are equal or similar, in order."""
    from rapidfuzz import fuzz, process

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
