"""The rows of long tables, rendered once for pages and frames.

Those of the standings and of rounds are kept with their table: a result changes few of them, and equal values make
equal bytes.
"""

import re
from collections import OrderedDict
from collections.abc import Iterable
from threading import Lock
from typing import Any, NamedTuple

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext

from tournaments.pages.rounds.boards import Board
from tournaments.pages.rounds.round import RoundView
from tournaments.pages.rounds.team_matches import MatchLine
from tournaments.pages.standings.crosstable import CrosstableView, Line
from tournaments.pages.standings.standings import StandingsView
from tournaments.pages.standings.table_rows import Row

register = template.Library()

ROW = "tournaments/standings/_standings_row.jinja"
CROSSTABLE = "tournaments/standings/_crosstable_rows.jinja"
BOARD, MATCH = "tournaments/rounds/_round_board.jinja", "tournaments/rounds/_team_match.jinja"
ROW_END = re.compile(r"(?<=</tbody>)(?=<tbody)")
KEPT = 10_000  # rows of a process, up to three kilobytes each, and at least those of one table


class Table(NamedTuple):
    """Which standings of which event, in which language, with what rows show of them under the names of the view."""

    language: str | None
    base: str
    query: str
    started: bool
    category: str


class RoundTable(NamedTuple):
    """Which round of which event, in which language."""

    language: str | None
    base: str
    round: int


type Kept = dict[int, tuple[Row | Board | MatchLine, str]]  # by the number of a player or team, or the place in a round

_kept: OrderedDict[Table | RoundTable, Kept] = OrderedDict()
_lock = Lock()


@register.simple_tag
def standings_rows(view: StandingsView) -> SafeString:
    """Render the rows of a view of the standings."""
    return mark_safe("".join(render_rows(view, view.rows)))  # noqa: S308 - made by a template


def render_rows(view: StandingsView, rows: Iterable[Row]) -> list[str]:
    """Render rows of a view in the active language, and keep them."""
    table = table_of(view)
    kept = find_kept(table)
    return [find_or_render(kept, row.number, row, ROW, {"table": table, "row": row}) for row in rows]


@register.simple_tag
def crosstable_rows(view: CrosstableView) -> SafeString:
    """Render the rows of a cross table."""
    return _render_lines(view, view.lines)


def render_lines(view: CrosstableView, lines: Iterable[Line]) -> list[str]:
    """Render rows of a cross table, each by itself."""
    return ROW_END.split(_render_lines(view, lines))


def _render_lines(view: CrosstableView, lines: Iterable[Line]) -> SafeString:
    """Render rows of a cross table in one go; most of them change with each result, since they name places."""
    context = {"view": view, "lines": lines, "own": gettext("the player’s own cell")}
    return mark_safe(render_to_string(CROSSTABLE, context, using="rows"))  # noqa: S308 - made by a template


@register.simple_tag
def round_rows(view: RoundView) -> SafeString:
    """Render the boards of a round, or its matches."""
    return mark_safe("".join(render_round(view, view.rows)))  # noqa: S308 - made by a template


def render_round(view: RoundView, rows: Iterable[Board | MatchLine]) -> list[str]:
    """Render boards or matches of a round in the active language, and keep them."""
    kept = find_kept(RoundTable(get_language(), view.base, view.number))
    name = MATCH if view.event.of_teams else BOARD
    return [find_or_render(kept, row.place, row, name, {"base": view.base, "row": row}) for row in rows]


def table_of(view: StandingsView) -> Table:
    category = view.category.key if view.category else ""
    return Table(get_language(), view.base, view.query, view.started, category)


def find_kept(table: Table | RoundTable) -> Kept:
    """Return the rows of a table as they were rendered last; of all tables those are kept that were asked for last."""
    with _lock:
        kept = _kept.setdefault(table, {})
        _kept.move_to_end(table)
        while len(_kept) > 1 and sum(map(len, _kept.values())) > KEPT:
            _kept.popitem(last=False)
    return kept


def find_or_render(kept: Kept, at: int, row: Row | Board | MatchLine, name: str, context: dict[str, Any]) -> str:
    """Return a row as it was rendered last, rendering it again where it has other values."""
    values, html = kept.get(at, (None, ""))
    if values != row:
        html = render_to_string(name, context, using="rows")
        kept[at] = row, html
    return html
