"""Warnings about orders of criteria by the regulations, case by case."""

import pytest

from tests.notation.paper import read_cross_table, read_player_rows
from tiebreaks.examples import example_tables
from tiebreaks.order.advice import advise_on_order
from tiebreaks.order.notation import read_order

ROUND_ROBIN = read_cross_table("""
    A - 1 ½
    B 0 - 1
    C ½ 0 -
""")
SWISS = read_player_rows("""
    Anna 2200: 2w1 3b=
    Bert 2100: 1b0 4w1
    Cleo 2000: 4b1 1w=
    Dirk 1900: 3w0 2b0
""")
UNRATED = SWISS._replace(players={n: p._replace(rating=p.rating if n < 3 else None) for n, p in SWISS.players.items()})
LONGER = SWISS._replace(rounds=3)
WITH_FLOOR = UNRATED._replace(unrated_rating=1000)
SCRABBLE = example_tables()["scrabble"]
TEAMS = example_tables()["teams"]

CASES = [
    # event, order, [the criterion: the warning, its article]
    (SWISS, "PTS,BH/C1,SB,LOTS", ""),
    (SWISS, "PTS,BH/C1,SB,PLAYOFF", ""),
    (SWISS, "PTS,BH,TPN", ""),
    (SWISS, "PTS,BH", "shared-rank (C.07 2)"),
    (SWISS, "PTS,LOTS,BH", "BH never-reached (C.07 4.2)"),
    (SWISS, "PTS,TPN/R,BH,SB", "BH never-reached (C.07 4.2), SB never-reached (C.07 4.2)"),
    (SWISS, "PTS,PLAYOFF,LOTS", ""),
    (ROUND_ROBIN, "PTS,BH/C1,LOTS", "BH/C1 buchholz-forbidden (C.07 8)"),
    (ROUND_ROBIN, "PTS,FB,AOB,SBH,LOTS", ", ".join(f"{c} buchholz-forbidden (C.07 8)" for c in ("FB", "AOB", "SBH"))),
    (ROUND_ROBIN._replace(edition="2024-08"), "PTS,BH,LOTS", "BH buchholz-useless (C.07 8)"),
    (ROUND_ROBIN._replace(edition="plain"), "PTS,BH,LOTS", "BH buchholz-useless (C.07 8)"),
    (ROUND_ROBIN, "PTS,SOLK,CUM,LOTS", "SOLK buchholz-useless (US Chess 34E2)"),
    (ROUND_ROBIN, "PTS,DE,SB,KS,LOTS", ""),
    (ROUND_ROBIN, "PTS,REP,LOTS", "REP elected-useless (C.07 7.6)"),
    (ROUND_ROBIN._replace(unrated_rating=1000), "PTS,ARO,LOTS", "ARO ratings-useless (C.07 10.1)"),
    (SWISS, "PTS,KS,LOTS", "KS only-round-robin (C.07 9.2)"),
    (SWISS, "PTS,ARO,TPR,LOTS", ""),
    (UNRATED, "PTS,ARO,LOTS", "ARO unrated (C.07 10)"),
    (UNRATED, "PTS,ARO/U1200,LOTS", ""),
    (UNRATED, "PTS,TPR,RTNG,LOTS", "TPR unrated (C.07 10), RTNG unrated (C.07 10)"),
    (WITH_FLOOR, "PTS,ARO,LOTS", ""),
    (LONGER, "PTS,FB,LOTS", "FB fore-early (C.07 8.3)"),
    (LONGER, "PTS,AOB/F,LOTS", "AOB/F fore-early (C.07 8.3)"),
    (SWISS, "PTS,FB,LOTS", ""),
    (SWISS, "PTS,SPREAD,BHZ,LOTS", "SPREAD other-game, BHZ other-game"),
    (SCRABBLE, "PTS,SPREAD,SCORE,LOTS", ""),
    (SWISS, "PTS,BC,LOTS", "BC only-teams (C.07 12.1)"),
    (SWISS, "MP,LOTS", "MP only-teams (C.07 11.1.1)"),
    (TEAMS, "MP,GP,BH:MP,EDE,BC,LOTS", ""),
    (TEAMS, "MP,BPG,LOTS", "BPG only-players (C.07 7.3)"),
    (TEAMS, "MP,GP", "shared-rank (C.07 2)"),
]


@pytest.mark.parametrize(("event", "order", "expected"), CASES)
def test_warnings_by_order(event, order, expected):
    advice = advise_on_order(event, read_order(order, of_teams=True))
    lines = [
        " ".join(
            filter(
                None,
                [str(a.params.get("criterion", "")), a.code.removeprefix("advice-"), a.article and f"({a.article})"],
            )
        )
        for a in advice
    ]
    assert ", ".join(lines) == expected


def test_the_unrated_are_counted():
    (advice,) = advise_on_order(UNRATED, read_order("PTS,ARO,LOTS"))
    assert advice.params == {"criterion": "ARO", "count": 2, "example": "ARO/U1000"}
