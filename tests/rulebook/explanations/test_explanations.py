"""The lines behind a value: every criterion shows what it adds up, so that anybody can check it."""

import pytest

from tests.notation.paper import explained, read_player_rows
from tests.notation.paper_teams import team_rows
from tiebreaks.facts.crosstable import Adjustment
from tiebreaks.facts.games import HALF
from tiebreaks.order.notation import read_order
from tiebreaks.standings import rank

# Nick has a bye, a forfeit win and an absence; Olga's last round is a half-point bye; Pia stays away twice.
# Scores: Nick 2, Olga 3, Pia 1½, Quin 1.
CHESS = read_player_rows(
    """
    Nick 2000: 2w0 U   3b+ Z
    Olga 2100: 1b1 3w= 4b1 H
    Pia 1900:  4w1 2b= 1w- 4b-
    Quin 1800: 3b0 Z   2w0 3w+
    """
)
# Criterion, player, value: round, opponent and what is added, the kind of a round without play, why it is cut.
CHESS_LINES = """
    PTS Nick 2: 1 Olga 0 | 2 - 1 pab | 3 Pia 1 forfeit-win | 4 - 0 zpb
    PTS Pia 1.5: 1 Quin 1 | 2 Olga 0.5 | 3 Nick 0 forfeit-loss | 4 Quin 0 forfeit-loss
    STD Nick 2: 1 Olga 0 | 2 - 1 pab | 3 Pia 1 forfeit-win | 4 - 0 zpb
    STD Olga 3: 1 Nick 1 | 2 Pia 0.5 | 3 Quin 1 | 4 - 0.5 hpb
    WIN Nick 2: 2 - 1 pab | 3 Pia 1 forfeit-win
    WIN Pia 1: 1 Quin 1
    WON Nick 0:
    WON Pia 1: 1 Quin 1
    BPG Olga 2: 1 Nick 1 | 3 Quin 1
    BPG Pia 1: 2 Olga 1
    BWG Olga 2: 1 Nick 1 | 3 Quin 1
    BWG Pia 0:
    REP Nick 3: 1 Olga 1 | 2 - 1 pab | 3 Pia 1 forfeit-win
    REP Pia 2: 1 Quin 1 | 2 Olga 1
    NGP Nick 2: 1 Olga 1 | 3 Pia 1 forfeit-win
    NGP Pia 2: 1 Quin 1 | 2 Olga 1
    PS Nick 5: 1 Olga 0 | 2 - 1 pab | 3 Pia 2 forfeit-win | 4 - 2 zpb
    PS/C1 Pia 4.5: 1 Quin 1 [early7.5] | 2 Olga 1.5 | 3 Nick 1.5 forfeit-loss | 4 Quin 1.5 forfeit-loss
    BH/C1 Nick 6.5: 1 Olga 3 | 2 - 2 dummy pab | 3 Pia 1.5 dummy-forfeit forfeit-win | 4 - 2 dummy zpb ! [cut-voluntary]
    BH/M1 Olga 2.5: 1 Nick 2.5 adjusted [high14.3] | 2 Pia 1.5 | 3 Quin 1 | 4 - 2 dummy-capped hpb ! [cut-voluntary]
    FB Nick 9: 1 Olga 3 | 2 - 2 dummy pab | 3 Pia 2 dummy forfeit-win | 4 - 2 dummy zpb !
    FB Pia 6: 1 Quin 0.5 | 2 Olga 3 | 3 Nick 2 dummy forfeit-loss ! | 4 Quin 0.5
    BH/P Nick 8.5: 1 Olga 3 | 2 - 2 dummy pab | 3 Pia 1.5 forfeit-win | 4 - 2 dummy zpb !
    SB/P Pia 2.5: 1 Quin 1x1 | 2 Olga 3x0.5 | 3 Nick 2.5x0 adjusted forfeit-loss | 4 Quin 1x0 forfeit-loss
    SB/C1 Nick 2: 1 Olga 3x0 | 2 - 2x1 dummy pab | 3 Pia 1.5x1 dummy-forfeit forfeit-win [low14.1] | 4 - 2x0 dummy zpb !
    AOB Nick 7: 1 Olga 7
    AOB Pia 6.75: 1 Quin 6.5 | 2 Olga 7
    AOB/F Pia 7.25: 1 Quin 7.5 | 2 Olga 7
    ARO Nick 2100: 1 Olga 2100
    ARO Pia 1950: 1 Quin 1800 | 2 Olga 2100
    ARO/M1 Olga 1900: 1 Nick 2000 [high14.3] | 2 Pia 1900 | 3 Quin 1800 [low14.3]
    SRO Pia 3900: 1 Quin 1800 | 2 Olga 2100
    RTNG Pia 1900: - 1900
    TPN Pia 3: - 3
    TPR Nick 1300: 1 Olga 2100:0
    TPR Pia 2143: 1 Quin 1800:1 | 2 Olga 2100:0.5
    PTP Nick 1300: 1 Olga 2100:0
    PTP Pia 2169: 1 Quin 1800:1 | 2 Olga 2100:0.5
    APRO Nick 2173: 1 Olga 2173
    APRO Pia 1687: 1 Quin 1200 | 2 Olga 2173
    APPO Nick 2189: 1 Olga 2189
    APPO Pia 1645: 1 Quin 1100 | 2 Olga 2189
    KS Nick 0: 1 Olga 0
    KS Pia 0.5: 2 Olga 0.5
    KS/L+1 Nick 0: 1 Olga 0
    KS/L+1 Pia 0.5: 2 Olga 0.5
    KS/L-1 Nick 0: 1 Olga 0
    KS/L-1 Pia 0.5: 2 Olga 0.5
    KS/L50.5 Pia 0.5: 2 Olga 0.5
    KS/L-1.0 Pia 1.5: 1 Quin 1 | 2 Olga 0.5
    KS/L+1.5 Pia 0:
    KS/L40 Nick 0: 1 Olga 0
    KS/L25 Nick 0: 1 Olga 0
"""
# Before 2026 a dummy opponent has the player's score: for Olga 3 points, so that her bye counts more than beating Quin.
LINES_OF_2024 = """
    BH/C2 Nick 5: 1 Olga 3 | 2 - 2 dummy pab [low14.2] | 3 Pia 2 dummy forfeit-win | 4 - 2 dummy zpb ! [cut-voluntary]
    SB/C1 Olga 4.25: 1 Nick 2.5x1 adjusted | 2 Pia 1.5x0.5 | 3 Quin 1x1 | 4 - 3x0.5 dummy hpb ! [cut-voluntary]
"""
# Cuts compare the opponents' scores, not the products.
ROUND_ROBIN_LINES = """
    SB/C1 Olga 2.75: 1 Nick 2x1 | 2 Pia 1.5x0.5 | 3 Quin 1x1 [low14.1]
    SB/C1 Nick 0: 1 Olga 3x0 | 3 Pia 1.5x1 forfeit-win [low14.1]
"""

# Olga has no rating; the event counts her with 1000, unless the order says otherwise.
UNRATED = read_player_rows("Nick 2000: 2w0 3w1\nOlga: 1b1 Z\nPia 1900: Z 1b0", unrated_rating=1000)
UNRATED_LINES = """
    ARO Nick 1450: 1 Olga 1000 | 2 Pia 1900
    ARO/U1500 Nick 1700: 1 Olga 1500 | 2 Pia 1900
    SRO Nick 2900: 1 Olga 1000 | 2 Pia 1900
    RTNG Olga 1000: - 1000
    RTNG/U1500 Olga 1500: - 1500
    TPR Nick 1450: 1 Olga 1000:0 | 2 Pia 1900:1
    TPR/U1500 Nick 1700: 1 Olga 1500:0 | 2 Pia 1900:1
    APRO Olga 1450: 1 Nick 1450
    APRO/U1500 Olga 1700: 1 Nick 1700
    APPO/U1500 Olga 1698: 1 Nick 1698
"""
# Without any rating for her the criteria of ratings are dropped for everybody (10.1).
NO_RATING = UNRATED._replace(unrated_rating=None)
NO_RATING_LINES = """
    ARO Nick undefined:
    SRO Nick undefined:
    RTNG Nick undefined:
    TPR Nick undefined:
    PTP Nick undefined:
    APRO Nick undefined:
    APPO Nick undefined:
    PLAYOFF Nick undefined:
"""

# One game counts for at most 100 points; 30 are deducted from Ann's score of the first game.
SCRABBLE = read_player_rows(
    """
    Ann: 2w450:300 3w+       U65
    Bob: 1b300:450 Z         3w400:380
    Cid: U         1b-       2b380:400
    """,
    edition="plain",
    discipline="scrabble",
    spread_cap=100,
)
SCRABBLE_LINES = """
    SPREAD Ann 185: 1 Bob 100(150) capped | 2 Cid 50 forfeit-win | 3 - 65 pab | 1 Bob -30 penalty
    SPREAD Bob -80: 1 Ann -100(-150) capped | 2 - 0 zpb | 3 Cid 20
    SPREAD Cid -20: 1 - 50 pab | 2 Ann -50 forfeit-loss | 3 Bob -20
    SCORE Ann 420: 1 Bob 450 | 1 Bob -30 penalty
    SCORE Bob 700: 1 Ann 300 | 3 Cid 400
    SCORE Cid 380: 3 Bob 380
"""

PETANQUE = read_player_rows(
    """
    Ada: 2w13:5  3w13:11 U
    Ben: 1b5:13  U       3w+
    Cem: U       1b11:13 2b-
    """,
    edition="plain",
    discipline="petanque",
    bye_spread=6,
    forfeit_spread=-13,
)
PETANQUE_LINES = """
    BHZ Ada 3: 1 Ben 2 | 2 Cem 1
    BHZ Ben 3: 1 Ada 3
    FBHZ Ada 6: 1 Ben 3 | 2 Cem 3
    FBHZ Cem 3: 2 Ada 3
    DIFF Ada 14: 1 Ben 8 | 2 Cem 2 | 3 - 6 pab | 1 Ben -2 penalty
    DIFF Ben 11: 1 Ada -8 | 2 - 6 pab | 3 Cem 13 forfeit-win
    DIFF Cem -9: 1 - 6 pab | 2 Ada -2 | 3 Ben -13 forfeit-loss
"""

# A wins twice and has a bye; B stays away at the end; C begins with a bye of its own choice.
TEAMS = """
    A: 2w1110 U      3b1110
    B: 1b0001 3w1110 Z
    C: H      2b0001 1w0001
"""
TEAM_LINES = {
    "2026-03": """
    MP A 5: 1 B 2 | 2 - 1 pab | 3 C 2
    GP A 8: 1 B 3 | 2 - 2 pab | 3 C 3
    MPvGP B 4: 1 A 1 | 2 C 3 | 3 - 0 zpb
    OSB A 12: 1 B 3x3 byes-as-draws | 2 - 0x2 pab [bye-removed] | 3 C 1x3
    OSB B 5: 1 A 5x1 | 2 C 1x3 [cut-weakest]
    OBH A 4: 1 B 3 byes-as-draws | 2 - 0 pab [bye-removed] | 3 C 1
    OBH C 5: 2 B 3 byes-as-draws [cut-weakest] | 3 A 5
    BERLIN A 28: 1 B 9 | 2 - 10 pab | 3 C 9
    BERLIN C 7: 1 - 5 hpb | 2 B 1 | 3 A 1
    EMMSB A 11: 1 B 3x2 adjusted | 2 - 3x1 dummy-capped pab | 3 C 1x2
    EMGSB A 18: 1 B 3x3 adjusted | 2 - 3x2 dummy-capped pab | 3 C 1x3
    EGMSB A 26: 1 B 6x2 adjusted | 2 - 6x1 dummy-capped pab | 3 C 4x2
    EGGSB A 42: 1 B 6x3 adjusted | 2 - 6x2 dummy-capped pab | 3 C 4x3
    BC C 13: - 0.5x1 | - 0.5x2 | - 0.5x3 | - 2.5x4
    SSSC A 15: - 8 secondary-score | - 7 schedule-strength
    SSSC/K4 A 9.75: - 8 secondary-score | - 1.75(7) schedule-strength
    SSSC/F A 16: - 8 secondary-score | - 8 schedule-strength
    SSSC/K3 A 10.33: - 8 secondary-score | - 2.33(7) schedule-strength
    """,
    "2024-08": """
    OSB A 6: 1 B 2x3 | 3 C 1x3 [cut-weakest]
    OBH C 5: 2 B 2 [cut-weakest] | 3 A 5
    EGMSB A 28: 1 B 6x2 adjusted | 2 - 8x1 dummy pab | 3 C 4x2
    SSSC A 17: - 8 secondary-score | - 9 schedule-strength
    """,
}


def with_penalty(event, points):
    """Take points off player 1's score of the first game."""
    first, *others = event.games[1]
    return event._replace(games={**event.games, 1: (first._replace(penalty=points), *others)})


def lines(text):
    """Read "PTS Nick 2: …" as the criterion, the player and the rest."""
    return [line.split(maxsplit=2) for line in text.strip().splitlines()]


CASES = [
    *((CHESS, *line) for line in lines(CHESS_LINES)),
    *((CHESS._replace(edition="2024-08"), *line) for line in lines(LINES_OF_2024)),
    *((CHESS._replace(system="round-robin"), *line) for line in lines(ROUND_ROBIN_LINES)),
    *((UNRATED, *line) for line in lines(UNRATED_LINES)),
    *((NO_RATING, *line) for line in lines(NO_RATING_LINES)),
    *((with_penalty(SCRABBLE, 30), *line) for line in lines(SCRABBLE_LINES)),
    *((with_penalty(PETANQUE, 2), *line) for line in lines(PETANQUE_LINES)),
]
TEAM_CASES = [(edition, *line) for edition, text in TEAM_LINES.items() for line in lines(text)]


@pytest.mark.parametrize(
    ("event", "notation", "name", "expected"), CASES, ids=lambda value: value if isinstance(value, str) else ""
)
def test_the_lines_behind_a_value(event, notation, name, expected):
    assert explained(event, notation, name) == expected


@pytest.mark.parametrize(("edition", "notation", "name", "expected"), TEAM_CASES)
def test_the_lines_behind_a_value_of_a_team(edition, notation, name, expected):
    assert explained(team_rows(TEAMS, edition=edition), notation, name, of_teams=True) == expected


def test_before_the_first_match_every_board_has_made_nothing():
    assert explained(team_rows(TEAMS).up_to(0), "BC", "A", of_teams=True) == "0: - 0x1 | - 0x2 | - 0x3 | - 0x4"


def test_the_schedule_is_divided_by_the_rounds_played():
    """Four rounds of 2 match points over a match of 2 game points: B's Buchholz, 4 × 8, is divided by 4."""
    event = team_rows("A: 2w11 2b1= 2w11 2b1=\nB: 1b00 1w0= 1b00 1w0=")
    assert explained(event, "SSSC", "B", of_teams=True) == "9: - 1 secondary-score | - 8(32) schedule-strength"


def test_a_game_without_scores_adds_nothing_to_the_sum():
    event = read_player_rows("Ann: 2w1\nBob: 1b0", discipline="scrabble", edition="plain")
    assert explained(event, "SCORE", "Ann") == "0: 1 Bob 0"


def test_one_order_may_count_the_unrated_in_two_ways():
    for criterion, values in (("ARO", (1450, 1700)), ("APRO", (2000, 2000)), ("TPR", (1450, 1700))):
        order = read_order(f"{criterion}/U1000,{criterion}/U1500")
        assert rank(UNRATED, order).row(1).values == values
    assert rank(UNRATED, read_order("APRO/U1000,APRO/U1500")).row(2).values == (1450, 1700)


def test_points_that_an_arbiter_gave_or_took_are_lines_too():
    event = CHESS._replace(adjustments={1: (Adjustment(2, -HALF),)})
    expected = "1.5: 1 Olga 0 | 2 - 1 pab | 3 Pia 1 forfeit-win | 4 - 0 zpb | - -0.5 decided"
    assert explained(event, "PTS", "Nick") == expected
