"""What only team events have: the lists of their players."""

from django.http import Http404
from django.shortcuts import render

from tournaments import tables
from tournaments.views.public import conditional


@conditional
def individuals(request, event):
    """Show the players of all teams by boards, with the best of each board."""
    if not event.team_boards:
        raise Http404
    return render(request, "tournaments/individuals.html", {"event": event, "view": tables.individuals_view(event)})
