"""The kinds of jobs; `worker.py` names the function that does each."""

DRAW = "draw"
SITE = "site"
PUBLISH = "publish"  # an event on the server that shows it
SILENCE = "silence"
