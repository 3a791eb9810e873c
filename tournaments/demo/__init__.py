"""The demo events: real crosstables of rule books, and fictional championships that `make.py` wrote."""

import csv
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple

from tiebreaks.facts.crosstable import Colour, Crosstable, Game, Kind
from tiebreaks.facts.scoring import outcome
from tiebreaks.trf import reader
from tournaments.formats import player_csv as players_csv

FOLDER = Path(__file__).parent


class Demo(NamedTuple):
    """A demo event: its address, the function that reads its facts, its settings, and what reads its teams."""

    slug: str
    read: Callable[[], Crosstable]
    settings: dict[str, Any]
    read_teams: Callable[[], Crosstable | None] = lambda: None


def tournament_file(name: str, players: str = "") -> Crosstable:
    """Read a tournament file; a list of players adds clubs, which such files do not have, sexes and birth dates."""
    table = reader.read((FOLDER / name).read_bytes(), name).crosstable
    if not players:
        return table
    listed = players_csv.read_players((FOLDER / players).read_bytes(), players).players
    return table._replace(
        players={
            number: player._replace(
                club=listed[number].club, sex=listed[number].sex, birth_date=listed[number].birth_date
            )
            for number, player in table.players.items()
        }
    )


def game_list(players: str, games: str) -> Crosstable:
    """Read a list of players and a list of games with scores: round, board, first and second player, result."""
    table = players_csv.read_players((FOLDER / players).read_bytes(), players)
    sides: dict[int, list[Game]] = {number: [] for number in table.players}
    with open(FOLDER / games, encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            for number, game in both_sides(row, table):
                sides[number].append(game)
    return table._replace(games={number: tuple(played) for number, played in sides.items()})


def both_sides(row: dict[str, str], table: Crosstable) -> list[tuple[int, Game]]:
    """Return a line of the list of games as each of both players sees it."""
    numbers = int(row["first"]), int(row["second"])
    scores = [int(row[field]) if row[field] else None for field in ("first_score", "second_score")]
    sides = []
    for side, colour in enumerate((Colour.WHITE, Colour.BLACK)):
        letter = row["result"][side : side + 1]
        kind, points = outcome(letter, True, table.scheme) if letter else (Kind.OPEN, Decimal(0))
        place = int(row["round"]), numbers[1 - side], colour, kind, points
        sides.append((numbers[side], Game(*place, scores[side], scores[1 - side], int(row["board"]), letter)))
    return sides


def scrabble() -> Crosstable:
    table = game_list("scrabble_players.csv", "scrabble_games.csv")
    return table._replace(
        name="Scrabble-Meisterschaft am Ahornsee 2026", discipline="scrabble", rounds=20, starts_on="2026-11-19"
    )


OPEN_FACTS = {
    "organiser": "Schachfreunde Ahorntal",
    "federation": "GER",
    "venue": "Bürgerhaus Ahorntal, Lindenplatz 3",
    "chief_arbiter": "IA Ilse Tannhofer",
    "deputy_arbiters": "FA Jonas Quellmann\nNA Mirja Ostersund",
    "rate_of_play": "90 min + 30 s",
    "rated_by": "both",
    "announcement": (FOLDER / "open_announcement.md").read_text(encoding="utf-8"),
    "links": "https://example.org/ahorntal Website",
}


def petanque() -> Crosstable:
    table = game_list("petanque_players.csv", "petanque_games.csv")
    return table._replace(name="Pétanque-Open Ahorntal 2026", discipline="petanque", rounds=5, starts_on="2026-11-21")


DEMOS = (
    Demo(
        "ahorntal-open",
        lambda: tournament_file("open.trf", players="open_players.csv"),
        {"place": "Ahorntal", "order": "PTS,BH/C1,BH,SB,DE", "accent": "pine", **OPEN_FACTS},
    ),
    Demo(
        "scrabble-meisterschaft",
        scrabble,
        {"place": "Ahornsee", "order": "PTS,SPREAD,SCORE", "accent": "plum", "qualifying_places": 2},
    ),
    Demo(
        "mannschaftspokal",
        lambda: tournament_file("team_cup.trf"),
        {"place": "Ahornsee", "accent": "slate"},
        lambda: reader.read((FOLDER / "team_cup.trf").read_bytes(), "team_cup.trf").teams,
    ),
    Demo("petanque-open", petanque, {"place": "Ahorntal", "accent": "ochre"}),
    Demo(
        "fide-uebung",
        lambda: tournament_file("fide_exercise.trf"),
        {"order": "PTS,DE,BH/C1,BH,SB", "accent": "ocean"},
    ),
    Demo(
        "rundenturnier",
        lambda: tournament_file("round_robin.trf"),
        {"order": "PTS,SB,KS,WIN,DE", "accent": "brick"},
    ),
)
