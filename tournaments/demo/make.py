"""Write the files of the fictional demo events: `python -m tournaments.demo.make`, the same bytes each time.

Facts alone are written: who met whom with what result. Byes, forfeits, withdrawals and open boards are among them.
"""

import csv
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

from tournaments.demo.make_teams import Triplet, petanque_games, team_cup, triplets
from tournaments.demo.names import CLUBS, FEDERATIONS, TOWNS, WOMEN, people
from tournaments.demo.pairs import chess_result, pair_round, scrabble_scores

FOLDER = Path(__file__).parent
CROSSTABLE_A_TO_G = ["-==1111", "=-==111", "==-==11", "0==-111", "00=0-11", "00000-1", "000000-"]

WORTH = {"1": 2, "=": 1, "0": 0, "+": 2, "-": 0, "U": 2, "H": 1, "Z": 0, "": 0}  # half points
TITLES = (("GM", 2500), ("IM", 2400), ("FM", 2300), ("CM", 2200))


type Paired = dict[int, tuple[int, str, str]]  # of each player of a round: opponent (0: none), colour and letter
type GameLine = tuple[int | str, ...]


class DemoPlayer(NamedTuple):
    """A player of a fictional tournament; `strength` is the rating that the results are drawn from."""

    name: str
    rating: int | None = None
    strength: int = 0
    title: str = ""
    federation: str = ""
    club: str = ""


class ScrabblePlayer(NamedTuple):
    """A line of the list of Scrabble players."""

    number: int
    name: str
    club: str
    rating: int


def trf(records: list[str], players: list[DemoPlayer], rounds: list[Paired]) -> str:
    """Write a tournament file."""
    lines = list(records)
    for number, player in enumerate(players, 1):
        sides = [paired.get(number) for paired in rounds]
        points = sum(WORTH[side[2]] for side in sides if side) / 2
        line = f"001 {number:4} {'':1}{player.title:>3} {player.name:33} "
        line += f"{player.rating or '':4} {player.federation:3} {'':11} {'':10} {points:4.1f} {'':4}"
        for side in sides:
            line += f"  {side[0]:04} {side[1]} {side[2]:1}" if side else " " * 10
        lines.append(line.rstrip())
    return "\n".join(lines) + "\n"


def round_robin() -> str:
    """Play the round robin A to G by Berger's table; the eighth number is free."""
    rounds = []
    for turn in range(7):
        centre = turn * 4 % 7
        paired: Paired = {}
        for step in range(1, 4):
            white, black = (centre + step) % 7, (centre - step) % 7
            paired[white + 1] = (black + 1, "w", CROSSTABLE_A_TO_G[white][black])
            paired[black + 1] = (white + 1, "b", CROSSTABLE_A_TO_G[black][white])
        rounds.append(paired)
    records = ["012 Round robin A to G", "042 2026/03/06", "052 2026/03/08", "062 7"]
    records += ["092 Individual: Round-Robin (Berger)", "XXR 7"]
    return trf(records, [DemoPlayer(f"Player {letter}") for letter in "ABCDEFG"], rounds)


def open_players(chance: Random) -> list[DemoPlayer]:
    ratings = sorted((min(2630, max(1020, round(chance.gauss(1900, 290)))) for _ in range(200)), reverse=True)
    players = []
    for name, rating in zip(people(chance, 200), ratings, strict=True):
        title = next((title for title, least in TITLES if rating >= least), "")
        federation = chance.choice(FEDERATIONS)
        club = f"{chance.choice(CLUBS)} {chance.choice(TOWNS)}"
        players.append(
            DemoPlayer(
                name=name,
                rating=rating if chance.random() > 0.02 else None,
                strength=rating,
                title=title if chance.random() < 0.7 else "",
                federation=federation,
                club=club if federation == "GER" else "",
            )
        )
    return players


def open_rounds(chance: Random, players: list[DemoPlayer]) -> list[Paired]:
    """Pair nine rounds with byes, no-shows and withdrawals; of the last one only every third board has a result."""
    points: dict[int, int] = defaultdict(int)
    whites: dict[int, int] = defaultdict(int)
    met: dict[int, set[int]] = defaultdict(set)
    withdrawn: set[int] = set()
    had_bye: set[int] = set()
    rounds = []
    for turn in range(1, 10):
        paired: Paired = dict.fromkeys(withdrawn, (0, "-", "Z"))
        present = [number for number in range(1, 201) if number not in withdrawn]
        if 2 <= turn <= 6:
            for number in chance.sample(present, 2):
                paired[number] = (0, "-", "H")
        playing = sorted((n for n in present if n not in paired), key=lambda n: (-points[n], n))
        if len(playing) % 2:
            bye = next(n for n in reversed(playing) if n not in had_bye)
            playing.remove(bye)
            had_bye.add(bye)
            paired[bye] = (0, "-", "U")
        for board, (one, two) in enumerate(pair_round(playing, lambda n: points[n], met)):
            white, black = (one, two) if (whites[one], one % 2) <= (whites[two], two % 2) else (two, one)
            result = chess_result(chance, players[white - 1].strength, players[black - 1].strength)
            if turn < 9 and chance.random() < 0.008:
                result = "-+"
                withdrawn.add(white)
            if turn == 9 and (board < 6 or chance.random() > 0.27):
                result = ""
            paired[white], paired[black] = (black, "w", result[:1]), (white, "b", result[1:])
            met[white].add(black)
            met[black].add(white)
            whites[white] += 1
        for number, (_, _, letter) in paired.items():
            points[number] += WORTH[letter]
        rounds.append(paired)
    return rounds


def sex_and_birth(chance: Random, player: DemoPlayer) -> tuple[str, int]:
    """Draw what the categories of the open depend on; the weaker a player, the younger they may be."""
    sex = "w" if player.name.rpartition(" ")[2] in WOMEN else "m"
    youngest = 2016 if player.strength < 1700 else 2008 if player.strength < 2200 else 2002
    return sex, chance.choice([chance.randint(1948, youngest), chance.randint(1975, youngest)])


def scrabble_players(chance: Random) -> list[ScrabblePlayer]:
    ratings = sorted((round(chance.gauss(1500, 140)) for _ in range(60)), reverse=True)
    return [
        ScrabblePlayer(number, name, chance.choice(TOWNS), rating)
        for number, (name, rating) in enumerate(zip(people(chance, 60), ratings, strict=True), 1)
    ]


def scrabble_games(chance: Random, players: list[ScrabblePlayer]) -> list[GameLine]:
    """Play 19 rounds: three in groups of four, one player of each quarter, then Swiss; pair the 20th with its final.

    Return round, board, first player, second player, result and both scores; five boards of the last round are in.
    """
    rating = {player.number: player.rating for player in players}
    total = dict.fromkeys(rating, (0, 0))
    met: dict[int, set[int]] = defaultdict(set)
    groups = [[g + 1, 30 - g, 31 + g, 60 - g] for g in range(15)]
    games: list[GameLine] = []
    for turn in range(1, 21):
        if turn <= 3:
            pairs = [pair for group in groups for pair in group_pairs(group, turn)]
        else:
            order = sorted(rating, key=lambda n: (-total[n][0], -total[n][1], n))
            final = [(order[0], order[1])] if turn == 20 else []
            rest = order[2:] if final else order
            pairs = final + pair_round(rest, (lambda n: total[n][0]) if turn < 12 else (lambda n: n), met)
        for board, (one, two) in enumerate(pairs, 1):
            first, second = (one, two) if chance.random() < 0.5 else (two, one)
            own, other = scrabble_scores(chance, rating[first], rating[second])
            met[first].add(second)
            met[second].add(first)
            if turn == 20 and board not in (9, 14, 17, 22, 28):
                games.append((turn, board, first, second, "", "", ""))
            elif turn == 11 and board == 30:
                games.append((turn, board, first, second, "+-", "", ""))
            else:
                result = "10" if own > other else "01" if own < other else "=="
                games.append((turn, board, first, second, result, own, other))
                total[first] = (total[first][0] + WORTH[result[0]], total[first][1] + own - other)
                total[second] = (total[second][0] + WORTH[result[1]], total[second][1] + other - own)
    return games


def group_pairs(group: list[int], turn: int) -> list[tuple[int, int]]:
    """Return both pairs of a group of four in round 1 to 3."""
    one, other = (member for member in group[1:] if member != group[turn])
    return [(group[0], group[turn]), (one, other)]


def write_csv(name: str, header: Sequence[str], lines: Iterable[Sequence[object]]) -> None:
    with open(FOLDER / name, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerows([header, *lines])


def main() -> None:
    (FOLDER / "round_robin.trf").write_text(round_robin(), encoding="utf-8")

    chance = Random(64)  # noqa: S311 - a fixed seed, so that the files never change
    entrants = open_players(chance)
    records = ["012 Ahorntal Open 2026", "022 Ahorntal", "042 2026/11/14", "052 2026/11/22", "062 200"]
    records += ["092 Individual: Swiss-System", "XXR 9"]
    text = trf(records, entrants, open_rounds(chance, entrants))
    (FOLDER / "open.trf").write_text(text, encoding="utf-8")
    lines = [(n, p.name, p.club, *sex_and_birth(Random(n), p)) for n, p in enumerate(entrants, 1)]  # noqa: S311
    write_csv("open_players.csv", ["number", "name", "club", "sex", "birth_date"], lines)

    chance = Random(100)  # noqa: S311
    players = scrabble_players(chance)
    write_csv("scrabble_players.csv", ScrabblePlayer._fields, players)
    header = ["round", "board", "first", "second", "result", "first_score", "second_score"]
    write_csv("scrabble_games.csv", header, scrabble_games(chance, players))

    (FOLDER / "team_cup.trf").write_text(team_cup(Random(4)), encoding="utf-8")  # noqa: S311
    chance = Random(13)  # noqa: S311
    teams = triplets(chance)
    write_csv("petanque_players.csv", Triplet._fields, teams)
    write_csv("petanque_games.csv", header, petanque_games(chance, teams))


if __name__ == "__main__":
    main()
