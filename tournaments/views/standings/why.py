"""The explanations for everybody: why a value is what it is, why one player is ahead of another, all criteria."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tiebreaks.output import as_json
from tournaments.access.reader import Reader
from tournaments.pages.standings.compare import compare_view, read_comparison
from tournaments.pages.standings.rules import rules_view
from tournaments.pages.standings.ties import ties_view, write_text
from tournaments.pages.standings.why import read_working, why_view
from tournaments.views.access import HtmxRequest
from tournaments.views.answers import render_event
from tournaments.views.conditional import conditional_by
from tournaments.views.query_parameters import or_404, query_round


@conditional_by("after", "format")
def why(request: HtmxRequest, reader: Reader, number: int, notation: str) -> HttpResponse:
    """Explain a value: as a page, as the fragment that htmx asks for, or as JSON."""
    after = query_round(request, reader.event, "after")
    if wants_json(request):
        return json_answer(as_json.working_values(or_404(read_working(reader, number, notation, after))))
    view = or_404(why_view(reader, number, notation, after))
    template = "tournaments/standings/_why.html" if request.htmx else "tournaments/standings/why.html"
    return render_event(request, reader, template, {"view": view})


@conditional_by("after", "format")
def compare(request: HtmxRequest, reader: Reader, number: int, other: int) -> HttpResponse:
    """Say why one of two players is ahead of the other: as a page, as a fragment, or as JSON."""
    after = query_round(request, reader.event, "after")
    if wants_json(request):
        return json_answer(as_json.comparison_values(or_404(read_comparison(reader, number, other, after))))
    view = or_404(compare_view(reader, number, other, after))
    template = "tournaments/standings/_compare.html" if request.htmx else "tournaments/standings/compare.html"
    return render_event(request, reader, template, {"view": view})


@conditional_by("format")
def ties(request: HtmxRequest, reader: Reader) -> HttpResponse:
    """Show how ties are broken in an event: as a page, or as plain text with `?format=txt`."""
    view = ties_view(reader)
    if request.GET.get("format") == "txt":
        return HttpResponse(write_text(view, reader.event.name), content_type="text/plain; charset=utf-8")
    return render_event(request, reader, "tournaments/standings/ties.html", {"view": view})


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Show every criterion with an example."""
    return render(request, "tournaments/standings/rules.html", {"view": rules_view()})


def wants_json(request: HttpRequest) -> bool:
    """Tell whether the address asks for JSON: `?format=json`."""
    return request.GET.get("format") == "json"


def json_answer(values: Any) -> JsonResponse:
    """Answer with JSON that people can read too, in the same shape as the command line's."""
    return JsonResponse(values, json_dumps_params={"ensure_ascii": False, "indent": 1})
