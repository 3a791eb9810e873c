"""The sheet of a match as values: who may sit where, who does, and the score so far."""

from collections.abc import Mapping
from typing import NamedTuple

from tournaments.access.reader import Reader
from tournaments.models import Event, Player, Team, TeamMatch
from tournaments.pages.rounds.team_matches import MatchLine, list_matches
from tournaments.queries.rounds.games import read_match_tables
from tournaments.queries.rounds.line_ups import read_last_change, read_seated_players
from tournaments.queries.standings import team_crosstable
from tournaments.wording import changes, log


class SheetPlace(NamedTuple):
    """A board of one team: its colour ("white", "black"), who sits there (None for nobody), and whether it is open.

    `player` is chosen for the board; after a refusal that can differ from the one who is `seated`. `is_wrong` marks
    the board at which a line-up was refused.
    """

    board: int
    colour: str
    player: int | None
    is_open: bool
    is_wrong: bool
    seated: int | None


class PlayerChoice(NamedTuple):
    """A player who may be chosen: number, place in the team's list, name and rating."""

    number: int
    place: int
    name: str
    rating: int | None


class SideView(NamedTuple):
    team: Team
    places: list[SheetPlace]
    players: list[PlayerChoice]


class Refused(NamedTuple):
    """A refused line-up: the number of the team, the players by board, and the field that is wrong."""

    team: int
    seats: Mapping[int, int | None]
    field: str


class SheetView(NamedTuple):
    """`line` is the match as everybody sees it, `first_board` its first board in the whole round.

    `ends` names the ways in which it can end, by their stored value. `last` says what was changed last and can be
    undone, "" if nothing was; `last_key` is its key in the log.
    """

    match: TeamMatch
    line: MatchLine
    sides: list[SideView]
    tables: list[int]
    first_board: int
    ends: dict[str, str]
    last: str
    last_key: int | None


def sheet_view(reader: Reader, number: int, table: int, refused: Refused | None = None) -> SheetView | None:
    """Return the sheet of a match with the line-up that was `refused`; None if there is no such match."""
    event = reader.event
    known = TeamMatch.objects.filter(round__event=event, round__number=number, second__isnull=False)
    match = known.select_related("first", "second", "round").filter(table=table).first()
    if match is None or match.second is None:
        return None
    last = read_last_change(event, number, table)
    return SheetView(
        match,
        next(line for line in list_matches(reader, number, {}) if line.table == table),
        [build_side(event, match, team, refused) for team in (match.first, match.second)],
        [table for table, *_match in read_match_tables(reader, number)],
        (table - 1) * event.team_boards + 1,
        changes.match_ends(match.first.name, match.second.name),
        log.log_action(last.action) if last else "",
        last.pk if last else None,
    )


def build_side(event: Event, match: TeamMatch, team: Team, refused: Refused | None) -> SideView:
    """Return the boards of one team and who may sit there."""
    colours, line_up = team_crosstable.find_board_colours(event), read_seated_players(match)
    white = "W" if team == match.first else "B"
    finished = set(match.games.filter(black__isnull=False).exclude(result="").values_list("match_board", flat=True))
    sitting = {board: players[team.pk].number for board, players in line_up.items() if team.pk in players}
    is_refused = refused is not None and refused.team == team.number
    chosen = refused.seats if refused and is_refused else sitting
    places = [
        SheetPlace(
            board,
            "white" if colours[board - 1] == white else "black",
            chosen.get(board),
            board not in finished,
            bool(refused and is_refused and refused.field == f"board {board}"),
            sitting.get(board),
        )
        for board in range(1, event.team_boards + 1)
    ]
    listed = enumerate(team.players.order_by("team_place", "start_number"), start=1)
    return SideView(team, places, [build_choice(event, place, player) for place, player in listed])


def build_choice(event: Event, place: int, player: Player) -> PlayerChoice:
    return PlayerChoice(player.number, place, player.name, player.rating_in(event))
