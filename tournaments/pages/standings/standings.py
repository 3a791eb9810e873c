"""The standings as values: columns, and a row for each player in the order of the table."""

from collections import Counter
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.access import audience
from tournaments.domain.number_format import UNDEFINED, figure, has_glyph
from tournaments.pages.event.state import State, read_state
from tournaments.pages.standings.categories import Choice, Honour, list_choices, list_honours
from tournaments.queries import categories, final
from tournaments.queries.standings import consistent_read, read_outlook, read_standings
from tournaments.wording import criteria, pairings
from tournaments.wording import places as places_wording

# Criteria whose values are differences of scores.
SIGNED_CODES = {"SPREAD", "DIFF"}


class Column(NamedTuple):
    """A criterion of the order. `slug` is its spelling in addresses; `main` marks the points."""

    notation: str
    slug: str
    label: str
    name: str
    main: bool


class Cell(NamedTuple):
    """A value as text. `clear` leaves the room that a neighbour's ½ takes, so that the digits stay in line."""

    slug: str
    text: str
    main: bool
    clear: bool


class Mark(NamedTuple):
    """Whether a player can still end among the places that qualify: the code, the word for it, and why."""

    code: str
    word: str
    reason: str


class Row(NamedTuple):
    """A player's line. `move` counts the places won (negative: lost) since the round before; None where none is.

    In the table of a category `place` is the one inside it, and `overall` the one in the whole table. There, `honours`
    are the places among the first of categories.
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

    @property
    def trend(self) -> str:
        """Name the way the player moved: "up", "down" or "same"; "" where there is nothing to compare with."""
        return "" if self.move is None else "up" if self.move > 0 else "down" if self.move else "same"

    @property
    def move_aloud(self) -> str:
        """Say the move in the active language."""
        return places_wording.move(self.move)

    @property
    def arrow(self) -> str:
        """Write the move: ▲2, ▼1, or a dash for none."""
        return f"{'▲' if (self.move or 0) > 0 else '▼'}{abs(self.move)}" if self.move else UNDEFINED


class StandingsView(NamedTuple):
    """The whole table. `after` is None for the running table; `base` is the event's address.

    `places` is the number of places that qualify while rows are marked for them, else None. `final` says in words what
    the matches of a final decide. `category` is set where
    the table shows one of the `categories` alone. Until it has `started` it is the list of those who take part.
    """

    event: object
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

    @property
    def query(self) -> str:
        """Return what links to explanations carry, so that they explain this table and not the running one."""
        return f"?after={self.after}" if self.after else ""

    @property
    def caption(self) -> str:
        """Name the table: after which round, or of whom before the first, and its category."""
        title = _("Standings") if self.started else _("Teams") if self.event.of_teams else _("Players")
        if self.after:
            title = _("Standings after round %(number)d") % {"number": self.after}
        return f"{title}: {self.category.name}" if self.category else title

    @property
    def has_titles(self) -> bool:
        """Tell whether somebody has a title, so that all names leave room for one and begin at one line."""
        return any(row.title for row in self.rows)

    @property
    def has_moves(self) -> bool:
        """Tell whether the rows say how many places were won or lost."""
        return any(row.move is not None for row in self.rows)

    def row(self, number: int) -> Row:
        return next(row for row in self.rows if row.number == number)


def read_standings_once(event, after: int | None = None, category: str = "") -> StandingsView | None:
    """Return the table of an event after all rounds, or after round `after`, in the active language.

    `category` is the key of the one to show alone; None for an unknown one. Who calls this looks himself whether
    anything was written meanwhile.
    """
    state = read_state(event)
    ranked = read_standings(event, after)
    columns, matches = list_columns(ranked.order), final.matches(ranked)
    places = None if matches else count_marked_places(event, state, after)
    marks = list_marks(ranked, places) if places else {}
    choices = list_choices(event, ranked.facts)
    chosen = next((choice for choice in choices if choice.key == category), None)
    if category and chosen is None:
        return None
    before = _rows_before(event, state.round if after is None else after)
    return StandingsView(
        event=event,
        version=event.version,
        epoch=event.epoch,
        after=after,
        base=reverse("standings", args=[event.slug]),
        progress=state,
        columns=columns,
        rows=tuple(_rows(ranked, columns, before, marks, choices, chosen)),
        rounds=tuple(range(1, state.round + 1)),
        places=places,
        categories=choices,
        category=chosen,
        started=bool(ranked.table.rounds_so_far),
        final=tuple(pairings.describe_final(matches, ranked.table.rounds_so_far, audience.visible_names(event)))
        if matches
        else (),
    )


standings_view = consistent_read(read_standings_once)


def count_marked_places(event, state: State, after: int | None = None) -> int | None:
    """Return for how many places the table marks who can still get there: in the last third, and not at the end.

    Earlier nearly everybody can.
    """
    number = state.round if after is None else after
    early, over = number * 3 <= state.rounds * 2, state.finished and number >= state.rounds
    return None if early or over else event.qualifying_places or None


def list_marks(ranked, places: int) -> dict[int, Mark]:
    """Return everybody's mark in the active language."""
    return {
        number: Mark(found.mark.value, places_wording.mark(found.mark), places_wording.outlook(found))
        for number, found in read_outlook(ranked, places).items()
    }


def list_columns(order) -> tuple[Column, ...]:
    """Return the columns of an order of criteria. The points lead; without them, the first criterion."""
    codes = [chosen.code for chosen in order]
    main = codes.index("PTS") if "PTS" in codes else 0
    return tuple(
        Column(
            notation=chosen.notation,
            slug=chosen.notation.replace("/", "-"),
            label=criteria.label(chosen, order),
            name=criteria.name(chosen, order),
            main=index == main,
        )
        for index, chosen in enumerate(order)
    )


class Neighbour(NamedTuple):
    number: int
    name: str
    tied: bool


def find_neighbours(ranked, number: int) -> tuple[Neighbour | None, Neighbour | None]:
    """Return the players next above and next below in the table, None at its ends."""
    rows = ranked.rows
    at = next(index for index, row in enumerate(rows) if row.number == number)

    def neighbour(row):
        return Neighbour(row.number, ranked.facts.players[row.number].name, row.rank == rows[at].rank)

    above, below = rows[max(at - 1, 0) : at], rows[at + 1 : at + 2]
    return (neighbour(above[0]) if above else None, neighbour(below[0]) if below else None)


def write_value(chosen, value) -> str:
    """Write a value of a criterion. Direct encounter that broke nothing is a dash, not a place 0."""
    return UNDEFINED if chosen.criterion.place_group and not value else figure(value, is_signed(chosen))


def is_signed(chosen) -> bool:
    """Tell whether a criterion is a difference, which is written with its sign."""
    return chosen.code in SIGNED_CODES


def name_origin(player) -> str:
    """Say where a player comes from: the club or town, else the federation."""
    return player.club or player.federation


def _rows_before(event, number: int):
    """Return the ranked rows before round `number`; there are none before the first round."""
    return read_standings(event, number - 1).rows if number > 1 else ()


def _cells(column: Column, chosen, values) -> list[Cell]:
    """Return the cells of a column from above; where some of its figures end in a fraction, the others stand clear."""
    texts = {value: write_value(chosen, value) for value in set(values)}
    broken = any(map(has_glyph, texts.values()))
    cells = {
        value: Cell(column.slug, text, column.main, broken and not has_glyph(text)) for value, text in texts.items()
    }
    return [cells[value] for value in values]


def _rows(ranked, columns, before, marks: dict[int, Mark], choices: tuple[Choice, ...], category: Choice | None):
    members = category.members if category else frozenset(row.number for row in ranked.rows)
    shown = [row for row in ranked.rows if row.number in members]
    now, then = categories.inside(shown, members), categories.inside(before, members)
    holders = Counter(now.values())
    values = zip(*(row.values for row in shown), strict=True)
    cells = zip(*map(_cells, columns, ranked.order, values), strict=True)
    started = bool(ranked.table.rounds_so_far)
    honours = list_honours(choices, ranked.rows) if started and not category else {}
    for row, own in zip(shown, cells, strict=True):
        player, place = ranked.facts.players[row.number], now[row.number]
        move = then[row.number] - place if row.number in then else None
        shared = started and holders[place] > 1
        yield Row(
            row.number, place, shared, move, player.name, player.title, name_origin(player),
            player.rating, own, marks.get(row.number), row.rank if category else None, honours.get(row.number, ()),
        )  # fmt: skip
