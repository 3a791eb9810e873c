"""The teams of an event on the staff pages: how many players each has, and what is missing."""

from typing import Any, NamedTuple

from django.db.models import Count, Q
from django.utils.translation import ngettext

from tournaments.access.reader import Reader
from tournaments.models import Event, Player, Team, TeamMatch
from tournaments.queries.players.numbering import find_objection, team_order
from tournaments.queries.standings.crosstable import read_crosstable
from tournaments.wording import team_matches as teams_wording
from tournaments.wording.games import describe_gone


class TeamLine(NamedTuple):
    """A team. `lacks` says how many boards would stay empty, `state` whether it has withdrawn or has a fixed table."""

    number: int
    name: str
    short_name: str
    players: int
    rating: int | None
    lacks: str
    state: str
    start_number: int


class Teams(NamedTuple):
    """All teams, the players without one, whether a round is paired, and whether numbers by rating would differ."""

    rows: tuple[TeamLine, ...]
    free: tuple[Player, ...]
    has_begun: bool
    may_number: bool

    @property
    def players(self) -> int:
        return sum(row.players for row in self.rows)


class ListedMember(NamedTuple):
    """A player in the list of a team while it is being arranged."""

    number: int
    name: str
    title: str
    rating: int | None


class TeamView(NamedTuple):
    """A team for the staff. `free` holds the players without a team, `boards` is how many of the list play."""

    team: Team | None
    members: tuple[ListedMember, ...]
    free: tuple[ListedMember, ...]
    boards: int
    has_matches: bool


def teams_view(reader: Reader) -> Teams:
    """Return the teams by number, in a fixed number of queries."""
    event = reader.event
    strength = read_crosstable(reader).players
    teams = event.teams.annotate(count=Count("players", filter=Q(players__withdrawn_from=None))).order_by(
        "start_number"
    )
    rows = tuple(build_team_line(event, team, strength[team.number].rating) for team in teams)
    free = tuple(event.players.filter(team=None).order_by("start_number"))
    by_rating = [row.start_number for row in sorted(rows, key=team_order)]
    may_number = by_rating != list(range(1, len(rows) + 1)) and find_objection(event) is None
    return Teams(rows, free, has_matches(event), may_number)


def build_team_line(event: Event, team: Any, rating: int | None) -> TeamLine:
    missing = max(0, event.team_boards - team.count)
    lacks = ngettext("%(count)d board would stay empty", "%(count)d boards would stay empty", missing)
    state = describe_gone(team.withdrawn_from, team.expelled_from)
    missing_boards = lacks % {"count": missing} if missing and not state else ""
    state = ", ".join(filter(None, (state, teams_wording.name_table(team.fixed_table))))
    return TeamLine(
        team.number, team.name, team.short_name, team.count, rating, missing_boards, state, team.start_number
    )


def has_matches(event: Event) -> bool:
    """Return whether a round of matches is published. One query."""
    return TeamMatch.objects.filter(round__event=event).exists()


def team_view(event: Event, team: Team | None, members: list[int] | None = None) -> TeamView:
    """Return a team with its stored list, or with the list given as the numbers `members`. Three queries."""
    listed = event.players.filter(Q(team=None) | Q(team=team)).order_by("team_place", "start_number")
    players = {player.number: player for player in listed}
    own = [number for number, player in players.items() if team is not None and player.team_id == team.pk]
    listed_numbers = [number for number in dict.fromkeys(own if members is None else members) if number in players]
    free = sorted(players.keys() - set(listed_numbers))
    has_played = team is not None and TeamMatch.objects.filter(Q(first=team) | Q(second=team)).exists()
    return TeamView(
        team,
        tuple(build_member(event, players[number]) for number in listed_numbers),
        tuple(build_member(event, players[number]) for number in free),
        event.team_boards,
        has_played,
    )


def build_member(event: Event, player: Player) -> ListedMember:
    return ListedMember(player.number, player.name, player.title, player.rating_in(event))
