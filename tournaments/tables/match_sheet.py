"""The sheet of a match as values: who may sit where, and who does."""

from typing import NamedTuple

from tournaments import team_facts
from tournaments.actions.matches import seated
from tournaments.models import Event, Match, Team


class Place(NamedTuple):
    """A board of one team: its colour ("white", "black"), who sits there (None for nobody), and whether it is open."""

    board: int
    colour: str
    player: int | None
    is_open: bool


class SideView(NamedTuple):
    team: Team
    places: list[Place]
    players: list[tuple[int, str]]


class SheetView(NamedTuple):
    match: Match
    sides: list[SideView]
    tables: list[int]


def sheet_view(event: Event, number: int, table: int) -> SheetView | None:
    """Return the sheet of a match, None for one that does not exist."""
    matches = Match.objects.filter(round__event=event, round__number=number, second__isnull=False)
    match = matches.select_related("first", "second", "round").filter(table=table).first()
    if match is None:
        return None
    row, now = team_facts.colours(event), seated(match)
    done = set(match.games.filter(black__isnull=False).exclude(result="").values_list("match_board", flat=True))
    sides = []
    for team, white in ((match.first, "W"), (match.second, "B")):
        sitting = {board: sides[team.pk].number for board, sides in now.items() if team.pk in sides}
        places = [
            Place(board, "white" if row[board - 1] == white else "black", sitting.get(board), board not in done)
            for board in range(1, event.team_boards + 1)
        ]
        members = team.players.order_by("team_place", "number").values_list("number", "name")
        sides.append(SideView(team, places, list(members)))
    return SheetView(match, sides, list(matches.order_by("table").values_list("table", flat=True)))
