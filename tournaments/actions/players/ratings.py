"""Update players from the rating lists: ratings and titles, and data that was missing."""

from collections.abc import Mapping
from typing import Any

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.actions.players.players import logged_values, update_player
from tournaments.actions.writing import Actor, record, writing
from tournaments.domain.event.log_actions import LogAction
from tournaments.models import Event

NOBODY = sentence("ratings-nobody", gettext_noop("Choose at least one player to update."))


def update_from_lists(event: Event, updates: Mapping[int, Mapping[str, Any]], lists: list[str], by: Actor) -> int:
    """Store what the lists say about players, all or none, and return how many changed. Raise Refusal."""
    if not updates:
        raise Refusal(NOBODY, field="player")
    with writing(event) as event:
        before: dict[str, Any] = {}
        after: dict[str, Any] = {}
        for player in event.players.filter(number__in=updates):
            fields = {name: value for name, value in updates[player.number].items() if getattr(player, name) != value}
            if fields:
                before[str(player.number)] = logged_values({name: getattr(player, name) for name in fields})
                after[str(player.number)] = logged_values(fields)
                update_player(player, fields)
        if after:
            record(
                event,
                by,
                LogAction.PLAYERS_UPDATED,
                before={"players": before},
                after={"players": after, "lists": lists},
            )
        return len(after)
