"""Choose the content coding of an answer from the Accept-Encoding header, as RFC 9110 section 12.5.3 describes."""

from collections.abc import Collection
from functools import lru_cache

IDENTITY = "identity"
CODINGS = ("br", "gzip")  # the best first
SUFFIXES = {"br": ".br", "gzip": ".gz"}


def choose_coding(accept_encoding: str, available: Collection[str] = CODINGS) -> str:
    """Return the coding with the highest quality; of equal ones the best, and "identity" where none is acceptable."""
    quality_of = parse_qualities(accept_encoding[:500])
    anything_else = quality_of.get("*", 0.0)
    best, best_quality = IDENTITY, 0.0
    for coding in CODINGS:
        quality = quality_of.get(coding, anything_else)
        if coding in available and quality > best_quality:
            best, best_quality = coding, quality
    return IDENTITY if quality_of.get(IDENTITY, 0.0) > best_quality else best


@lru_cache(maxsize=200)
def parse_qualities(accept_encoding: str) -> dict[str, float]:
    """Return the quality of each coding in the header; one that can't be read counts as 0."""
    quality_of = {}
    for item in accept_encoding.lower().split(","):
        coding, _, parameters = item.partition(";")
        quality_of[coding.strip().removeprefix("x-")] = quality_in(parameters)
    return quality_of


def quality_in(parameters: str) -> float:
    name, _, value = parameters.strip().partition("=")
    if not name:
        return 1.0
    try:
        quality = float(value)
    except ValueError:
        return 0.0
    return quality if name.strip() == "q" and 0 <= quality <= 1 else 0.0
