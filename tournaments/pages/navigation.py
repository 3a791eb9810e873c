"""The pages of an event: those for everybody, and those of the staff in the order of a day's work."""

from typing import NamedTuple

from django.urls import NoReverseMatch, reverse
from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.access import policy
from tournaments.domain.choices import EventStatus
from tournaments.models import Event
from tournaments.pages.event.about import has_about
from tournaments.pages.site.manual import ManualPlace, find_place
from tournaments.queries.standings.endings import first_of_duels


class Page(NamedTuple):
    """A page: its URL name, the title of its tab, and the action that a role must be allowed to open it."""

    name: str
    title: Promise
    action: str


class PageLink(NamedTuple):
    name: str
    title: str | Promise
    address: str


class DayStep(NamedTuple):
    """A part of the day with the links to its pages."""

    title: Promise
    links: list[PageLink]
    is_current: bool = False


PREPARE = (
    Page("setup_ready", _("Setup"), policy.CONFIGURE),
    Page("checkin", _("Check-in"), policy.CHECK_IN),
    Page("players", _("Players"), policy.PAIR),
    Page("teams", _("Teams"), policy.PAIR),
    Page("tiebreaks", _("Tie-breaks"), policy.CONFIGURE),
    Page("staff", _("Staff"), policy.SET_UP),
    Page("settings", _("Settings"), policy.CONFIGURE),
    Page("copies", _("Copies and sections"), policy.COPY),
)
DOCUMENTS = Page("documents", _("Documents"), policy.PRINT)
ROUND = (
    Page("pairings", _("Pairings"), policy.PAIR),
    Page("times", _("Round times"), policy.PAIR),
    Page("notice", _("Notice"), policy.DECIDE),
    DOCUMENTS,
    Page("screens", _("Projectors"), policy.SHOW),
    Page("mirror_link", _("Public page"), policy.CONFIGURE),
)
ROUNDS = Page("rounds", _("Rounds"), policy.PAIR)
RESULTS = (
    Page("desk", _("Desk"), policy.ENTER),
    Page("calls", _("Calls and notes"), policy.ENTER),
    ROUNDS,
)
AT_THE_END = {DOCUMENTS.name, ROUNDS.name}  # certificates and report, and where the event is declared final
FINISH = (
    ROUNDS,
    Page("categories", _("Categories and prizes"), policy.CONFIGURE),
    DOCUMENTS,
    Page("export", _("Export"), policy.INSIDE),
    Page("names", _("Privacy"), policy.NAMES),
    Page("programs", _("API and webhooks"), policy.SET_UP),
    Page("log", _("Log"), policy.READ_LOG),
    Page("archive", _("Archive and transfer"), policy.KEEP),
)
# The way through the day: in any one event each page stands in one step.
STEPS = (
    (pgettext_lazy("step", "Prepare"), PREPARE),
    (pgettext_lazy("step", "Round"), ROUND),
    (pgettext_lazy("step", "Results"), RESULTS),
    (pgettext_lazy("step", "Finish"), FINISH),
)
STAFF = tuple(page for _title, pages in STEPS for page in pages)
OF_TEAMS = {"teams"}
BEFORE_THE_FIRST_ROUND = {"setup_ready", "checkin"}
FROM_THE_FIRST_ROUND_ON = {"desk", "calls", "rounds"}
ONLY_ELSEWHERE = {"copies"}  # here the settings lead to it, which such an event has elsewhere
# Pages that appear under another page's tab.
WITHIN = {
    **dict.fromkeys(("setup_rounds", "setup_order"), "setup_ready"),
    **dict.fromkeys(("copies", "event_details"), "settings"),
    **dict.fromkeys(("player_add", "player_edit", "players_import", "players_ratings"), "players"),
    **dict.fromkeys(("team_add", "team_edit"), "teams"),
    **dict.fromkeys(("match_sheet", "decision", "check"), "desk"),
    "board_note": "calls",
    **dict.fromkeys(("category", "prizes_save", "prizes_rule"), "categories"),
    "export_site": "export",
    **dict.fromkeys(("games_import", "forbidden_pairings", "reasons"), "pairings"),
    "duel": "bracket",
    **dict.fromkeys(("log_state", "log_door"), "log"),
}
# The pages for everybody that can be passed on, each by its own address.
SHARED = {
    *("standings", "round_page", "individuals", "crosstable", "statistics", "prizes"),
    *("player", "individual", "why", "compare", "bracket", "duel", "about"),
}
# The places of the manual that pages lead to: a chapter, and the anchor of a section.
MANUAL = {
    "new_event": "begin#create-an-event",
    "setup_ready": "begin#create-an-event",
    "event_details": "begin#create-an-event",
    "times": "begin#create-an-event",
    "notice": "showing#notices",
    "import_event": "begin#import-an-event",
    "import_archive": "servers#move-the-event-to-another-machine",
    "staff": "begin#helpers-and-their-rights",
    "copies": "begin#several-sections-and-the-next-event",
    "browsers": "begin#sign-in",
    "second_factor": "begin#sign-in",
    "players": "players#add-correct-and-remove-players",
    "players_import": "players#import-a-list",
    "players_ratings": "players#rating-lists",
    "players_number": "players#start-numbers",
    "rating_lists": "players#rating-lists",
    "rating_list": "players#rating-lists",
    "teams": "players#teams",
    "checkin": "players#check-in",
    "names": "players#names-and-personal-data",
    "settings": "rules#all-settings",
    "tiebreaks": "rules#the-order-of-the-tie-breaks",
    "categories": "rules#categories-and-prizes",
    "pairings": "pairing#draw-and-publish",
    "forbidden_pairings": "plan#forbidden-pairings",
    "reasons": "pairing#why-is-it-paired-like-this",
    "games_import": "pairing#import-pairings-or-results",
    "desk": "results#enter-results-at-the-desk",
    "phone": "results#enter-results-at-the-desk",
    "decision": "results#other-results",
    "calls": "results#calls-for-an-arbiter-and-notes",
    "board_note": "results#calls-for-an-arbiter-and-notes",
    "match_sheet": "results#matches-of-teams",
    "check": "results#second-check",
    "confirm": "results#second-check",
    "rounds": "results#withhold-and-close-rounds",
    "duel": "trouble#a-match-of-a-knock-out-is-level",
    "screens": "showing#projectors",
    "documents": "showing#paper",
    "paper": "showing#paper",
    "export": "end#lists-and-files",
    "log": "end#the-log",
    "archive": "end#keep-the-event",
    "mirror_link": "servers#a-laptop-in-the-hall-the-public-on-the-net",
    "mirrors": "servers#a-laptop-in-the-hall-the-public-on-the-net",
    "users": "server#the-sites-admin",
    "backups": "server#backups",
    "programs": "programs#write",
    "api": "programs#read",
    "site_tokens": "programs#write",
}


def page_of(name: str) -> str:
    """Return the page that an address belongs to: itself, or the one with the form of a verb such as pairings_draw."""
    pages = {page.name for page in STAFF} | WITHIN.keys()
    above = (page for page in pages if name.startswith(f"{page}_"))
    return name if name in pages else max(above, key=len, default=name)


def tab_of(name: str, event: Event | None = None) -> str:
    """Return the page whose tab is the current one. Where an event goes on elsewhere, few have that of another."""
    page = page_of(name)
    return page if event and event.is_elsewhere and page in ONLY_ELSEWHERE else WITHIN.get(page, page)


def is_staff_page(name: str) -> bool:
    """Tell whether an address belongs to one of the pages of the staff."""
    return tab_of(name) in {page.name for page in STAFF}


def find_in_manual(name: str) -> ManualPlace | None:
    """Return the place of the manual about a page, None for a page that needs none."""
    page = page_of(name)
    place = MANUAL.get(page) or MANUAL.get(WITHIN.get(page, ""))
    return find_place(place) if place else None


def list_steps(role: str, event: Event, has_rounds: bool, public: list[PageLink], current: str) -> list[DayStep]:
    """Return the public pages and the steps of the day with the pages that a role may open and that are useful now.

    The current page is always among them. Its step is marked, the public pages where no other is. Nothing for those
    without a page.
    """
    hidden = BEFORE_THE_FIRST_ROUND if has_rounds else FROM_THE_FIRST_ROUND_ON
    hidden = hidden if event.of_teams else hidden | OF_TEAMS
    hidden = (hidden if event.is_elsewhere else hidden | ONLY_ELSEWHERE) - {current}
    steps = [
        DayStep(title, links, current in [link.name for link in links])
        for title, pages in STEPS
        if (links := [link for page in _choose_pages(pages, event, hidden) for link in _find_link(page, role, event)])
    ]
    is_public = not any(step.is_current for step in steps)
    return [DayStep(pgettext_lazy("step", "Public"), public, is_public), *steps] if steps else []


def _choose_pages(pages: tuple[Page, ...], event: Event, hidden: set[str]) -> list[Page]:
    """Return the pages of a step that are useful now. Some belong to the finish once the last round is over."""
    is_elsewhere = (pages is FINISH) != (event.status == EventStatus.OVER)
    return [page for page in pages if page.name not in hidden and not (page.name in AT_THE_END and is_elsewhere)]


def _find_link(page: Page, role: str, event: Event) -> list[PageLink]:
    """Return the link to a page, nothing where the role may not open it or this site does not have it."""
    may = policy.allows(role, page.action) and policy.is_possible(event, page.action)
    address = find_address(page.name, event) if may else ""
    return [PageLink(page.name, page.title, address)] if address else []


def list_public_pages(event: Event, last: int | None, shown: int | None) -> list[PageLink]:
    """Return the pages that everybody may open. `last` is the round of the tab, `shown` the one that it names."""
    links: list[tuple[str, Promise | str, tuple[int, ...]]] = [("standings", _("Standings"), ())]
    if last:
        title = gettext("Round %(number)s") % {"number": shown} if shown else ""
        links.append(("round_page", title, (last,)))
    first = first_of_duels(event) if last else None
    if last and first and first <= last:
        links.insert(0 if first == 1 else len(links), ("bracket", _("Bracket"), ()))
    if event.team_boards:
        links.append(("individuals", _("Boards"), ()))
    if last:
        links += [("crosstable", _("Cross table"), ()), ("statistics", _("Statistics"), ())]
    if event.prizes.exists():
        links.append(("prizes", _("Prizes"), ()))
    if has_about(event):
        links.append(("about", _("About"), ()))
    # A knock-out begins with its bracket (views/standings/standings.py).
    queries = {"standings": "?table=1"} if first == 1 else {}
    addresses = (reverse(name, args=[event.slug, *rest]) + queries.get(name, "") for name, _title, rest in links)
    return [PageLink(name, title, address) for (name, title, _rest), address in zip(links, addresses, strict=True)]


def find_address(name: str, event: Event) -> str:
    """Return the address of a page, "" if this site does not have it."""
    try:
        return reverse(name, args=[event.slug])
    except NoReverseMatch:
        return ""
