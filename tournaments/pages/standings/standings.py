"""The standings as values: columns, and a row for each player in the order of the table."""

from collections import Counter, OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import compress, repeat
from threading import Lock
from typing import NamedTuple
from weakref import ReferenceType, ref

from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tiebreaks import standings as ranking
from tiebreaks.crosstable import Player
from tiebreaks.standings import Standings
from tournaments import models
from tournaments.access import audience
from tournaments.domain.federations import name_flag
from tournaments.models import Event
from tournaments.pages.event.state import State, read_state
from tournaments.pages.standings.categories import Choice, Honour, list_choices, list_honours
from tournaments.pages.standings.columns import (
    FEWEST_CHARACTERS,
    Cell,
    Column,
    build_cells,
    count_characters,
    find_idle,
    list_columns,
)
from tournaments.pages.standings.footnotes import list_notes
from tournaments.pages.standings.marks import RoundGame, list_forms, list_games
from tournaments.queries import categories, endings
from tournaments.queries.snapshot import consistent_read
from tournaments.queries.standings import TableKey, make_key, read_outlook, read_standings
from tournaments.wording import matches
from tournaments.wording import places as places_wording
from tournaments.wording.basis import describe_round, describe_rules


class Mark(NamedTuple):
    """Whether a player can still finish in a place that qualifies: the code, the word for it, and why."""

    code: str
    word: str
    reason: str


class Row(NamedTuple):
    """A player's line. `move` are the places gained since the round before, None without one or with a game open.

    In the table of a category `place` is the place in it, and `overall` the one in the whole table. In the whole table
    `honours` lists the player's leading places in categories. `note` is the player's footnote, `game` is the game of
    the view's round, and who `is_playing` has not finished it while others have. `flag` is the class of the flag where
    players are of several federations, and `form` the classes of a strip of the last games.
    """

    number: int
    place: int
    shared: bool
    move: int | None
    name: str
    title: str
    origin: str
    rating: int | None
    cells: tuple[Cell, ...]
    mark: Mark | None = None
    overall: int | None = None
    honours: tuple[Honour, ...] = ()
    note: str = ""
    start_number: int = 0
    game: RoundGame | None = None
    is_playing: bool = False
    federation: str = ""
    flag: str = ""
    form: str = ""

    @property
    def trend(self) -> str:
        """Return the direction of the move: "up", "down" or "same"; "" if there is nothing to compare with."""
        return "" if self.move is None else "up" if self.move > 0 else "down" if self.move else "same"

    @property
    def move_aloud(self) -> str:
        """Say the move in the active language."""
        return places_wording.move(self.move)

    @property
    def follow_aloud(self) -> str:
        """Label the button that follows this player, in the active language."""
        return places_wording.follow(self.name)

    @property
    def arrow(self) -> str:
        """Write the move: ▲2, ▼1, or a dash for none."""
        return places_wording.arrow(self.move)


class StandingsView(NamedTuple):
    """The whole table. `after` is None for the current table; `base` is the event's address.

    `places` is the number of places that qualify while rows are marked for them, otherwise None. `final` says what the
    matches of a final decide, `rules` by which ones the table is computed, `stage` at which round. `idle` are criteria
    left out. `round` is the one whose games the rows show. `category` is set if the table shows only one of the
    `categories`. Who is `expelled` has no place. Until the event has `started` the table is a list of the participants.
    The columns of values need room for so many `figures`.
    """

    event: Event
    version: int
    epoch: str
    after: int | None
    base: str
    progress: State
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    rounds: tuple[int, ...]
    places: int | None = None
    categories: tuple[Choice, ...] = ()
    category: Choice | None = None
    started: bool = True
    final: tuple[str, ...] = ()
    rules: str = ""
    stage: str = ""
    idle: tuple[Column, ...] = ()
    round: int = 0
    expelled: tuple[Row, ...] = ()
    figures: int = 0

    @property
    def query(self) -> str:
        """Return the query of links to explanations, so that they explain this table and not the current one."""
        return f"?after={self.after}" if self.after else ""

    @property
    def caption(self) -> str:
        """Name the table: after which round, or of whom before the first, and its category."""
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
        """Return whether the rows show places gained or lost."""
        return any(row.move is not None for row in self.rows)

    @property
    def has_games(self) -> bool:
        """Return whether somebody has a game, a match or a bye in the round that the rows show."""
        return any(row.game for row in self.rows)

    @property
    def is_under_way(self) -> bool:
        """Return whether some have finished their game of the round, and others not."""
        return any(row.is_playing for row in self.rows)

    def row(self, number: int) -> Row:
        """Return the row of a participant, also of one who is expelled and has no place."""
        return next(row for row in (*self.rows, *self.expelled) if row.number == number)


class RowsKey(NamedTuple):
    """What the rows of a table depend on, beside the ranked table."""

    table: TableKey
    language: str
    category: str
    round: int
    places: int | None


class Built(NamedTuple):
    """The columns of a table, the criteria left out, the rows, also of who is expelled, and the room for values."""

    columns: tuple[Column, ...]
    idle: tuple[Column, ...]
    rows: tuple[Row, ...]
    figures: int


KEPT = 8  # tables: one of 1,000 players takes about a megabyte

_built: OrderedDict[RowsKey, tuple[ReferenceType[Standings], Built]] = OrderedDict()
_lock = Lock()


def read_standings_once(event: Event, after: int | None = None) -> StandingsView:
    """Return the table of an event after all rounds, or after round `after`, in the active language.

    Callers must check themselves whether anything was written in the meantime.
    """
    ranked = read_standings(event, after)
    return _build_view(event, after, ranked, list_choices(event, ranked.facts))


def read_category_once(event: Event, after: int | None, category: str) -> StandingsView | None:
    """Return the table of one category, by its key, like `read_standings_once`; None for an unknown category."""
    ranked = read_standings(event, after)
    choices = list_choices(event, ranked.facts)
    chosen = next((choice for choice in choices if choice.key == category), None)
    return _build_view(event, after, ranked, choices, chosen) if chosen else None


standings_view = consistent_read(read_standings_once)
category_view = consistent_read(read_category_once)


def _build_view(
    event: Event, after: int | None, ranked: Standings, choices: tuple[Choice, ...], chosen: Choice | None = None
) -> StandingsView:
    state, courses = read_state(event), endings.read_courses(ranked)
    places = count_marked_places(event, state, after)
    number = state.round if after is None else after
    key = RowsKey(make_key(event, after), get_language() or "", chosen.key if chosen else "", number, places)
    columns, idle, rows, figures = _find_or_build_rows(event, ranked, key, choices)
    return StandingsView(
        event=event,
        version=event.version,
        epoch=event.epoch,
        after=after,
        base=reverse("standings", args=[event.slug]),
        progress=state,
        columns=columns,
        rows=tuple(row for row in rows if row.place),
        rounds=tuple(range(1, state.round + 1)),
        places=places,
        categories=choices,
        category=chosen,
        started=endings.has_started(ranked),
        final=tuple(
            matches.describe_courses(courses, ranked.table.rounds_so_far, audience.names_of_participants(event))
        )
        if courses
        else (),
        rules=describe_rules(ranked),
        stage=describe_round(ranked),
        idle=idle,
        round=number,
        expelled=tuple(row for row in rows if not row.place),
        figures=figures,
    )


def _find_or_build_rows(event: Event, ranked: Standings, key: RowsKey, choices: tuple[Choice, ...]) -> Built:
    """Return the columns and rows of a table as they were last built of the same ranked table.

    Whoever looks for a name gets a page of their own, made of the rows of all.
    """
    with _lock:
        reference, built = _built.get(key, (None, None))
    if reference and built and reference() is ranked:
        return built
    built = _build_rows(event, ranked, key, choices)
    with _lock:
        _built[key] = ref(ranked), built
        _built.move_to_end(key)
        while len(_built) > KEPT:
            _built.popitem(last=False)
    return built


def _build_rows(event: Event, ranked: Standings, key: RowsKey, choices: tuple[Choice, ...]) -> Built:
    number, places = key.round, key.places
    chosen = next((choice for choice in choices if choice.key == key.category), None)
    everybody = ranked.rows if chosen else (*ranked.rows, *ranked.expelled)
    members = [row for row in everybody if not chosen or row.number in chosen.members]
    columns, idle, cells = _build_columns(ranked, members)
    marks = list_marks(event, ranked, places) if places else {}
    before = read_standings(event, number - 1).rows if number > 1 else ()
    games, forms = list_games(ranked, number), list_forms(ranked, number)
    rows = tuple(_rows(ranked, members, cells, before, games, forms, marks, choices, chosen))
    widths = (count_characters(column.label, [row.cells[at].text for row in rows]) for at, column in enumerate(columns))
    return Built(columns, idle, rows, max(widths, default=FEWEST_CHARACTERS))


def _build_columns(
    ranked: Standings, rows: Sequence[ranking.Row]
) -> tuple[tuple[Column, ...], tuple[Column, ...], Iterable[tuple[Cell, ...]]]:
    """Return the columns that say something of these rows, those left out, and the cells of each row."""
    if endings.is_knock_out(ranked):
        return (), (), repeat((), len(rows))
    columns = list_columns(ranked.order)
    if not rows:
        return columns, (), ()
    cells = [*map(build_cells, columns, ranked.order, zip(*(row.values for row in rows), strict=True))]
    ranks = [row.rank for row in rows]
    idle = find_idle(columns, [[*compress(own, ranks)] for own in cells])
    shown = [(column, own) for column, own in zip(columns, cells, strict=True) if column not in idle]
    return tuple(column for column, _ in shown), idle, zip(*(own for _, own in shown), strict=True)


def count_marked_places(event: Event, state: State, after: int | None = None) -> int | None:
    """Return for how many places the table marks who can still reach them, None for no marks.

    It does so in the last third of the rounds only, and not at the end: before that, nearly everybody can.
    """
    number = state.round if after is None else after
    is_early, is_over = number * 3 <= state.rounds * 2, state.finished and number >= state.rounds
    return None if is_early or is_over else event.qualifying_places or None


def list_marks(event: Event, ranked: Standings, places: int) -> dict[int, Mark]:
    """Return everybody's mark in the active language."""
    outlooks = read_outlook(ranked, places, endings.read_absent_from_matches(event, ranked))
    return {
        number: Mark(outlook.mark.value, places_wording.mark(outlook.mark), places_wording.outlook(outlook))
        for number, outlook in outlooks.items()
    }


def name_origin(player: Player | models.Player) -> str:
    """Return where a player comes from: the club or town, otherwise the federation."""
    return player.club or player.federation


def _rows(
    ranked: Standings,
    rows: Sequence[ranking.Row],
    cells: Iterable[tuple[Cell, ...]],
    before: Sequence[ranking.Row],
    games: Mapping[int, RoundGame],
    forms: Mapping[int, str],
    marks: dict[int, Mark],
    choices: tuple[Choice, ...],
    category: Choice | None,
) -> Iterator[Row]:
    members = category.members if category else frozenset(row.number for row in rows)
    now, then = (
        categories.compute_places(each, members) if category else {row.number: row.rank for row in each}
        for each in (rows, before)
    )
    holders = Counter(now.values())
    has_started = endings.has_started(ranked)
    notes = list_notes(ranked.facts)
    honours = list_honours(choices, ranked.rows) if has_started and not category else {}
    is_under_way = any(game.is_over for game in games.values())
    flags = _name_flags(ranked.facts.players)
    for row, own in zip(rows, cells, strict=True):
        player, place = ranked.facts.players[row.number], now[row.number]
        game = games.get(row.number)
        is_settled = row.number in then and not (game and game.is_open)
        move = then[row.number] - place if place and is_settled else None
        yield Row(
            row.number, place, has_started and place > 0 and holders[place] > 1, move,
            player.name, player.title, name_origin(player), player.rating, own, marks.get(row.number),
            row.rank if category else None, honours.get(row.number, ()), notes.get(row.number, ""),
            player.start_number, game, bool(is_under_way and game and game.is_open),
            player.federation, flags.get(player.federation, ""), forms.get(row.number, ""),
        )  # fmt: skip


def _name_flags(players: Mapping[int, Player]) -> dict[str, str]:
    """Return the classes of flags by federation; where all players are of one, a flag says nothing."""
    named = {player.federation: name_flag(player.federation) for player in players.values()}
    flags = {federation: flag for federation, flag in named.items() if flag}
    return flags if len(flags) > 1 else {}
