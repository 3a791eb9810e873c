"""The statistics of an event as values: shares, bars and records with their texts in the active language."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext

from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.values.numbers import round_half_up
from tournaments.access.reader import Reader
from tournaments.domain.disciplines import GameRules
from tournaments.domain.number_format import figure, group_thousands
from tournaments.domain.standings import statistics
from tournaments.models import Event
from tournaments.pages.event.state import EventState, read_state
from tournaments.pages.standings.race import Race, read_race
from tournaments.pages.standings.rating_worth import Gain, HeatMap, RatedPlayer, list_gains, read_heat, write_percent
from tournaments.queries.snapshot import consistent_read
from tournaments.queries.standings.crosstable import read_players_crosstable
from tournaments.queries.standings.endings import read_known_endings
from tournaments.queries.standings.standings import read_standings
from tournaments.wording import statistics as statistics_wording


class BarPart(NamedTuple):
    """A part of a bar: its class in the style sheet, what it counts, how many there are, and its position.

    `start` and `width` are percentages in SVG notation, independent of the language; `share` is for people.
    """

    code: str
    name: str
    amount: int
    start: str
    width: str
    share: str


class Bar(NamedTuple):
    round: int
    parts: tuple[BarPart, ...]


class Highlight(NamedTuple):
    """A game that stands out: the figure that does, the round, both players and the score."""

    size: str
    round: int
    winner: RatedPlayer
    loser: RatedPlayer
    score: str


class Highlights(NamedTuple):
    title: str
    note: str
    lines: tuple[Highlight, ...]


class Tile(NamedTuple):
    figure: str
    name: str


class StatisticsView(NamedTuple):
    """`sides` is the bar of all results, None in a game without sides; `rounds` and `attendance` hold one per round.

    `race` holds the places of the first after each round. `path` leads from the event's address to the card of a
    player; `matches` holds the clearest ones of teams. `heat` says what ratings and sides were worth, `gains` who made
    most against the rating.
    """

    event: Event
    version: int
    epoch: str
    base: str
    progress: EventState
    tiles: tuple[Tile, ...]
    sides: Bar | None
    rounds: tuple[Bar, ...]
    attendance: tuple[Bar, ...]
    highlights: tuple[Highlights, ...]
    race: Race | None
    heat: HeatMap | None
    gains: tuple[Gain, ...]
    path: str = "player"
    matches: Highlights | None = None


@consistent_read
def statistics_view(reader: Reader) -> StatisticsView:
    """Return the statistics of an event in the active language."""
    # In a team event the games are those of the boards; attendance is that of teams, since players take turns.
    event = reader.event
    ranked = read_standings(reader)
    teams = ranked.facts if event.team_boards else None
    facts = read_players_crosstable(reader) if teams else ranked.facts
    games = statistics.list_games(facts)
    of_duels = next((stage.first for stage, _draw in read_known_endings(ranked)), None)
    all_counts = statistics.count_results(games)
    has_sides = event.game.has_sides
    by_round = statistics.count_by_round(games)
    return StatisticsView(
        event=event,
        version=event.version,
        epoch=event.epoch,
        base=reverse("standings", args=[event.slug]),
        progress=read_state(reader),
        tiles=(*(_team_tiles(teams) if teams else ()), *_tiles(facts, games)),
        sides=_results(0, all_counts, event.game) if has_sides and games else None,
        rounds=tuple(_results(n, counted, event.game) for n, counted in by_round.items()) if has_sides else (),
        attendance=tuple(
            _attendance(n, counted) for n, counted in statistics.count_attendance(teams or facts, of_duels).items()
        ),
        highlights=tuple(highlights for highlights in _highlights(event, facts, games) if highlights.lines),
        race=read_race(ranked),
        heat=read_heat(event.game, facts, games),
        gains=tuple(list_gains(facts)) if event.game.follows_fide else (),
        path="individual" if teams else "player",
        matches=_clearest(teams) if teams else None,
    )


def _team_tiles(teams: Crosstable) -> Iterator[Tile]:
    yield Tile(group_thousands(len(teams.players)), gettext("teams"))
    yield Tile(group_thousands(len(statistics.list_matches(teams))), gettext("matches played"))


def _clearest(teams: Crosstable) -> Highlights | None:
    """Return the matches won by most game points."""
    lines = tuple(_match(meeting, teams) for meeting in statistics.clearest_wins(teams))
    return Highlights(gettext("Clearest matches"), gettext("difference of the game points"), lines) if lines else None


def _match(meeting: statistics.MatchMeeting, teams: Crosstable) -> Highlight:
    winner, loser = (
        RatedPlayer(number, teams.players[number].name, teams.players[number].rating)
        for number in (meeting.winner, meeting.loser)
    )
    score = " : ".join(map(figure, meeting.points))
    return Highlight(figure(meeting.points[0] - meeting.points[1]), meeting.round, winner, loser, score)


def _tiles(facts: Crosstable, games: list[statistics.PlayedGame]) -> Iterator[Tile]:
    yield Tile(group_thousands(len(facts.players)), gettext("players"))
    yield Tile(group_thousands(len(games)), gettext("games played"))
    ratings = [rating for player in facts.players.values() if (rating := facts.rating_of(player))]
    if ratings:
        yield Tile(str(round_half_up(Fraction(sum(ratings), len(ratings)), 0)), gettext("average rating"))
    federations = {player.federation for player in facts.players.values() if player.federation}
    if len(federations) > 1:
        yield Tile(str(len(federations)), gettext("federations"))
    scores = statistics.average_scores(games)
    if scores:
        yield Tile(str(round_half_up(Fraction(*scores), 0)), gettext("points for a player and game"))


def _results(number: int, counted: statistics.ResultCounts, rules: GameRules) -> Bar:
    names = statistics_wording.name_outcomes(rules)
    return _bar(number, zip(("first", "draw", "second"), names, counted, strict=True))


def _attendance(number: int, counted: statistics.Attendance) -> Bar:
    names = (gettext("played"), gettext("open"), gettext("forfeit"), gettext("bye"), gettext("absent"))
    return _bar(number, zip(("played", "open", "forfeit", "bye", "absent"), names, counted, strict=True))


def _bar(number: int, named_counts: Iterable[tuple[str, str, int]]) -> Bar:
    counts = list(named_counts)
    whole = sum(count for _, _, count in counts) or 1
    parts, start = [], 0
    for code, name, count in counts:
        share = Fraction(100 * count, whole)
        parts.append(
            BarPart(code, name, count, f"{100 * start / whole:.2f}", f"{100 * count / whole:.2f}", write_percent(share))
        )
        start += count
    return Bar(number, tuple(parts))


def _highlights(event: Event, facts: Crosstable, games: list[statistics.PlayedGame]) -> Iterator[Highlights]:
    def highlights(title: str, note: str, meetings: list[statistics.NotableGame]) -> Highlights:
        return Highlights(title, note, tuple(_highlight(meeting, facts) for meeting in meetings))

    if event.game.has_scores:
        yield highlights(gettext("Highest games"), gettext("points of one side"), statistics.highest_scores(games))
        yield highlights(gettext("Biggest wins"), gettext("difference"), statistics.biggest_wins(games))
    yield highlights(gettext("Upsets"), gettext("difference of the ratings"), statistics.find_upsets(games, facts))


def _highlight(meeting: statistics.NotableGame, facts: Crosstable) -> Highlight:
    players = [facts.players[number] for number in (meeting.winner, meeting.loser)]
    winner, loser = (RatedPlayer(player.number, player.name, facts.rating_of(player)) for player in players)
    score = f"{meeting.scores[0]} : {meeting.scores[1]}" if meeting.scores else ""
    return Highlight(group_thousands(meeting.size), meeting.round, winner, loser, score)
