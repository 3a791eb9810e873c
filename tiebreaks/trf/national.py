"""National Rating Support: what a federation knows of a player, in the columns of record 001 behind its own code."""

from __future__ import annotations

from collections.abc import Iterator

from tiebreaks.facts.crosstable import Crosstable, Player
from tiebreaks.trf.line import write_line
from tiebreaks.trf.players import NATIONAL_RECORD


def national_lines(facts: Crosstable, federation: str) -> list[str]:
    """Return the records of all players who have a number or a rating of the federation."""
    return list(_records(facts, federation))


def is_national(line: str, federation: str) -> bool:
    """Tell whether a line is such a record of a federation."""
    return line.startswith(federation) and NATIONAL_RECORD.match(line) is not None


def _records(facts: Crosstable, federation: str) -> Iterator[str]:
    for number in sorted(facts.players):
        player = facts.players[number]
        if player.national_id or player.national_rating:
            yield write_line(_record(player, federation))


def _record(player: Player, federation: str) -> str:
    """Return the columns 1 to 79: the origin (54 to 56) is left blank, what FIDE's record says too is repeated."""
    rating = player.national_rating or ""
    return (
        f"{federation:3.3} {player.number:>4} {player.sex:1.1}{'':3} {player.name:33.33} {rating:>4} "
        f"{'':3} {player.national_id:>11.11} {player.birth_date:10.10}"
    )
