"""The staff pages of an event in the order of a day's work; the tabs of every page read this one list."""

from typing import NamedTuple

from django.conf import settings
from django.urls import NoReverseMatch, reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.access import policy
from tournaments.models import Event


class Page(NamedTuple):
    """A page: its URL name, the title of its tab, and the action that a role must be allowed to open it."""

    name: str
    title: Promise
    action: str


STAFF = (
    Page("setup_ready", _("Setup"), policy.CONFIGURE),
    Page("checkin", _("Check-in"), policy.CHECK_IN),
    Page("desk", _("Desk"), policy.ENTER),
    Page("pairings", _("Pairings"), policy.PAIR),
    Page("rounds", _("Rounds"), policy.PAIR),
    Page("teams", _("Teams"), policy.PAIR),
    Page("players", _("Players"), policy.PAIR),
    Page("categories", _("Categories"), policy.CONFIGURE),
    Page("tiebreaks", _("Tie-breaks"), policy.CONFIGURE),
    Page("prints", pgettext_lazy("tab", "Print"), policy.ENTER),
    Page("times", _("Round times"), policy.PAIR),
    Page("screens", _("Projectors"), policy.PAIR),
    Page("settings", _("Settings"), policy.CONFIGURE),
    Page("staff", _("Staff"), policy.OWN),
    Page("names", _("Privacy"), policy.PAIR),
    Page("programs", _("API and webhooks"), policy.OWN),
    Page("log", _("Log"), policy.READ_LOG),
    Page("archive", _("Archive and transfer"), policy.OWN),
)
# The pages that are open all day; the others are under "More", so that the tabs fit on a phone.
OFTEN = {"setup_ready", "checkin", "desk", "pairings", "rounds", "teams", "players", "prints"}
OF_TEAMS = {"teams"}
BEFORE_THE_FIRST_ROUND = {"setup_ready", "checkin"}
FROM_THE_FIRST_ROUND_ON = {"desk", "rounds"}
# Pages that appear under another page's tab.
WITHIN = {
    **dict.fromkeys(("setup_rounds", "setup_order"), "setup_ready"),
    "copies": "settings",
    **dict.fromkeys(("player_add", "player_edit", "players_import", "players_ratings"), "players"),
    **dict.fromkeys(("team_add", "team_edit"), "teams"),
    **dict.fromkeys(("match_sheet", "decision", "check"), "desk"),
    **dict.fromkeys(("category", "prizes_save", "prizes_rule"), "categories"),
    "games_import": "pairings",
    **dict.fromkeys(("log_state", "log_door"), "log"),
}
# The pages with help: templates/tournaments/help/NAME.html.
HELP = {path.stem for path in (settings.BASE / "templates/tournaments/help").glob("*.html")}
HELPED = {"phone": "desk", "decision": "desk", "confirm": "check", "category": "categories", "paper": "prints"}


def page_of(name: str) -> str:
    """Return the page that an address belongs to: itself, or the one with the form of a verb such as pairings_draw."""
    pages = {page.name for page in STAFF} | WITHIN.keys()
    above = (page for page in pages if name.startswith(f"{page}_"))
    return name if name in pages else max(above, key=len, default=name)


def tab_of(name: str) -> str:
    """Return the page whose tab is the current one."""
    page = page_of(name)
    return WITHIN.get(page, page)


def find_help(name: str) -> str:
    """Return the template with the help for a page, "" for a page without help."""
    page = page_of(name)
    topic = page if page in HELP else HELPED.get(page) or WITHIN.get(page, "")
    return f"tournaments/help/{topic}.html" if topic in HELP else ""


def list_staff_pages(role: str, event: Event, has_rounds: bool) -> list[tuple[str, Promise, str]]:
    """Return the name, title and address of the staff pages that a role may open and that are useful at this time."""
    hidden = BEFORE_THE_FIRST_ROUND if has_rounds else FROM_THE_FIRST_ROUND_ON
    hidden = hidden if event.of_teams else hidden | OF_TEAMS
    allowed = [page for page in STAFF if policy.allows(role, page.action) and page.name not in hidden]
    return [(page.name, page.title, address) for page in allowed if (address := find_address(page.name, event))]


def find_address(name: str, event: Event) -> str:
    """Return the address of a page, "" if this site does not have it."""
    try:
        return reverse(name, args=[event.slug])
    except NoReverseMatch:
        return ""
