"""Assign tables to the pairs of a round: players with a fixed table sit there. The pairings do not change.

Nobody is asked why they need the table, and nobody is paired for it: the other pairs take the free numbers in their
order (decision 29).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import count

from pairing.rules.boards import Pair, Reason, because
from tiebreaks.refusal import gettext_noop, sentence

FIXED = sentence("table-fixed", gettext_noop("Fixed table of {player}."))
APART = sentence(
    "table-apart",
    gettext_noop("{player} needs table {table} and {other} needs table {given}: they play at table {given}."),
)
TAKEN = sentence(
    "table-taken", gettext_noop("{player} and {other} both need table {table}: {player} sits at table {given}.")
)
ELSEWHERE = sentence("table-elsewhere", gettext_noop("{player} needs table {table} but sits at table {given}."))


def assign_tables(pairs: Sequence[Pair], fixed: Mapping[int, int]) -> list[int]:
    """Return the table of each pair. `fixed` has the tables that participants need, by number; they may be any number.

    All other pairs fill the free tables in order. If two pairs need the same table, the one without another fixed table
    gets it, and otherwise the one that comes first in the round.
    """
    needs = [sorted({fixed[number] for number in pair if number in fixed}) for pair in pairs]
    assigned: dict[int, int] = {}
    for place in sorted(range(len(pairs)), key=lambda place: len(needs[place])):
        free = [table for table in needs[place] if table not in assigned.values()]
        if free:
            assigned[place] = free[0]
    taken = set(assigned.values())
    rest = (table for table in count(1) if table not in taken)
    return [assigned[place] if place in assigned else next(rest) for place in range(len(pairs))]


def explain_fixed_tables(pair: Pair, table: int, fixed: Mapping[int, int]) -> list[Reason]:
    """Return for which players of a pair its table is the fixed one."""
    return [because(FIXED, player=number) for number in pair if fixed.get(number) == table]


def explain_missed_tables(pairs: Sequence[Pair], tables: Sequence[int], fixed: Mapping[int, int]) -> Iterator[Reason]:
    """Yield who does not sit at the table they need, and why."""
    pair_at = dict(zip(tables, pairs, strict=True))
    for given, pair in pair_at.items():
        for player, other in (pair, pair[::-1]):
            table = fixed.get(player, given)
            occupant = next((number for number in pair_at.get(table, ()) if fixed.get(number) == table), None)
            if table == given:
                continue
            if fixed.get(other) == given:
                yield because(APART, player=player, table=table, other=other, given=given)
            elif occupant is not None:
                yield because(TAKEN, player=player, table=table, other=occupant, given=given)
            else:
                yield because(ELSEWHERE, player=player, table=table, given=given)
