"""Stages in which duels decide: knock-outs, double elimination, pools, and the tables that follow them.

All of them are lists of duels, each seat filled by a line of the draw, a winner or a loser: a new kind is a new list
(decision 69).
"""
