"""How many players and rounds an event can have, from a file, a list, a form or a program.

One limit for all ways in: what one of them took and another refused could not be copied or restored.
"""

from __future__ import annotations

from tiebreaks.refusal import Refusal, gettext_noop, sentence

MOST_PLAYERS = 5000
MOST_ROUNDS = 99
TOO_MANY_PLAYERS = sentence("players-too-many", gettext_noop("An event can have at most {limit} players."))


def refuse_size(line: int = 0, field: str = "players") -> Refusal:
    """Return the refusal of an event with too many players."""
    return Refusal(TOO_MANY_PLAYERS, line=line, field=field, limit=MOST_PLAYERS)
