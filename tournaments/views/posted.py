"""Read the fields of a posted form that are too few for a form class, and arrange its lines."""

from django.http import HttpRequest

from tiebreaks.facts.invisible import one_line


def posted_line(request: HttpRequest, field: str, limit: int = 200) -> str:
    """Return a text as one line of what can be seen."""
    return one_line(request.POST.get(field, ""))[:limit]


def posted_number(request: HttpRequest, field: str) -> int | None:
    """Return a number of at most four digits, for example of a round or a player; None for anything else."""
    return read_digits(request.POST.get(field, ""), 4)


def posted_numbers(request: HttpRequest, field: str) -> list[int]:
    """Return all numbers of that name, without what is none."""
    numbers = (read_digits(text, 4) for text in request.POST.getlist(field))
    return [number for number in numbers if number is not None]


def posted_key(request: HttpRequest, field: str) -> int | None:
    """Return the key of a row; None for anything else."""
    return read_digits(request.POST.get(field, ""), 9)


def read_digits(text: str, longest: int) -> int | None:
    digits = text.strip()
    return int(digits) if digits.isdecimal() and digits.isascii() and len(digits) <= longest else None


def move_line[Text](lines: list[Text], at: int | None, by: int) -> list[Text]:
    """Exchange a line with the one before it (`by` is -1) or behind it (1); beyond the ends nothing moves."""
    if at is None or not (0 <= at < len(lines) and 0 <= at + by < len(lines)):
        return lines
    moved = list(lines)
    moved[at], moved[at + by] = moved[at + by], moved[at]
    return moved


def remove_line[Text](lines: list[Text], at: int | None) -> list[Text]:
    return [line for place, line in enumerate(lines) if place != at]
