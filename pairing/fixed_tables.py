"""Which table each pair of a round plays at: whoever has a fixed table sits there. Who meets whom stays as it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import count

from pairing.boards import Pair, Reason, because
from tiebreaks.refusal import gettext_noop, sentence

FIXED = sentence("table-fixed", gettext_noop("Fixed table of {player}."))
APART = sentence(
    "table-apart", gettext_noop("{player} needs table {table} and {other} table {given}: they meet at table {given}.")
)
TAKEN = sentence(
    "table-taken", gettext_noop("{player} and {other} both need table {table}: {player} sits at table {given}.")
)
ELSEWHERE = sentence("table-elsewhere", gettext_noop("{player} needs table {table} and sits at table {given}."))


def assign_tables(pairs: Sequence[Pair], fixed: Mapping[int, int]) -> list[int]:
    """Return the table of each pair; `fixed` are the tables that participants need, which may lie behind the others.

    The others fill the free tables in their order. Where two pairs need the same table, the one that can't sit at
    another fixed table goes before, then the one that comes first in the round.
    """
    needs = [sorted({fixed[number] for number in pair if number in fixed}) for pair in pairs]
    found: dict[int, int] = {}
    for place in sorted(range(len(pairs)), key=lambda place: len(needs[place])):
        free = [table for table in needs[place] if table not in found.values()]
        if free:
            found[place] = free[0]
    taken = set(found.values())
    rest = (table for table in count(1) if table not in taken)
    return [found[place] if place in found else next(rest) for place in range(len(pairs))]


def explain_fixed_tables(pair: Pair, table: int, fixed: Mapping[int, int]) -> list[Reason]:
    """Say for whom a pair sits at the table where it sits."""
    return [because(FIXED, player=number) for number in pair if fixed.get(number) == table]


def explain_missed_tables(pairs: Sequence[Pair], tables: Sequence[int], fixed: Mapping[int, int]) -> Iterator[Reason]:
    """Say who does not sit at the table that he needs, and why."""
    at = dict(zip(tables, pairs, strict=True))
    for given, pair in at.items():
        for player, other in (pair, pair[::-1]):
            table = fixed.get(player, given)
            there = next((number for number in at.get(table, ()) if fixed.get(number) == table), None)
            if table == given:
                continue
            if fixed.get(other) == given:
                yield because(APART, player=player, table=table, other=other, given=given)
            elif there is not None:
                yield because(TAKEN, player=player, table=table, other=there, given=given)
            else:
                yield because(ELSEWHERE, player=player, table=table, given=given)
