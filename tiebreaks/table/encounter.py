"""Direct encounter: a mini-table of a tied group, restarted after each separation (C.07, article 6).

It is the one kind of criterion that looks at a tied group and not at a player. Where not all have met, only those are
placed who stay ahead whatever the missing games would have brought (6.3).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import cache, partial
from itertools import accumulate, groupby, takewhile
from typing import cast

from tiebreaks.facts.games import Colour, Game, Kind
from tiebreaks.facts.scoring import FORFEITS
from tiebreaks.table.mini_table import Encounter, MutualResults, Points, sum_points
from tiebreaks.table.table import Table


def settle_by_encounter(table: Table, group: Sequence[int]) -> Encounter:
    """Place a tied group by the games among its members."""
    find_met = cache(partial(mutual_results, table, group))
    if _is_too_large(table, len(group)):
        return Encounter(tuple(group), dict.fromkeys(group, 0), find_met, complete=False)
    blocks = _split_repeatedly(table, list(group), find_met())
    return Encounter(tuple(group), places_of_blocks(blocks), find_met, _have_all_met(table, find_met()))


def _is_too_large(table: Table, size: int) -> bool:
    """Return whether anybody in a group could be passed even if they had won every game: so few have met."""
    points, rounds, win = [0, *table.rounds.worths], table.rounds_so_far, table.in_scale(table.highest_win)
    return not table.is_round_robin and rounds * (max(points) - min(points)) <= win * (size - 1 - rounds)


def mutual_games(table: Table, number: int, group: Collection[int]) -> list[Game]:
    """Return a player's games against the group."""
    rounds, own, kinds = table.rounds, table.positions[number], kinds_that_count(table)
    return [
        game
        for game, opponent in zip(rounds.games[own], rounds.opponents[own], strict=True)
        if opponent in group and game.kind in kinds
    ]


def kinds_that_count(table: Table) -> frozenset[Kind]:
    """Return the kinds of rounds that are games here. Forfeits count in a round robin only (15.2)."""
    return table.kinds_of_games | FORFEITS if table.is_round_robin else table.kinds_of_games


def mutual_results(table: Table, group: Sequence[int]) -> MutualResults:
    """Return each member's average points against each other member they met (6.1.2)."""
    members, kinds, met = set(group), kinds_that_count(table), dict[int, dict[int, Points]]()
    all_games, all_opponents = table.rounds.games, table.rounds.opponents
    for number in group:
        own = table.positions[number]
        games = [
            (opponent, game.points)
            for opponent, game in zip(all_opponents[own], all_games[own], strict=False)
            if opponent in members and game.kind in kinds
        ]
        met[number] = cast("dict[int, Points]", dict(games))
        if len(met[number]) < len(games):
            return {number: _average_results(table, number, members) for number in group}
    return met


def _average_results(table: Table, number: int, members: Collection[int]) -> dict[int, Points]:
    """Return a member's average points against each other one, as fractions: some pair met more than once."""
    points: dict[int, list[Decimal]] = {}
    for game in mutual_games(table, number, members):
        assert game.opponent is not None
        points.setdefault(game.opponent, []).append(game.points)
    return {opponent: Fraction(sum(each)) / len(each) for opponent, each in points.items()}


def places_of_blocks(blocks: Sequence[Sequence[int]]) -> dict[int, int]:
    """Return the places 1, 2, 2, 4 of blocks of equals, best first; all 0 for a single block."""
    if len(blocks) == 1:
        return dict.fromkeys(blocks[0], 0)
    places, above = {}, 0
    for block in blocks:
        places.update(dict.fromkeys(block, above + 1))
        above += len(block)
    return places


def _split_repeatedly(table: Table, group: list[int], met: MutualResults) -> list[list[int]]:
    """Split a group into blocks of equals, best first, starting again with each block (6.2)."""
    if len(group) == 1:
        return [group]
    met = results_among(group, met)
    blocks = split_once(table, met)
    if len(blocks) == 1:
        return blocks
    return [part for block in blocks for part in _split_repeatedly(table, block, met)]


def results_among(group: Sequence[int], met: MutualResults) -> MutualResults:
    """Return the results of these members against each other."""
    if len(group) == len(met):
        return met
    members = set(group)
    return {n: {o: points for o, points in met[n].items() if o in members} for n in group}


def split_once(table: Table, met: MutualResults) -> list[list[int]]:
    """Compare a group once. Return blocks of equals if all have met, otherwise certain leaders and the rest."""
    totals = {n: sum_points(points.values()) for n, points in met.items()}
    if _may_be_passed(table, totals, met):
        return [list(met)]
    ordered = sorted(met, key=lambda n: (-totals[n], n))
    if _have_all_met(table, met):
        return [list(tied) for _, tied in groupby(ordered, key=totals.__getitem__)]
    certain = _count_certain_leaders(table, ordered, totals, met)
    return [*([leader] for leader in ordered[:certain]), ordered[certain:]]


def _have_all_met(table: Table, met: MutualResults) -> bool:
    """Return whether every pair has met. A round robin counts as complete: missing games are byes or still to come."""
    return table.is_round_robin or all(len(opponents) == len(met) - 1 for opponents in met.values())


def _may_be_passed(table: Table, totals: dict[int, Points], met: MutualResults) -> bool:
    """Return whether anybody could pass anybody in the games not played."""
    gain = _win(table, met) * (len(met) - 1 - max(map(len, met.values())))
    return not table.is_round_robin and max(totals.values()) <= sum_points([min(totals.values()), gain])


def _win(table: Table, met: MutualResults) -> Points:
    """Return the points of a win, of the highest one, as a number of the same type as the results."""
    number_type = type(next((points for own in met.values() for points in own.values()), table.scheme.win))
    return number_type(table.highest_win)


def _count_certain_leaders(table: Table, ordered: list[int], totals: dict[int, Points], met: MutualResults) -> int:
    """Count, from the top, those who stay ahead even if all others won every game not played (6.3)."""
    win = _win(table, met)
    at_most = [sum_points([totals[n], win * (len(ordered) - 1 - len(met[n]))]) for n in ordered]
    best_below = [*accumulate(reversed(at_most), max)][-2::-1]
    return sum(1 for _ in takewhile(lambda pair: totals[pair[0]] > pair[1], zip(ordered, best_below, strict=False)))


def settle_with_black_ahead(table: Table, group: Sequence[int]) -> Encounter:
    """Place two players by their games; if those are level, the one who had Black more often is ahead.

    Larger groups are not split.
    """
    by_games = settle_by_encounter(table, group)
    if len(group) != 2:
        return by_games._replace(places=dict.fromkeys(group, 0))
    if any(by_games.places.values()):
        return by_games
    blacks = {
        n: sum(g.colour == Colour.BLACK and g.kind == Kind.PLAYED for g in mutual_games(table, n, group)) for n in group
    }
    first, second = sorted(group, key=lambda n: -blacks[n])
    return by_games._replace(
        places=places_of_blocks([[first], [second]] if blacks[first] != blacks[second] else [list(group)])
    )
