"""Statistics of the games of an event: plain counts and records, without words.

Each game counts once, from the view of its first player (White in chess). Only games over the board count, except in
the attendance: a forfeited game was not played.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable
from decimal import Decimal
from typing import NamedTuple

from tiebreaks.criteria.performance import expected_hundredths
from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.facts.games import Colour, Game, Kind
from tiebreaks.facts.team_crosstable import event_of
from tiebreaks.facts.teams import Match

HIGHLIGHTS = 5


class ResultCounts(NamedTuple):
    """How many games the first player won, were drawn, and the second player won."""

    first: int
    draws: int
    second: int

    @property
    def games(self) -> int:
        return sum(self)


class Attendance(NamedTuple):
    """How many played in a round, sit at an open board, won or lost by forfeit, had a bye, and were absent."""

    played: int
    open: int
    forfeits: int
    byes: int
    absent: int


class NotableGame(NamedTuple):
    """One game with both numbers, the winner first where there is one; `size` is the figure of the record."""

    round: int
    winner: int
    loser: int
    size: int
    scores: tuple[int, int] | None
    drawn: bool


class PlayedGame(NamedTuple):
    """A game over the board as its first player had it, whose number it is; `sign` as `_sign` says who won."""

    number: int
    game: Game
    sign: int


GAPS = (0, 50, 100, 200, 400)  # differences of the ratings from which on games are counted together


class Chance(NamedTuple):
    """What the higher rated side has made of games with one colour and about the same lead in rating.

    `expected` is what the ratings let expect, by the table of FIDE.
    """

    games: int
    points: Decimal
    expected: Decimal


def count_by_lead(games: list[PlayedGame], facts: Crosstable) -> dict[tuple[bool, int], Chance]:
    """Count what the higher rated side has made, by whether it played first and by the gap that its lead reaches.

    Where both have the same rating, each side counts once.
    """
    results: dict[tuple[bool, int], list[int]] = defaultdict(list)  # 2 for a win, 1 for a draw
    expected: dict[tuple[bool, int], int] = defaultdict(int)
    for number, game, sign in games:
        own, other = (facts.rating_of(facts.players[each]) for each in (number, game.opponent or 0))
        if own is None or other is None:
            continue
        for is_first, lead, wins in ((True, own - other, sign), (False, other - own, -sign)):
            if lead >= 0:
                key = is_first, GAPS[bisect_right(GAPS, lead) - 1]
                results[key].append(1 + wins)
                expected[key] += expected_hundredths(lead)
    return {
        key: Chance(len(made), Decimal(sum(made)) / 2, Decimal(expected[key]) / 100) for key, made in results.items()
    }


def list_games(facts: Crosstable) -> list[PlayedGame]:
    """Return every game over the board once."""
    return [
        PlayedGame(number, game, _sign(game, facts))
        for number, games in facts.games.items()
        for game in games
        if game.kind == Kind.PLAYED and game.opponent is not None and game.colour == Colour.WHITE
    ]


def count_results(games: Iterable[PlayedGame]) -> ResultCounts:
    """Count results by who won. Where both lost or were given half, nobody counts as the winner."""
    sides = [each.sign for each in games]
    return ResultCounts(sides.count(1), sides.count(0), sides.count(-1))


def count_by_round(games: list[PlayedGame]) -> dict[int, ResultCounts]:
    """Count results of every round that has a finished game."""
    rounds: dict[int, list[PlayedGame]] = {}
    for each in games:
        rounds.setdefault(each.game.round, []).append(each)
    return {number: count_results(rounds[number]) for number in sorted(rounds)}


def count_attendance(facts: Crosstable, first_of_duels: int | None = None) -> dict[int, Attendance]:
    """Count by round how everybody spent it; an open board is not played yet.

    Where matches decide, who has a bye in the bracket or is out is not absent.
    """
    kinds: dict[int, list[Kind]] = {}
    for games in facts.games.values():
        for game in games:
            kinds.setdefault(game.round, []).append(game.kind)
    everybody = len(facts.players)
    found = {}
    for number, spent in sorted(kinds.items()):
        played, still_open = spent.count(Kind.PLAYED), spent.count(Kind.OPEN)
        forfeits = spent.count(Kind.FORFEIT_WIN) + spent.count(Kind.FORFEIT_LOSS)
        byes = sum(map(spent.count, (Kind.PAB, Kind.FPB, Kind.HPB)))
        present = (played, still_open, forfeits, byes)
        is_of_duels = first_of_duels is not None and number >= first_of_duels
        found[number] = Attendance(*present, 0 if is_of_duels else everybody - sum(present))
    return found


def find_upsets(games: list[PlayedGame], facts: Crosstable) -> list[NotableGame]:
    """Return the wins of lower rated players, the largest difference first."""
    found = []
    for meeting in map(_meeting, games):
        winner, loser = (facts.rating_of(facts.players[each]) or 0 for each in (meeting.winner, meeting.loser))
        if not meeting.drawn and winner and loser > winner:
            found.append(meeting._replace(size=loser - winner))
    return _largest(found)


def highest_scores(games: list[PlayedGame]) -> list[NotableGame]:
    """Return the games with the highest score of one side."""
    return _largest([each._replace(size=max(each.scores)) for each in map(_meeting, games) if each.scores])


def biggest_wins(games: list[PlayedGame]) -> list[NotableGame]:
    """Return the games with the largest difference of both scores."""
    meetings = map(_meeting, games)
    return _largest([each._replace(size=abs(each.scores[0] - each.scores[1])) for each in meetings if each.scores])


def average_scores(games: list[PlayedGame]) -> tuple[int, int] | None:
    """Return what averages are computed from: the sum of all scores, and how many there were."""
    scores = [score for _, game, _ in games for score in (game.own_score, game.opponent_score) if score is not None]
    return (sum(scores), len(scores)) if scores else None


class MatchMeeting(NamedTuple):
    """A match of teams with both numbers and game points, the winner first."""

    round: int
    winner: int
    loser: int
    points: tuple[Decimal, Decimal]


def list_matches(teams: Crosstable) -> list[tuple[int, Match]]:
    """Return every match over the board once, with the number of the team that has White on board 1."""
    return [
        (number, match)
        for number, matches in event_of(teams).matches.items()
        for match in matches
        if match.kind == Kind.PLAYED and match.opponent is not None and match.colour == Colour.WHITE
    ]


def clearest_wins(teams: Crosstable) -> list[MatchMeeting]:
    """Return the matches won by the largest difference of game points, the largest first."""
    found = []
    for number, match in list_matches(teams):
        theirs = next(m for m in event_of(teams).matches[match.opponent or 0] if m.round == match.round)
        points = (match.game_points, theirs.game_points)
        if points[0] > points[1]:
            found.append(MatchMeeting(match.round, number, match.opponent or 0, points))
        elif points[1] > points[0]:
            found.append(MatchMeeting(match.round, match.opponent or 0, number, points[::-1]))
    return sorted(found, key=lambda m: (m.points[1] - m.points[0], m.round, m.winner))[:HIGHLIGHTS]


def _sign(game: Game, facts: Crosstable) -> int:
    """Return who won: 1 for the first player, -1 for the second, 0 for nobody."""
    if game.own_score is not None and game.opponent_score is not None:
        return (game.own_score > game.opponent_score) - (game.own_score < game.opponent_score)
    letter = game.letter
    if letter in ("1", "W") or (not letter and game.points == facts.scheme.win):
        return 1
    theirs = next((g.letter for g in facts.games[game.opponent or 0] if g.round == game.round), "")
    return -1 if theirs in ("1", "W") else 0


def _meeting(played: PlayedGame) -> NotableGame:
    number, game, sign = played
    winner, loser = number, game.opponent or 0
    scores = None
    if game.own_score is not None and game.opponent_score is not None:
        scores = game.own_score, game.opponent_score
    if sign < 0:
        winner, loser, scores = loser, winner, scores and scores[::-1]
    return NotableGame(game.round, winner, loser, 0, scores, sign == 0)


def _largest(meetings: list[NotableGame]) -> list[NotableGame]:
    return sorted(meetings, key=lambda each: (-each.size, each.round, each.winner))[:HIGHLIGHTS]
