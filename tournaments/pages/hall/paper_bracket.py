"""Brackets on paper: each as a table whose cells are the duels and the lines between them, cut to fit the pages."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import batched, pairwise, zip_longest
from typing import NamedTuple

from tournaments.access.reader import Reader
from tournaments.pages.event.state import EventState
from tournaments.pages.rounds.bracket import BracketDuel, BracketPart, Level, bracket_view
from tournaments.pages.rounds.pools import PoolTable

MOST_IN_COLUMN = 16  # duels that have room one below the other
ROOMY = 8  # up to so many stand in larger type
MOST_COLUMNS = 6
WIDE = 5  # up to so many columns are wide
BESIDE = 3  # up to so many have room beside the table of a pool

# The parts of the lines from a duel to the next one: half a cell in one of the two columns between them.
EMPTY, MEETS, DOWN, UP = "empty", "meets", "down", "up"


class BracketCell(NamedTuple):
    """A cell of so many rows: a duel, or a part of the lines between two columns."""

    span: int
    line: str = ""
    duel: BracketDuel | None = None


type Rows = list[list[BracketCell]]


class BracketSheet(NamedTuple):
    """A part of a bracket that stays on one page: `rows` have the cells that begin in them.

    With `lines` two columns of them follow each column of duels. `notes` say what decided duels besides their
    games. `look` names what its style depends on. A pool has a table.
    """

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[BracketCell, ...], ...]
    lines: bool
    notes: tuple[str, ...]
    look: str
    table: PoolTable | None


class BracketPaper(NamedTuple):
    progress: EventState
    sheets: tuple[BracketSheet, ...]


def paper_bracket(reader: Reader, _number: int) -> BracketPaper | None:
    """Return the brackets of an event, stage by stage, or None before any is drawn."""
    view = bracket_view(reader)
    if not view.stages:
        return None
    titled = (
        bracket._replace(title=" · ".join(filter(None, (stage.title, bracket.title))))
        for stage in view.stages
        for bracket in stage.brackets
    )
    return BracketPaper(view.progress, tuple(sheet for bracket in titled for sheet in cut_bracket(bracket)))


def cut_bracket(bracket: BracketPart) -> Iterator[BracketSheet]:
    """Yield the parts of a bracket that fit on a page, those of its first rounds before those of its last ones."""
    is_tree = bracket.table is None and _is_tree(bracket.levels)
    parts = _cut_tree(bracket.levels) if is_tree else _cut_columns(bracket.levels)
    for number, levels in enumerate(parts):
        lines, table = is_tree and len(levels) > 1, None if number else bracket.table
        yield BracketSheet(
            title=bracket.title,
            heads=tuple(level.title for level in levels),
            rows=tuple(map(tuple, _lay_out_tree(levels) if lines else _lay_out_columns(levels))),
            lines=lines,
            notes=tuple(_write_note(duel) for level in levels for duel in level.duels if duel.note),
            look=" ".join(_find_look(levels, lines=lines, has_table=table is not None)),
            table=table,
        )


def _find_look(levels: Sequence[Level], *, lines: bool, has_table: bool) -> Iterator[str]:
    if not has_table and all(len(level.places) <= ROOMY for level in levels):
        yield "roomy"
    if len(levels) > WIDE:
        yield "narrow"
    if not lines:
        yield "columns"
    if has_table and len(levels) <= BESIDE:
        yield "beside"


def _write_note(duel: BracketDuel) -> str:
    """Say what decided a duel besides its games: "Final, Ahrens – Berg: decided by lot"."""
    return f"{duel.title}, {' – '.join(seat.name for seat in duel.seats)}: {duel.note}"


def _is_tree(levels: Sequence[Level]) -> bool:
    """Tell whether one or two duels lead to each duel of the next level."""
    return all(len(one.places) in (len(other.places), 2 * len(other.places)) for one, other in pairwise(levels))


def _cut_tree(levels: Sequence[Level]) -> Iterator[Sequence[Level]]:
    """Yield the branches that have room, and what follows them, beginning with the last duel of each branch."""
    parts = -(-len(levels[0].places) // MOST_IN_COLUMN) if levels else 1
    within = [level for level in levels if len(level.places) >= parts]
    for part in range(parts):
        yield from _cut_width([_take(level, part, parts) for level in within])
    if parts > 1:
        yield from _cut_width(levels[len(within) - 1 :])


def _take(level: Level, part: int, parts: int) -> Level:
    share = len(level.places) // parts
    return level._replace(places=level.places[part * share : (part + 1) * share])


def _cut_columns(levels: Sequence[Level]) -> Iterator[Sequence[Level]]:
    """Yield levels that don't lead to each other duel by duel, in columns."""
    columns = (level._replace(places=piece) for level in levels for piece in batched(level.duels, MOST_IN_COLUMN))
    yield from batched(columns, MOST_COLUMNS)
    if not levels:
        yield ()


def _cut_width(levels: Sequence[Level]) -> Iterator[Sequence[Level]]:
    """Yield levels that have room side by side; the next page begins with the last level of the one before."""
    for first in range(0, max(len(levels) - 1, 1), MOST_COLUMNS - 1):
        yield levels[first : first + MOST_COLUMNS]


def _lay_out_tree(levels: Sequence[Level]) -> Rows:
    """Return the cells of levels in which one or two duels lead to each of the next: two rows for each of the first.

    A duel stands in the middle of those that lead to it.
    """
    height = 2 * len(levels[0].places)
    rows: Rows = [[] for _ in range(height)]

    def put(column: Iterable[BracketCell]) -> None:
        row = 0
        for cell in column:
            rows[row].append(cell)
            row += cell.span

    for level, following in zip(levels, [*levels[1:], None], strict=True):
        half = height // len(level.places) // 2
        put(BracketCell(2 * half, "" if duel else EMPTY, duel) for duel in level.places)
        if following is not None:
            joins = len(level.places) == 2 * len(following.places)
            put(
                BracketCell(half, line)
                for number, duel in enumerate(level.places)
                for line in _lines(joins, number, duel)
            )
            put(
                BracketCell(half * (1 + joins), line)
                for duel in following.places
                for line in (MEETS if duel else EMPTY, EMPTY)
            )
    return rows


def _lines(joins: bool, number: int, duel: BracketDuel | None) -> tuple[str, str]:
    """Return the lines in the upper and the lower half beside a duel: straight on, or to its neighbour."""
    if duel is None:
        return EMPTY, EMPTY
    if not joins:
        return MEETS, EMPTY
    return (UP, EMPTY) if number % 2 else (EMPTY, DOWN)


def _lay_out_columns(levels: Sequence[Level]) -> Rows:
    """Return the cells of levels that stand side by side without lines."""
    duels = zip_longest(*(level.duels for level in levels))
    return [[BracketCell(1, "" if duel else EMPTY, duel) for duel in row] for row in duels]
