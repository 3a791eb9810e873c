"""The rows of the standings as values. Each is built when it is first asked for: most pages show some of them."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple, overload

from tiebreaks.facts.crosstable import Player
from tiebreaks.facts.games import Kind, find_game
from tiebreaks.ranking import ranked_table
from tiebreaks.ranking.ranked_table import Standings
from tournaments import models
from tournaments.domain.players.federations import name_flag
from tournaments.pages.standings.categories import CategoryChoice, Honour, list_honours
from tournaments.pages.standings.columns import ValueCell
from tournaments.pages.standings.footnotes import list_notes
from tournaments.pages.standings.marks import RoundGame, describe_game, is_over, list_outcomes, write_form
from tournaments.pages.standings.moves import compare_with
from tournaments.queries.standings import categories, endings
from tournaments.wording import places as places_wording
from tournaments.wording.games import name_unplayed


class OutlookMark(NamedTuple):
    """Whether a player can still finish in a place that qualifies: the code, the word for it, and why."""

    code: str
    word: str
    reason: str


class TableRow(NamedTuple):
    """A player's line. `move` are the places gained since the round before, None where nothing is to be said of it.

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
    cells: tuple[ValueCell, ...]
    mark: OutlookMark | None = None
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


class Rows(Sequence[TableRow]):
    """Rows in the order of the table."""

    def __init__(self, numbers: Sequence[int], build: Callable[[int], TableRow]) -> None:
        """Store the numbers of players or teams, and what returns the row of one."""
        self.numbers, self.build = numbers, build

    def __len__(self) -> int:
        return len(self.numbers)

    def __iter__(self) -> Iterator[TableRow]:
        return map(self.build, self.numbers)

    @overload
    def __getitem__(self, at: int) -> TableRow: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[TableRow, ...]: ...

    def __getitem__(self, at: int | slice) -> TableRow | tuple[TableRow, ...]:
        return tuple(map(self.build, self.numbers[at])) if isinstance(at, slice) else self.build(self.numbers[at])


def prepare_rows(
    ranked: Standings,
    rows: Sequence[ranked_table.Row],
    cells: Iterable[tuple[ValueCell, ...]],
    before: Sequence[ranked_table.Row],
    marks: Mapping[int, OutlookMark],
    choices: tuple[CategoryChoice, ...],
    category: CategoryChoice | None,
    round_number: int,
) -> tuple[Rows, Rows]:
    """Return the rows of a table, and those of expelled players, who have no place.

    `before` are the rows after the round before, and the games shown are those of the round.
    """
    members = category.members if category else frozenset(row.number for row in rows)
    now, then = (
        categories.compute_places(each, members) if category else {row.number: row.rank for row in each}
        for each in (rows, before)
    )
    facts, holders, has_started = ranked.facts, Counter(now.values()), endings.has_started(ranked)
    moves = compare_with(facts, round_number, then)
    ranks, cells_of = {row.number: row.rank for row in rows}, dict(zip(now, cells, strict=True))
    notes, flags = list_notes(facts), _name_flags(facts.players)
    honours = list_honours(choices, ranked.rows) if has_started and not category else {}
    is_under_way = any(
        game and is_over(game) for game in (find_game(own, round_number) for own in facts.games.values())
    )
    unplayed, write = {kind: name_unplayed(kind) for kind in Kind}, cache(write_form)

    @cache
    def build(number: int) -> TableRow:
        player, place = facts.players[number], now[number]
        in_round = find_game(facts.games[number], round_number)
        game = describe_game(facts, number, in_round, unplayed) if in_round else None
        return TableRow(
            number, place, has_started and place > 0 and holders[place] > 1, moves.find(number, place),
            player.name, player.title, name_origin(player), facts.rating_of(player), cells_of[number],
            marks.get(number),
            ranks[number] if category else None, honours.get(number, ()), notes.get(number, ""),
            player.start_number, game, bool(is_under_way and game and game.is_open),
            player.federation, flags.get(player.federation, ""), write(list_outcomes(facts, number, round_number)),
        )  # fmt: skip

    placed = [number for number, place in now.items() if place]
    return Rows(placed, build), Rows([number for number, place in now.items() if not place], build)


def name_origin(player: Player | models.Player) -> str:
    """Return where a player comes from: the club or town, otherwise the federation."""
    return player.club or player.federation


def _name_flags(players: Mapping[int, Player]) -> dict[str, str]:
    """Return the classes of flags by federation; where all players are of one, a flag says nothing."""
    named = {player.federation for player in players.values()}
    flags = {federation: flag for federation in named if (flag := name_flag(federation))}
    return flags if len(flags) > 1 else {}
