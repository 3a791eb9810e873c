"""The changes of a table, cell by cell: a fifth of the bytes of its changed rows.

    <template data-cells="standings" data-order="2f1c03e7" data-moved="p4:0 p9:17">
    <tr data-cell="0" data-rows="3-12 17"> the cells of one column that changed, from top to bottom </tr>
    <tr data-cell="0" data-text="0" data-rows="3-12 17"> where only one text changed, that text in a cell for each </tr>
    <tr data-rows="3" class="playing"></tr>
    <tr data-lost="9"></tr>
    <tr data-cell="7" data-new data-rows="0-199"> the cells of a column that comes </tr>
    </template>

`data-order` is the checksum of the order that the rows are in before: cells are for a page that has exactly these.
`data-moved` names the rows that pass others, each with the place in the table that it gets, counted from 0; all others
stay in their order. `data-rows` are such places, after the moves. An element without `data-cell` holds the attributes
of its rows. `data-text` counts the texts of a cell that aren't blank, from 0. `data-lost` are columns that go, before
anything else; then new ones come, from left to right, and the others are counted with them.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple
from zlib import adler32

ROW = re.compile(r"<tbody[^>]*><tr ?([^>]*)>(.*)</tr></tbody>", re.DOTALL)
CELL = re.compile(r"(?=<t[dh]\b)")
TAG = re.compile(r"(<[^>]*>)")
HEAD = re.compile(r"<thead>\s*<tr[^>]*>(.*?)</tr>\s*</thead>", re.DOTALL)
BODY = re.compile(r"(<tbody[^>]*>).*?(</tbody>)", re.DOTALL)
NEW = "data-new"


class Changed(NamedTuple):
    """A changed row: where it stands now, and its HTML before and after."""

    place: int
    before: str
    after: str


class Columns(NamedTuple):
    """The number of columns before, and for each present column its earlier position, None for a new one."""

    before: int
    origins: tuple[int | None, ...]

    @property
    def lost(self) -> list[int]:
        """Return the columns that have gone."""
        return sorted(set(range(self.before)) - set(self.origins))


def find_columns(before: str, after: str) -> Columns | None:
    """Compare the heads of a table before and after; None where one has none, or another number took their place."""
    heads = [HEAD.search(html) for html in (before, after)]
    was, now = ([text.strip() for text in CELL.split(head[1])[1:]] if head else [] for head in heads)
    origins: list[int | None] = []
    for kind, start, end, first, last in SequenceMatcher(None, was, now, autojunk=False).get_opcodes():
        if kind == "replace" and end - start != last - first:
            return None
        origins += [None] * (last - first) if kind == "insert" else range(start, end) if kind != "delete" else []
    return Columns(len(was), tuple(origins)) if was and now else None


def empty_rows(table: str) -> str:
    """Return the HTML of a table without its rows."""
    return BODY.sub(r"\1\2", table)


def write_cells(
    table: str, old: Sequence[str], new: Sequence[str], rows: Iterable[Changed], moves: Columns | None = None
) -> str | None:
    """Write what leads from one order and state of the rows of a table to the next; None where cells can't say it.

    Where columns come or go, as `moves` says, the rows are all rows.
    """
    columns: dict[tuple[bool, int, str], list[tuple[int, str]]] = {}
    for row in rows:
        before, after = split_row(row.before), split_row(row.after)
        if before is None or after is None:
            return None
        moves = moves or Columns(len(after) - 1, tuple(range(len(after) - 1)))
        if (len(before), len(after)) != (moves.before + 1, len(moves.origins) + 1):
            return None
        if before[0] != after[0]:
            columns.setdefault((True, -1, after[0]), []).append((row.place, ""))
        for at, (origin, now) in enumerate(zip(moves.origins, after[1:], strict=True)):
            if origin is None:
                columns.setdefault((False, at, NEW), []).append((row.place, now))
            elif (was := before[origin + 1]) != now:
                head, cell = find_text(was, now) or ("", now)
                columns.setdefault((True, at, head), []).append((row.place, cell))
    moved = " ".join(f"{key}:{place}" for key, place in find_moved(old, new))
    html = "".join(write_column(at, head, cells) for (_is_old, at, head), cells in sorted(columns.items()))
    if moves and moves.lost:
        html = f'<tr data-lost="{" ".join(map(str, moves.lost))}"></tr>{html}'
    return f'<template data-cells="{table}" data-order="{sum_up(old)}" data-moved="{moved}">\n{html}\n</template>\n'


def split_row(html: str) -> list[str] | None:
    """Return the attributes of a row and its cells; None where it is not one <tr> in a <tbody>."""
    found = ROW.fullmatch(html)
    return [found[1], *map(str.strip, CELL.split(found[2])[1:])] if found and html.count("<tr") == 1 else None


def find_text(before: str, after: str) -> tuple[str, str] | None:
    """Return the changed text of a cell, and a cell with that text alone; None if anything else changed."""
    was, now = TAG.split(before), TAG.split(after)
    if was[1::2] != now[1::2] or [not text.strip() for text in was] != [not text.strip() for text in now]:
        return None
    texts = [pair for pair in zip(was[::2], now[::2], strict=True) if pair[1].strip()]
    changed = [(at, text) for at, (old, text) in enumerate(texts) if old != text]
    if len(changed) != 1:
        return None
    [(at, text)] = changed
    return f'data-text="{at}"', f"<td>{text}</td>"


def write_column(at: int, head: str, cells: Sequence[tuple[int, str]]) -> str:
    """Write the changed cells of a column, or at -1 which rows have other attributes."""
    places = f'data-rows="{write_places(place for place, _cell in cells)}"'
    attributes = (f'data-cell="{at}"', head, places) if at >= 0 else (places, head)
    html = "".join(cell for _place, cell in cells)
    return f"<tr {' '.join(filter(None, attributes))}>{html}</tr>"


def write_places(places: Iterable[int]) -> str:
    """Write ascending numbers, with neighbours together: "3-12 17"."""
    runs: list[list[int]] = []
    for place in places:
        if runs and runs[-1][1] == place - 1:
            runs[-1][1] = place
        else:
            runs.append([place, place])
    return " ".join(f"{first}-{last}" if last > first else str(first) for first, last in runs)


def sum_up(order: Sequence[str]) -> str:
    """Return the checksum of an order."""
    return f"{adler32(' '.join(order).encode()):x}"


def find_moved(old: Sequence[str], new: Sequence[str]) -> list[tuple[str, int]]:
    """Return as few rows as possible that lead from one order to another, each with its new place, in the new order."""
    was = {key: place for place, key in enumerate(old)}
    ends: list[int] = []  # by length: the lowest old place at which a run of rows that stay in their order can end
    runs: list[int] = []  # of each row of the new order: the length of the longest run that ends with it
    for key in new:
        at = bisect_left(ends, was[key])
        ends[at : at + 1] = [was[key]]
        runs.append(at)
    moved, wanted = [], len(ends) - 1
    for place in reversed(range(len(new))):
        if runs[place] == wanted:
            wanted -= 1
        else:
            moved.append((new[place], place))
    return moved[::-1]
