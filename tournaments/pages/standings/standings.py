"""The standings as values: columns, and the rows in the order of the table."""

from collections.abc import Sequence
from itertools import compress, repeat
from typing import NamedTuple
from weakref import ReferenceType, ref

from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tiebreaks.ranking import ranked_table
from tiebreaks.ranking.ranked_table import Standings
from tournaments.access import audience
from tournaments.access.reader import Reader
from tournaments.models import Event
from tournaments.operation.bounded_cache import BoundedCache
from tournaments.pages.event.state import EventState, read_state
from tournaments.pages.standings.categories import CategoryChoice, list_choices
from tournaments.pages.standings.columns import (
    FEWEST_CHARACTERS,
    CriterionColumn,
    ValueCell,
    build_cells,
    count_characters,
    find_idle,
    list_columns,
)
from tournaments.pages.standings.table_rows import OutlookMark, Rows, TableRow, prepare_rows
from tournaments.queries.snapshot import consistent_read
from tournaments.queries.standings import endings
from tournaments.queries.standings.standings import TableKey, make_key, read_outlook, read_standings
from tournaments.wording import duels
from tournaments.wording import places as places_wording
from tournaments.wording.basis import describe_open, describe_round, describe_rules


class StandingsView(NamedTuple):
    """The whole table. `after` is None for the current table; `base` is the event's address.

    `places` is the number of places that qualify while rows are marked for them, otherwise None. `final` says what the
    matches of a final decide, `rules` by which ones the table is computed, `stage` at which round. `idle` are criteria
    left out. `round` is the one whose games the rows show. `category` is set if the table shows only one of the
    `categories`. Who is `expelled` has no place. Until the event has `started` the table is a list of the participants.
    The columns of values need room for so many `figures`, that of the points for `main_figures`. `counting` says
    what counts while games are open.
    """

    event: Event
    version: int
    epoch: str
    after: int | None
    base: str
    progress: EventState
    columns: tuple[CriterionColumn, ...]
    rows: Rows
    expelled: Rows
    rounds: tuple[int, ...]
    places: int | None = None
    categories: tuple[CategoryChoice, ...] = ()
    category: CategoryChoice | None = None
    started: bool = True
    final: tuple[str, ...] = ()
    rules: str = ""
    stage: str = ""
    idle: tuple[CriterionColumn, ...] = ()
    round: int = 0
    figures: int = 0
    main_figures: int = 0
    counting: str = ""

    @property
    def query(self) -> str:
        """Return the query of links to explanations, so that they explain this table and not the current one."""
        return f"?after={self.after}" if self.after else ""

    @property
    def caption(self) -> str:
        """Name the table by its round (or as the list of players before the first) and its category."""
        title = _("Standings") if self.started else _("Teams") if self.event.of_teams else _("Players")
        if self.after:
            title = _("Standings after round %(number)d") % {"number": self.after}
        return f"{title}: {self.category.name}" if self.category else title

    @property
    def footnotes(self) -> tuple[tuple[str, str], ...]:
        """Return the names of those who have a footnote, each with its text; those who are expelled last."""
        return tuple((row.name, row.note) for row in (*self.rows, *self.expelled) if row.note)

    @property
    def has_titles(self) -> bool:
        """Return whether somebody has a title, so that all names leave room for one and are aligned."""
        return any(row.title for row in self.rows)

    @property
    def flags(self) -> str:
        """Name the flags that rows show, as a part of an address."""
        return "-".join(sorted({row.flag for row in self.rows} - {""}))

    @property
    def has_ratings(self) -> bool:
        """Return whether somebody has a rating: a column without any says nothing."""
        return any(row.rating is not None for row in self.rows)

    @property
    def has_moves(self) -> bool:
        """Return whether rows may show places gained or lost, now or later: then all have the room for it."""
        return self.started and self.progress.rounds > 1

    @property
    def digits(self) -> int:
        """Return how many digits the largest place has."""
        return len(str(len(self.rows)))

    @property
    def is_clubless(self) -> bool:
        """Return whether rows have nothing below the names: no club, and no honours, which come with results."""
        return not self.categories and not any(row.origin for row in self.rows)

    @property
    def has_games(self) -> bool:
        """Return whether somebody has a game, a match or a bye in the round that the rows show."""
        return any(row.game for row in self.rows)

    @property
    def is_under_way(self) -> bool:
        """Return whether some have finished their game of the round, and others not."""
        return any(row.is_playing for row in self.rows)

    def row(self, number: int) -> TableRow:
        """Return the row of a participant, also of one who is expelled and has no place."""
        return next(rows.build(number) for rows in (self.rows, self.expelled) if number in rows.numbers)


class RowsKey(NamedTuple):
    """What the rows of a table depend on, beside the ranked table."""

    table: TableKey
    language: str
    category: str
    round: int
    places: int | None


class Built(NamedTuple):
    """The columns of a table, the criteria left out, the widths of values, the rows, and those of expelled players."""

    columns: tuple[CriterionColumn, ...]
    idle: tuple[CriterionColumn, ...]
    figures: int
    main_figures: int
    rows: Rows
    expelled: Rows


KEPT = 8  # tables: one of 1,000 players takes about a megabyte

_built: BoundedCache[RowsKey, tuple[ReferenceType[Standings], Built]] = BoundedCache("built tables", KEPT)


def read_standings_once(reader: Reader, after: int | None = None) -> StandingsView:
    """Return the table of an event after all rounds, or after round `after`, in the active language.

    Callers must check themselves whether anything was written in the meantime.
    """
    ranked = read_standings(reader, after)
    return _build_view(reader, after, ranked, list_choices(reader.event, ranked.facts))


def read_category_once(reader: Reader, after: int | None, category: str) -> StandingsView | None:
    """Return the table of one category, by its key, like `read_standings_once`; None for an unknown category."""
    ranked = read_standings(reader, after)
    choices = list_choices(reader.event, ranked.facts)
    chosen = next((choice for choice in choices if choice.key == category), None)
    return _build_view(reader, after, ranked, choices, chosen) if chosen else None


standings_view = consistent_read(read_standings_once)
category_view = consistent_read(read_category_once)


def _build_view(
    reader: Reader,
    after: int | None,
    ranked: Standings,
    choices: tuple[CategoryChoice, ...],
    chosen: CategoryChoice | None = None,
) -> StandingsView:
    event = reader.event
    state, courses = read_state(reader), endings.read_courses(ranked)
    places = count_marked_places(event, state, after)
    number = state.round if after is None else after
    key = RowsKey(make_key(reader, after), get_language() or "", chosen.key if chosen else "", number, places)
    built = _find_or_build_rows(reader, ranked, key, choices)
    return StandingsView(
        event=event,
        version=event.version,
        epoch=event.epoch,
        after=after,
        base=reverse("standings", args=[event.slug]),
        progress=state,
        columns=built.columns,
        rows=built.rows,
        rounds=tuple(range(1, state.round + 1)),
        places=places,
        categories=choices,
        category=chosen,
        started=endings.has_started(ranked),
        final=tuple(duels.describe_courses(courses, ranked.table.rounds_so_far, audience.names_of_participants(reader)))
        if courses
        else (),
        rules=describe_rules(ranked),
        stage=describe_round(ranked),
        idle=built.idle,
        round=number,
        expelled=built.expelled,
        figures=built.figures,
        main_figures=built.main_figures,
        counting=describe_open(ranked),
    )


def _find_or_build_rows(reader: Reader, ranked: Standings, key: RowsKey, choices: tuple[CategoryChoice, ...]) -> Built:
    """Return the columns and rows of a table as they were last built of the same ranked table.

    Whoever looks for a name gets a page of their own, made of the rows of all.
    """
    reference, built = _built.get(key) or (None, None)
    if reference and built and reference() is ranked:
        return built
    built = _build_rows(reader, ranked, key, choices)
    _built.put(key, (ref(ranked), built))
    return built


def _build_rows(reader: Reader, ranked: Standings, key: RowsKey, choices: tuple[CategoryChoice, ...]) -> Built:
    number, places = key.round, key.places
    chosen = next((choice for choice in choices if choice.key == key.category), None)
    everybody = ranked.rows if chosen else (*ranked.rows, *ranked.expelled)
    members = [row for row in everybody if not chosen or row.number in chosen.members]
    columns, idle, cells = _build_columns(ranked, members)
    figures = {True: FEWEST_CHARACTERS, False: FEWEST_CHARACTERS}  # of the points, and of the widest other column
    for column, own in zip(columns, cells, strict=True):
        width = count_characters(column.label, {cell.text for cell in own})
        figures[column.main] = max(figures[column.main], width)
    marks = list_marks(reader.event, ranked, places) if places else {}
    before = read_standings(reader, number - 1).rows if number > 1 else ()
    by_row = zip(*cells, strict=True) if cells else repeat((), len(members))
    rows, expelled = prepare_rows(ranked, members, by_row, before, marks, choices, chosen, number)
    return Built(columns, idle, figures[False], figures[True], rows, expelled)


def _build_columns(
    ranked: Standings, rows: Sequence[ranked_table.Row]
) -> tuple[tuple[CriterionColumn, ...], tuple[CriterionColumn, ...], list[list[ValueCell]]]:
    """Return the columns that say something of these rows, those left out, and the cells of each column."""
    if endings.is_knock_out(ranked):
        return (), (), []
    columns = list_columns(ranked.order)
    if not rows:
        return columns, (), [[] for _ in columns]
    cells = [*map(build_cells, columns, ranked.order, zip(*(row.values for row in rows), strict=True))]
    ranks = [row.rank for row in rows]
    idle = find_idle(columns, [[*compress(own, ranks)] for own in cells])
    shown = [(column, own) for column, own in zip(columns, cells, strict=True) if column not in idle]
    return tuple(column for column, _ in shown), idle, [own for _, own in shown]


def count_marked_places(event: Event, state: EventState, after: int | None = None) -> int | None:
    """Return for how many places the table marks who can still reach them, None for no marks.

    It does so in the last third of the rounds only, and not at the end: before that, nearly everybody can.
    """
    number = state.round if after is None else after
    is_early, is_over = number * 3 <= state.rounds * 2, state.finished and number >= state.rounds
    return None if is_early or is_over else event.qualifying_places or None


def list_marks(event: Event, ranked: Standings, places: int) -> dict[int, OutlookMark]:
    """Return the mark of each player in the active language."""
    outlooks = read_outlook(ranked, places, endings.read_absent_from_duels(event, ranked))
    return {
        number: OutlookMark(outlook.mark.value, places_wording.mark(outlook.mark), places_wording.outlook(outlook))
        for number, outlook in outlooks.items()
    }
