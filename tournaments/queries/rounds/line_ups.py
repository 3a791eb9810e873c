"""Who sits at the boards of a match, and what last changed there."""

from tournaments.domain.event.log_actions import LogAction
from tournaments.models import Event, LogEntry, Player, TeamMatch


def read_last_change(event: Event, round_number: int, table: int) -> LogEntry | None:
    """Return the newest line of the log about the sheet of a match. One query."""
    changes = event.log.filter(
        action__in=(LogAction.LINE_UP, LogAction.MATCH_END), after__round=round_number, after__table=table
    )
    return changes.order_by("-pk").first()


def read_seated_players(match: TeamMatch) -> dict[int, dict[int, Player]]:
    """Return who sits at each board, by the key of the team."""
    seated: dict[int, dict[int, Player]] = {}
    for game in match.games.select_related("white", "black"):
        assert game.match_board is not None  # each game of a match has one
        for player in (game.white, game.black):
            if player is not None and player.team_id is not None:
                seated.setdefault(game.match_board, {})[player.team_id] = player
    return seated
