"""Criteria that have a value for nobody yet: a column of dashes says nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.domain.number_format import UNDEFINED

if TYPE_CHECKING:
    from tournaments.pages.standings.standings import Column, Row

type Columns = tuple[Column, ...]
type Rows = tuple[Row, ...]


def leave_out_idle(columns: Columns, rows: Rows) -> tuple[Columns, Rows, Columns]:
    """Return the columns and rows without the criteria that have a value for nobody, and these criteria.

    Such as a direct encounter that breaks no tie. They come back as soon as they decide something.
    """
    valued = {cell.slug for row in rows for cell in row.cells if cell.main or cell.text != UNDEFINED}
    idle = tuple(column for column in columns if rows and column.slug not in valued)
    if not idle:
        return columns, rows, ()
    shorter = (row._replace(cells=tuple(cell for cell in row.cells if cell.slug in valued)) for row in rows)
    return tuple(column for column in columns if column.slug in valued), tuple(shorter), idle
