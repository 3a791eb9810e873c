"""Find the order of criteria, and the edition of the rules, that give the ranks a tournament file declares.

The search is bounded, and its result always the same: the orders that have a name and the usual ones in every edition,
then from the best of them one change after the other, of a criterion or of the edition, as long as one gives more of
the ranks.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from tiebreaks.checking.verify import declared_ranks
from tiebreaks.facts.crosstable import EDITIONS, Crosstable
from tiebreaks.order.notation import read_order
from tiebreaks.order.presets import PRESETS, ROUND_ROBIN_ORDER, SWISS_ORDER, TEAM_ROUND_ROBIN_ORDER, TEAM_SWISS_ORDER
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tiebreaks.standings import rank
from tiebreaks.trf.reader import Tournament

NO_RANKS = sentence("no-ranks", gettext_noop("The file declares no ranks, so no order can be found."))

MOST_CHANGES = 8
SWISS_CRITERIA = (
    *("BH/C1", "BH", "BH/C2", "BH/M1", "SB", "SB/C1", "DE", "PS", "PS/C1", "WIN", "WON", "BPG", "BWG", "ARO", "ARO/C1"),
    *("TPR", "APRO", "AOB", "FB", "FB/C1", "SBH", "KS", "REP", "BH/P", "BH/C1/P"),
)
ROUND_ROBIN_CRITERIA = ("DE", "SB", "WIN", "WON", "KS", "BPG", "BWG", "PS", "ARO", "TPR")
TEAM_CRITERIA = (
    *("MPvGP", "EDE", "EDET", "EDEB", "EMGSB/C1", "EMGSB", "EMMSB", "EGGSB", "EGMSB", "BH:MP/C1", "BH:MP", "BH:GP"),
    *("OSB", "OBH", "GP", "MP", "WIN", "SSSC", "BC", "TBR", "BBE", "EDET/P", "EMGSB/C1/P", "BH:MP/C1/P"),
)
LISTED_BY = ("TPN", "RTNG")  # how programs list those who are level in everything, players and teams
COMMON = ("PTS", "PTS,BH,SB", "PTS,BH,PS", "PTS,BH/C1,BH,PS", "PTS,BH/M1,BH", "PTS,DE,BH/C1,BH", "PTS,SB,DE", "PTS,PS")


class Fit(NamedTuple):
    """How many of the declared `ranks` an order gives in an edition; `shared` of them are left tied."""

    order: str
    edition: str
    right: int
    shared: int
    ranks: int
    other_editions: tuple[str, ...] = ()

    @property
    def score(self) -> int:
        """Return twice the ranks that are decided, plus those that are only possible: a wrong guess loses more."""
        return 2 * self.right - self.shared


def find_order(tournament: Tournament) -> Fit:
    """Return the best order that the search finds. Raise Refusal if the file declares no ranks."""
    facts = tournament.teams or tournament.crosstable
    declared = dict(declared_ranks(tournament.declared_teams if tournament.teams else tournament.declared))
    if len(declared) < 2:
        raise Refusal(NO_RANKS, field="rank")
    search = _Search(facts, declared)
    # The edition of the date comes first, then the newest: the first of equals is taken.
    editions = [facts.edition, *(each for each in reversed(EDITIONS) if each != facts.edition)]
    best = search.best((order, edition) for edition in editions for order in known_orders(tournament, facts))
    criteria = TEAM_CRITERIA if tournament.teams else _criteria(facts)
    for _ in range(MOST_CHANGES):
        changed = search.best(
            chain(
                ((order, best.edition) for order in changed_orders(best.order, criteria)),
                ((best.order, edition) for edition in editions),
            )
        )
        if changed.score <= best.score:
            break
        best = changed
    listed = [f"{best.order},{last}" for last in LISTED_BY]
    best = search.best((order, edition) for order in (best.order, *listed) for edition in [best.edition, *editions])
    best = search.shortened(best)
    same = (edition for edition in editions if edition != best.edition)
    equal = tuple(edition for edition in same if search.fit(best.order, edition).score == best.score)
    return best._replace(other_editions=equal)


class _Search:
    """The fits computed so far of one file."""

    def __init__(self, facts: Crosstable, declared: dict[int, int]) -> None:
        self.facts, self.declared = facts, declared
        self.fits: dict[tuple[str, str], Fit] = {}

    def best(self, candidates: Iterator[tuple[str, str]]) -> Fit:
        """Return the first of the best fits; orders that can't be used here count for nothing."""
        best = None
        for order, edition in candidates:
            fit = self.fit(order, edition)
            if best is None or fit.score > best.score:
                best = fit
            if fit.score == 2 * fit.ranks:
                return fit
        assert best is not None
        return best

    def fit(self, order: str, edition: str) -> Fit:
        """Return how many declared ranks an order gives in an edition."""
        if (order, edition) not in self.fits:
            self.fits[order, edition] = self._fit(order, edition)
        return self.fits[order, edition]

    def _fit(self, order: str, edition: str) -> Fit:
        try:
            chosen = read_order(order, of_teams=self.facts.team_event is not None)
            rows = rank(self.facts._replace(edition=edition), chosen).rows
        except Refusal:
            return Fit(order, edition, 0, 0, len(self.declared))
        ranks = [row.rank for row in rows if row.number in self.declared]
        numbers = [row.number for row in rows if row.number in self.declared]
        right = shared = 0
        for number, computed in zip(numbers, ranks, strict=True):
            first, last, place = bisect_left(ranks, computed) + 1, bisect_right(ranks, computed), self.declared[number]
            if first <= place <= last:
                right += 1
                shared += place != first
        return Fit(order, edition, right, shared, len(self.declared))

    def shortened(self, fit: Fit) -> Fit:
        """Return a fit without the last criteria that decide nothing."""
        while "," in fit.order:
            shorter = self.fit(fit.order.rpartition(",")[0], fit.edition)
            if shorter.score < fit.score:
                break
            fit = shorter
        return fit


def _criteria(facts: Crosstable) -> tuple[str, ...]:
    return ROUND_ROBIN_CRITERIA if facts.system == "round-robin" else SWISS_CRITERIA


def known_orders(tournament: Tournament, facts: Crosstable) -> Iterator[str]:
    """Yield the order that the file names, the usual one, those with a name, and common ones."""
    if tournament.order:
        yield tournament.order
    if tournament.teams:
        yield from (TEAM_SWISS_ORDER, TEAM_ROUND_ROBIN_ORDER, "PTS", "MP,GP", "GP,MP")
        yield from dict.fromkeys(order for name, order in PRESETS.items() if name.startswith("olympiad"))
        return
    if facts.system == "round-robin":
        yield from (ROUND_ROBIN_ORDER, "PTS,SB", "PTS")
        return
    yield from (SWISS_ORDER, "PTS")
    yield from (order for name, order in PRESETS.items() if not name.startswith("olympiad"))
    yield from COMMON


def changed_orders(order: str, criteria: Sequence[str]) -> Iterator[str]:
    """Yield the orders with one criterion more or less than this one, or another one in its place."""
    first, *own = order.split(",")
    for criterion in criteria:
        if criterion not in own:
            for place in range(len(own), -1, -1):
                yield ",".join((first, *own[:place], criterion, *own[place:]))
                if place < len(own):
                    yield ",".join((first, *own[:place], criterion, *own[place + 1 :]))
    for place in range(len(own)):
        yield ",".join((first, *own[:place], *own[place + 1 :]))
