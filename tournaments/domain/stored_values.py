"""What a stored value may be: the shapes of JSON, the years of dates and the addresses of links, one rule for each.

The models name these rules, so that whatever fills a row from outside is held to them: an archive, and another server.
"""

import datetime
from collections.abc import Callable, Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.deconstruct import deconstructible
from django.utils.translation import gettext as _

from tiebreaks.facts.invisible import drop_invisible
from tiebreaks.facts.size import MOST_ROUNDS
from tournaments.domain.event.event_details import is_web_address, list_lines

type Shape = Callable[[Any], bool]

YEARS = range(1800, 2200)  # every zone can show them, and a day before or after
LARGEST = 2**63 - 1  # what databases hold, and seeds of lots
LONGEST_TEXT = 10_000
MOST_PARTS = 100_000


def check_year(at: datetime.date) -> None:
    """Raise ValidationError for a day or moment in a year that no event has."""
    if at.year not in YEARS:
        raise ValidationError(
            _("The year must be one from %(first)d to %(last)d.") % {"first": YEARS[0], "last": YEARS[-1]}
        )


def check_links(text: str) -> None:
    """Raise ValidationError unless each line begins with the address of a web page."""
    for line in list_lines(drop_invisible(text)):
        address = line.partition(" ")[0]
        if not is_web_address(address):
            raise ValidationError(
                _("“%(text)s” is not the address of a web page: begin the line with https://.") % {"text": address}
            )


def check_link(address: str) -> None:
    """Raise ValidationError for what is not the address of a web page."""
    if not is_web_address(address):
        raise ValidationError(_("“%(text)s” is not the address of a web page.") % {"text": address})


def is_number(value: Any) -> bool:
    return type(value) is int and -LARGEST <= value <= LARGEST


def is_text(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_TEXT


def is_plain(value: Any) -> bool:
    return value is None or isinstance(value, bool) or is_number(value) or is_text(value)


def is_object(value: Any) -> bool:
    return isinstance(value, dict)


def is_place(value: Any) -> bool:
    """Tell whether a list begins with a round and a board."""
    return each(optional(is_number))(value) and len(value) != 1


def is_round(text: str) -> bool:
    return text.isascii() and text.isdecimal() and 0 < int(text[:4]) <= MOST_ROUNDS


def is_clock_time(value: Any) -> bool:
    try:
        return datetime.datetime.fromisoformat(value).year in YEARS
    except (TypeError, ValueError):
        return False


def optional(shape: Shape) -> Shape:
    return lambda value: value is None or shape(value)


def each(shape: Shape) -> Shape:
    return lambda value: isinstance(value, list) and len(value) <= MOST_PARTS and all(map(shape, value))


def row(*shapes: Shape) -> Shape:
    """Return the shape of a list with one value of each shape, in this order."""
    return lambda value: (
        isinstance(value, list)
        and len(value) == len(shapes)
        and all(shape(part) for shape, part in zip(shapes, value, strict=True))
    )


def table(key: Callable[[str], bool], shape: Shape) -> Shape:
    """Return the shape of an object whose names and values are all of one kind."""
    return lambda value: isinstance(value, dict) and all(key(name) and shape(part) for name, part in value.items())


def facts(*, needed: Mapping[str, Shape], more: Mapping[str, Shape] | None = None) -> Shape:
    """Return the shape of an object with all that is needed; what it has besides is of its own shape, or unknown."""
    known = {**needed, **(more or {})}
    return lambda value: (
        isinstance(value, dict)
        and needed.keys() <= value.keys()
        and all(shape(value[name]) for name, shape in known.items() if name in value)
    )


REASONS = each(row(is_text, table(is_text, is_plain)))
BOARDS = each(facts(needed={"white": is_number, "black": is_number, "reasons": REASONS}))
BYES = each(facts(needed={"player": is_number, "reasons": REASONS}))
NUMBERS = each(is_number)
PAIRS = each(row(is_number, is_number))
LINES = table(is_text, NUMBERS)
MARGIN = facts(needed={"places": is_number, "half": is_number, "spread": is_number})
FINALISTS = facts(
    needed={
        "lines": each(row(is_number, is_number, is_number)),
        "margin": MARGIN,
        "pairs": PAIRS,
        "safe": NUMBERS,
        "candidates": NUMBERS,
        "out": NUMBERS,
    }
)
MORE_OF_A_PROPOSAL = {"finalists": FINALISTS, "seed": optional(is_number), "field": NUMBERS, "lines": LINES}
PROPOSAL = facts(needed={"boards": BOARDS, "byes": BYES, "notes": REASONS}, more=MORE_OF_A_PROPOSAL)
# What another server shows of it: `formats/public_rows.py`.
SHOWN_PROPOSAL = facts(needed={"finalists": FINALISTS, "notes": REASONS})

SHAPES: Mapping[str, Shape] = {
    "numbers": NUMBERS,
    "lines of a file": each(is_text),
    "departures": each(facts(needed={"kind": is_text, "round": is_number})),
    "times of rounds": table(is_round, is_clock_time),
    "settings": table(is_text, lambda value: is_plain(value) or isinstance(value, list)),
    "proposal": PROPOSAL,
    "proposal of a round": lambda value: PROPOSAL(value) or SHOWN_PROPOSAL(value),
    "boards": BOARDS,
    "byes": BYES,
    "wishes": facts(needed={}, more={"fixed": PAIRS, "granted": PAIRS, "bye": optional(is_number)}),
    "draw": facts(needed={}, more={"lines": LINES, "replaced": each(row(is_text, is_number, is_number))}),
    "values": is_object,
    "answer": facts(needed={}, more={"at": is_place, "line": optional(is_number)}),
}


@deconstructible
class HasShape:
    """The validator of a field of JSON."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, value: Any) -> None:
        if not SHAPES[self.name](value):
            raise ValidationError(str(value)[:40])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HasShape) and other.name == self.name

    def __hash__(self) -> int:
        return hash(self.name)
