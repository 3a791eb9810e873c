"""The list of players as values: searched, in pages, with the state of each player."""

from collections.abc import Callable
from typing import Any, NamedTuple

from django.core.paginator import Page, Paginator
from django.utils.translation import gettext as _

from tournaments.domain.players import name_matching
from tournaments.models import Event, Game, Player, Team
from tournaments.queries.players.numbering import find_objection, order_of
from tournaments.queries.rounds.games import last_paired_round
from tournaments.wording import team_matches
from tournaments.wording.games import describe_gone

ON_A_PAGE = 50
MOST_DOUBLES = 20  # shown at once

ORDERS: dict[str, Callable[[Player], Any]] = {
    "number": lambda player: player.start_number,
    "rating": lambda player: -(player.event_rating or 0),
    "club": lambda player: (not player.club, *map(name_matching.drop_accents, (player.club, player.name))),
    "name": lambda player: name_matching.drop_accents(player.name),
}


class PlayerLine(NamedTuple):
    number: int
    title: str
    name: str
    rating: int | None
    club: str
    federation: str
    state: str
    start_number: int
    team: Team | None = None
    team_place: int | None = None


class Players(NamedTuple):
    """One page of the players found. `pages` are the page numbers to choose from, with "…" for gaps.

    `doubles` are pairs of players who may be one person. `may_number` is true if the numbers are not those by rating,
    and can be.
    """

    page: Page[Player]
    pages: tuple[int | str, ...]
    rows: tuple[PlayerLine, ...]
    total: int
    found: int
    query: str
    order: str
    orders: tuple[tuple[str, str], ...]
    has_begun: bool
    doubles: tuple[tuple[Player, Player], ...]
    may_number: bool


def players_view(event: Event, query: str, page: str, order: str = "") -> Players:
    """Return one page of the players whose name, club or number match the query. Four or five queries."""
    everybody = sort_players(list(event.players.select_related("team").order_by(*order_fields(event))), order)
    last = last_paired_round(event)
    found = [player for player in everybody if matches_query(player, query)] if query else everybody
    current = Paginator(found, ON_A_PAGE).get_page(page)
    absences = dict(event.players.filter(absences__round=last + 1).values_list("pk", "absences__kind"))
    rows = tuple(build_entrant(player, last, absences.get(player.pk, "")) for player in current.object_list)
    doubles = () if last else list_doubles(everybody)
    pages = tuple(current.paginator.get_elided_page_range(current.number))
    return Players(
        page=current,
        pages=pages,
        rows=rows,
        total=len(everybody),
        found=len(found),
        query=query,
        order=order if order in ORDERS else "",
        orders=name_orders(event),
        has_begun=bool(last),
        doubles=doubles,
        may_number=not event.of_teams and are_out_of_order(event, everybody) and find_objection(event) is None,
    )


def are_out_of_order(event: Event, players: list[Player]) -> bool:
    """Return whether the start numbers of the players are not those by rating. One query."""
    in_order = sorted(players, key=order_of(event))
    return [player.start_number for player in in_order] != list(range(1, len(players) + 1))


def sort_players(players: list[Player], order: str) -> list[Player]:
    """Return the players by rating, club or name; in the order given for any other word."""
    return sorted(players, key=ORDERS[order]) if order in ORDERS else players


def name_orders(event: Event) -> tuple[tuple[str, str], ...]:
    """Return the orders to choose from: the word in the address, and its name."""
    first = _("by team") if event.of_teams else _("by number")
    number = (("number", _("by number")),) if event.of_teams else ()
    return ("", first), *number, ("rating", _("by rating")), ("club", _("by club")), ("name", _("by name"))


def order_fields(event: Event) -> tuple[str, ...]:
    """Return the fields that order the list: by number, in a team event by team and place in it."""
    return ("team__start_number", "team_place", "start_number") if event.of_teams else ("start_number",)


def matches_query(player: Player, query: str) -> bool:
    """Return whether every word of a search is the number or the beginning of a word of the name or the club."""
    words = name_matching.comparison_key(f"{player.name} {player.club} {player.team or ''}").split()
    return all(
        word == str(player.start_number) or any(each.startswith(word) for each in words)
        for word in name_matching.comparison_key(query).split()
    )


def build_entrant(player: Player, last: int, absence: str) -> PlayerLine:
    """Describe a player in one line; `absence` is the kind requested for the next round."""
    return PlayerLine(
        player.number,
        player.title,
        player.name,
        player.event_rating,
        player.club,
        player.federation,
        describe_whereabouts(player, last, absence),
        player.start_number,
        player.team,
        player.team_place,
    )


def describe_whereabouts(player: Player, last: int, absence: str) -> str:
    """Return whether a player is here, and where he needs to sit."""
    return ", ".join(
        filter(None, (describe_presence(player, last, absence), team_matches.name_table(player.fixed_table)))
    )


def describe_presence(player: Player, last: int, absence: str) -> str:
    if left := describe_gone(player.withdrawn_from, player.expelled_from):
        return left
    if absence:
        return _("not in round %(round)d") % {"round": last + 1}
    return _("present") if player.checked_in_at and not last else ""


def list_doubles(players: list[Player]) -> tuple[tuple[Player, Player], ...]:
    """Return pairs of players who may be one person."""
    by_number = {player.number: player for player in players}
    pairs = name_matching.find_doubles({player.number: player.name for player in players})
    return tuple((by_number[one], by_number[other]) for one, other in pairs[:MOST_DOUBLES])


def describe_history(player: Player) -> list[str]:
    """Say what a player has played so far, round by round. One query."""
    games = Game.objects.filter(white=player) | Game.objects.filter(black=player)
    rows = games.select_related("round", "white", "black").order_by("round__number")
    return [describe_game(player, game) for game in rows]


def describe_game(player: Player, game: Game) -> str:
    number = {"round": game.round.number}
    if game.black is None:
        return _("round %(round)d: %(kind)s") % {**number, "kind": game.get_result_display()}
    other = game.black if game.white_id == player.pk else game.white
    return _("round %(round)d: against %(name)s") % {**number, "name": other.name}
