"""The happenings of an event as RSS 2.0, for feed readers."""

from datetime import UTC, datetime

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.feedgenerator import Rss201rev2Feed
from django.utils.translation import get_language

from tournaments.access.reader import Reader
from tournaments.pages.event.happenings import list_latest
from tournaments.pages.event.ticker import write_lines
from tournaments.views.conditional import conditional

ITEMS = 50
BEGINNING = datetime(1970, 1, 1, tzinfo=UTC)


class RssFeed(Rss201rev2Feed):
    """A feed that is as old as its newest item, so that it says nothing of what is hidden."""

    def latest_post_date(self) -> datetime:
        return max((item["pubdate"] for item in self.items), default=BEGINNING)


@conditional
def feed(request: HttpRequest, reader: Reader) -> HttpResponse:
    """Write the latest happenings as RSS, as every visitor of the event sees them."""
    event = reader.event
    address = request.build_absolute_uri(reverse("standings", args=[event.slug]))
    rss = RssFeed(event.name, address, event.place, get_language(), feed_url=request.build_absolute_uri())
    happenings = list_latest(reader, ITEMS)
    for each, line in zip(happenings, write_lines(event, happenings), strict=True):
        link = (
            request.build_absolute_uri(reverse("round_page", args=[event.slug, each.round])) if each.round else address
        )
        name = f"{event.epoch}:{each.name}"
        rss.add_item(line.sentence, link, "", unique_id=name, unique_id_is_permalink=False, pubdate=each.at)
    return HttpResponse(rss.writeString("utf-8"), content_type=rss.content_type)
