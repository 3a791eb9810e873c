"""Appendix B of the German rules: its five worked years, the bound of one game's swing, and the edges."""

from decimal import Decimal

import pytest

from pairing import finalists, history, new_swiss
from pairing.finalists import Place, Settings, classify_players
from pairing.history import Entrant, History
from tests.paper import read_player_rows
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


def words(names, found):
    """Write what was found in the words of the table above."""

    def named(numbers):
        return [names[number - 1] for number in numbers if number] or ["-"]

    def games(pairs):
        return ["-".join(named(pair)) for pair in pairs] or ["-"]

    return [
        "safe:", *named(found.safe), "candidates:", *named(found.candidates), "added:", *named([found.added]),
        "fixed:", *games(found.pairs), "released:", *games([found.released] if found.released else []),
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
    assert all(agrees(text, Settings(swing=swing)) for text in YEARS.values())


@pytest.mark.parametrize("swing", (2, 100, 175, 350, 600, None))
def test_without_draws_2011_needs_a_large_swing(swing):
    wrong = [number for number, text in YEARS.items() if not agrees(text, Settings(swing=swing, draws=False))]
    assert wrong == ([] if swing in (600, None) else [2011])


@pytest.mark.parametrize("spread", (206, 350, 700, 1200))
def test_every_margin_from_206_gives_the_years(spread):
    assert all(agrees(text, Settings(spread=spread)) for text in YEARS.values())


@pytest.mark.parametrize("spread", (0, 205))
def test_smaller_margins_make_petra_safe_in_2010(spread):
    names, places, _ = year(YEARS[2010])
    assert names[classify_players(places, Settings(spread=spread)).safe[0] - 1] == "Petra"


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
    found = classify_players(table, Settings(places=places))

    def named(numbers):
        return " ".join(names[number - 1] for number in numbers if number)

    sets = (named(found.safe), named(found.candidates), named(found.out))
    assert (*sets, named([found.added]), named([found.dropped])) == (safe, candidates, out, added, dropped)


def test_a_tie_at_the_border_is_said():
    _, table = standings("A 9 +5 | B 9 +0 | C 9 +0 | D 9 -10")
    assert [note.code for note in classify_players(table).notes] == ["finalists-tie"]


def test_many_fixed_games_are_worked_out_exactly():
    """Nine games of candidates: the first of all can be kept from the final only by losing."""
    table = [Place(n, 26, 1000 - 10 * n) for n in range(1, 19)]
    found = classify_players(table)
    assert len(found.pairs) == 9 and found.released is None


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


def test_where_the_rest_can_not_be_paired_it_is_refused():
    """Two are safe, nothing is fixed, and who has not met must not: nothing is relaxed silently."""
    text = """
        Ann: 3w1 4w1
        Bob: 4w1 3w1
        Cem: 1b0 2b0
        Dot: 2b0 1b0
    """
    facts = read_player_rows(text, rounds=3, edition="plain", discipline="scrabble")
    banned = new_swiss.Settings(limits=new_swiss.Limits(forbidden=frozenset({(1, 2), (3, 4)})))
    with pytest.raises(Refusal, match="1–4, 2–3 meet again"):
        finalists.pair(history.read_history(facts), Settings(half=1, spread=0), banned)


def test_a_released_game_is_kept_where_the_others_could_not_be_paired_without_it():
    """2010 with four players: Petra and Jörg are released, are alone and have met already."""
    _, places, _ = year(YEARS[2010])
    entrants = [
        Entrant(row.player, Decimal(row.half) / 2, Decimal(0), row.spread, 0, row.player, 0, ()) for row in places
    ]
    fresh, met = (finalists.pair(History(entrants, {(1, 4): times}, 19, 20)) for times in (0, 1))
    assert [board.pair for board in fresh.boards] == [board.pair for board in met.boards] == [(1, 4), (2, 3)]
    assert [note.code for note in fresh.notes] == ["finalists-added", "finalists-released"]
    assert [note.code for note in met.notes] == ["finalists-added", "finalists-kept"]
    assert str(met.notes[1]).startswith("The game 1–4 would be released")
