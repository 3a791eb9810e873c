"""The reference of the API for people, on one page that can be searched."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.api.reference import read_reference

LONGEST = 60


@require_safe
def api_reference(request: HttpRequest) -> HttpResponse:
    """Show every address and every shape, or those with the words of `?find=`."""
    wanted = request.GET.get("find", "")[:LONGEST]
    context = {"reference": read_reference(wanted), "find": wanted}
    return render(request, "tournaments/exchange/api_reference.html", context)
