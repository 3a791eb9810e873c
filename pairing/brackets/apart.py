"""Keeping mates apart in a draw: of all exchanges within its tiers, those after which mates meet as late as possible.

One exchange after the other, each for the better, may end where only two at once would help. So the search goes on
through draws that are no better, and ends once no draw can be better, or after so many trials.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random

MOST_TRIALS = 60_000  # a quarter of a second for 128 players
REST = 4  # so many steps a player who has moved stays

type Mates = Mapping[int, object]


def keep_apart(
    seated: list[int],
    tiers: Sequence[range],
    depth: Callable[[int, int], int],
    parts: Sequence[int],
    mates: Sequence[Mates],
    seed: str,
) -> None:
    """Exchange players of one tier, in place, so that as few mates as possible meet early.

    `depth` says how many of the `parts` two places have in common: each entry tells into how many parts the draw is
    divided, the coarsest first. Mates deep in the same part are worse than any number of others.
    """
    search = _ApartSearch(seated, tiers, depth, parts, mates)
    if search.total > search.least:
        seated[:] = search.run(Random(seed))  # noqa: S311


class _ApartSearch:
    """A draw, what it costs, and what any draw costs at least."""

    def __init__(
        self,
        seated: Sequence[int],
        tiers: Sequence[range],
        depth: Callable[[int, int], int],
        parts: Sequence[int],
        mates: Sequence[Mates],
    ) -> None:
        self.seated = list(seated)
        self.place_of = {player: place for place, player in enumerate(seated)}
        self.others = {
            one: [n for of in mates if of.get(one) for n in seated if n != one and of.get(n) == of[one]]
            for one in seated
        }
        self.partners = {place: tier for tier in tiers for place in tier if len(tier) > 1}
        base = 1 + sum(map(len, self.others.values()))
        price = [0, *(base**level for level in range(1, len(parts) + 1))]
        self.prices = [[price[depth(a, b)] if a != b else 0 for b in range(len(seated))] for a in range(len(seated))]
        self.total = sum(map(self.cost, seated)) // 2
        sizes = [size for of in mates for size in Counter(of[n] for n in seated if of.get(n)).values()]
        self.least = sum(
            (price[level] - price[level - 1]) * _count_pairs(size, count)
            for size in sizes
            for level, count in enumerate(parts, start=1)
        )

    def cost(self, player: int) -> int:
        prices = self.prices[self.place_of[player]]
        return sum(prices[self.place_of[mate]] for mate in self.others[player])

    def swap(self, one: int, other: int) -> int:
        """Exchange two players and return by how much the draw costs more."""
        before = self.cost(one) + self.cost(other)
        here, there = self.place_of[one], self.place_of[other]
        self.place_of[one], self.place_of[other] = there, here
        self.seated[here], self.seated[there] = other, one
        return self.cost(one) + self.cost(other) - before

    def run(self, rng: Random) -> list[int]:
        """Return the best draw that was found: the first one that costs least."""
        best, lowest = list(self.seated), self.total
        rests_until = dict.fromkeys(self.seated, 0)
        trials = step = 0
        while lowest > self.least and trials < MOST_TRIALS:
            step += 1
            early = [n for n in self.seated if self.cost(n) and self.place_of[n] in self.partners]
            if not early:
                break
            one = rng.choice([n for n in early if rests_until[n] <= step] or early)
            found = []
            for place in self.partners[self.place_of[one]]:
                other = self.seated[place]
                if other != one:
                    trials += 1
                    more = self.swap(one, other)
                    self.swap(one, other)
                    if rests_until[other] <= step or self.total + more < lowest:
                        found.append((more, rng.random(), other))
            trials += 1
            if not found:
                continue
            more, _lot, other = min(found)
            self.swap(one, other)
            self.total += more
            rests_until[one] = rests_until[other] = step + 1 + rng.randrange(REST)
            if self.total < lowest:
                best, lowest = list(self.seated), self.total
        return best


def _count_pairs(size: int, parts: int) -> int:
    """Return how many pairs of so many mates are at least in the same of these parts."""
    each, more = divmod(size, parts)
    return more * _pairs(each + 1) + (parts - more) * _pairs(each)


def _pairs(count: int) -> int:
    return count * (count - 1) // 2
