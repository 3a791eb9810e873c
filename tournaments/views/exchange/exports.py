"""The files of an event, as the visitor may see it."""

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language

from tournaments.access import policy
from tournaments.exports import lists
from tournaments.formats import list_writer
from tournaments.models import Event
from tournaments.pages.exchange.rating_gaps import find_rating_gaps
from tournaments.views.answers import download
from tournaments.views.conditional import conditional

TYPES = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "trf": "text/plain; charset=utf-8",
    "t": "text/plain; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "zip": "application/zip",
}
SUFFIXES = {"trf16": "trf", "tsh": "zip"}


@conditional
def export(request: HttpRequest, event: Event) -> HttpResponse:
    """List the files that the event can be exported as."""
    files = [(kind, title) for kind, (title, _write) in lists.FILES.items() if lists.can_hold(event, kind)]
    context = {"event": event, "lists": lists.lists_of(event), "files": files}
    context["unsaid"] = ", ".join(lists.name_unsaid(event)) if lists.can_hold(event, "trf") else ""
    context["may_make_site"] = may_pair = policy.may(request.user, event, policy.PAIR)
    context["before_rating"] = may_pair and event.for_staff and event.game.follows_fide
    if context["before_rating"]:
        context["gaps"] = find_rating_gaps(event, policy.may(request.user, event, policy.CONFIGURE))
    frame = f"{reverse('embed', args=[event.slug])}?lang={get_language()}"
    context["embed"] = request.build_absolute_uri(frame)
    return render(request, "tournaments/exchange/export.html", context)


@conditional
def export_list(request: HttpRequest, event: Event, name: str, kind: str) -> HttpResponse:
    """Send a list as `kind`: csv or xlsx."""
    chosen = next((each for each in lists.lists_of(event) if each.name == name), None)
    if chosen is None or kind not in ("csv", "xlsx"):
        raise Http404
    rows = chosen.rows(event)
    data = list_writer.write_csv(rows) if kind == "csv" else list_writer.write_xlsx(str(chosen.title), rows)
    return download(data, f"{event.slug}-{name}.{kind}", TYPES[kind])


@conditional
def export_file(request: HttpRequest, event: Event, kind: str) -> HttpResponse:
    """Send the whole event as another program's file: trf, trf16, t, tsh or js."""
    if kind not in lists.FILES or not lists.can_hold(event, kind):
        raise Http404
    suffix = SUFFIXES.get(kind, kind)
    write: Callable[[Event], str | bytes] = lists.FILES[kind][1]
    data = write(event)
    return download(data if isinstance(data, bytes) else data.encode(), f"{event.slug}.{suffix}", TYPES[suffix])
