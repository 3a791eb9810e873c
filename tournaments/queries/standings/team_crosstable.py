"""From rows to the crosstable of a team event: only `queries.facts` calls it."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from decimal import Decimal
from typing import NamedTuple

from tiebreaks.criteria.berlin import with_drawn_matches_decided
from tiebreaks.facts.crosstable import Crosstable, Player
from tiebreaks.facts.games import ZERO, Colour, Kind, Scheme
from tiebreaks.facts.line_ups import Forfeit, LineUp, Matches
from tiebreaks.facts.line_ups import TeamRound as Turn
from tiebreaks.facts.scoring import outcome
from tiebreaks.facts.team_crosstable import average_rating, team_crosstable
from tiebreaks.facts.teams import Match, Team, TeamEvent, TeamScheme, Worth
from tiebreaks.trf.teams import FORFEIT_KINDS
from tournaments.access.reader import Reader
from tournaments.domain.choices import Berlin
from tournaments.models import Event, Game, TeamMatch
from tournaments.models import Team as TeamRow


class Meetings(NamedTuple):
    """What the rows say about the rounds of teams; everything else follows from the games of their players."""

    byes: dict[Turn, Kind]
    forfeits: dict[Turn, Forfeit]
    opponents: dict[Turn, int]
    colours: dict[Turn, Colour]
    line_ups: dict[Turn, LineUp]

    def without(self, rounds: Collection[int]) -> "Meetings":
        """Return the meetings of the other rounds."""

        def others[Fact](facts: dict[Turn, Fact]) -> dict[Turn, Fact]:
            return {turn: fact for turn, fact in facts.items() if turn[1] not in rounds}

        return Meetings(
            others(self.byes),
            others(self.forfeits),
            others(self.opponents),
            others(self.colours),
            others(self.line_ups),
        )

    def meet(self, round_number: int, first: int, second: int, end: str = "") -> None:
        """Add a match and how it ended without play."""
        self.opponents.update({(first, round_number): second, (second, round_number): first})
        self.colours.update({(first, round_number): Colour.WHITE, (second, round_number): Colour.BLACK})
        if end:
            one, other = FORFEIT_KINDS[end]
            self.forfeits[first, round_number] = Forfeit(second, one, Colour.WHITE)
            self.forfeits[second, round_number] = Forfeit(first, other, Colour.BLACK)

    def rest(self, round_number: int, team: int, end: str) -> None:
        """Add a round without an opponent."""
        self.byes[team, round_number] = outcome(end, False, Scheme())[0]


class StoredTeams(NamedTuple):
    """The rows of teams: the teams by number, the players of each in the order of its list, and their matches."""

    rows: dict[int, TeamRow]
    members: dict[int, list[int]]
    meetings: Meetings


def read_teams(reader: Reader) -> StoredTeams:
    """Read the teams of an event. Four queries."""
    return StoredTeams(
        {row.number: row for row in reader.event.teams.order_by("number")},
        read_members(reader.event),
        read_meetings(reader),
    )


def build_team_crosstable(reader: Reader, players: Crosstable, given: StoredTeams | None = None) -> Crosstable:
    """Return the crosstable of the teams, from the one of their players. Five queries, one for `given` teams."""
    event = reader.event
    rows, members, meetings = read_teams(reader) if given is None else given
    teams = {number: make_team(number, row, members.get(number, []), players) for number, row in rows.items()}
    scheme = make_team_scheme(event, players.scheme)
    matches = Matches(
        players,
        teams,
        {},
        scheme,
        find_board_colours(event),
        meetings.byes,
        meetings.forfeits,
        meetings.line_ups,
        meetings.opponents,
    )
    played = TeamEvent(teams, {n: _in_order(matches.of(n), n, meetings) for n in teams}, players.rounds, scheme)
    if scheme.by_berlin:
        played = with_drawn_matches_decided(played)
    facts = team_crosstable(played, event.team_rules.team_score)
    return players._replace(
        players={n: _as_player(n, row, average_rating(teams[n], scheme, players)) for n, row in rows.items()},
        games=facts.games,
        scheme=facts.scheme,
        score=facts.score,
        team_event=facts.team_event,
        adjustments={},
    )


def make_team(number: int, row: TeamRow, members: Iterable[int], players: Crosstable) -> Team:
    """Return a team with those of its members who take part."""
    return Team(number, row.name, row.short_name, tuple(member for member in members if member in players.players))


def _as_player(number: int, row: TeamRow, strength: int | None) -> Player:
    return Player(
        number,
        row.name,
        rating=strength,
        playoff=row.playoff,
        club=row.short_name,
        withdrawn_from=row.withdrawn_from,
        expelled_from=row.expelled_from,
        manual_value=row.manual_value,
        manual_reason=row.manual_reason,
        given_number=row.given_number,
    )


def read_members(event: Event) -> dict[int, list[int]]:
    """Return the players of each team in the order of its list. One query."""
    members: dict[int, list[int]] = defaultdict(list)
    players = event.players.filter(team__isnull=False).order_by("team_place", "start_number")
    for team, number in players.values_list("team__number", "number"):
        members[team].append(number)
    return members


def make_team_scheme(event: Event, game: Scheme) -> TeamScheme:
    """Return what matches and boards are worth."""
    rules = event.team_rules
    match = Scheme(
        rules.match_win_points, rules.match_draw_points, rules.match_loss_points, rules.team_bye_match_points
    )
    half = Decimal(event.team_boards) * game.draw
    free = rules.team_bye_game_points if rules.team_bye_game_points is not None else half
    bye = Worth(rules.team_bye_match_points, free)
    by_berlin = rules.berlin == Berlin.POINTS
    return TeamScheme(event.team_boards, match, game, {Kind.PAB: bye}, find_board_colours(event), by_berlin)


def find_board_colours(event: Event) -> str:
    """Return the colours of a match's first team on all boards: those of the event, else alternating ones."""
    pattern = event.team_rules.team_colours or "WB"
    return (pattern * event.team_boards)[: event.team_boards]


def read_meetings(reader: Reader) -> Meetings:
    """Read who meets whom, who is free, what was forfeited and who sits where. Two queries."""
    event = reader.event
    meetings = Meetings({}, {}, {}, {}, defaultdict(dict))
    rows = TeamMatch.objects.filter(round__event=event)
    facts = ("round__number", "first__number", "second__number", "end", "round__is_withheld")
    for round_number, first, second, end, is_withheld in rows.values_list(*facts):
        if second is None:
            meetings.rest(round_number, first, end)
        else:
            meetings.meet(round_number, first, second, "" if is_withheld and not reader.is_staff else end)
    seats = Game.objects.filter(round__event=event, match__isnull=False).values_list(
        "round__number", "match_board", "white__number", "white__team__number", "black__number", "black__team__number"
    )
    for round_number, board, white, white_team, black, black_team in seats:
        assert board is not None  # each game of a match has one
        meetings.line_ups[white_team, round_number][board] = white
        if black is not None:
            meetings.line_ups[black_team, round_number][board] = black
    return meetings


def _in_order(matches: tuple[Match, ...], number: int, meetings: Meetings) -> tuple[Match, ...]:
    """Add the matches without players yet: they are open."""
    started = {match.round for match in matches}
    waiting = [
        Match(round_number, opponent, meetings.colours[team, round_number], Kind.OPEN, ZERO, ZERO)
        for (team, round_number), opponent in meetings.opponents.items()
        if team == number and round_number not in started
    ]
    return tuple(sorted((*matches, *waiting), key=lambda match: match.round))
