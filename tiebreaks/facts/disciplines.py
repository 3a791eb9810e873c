"""The disciplines, with one row each for everything that the cores need to know of it.

What the application knows besides is in its own rows (`tournaments/domain/disciplines.py`), which refer to these.
"""

from collections.abc import Mapping
from typing import NamedTuple


class Traits(NamedTuple):
    """What the cores know of a game.

    `has_scores` says that a game ends with a score of each side, so that spreads can decide where points are equal.

    `orders` are the usual orders of criteria by system, `pool_orders` those in a pool by what comes first between equal
    points: the games between them ("encounter"), or other values ("figures"). In team events they are `team_orders` by
    the score that comes first and the system (C.07, 13; the Olympiad's order of 2024 for Swiss events), and
    `team_pool_orders`.
    """

    has_scores: bool
    orders: Mapping[str, str]
    pool_orders: Mapping[str, str]
    team_orders: Mapping[tuple[str, str], str] = {}
    team_pool_orders: Mapping[str, str] = {}


DISCIPLINES: Mapping[str, Traits] = {
    "chess": Traits(
        has_scores=False,
        orders={"swiss": "PTS,BH/C1,BH,SB,DE", "round-robin": "PTS,DE,SB,WIN,KS"},
        pool_orders={"encounter": "PTS,DE,SB,WIN", "figures": "PTS,SB,DE,WIN"},
        team_orders={
            ("MP", "swiss"): "MP,EMGSB/C1,GP,BH:MP/C1",
            ("GP", "swiss"): "GP,MP,BH:GP/C1,BC",
            ("MP", "round-robin"): "MP,GP,EDE,BC",
            ("GP", "round-robin"): "GP,MP,EDE,BC",
        },
        team_pool_orders={"encounter": "MP,DE,GP,BERLIN", "figures": "MP,GP,DE,BERLIN"},
    ),
    "scrabble": Traits(
        has_scores=True,
        orders={"swiss": "PTS,SPREAD,SCORE", "round-robin": "PTS,SPREAD,SCORE"},
        pool_orders={"encounter": "PTS,DE,SPREAD,SCORE", "figures": "PTS,SPREAD,SCORE,DE"},
    ),
    "petanque": Traits(
        has_scores=True,
        orders={"swiss": "PTS,BHZ,FBHZ,DIFF", "round-robin": "PTS,DE,DIFF"},
        pool_orders={"encounter": "PTS,DE,DIFF,SCORE", "figures": "PTS,DIFF,SCORE,DE"},
    ),
}
