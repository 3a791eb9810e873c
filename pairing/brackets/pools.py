"""Pools: small groups whose first players advance. All play all, or winners meet winners.

In the order of winners and losers (pétanque), winners meet and losers meet after the first games; then the loser of the
winners meets the winner of the losers in the barrage. In a pool of three somebody has no opponent in the first round
and counts as a winner. A pool of five is always played out, everybody against everybody.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import accumulate, chain, pairwise
from typing import NamedTuple

from pairing.brackets.apart import keep_apart
from pairing.brackets.deciding import BETTER, SPREAD, TABLE, DuelFormat
from pairing.brackets.draw import LOTS, NOBODY_APART, PLACES, Lines, draw_lot
from pairing.brackets.duels import LOSER, NOBODY, WINNER, Duel, Seat, key_of, line_seats, sort_duels
from pairing.brackets.elimination import USUAL, PlayOnRules, name_bracket
from pairing.round_robin import berger_rounds

EVERYBODY, BARRAGE = WAYS = ("everybody", "barrage")
ENCOUNTER, FIGURES = TIES = ("encounter", "figures")
LEAST, USUAL_SIZE, MOST = 3, 4, 8
WINNERS, LOSERS = 1, 2  # the duels of the second round in the order of winners and losers


class PoolSettings(NamedTuple):
    """How pools are drawn and played: their size, their format, and how ties are broken.

    `entrants` is None for everybody. `play_off` is for a duel that is level, which only the barrage must decide.
    """

    entrants: int | None = None
    size: int = USUAL_SIZE
    way: str = EVERYBODY
    seeding: str = PLACES
    apart: str = NOBODY_APART
    ties: str = ENCOUNTER
    play_off: tuple[str, ...] = (SPREAD, BETTER)
    rules: PlayOnRules = USUAL

    def reach(self, players: int) -> list[int]:
        """Return how many players a stage puts into a new order: all that are in its pools."""
        count = min(players, self.entrants or players)
        return [count] if count >= LEAST else []

    def sizes(self, players: int) -> list[int]:
        """Return how many players each pool has: as few small ones as possible, and none of fewer than three."""
        (count,) = self.reach(players) or [0]
        size = min(self.size, USUAL_SIZE) if self.way == BARRAGE else self.size
        pools = max(1, min(-(-count // size), count // LEAST))
        return [count // pools + (place < count % pools) for place in range(pools)] if count else []

    def draw(self, players: Sequence[int], seed: int, *mates: Mapping[int, object]) -> Lines:
        """Return the lines of each pool for players in the order of the table. The same seed gives the same draw."""
        pools = draw_pools(players, self.sizes(len(players)), self.seeding, seed, *mates)
        return {name_bracket(place): self._lay_out(pool, mates) for place, pool in enumerate(pools)}

    def _lay_out(self, pool: Sequence[int], mates: Sequence[Mapping[int, object]]) -> tuple[int, ...]:
        """Return the lines of a pool. Mates in one that lots have drawn do not meet in their first game if possible."""
        if self.way == EVERYBODY or len(pool) > USUAL_SIZE:
            return tuple(pool)
        one, two, three, last = (*pool, NOBODY)[:USUAL_SIZE]
        ways = [(one, last, two, three), (one, three, two, last), (one, two, three, last)]

        def count_mates(way: tuple[int, ...]) -> int:
            return sum(bool(of.get(a)) and of.get(a) == of.get(b) for of in mates for a, b in (way[:2], way[2:]))

        return min(ways, key=count_mates) if self.seeding == LOTS else ways[0]

    def plan(self, lines: Sequence[int], _drawn: Lines | None = None) -> list[Duel]:
        """Return the duels of pools with so many lines each, however they are drawn."""
        if self.is_round_robin(lines):
            return sort_duels(chain.from_iterable(_meet_all(name_bracket(n), size) for n, size in enumerate(lines)))
        return sort_duels(chain.from_iterable(_by_barrage(name_bracket(n), len(lines)) for n in range(len(lines))))

    def is_round_robin(self, lines: Sequence[int]) -> bool:
        """Tell whether the pools are round robins."""
        return self.way == EVERYBODY or max(lines, default=0) > USUAL_SIZE

    def formats(self, duels: Sequence[Duel], lines: Sequence[int]) -> dict[str, DuelFormat]:
        """Return the format of each duel."""
        form = DuelFormat(1, TABLE, ()) if self.is_round_robin(lines) else DuelFormat(rules=self.play_off)
        return {duel.key: form for duel in duels}

    def turn_games(self, lines: Sequence[int]) -> list[int]:
        """Return how many rounds each turn takes."""
        return [1] * max((duel.turn for duel in self.plan(lines)), default=0)

    def count_rounds(self, players: int) -> int:
        """Return how many rounds the pools take when so many players are there."""
        return len(self.turn_games(self.sizes(players)))


def draw_pools(
    players: Sequence[int], sizes: Sequence[int], seeding: str, seed: int, *mates: Mapping[int, object]
) -> list[list[int]]:
    """Return the players of each pool, the best first: dealt like a snake, by lot in pots, or all by lot."""
    lot = partial(draw_lot, f"{seed}:pool")
    dealt = sorted(players, key=lot) if seeding == LOTS else list(players)
    pools: list[list[int]] = [[] for _size in sizes]
    start = 0
    for tier in range(max(sizes, default=0)):
        open_pools = [place for place, size in enumerate(sizes) if size > tier]
        own = dealt[start : start + len(open_pools)]
        start += len(open_pools)
        if seeding not in (PLACES, LOTS):
            own.sort(key=lot)
        for place, player in zip(open_pools if tier % 2 == 0 else reversed(open_pools), own, strict=True):
            pools[place].append(player)
    return _keep_apart(pools, seeding, seed, mates)


def _keep_apart(
    pools: list[list[int]], seeding: str, seed: int, mates: Sequence[Mapping[int, object]]
) -> list[list[int]]:
    """Return the pools after exchanges that leave as few mates in one pool as possible.

    Where all are drawn by lot anybody may change places. Else they do so within their pot, and the best of each pool
    stay where they are.
    """
    tiers = [[pool[tier] for pool in pools if len(pool) > tier] for tier in range(max(map(len, pools), default=0))]
    pool_of = [place for tier in range(len(tiers)) for place, pool in enumerate(pools) if len(pool) > tier]
    seated = list(chain.from_iterable(tiers))
    ends = [0, *accumulate(map(len, tiers))]
    pots = [range(len(seated))] if seeding == LOTS else [range(*pair) for pair in pairwise(ends)][1:]
    keep_apart(seated, pots, lambda a, b: int(pool_of[a] == pool_of[b]), [len(pools)], mates, f"{seed}:apart")
    kept: list[list[int]] = [[] for _pool in pools]
    for place, player in zip(pool_of, seated, strict=True):
        kept[place].append(player)
    return kept


def _meet_all(name: str, size: int) -> list[Duel]:
    """Return the duels of a pool that is a round robin; its table decides its places."""
    seats = line_seats(name, size)
    duels = []
    for turn, pairs in enumerate(berger_rounds(size), start=1):
        played = [pair for pair in pairs if max(pair) <= size]  # in an odd pool somebody is free
        for place, (one, other) in enumerate(played, start=1):
            pair = (seats[one - 1], seats[other - 1])
            duels.append(Duel(key_of(name, turn, place), name, turn, size, turn, pair, 1, None))
    return duels


def _by_barrage(name: str, pools: int) -> list[Duel]:
    """Return the duels of a pool of three or four in the order of winners and losers.

    Who is in the same place of another pool shares that place: the second of four pools have places 5 to 8.
    """
    first, second, third, last = (1 + pools * place for place in range(4))
    seats, keys = line_seats(name, 4), {level: [key_of(name, level, place) for place in (1, 2)] for level in (1, 2, 3)}

    def meet(level: int, place: int, pair: tuple[Seat, Seat], best: int, out: int | None) -> Duel:
        return Duel(keys[level][place - 1], name, level, 4, level, pair, best, out)

    won, lost = ((Seat(kind, keys[1][0]), Seat(kind, keys[1][1])) for kind in (WINNER, LOSER))
    barrage = (Seat(LOSER, keys[2][WINNERS - 1]), Seat(WINNER, keys[2][LOSERS - 1]))
    return [
        meet(1, 1, (seats[0], seats[1]), first, None),
        meet(1, 2, (seats[2], seats[3]), first, None),
        meet(2, WINNERS, won, first, None),
        meet(2, LOSERS, lost, second, last),
        meet(3, 1, barrage, second, third),
    ]
