"""Read a state and render it: the changed rows since another state, or the whole table.

The data of a message is HTML in `<template>` elements, which static/shared/live.js puts in place:

    <template data-step="k3f9-12 k3f9-13"> in a step: the states that it leads from and to </template>
    <template data-cells="standings" …> the changed cells (cells.py) </template>
    <template data-rows="round" data-order="b3 b1 b2"> or the changed rows, each a keyed <tbody> </template>
    <template data-around="standings"> what is around the rows, with the ids of these alone </template>
    <template data-whole="standings"> or the whole table </template>
    <template data-whole="state"> the line of state </template>
    <template data-happened> what happened, a line each for the ticker </template>
    <template data-whole="categories"> what else changed beside the table </template>

The fragments are the files that the pages include, with the context `event`, `reader` and `view`.
A page without a table watches the view "version" and gets a message named `version` whose data is the stamp, and what
happened below it.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any

from django.template.loader import render_to_string

from tournaments.access.reader import Reader
from tournaments.live.broker import ViewKey
from tournaments.live.cells import Changed, Columns, empty_rows, find_columns, write_cells
from tournaments.live.states import Gone, Shown, happened, message, read_state
from tournaments.pages.event.happenings import hides
from tournaments.pages.event.ticker import read_ticker, write_lines
from tournaments.pages.rounds.round import RoundView, read_round_once
from tournaments.pages.standings.crosstable import CrosstableView, read_crosstable_once
from tournaments.pages.standings.standings import StandingsView, read_standings_once
from tournaments.templatetags.rows import render_lines, render_round, render_rows

MOST = 12  # lines of one message
LINES = "tournaments/event/_happenings.html"

type View = StandingsView | CrosstableView | RoundView | None  # None for the pages that only watch the version


@dataclass(frozen=True)
class Beside:
    """An element beside a table that seldom changes: its id, its file, and what of the view it shows."""

    id: str
    file: str
    shows: Callable[[Any], Any]


@dataclass(frozen=True)
class LiveTable:
    """A kind of table: the id of its element, its file, its rows with their names, and what stands around them.

    `render` renders some rows of a state. The functions take the view and the rows of their own kind alone. Rows that
    are one <tr> each can be sent `by_cells`.
    """

    id: str
    whole: str
    render: Callable[[Shown[Any], Sequence[Any]], list[str]]
    rows: Callable[[Any], Iterable[Any]]
    row_id: Callable[[Any], str]
    around: Callable[[Any], Any]
    beside: tuple[Beside, ...] = ()
    by_cells: bool = False


STANDINGS = LiveTable(
    id="standings",
    whole="tournaments/standings/_standings.html",
    render=lambda shown, rows: render_rows(shown.view, rows),
    rows=attrgetter("rows"),
    row_id=lambda row: f"p{row.number}",
    around=attrgetter(
        *("columns", "round", "rounds", "places", "started", "final", "rules", "counting", "footnotes"),
        *("has_titles", "has_ratings", "has_moves", "has_games", "figures", "main_figures", "digits", "is_clubless"),
    ),
    beside=(
        Beside("categories", "tournaments/event/_categories.html", attrgetter("categories")),
        Beside("still", "tournaments/standings/_still.html", attrgetter("is_under_way")),
    ),
    by_cells=True,
)
CROSSTABLE = LiveTable(
    id="crosstable",
    whole="tournaments/standings/_crosstable.html",
    render=lambda shown, lines: render_lines(shown.view, lines) if lines else [],
    rows=attrgetter("lines"),
    row_id=lambda line: f"p{line.number}",
    around=attrgetter("heads", "main", "rules", "footnotes", "has_titles", "has_places", "figures"),
    by_cells=True,
)
ROUND = LiveTable(
    id="round",
    whole="tournaments/rounds/_round.html",
    render=lambda shown, rows: render_round(shown.view, rows),
    rows=attrgetter("rows"),
    row_id=lambda row: f"b{row.board}",
    around=attrgetter("unpaired", "rounds", "starts_at", "corrected", "position", "counts", "has_titles"),
)
MATCHES = replace(ROUND, row_id=lambda row: f"m{row.table}")


def read(key: ViewKey) -> Shown[View]:
    """Read the state of a topic as pages show it. Raise Gone."""
    return read_state(key, read_view)


def read_view(reader: Reader, name: str) -> View:
    """Read the values that a page shows. Raise Gone for a round that is not published any more."""
    if name == "standings":
        return read_standings_once(reader)
    if name == "crosstable":
        return read_crosstable_once(reader)
    if not name.startswith("round-"):
        return None
    view = read_round_once(reader, int(name.removeprefix("round-")))
    if view is None:
        raise Gone
    return view


def live_table(shown: Shown[View]) -> LiveTable | None:
    """Return the kind of table that a state has, None where pages only watch the version."""
    if shown.view is None:
        return None
    if isinstance(shown.view, StandingsView):
        return STANDINGS
    if isinstance(shown.view, CrosstableView):
        return CROSSTABLE
    return MATCHES if shown.event.of_teams else ROUND


def snapshot(shown: Shown[View]) -> bytes:
    """Render the whole of a topic."""
    table = live_table(shown)
    if table is None:
        return version(shown, render_ticker(shown))
    parts = (
        render_ticker(shown),
        render_table(shown, table),
        *(render_beside(shown, part) for part in table.beside),
        render_state(shown),
    )
    return message(shown.stamp, "".join(parts))


def step(before: Shown[View], after: Shown[View]) -> bytes:
    """Render what leads from one state to the next."""
    table = live_table(after)
    if table is None:
        return version(after, render_happened(before, after))
    changed = [part for part in table.beside if part.shows(before.view) != part.shows(after.view)]
    parts = (
        f'<template data-step="{before.stamp} {after.stamp}"></template>\n',
        render_happened(before, after),
        render_changes(before, after, table),
        *(render_beside(after, part) for part in changed),
        render_state(after),
    )
    return message(after.stamp, "".join(parts))


def version(shown: Shown[View], happened: str) -> bytes:
    """Write the message of pages that fetch themselves again."""
    return message(shown.stamp, f"{shown.stamp}\n{happened}", "version")


def render_happened(before: Shown[View], after: Shown[View]) -> str:
    """Render what happened; of very much only the end, as nobody can follow it anyway."""
    if after.moment and before.moment and hides(before.moment, after.moment):
        return render_ticker(after)
    happenings = happened(before, after)[: -MOST - 1 : -1]
    if not happenings:
        return ""
    html = fragment(after, LINES, lines=write_lines(after.event, happenings))
    return f"<template data-happened>\n{html}\n</template>\n"


def render_ticker(shown: Shown[View]) -> str:
    """Render what happened last, for a page that has missed something."""
    if shown.moment is None:
        return ""
    html = fragment(shown, LINES, lines=read_ticker(shown.reader))
    return f'<template data-happened="all">\n{html}\n</template>\n'


def render_changes(before: Shown[View], after: Shown[View], table: LiveTable) -> str:
    """Render what has changed in a table: cells and what is around them, or rows, or all, where cells can't say it."""
    old, new = ({table.row_id(row): row for row in table.rows(shown.view)} for shown in (before, after))
    has_cells = table.by_cells and old.keys() == new.keys()
    if table.around(before.view) != table.around(after.view):
        whole = render_table(after, table)
        columns = find_columns(render_table(before, table), whole) if has_cells else None
        cells = columns and render_cells(before, after, table, columns)
        return cells + empty_rows(whole).replace("data-whole", "data-around", 1) if cells else whole
    html = render_cells(before, after, table) if has_cells else None
    if html is not None:
        return html
    rows = "".join(table.render(after, [row for key, row in new.items() if old.get(key) != row]))
    return f'<template data-rows="{table.id}" data-order="{" ".join(new)}">\n{rows}\n</template>\n'


def render_cells(
    before: Shown[View], after: Shown[View], table: LiveTable, columns: Columns | None = None
) -> str | None:
    """Render the changed cells of a table with the same rows as before; None where cells can't say what changed."""
    old, new = ({table.row_id(row): row for row in table.rows(shown.view)} for shown in (before, after))
    changed = [key for key, row in new.items() if columns or old[key] != row]  # a cell may say what a row does not
    was = table.render(before, [old[key] for key in changed])
    now = table.render(after, [new[key] for key in changed])
    places = {key: place for place, key in enumerate(new)}
    rows = [Changed(places[key], *html) for key, *html in zip(changed, was, now, strict=True)]
    return write_cells(table.id, list(old), list(new), rows, columns)


def render_table(shown: Shown[View], table: LiveTable) -> str:
    return render_whole(shown, table.id, table.whole)


def render_beside(shown: Shown[View], part: Beside) -> str:
    return render_whole(shown, part.id, part.file)


def render_state(shown: Shown[View]) -> str:
    return render_whole(shown, "state", "tournaments/shared/_state.html")


def render_whole(shown: Shown[View], name: str, file: str) -> str:
    """Render an element that replaces the one of that name on the page."""
    return f'<template data-whole="{name}">\n{fragment(shown, file)}\n</template>\n'


def fragment(shown: Shown[View], name: str, **more: Any) -> str:
    return render_to_string(name, {"event": shown.event, "reader": shown.reader, "view": shown.view} | more)
