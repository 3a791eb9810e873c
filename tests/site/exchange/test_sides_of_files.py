"""Two lines of a file say which side each player had: a pair is one game, whatever they say or leave out."""

from itertools import chain, product

import pytest

from tiebreaks.facts.games import Colour, Game, Kind
from tournaments.access.reader import Reader
from tournaments.actions.event.events import import_tournament
from tournaments.actions.writing import COMMAND
from tournaments.formats import incoming
from tournaments.formats.crosstable_rows import comes_first
from tournaments.models import Game as Row
from tournaments.queries.standings.crosstable import read_crosstable

pytestmark = pytest.mark.django_db
RESULTS = ("10", "01", "==", "+-", "-+", "--")
SCORES = {("400", "350"): "10", ("350", "400"): "01", ("380", "380"): "==", ("00", "00"): ""}
COLOURS = list(product("wb-", repeat=2))
TURNS = list(product(("1", "2", "4", ""), repeat=2))
SECOND = {
    ("2", "1"),
    ("2", "4"),
    ("2", ""),
    ("4", "1"),
    ("", "1"),
}  # what the lines of a pair say if its first is second


def import_pairs(name, lines):
    """Return who sat first and second, the results by player, and the doubts about sides with their lines."""
    read = incoming.read_files([(name, "\n".join([*lines, ""]).encode())], lenient=True)
    event = import_tournament(read.events[0].tournament.crosstable, COMMAND, name="Night")
    rows = Row.objects.filter(round__event=event).values_list("white__number", "black__number")
    letters = {n: "".join(game.letter for game in own) for n, own in read_crosstable(Reader(event)).games.items()}
    return (
        sorted(rows),
        letters,
        [(each.code, each.line) for each in read.warnings if each.code in ("same-colour", "tsh-same-side")],
    )


def test_pairs_of_tsh_are_games_whoever_names_the_side():
    pairs = list(product(TURNS, SCORES))
    lines = chain.from_iterable(
        (f"Ann 0 {n + 1}; {scores[0]}; p12 {turns[0]}", f"Bo 0 {n}; {scores[1]}; p12 {turns[1]}")
        for n, (turns, scores) in zip(range(1, 999, 2), pairs, strict=False)
    )
    rows, letters, warnings = import_pairs("a.t", lines)
    numbered = dict(zip(range(1, 999, 2), pairs, strict=False))
    assert rows == sorted((n + 1, n) if turns in SECOND else (n, n + 1) for n, (turns, _) in numbered.items())
    assert [letters[n] + letters[n + 1] for n in numbered] == [SCORES[scores] for _, scores in pairs]
    assert warnings == [("tsh-same-side", n) for n, (turns, _) in numbered.items() if turns in {("1", "1"), ("2", "2")}]


def test_pairs_of_a_tournament_file_are_games_whoever_names_the_colour():
    numbered = dict(zip(range(1, 999, 2), product(COLOURS, RESULTS), strict=False))
    lines = chain.from_iterable(
        (write_line(n, n + 1, colours[0], letters[0]), write_line(n + 1, n, colours[1], letters[1]))
        for n, (colours, letters) in numbered.items()
    )
    rows, letters, warnings = import_pairs("night.trf", ["012 Night", "142 1", *lines])
    second = {("b", "w"), ("b", "-"), ("-", "w")}
    assert rows == sorted((n + 1, n) if colours in second else (n, n + 1) for n, (colours, _) in numbered.items())
    assert [letters[n] + letters[n + 1] for n in numbered] == [results for _, results in numbered.values()]
    doubtful = [n for n, (colours, _) in numbered.items() if colours in {("w", "w"), ("b", "b")}]
    assert warnings == [("same-colour", n + 2) for n in doubtful]


def write_line(number, opponent, colour, letter):
    return f"001 {number:4}      {f'Player {number}':66} 0.0 {number:4}  {opponent:4} {colour} {letter}"


@pytest.mark.parametrize(("own", "other"), list(product(Colour, repeat=2)))
def test_exactly_one_side_of_a_pair_comes_first(own, other):
    sides = (Game(1, 2, own, Kind.OPEN, 0), Game(1, 1, other, Kind.OPEN, 0))
    assert comes_first(1, *sides) != comes_first(2, *reversed(sides))
