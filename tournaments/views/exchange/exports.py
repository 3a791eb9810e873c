"""The files of an event, as the visitor may see it."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language

from tournaments.access import policy
from tournaments.exports import lists
from tournaments.formats import list_writer
from tournaments.models import Event
from tournaments.pages.exchange.rating_gaps import list_reports
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
SUFFIXES = {"trf16": "trf", "national": "trf", "tsh": "zip"}


@conditional
def export(request: HttpRequest, event: Event) -> HttpResponse:
    """List the files that the event can be exported as."""
    files = [(kind, title) for kind, (title, _write) in lists.files_of(event).items()]
    context = {"event": event, "lists": lists.lists_of(event), "files": files}
    context["unsaid"] = ", ".join(lists.name_unsaid(event)) if lists.can_hold(event, "trf") else ""
    context["has_matches"] = lists.has_matches(event)
    context["may_make_site"] = policy.may(request.user, event, policy.SHOW)
    if policy.may(request.user, event, policy.PAIR) and event.for_staff and event.game.follows_fide:
        context["reports"] = list_reports(event, policy.may(request.user, event, policy.CONFIGURE))
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
    """Send the whole event as another program's file: trf, trf16, national, t, tsh or js."""
    files = lists.files_of(event)
    if kind not in files:
        raise Http404
    if objection := lists.find_file_objection(event, kind):
        raise objection
    suffix = SUFFIXES.get(kind, kind)
    data = files[kind][1](event)
    name = f"{event.slug}-{event.details.federation.lower()}" if kind in lists.STAFF_FILES else event.slug
    return download(data if isinstance(data, bytes) else data.encode(), f"{name}.{suffix}", TYPES[suffix])
