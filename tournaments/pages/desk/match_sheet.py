"""The sheet of a match as values: who may sit where, who does, and how the match stands."""

from collections.abc import Mapping
from typing import NamedTuple

from tournaments.models import Event, Match, Player, Team
from tournaments.pages.rounds.matches import MatchLine, list_matches
from tournaments.queries import team_facts
from tournaments.queries.games import read_match_tables
from tournaments.queries.line_ups import last_change, seated
from tournaments.wording import changes, log


class Place(NamedTuple):
    """A board of one team: its colour ("white", "black"), who sits there (None for nobody), and whether it is open.

    `player` is who is to sit there, after a refusal somebody else than who does: `seated`. `is_wrong` marks the board
    that a line-up was refused at.
    """

    board: int
    colour: str
    player: int | None
    is_open: bool
    is_wrong: bool
    seated: int | None


class Choice(NamedTuple):
    """A player who may sit down: his number, his place in the list of the team, name and rating."""

    number: int
    place: int
    name: str
    rating: int | None


class SideView(NamedTuple):
    team: Team
    places: list[Place]
    players: list[Choice]


class Refused(NamedTuple):
    """A line-up that was not taken: the number of the team, who was to sit where, and the field that is wrong."""

    team: int
    seats: Mapping[int, int | None]
    field: str


class SheetView(NamedTuple):
    """`line` is the match as everybody sees it, `first_board` its first board in the whole round.

    `ends` are the ways in which it may end, by what is stored of it. `last` says what was changed last, "" where
    nothing was: that can be taken back. `last_key` is its key in the log.
    """

    match: Match
    line: MatchLine
    sides: list[SideView]
    tables: list[int]
    first_board: int
    ends: dict[str, str]
    last: str
    last_key: int | None


def sheet_view(event: Event, number: int, table: int, refused: Refused | None = None) -> SheetView | None:
    """Return the sheet of a match with the line-up that was `refused`; None for a match that does not exist."""
    found = Match.objects.filter(round__event=event, round__number=number, second__isnull=False)
    match = found.select_related("first", "second", "round").filter(table=table).first()
    if match is None:
        return None
    last = last_change(event, number, table)
    return SheetView(
        match,
        next(line for line in list_matches(event, number, {}) if line.table == table),
        [build_side(event, match, team, refused) for team in (match.first, match.second)],
        [table for table, *_match in read_match_tables(event, number)],
        (table - 1) * event.team_boards + 1,
        changes.match_ends(match.first.name, match.second.name),
        log.log_action(last.action) if last else "",
        last.pk if last else None,
    )


def build_side(event: Event, match: Match, team: Team, refused: Refused | None) -> SideView:
    """Return the boards of one team and who may sit there."""
    row, now, white = team_facts.colours(event), seated(match), "W" if team == match.first else "B"
    done = set(match.games.filter(black__isnull=False).exclude(result="").values_list("match_board", flat=True))
    sitting = {board: players[team.pk].number for board, players in now.items() if team.pk in players}
    is_refused = refused is not None and refused.team == team.number
    shown = refused.seats if refused and is_refused else sitting
    places = [
        Place(
            board,
            "white" if row[board - 1] == white else "black",
            shown.get(board),
            board not in done,
            bool(refused and is_refused and refused.field == f"board {board}"),
            sitting.get(board),
        )
        for board in range(1, event.team_boards + 1)
    ]
    listed = enumerate(team.players.order_by("team_place", "number"), start=1)
    return SideView(team, places, [build_choice(place, player) for place, player in listed])


def build_choice(place: int, player: Player) -> Choice:
    return Choice(player.number, place, player.name, player.rating or player.national_rating)
