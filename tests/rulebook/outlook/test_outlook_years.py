"""The marks beside the finalists' rule of Scrabble, in the years of the rule book."""

from decimal import Decimal

import pytest

from pairing.finalists.finalists import classify_players
from pairing.finalists.standing import Place
from tests.notation.outlooks import before_the_end, marks

# The terms of the rule, then the marks before the round is paired, then those with the games that the rule fixes.
YEARS = {
    2010: (
        "Petra 16 +728 | Ulla 15 +1018 | Ingrid 15 +523 | Jörg 13 +965",
        "safe: - candidates: Petra Ulla Ingrid out: Jörg",
        "safe: - possible: Petra Ulla Ingrid out: Jörg",
        "Ulla-Ingrid",
        "safe: Petra possible: Ulla Ingrid out: Jörg",
    ),
    2011: (
        "Ulla 15 +1702 | Jörg 15 +1270 | Maria 15 +1164 | Doris 13 +280",
        "safe: - candidates: Ulla Jörg Maria out: Doris",
        "safe: - possible: Ulla Jörg Maria out: Doris",
        "Ulla-Doris Jörg-Maria",
        "safe: - possible: Ulla Jörg Maria out: Doris",
    ),
    2012: (
        "Ulla 15 +1252 | Theo 14 +783 | Christof 13 +1081 | Sebastian 13 +933 | Claudia 13 +753 | Johann 13 +714"
        "| Ulrike 12 +848",
        "safe: Ulla candidates: Theo Christof Sebastian Claudia Johann out: Ulrike",
        "safe: Ulla possible: Theo Christof Sebastian Claudia Johann out: Ulrike",
        "Theo-Ulrike Christof-Johann Sebastian-Claudia",
        "safe: Ulla possible: Theo Christof Sebastian Claudia Johann out: Ulrike",
    ),
    2013: (
        "Martin 15 +792 | Uschi 15 +654 | Stefan 13 +1133",
        "safe: Martin Uschi candidates: - out: Stefan",
        "safe: Martin Uschi possible: - out: Stefan",
        "",
        "safe: Martin Uschi possible: - out: Stefan",
    ),
    2014: (
        "Claudia 15 +1581 | Ben 13.5 +1217 | Uschi 13.5 +529 | Johann 13 +846 | Maria 13 +765 | Liesbeth 13 +754"
        "| Ingrid 13 +269 | Sebastian 12 +977",
        "safe: Claudia candidates: Ben Uschi Johann Maria Liesbeth Ingrid out: Sebastian",
        "safe: Claudia possible: Ben Uschi Johann Maria Liesbeth Ingrid out: Sebastian",
        "Ben-Ingrid Uschi-Liesbeth Johann-Maria",
        "safe: Claudia possible: Ben Uschi Johann Maria Liesbeth Ingrid out: Sebastian",
    ),
    # Not a year of the rule book: ahead by exactly one win and 350 is "safe" for the rule, and can still be overtaken.
    "margin": (
        "Anna 10 +500 | Ben 10 +450 | Carl 9 +100 | Dora 7 0",
        "safe: Anna Ben candidates: - out: Carl Dora",
        "safe: - possible: Anna Ben Carl out: Dora",
        "",
        "safe: - possible: Anna Ben Carl out: Dora",
    ),
}  # fmt: skip


def words_of_the_rule(table):
    lines = [line.split() for line in table.split("|")]
    finalists = classify_players(
        [Place(n, int(2 * Decimal(points)), int(s)) for n, (_, points, s) in enumerate(lines, start=1)]
    )
    groups = {"safe": finalists.safe, "candidates": finalists.candidates, "out": finalists.out}
    return " ".join(f"{word}: {' '.join(lines[n - 1][0] for n in who) or '-'}" for word, who in groups.items())


@pytest.mark.parametrize("year", YEARS)
def test_the_marks_differ_from_the_finalists_rule(year):
    table, rule, unpaired, games, paired = YEARS[year]
    assert words_of_the_rule(table) == rule
    assert marks(before_the_end(table, to_come=1), 2) == unpaired
    assert marks(before_the_end(table, games), 2) == paired
