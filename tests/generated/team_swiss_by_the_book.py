"""C.04.6 word for word, for up to eight teams: every bye, set of upfloaters and pairing in its order, judged by all.

Only teams, colour preferences and colours are taken from the engine. Nothing here is fast.
"""

from functools import cache
from itertools import combinations

from pairing.dutch.colours import Strength


def pair_by_the_book(this_round):
    """Return the pairs of places, smaller one first, and the place of the bye; None if there is no pairing."""
    return Book(this_round).pair()


class Book:
    def __init__(self, this_round):
        self.round, self.teams = this_round, this_round.teams
        self.pairings = cache(self.pairings)

    def pair(self):
        """Assign the bye, then pair bracket after bracket (3.3.2)."""
        left, bye = frozenset(range(len(self.teams))), None
        if len(left) % 2:
            bye = self.bye(left)
            if bye is None:
                return None
            left -= {bye}
        if not self.pairings(left):
            return None
        scores, found = sorted({self.teams[place].score for place in left}), set()
        while left:
            top = max(self.teams[place].score for place in left)
            below = [score for score in scores if score < top]
            up, residents = self.upfloaters(left, top, below[-1:]), self.with_score(left, top)
            found |= self.bracket(residents, up)
            left -= residents | up
        return found, bye

    def with_score(self, places, score):
        return frozenset(place for place in places if self.teams[place].score == score)

    def pairings(self, places):
        """Return every way to pair some teams in which nobody meets again (C1)."""
        if not places:
            return [frozenset()]
        first, found = min(places), []
        for other in places - {first}:
            if self.round.may_meet(first, other):
                found += [rest | {(first, other)} for rest in self.pairings(places - {first, other})]
        return found

    def bye(self, places):
        """Return the team of 3.4: C2, the lowest score, the most matches, the largest number."""
        able = [p for p in places if not self.teams[p].no_bye and self.pairings(places - {p})]
        return min(able, key=lambda p: (self.teams[p].score, -self.teams[p].played, -self.teams[p].tpn), default=None)

    def upfloaters(self, left, top, following):
        """Return the first of the sets that comply best (3.5)."""
        residents = self.with_score(left, top)
        lower = sorted(left - residents, key=lambda p: (-self.teams[p].score, self.teams[p].tpn))  # 3.5.3
        for count in range(len(lower) + 1):
            legal = [
                frozenset(some)
                for some in combinations(lower, count)
                if self.pairings(residents | set(some)) and self.pairings(left - residents - set(some))
            ]
            if legal:
                break
        best = max(sorted(self.teams[p].score for p in some) for some in legal)
        legal = [some for some in legal if sorted(self.teams[p].score for p in some) == best]

        def judge(some):
            rest = left - residents - some
            next_group = self.with_score(rest, following[0]) if following else frozenset()
            floated = sum(self.teams[p].floated for p in some) if self.round.left >= 2 else 0
            order = [self.teams[p].tpn for p in sorted(some, key=lower.index)]
            return self.needed(next_group, rest) if next_group else 0, floated, order

        return min(legal, key=judge)

    def needed(self, group, rest):
        """Return how many upfloaters a scoregroup needs at least (C6)."""
        lower = rest - group
        for count in range(len(lower) + 1):
            for some in combinations(lower, count):
                if self.pairings(group | set(some)) and self.pairings(lower - set(some)):
                    return count
        raise AssertionError("nobody can be paired")

    def bracket(self, residents, up):
        """Return the first of the pairings that comply best (3.6)."""

        def judge(pairs):
            wishes, teams = self.round.wishes, self.teams
            alike = [(i, j) for i, j in pairs if wishes[i].strength and wishes[i].colour == wishes[j].colour]
            strong = [pair for pair in alike if all(wishes[p].strength == Strength.STRONG for p in pair)]
            against = [other for pair in pairs for p, other in (pair, pair[::-1]) if p in up]
            floated = sum(teams[p].floated for p in against) if self.round.left >= 2 else 0
            by_number = sorted(sorted(teams[p].tpn for p in pair) for pair in pairs)
            return len(alike), len(strong), floated, [t for t, _ in by_number], [b for _, b in by_number]

        return min(self.pairings(residents | up), key=judge)
