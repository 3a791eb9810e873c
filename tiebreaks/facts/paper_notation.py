"""Crosstables as arbiters write them on paper, for examples and tests.

`read_cross_table("A - ½ 1 …")` reads a round robin, one row per player. `read_player_rows("Anna 2200: 2w1 3b= U")`
reads rounds: the opponent, the player's colour and the letter of FIDE's file, or only the letter if there is no
opponent; games with scores are written `2w13:7`, and the higher score wins; an open game is `2w`. `read_team_matches`
reads the boards of team matches.
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

from tiebreaks.facts.crosstable import Crosstable, Player
from tiebreaks.facts.games import Colour, Game, Kind, Scheme
from tiebreaks.facts.round_factors import scheme_in_round
from tiebreaks.facts.scoring import outcome
from tiebreaks.facts.team_crosstable import team_crosstable
from tiebreaks.facts.teams import Match, MatchBoard, Team, TeamEvent, TeamScheme, match_result

POINTS = {"1": Decimal(1), "½": Decimal("0.5"), "0": Decimal(0)}
LETTERS = {"1": "1", "½": "=", "0": "0"}
PAIRED = re.compile(r"(\d+)([wb-])(?:(-?\d+):(-?\d+)|(.?))")


def read_cross_table(text: str, **settings: Any) -> Crosstable:
    """Read a round robin: column n of each row is the result against player n. The circle method gives the rounds."""
    lines = [line.split() for line in text.strip().splitlines()]
    size = len(lines)
    players = {n: Player(n, line[0]) for n, line in enumerate(lines, start=1)}
    games = {}
    for n, (_, *results) in enumerate(lines, start=1):
        games[n] = tuple(
            sorted(
                Game(_round_of_meeting(n, other, size), other, Colour.WHITE if n < other else Colour.BLACK, Kind.PLAYED,
                     POINTS[result], letter=LETTERS[result])
                for other, result in enumerate(results, start=1)
                if other != n
            )
        )  # fmt: skip
    return Crosstable(players, games, size - 1 + size % 2, **{"system": "round-robin", **settings})


def read_player_rows(text: str, rounds: int | None = None, **settings: Any) -> Crosstable:
    """Read one line per player: name, rating if any, a colon, the rounds."""
    scheme, factors = settings.get("scheme", Scheme()), settings.get("round_factors", "")
    players, games = {}, {}
    for number, line in enumerate(text.strip().splitlines(), start=1):
        head, _, tail = line.partition(": ")
        name, *rating = head.split()
        players[number] = Player(number, name, int(rating[0]) if rating else None)
        rounds_of_player = enumerate(tail.split(), start=1)
        games[number] = tuple(_game(n, cell, scheme_in_round(scheme, factors, n)) for n, cell in rounds_of_player)
    return Crosstable(players, games, rounds or max(map(len, games.values())), **settings)


def _round_of_meeting(one: int, other: int, size: int) -> int:
    """Return the round in which two players meet; in an odd field nobody has the last number."""
    last = size + size % 2
    if last in (one, other):
        return (2 * min(one, other) - 2) % (last - 1) + 1
    return (one + other - 2) % (last - 1) + 1


def _game(number: int, text: str, scheme: Scheme) -> Game:
    match = PAIRED.fullmatch(text)
    if not match:
        kind, points = outcome(text[0], False, scheme)
        spread = int(text[1:]) if text[1:] else None
        return Game(number, None, Colour.NONE, kind, points, own_score=spread, letter=text[0])
    opponent, colour, own, against, letter = match.groups()
    scores = {}
    if own:
        scores = {"own_score": int(own), "opponent_score": int(against)}
        letter = "1" if int(own) > int(against) else "=" if own == against else "0"
    kind, points = outcome(letter, True, scheme) if letter else (Kind.OPEN, Decimal(0))
    return Game(number, int(opponent), Colour(colour), kind, points, letter=letter, **scores)


def read_team_matches(names: str, text: str, **settings: Any) -> Crosstable:
    """Read a team event, one line per round: "1-2:1½0½" has team 1's points on each board against team 2."""
    teams = {number: Team(number, name) for number, name in enumerate(names.split(), start=1)}
    lines = [line.split() for line in text.strip().splitlines()]
    scheme = TeamScheme(len(lines[0][0].partition(":")[2]))
    matches: dict[int, list[Match]] = {number: [] for number in teams}
    for round_number, cells in enumerate(lines, start=1):
        for cell in cells:
            pair, _, results = cell.partition(":")
            first, second = map(int, pair.split("-"))
            own = tuple(MatchBoard(number, POINTS[points]) for number, points in enumerate(results, start=1))
            other = tuple(board._replace(points=1 - board.points) for board in own)
            for team, opponent, boards, against in ((first, second, own, other), (second, first, other, own)):
                kind, worth = match_result(scheme, boards, against)
                matches[team].append(Match(round_number, opponent, Colour.NONE, kind, *worth, boards))
    event = TeamEvent(teams, {number: tuple(own) for number, own in matches.items()}, len(lines), scheme)
    return team_crosstable(event, **settings)
