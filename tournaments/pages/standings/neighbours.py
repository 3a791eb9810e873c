"""The players placed next above and next below one in the table."""

from typing import NamedTuple

from tiebreaks.ranking.ranked_table import Row, Standings


class Neighbour(NamedTuple):
    number: int
    name: str
    tied: bool


def find_neighbours(ranked: Standings, number: int) -> tuple[Neighbour | None, Neighbour | None]:
    """Return the players next above and next below in the table, None at its ends and for who is expelled."""
    rows = ranked.rows
    at = next((index for index, row in enumerate(rows) if row.number == number), None)
    if at is None:
        return None, None

    def neighbour(row: Row) -> Neighbour:
        return Neighbour(row.number, ranked.facts.players[row.number].name, row.rank == rows[at].rank)

    above, below = rows[max(at - 1, 0) : at], rows[at + 1 : at + 2]
    return (neighbour(above[0]) if above else None, neighbour(below[0]) if below else None)
