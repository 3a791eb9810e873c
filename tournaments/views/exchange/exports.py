"""The files of an event, as the visitor may see it."""

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import get_language

from tournaments.access import policy
from tournaments.access.reader import Reader
from tournaments.exports import lists, tournament_file, tsh_losses
from tournaments.exports.pairing_records import name_left
from tournaments.formats import list_writer
from tournaments.pages.exchange.rating_gaps import list_rating_reports
from tournaments.views.answers import download, render_event
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
def export(request: HttpRequest, reader: Reader) -> HttpResponse:
    """List the files that the event can be exported as."""
    event = reader.event
    files = [(kind, title) for kind, (title, _write) in lists.files_of(reader).items()]
    context = {"lists": lists.lists_of(event), "files": files}
    context["unsaid"] = ", ".join(tournament_file.name_unsaid(reader)) if lists.can_hold(event, "trf") else ""
    context["left"] = (
        ", ".join(name_left(event, of_tsh=False)) if reader.is_staff and lists.can_hold(event, "trf") else ""
    )
    context["lost"] = tsh_losses.list_losses(reader) if lists.can_hold(event, "tsh") else []
    context["has_matches"] = tournament_file.has_matches(reader)
    context["may_make_site"] = reader.may(policy.SHOW)
    if reader.may(policy.PAIR) and reader.is_staff and event.game.follows_fide:
        context["reports"] = list_rating_reports(event, reader.may(policy.CONFIGURE))
    frame = f"{reverse('embed', args=[event.slug])}?lang={get_language()}"
    context["embed"] = request.build_absolute_uri(frame)
    return render_event(request, reader, "tournaments/exchange/export.html", context)


@conditional
def export_list(request: HttpRequest, reader: Reader, name: str, kind: str) -> HttpResponse:
    """Send a list as `kind`: csv or xlsx."""
    chosen = next((each for each in lists.lists_of(reader.event) if each.name == name), None)
    if chosen is None or kind not in ("csv", "xlsx"):
        raise Http404
    rows = chosen.rows(reader)
    data = list_writer.write_csv(rows) if kind == "csv" else list_writer.write_xlsx(str(chosen.title), rows)
    return download(data, f"{reader.event.slug}-{name}.{kind}", TYPES[kind])


@conditional
def export_file(request: HttpRequest, reader: Reader, kind: str) -> HttpResponse:
    """Send the whole event as another program's file: trf, trf16, national, t, tsh or js."""
    event = reader.event
    files = lists.files_of(reader)
    if kind not in files:
        raise Http404
    if objection := lists.find_file_objection(event, kind):
        raise objection
    suffix = SUFFIXES.get(kind, kind)
    data = files[kind][1](reader)
    name = f"{event.slug}-{event.details.federation.lower()}" if kind in lists.STAFF_FILES else event.slug
    return download(data if isinstance(data, bytes) else data.encode(), f"{name}.{suffix}", TYPES[suffix])
