"""What the pages and the stream show, as frozen values with their texts in the active language.

Equal values render to the same bytes, so that a changed row is found by comparing.
"""

from tournaments.tables.card import card_view
from tournaments.tables.events import event_cards
from tournaments.tables.round import round_view
from tournaments.tables.standings import standings_view
from tournaments.tables.why import why_view

__all__ = ["card_view", "event_cards", "round_view", "standings_view", "why_view"]
