"""The tie-breaks of US Chess (34E) by the examples of the rule book and of state associations."""

from decimal import Decimal

import pytest

from tests.notation.paper import column, explained, places, read_player_rows
from tiebreaks.order.presets import PRESETS

# Official Rules of Chess, 34E3; Michigan Chess Association (the 10); Big Rapids Chess (the others, each behind a name).
RUNNING_SCORES = {
    "1 0 1 = 0": "9",
    "1 1 = 0 0": "10.5",
    "U 1 0 = 1": "10",
    "1 = 1": "5",  # George
    "= 1 1": "4.5",  # Helen
    "U 1 0 1 1": "11",  # Jennifer
    "1 1 0 1 1": "12",  # Kelly
    "H 1 1": "4",  # half a point off for a half-point bye
    "+ 1 -": "4",  # an unplayed win costs a point, an unplayed loss nothing
}

# Big Rapids Chess: the points of one player, the scores of the opponents, and both values.
OPPONENTS = {
    "Adam": ("4", "1 2 3 3.5 4", "12.5", "13.5"),
    "Barbara": ("4", "2 2.5 3 3 4", "12.5", "14.5"),
    "Calvin": ("7", "2 2 3.5 4 5 5 5.5", "25", "27"),
    "Debrah": ("7", "1 2.5 4 4 5 5.5 6", "27", "28"),
    "a minus score": ("2", "1 2 3 3.5 4", "9.5", "13.5"),
    "an even score": ("2.5", "1 2 3 3.5 4", "8.5", "13.5"),
    "a plus score after nine rounds": ("5", "1 2 3 4 5 6 7 7 8", "40", "43"),
    "an even score after nine rounds": ("4.5", "1 2 3 4 5 6 7 7 8", "25", "43"),
    "a minus score after nine rounds": ("4", "1 2 3 4 5 6 7 7 8", "28", "43"),
}
MARKS = {1: "1", Decimal("0.5"): "=", 0: "0"}
OPPOSITE = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+"}


def one_player(results):
    """Return an event in which player 1 has these results, each against somebody else."""
    rows, own = [], []
    for result in results.split():
        if result in OPPOSITE:
            rows.append(["Z"] * len(own) + [f"1b{OPPOSITE[result]}"])
            own.append(f"{len(rows) + 1}w{result}")
        else:
            own.append(result)
    return read_player_rows("\n".join(f"P: {' '.join(row)}" for row in [own, *rows]))


def played_by(points, scores):
    """Return an event in which player 1 made these points against opponents with these scores; all games are played."""
    rounds, scores = len(scores.split()), [Decimal(score) for score in scores.split()]
    rows = {1: [], **{number: [""] * rounds for number in range(2, rounds + 2)}}
    left = Decimal(points)
    for at, score in enumerate(scores):
        own = min(left, Decimal(1))
        left -= own
        mark = MARKS[own]
        rows[1].append(f"{at + 2}w{mark}")
        rows[at + 2][at] = f"1b{OPPOSITE[mark]}"
        missing = score - (1 - own)
        for other in [each for each in range(rounds) if each != at]:
            won = min(Decimal(1), missing)
            missing -= won
            number = len(rows) + 1
            rows[number] = ["Z"] * other + [f"{at + 2}b{OPPOSITE[MARKS[won]]}"]
            rows[at + 2][other] = f"{number}w{MARKS[won]}"
        assert missing == 0
    assert left == 0
    return read_player_rows("\n".join(f"P: {' '.join(row)}" for row in rows.values()))


@pytest.mark.parametrize(("results", "expected"), RUNNING_SCORES.items())
def test_cumulative(results, expected):
    assert column(one_player(results), "CUM")[1] == Decimal(expected)


@pytest.mark.parametrize("case", OPPONENTS)
def test_modified_median_and_solkoff(case):
    points, scores, median, solkoff = OPPONENTS[case]
    event = played_by(points, scores)
    assert column(event, "PTS")[1] == Decimal(points)
    assert (column(event, "MMED")[1], column(event, "SOLK")[1]) == (Decimal(median), Decimal(solkoff))


def test_an_opponent_who_left_after_three_rounds_has_3_points_for_others():
    """34E1: two wins, a loss, and two rounds not played count 1 + 1 + 0 + ½ + ½."""
    event = read_player_rows("Ann: 2w0 Z Z Z Z\nBob: 1b1 3w1 4w0 Z Z\nCid: Z 2b0 Z Z Z\nDot: Z Z 2b1 Z Z")
    assert explained(event, "SOLK", "Ann").startswith("3: 1 Bob 3 games-as-draws | 2 - 0 nobody zpb")


# Nick has a bye, a forfeit win and an absence; Olga's last round is a half-point bye; Pia stays away twice.
EVENT = """
    Nick: 2w0 U   3b+ Z
    Olga: 1b1 3w= 4b1 H
    Pia:  4w1 2b= 1w- 4b-
    Quin: 3b0 Z   2w0 3w+
"""
# For others Nick has 1½, Olga 3, Pia 2½, Quin 1. Of 4 possible points Nick has 2, Olga 3, Pia 1½, Quin 1.
EXPLAINED = """
    SOLK Nick 3: 1 Olga 3 | 2 - 0 nobody pab | 3 Pia 0 nobody forfeit-win | 4 - 0 nobody zpb
    SOLK Olga 5: 1 Nick 1.5 games-as-draws | 2 Pia 2.5 games-as-draws | 3 Quin 1 | 4 - 0 nobody hpb
    MMED Nick 0: 1 Olga 3 [cut-high] | 2 - 0 nobody pab [cut-low] | 3 Pia 0 nobody forfeit-win | 4 - 0 nobody zpb
    MMED Olga 5: 1 Nick 1.5 games-as-draws | 2 Pia 2.5 games-as-draws | 3 Quin 1 | 4 - 0 nobody hpb [cut-low]
    MMED Pia 1: 1 Quin 1 | 2 Olga 3 [cut-high] | 3 Nick 0 nobody forfeit-loss | 4 Quin 0 nobody forfeit-loss
    CUM Nick 3: 1 Olga 0 | 2 - 0 points-taken-off pab | 3 Pia 1 points-taken-off forfeit-win | 4 - 2 zpb
    CUM Olga 7.5: 1 Nick 1 | 2 Pia 1.5 | 3 Quin 2.5 | 4 - 2.5 points-taken-off hpb
    CUM Quin 0: 1 Pia 0 | 2 - 0 zpb | 3 Olga 0 | 4 Pia 0 points-taken-off forfeit-win
    OCUM Nick 7.5: 1 Olga 7.5
    OCUM Olga 8.5: 1 Nick 3 | 2 Pia 5.5 | 3 Quin 0
"""


@pytest.mark.parametrize("edition", ["plain", "pre-2023", "2026-03"])
@pytest.mark.parametrize("line", EXPLAINED.strip().splitlines())
def test_each_value_shows_what_it_adds_up_in_every_edition(line, edition):
    notation, name, rest = line.split(maxsplit=2)
    assert explained(read_player_rows(EVENT, edition=edition), notation, name) == rest


def test_the_order_of_us_chess():
    """Ann and Bob have 2 points of 3 each, and everything else but the running score is equal."""
    event = read_player_rows("""
        Ann: 3w1 4b1 2w0
        Bob: 4w0 3b1 1b1
        Cid: 1b0 2w0 4w1
        Dot: 2b1 1w0 3b0
    """)
    assert column(event, "MMED")[1] == column(event, "MMED")[2] == 3
    assert column(event, "SOLK")[1] == column(event, "SOLK")[2] == 4
    assert places(event, PRESETS["us-chess"])[:2] == [(1, "Ann"), (2, "Bob")]
