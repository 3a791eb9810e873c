"""A worked example of every criterion: a small crosstable, an order that ends with it, and the player to explain.

The values are computed by the same code that ranks events; none is written down here.
"""

from __future__ import annotations

from decimal import Decimal
from functools import cache
from typing import NamedTuple

from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.facts.paper_notation import read_cross_table, read_player_rows, read_team_matches
from tiebreaks.order.notation import read_order
from tiebreaks.ranking.ranked_table import Standings
from tiebreaks.refusal import gettext_noop
from tiebreaks.standings import rank


class Example(NamedTuple):
    """The name of a crosstable, the number of the player to explain, and an order that ends with the criterion."""

    table: str
    number: int
    order: str


TITLES = {
    "round-robin": gettext_noop("A round robin of seven"),
    "swiss": gettext_noop("An exercise of FIDE’s technical commission"),
    "pair": gettext_noop("Two players who drew with each other"),
    "scrabble": gettext_noop("Three games of Scrabble"),
    "petanque": gettext_noop("Three rounds of pétanque with a bye"),
    "teams": gettext_noop("Four teams of four"),
}


@cache
def example_tables() -> dict[str, Crosstable]:
    """Return the crosstables of the examples by name."""
    pair = read_player_rows("""
        Anna 2100: 2w= 3b1 4w1
        Bert 2000: 1b= 4b1 3w1
        Cleo 1900: 4b1 1w0 2b0
        Dirk 1800: 3w0 2w0 1b0
    """)
    return {
        "round-robin": read_cross_table("""
            A  -  ½  ½  1  1  1  1
            B  ½  -  ½  ½  1  1  1
            C  ½  ½  -  ½  ½  1  1
            D  0  ½  ½  -  1  1  1
            E  0  0  ½  0  -  1  1
            F  0  0  0  0  0  -  1
            G  0  0  0  0  0  0  -
        """),
        "swiss": read_player_rows("""
            Alyx      2200:   9w1  13b=   2w=  15b1   4w=
            Bruno     2150:  10b1   7w1   1b=  16w1   3b=
            Charline  2100:  11w=   6b1   8w1   4b=   2w=
            David     2050:  12b1     H  13w1   3w=   1b=
            Helene    2000:  13w0  15b0  11w1   7b=  10w1
            Franck    1950:  14b0   3w0     U  10w1   8b1
            Genevieve 1900:  15w1   2b0  16b0   5w=  11b0
            Irina     1850:  16b=  14w1   3b0  13w1   6w0
            Jessica   1800:   1b0  10w0     H  11b-     U
            Lais      1750:   2w0   9b1  15w0   6b0   5b0
            Maria     1700:   3b=  16w0   5b0   9w+   7w1
            Nick      1650:   4w0     U  14w+     Z     Z
            Opal      1600:   5b1   1w=   4b0   8b0  14w0
            Paul      1550:   6w1   8b0  12b-     Z  13b1
            Reine     1500:   7b0   5w1  10b1   1w0  16b0
            Stephan   1450:   8w=  11b1   7w1   2b0  15w1
        """),
        "pair": pair._replace(
            lots_seed=7,
            players={
                1: pair.players[1]._replace(playoff=2),
                2: pair.players[2]._replace(
                    playoff=1, manual_value=Decimal(2), manual_reason="won the blitz games 2:0"
                ),
                3: pair.players[3],
                4: pair.players[4],
            },
        ),
        "scrabble": read_player_rows(
            """
            Anna: 2w402:381 3b350:420 U50
            Bert: 1b381:402 U50       3w455:390
            Cleo: U50       1w420:350 2b390:455
            """,
            discipline="scrabble",
        ),
        "petanque": read_player_rows(
            """
            Anna: 2-13:7  3-13:11 4-8:13
            Bert: 1-7:13  4-13:5  5-13:12
            Cleo: 4-13:10 1-11:13 U6
            Dirk: 3-10:13 2-5:13  1-13:8
            Emil: U6      Z       2-12:13
            """,
            discipline="petanque",
        ),
        "teams": read_team_matches(
            "Lions Bears Foxes Hawks",
            """
            1-2:½101  3-4:1½0½
            1-3:½½10  2-4:11½½
            1-4:1½0½  2-3:1½01
            """,
        ),
    }


SWISS = "PTS STD WIN WON BPG BWG REP NGP PS CUM OCUM BH FB AOB SBH SOLK MMED ARO SRO TPR PTP APRO APPO RTNG TPN"
TEAMS = "MP GP MPvGP EMMSB EMGSB EGMSB EGGSB SSSC OSB OBH BERLIN"

EXAMPLES = {
    **{code: Example("swiss", 4, code) for code in SWISS.split()},
    "KS": Example("round-robin", 3, "KS"),
    "SB": Example("round-robin", 3, "SB"),
    "DE": Example("pair", 2, "BPG,DE"),
    "DEB": Example("pair", 2, "PTS,DEB"),
    "MAN": Example("pair", 2, "PTS,MAN"),
    "PLAYOFF": Example("pair", 2, "PTS,PLAYOFF"),
    "LOTS": Example("pair", 2, "PTS,LOTS"),
    "SPREAD": Example("scrabble", 1, "PTS,SPREAD"),
    "SCORE": Example("scrabble", 1, "PTS,SPREAD,SCORE"),
    **{code: Example("petanque", 3, f"PTS,{code}") for code in ("BHZ", "FBHZ", "DIFF")},
    **{code: Example("teams", 1, f"MP,{code}" if code != "MP" else code) for code in TEAMS.split()},
    "EDE": Example("teams", 1, "MP,EDE"),
    **{code: Example("teams", 3, f"MP,{code}") for code in ("EDEBT", "EDEBB", "EDET", "EDEB", "EDEC")},
    "BC": Example("teams", 1, "MP,BC"),
    "TBR": Example("teams", 1, "MP,TBR"),
    "BBE": Example("teams", 1, "MP,BBE"),
}


@cache
def example_standings(code: str) -> Standings:
    """Return the standings of a criterion's example; the criterion is the last one in their order."""
    example = EXAMPLES[code]
    facts = example_tables()[example.table]
    return rank(facts, read_order(example.order, of_teams=facts.team_event is not None))
