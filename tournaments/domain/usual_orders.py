"""The usual order of the tie-breaks for each game and system."""

from tiebreaks.command import ROUND_ROBIN_ORDER, SWISS_ORDER
from tournaments.domain.choices import System
from tournaments.domain.disciplines import Discipline

# The usual order of each game and system, until an admin chooses another one.
ORDERS = {
    (Discipline.CHESS, System.SWISS): SWISS_ORDER,
    (Discipline.CHESS, System.ROUND_ROBIN): ROUND_ROBIN_ORDER,
    (Discipline.SCRABBLE, System.SWISS): "PTS,SPREAD,SCORE",
    (Discipline.SCRABBLE, System.ROUND_ROBIN): "PTS,SPREAD,SCORE",
    (Discipline.PETANQUE, System.SWISS): "PTS,BHZ,FBHZ,DIFF",
    (Discipline.PETANQUE, System.ROUND_ROBIN): "PTS,DE,DIFF",
}


# Of team events, by the score that comes first (C.07, 13; the Olympiad's order of 2024 for Swiss events).
TEAM_ORDERS = {
    ("MP", "swiss"): "MP,EMGSB/C1,GP,BH:MP/C1",
    ("GP", "swiss"): "GP,MP,BH:GP/C1,BC",
    ("MP", "round-robin"): "MP,GP,EDE,BC",
    ("GP", "round-robin"): "GP,MP,EDE,BC",
}
