"""What search engines are told: which events there are, and which pages they need not read."""

from datetime import datetime

from django.contrib.auth.models import AnonymousUser
from django.contrib.sitemaps import Sitemap
from django.contrib.sitemaps import views as sitemaps
from django.db.models import Count, Max, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from tournaments.models import Event
from tournaments.operation import page_cache
from tournaments.queries.event.events import visible_events

# A field of 500 has 125,000 comparisons, and nobody searches for one.
ROBOTS = """\
User-agent: *
Disallow: /e/*/compare/
Disallow: /e/*/player/*/why/
Disallow: /e/*/share/
Disallow: /api/
Disallow: /live/
Disallow: /search/
Disallow: /signin/
Sitemap: {sitemap}
"""


class PublicEvents(Sitemap):  # type: ignore[type-arg]  # no type argument at run time
    """The tables of the events that everybody may see, the ones that changed last first."""

    limit = 500  # in one file

    def items(self) -> QuerySet[Event]:
        return visible_events(AnonymousUser()).order_by("-changed_at", "pk")

    def location(self, item: Event) -> str:
        return reverse("standings", args=[item.slug])

    def lastmod(self, item: Event) -> datetime:
        return item.changed_at


@require_safe
def sitemap(request: HttpRequest) -> HttpResponse:
    """List the public events as a sitemap. Many fill several files: this then names them, and `?p=2` is the second."""
    found = visible_events(AnonymousUser()).aggregate(count=Count("pk"), newest=Max("changed_at"))
    part, newest = request.GET.get("p", ""), found["newest"]
    tag = f'"{found["count"]}-{newest.timestamp() if newest else 0}"'

    def write() -> HttpResponse:
        if not part and found["count"] > PublicEvents.limit:
            return list_files(request, -(-found["count"] // PublicEvents.limit))
        answer = sitemaps.sitemap(request, {"events": PublicEvents})
        return answer.render()

    return page_cache.answer(request, tag, ("sitemap", request.build_absolute_uri("/"), part, tag), write)


def list_files(request: HttpRequest, count: int) -> HttpResponse:
    address = request.build_absolute_uri(reverse("sitemap"))
    files = [{"location": f"{address}?p={number}"} for number in range(1, count + 1)]
    return render(request, "sitemap_index.xml", {"sitemaps": files}, content_type="application/xml")


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Name the sitemap, and the pages that crawlers may leave alone."""
    text = ROBOTS.format(sitemap=request.build_absolute_uri(reverse("sitemap")))
    return HttpResponse(text, content_type="text/plain; charset=utf-8")
