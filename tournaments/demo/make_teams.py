"""The fictional events of teams: a Swiss cup of four boards, and a pétanque open."""

from collections import defaultdict
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from tournaments.demo.names import TOWNS, people
from tournaments.demo.pairs import chess_result, pair_round, petanque_scores

BOARDS, SQUAD, TEAMS, ROUNDS = 4, 5, 16, 7
CLUBS = ("SK", "SF", "Turm", "Läufer", "SV")
HALF_POINTS = {"1": 2, "=": 1, "0": 0, "": 0}

TRIPLETS, GAMES = 24, 5
BOULES = ("Boule-Freunde", "BC", "Sandkuhle", "Kugelwerfer", "Cochonnet")


class Squad(NamedTuple):
    """A team with its players in the order of the list: number, name and rating."""

    name: str
    players: tuple[tuple[int, str, int], ...]


class DemoCell(NamedTuple):
    """A player's round: the opponent, the colour, and the letter of the result, "" while it is open."""

    opponent: int
    colour: str
    letter: str


def squads(chance: Random) -> list[Squad]:
    """Draw the teams, the strongest first."""
    names = iter(people(chance, TEAMS * SQUAD))
    towns = chance.sample(TOWNS, TEAMS)
    made, number = [], 1
    for place, town in enumerate(towns):
        best = 2280 - 45 * place
        members = []
        for board in range(SQUAD):
            members.append((number, next(names), best - 55 * board + chance.randrange(-40, 41)))
            number += 1
        made.append(Squad(f"{chance.choice(CLUBS)} {town}", tuple(members)))
    return made


def team_cup(chance: Random) -> str:
    """Play the cup; of the last round only a part of the boards has a result. Return the tournament file."""
    teams = squads(chance)
    points, met = [0] * TEAMS, defaultdict[int, set[int]](set)
    cells = defaultdict[int, dict[int, DemoCell]](dict)
    for turn in range(1, ROUNDS + 1):
        order = sorted(range(TEAMS), key=lambda n: (-points[n], n))
        for table, pair in enumerate(pair_round(order, lambda n: points[n], met)):
            one, two = pair if (turn + table) % 2 else pair[::-1]
            met[one].add(two)
            met[two].add(one)
            halves = list(play_match(chance, teams[one], teams[two], turn, table, cells))
            for team, own in ((one, sum(halves)), (two, 2 * BOARDS - sum(halves))):
                points[team] += 2 if own > BOARDS else 1 if own == BOARDS else 0
    return "\n".join([*HEAD, *player_lines(teams, cells), *team_lines(teams)]) + "\n"


HEAD = (
    "012 Team Cup at Lake Ahorn 2026",
    "022 Lake Ahorn",
    "042 2026/11/20",
    "052 2026/11/22",
    f"082 {TEAMS}",
    "092 Team Swiss-System",
    f"142 {ROUNDS}",
    "192 FIDE_TEAM_MP_GP",
    "352 WBWB",
    "362 TW 2.0   TD 1.0   TL 0.0",
)


def play_match(
    chance: Random, first: Squad, second: Squad, turn: int, table: int, cells: dict[int, dict[int, DemoCell]]
) -> Iterator[int]:
    """Play the boards of a match, and yield the half points of the first team."""
    lines = [line_up(chance, squad) for squad in (first, second)]
    for board, (one, two) in enumerate(zip(*lines, strict=True)):
        colours = "wb" if board % 2 == 0 else "bw"
        white, black = (one, two) if board % 2 == 0 else (two, one)
        result = chess_result(chance, white[2], black[2])
        if turn == ROUNDS and (table < 3 or chance.random() < 0.4):
            result = ""
        mine, theirs = (result[:1], result[1:]) if board % 2 == 0 else (result[1:], result[:1])
        cells[one[0]][turn] = DemoCell(two[0], colours[0], mine)
        cells[two[0]][turn] = DemoCell(one[0], colours[1], theirs)
        yield HALF_POINTS[mine]


def line_up(chance: Random, squad: Squad) -> list[tuple[int, str, int]]:
    """Leave one player out, mostly the last."""
    out = SQUAD - 1 if chance.random() < 0.7 else chance.randrange(SQUAD)
    return [member for place, member in enumerate(squad.players) if place != out]


def player_lines(teams: list[Squad], cells: dict[int, dict[int, DemoCell]]) -> Iterator[str]:
    for number, name, rating in (member for team in teams for member in team.players):
        points = sum(HALF_POINTS[cell.letter] for cell in cells[number].values()) / 2
        line = f"001 {number:4}      {name:33} {rating:4} {'GER':3} {'':11} {'':10} {points:4.1f} {'':4}"
        for turn in range(1, ROUNDS + 1):
            cell = cells[number].get(turn)
            line += f"  {cell.opponent:4} {cell.colour} {cell.letter:1}" if cell else "  0000 - -"
        yield line.rstrip()


def team_lines(teams: list[Squad]) -> Iterator[str]:
    for number, team in enumerate(teams, 1):
        members = "".join(f" {player:4}" for player, _, _ in team.players)
        yield f"310 {number:3} {team.name:32} {'':5} {'':6} {'':6} {'':6} {'':3} {members}"


class Triplet(NamedTuple):
    """A line of the list of pétanque teams."""

    number: int
    name: str


def triplets(chance: Random) -> list[Triplet]:
    names = [f"{club} {town}" for town in TOWNS for club in BOULES]
    drawn = chance.sample(names, TRIPLETS)
    return [Triplet(number, name) for number, name in enumerate(drawn, 1)]


def petanque_games(chance: Random, teams: list[Triplet]) -> list[tuple[int | str, ...]]:
    """Play five rounds; of the last one every third table is finished.

    Return round, table, first team, second team, result and both scores.
    """
    strength = {team.number: round(chance.gauss(1500, 180)) for team in teams}
    wins, met = dict.fromkeys(strength, 0), defaultdict[int, set[int]](set)
    games: list[tuple[int | str, ...]] = []
    for turn in range(1, GAMES + 1):
        order = sorted(strength, key=lambda n: (-wins[n], (n * 7) % TRIPLETS))
        for table, (one, two) in enumerate(pair_round(order, lambda n: wins[n], met), 1):
            met[one].add(two)
            met[two].add(one)
            own, other = petanque_scores(chance, strength[one], strength[two])
            if turn == GAMES and table % 3:
                games.append((turn, table, one, two, "", "", ""))
                continue
            wins[one if own > other else two] += 1
            games.append((turn, table, one, two, "10" if own > other else "01", own, other))
    return games
