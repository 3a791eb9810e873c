"""The table of a pool as values: places, names, and what decides between equal ones."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext

from pairing.brackets.pool_course import Pool, PoolCourse
from tournaments.pages.standings.columns import list_columns, write_criterion_value


class PoolRow(NamedTuple):
    """A player of a pool. `place` is empty while nothing says it."""

    place: str
    number: int
    name: str
    values: tuple[str, ...]


class PoolTable(NamedTuple):
    """`heads` are short titles of the columns with their full names."""

    heads: tuple[tuple[str, str], ...]
    rows: tuple[PoolRow, ...]


def make_pool_tables(course: PoolCourse, names: Mapping[int, str]) -> dict[str, PoolTable]:
    """Return the table of each pool by the name of its bracket."""
    return {pool.name: _table(pool, names) for pool in course.pools}


def _table(pool: Pool, names: Mapping[int, str]) -> PoolTable:
    rows = []
    for number in pool.members:
        place = str(pool.find_place(number) or "")
        rows.append(PoolRow(place, number, names.get(number, "?"), _values(pool, number)))
    if pool.table is None:
        return PoolTable(((gettext("Won"), gettext("Won")), (gettext("Lost"), gettext("Lost"))), tuple(rows))
    columns = list_columns(pool.table.order)
    return PoolTable(tuple((column.label, column.name) for column in columns), tuple(rows))


def _values(pool: Pool, number: int) -> tuple[str, ...]:
    if pool.table is None:
        won = sum(state.winner == number and state.is_real for state in pool.states)
        return str(won), str(sum(number in state.out and state.is_real for state in pool.states))
    row = pool.table.row(number)
    return tuple(write_criterion_value(*each) for each in zip(pool.table.order, row.values, strict=True))
