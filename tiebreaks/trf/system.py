"""The system of a tournament file: what its records say, or what its games show."""

from __future__ import annotations

import re
from collections import Counter

from tiebreaks.facts.crosstable import Crosstable

ROUND_ROBIN = re.compile(r"round.?robin|berger|scheveningen|rundenturnier|all.?play.?all")
SWISS = re.compile(r"swiss|schweizer|dutch|dubov|burstein|\blim\b|baku|fide_team")
FEWEST_PLAYERS = 3


def states_system(kind: str) -> bool:
    """Return whether a type of tournament names a system."""
    return bool(ROUND_ROBIN.search(kind.lower()) or SWISS.search(kind.lower()))


def system_of(kind: str) -> str:
    """Return the system for a type of tournament, for example "Individual: Swiss-System" or "FIDE_DUTCH_2026"."""
    return "round-robin" if ROUND_ROBIN.search(kind.lower()) else "swiss"


def plain_code(text: str) -> str:
    """Return a code of record 192 in the one spelling of those that mean the same."""
    code = re.sub(r"^FIDE_TEAM(_BAKU)?$", r"FIDE_TEAM_TYPEA_MP_GP\1", text.strip().upper())
    return re.sub(r"^FIDE_DUTCH(_2025)?(_BAKU)?$", r"FIDE_DUTCH_2026\2", code)


def has_met_everybody(facts: Crosstable) -> bool:
    """Return whether everybody has met everybody equally often, as only a finished round robin does.

    A Swiss event of few players may do so too, but then more rounds are planned.
    """
    if max((game.round for games in facts.games.values() for game in games), default=0) < facts.rounds:
        return False
    count = len(facts.players)
    meetings = Counter(
        (number, game.opponent) for number, games in facts.games.items() for game in games if game.opponent is not None
    )
    return count >= FEWEST_PLAYERS and len(meetings) == count * (count - 1) and len(set(meetings.values())) == 1
