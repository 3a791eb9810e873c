"""The criteria of an order as columns of a table: their names, and their values as text."""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from tiebreaks.criteria.criterion import ChosenCriterion
from tiebreaks.values.numbers import Value, places_to_tell_apart
from tournaments.domain.number_format import UNDEFINED, figure, has_glyph
from tournaments.wording import criteria

# Criteria whose values are differences of scores.
SIGNED_CODES = {"SPREAD", "DIFF"}


class CriterionColumn(NamedTuple):
    """A criterion of the order. `slug` is its spelling in addresses; `main` marks the points."""

    notation: str
    slug: str
    label: str
    name: str
    main: bool


class ValueCell(NamedTuple):
    """A value as text. `clear` leaves the width of a neighbour's ½ free, so that the digits are aligned."""

    slug: str
    text: str
    main: bool
    clear: bool


def list_columns(order: Sequence[ChosenCriterion]) -> tuple[CriterionColumn, ...]:
    """Return the columns of an order of criteria. The main one is the points; without them, the first criterion."""
    codes = [chosen.code for chosen in order]
    main = codes.index("PTS") if "PTS" in codes else 0
    return tuple(
        CriterionColumn(
            notation=chosen.notation,
            slug=chosen.notation.replace("/", "-"),
            label=criteria.label(chosen, order),
            name=criteria.name(chosen, order),
            main=index == main,
        )
        for index, chosen in enumerate(order)
    )


def write_criterion_value(chosen: ChosenCriterion, value: Value, places: int = 2) -> str:
    """Write a value of a criterion. Direct encounter that broke no tie is a dash, not place 0."""
    return UNDEFINED if chosen.criterion.place_group and not value else figure(value, is_signed(chosen), places)


def is_signed(chosen: ChosenCriterion) -> bool:
    """Return whether a criterion is a difference, which is written with its sign."""
    return chosen.code in SIGNED_CODES


def build_cells(column: CriterionColumn, chosen: ChosenCriterion, values: Sequence[Value]) -> list[ValueCell]:
    """Return the cells of a column from top to bottom; if some end in a fraction, the others leave room for it."""
    places = places_to_tell_apart(values)
    texts = {value: write_criterion_value(chosen, value, places) for value in set(values)}
    has_fractions = any(map(has_glyph, texts.values()))
    cells = {
        value: ValueCell(column.slug, text, column.main, has_fractions and not has_glyph(text))
        for value, text in texts.items()
    }
    return [cells[value] for value in values]


FEWEST_CHARACTERS, MOST_CHARACTERS = 5, 10  # for which the style sheet has widths


def count_characters(label: str, texts: Iterable[str]) -> int:
    """Return for how many characters a column needs room: its longest value, or a word of its head in smaller letters.

    Where some values end in a fraction, all have room for one, which is as wide as a digit and a half.
    """
    different = set(texts)
    longest = max(map(len, different), default=0) + any(map(has_glyph, different))
    words = max(map(len, label.split()), default=0)
    return min(max(longest, words * 3 // 4, FEWEST_CHARACTERS), MOST_CHARACTERS)


def find_idle(
    columns: Sequence[CriterionColumn], cells: Iterable[Collection[ValueCell]]
) -> tuple[CriterionColumn, ...]:
    """Return the criteria that have a value in none of their cells, such as a direct encounter that breaks no tie.

    A column of dashes says nothing. It comes back as soon as the criterion decides something.
    """
    pairs = zip(columns, cells, strict=True)
    return tuple(column for column, own in pairs if own and not (column.main or any(c.text != UNDEFINED for c in own)))
