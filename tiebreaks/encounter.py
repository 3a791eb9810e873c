"""Direct encounter: a mini-table of a tied group, restarted after each separation (C.07, article 6)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from tiebreaks.crosstable import Colour, Game, Kind
from tiebreaks.table import Table

NOTHING = Fraction(0)


class Encounter(NamedTuple):
    """What the games among a tied group say.

    `places` are 1, 2, 2, 4 inside the group, all 0 where nothing broke the tie. `results[a, b]` is the average of
    a's points against b; a pair that has not met is missing. `complete` tells whether all of the group have met.
    """

    group: tuple[int, ...]
    places: dict[int, int]
    results: dict[tuple[int, int], Fraction]
    complete: bool

    def total(self, number: int) -> Fraction:
        """Return a member's points against the rest of the group."""
        return sum((points for (a, _), points in self.results.items() if a == number), NOTHING)


def encounter(table: Table, group: Sequence[int]) -> Encounter:
    """Place a tied group by the games among its members."""
    results = mutual_results(table, group)
    blocks = _separate(table, list(group), results)
    return Encounter(tuple(group), placed(blocks), results, _all_met(table, list(group), results))


def mutual_games(table: Table, number: int, group: Collection[int]) -> list[Game]:
    """Return a player's games against the group. Forfeits count in a round robin only (15.2)."""
    return [
        game
        for game in table.games_of(number)
        if game.opponent in group and (table.is_game(game) or table.is_round_robin)
    ]


def mutual_results(table: Table, group: Sequence[int]) -> dict[tuple[int, int], Fraction]:
    """Return everybody's average points against each member that he met (6.1.2)."""
    members, met = set(group), {}
    for number in group:
        points: dict[int, list[Decimal]] = {}
        for game in mutual_games(table, number, members):
            assert game.opponent is not None
            points.setdefault(game.opponent, []).append(game.points)
        for opponent, made in points.items():
            met[number, opponent] = Fraction(sum(made)) / len(made)
    return met


def placed(blocks: Sequence[Sequence[int]]) -> dict[int, int]:
    """Turn blocks of equals into places 1, 2, 2, 4, all 0 for a single block."""
    if len(blocks) == 1:
        return dict.fromkeys(blocks[0], 0)
    places, above = {}, 0
    for block in blocks:
        places.update(dict.fromkeys(block, above + 1))
        above += len(block)
    return places


def _separate(table: Table, group: list[int], results: dict[tuple[int, int], Fraction]) -> list[list[int]]:
    """Split a group into blocks of equals, best first, as far as its own games can."""
    if len(group) == 1:
        return [group]
    made = {n: sum((results[n, o] for o in group if (n, o) in results), NOTHING) for n in group}
    if _all_met(table, group, results):
        ordered = sorted(group, key=lambda n: (-made[n], n))
        blocks = [list(tied) for _, tied in groupby(ordered, key=made.__getitem__)]
        if len(blocks) == 1:
            return blocks
        return [part for block in blocks for part in _separate(table, block, results)]
    leaders, rest = _certain_leaders(table, group, made, results)
    if not leaders:
        return [group]
    return [[leader] for leader in leaders] + (_separate(table, rest, results) if rest else [])


def _all_met(table: Table, group: list[int], results: dict[tuple[int, int], Fraction]) -> bool:
    """Tell whether every pair has met; a round robin is taken as if (its missing games are byes and the future)."""
    return table.is_round_robin or all((a, b) in results for a in group for b in group if a != b)


def _certain_leaders(
    table: Table, group: list[int], made: dict[int, Fraction], results: dict[tuple[int, int], Fraction]
) -> tuple[list[int], list[int]]:
    """Take from the top those who stay ahead even if all the others won every game that was not played (6.3)."""
    missing = {n: sum((n, o) not in results for o in group if o != n) for n in group}
    at_most = {n: made[n] + missing[n] * Fraction(table.scheme.win) for n in group}
    rest = sorted(group, key=lambda n: (-made[n], n))
    leaders = []
    while len(rest) > 1 and made[rest[0]] > max(at_most[n] for n in rest[1:]):
        leaders.append(rest.pop(0))
    return (leaders + rest, []) if len(rest) == 1 and leaders else (leaders, rest)


def black_ahead(table: Table, group: Sequence[int]) -> Encounter:
    """Place two players by their games; after a tie of games played the one with more Blacks in them is ahead."""
    found = encounter(table, group)
    if len(group) != 2:
        return found._replace(places=dict.fromkeys(group, 0))
    if any(found.places.values()):
        return found
    blacks = {
        n: sum(g.colour == Colour.BLACK and g.kind == Kind.PLAYED for g in mutual_games(table, n, group)) for n in group
    }
    first, second = sorted(group, key=lambda n: -blacks[n])
    return found._replace(places=placed([[first], [second]] if blacks[first] != blacks[second] else [list(group)]))
