"""Direct encounter: a mini-table of a tied group, restarted after each separation (C.07, article 6)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import accumulate, groupby, takewhile
from typing import NamedTuple

from tiebreaks.crosstable import Colour, Game, Kind
from tiebreaks.table import Table

type Points = int | Decimal | Fraction  # fractions only where averages are needed
type MutualResults = dict[int, dict[int, Points]]  # who made how much, on average, against whom of the group


def sum_points(points: Iterable[Points]) -> Points:
    """Add up points of one sort: all decimals, or all fractions."""
    return sum(points)


class Step(NamedTuple):
    """One comparison among teams that were still tied: the code of what was compared, and each team's numbers."""

    compared: str
    values: dict[int, tuple[Points, ...]]


class Encounter(NamedTuple):
    """What the games among a tied group say.

    `places` are 1, 2, 2, 4 inside the group, all 0 where nothing broke the tie. `results[a, b]` is the average of
    a's points against b; a pair that has not met is missing. `complete` tells whether all of the group have met.
    `steps` are the comparisons of a criterion that has several for teams, in their order.
    """

    group: tuple[int, ...]
    places: dict[int, int]
    results: dict[tuple[int, int], Points]
    complete: bool
    steps: tuple[Step, ...] = ()

    def total(self, number: int) -> Points:
        """Return a member's points against the rest of the group."""
        return sum_points(points for (a, _), points in self.results.items() if a == number)


def settle_by_encounter(table: Table, group: Sequence[int]) -> Encounter:
    """Place a tied group by the games among its members."""
    met = mutual_results(table, group)
    blocks = _separate(table, list(group), met)
    results = {(number, other): points for number, own in met.items() for other, points in own.items()}
    return Encounter(tuple(group), places_of_blocks(blocks), results, _all_met(table, met))


def mutual_games(table: Table, number: int, group: Collection[int]) -> list[Game]:
    """Return a player's games against the group. Forfeits count in a round robin only (15.2)."""
    return [
        game
        for game in table.games_of(number)
        if game.opponent in group and (table.is_game(game) or table.is_round_robin)
    ]


def mutual_results(table: Table, group: Sequence[int]) -> MutualResults:
    """Return everybody's average points against each member that he met (6.1.2)."""
    members = set(group)
    met: dict[int, dict[int, list[Decimal]]] = {}
    for number in group:
        points: dict[int, list[Decimal]] = {}
        for game in mutual_games(table, number, members):
            assert game.opponent is not None
            points.setdefault(game.opponent, []).append(game.points)
        met[number] = points
    # Averages need fractions, and only they: a single meeting of every pair stays in decimals, which are faster.
    again = any(len(made) > 1 for points in met.values() for made in points.values())
    return {
        number: {o: Fraction(sum(made)) / len(made) if again else made[0] for o, made in points.items()}
        for number, points in met.items()
    }


def places_of_blocks(blocks: Sequence[Sequence[int]]) -> dict[int, int]:
    """Turn blocks of equals into places 1, 2, 2, 4, all 0 for a single block."""
    if len(blocks) == 1:
        return dict.fromkeys(blocks[0], 0)
    places, above = {}, 0
    for block in blocks:
        places.update(dict.fromkeys(block, above + 1))
        above += len(block)
    return places


def _separate(table: Table, group: list[int], met: MutualResults) -> list[list[int]]:
    """Split a group into blocks of equals, best first, as far as its own games can."""
    if len(group) == 1:
        return [group]
    met = results_among(group, met)
    blocks = split_once(table, met)
    if len(blocks) == 1:
        return blocks
    return [part for block in blocks for part in _separate(table, block, met)]


def results_among(group: Sequence[int], met: MutualResults) -> MutualResults:
    """Return the results of a group's members against each other."""
    members = set(group)
    return {n: {o: points for o, points in met[n].items() if o in members} for n in group}


def split_once(table: Table, met: MutualResults) -> list[list[int]]:
    """Compare a group once: blocks of equals where all have met, else the certain leaders and all the others."""
    made = {n: sum_points(points.values()) for n, points in met.items()}
    ordered = sorted(met, key=lambda n: (-made[n], n))
    if _all_met(table, met):
        return [list(tied) for _, tied in groupby(ordered, key=made.__getitem__)]
    certain = _certain_leaders(table, ordered, made, met)
    return [*([leader] for leader in ordered[:certain]), ordered[certain:]]


def _all_met(table: Table, met: MutualResults) -> bool:
    """Tell whether every pair has met; a round robin is taken as if (its missing games are byes and the future)."""
    return table.is_round_robin or all(len(opponents) == len(met) - 1 for opponents in met.values())


def _certain_leaders(table: Table, ordered: list[int], made: dict[int, Points], met: MutualResults) -> int:
    """Count from the top those who stay ahead even if all the others won every game that was not played (6.3)."""
    exact = type(next((points for own in met.values() for points in own.values()), table.scheme.win))
    win = exact(table.scheme.win)
    at_most = [sum_points([made[n], win * (len(ordered) - 1 - len(met[n]))]) for n in ordered]
    best_below = [*accumulate(reversed(at_most), max)][-2::-1]
    return sum(1 for _ in takewhile(lambda pair: made[pair[0]] > pair[1], zip(ordered, best_below, strict=False)))


def settle_with_black_ahead(table: Table, group: Sequence[int]) -> Encounter:
    """Place two players by their games; after a tie of games played the one with more Blacks in them is ahead."""
    found = settle_by_encounter(table, group)
    if len(group) != 2:
        return found._replace(places=dict.fromkeys(group, 0))
    if any(found.places.values()):
        return found
    blacks = {
        n: sum(g.colour == Colour.BLACK and g.kind == Kind.PLAYED for g in mutual_games(table, n, group)) for n in group
    }
    first, second = sorted(group, key=lambda n: -blacks[n])
    return found._replace(
        places=places_of_blocks([[first], [second]] if blacks[first] != blacks[second] else [list(group)])
    )
