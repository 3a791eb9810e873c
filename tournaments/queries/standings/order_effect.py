"""What another order of the tie-breaks does to a table: it is compared with the one that saving the order gives.

That is the table with its ends: where matches decide places, no order of criteria moves anybody. The facts come as they
are stored, since those of a ranked table of teams are in the score that its own order begins with.
"""

from typing import NamedTuple

from tiebreaks.criteria.criterion import ChosenCriterion
from tournaments.access.reader import Reader
from tournaments.queries.snapshot import renew_event, snapshot
from tournaments.queries.standings.crosstable import refresh_facts
from tournaments.queries.standings.endings import rank_with_endings
from tournaments.queries.standings.standings import read_standings


class Move(NamedTuple):
    """A player, or a team, whose place another order changes."""

    number: int
    name: str
    before: int
    after: int

    @property
    def places(self) -> int:
        """Count the places won, or lost where negative."""
        return self.before - self.after

    @property
    def lost(self) -> int:
        return -self.places


def find_moves(reader: Reader, order: tuple[ChosenCriterion, ...]) -> list[Move]:
    """Return the players whose place another order would change, in the new order."""
    with snapshot():
        reader = renew_event(reader)
        before = read_standings(reader)
        facts, ends = refresh_facts(reader)
    after = rank_with_endings(ends, facts, order)
    moves = [
        Move(row.number, facts.players[row.number].name, before.row(row.number).rank, row.rank) for row in after.rows
    ]
    return [move for move in moves if move.places]
