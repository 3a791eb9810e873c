"""C.04.3 word for word, for fields of up to ten: every candidate in its sequence, judged by every criterion.

Only players, colour preferences and colours are taken from the engine. Nothing here is fast.
"""

from functools import cache
from itertools import combinations, groupby, permutations

from pairing.dutch.colours import Strength, allocate, colour_difference
from pairing.dutch.players import Float
from tiebreaks.facts.games import Colour


def pair_by_the_book(this_round):
    """Return the pairs of places and the place of the bye (None in an even field); None if there is no pairing."""
    return Book(this_round).pair()


def exchanges(upper, lower):
    """Yield S1 after every exchange in the order of 4.3; it begins with none."""
    number = {player: place for place, player in enumerate([*upper, *lower], start=1)}
    moves = [
        (down, up)
        for count in range(min(len(upper), len(lower)) + 1)
        for down in combinations(upper, count)
        for up in combinations(lower, count)
    ]

    def rules(move):
        down, up = ([number[each] for each in side] for side in move)
        return len(down), sum(up) - sum(down), [-each for each in sorted(down, reverse=True)], sorted(up)

    for down, up in sorted(moves, key=rules):
        yield tuple(sorted({*upper, *up} - {*down}))


def homogeneous(players, size):
    """Yield candidates of `size` pairs: every exchange, and for each every transposition in the order of 4.2."""
    for upper in exchanges(players[:size], players[size:]):
        lower = [player for player in players if player not in upper]
        for order in permutations(lower, size):
            yield list(zip(upper, order, strict=True))


def candidates(moved, residents, size):
    """Yield the candidates of a bracket with `size` pairs, as many moved-down players as can be in them first."""
    for paired in range(min(len(moved), size), -1, -1):
        for first in combinations(moved, paired):
            for order in permutations(residents, paired):
                remainder = [each for each in residents if each not in order]
                if size - paired > len(remainder) // 2:
                    continue
                for rest in homogeneous(remainder, size - paired):
                    yield list(zip(first, order, strict=True)) + rest


class Book:
    def __init__(self, this_round):
        self.round, self.players = this_round, this_round.players
        self.completions = cache(self.completions)
        self.following = cache(self.following)

    def pair(self):
        """Pair bracket after bracket (1.9.2)."""
        if not self.completions(frozenset(range(len(self.players)))):
            return None
        groups = [list(run) for _, run in groupby(range(len(self.players)), key=self.score)]
        moved, found = [], []
        for place, residents in enumerate(groups):
            below = groups[place + 1 :]
            pairs = self.pair_bracket(moved, residents, below)
            found += pairs
            used = {player for pair in pairs for player in pair}
            moved = [player for player in [*moved, *residents] if player not in used]
        return {tuple(sorted(pair)) for pair in found}, (moved[0] if moved else None)

    def score(self, player):
        return self.players[player].score

    def completions(self, rest):
        """Return who can have the bye in legal pairings of everybody left; {None} if nobody has to (C4, C5)."""
        if not rest:
            return frozenset({None})
        first, found = min(rest), set()
        if len(rest) % 2 and not self.players[first].no_bye and self.completions(rest - {first}):
            found.add(first)
        for other in rest - {first}:
            if self.round.is_legal(first, other):
                found |= self.completions(rest - {first, other})
        return frozenset(found)

    def pair_bracket(self, moved, residents, below):
        """Return the best candidate, the first of equals (3.8.1)."""
        for size in range((len(moved) + len(residents)) // 2, -1, -1):
            best = None
            for pairs in candidates(moved, residents, size):
                if not all(self.round.is_legal(*sorted(pair)) for pair in pairs):
                    continue
                value = self.judge(pairs, moved, residents, below)
                if value is not None and (best is None or value < best[0]):
                    best = value, pairs
            if best and self.is_lowest_bye(best[0][0], moved, residents, below):
                return best[1]
        raise AssertionError("no candidate")

    def is_lowest_bye(self, score, moved, residents, below):
        everybody = self.completions(frozenset([*moved, *residents, *(p for group in below for p in group)]))
        return score == self.lowest(everybody)

    def lowest(self, byes):
        return min((self.score(player) for player in byes if player is not None), default=None)

    def judge(self, pairs, moved, residents, below):
        """Return what a candidate costs by C5 to C21, None if the rest could not be paired."""
        used = {player for pair in pairs for player in pair}
        floaters = [player for player in [*moved, *residents] if player not in used]
        rest = frozenset([*floaters, *(player for group in below for player in group)])
        byes = self.completions(rest)
        if not byes:
            return None
        bye_score = self.lowest(byes)
        lowest = {player for player in byes if player is not None and self.score(player) == bye_score}
        next_bracket = self.following(tuple(floaters), tuple(map(tuple, below)), bye_score) if below else ()
        unplayed = self.players[floaters[0]].unplayed if lowest == set(floaters) and len(floaters) == 1 else 0
        scores = sorted(map(self.score, floaters), reverse=True)
        return (
            *(bye_score, len(floaters), scores, next_bracket, unplayed),
            *self.colours(pairs),
            *self.floats(pairs, floaters, moved),
        )

    def following(self, floaters, below, bye_score):
        """Return how well the following bracket can comply with C6 and C7 (C8)."""
        members, others = [*floaters, *below[0]], [player for group in below[1:] for player in group]
        best = None
        for left in self.leftovers(tuple(members), frozenset(floaters)):
            byes = self.completions(frozenset([*left, *others]))
            if byes and self.lowest(byes) == bye_score:
                value = len(left), sorted(map(self.score, left), reverse=True)
                best = value if best is None else min(best, value)
        return best or (len(members) + 1, [])

    def leftovers(self, members, floaters):
        """Yield who is left by each way to pair some of the members; floaters do not meet each other."""
        if not members:
            yield ()
            return
        first, rest = members[0], members[1:]
        for left in self.leftovers(rest, floaters):
            yield (first, *left)
        for other in rest:
            if not {first, other} <= floaters and self.round.is_legal(*sorted((first, other))):
                yield from self.leftovers(tuple(each for each in rest if each != other), floaters)

    def colours(self, pairs):
        """Return the counts of C10 to C13."""
        excess = repeated = denied = strongly = 0
        for pair in pairs:
            high, low = (self.players[place] for place in sorted(pair))
            white, _ = allocate(high, low, self.round.initial)
            tops = self.round.is_topscorer(high) or self.round.is_topscorer(low)
            for place in pair:
                player, wish = self.players[place], self.round.wishes[place]
                gets = Colour.WHITE if player is white else Colour.BLACK
                after = colour_difference(player) + (1 if gets == Colour.WHITE else -1)
                excess += tops and abs(after) > 2 and abs(after) > abs(colour_difference(player))
                repeated += tops and player.colours[-2:] == (gets, gets)
                denied += wish.strength != Strength.NONE and wish.colour != gets
                strongly += wish.strength == Strength.STRONG and wish.colour != gets
        return excess, repeated, denied, strongly

    def floats(self, pairs, floaters, moved):
        """Return C14 to C17 as counts, C18 to C21 as scores: who stays in the Limbo has the greatest difference."""
        counts, scores = [], []
        for earlier in (0, 1):
            again = [p for p in floaters if p not in moved and self.players[p].floats[earlier] == Float.DOWN]
            opponents = [(m, p) for m, p in pairs if m in moved and self.players[p].floats[earlier] == Float.UP]
            counts += [len(again), len(opponents)]
            limbo = [p for p in floaters if p in moved and self.players[p].floats[earlier] == Float.DOWN]
            scores += [sorted((self.score(p) for p in limbo), reverse=True)]
            scores += [sorted((self.score(m) for m, _ in opponents), reverse=True)]
        return (*counts, *scores)
