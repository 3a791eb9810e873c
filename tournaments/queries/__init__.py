"""Every read that is more than a filter.

Each function asks a fixed number of questions, whatever the size of the event.
"""

from tournaments.participants import (
    participants,
)
from tournaments.queries.events import (
    event_for,
    visible_events,
)
from tournaments.queries.facts import (
    both_sides,
    crosstable,
    entered,
    facts_of,
    followed,
    game_rows,
    players_crosstable,
    scheme,
)
from tournaments.queries.games import (
    absent,
    absent_players,
    boards,
    counts,
    fixed_tables,
    games_of,
    games_of_round,
    has_board,
    has_results,
    last_paired,
    match_tables,
    provisional,
    stamps,
    tables_of_teams,
    unpaired,
)
from tournaments.queries.how_far import (
    Progress,
    progress,
    progress_from,
    progress_of,
)
from tournaments.queries.ranked import (
    forget,
    order_of,
    outlook,
    places_by_round,
    standings,
    standings_since,
    steady,
)

__all__ = [
    "Progress",
    "absent",
    "absent_players",
    "boards",
    "both_sides",
    "counts",
    "crosstable",
    "entered",
    "event_for",
    "facts_of",
    "fixed_tables",
    "followed",
    "forget",
    "game_rows",
    "games_of",
    "games_of_round",
    "has_board",
    "has_results",
    "last_paired",
    "match_tables",
    "order_of",
    "outlook",
    "participants",
    "places_by_round",
    "players_crosstable",
    "progress",
    "progress_from",
    "progress_of",
    "provisional",
    "scheme",
    "stamps",
    "standings",
    "standings_since",
    "steady",
    "tables_of_teams",
    "unpaired",
    "visible_events",
]
