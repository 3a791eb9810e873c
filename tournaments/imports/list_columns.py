"""The columns of an uploaded list: their samples and the field that each of them holds."""

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

SAMPLES = 3


class ListColumn(NamedTuple):
    """A column as the page shows it: index, title, first values, and the field that was chosen or guessed."""

    index: int  # type: ignore[assignment]  # hides tuple.index, which nobody needs here
    title: str
    samples: list[str]
    field: str


type GuessFields = Callable[
    [list[str], list[list[str]]], list[str]
]  # of titles, none without a line of them, and of values


def describe_columns(
    lines: Sequence[tuple[int, list[str]]],
    has_titles: bool,
    allowed: Collection[str],
    chosen: list[str] | None,
    guess: GuessFields,
) -> list[ListColumn]:
    """Describe the columns of numbered lines, with the `allowed` fields that were chosen; guessed where none was yet.

    No field is taken twice.
    """
    count = max(len(cells) for _number, cells in lines)
    titles = lines[0][1] if has_titles else []
    body = [cells for _number, cells in lines[has_titles:]]
    samples = [[cells[index] for cells in body if index < len(cells) and cells[index]] for index in range(count)]
    fields = [*(guess(titles, samples) if chosen is None else chosen), *[""] * count][:count]
    fields = [field if field in allowed and field not in fields[:index] else "" for index, field in enumerate(fields)]
    titles = [*titles, *[""] * count][:count]
    return [ListColumn(index, titles[index], samples[index][:SAMPLES], fields[index]) for index in range(count)]
