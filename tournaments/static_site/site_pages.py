"""The pages of an event as a list: where each stands on the live site, which file it becomes, and what fills it."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.access import audience
from tournaments.access.reader import Reader
from tournaments.pages.event.about import has_about, read_about
from tournaments.pages.players.card import card_view
from tournaments.pages.players.team_player_card import individual_view
from tournaments.pages.rounds import by_name as by_name_tables
from tournaments.pages.rounds.bracket import bracket_view
from tournaments.pages.rounds.duel import duel_view
from tournaments.pages.rounds.finalists import finalists_view
from tournaments.pages.rounds.round import round_view
from tournaments.pages.standings.compare import compare_view
from tournaments.pages.standings.crosstable import crosstable_view
from tournaments.pages.standings.individuals import individuals_view
from tournaments.pages.standings.prizes import prizes_view
from tournaments.pages.standings.rules import rules_view
from tournaments.pages.standings.standings import StandingsView, category_view, standings_view
from tournaments.pages.standings.statistics import statistics_view
from tournaments.pages.standings.why import why_view

type Context = dict[str, Any]


class SitePage(NamedTuple):
    """A page. `read` returns what its template shows; `within` are live addresses that lead to a part of it.

    `tab` is its name in the row of pages on top, "" for a page that has no place there.
    """

    address: str
    path: str
    title: str
    template: str
    read: Callable[[], Context]
    tab: str = ""
    within: dict[str, str] = {}

    @property
    def part(self) -> str:
        """Name what the page belongs to: the rounds, the cards."""
        return self.path.partition("/")[0]


def list_pages(reader: Reader) -> Iterator[SitePage]:
    """Yield every public page of an event; apart from the table, each page is read only when its turn comes."""
    event = reader.event
    table = standings_view(reader)
    yield from list_table_pages(reader, table)
    yield from list_round_pages(reader, table.base)
    if table.rounds:
        yield build_page(table.base + "crosstable/", "crosstable", _("Cross table"), "standings/_crosstable",
                   lambda: {"view": crosstable_view(reader)}, tab=_("Cross table"))  # fmt: skip
        yield build_page(table.base + "statistics/", "statistics", _("Statistics"), "standings/_statistics",
                   lambda: {"view": statistics_view(reader)}, tab=_("Statistics"))  # fmt: skip
    yield from list_bracket_pages(reader, table.base)
    if event.prizes.exists():
        yield build_page(table.base + "prizes/", "prizes", _("Prizes"), "standings/_prizes",
                   lambda: {"view": prizes_view(reader)}, tab=_("Prizes"))  # fmt: skip
    if has_about(event):
        yield build_page(table.base + "about/", "about", _("About"), "event/_about",
                   lambda: {"view": read_about(event)}, tab=_("About"))  # fmt: skip
    if event.team_boards:
        yield from list_board_pages(reader, table.base)
    yield from list_card_pages(reader, table)
    yield build_page(reverse("rules"), "rules", _("The criteria"), "standings/_rules", lambda: {"view": rules_view()})


def build_page(
    address: str, path: str, title: str, template: str, read: Callable[[], Context], **more: Any
) -> SitePage:
    return SitePage(address, f"{path}.html", title, f"tournaments/{template}.html", read, **more)


def list_table_pages(reader: Reader, table: StandingsView) -> Iterator[SitePage]:
    """Yield the table as it is, after each earlier round, and that of each category."""

    def after_round(number: int | None) -> Callable[[], Context]:
        return lambda: {"view": standings_view(reader, number), "whole": table}

    def of_category(key: str) -> Callable[[], Context]:
        return lambda: {"view": category_view(reader, None, key), "whole": table}

    template = "exchange/site/_standings"
    yield build_page(table.base, "index", _("Standings"), template, after_round(None), tab=_("Standings"))
    for number in table.rounds[:-1]:
        title = _("Standings after round %(number)d") % {"number": number}
        yield build_page(f"{table.base}?after={number}", f"after/{number}", title, template, after_round(number))
    for choice in table.categories:
        address = f"{table.base}?category={choice.key}"
        yield build_page(address, f"category/{choice.key}", choice.name, template, of_category(choice.key))


def list_round_pages(reader: Reader, base: str) -> Iterator[SitePage]:
    """Yield each round by board and by name; the newest one has the tab."""
    numbers = list(reader.event.rounds.values_list("number", flat=True))
    for number in numbers:
        title = _("Round %(number)d") % {"number": number}

        def shown(number: int = number, **more: Any) -> Context:
            view = round_view(reader, number)
            return {"view": view, "finalists": finalists_view(reader, number), **more}

        def by_name(number: int = number) -> Context:
            view = round_view(reader, number)
            assert view is not None  # the round is published
            return {"view": view, "players": by_name_tables.list_by_name(view), "by_name": True}

        address, path = f"{base}round/{number}/", f"round/{number}"
        tab = _("Rounds") if number == numbers[-1] else ""
        yield build_page(address, path, title, "exchange/site/_round", shown, tab=tab)
        yield build_page(f"{address}?by=name", f"{path}-names", title, "exchange/site/_round", by_name)


def list_bracket_pages(reader: Reader, base: str) -> Iterator[SitePage]:
    """Yield the brackets, if any are drawn, and each of their duels."""
    brackets = bracket_view(reader)
    if brackets.stages:
        title = _("Bracket")
        yield build_page(
            base + "bracket/", "bracket", title, "brackets/_bracket", lambda: {"view": brackets}, tab=title
        )
    for first, duel in brackets.list_duels():

        def shown(first: int = first, key: str = duel.key) -> Context:
            return {"view": duel_view(reader, first, key)}

        path = f"bracket/{first}-{duel.key}"
        yield build_page(duel.address, path, duel.title, "exchange/site/_duel", shown)


def list_board_pages(reader: Reader, base: str) -> Iterator[SitePage]:
    """Yield the lists of the players of a team event, and each one's card."""
    yield build_page(base + "individuals/", "individuals", _("Boards"), "standings/_individuals",
               lambda: {"view": individuals_view(reader)}, tab=_("Boards"))  # fmt: skip
    for number, name in sorted(audience.visible_names(reader).items()):

        def shown(number: int = number) -> Context:
            return {"view": individual_view(reader, number)}

        yield build_page(f"{base}individual/{number}/", f"individual/{number}", name, "players/_individual", shown)


def list_card_pages(reader: Reader, table: StandingsView) -> Iterator[SitePage]:
    """Yield each player's card with the working of each value, and each pair of neighbours compared."""
    slugs = list(dict.fromkeys(column.slug for column in table.columns))
    for row in (*table.rows, *table.expelled):
        address, path = f"{table.base}player/{row.number}/", f"player/{row.number}"

        def card(number: int = row.number) -> Context:
            reasons = [why_view(reader, number, slug) for slug in slugs] if table.started else []
            return {"view": card_view(reader, number), "reasons": reasons}

        within = {f"{address}why/{slug}/": f"why-{slug}" for slug in slugs} if table.started else {}
        yield build_page(address, path, row.name, "exchange/site/_player", card, within=within)
    for ahead, behind in pairwise(table.rows) if table.started else ():

        def compared(ahead: int = ahead.number, behind: int = behind.number) -> Context:
            return {"view": compare_view(reader, ahead, behind)}

        place = f"compare/{ahead.number}"
        title = f"{ahead.name}, {behind.name}"
        yield build_page(
            f"{table.base}{place}/{behind.number}/",
            f"{place}-{behind.number}",
            title,
            "exchange/site/_compare",
            compared,
        )
