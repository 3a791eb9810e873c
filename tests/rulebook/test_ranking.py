"""Ranking as refinement: ranks of the tied, what an explanation holds, and what a small change leaves as it was."""

import re

import pytest

from tests.notation.paper import read_player_rows
from tiebreaks.order.notation import read_order
from tiebreaks.ranking.ranked_table import find_changed_players
from tiebreaks.refusal import SENTENCES
from tiebreaks.standings import rank

# Ann and Bob draw with each other and win against Cem and Dot; the four of the second half do the same.
EVENT = read_player_rows("""
    Ann: 2w= 3b1 4w1
    Bob: 1b= 4b1 3w1
    Cem: 4w= 1w0 2b0
    Dot: 3b= 2w0 1b0
    Eva: 6w= 7b1 8w1
    Fee: 5b= 8b1 7w1
    Gus: 8w= 5w0 6b0
    Hal: 7b= 6w0 5b0
""")
ORDER = read_order("PTS,BH/C1,DE")


def with_result(event, one, other, points):
    """Change the result of a game: `points` are those of the first player."""
    games = dict(event.games)
    for number, opponent, made in ((one, other, points), (other, one, 1 - points)):
        games[number] = tuple(g._replace(points=made) if g.opponent == opponent else g for g in games[number])
    return event._replace(games=games)


def test_the_tied_share_the_rank_of_the_first_of_them():
    table = rank(EVENT, ORDER)
    assert [(row.rank, row.number) for row in table.rows] == [(1, n) for n in (1, 2, 5, 6)] + [
        (5, n) for n in (3, 4, 7, 8)
    ]
    assert table.column(0) == {1: 2.5, 2: 2.5, 5: 2.5, 6: 2.5, 3: 0.5, 4: 0.5, 7: 0.5, 8: 0.5}
    assert rank(EVENT._replace(players={}, games={}), ORDER).rows == ()


def test_a_player_alone_has_no_place_in_an_encounter():
    event = read_player_rows("Ann: 2w1\nBob: 1b0\nCem: Z")
    table = rank(event, read_order("PTS,DE"))
    assert table.column(1) == {1: 0, 2: 0, 3: 0}
    assert table.explain(1, 1).encounter is None
    assert table.explain(2, 1).encounter.group == (2, 3)


def test_an_explanation_holds_the_value_the_words_and_the_rule():
    working = rank(EVENT, ORDER).explain(3, 1)
    assert (working.notation, working.player, working.value) == ("BH/C1", 3, 5)
    formula = "Add up the scores of all opponents. Leave out the lowest value (14.1)."
    assert (working.formula, working.rule, working.edition) == (formula, "C.07 8.1", "2026-03")
    assert working.encounter is None
    by_games = rank(EVENT, ORDER).explain(3, 2)
    assert (by_games.notation, by_games.player, by_games.value, by_games.terms) == ("DE", 3, 0, ())
    assert by_games.encounter.group == (3, 4, 7, 8)


CUTS = """
    2026-03  BH/C1 (14.1) | BH/C2 (14.2) | BH/M1 (14.3) | BH/M2 (14.4) | BH/C3 | BH/C1/M1 | PS/C1 (7.5) | KS/L+1 (14.5)
    2023-09  BH/C1 (14.1) | BH/M2 (14.4)
    2023-09  PS/C1 (7.5) | PS/C2 (7.5)
    pre-2023 BH/C1 | BH/M1 | KS/L+1 | PS/C1
    plain    BH/C2 | PS/C2
"""


@pytest.mark.parametrize("line", CUTS.strip().splitlines())
def test_a_cut_names_its_article_where_the_edition_has_one(line):
    """There are none for more than two values (MTB26 asks for "any reasonable number"), nor before September 2023."""
    edition, _, cells = line.strip().partition(" ")
    for cell in cells.split("|"):
        notation, *article = cell.split()
        working = rank(EVENT._replace(edition=edition), read_order(notation)).explain(3, 0)
        assert re.findall(r"\([\d.]+\)", working.formula) == article, cell
        cited = {number for term in working.terms for number in re.findall(r"\([\d.]+\)", SENTENCES.get(term.cut, ""))}
        assert cited <= {*article, "(16.5)"}, cell
        assert bool(working.rule) == (edition not in ("plain", "pre-2023"))


def test_values_are_written_as_decimals():
    texts = rank(EVENT, ORDER).texts
    assert [texts[number] for number in (1, 3)] == [("2.5", "3", "0"), ("0.5", "5", "0")]


def test_cuts_of_one_criterion_leave_the_other_alone():
    uncut, cut = (rank(EVENT, read_order(order)) for order in ("BH,BH/C1", "BH/C1,BH"))
    assert uncut.row(1).values == cut.row(1).values[::-1] == (3.5, 3)
    assert [bool(term.cut) for term in uncut.explain(1, 0).terms] == [False, False, False]
    assert [bool(term.cut) for term in uncut.explain(1, 1).terms] == [False, True, False]


def test_the_places_of_something_else_keep_the_values():
    """A final puts Fee before Ann; everybody keeps the values, and the facts are those with the games of the final."""
    table, later = rank(EVENT, ORDER), EVENT._replace(name="with the final")
    placed = table.placed([(1, 6), (2, 1)], later)
    assert [(row.rank, row.number, row.values) for row in placed.rows] == [
        (1, 6, table.row(6).values),
        (2, 1, table.row(1).values),
    ]
    assert (placed.facts, table.facts) == (later, EVENT)
    assert (placed.table, placed.order) == (table.table, ORDER)
    assert placed.explain(1, 2) == table.explain(1, 2)


def test_the_players_whose_row_changed():
    before, after = rank(EVENT, ORDER), rank(with_result(EVENT, 7, 8, 0), ORDER)
    changed = find_changed_players(before, after)
    assert changed == [row.number for row in after.rows if row != before.row(row.number)]
    assert {7, 8} <= set(changed)
    assert find_changed_players(before, before) == []
    assert find_changed_players(rank(EVENT._replace(players={1: EVENT.players[1]}, games={1: ()}), ORDER), before)
