"""Appendix B of the German rules: its five worked years, the bound of one game's swing, and the edges."""

from decimal import Decimal
from random import Random

import pytest

from pairing.finalists import decisive_games, finalists
from pairing.finalists.finalists import classify_players
from pairing.finalists.standing import FinalistSettings, Place
from pairing.new_swiss import new_swiss
from pairing.rules import history
from pairing.rules.history import Entrant, History
from tests.notation.paper import read_player_rows
from tiebreaks.refusal import Refusal

YEARS = {
    2010: """
        Petra 16 +728 | Ulla 15 +1018 | Ingrid 15 +523 | Jörg 13 +965
        safe: - candidates: Petra Ulla Ingrid added: Jörg fixed: Ulla-Ingrid released: Petra-Jörg
    """,
    2011: """
        Ulla 15 +1702 | Jörg 15 +1270 | Maria 15 +1164 | Doris 13 +280
        safe: - candidates: Ulla Jörg Maria added: Doris fixed: Ulla-Doris Jörg-Maria released: -
    """,
    2012: """
        Ulla 15 +1252 | Theo 14 +783 | Christof 13 +1081 | Sebastian 13 +933 | Claudia 13 +753 | Johann 13 +714
        | Ulrike 12 +848
        safe: Ulla candidates: Theo Christof Sebastian Claudia Johann added: Ulrike
        fixed: Theo-Ulrike Christof-Johann Sebastian-Claudia released: -
    """,
    2013: """
        Martin 15 +792 | Uschi 15 +654 | Stefan 13 +1133
        safe: Martin Uschi candidates: - added: - fixed: - released: -
    """,
    2014: """
        Claudia 15 +1581 | Ben 13.5 +1217 | Uschi 13.5 +529 | Johann 13 +846 | Maria 13 +765
        | Liesbeth 13 +754 | Ingrid 13 +269 | Sebastian 12 +977
        safe: Claudia candidates: Ben Uschi Johann Maria Liesbeth Ingrid added: -
        fixed: Ben-Ingrid Uschi-Liesbeth Johann-Maria released: -
    """,
}  # fmt: skip


def standings(line):
    """Read "Petra 16 +728 | …" as the names and their places."""
    cells = [cell.split() for cell in line.split("|")]
    places = [Place(n, int(2 * float(wins)), int(spread)) for n, (_, wins, spread) in enumerate(cells, start=1)]
    return [name for name, _, _ in cells], places


def year(text):
    """Return names, places and the expected words of a worked year."""
    table, safe, rest = text.partition("safe:")
    return *standings(table), (safe + rest).split()


def words(names, groups):
    """Write the result in the words of the table above."""

    def named(numbers):
        return [names[number - 1] for number in numbers if number] or ["-"]

    def games(pairs):
        return ["-".join(named(pair)) for pair in pairs] or ["-"]

    return [
        "safe:", *named(groups.safe), "candidates:", *named(groups.candidates), "added:", *named([groups.added]),
        "fixed:", *games(groups.pairs), "released:", *games([groups.released] if groups.released else []),
    ]  # fmt: skip


def agrees(text, settings):
    names, places, expected = year(text)
    return words(names, classify_players(places, settings)) == expected


@pytest.mark.parametrize("number", YEARS)
def test_worked_years(number):
    names, places, expected = year(YEARS[number])
    assert words(names, classify_players(places)) == expected


@pytest.mark.parametrize("swing", (2, 100, 175, 350, 600, None))
def test_with_draws_the_years_hold_for_every_swing(swing):
    assert all(agrees(text, FinalistSettings(swing=swing)) for text in YEARS.values())


@pytest.mark.parametrize("swing", (2, 100, 175, 350, 600, None))
def test_without_draws_2011_needs_a_large_swing(swing):
    wrong = [number for number, text in YEARS.items() if not agrees(text, FinalistSettings(swing=swing, draws=False))]
    assert wrong == ([] if swing in (600, None) else [2011])


@pytest.mark.parametrize("spread", (206, 350, 700, 1200))
def test_every_margin_from_206_gives_the_years(spread):
    assert all(agrees(text, FinalistSettings(spread=spread)) for text in YEARS.values())


@pytest.mark.parametrize("spread", (0, 205))
def test_smaller_margins_make_petra_safe_in_2010(spread):
    names, places, _ = year(YEARS[2010])
    assert names[classify_players(places, FinalistSettings(spread=spread)).safe[0] - 1] == "Petra"


EDGES = [
    # standings, places to the final, safe, candidates, out, added, dropped
    ("A 10 +0 | B 9 +0", 2, "A B", "", "", "", ""),
    ("A 12 +0 | B 9 +0 | C 9 -10 | D 9 -20", 2, "A", "B C D", "", "A", ""),
    ("A 9 +0 | B 9 +0 | C 9 -10", 2, "", "A B C", "", "", "C"),
    ("A 9 +0 | B 9 +0 | C 9 -10 | D 9 -10", 2, "", "A B C D", "", "", ""),
    ("A 12 +0 | B 10 +0 | C 9 +0 | D 7 +0", 1, "A", "", "B C D", "", ""),
    ("A 12 +0 | B 12 +0 | C 12 +0 | D 10 +0 | E 10 -5 | F 8 +0", 4, "A B C", "D E", "F", "", ""),
]


@pytest.mark.parametrize(("line", "places", "safe", "candidates", "out", "added", "dropped"), EDGES)
def test_edges(line, places, safe, candidates, out, added, dropped):
    names, table = standings(line)
    groups = classify_players(table, FinalistSettings(places=places))

    def named(numbers):
        return " ".join(names[number - 1] for number in numbers if number)

    sets = (named(groups.safe), named(groups.candidates), named(groups.out))
    assert (*sets, named([groups.added]), named([groups.dropped])) == (safe, candidates, out, added, dropped)


# Standings and places to the final; the fixed games, the released one, and the notes as codes with their parameters.
GAMES = [
    # A tie at the last place of the final, one behind it, one behind that, and one inside the final.
    ("A 9 +5 | B 9 +0 | C 9 +0 | D 9 -10", 2, "A-D B-C", "-", "tie B C"),
    ("A 9 +9 | B 9 +5 | C 9 +0 | D 9 +0", 2, "A-D B-C", "-", "tie C D"),
    ("A 9 +9 | B 9 +5 | C 9 +2 | D 9 +0 | E 9 +0 | F 9 -9", 2, "A-F B-E C-D", "-", ""),
    ("A 9 +9 | B 9 +9 | C 9 +2 | D 9 +0", 2, "A-D B-C", "-", ""),
    ("A 9 +0 | B 9 +0 | C 9 +0 | D 9 +0", 2, "A-D B-C", "-", "tie B C, tie C D"),
    # An odd group in an odd field where nobody is out: the last candidate leaves it, but may still reach the final.
    ("A 12 +0 | B 12 +0 | C 9 +0 | D 9 -10 | E 9 -20", 3, "C-D", "-", "dropped E"),
    ("A 9 +20 | B 9 +10 | C 9 +0 | D 9 -10 | E 9 -20", 2, "A-D B-C", "-", "dropped E"),
    ("A 13 -100 | B 13 -100 | C 12 +100", 2, "A-B", "-", "dropped C"),
    # In an even field the lowest safe player fills it; somebody out would come before.
    ("A 12 +0 | B 9 +0 | C 9 -10 | D 9 -20", 2, "A-D B-C", "-", "added A"),
    ("A 9 +0 | B 9 -10 | C 9 -20 | D 7 +0", 2, "A-D B-C", "-", "added D"),
    # The place of somebody safe is taken: two play for the one that is left.
    ("A 11 +400 | B 10 +0 | C 10 -100", 2, "B-C", "-", ""),
]  # fmt: skip


@pytest.mark.parametrize(("line", "places", "fixed", "released", "notes"), GAMES)
def test_fixed_games_and_notes(line, places, fixed, released, notes):
    names, table = standings(line)
    groups = classify_players(table, FinalistSettings(places=places))
    expected = ["fixed:", *fixed.split(), "released:", released]
    assert words(names, groups)[-len(expected) :] == expected
    assert ", ".join(" ".join(note_words(names, note)) for note in groups.notes) == notes


def note_words(names, note):
    """Write a note as its code and the names of its players: `tie B C`."""
    numbers = (note.params.get(key) for key in ("player", "other"))
    return [note.code.removeprefix("finalists-"), *(names[number - 1] for number in numbers if number)]


def test_without_a_margin_everybody_is_safe_or_out():
    _, table = standings("A 9 +5 | B 9 +0 | C 9 -5 | D 9 -10")
    groups = classify_players(table, FinalistSettings(half=0, spread=0))
    assert (groups.safe, groups.candidates, groups.out) == ((1, 2), (), (3, 4))


def test_many_fixed_games_are_worked_out_exactly():
    """Nine games of candidates: the leader misses the final only by losing."""
    table = [Place(n, 26, 1000 - 10 * n) for n in range(1, 19)]
    groups = classify_players(table)
    assert len(groups.pairs) == 9 and groups.released is None


FIELD = """
    Petra 2000: 6w1 3b1 5w1
    Ulla 1900: 5w1 4b1 6w0
    Ingrid 1800: 4w1 1b0 U
    Joerg 1700: 3b0 2w0 U
    Karl 1600: 2b0 6w1 1b0
    Lena 1500: 1b0 5b0 2b1
"""


def test_the_rest_is_paired_by_new_swiss_around_the_fixed_games():
    facts = read_player_rows(FIELD, rounds=4, edition="plain", discipline="scrabble", bye_spread=0)
    pairing = finalists.pair(history.read_history(facts))
    codes = {board.pair: board.reasons[0].code for board in pairing.boards}
    assert (1, 3) not in codes or codes[1, 3] == "finalists-fold"
    assert sorted(n for pair in codes for n in pair) == [1, 2, 3, 4, 5, 6]
    assert "finalists-fold" in codes.values()


def test_a_rest_that_can_not_be_paired_is_refused():
    """Two are safe, nothing is fixed, and those who have not met must not: nothing is relaxed silently."""
    text = """
        Ann: 3w1 4w1
        Bob: 4w1 3w1
        Cem: 1b0 2b0
        Dot: 2b0 1b0
    """
    facts = read_player_rows(text, rounds=3, edition="plain", discipline="scrabble")
    banned = new_swiss.NewSwissSettings(limits=new_swiss.Limits(forbidden=frozenset({(1, 2), (3, 4)})))
    with pytest.raises(Refusal, match="1–4, 2–3 meet again"):
        finalists.pair(history.read_history(facts), FinalistSettings(half=1, spread=0), banned)


def test_a_released_game_is_fixed_if_the_others_could_not_be_paired_without_it():
    """2010 with four players: Petra and Jörg are released, are alone and have already met."""
    _, places, _ = year(YEARS[2010])
    entrants = [
        Entrant(row.player, Decimal(row.half) / 2, Decimal(0), row.spread, 0, row.player, 0, ()) for row in places
    ]
    fresh, met = (finalists.pair(History(entrants, {(1, 4): times}, 19, 20)) for times in (0, 1))
    assert [board.pair for board in fresh.boards] == [board.pair for board in met.boards] == [(1, 4), (2, 3)]
    assert [note.code for note in fresh.notes] == ["finalists-added", "finalists-released"]
    assert [note.code for note in met.notes] == ["finalists-added", "finalists-kept"]
    assert str(met.notes[1]).startswith("The game 1–4 could be released")


def event(line, numbers, meetings=None, rounds=20):
    """Return the history of an event before its last round: standings, and the players' numbers in their order."""
    _, table = standings(line)
    entrants = [
        Entrant(number, Decimal(row.half) / 2, Decimal(0), row.spread, 0, number, 0, ())
        for number, row in zip(numbers, table, strict=True)
    ]
    return History(entrants, meetings or {}, rounds - 1, rounds)


def test_a_fixed_game_says_which_places_of_the_group_meet():
    """2012: Ulla (number 4) is safe, so the first of the group is Theo, the second of the event."""
    names, _, _ = year(YEARS[2012])
    pairing = finalists.pair(event(YEARS[2012].partition("safe:")[0], (4, 7, 1, 6, 2, 5, 3)))
    of_number = dict(zip((4, 7, 1, 6, 2, 5, 3), names, strict=True))
    folds = {
        frozenset(of_number[n] for n in board.pair): dict(board.reasons[0].params)
        for board in pairing.boards
        if board.reasons[0].code == "finalists-fold"
    }
    assert folds == {
        frozenset({"Theo", "Ulrike"}): {"place": 1, "other": 6},
        frozenset({"Christof", "Johann"}): {"place": 2, "other": 5},
        frozenset({"Sebastian", "Claudia"}): {"place": 3, "other": 4},
    }
    assert (pairing.round, of_number[pairing.bye.player]) == (20, "Ulla")


def test_behind_a_released_game_the_others_keep_their_places_in_the_group():
    """2010: Petra and Jörg are released, Ulla and Ingrid are still the second and the third."""
    pairing = finalists.pair(event(YEARS[2010].partition("safe:")[0], (4, 3, 2, 1)))
    boards = {board.pair: board.reasons[0] for board in pairing.boards}
    assert dict(boards[2, 3].params) == {"place": 2, "other": 3}
    assert boards[1, 4].code != "finalists-fold"
    assert [dict(note.params) for note in pairing.notes if note.code == "finalists-released"] == [{"pair": "4–1"}]


def test_in_a_large_field_some_results_show_that_a_game_is_decisive(monkeypatch):
    """All results of 55 games are too many cases to list, and took four seconds."""
    monkeypatch.setattr(decisive_games, "_list_cases", lambda *_games: pytest.fail("listed all cases"))
    chance = Random(5)
    rows = sorted(((2 * chance.randint(0, 6), chance.randint(-300, 300)) for _player in range(500)), reverse=True)
    found = classify_players([Place(number, *row) for number, row in enumerate(rows, 1)])
    assert len(found.pairs) > 50
    assert found.released is None
