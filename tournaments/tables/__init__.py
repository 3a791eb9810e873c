"""What the pages and the stream show, as frozen values with their texts in the active language.

Equal values render to the same bytes, so that a changed row is found by comparing.
"""

from tournaments.tables.by_name import by_name
from tournaments.tables.card import card_view
from tournaments.tables.categories import choices_of, places_of
from tournaments.tables.checkin import checkin_view
from tournaments.tables.compare import compare_view, comparison
from tournaments.tables.crosstable import crosstable_view
from tournaments.tables.drawing import drawing_view
from tournaments.tables.events import event_cards, listed
from tournaments.tables.finalists import finalists_view
from tournaments.tables.followed import followed
from tournaments.tables.individual import individual_view
from tournaments.tables.individuals import individuals_view
from tournaments.tables.log import door_lines, log_rows, log_view
from tournaments.tables.match_sheet import sheet_view
from tournaments.tables.pairings import pairings_view
from tournaments.tables.paper import (
    paper_crosstable,
    paper_players,
    paper_round,
    paper_standings,
    place_cards,
    slips_view,
    wall_chart,
    with_codes,
)
from tournaments.tables.paper_teams import coded_sheets, match_sheets, matches_paper, player_cards, team_lists
from tournaments.tables.parts import part
from tournaments.tables.past import past_view
from tournaments.tables.people import people_view
from tournaments.tables.players import history, players_view
from tournaments.tables.preview import preview_picture
from tournaments.tables.prizes import prizes_view
from tournaments.tables.programs import programs_view
from tournaments.tables.rating_lists import rating_lists_view
from tournaments.tables.round import round_once, round_view
from tournaments.tables.rounds import rounds_view
from tournaments.tables.rules import rules_view
from tournaments.tables.screen import screen_view
from tournaments.tables.setup import order_choices, setup_view
from tournaments.tables.standings import standings_once, standings_view
from tournaments.tables.statistics import statistics_view
from tournaments.tables.teams import team_view, teams_view
from tournaments.tables.why import why_view, working_of

__all__ = [
    "by_name",
    "card_view",
    "checkin_view",
    "choices_of",
    "coded_sheets",
    "compare_view",
    "comparison",
    "crosstable_view",
    "door_lines",
    "drawing_view",
    "event_cards",
    "finalists_view",
    "followed",
    "history",
    "individual_view",
    "individuals_view",
    "listed",
    "log_rows",
    "log_view",
    "match_sheets",
    "matches_paper",
    "order_choices",
    "pairings_view",
    "paper_crosstable",
    "paper_players",
    "paper_round",
    "paper_standings",
    "part",
    "past_view",
    "people_view",
    "place_cards",
    "places_of",
    "player_cards",
    "players_view",
    "preview_picture",
    "prizes_view",
    "programs_view",
    "rating_lists_view",
    "round_once",
    "round_view",
    "rounds_view",
    "rules_view",
    "screen_view",
    "setup_view",
    "sheet_view",
    "slips_view",
    "standings_once",
    "standings_view",
    "statistics_view",
    "team_lists",
    "team_view",
    "teams_view",
    "wall_chart",
    "why_view",
    "with_codes",
    "working_of",
]
