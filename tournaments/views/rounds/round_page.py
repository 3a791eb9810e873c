"""The page of a round: its boards or matches."""

from django.http import HttpRequest, HttpResponse

from tournaments.access.reader import Reader
from tournaments.pages.list_parts import paginate
from tournaments.pages.rounds.by_name import list_by_name
from tournaments.pages.rounds.finalists import finalists_view
from tournaments.pages.rounds.round import round_view
from tournaments.views.answers import render_event
from tournaments.views.conditional import conditional_by
from tournaments.views.query_parameters import PAGE, carried_query, one_page, or_404, query_page


@conditional_by("by", *PAGE)
def round_page(request: HttpRequest, reader: Reader, number: int) -> HttpResponse:
    """Show the boards of a round, or its matches of teams; `?by=name` lists its players or teams by name."""
    view = or_404(round_view(reader, number))
    context = {
        "view": view,
        "round_number": number,
        "finalists": finalists_view(reader, number),
    }
    if request.GET.get("by") == "name":
        players = list_by_name(view)
        page = paginate(players, lambda player: player.seat.name, *query_page(request))
        context |= {"players": page.rows if page else players, "part": page, "by_name": True}
        context["kept"] = carried_query(request)
    else:
        context |= one_page(request, view, "rows", lambda row: " ".join(seat.name for seat in row.sides))
    return render_event(request, reader, "tournaments/rounds/round_page.html", context)
