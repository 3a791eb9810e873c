"""From rows to the crosstable of a team event: only `queries.facts` calls it."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from tiebreaks.criteria.berlin import with_drawn_matches_decided
from tiebreaks.crosstable import ZERO, Colour, Crosstable, Kind, Player, Scheme
from tiebreaks.line_ups import Forfeit, LineUp, Matches
from tiebreaks.line_ups import TeamRound as Turn
from tiebreaks.numbers import round_half_up
from tiebreaks.scoring import outcome
from tiebreaks.teams import Match, Team, TeamEvent, TeamScheme, Worth, team_crosstable
from tiebreaks.trf.teams import FORFEIT_KINDS
from tournaments.domain.choices import Berlin
from tournaments.models import Event, Game
from tournaments.models import Match as MatchRow
from tournaments.models import Team as TeamRow


class Meetings(NamedTuple):
    """What the rows say of the rounds of teams; everything else follows from the games of their players."""

    byes: dict[Turn, Kind]
    forfeits: dict[Turn, Forfeit]
    opponents: dict[Turn, int]
    colours: dict[Turn, Colour]
    line_ups: dict[Turn, LineUp]

    def without(self, rounds: Collection[int]) -> "Meetings":
        """Return what is said of the other rounds."""
        kept = ({turn: said for turn, said in each.items() if turn[1] not in rounds} for each in self)
        return Meetings(*kept)

    def meet(self, round: int, first: int, second: int, end: str = "") -> None:
        """Add a match and how it ended without play."""
        self.opponents.update({(first, round): second, (second, round): first})
        self.colours.update({(first, round): Colour.WHITE, (second, round): Colour.BLACK})
        if end:
            one, other = FORFEIT_KINDS[end]
            self.forfeits[first, round] = Forfeit(second, one, Colour.WHITE)
            self.forfeits[second, round] = Forfeit(first, other, Colour.BLACK)

    def rest(self, round: int, team: int, end: str) -> None:
        """Add a round without an opponent."""
        self.byes[team, round] = outcome(end, False, Scheme())[0]


class StoredTeams(NamedTuple):
    """What the rows say of teams: the teams by number, the players of each in the order of its list, their matches."""

    rows: dict[int, TeamRow]
    members: dict[int, list[int]]
    meetings: Meetings


def read_teams(event: Event) -> StoredTeams:
    """Read what is known of the teams of an event. Four queries."""
    return StoredTeams(
        {row.number: row for row in event.teams.order_by("number")}, read_members(event), read_meetings(event)
    )


def build_team_crosstable(event: Event, players: Crosstable, given: StoredTeams | None = None) -> Crosstable:
    """Return the crosstable of the teams, from the one of their players. Four queries, none with what is `given`."""
    rows, listed, found = read_teams(event) if given is None else given
    teams = {number: make_team(number, row, listed.get(number, []), players) for number, row in rows.items()}
    scheme = make_team_scheme(event, players.scheme)
    matches = Matches(
        players,
        teams,
        {},
        scheme,
        find_board_colours(event),
        found.byes,
        found.forfeits,
        found.line_ups,
        found.opponents,
    )
    played = TeamEvent(teams, {n: _in_order(matches.of(n), n, found) for n in teams}, players.rounds, scheme)
    if event.berlin == Berlin.POINTS:
        played = with_drawn_matches_decided(played)
    facts = team_crosstable(played, event.team_score)
    return players._replace(
        players={n: _as_player(n, row, average_rating(teams[n], scheme, players)) for n, row in rows.items()},
        games=facts.games,
        scheme=facts.scheme,
        score=facts.score,
        team_event=facts.team_event,
        adjustments={},
    )


def make_team(number: int, row: TeamRow, listed: Iterable[int], players: Crosstable) -> Team:
    """Return a team with those of its members who take part."""
    return Team(number, row.name, row.short_name, tuple(member for member in listed if member in players.players))


def _as_player(number: int, row: TeamRow, strength: int | None) -> Player:
    return Player(
        number,
        row.name,
        rating=strength,
        playoff=row.playoff,
        club=row.short_name,
        withdrawn_from=row.withdrawn_from,
    )


def average_rating(team: Team, scheme: TeamScheme, players: Crosstable) -> int | None:
    """Return the average rating of a team's first boards, None where nobody is rated."""
    ratings = [rating for number in team.players[: scheme.boards] if (rating := players.players[number].rating)]
    return int(round_half_up(Fraction(sum(ratings), len(ratings)))) if ratings else None


def read_members(event: Event) -> dict[int, list[int]]:
    """Return the players of each team in the order of its list. One query."""
    found: dict[int, list[int]] = defaultdict(list)
    listed = event.players.filter(team__isnull=False).order_by("team_place", "number")
    for team, number in listed.values_list("team__number", "number"):
        found[team].append(number)
    return found


def make_team_scheme(event: Event, game: Scheme) -> TeamScheme:
    """Return what matches and boards are worth."""
    match = Scheme(
        event.match_win_points, event.match_draw_points, event.match_loss_points, event.team_bye_match_points
    )
    half = Decimal(event.team_boards) * game.draw
    free = event.team_bye_game_points if event.team_bye_game_points is not None else half
    bye = Worth(event.team_bye_match_points, free)
    return TeamScheme(event.team_boards, match, game, {Kind.PAB: bye}, find_board_colours(event))


def find_board_colours(event: Event) -> str:
    """Return the colours of a match's first team on all boards: those of the event, else alternating ones."""
    given = event.team_colours or "WB"
    return (given * event.team_boards)[: event.team_boards]


def read_meetings(event: Event) -> Meetings:
    """Read who meets whom, who is free, what was forfeited and who sits where. Two queries."""
    found = Meetings({}, {}, {}, {}, defaultdict(dict))
    rows = MatchRow.objects.filter(round__event=event)
    facts = ("round__number", "first__number", "second__number", "end", "round__is_withheld")
    for round, first, second, end, is_withheld in rows.values_list(*facts):
        if second is None:
            found.rest(round, first, end)
        else:
            found.meet(round, first, second, "" if is_withheld and not event.for_staff else end)
    seats = Game.objects.filter(round__event=event, match__isnull=False).values_list(
        "round__number", "match_board", "white__number", "white__team__number", "black__number", "black__team__number"
    )
    for round, board, white, white_team, black, black_team in seats:
        found.line_ups[white_team, round][board] = white
        if black is not None:
            found.line_ups[black_team, round][board] = black
    return found


def _in_order(matches: tuple[Match, ...], number: int, found: Meetings) -> tuple[Match, ...]:
    """Add the matches that nobody has sat down to yet: they are open."""
    known = {match.round for match in matches}
    waiting = [
        Match(round, opponent, found.colours[team, round], Kind.OPEN, ZERO, ZERO)
        for (team, round), opponent in found.opponents.items()
        if team == number and round not in known
    ]
    return tuple(sorted((*matches, *waiting), key=lambda match: match.round))
