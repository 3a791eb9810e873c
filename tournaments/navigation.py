"""The staff's pages of an event in the order of a day's work: one list, read by the tabs of every page."""

from typing import NamedTuple

from django.urls import NoReverseMatch, reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments import policy
from tournaments.models import Event


class Page(NamedTuple):
    """A page's name in the list of addresses, its tab, and what one must be allowed to see it."""

    name: str
    title: Promise
    action: str


STAFF = (
    Page("desk", _("Desk"), policy.ENTER),
    Page("pairings", _("Pairings"), policy.PAIR),
    Page("players", _("Players"), policy.PAIR),
    Page("categories", _("Categories"), policy.CONFIGURE),
    Page("tiebreaks", _("Tie-breaks"), policy.CONFIGURE),
    Page("prints", pgettext_lazy("tab", "Print"), policy.ENTER),
    Page("settings", _("Settings"), policy.CONFIGURE),
    Page("people", _("People"), policy.OWN),
    Page("log", _("Log"), policy.ENTER),
    Page("archive", _("Archive"), policy.OWN),
)


def staff_pages(role: str, event: Event, has_rounds: bool) -> list[tuple[str, Promise, str]]:
    """Return name, title and address of the staff's pages that a role may open; the desk opens with the first round."""
    allowed = [page for page in STAFF if policy.allows(role, page.action) and (has_rounds or page.name != "desk")]
    return [(page.name, page.title, address) for page in allowed if (address := address_of(page.name, event))]


def address_of(name: str, event: Event) -> str:
    """Return the address of a page, "" for one that this site does not have."""
    try:
        return reverse(name, args=[event.slug])
    except NoReverseMatch:
        return ""
