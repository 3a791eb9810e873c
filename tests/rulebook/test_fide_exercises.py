"""The exercises of FIDE's technical commission with their published tables, in both editions."""

from decimal import Decimal
from pathlib import Path

import pytest

from tests.generated.second_opinion import as_gacrux_rounds
from tests.notation.paper import column
from tests.notation.paper_teams import column as column_of_teams
from tiebreaks.criteria.registry import CRITERIA
from tiebreaks.order.notation import read_order
from tiebreaks.standings import rank
from tiebreaks.trf.reader import read

GOLDEN = Path(__file__).parent.parent / "golden"

# Published by the commission for the edition of 2024: the players whose rounds were not all played.
PUBLISHED_2024 = """
No  BH    BH/C1  AOB    FB    SB     SB/C1  TPR   PTP
1   12.5  11.0   12.60  13.5  8.00   7.25   1969  2029
2   13.0  12.0   13.60  13.5  9.50   8.50   2120  2216
3   15.5  13.0   13.40  15.0  10.50  9.25   2089  2112
4   15.0  11.5   13.38  15.5  9.75   8.00   2081  2168
6   12.0  11.0   13.25  12.0  6.50   5.50   1813  1810
9   9.0   7.5    12.75  9.5   2.25   2.25   1175  950
11  13.5  12.0   12.75  12.5  5.75   4.25   1776  1763
12  11.5  9.5    15.00  11.5  4.00   4.00   1250  1250
14  11.0  9.0    13.17  10.5  4.50   3.00   1925  1942
16  12.5  11.0   13.30  13.5  7.25   5.75   1969  2013
"""

# What the cap on the dummy opponent changed in the edition of 2026; every other value stayed.
CHANGED_2026 = {
    "BH": {4: "14.0", 6: "11.5", 11: "12.5"},
    "BH/C1": {6: "10.5", 11: "11.0"},
    "FB": {4: "14.5", 11: "12.0", 12: "11.0"},
    "SB": {4: "9.25", 6: "6.00", 11: "4.75"},
    "SB/C1": {4: "7.75", 6: "5.00", 11: "3.25"},
    "AOB": {1: "12.40", 3: "12.90", 12: "14.00", 14: "13.00", 16: "13.10"},
}

ROUND_ROBIN = """
No  PTS  SB    KS   SB/C1  WON  TPR
1   3.5  9.25  2    9.25   3    2199
2   3.5  6.25  0.5  4.75   3    2209
3   3.5  6.25  0.5  4.75   3    2219
4   1.5  4.25  1    4.25   1    1931
5   1.5  2.25  0    1.5    0    1803
6   1.5  3.25  0.5  3.25   1    2038
"""


# Exercises 34 to 49 on teams: what the commission prints for the first five teams, who share 10 match points.
TEAMS_2024 = """
No  BH:MP  BH:MP/C1  BH:GP  EMMSB  EMMSB/C1  EGMSB  EMGSB  EGGSB   SSSC
1   64     57        114    88     74        158    158.5  283     38.83
2   57     52        107.5  74     64        144    131    249.75  36.00
3   58     53        109.5  76     66        150    128    247.5   35.33
4   56     52        106    72     64        146    130    253.5   35.67
5   55     53        99     70     66        132    125    236     36.33
"""


def exercise(name):
    return read((GOLDEN / f"fide_{name}.trf").read_bytes(), name)[0]


def published(text):
    """Read a table into {notation: {number: value}}."""
    header, *lines = [line.split() for line in text.strip().splitlines()]
    return {
        notation: {int(line[0]): Decimal(line[place]) for line in lines}
        for place, notation in enumerate(header)
        if place and notation.split("/")[0] in CRITERIA
    }


def shown(notation, values):
    """Round an average to the decimals that were printed."""
    return {number: as_gacrux_rounds(notation, value, rounds=5) for number, value in values.items()}


@pytest.mark.parametrize(("notation", "values"), published(PUBLISHED_2024).items())
def test_swiss_of_2024(notation, values):
    ours = shown(notation, column(exercise("swiss_2024"), notation))
    assert {number: ours[number] for number in values} == values


@pytest.mark.parametrize(("notation", "values"), published(PUBLISHED_2024).items())
def test_swiss_of_2026(notation, values):
    values = values | {number: Decimal(value) for number, value in CHANGED_2026.get(notation, {}).items()}
    ours = shown(notation, column(exercise("swiss_2026"), notation))
    assert {number: ours[number] for number in values} == values


@pytest.mark.parametrize(("notation", "values"), published(ROUND_ROBIN).items())
def test_round_robin(notation, values):
    assert column(exercise("round_robin"), notation) == values


def test_nick_is_worth_more_to_his_opponents_than_he_scored():
    """Loss, bye, forfeit win, twice absent make 2 points; the two last rounds count as draws for others."""
    swiss = exercise("swiss_2024")
    assert column(swiss, "PTS")[12] == 2
    against_nick = next(t for t in rank(swiss, read_order("BH")).explain(4, 0).terms if t.opponent == 12)
    assert against_nick.value == 3


def test_the_start_date_chooses_the_edition():
    assert exercise("swiss_2024").edition == "2024-04"
    assert exercise("swiss_2026").edition == "2026-03"


def test_the_file_names_the_system():
    assert exercise("swiss_2026").system == "swiss"
    assert exercise("round_robin").system == "round-robin"


def test_direct_encounter_in_the_round_robin():
    """1 beat 2 and 3, who drew; 5 won against 6 without play, 6 beat 4, 4 drew with 5."""
    table = rank(exercise("round_robin"), read_order("PTS,DE"))
    assert [(row.rank, row.number, row.values[1]) for row in table.rows] == [
        (1, 1, 1), (2, 2, 2), (2, 3, 2), (4, 5, 1), (5, 6, 2), (6, 4, 3),
    ]  # fmt: skip


def test_direct_encounter_in_the_swiss():
    """1, 3, 4 and 16 share 3½ points; 16 met none of the others, who drew all their games: nobody is certain."""
    table = rank(exercise("swiss_2026"), read_order("PTS,DE"))
    assert {number: table.row(number).rank for number in (2, 1, 3, 4, 16)} == {2: 1, 1: 2, 3: 2, 4: 2, 16: 2}
    assert table.row(16).values[1] == 0


def team_exercise():
    return read((GOLDEN / "fide_team_exercise.trf").read_bytes()).teams


@pytest.mark.parametrize(("notation", "values"), published(TEAMS_2024).items())
def test_teams(notation, values):
    ours = column_of_teams(team_exercise(), notation)
    assert {number: round(ours[number], 2) for number in values} == values


def test_extended_direct_encounter_of_five_teams():
    """Exercise 45: each won two of its matches against the others; the game points put 4 first and 5 last.

    Game points stay in force for teams 1, 2 and 3: they have 5, 5½ and 1½ against each other.
    """
    table = rank(team_exercise(), read_order("PTS,EDE", of_teams=True))
    assert [row.number for row in table.rows[:5]] == [4, 2, 1, 3, 5]
