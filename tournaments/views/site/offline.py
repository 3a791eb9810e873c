"""The script that shows pages without a network, and which pages it may keep."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.templatetags.scripts import source


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """Send the service worker, which rules over the addresses below its own: no static file could be it.

    Browsers take one over HTTPS alone, and in a hall's own network there is no other server to fall back from.
    """
    if not settings.PRODUCTION:
        raise Http404
    return HttpResponse(
        source("offline/worker.js"), "text/javascript; charset=utf-8", headers={"Cache-Control": "no-cache"}
    )
