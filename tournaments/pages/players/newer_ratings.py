"""What a newer list says of the players of an event, without being asked; and whether the lists are the right ones."""

from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Event
from tournaments.operation.bounded_cache import BoundedCache
from tournaments.rating_lists import store
from tournaments.rating_lists.matching import propose_changes, valid_month
from tournaments.rating_lists.months import Month

REMEMBERED = 64  # events whose players were compared last
COMPARED = (
    *("name", "title", "rating", "national_rating", "later_ratings", "rating_k"),
    *("fide_id", "birth_date", "federation", "sex"),
)
RATINGS = {"rating", "national_rating", "later_ratings"}

type Compared = tuple[object, ...]

_remembered: BoundedCache[int, tuple[Compared, int]] = BoundedCache("newer ratings", REMEMBERED)


def say_newer_ratings(event: Event) -> str:
    """Say for how many players the lists have another rating; "" for none. At most four queries, usually one."""
    if not event.game.follows_fide or event.is_final or not store.read_all_lists():
        return ""
    count = count_differences(event)
    text = ngettext(
        "The rating lists have another rating for %(count)d player",
        "The rating lists have other ratings for %(count)d players",
        count,
    )
    return text % {"count": count} if count else ""


def count_differences(event: Event) -> int:
    """Return for how many players the lists surely have another rating; counted again where something has changed."""
    month = valid_month(event)
    lists = tuple(each.key for each in store.read_lists(month))
    players = tuple(event.players.order_by("number").values_list(*COMPARED))
    asked = (lists, players, month, event.rating_kind, event.rating_method, event.planned_rounds)
    known, count = _remembered.get(event.pk) or ((), 0)
    if known == asked:
        return count
    found = propose_changes(event, by_sound=False)
    count = sum(each.is_sure and not RATINGS.isdisjoint(each.fields) for each in found)
    _remembered.put(event.pk, (asked, count))
    return count


def list_doubts(event: Event) -> list[str]:
    """Say which lists are not those that are valid for the event."""
    month = valid_month(event)
    return [text for each in store.read_lists(month) if (text := _doubt(event, each.name, each.month, month))]


def _doubt(event: Event, name: str, own: Month, month: Month) -> str:
    if own == month:
        return ""
    words = {"name": name, "own": _in_words(own), "month": _in_words(month)}
    if own > month:
        return _("%(name)s is of %(own)s. The list of %(month)s, when the event began, is not here.") % words
    if event.is_long:
        return _("%(name)s is of %(own)s: its month is over. Compare again with the list of %(month)s.") % words
    return (
        _("%(name)s is of %(own)s. The event begins in %(month)s: compare again with the list of that month.") % words
    )


def _in_words(month: Month) -> str:
    return date_format(date(*month, 1), "F Y")
