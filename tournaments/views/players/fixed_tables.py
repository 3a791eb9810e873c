"""The card on the page of a player or team that asks for a fixed table."""

from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.actions.players.fixed_tables import set_fixed_table
from tournaments.forms.entry import read_number
from tournaments.models import Team
from tournaments.views.access import actor, words
from tournaments.views.answers import report_outcome


def fix_table(request, event, who):
    """Give a player or team the table that is posted, or say why not; nothing posted takes it back."""
    of_teams, written, by = isinstance(who, Team), words(request, "table", 20), actor(request, event)
    page = redirect("team_edit" if of_teams else "player_edit", event.slug, who.number)
    table = (read_number(written) or 0) if written else None
    said = _("%(name)s has table %(table)d from now on.") if table else _("%(name)s sits wherever there is room.")
    facts = {"name": who.name, "table": table}
    return report_outcome(
        request, page, said % facts, lambda: set_fixed_table(event, who.number, table, by, of_teams=of_teams)
    )
