"""Assign the table that a player or team needs in every round, for example for a wheelchair. No reason is stored."""

from django.db.models import F

from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tournaments.actions.players.participation import find_participant, participant_key
from tournaments.actions.writing import Actor, record, writing
from tournaments.domain.event.log_actions import LogAction
from tournaments.models import Event

NO_TABLE = sentence(
    "fixed-table-unfit", gettext_noop("A table is a number from 1 to {limit}; leave it empty for none.")
)

HIGHEST = 999  # of a board, in addresses


def set_fixed_table(event: Event, number: int, table: int | None, by: Actor, *, of_teams: bool = False) -> None:
    """Give a participant the same table in every round published from now on, or with None a free one. Raise Refusal.

    Drafts get the new numbers at once, and pages that show an old draft must be reloaded.
    """
    with writing(event) as event:
        limit = HIGHEST // (event.team_boards if of_teams else 1)
        if table is not None and not 1 <= table <= limit:
            raise Refusal(NO_TABLE, field="table", limit=limit)
        who = find_participant(event, number, of_teams)
        if who.fixed_table == table:
            return
        name, before = participant_key(who), who.fixed_table
        who.fixed_table = table
        who.save(update_fields=["fixed_table"])
        event.drafts.update(revision=F("revision") + 1)
        record(
            event, by, LogAction.FIXED_TABLE, before=name | {"fixed_table": before}, after=name | {"fixed_table": table}
        )
