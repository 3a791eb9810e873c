"""The kinds of jobs; `worker.py` names the function that does each."""

DRAW = "draw"
SITE = "site"
