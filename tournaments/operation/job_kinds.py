"""The kinds of jobs; `worker.py` names the function that does each."""

DRAW = "draw"
EVENT_COPY = "event-copy"  # of an event after a round
COMPARE = "compare"  # a draft with what another engine pairs
STATIC_SITE = "site"
SHOW_ELSEWHERE = "publish"  # an event on the server that shows it
SILENCE = "silence"
