"""The card on the page of a player or team that asks for a fixed table."""

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from tournaments.access import policy
from tournaments.access.reader import Reader
from tournaments.actions.players.fixed_tables import set_fixed_table
from tournaments.forms.entry import read_number
from tournaments.models import Player, Team
from tournaments.views.access import actor, flash_refusal, staff_form
from tournaments.views.posted import posted_line


@staff_form(policy.PAIR, refused=flash_refusal)
def player_table(request: HttpRequest, reader: Reader, number: int) -> str:
    """Give a player a fixed table, or none."""
    return fix_table(request, reader, get_object_or_404(reader.event.players, number=number))


@staff_form(policy.PAIR, refused=flash_refusal)
def team_table(request: HttpRequest, reader: Reader, number: int) -> str:
    """Give a team a fixed table, or none."""
    return fix_table(request, reader, get_object_or_404(reader.event.teams, number=number))


def fix_table(request: HttpRequest, reader: Reader, participant: Player | Team) -> str:
    """Store the posted table of a player or team; an empty field means none. Raise Refusal."""
    text = posted_line(request, "table", 20)
    table = (read_number(text) or 0) if text else None
    of_teams = isinstance(participant, Team)
    set_fixed_table(reader.event, participant.number, table, actor(request, reader), of_teams=of_teams)
    sentence = _("%(name)s has table %(table)d from now on.") if table else _("%(name)s no longer has a fixed table.")
    return sentence % {"name": participant.name, "table": table}
