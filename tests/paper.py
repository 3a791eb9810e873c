"""What tests ask of a crosstable that is written as on paper (tiebreaks.paper_notation)."""

from tiebreaks.notation import read_order
from tiebreaks.paper_notation import read_cross_table, read_player_rows
from tiebreaks.standings import rank

__all__ = ["column", "places", "read_cross_table", "read_player_rows"]


def column(crosstable, notation):
    """Return the values of one criterion by number."""
    return {row.number: row.values[0] for row in rank(crosstable, read_order(notation)).rows}


def places(crosstable, order):
    """Return [(rank, name)] in the order of the table."""
    return [(row.rank, crosstable.players[row.number].name) for row in rank(crosstable, read_order(order)).rows]
