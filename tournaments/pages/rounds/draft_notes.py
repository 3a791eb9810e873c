"""What stands beside everybody in a draft, so that an arbiter can check it: number, rating, points, colours so far."""

from typing import NamedTuple

from pairing.plan.stages import DUELS
from tiebreaks.facts.games import Colour, Kind
from tiebreaks.table.table import Table
from tournaments.domain.number_format import figure
from tournaments.models import Event
from tournaments.queries.standings import team_crosstable
from tournaments.scheduling.next_round import NextRound
from tournaments.wording import pairings as pairings_wording


class Notes(NamedTuple):
    """The note on everybody, by number: as the first of a pair, as the second, and without an opponent."""

    first: dict[int, str]
    second: dict[int, str]
    free: dict[int, str]


def list_notes(event: Event, coming: NextRound) -> Notes:
    """Return a note on each player, or on each team: its points before the round and its colour on board 1."""
    table, counts = Table(coming.facts), coming.number > 1 and coming.stage.system not in DUELS
    if coming.facts.team_event is None:
        players = {number: note_player(event, table, number, counts=counts) for number in coming.facts.players}
        return Notes(players, players, players)
    begins = team_crosstable.find_board_colours(event)[0] == "W"
    points = {number: figure(table.score(number)) if counts else "" for number in coming.facts.players}
    sides = (begins, not begins, None)
    return Notes(
        *(
            {n: pairings_wording.describe_team(own, coming.facts.score, side) for n, own in points.items()}
            for side in sides
        )
    )


def note_player(event: Event, table: Table, number: int, *, counts: bool = True) -> str:
    """Give a player's number, rating, points where they count, and the colours of the games played."""
    games = sorted((game.round, game.colour) for game in table.facts.games[number] if game.kind == Kind.PLAYED)
    sides = [colour == Colour.WHITE for _round, colour in games if colour != Colour.NONE]
    points, player = figure(table.total_points(number)) if counts else "", table.facts.players[number]
    sides = sides if event.game.has_sides else []
    rating = table.facts.rating_of(player)
    return pairings_wording.describe_player(player.start_number, rating, points, sides, event.game)
