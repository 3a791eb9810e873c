"""The demo events: real crosstables of rule books, and fictional championships that `make.py` wrote.

Their names and texts are in the active language; their addresses are the same in each.
"""

import csv
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple

from django.utils.translation import get_language, gettext

from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.facts.games import Colour, Game, Kind
from tiebreaks.facts.scoring import outcome
from tiebreaks.trf import reader
from tournaments.formats import player_csv as players_csv

FOLDER = Path(__file__).parent


class Demo(NamedTuple):
    """A demo event: its address, the functions that read its facts and settings, and what reads its teams."""

    slug: str
    read: Callable[[], Crosstable]
    settings: Callable[[], dict[str, Any]]
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


def read_open() -> Crosstable:
    return tournament_file("open.trf", players="open_players.csv")._replace(name=gettext("Ahorntal Open 2026"))


def describe_open() -> dict[str, Any]:
    """Return the settings of the open, and what its page says about it."""
    language = (get_language() or "en")[:2]
    announcement = FOLDER / f"open_announcement.{language}.md"
    if not announcement.exists():
        announcement = FOLDER / "open_announcement.en.md"
    return {
        "place": "Ahorntal",
        "order": "PTS,BH/C1,BH,SB,DE",
        "accent": "pine",
        "organiser": gettext("Ahorntal Chess Club"),
        "federation": "GER",
        "venue": gettext("Town Hall, 3 Linden Square, Ahorntal"),
        "chief_arbiter": "IA Ilse Tannhofer",
        "deputy_arbiters": "FA Jonas Quellmann\nNA Mirja Ostersund",
        "rate_of_play": "90 min + 30 s",
        "rated_by": "both",
        "announcement": announcement.read_text(encoding="utf-8"),
        "links": "https://example.org/ahorntal " + gettext("Web site"),
    }


def read_scrabble() -> Crosstable:
    table = game_list("scrabble_players.csv", "scrabble_games.csv")
    name = gettext("Scrabble Championship at Lake Ahorn 2026")
    return table._replace(name=name, discipline="scrabble", rounds=20, starts_on="2026-11-19")


def read_petanque() -> Crosstable:
    table = game_list("petanque_players.csv", "petanque_games.csv")
    name = gettext("Ahorntal Pétanque Open 2026")
    return table._replace(name=name, discipline="petanque", rounds=5, starts_on="2026-11-21")


def read_team_cup() -> Crosstable:
    return tournament_file("team_cup.trf")._replace(name=gettext("Team Cup at Lake Ahorn 2026"))


def read_fide_exercise() -> Crosstable:
    return tournament_file("fide_exercise.trf")._replace(name=gettext("FIDE exercise: Swiss system"))


def read_round_robin() -> Crosstable:
    """Read the round robin, whose players the file calls by a letter."""
    table = tournament_file("round_robin.trf")
    players = {
        number: player._replace(name=gettext("Player %(letter)s") % {"letter": player.name[-1]})
        for number, player in table.players.items()
    }
    return table._replace(name=gettext("Round robin A to G"), players=players)


DEMOS = (
    Demo("ahorntal-open", read_open, describe_open),
    Demo(
        "scrabble-championship",
        read_scrabble,
        lambda: {
            "place": gettext("Lake Ahorn"),
            "order": "PTS,SPREAD,SCORE",
            "accent": "plum",
            "qualifying_places": 2,
        },
    ),
    Demo(
        "team-cup",
        read_team_cup,
        lambda: {"place": gettext("Lake Ahorn"), "accent": "slate"},
        lambda: reader.read((FOLDER / "team_cup.trf").read_bytes(), "team_cup.trf").teams,
    ),
    Demo("petanque-open", read_petanque, lambda: {"place": "Ahorntal", "accent": "ochre"}),
    Demo("fide-exercise", read_fide_exercise, lambda: {"order": "PTS,DE,BH/C1,BH,SB", "accent": "ocean"}),
    Demo("round-robin", read_round_robin, lambda: {"order": "PTS,SB,KS,WIN,DE", "accent": "brick"}),
)
