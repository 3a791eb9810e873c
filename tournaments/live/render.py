"""Read a state and render it: the changed rows since another state, or the whole table.

The data of a message is HTML in `<template>` elements, which static/shared/live.js puts in place:

    <template data-rows="standings" data-order="p3 p1 p2"> the changed rows, each a keyed <tbody> </template>
    <template data-whole="standings"> the whole table </template>
    <template data-whole="state"> the line of state </template>
    <template data-whole="categories"> what else changed beside the table </template>

The fragments are the files that the pages include, with the context `event`, `view` and, for a row, `row`.
A page without a table watches the view "version" and gets a message named `version` whose data is the stamp.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any

from django.template.loader import render_to_string

from tournaments.live.broker import Key, stamp
from tournaments.models import Event
from tournaments.pages.rounds.round import read_round_once
from tournaments.pages.standings.standings import read_standings_once
from tournaments.templatetags.rows import standings_row

ATTEMPTS = 5


@dataclass(frozen=True)
class Beside:
    """An element beside a table that seldom changes: its id, its file, and what of the view it shows."""

    id: str
    file: str
    shows: Callable[[Any], Any]


@dataclass(frozen=True)
class Table:
    """A kind of table: the id of its element, its file, its rows with their names, and what stands around them.

    `row` renders one row of a state.
    """

    id: str
    whole: str
    row: Callable[["Shown", Any], str]
    rows: Callable[[Any], Iterable]
    row_id: Callable[[Any], str]
    around: Callable[[Any], Any]
    beside: tuple[Beside, ...] = ()


STANDINGS = Table(
    id="standings",
    whole="tournaments/standings/_standings.html",
    row=lambda shown, row: standings_row(shown.view, row),
    rows=attrgetter("rows"),
    row_id=lambda row: f"p{row.number}",
    around=attrgetter("columns", "rounds", "places", "started", "final", "has_titles", "has_moves"),
    beside=(Beside("categories", "tournaments/event/_categories.html", attrgetter("categories")),),
)
ROUND = Table(
    id="round",
    whole="tournaments/rounds/_round.html",
    row=lambda shown, row: fragment(shown, "tournaments/rounds/_round_board.html", row=row),
    rows=attrgetter("rows"),
    row_id=lambda row: f"b{row.board}",
    around=attrgetter("unpaired", "rounds", "starts_at"),
)
MATCHES = replace(
    ROUND,
    row=lambda shown, row: fragment(shown, "tournaments/rounds/_match.html", row=row),
    row_id=lambda row: f"m{row.table}",
)


@dataclass(frozen=True)
class Shown:
    """One state of a topic, as read from the database.

    `exact` is false when writes never paused long enough to read version and rows of one moment.
    """

    stamp: str
    event: Event
    table: Table | None
    view: Any
    exact: bool


def page_of(event: Event, name: str) -> tuple[Table | None, Any]:
    """Return the kind of table and the values that a page shows."""
    if name == "standings":
        return STANDINGS, read_standings_once(event)
    if name.startswith("round-"):
        number = int(name.removeprefix("round-"))
        return MATCHES if event.team_boards else ROUND, read_round_once(event, number)
    return None, None


def read(key: Key, view_of: Callable[[Event, str], tuple[Table | None, Any]] = page_of) -> Shown:
    """Read the state of a topic; the version stands before the data and again behind it.

    Rows that are newer than their version would poison the comparison with the next ones. `view_of` reads the values.
    """
    for _ in range(ATTEMPTS):
        event = Event.objects.get(pk=key.event)
        event.for_staff = key.inside
        table, view = view_of(event, key.view)
        after = Event.objects.values_list("epoch", "version").get(pk=key.event)
        exact = after == (event.epoch, event.version)
        if exact:
            break
    return Shown(stamp(event.epoch, event.version), event, table, view, exact)


def message(stamp: str, data: str, name: str = "") -> bytes:
    """Write one message of the stream; blank lines and indentation are left out."""
    lines = [line for line in map(str.strip, data.replace("\r", "\n").split("\n")) if line]
    head = [f"id: {stamp}"] + ([f"event: {name}"] if name else [])
    return ("\n".join(head + [f"data: {line}" for line in lines]) + "\n\n").encode()


def snapshot(shown: Shown) -> bytes:
    """Render the whole of a topic."""
    if shown.table is None:
        return message(shown.stamp, shown.stamp, "version")
    return message(
        shown.stamp, whole(shown) + "".join(beside(shown, each) for each in shown.table.beside) + state(shown)
    )


def step(before: Shown, after: Shown) -> bytes:
    """Render what leads from one state to the next."""
    if after.table is None:
        return snapshot(after)
    same = after.table.around(before.view) == after.table.around(after.view)
    changed = [each for each in after.table.beside if each.shows(before.view) != each.shows(after.view)]
    html = (rows(before, after) if same else whole(after)) + "".join(beside(after, each) for each in changed)
    return message(after.stamp, html + state(after))


def rows(before: Shown, after: Shown) -> str:
    """Render the changed rows, and name all of them in their order."""
    table = after.table
    known = {table.row_id(row): row for row in table.rows(before.view)}
    now = {table.row_id(row): row for row in table.rows(after.view)}
    html = "".join(table.row(after, row) for key, row in now.items() if known.get(key) != row)
    return f'<template data-rows="{table.id}" data-order="{" ".join(now)}">\n{html}\n</template>\n'


def whole(shown: Shown) -> str:
    return f'<template data-whole="{shown.table.id}">\n{fragment(shown, shown.table.whole)}\n</template>\n'


def beside(shown: Shown, part: Beside) -> str:
    return f'<template data-whole="{part.id}">\n{fragment(shown, part.file)}\n</template>\n'


def state(shown: Shown) -> str:
    return f'<template data-whole="state">\n{fragment(shown, "tournaments/shared/_state.html")}\n</template>\n'


def fragment(shown: Shown, name: str, **more: Any) -> str:
    return render_to_string(name, {"event": shown.event, "view": shown.view} | more)
