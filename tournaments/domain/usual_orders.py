"""The usual order of the tie-breaks in team events; that of single players is in the row of their game."""

# By the score that comes first (C.07, 13; the Olympiad's order of 2024 for Swiss events).
TEAM_ORDERS = {
    ("MP", "swiss"): "MP,EMGSB/C1,GP,BH:MP/C1",
    ("GP", "swiss"): "GP,MP,BH:GP/C1,BC",
    ("MP", "round-robin"): "MP,GP,EDE,BC",
    ("GP", "round-robin"): "GP,MP,EDE,BC",
}
