"""Look ahead to the finalists' round: the rounds before it leave opponents for those whose games are not fixed.

In a field hardly larger than the number of rounds, those at the bottom have met everybody but the leaders in the end.
Once the leaders are fixed against each other, nobody is left for them. Who will be fixed depends on results, so some
courses of the coming rounds are tried, at random from fixed seeds. If the finalists' round has no pairing in one of
them, pairs are looked for that save games between players who will hardly be fixed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import NamedTuple

from pairing import byes, finalists, new_swiss
from pairing.boards import Pair, Pairing, because, ordered_pair
from pairing.history import History
from pairing.legality import Limits
from pairing.matching import find_cheapest_pairs
from tiebreaks.refusal import gettext_noop, sentence

ROUNDS_AHEAD = 4
WARNED_AHEAD = 2
MOST_SPARE = 7  # larger fields than the number of rounds and this have never been blocked
COURSES = 24
MOST_SPREAD = 200  # by which a game of a course is won
ENOUGH = 6  # opponents that somebody at the bottom should keep
WEIGHTS = (1, 8, 30, 300)  # of a game that should be saved, in win groups between the two of a pair

SAVED = sentence(
    "finalists-ahead",
    gettext_noop("Other pairs than those nearest in the standings were chosen, to keep opponents for round {round}."),
)
AT_RISK = sentence(
    "finalists-at-risk",
    gettext_noop(
        "⚠ Round {round} may have no legal pairing: it had none in {count} of {tried} courses tried at random."
        " If so, its draft will name the smallest relaxation for you to confirm."
    ),
)


class Final(NamedTuple):
    """The finalists' round to come: its number, its rule, and who may meet in it."""

    round: int
    margin: finalists.Settings
    limits: Limits


def keep_finalists_playable(history: History, pairing: Pairing, swiss: new_swiss.Settings, final: Final) -> Pairing:
    """Return the pairing, or one with other pairs that leaves the finalists' round playable in more courses."""
    if not _is_tight(history, swiss, final):
        return pairing
    bye = pairing.bye.player if pairing.bye else None
    players = [number for number in history.order if number != bye]
    search = _Search(history, swiss, final, _share_of_fixed(history, final))
    usual = [board.pair for board in pairing.boards]
    found, risk = usual, search.count_blocked(usual, bye)
    for weight in WEIGHTS if risk else ():
        other = search.find_pairs(history, players, weight)
        if other and (blocked := search.count_blocked(other, bye)) < risk:
            found, risk = other, blocked
    notes = [because(SAVED, round=final.round)] if found is not usual else []
    if risk and final.round - history.round <= WARNED_AHEAD:
        notes.append(because(AT_RISK, round=final.round, count=risk, tried=COURSES))
    if found is not usual:
        pairing = pairing._replace(boards=new_swiss.seat_pairs(history, found, players, swiss.limits))
    return pairing._replace(notes=(*pairing.notes, *notes))


def _is_tight(history: History, swiss: new_swiss.Settings, final: Final) -> bool:
    """Return whether the finalists' round can be blocked by what is paired now, but need not be."""
    spare = len(history.order) - final.round
    return (
        swiss.limits.repeats == final.limits.repeats == 0
        and 0 < final.round - history.round <= ROUNDS_AHEAD
        and 0 < spare <= MOST_SPARE
    )


class _Search(NamedTuple):
    """What the courses are tried with; `fixed` is each player's share of them with a fixed game, from 0 to 1."""

    history: History
    swiss: new_swiss.Settings
    final: Final
    fixed: Mapping[int, float]

    def count_blocked(self, pairs: Sequence[Pair], bye: int | None) -> int:
        """Count the courses after these pairs in which the finalists' round can't be paired."""
        return sum(not self._ends_well(pairs, bye, Random(course)) for course in range(COURSES))  # noqa: S311

    def _ends_well(self, pairs: Sequence[Pair], bye: int | None, chance: Random) -> bool:
        now = play_at_random(self.history, pairs, bye, chance)
        while now.round < self.final.round:
            bye = _choose_bye(now, now.order, self.swiss)
            found = self.find_pairs(now, [number for number in now.order if number != bye], WEIGHTS[-1])
            if found is None:
                return False
            now = play_at_random(now, found, bye, chance)
        return can_pair_finalists(now, self.final, self.swiss)

    def find_pairs(self, now: History, players: Sequence[int], weight: int) -> list[Pair] | None:
        """Return the pairs nearest in the standings that save games between players who will hardly be fixed."""
        usual, unit = new_swiss.cost_of_pairs(now, players, self.swiss), new_swiss.cost_of_a_group(now, players)
        loss = self._losses(now)

        def cost(one: int, other: int) -> int | None:
            price = usual(one, other)
            return None if price is None else price + int(weight * unit * loss(one, other))

        return find_cheapest_pairs(players, cost)

    def _losses(self, now: History) -> Callable[[int, int], float]:
        free = {number: 1 - self.fixed[number] for number in now.order}
        left = dict.fromkeys(now.order, 0.0)
        for one, other in combinations(now.order, 2):
            if self.final.limits.allow(now, one, other):
                left[one] += free[other]
                left[other] += free[one]

        def loss(one: int, other: int) -> float:
            return free[one] * _lack(left[one], free[other]) + free[other] * _lack(left[other], free[one])

        return loss


def _lack(left: float, used: float) -> float:
    """Return how much it hurts somebody with so many opponents left to use one up: the fewer there are, the more."""
    return max(0.0, ENOUGH - left + used) ** 2 - max(0.0, ENOUGH - left) ** 2


def play_at_random(history: History, pairs: Sequence[Pair], bye: int | None, chance: Random) -> History:
    """Return the history after a round with these pairs and random results."""
    after = dict(history.entrants)
    for one, other in pairs:
        won, lost = (one, other) if chance.random() < 1 / 2 else (other, one)
        spread = 1 + int(MOST_SPREAD * chance.random())
        after[won] = after[won]._replace(score=after[won].score + history.win, spread=after[won].spread + spread)
        after[lost] = after[lost]._replace(losses=after[lost].losses + history.win, spread=after[lost].spread - spread)
    if bye is not None:
        free = after[bye]
        after[bye] = free._replace(score=free.score + history.win, byes=free.byes + 1)
    meetings = Counter(history.meetings)
    meetings.update(ordered_pair(*pair) for pair in pairs)
    entrants = sorted(after.values(), key=lambda entrant: entrant.standing)
    return History(entrants, meetings, history.last + 1, history.rounds, history.seed, win=history.win)


def can_pair_finalists(history: History, final: Final, swiss: new_swiss.Settings) -> bool:
    """Return whether those without a fixed game can be paired, where a released game may be fixed after all."""
    return any(_can_pair_rest(history, games, final, swiss) for games in _fixed_games(history, final))


def _fixed_games(history: History, final: Final) -> Iterator[tuple[Pair, ...]]:
    lines = [finalists.standings_place(history, number) for number in history.order]
    found = finalists.classify_players(lines, final.margin)
    yield found.pairs
    if found.released:
        yield (found.released, *found.pairs)


def _can_pair_rest(history: History, games: Sequence[Pair], final: Final, swiss: new_swiss.Settings) -> bool:
    seated = {number for game in games for number in game}
    rest = [number for number in history.order if number not in seated]
    bye = _choose_bye(history, rest, swiss)
    rest = [number for number in rest if number != bye]
    return find_cheapest_pairs(rest, lambda a, b: 0 if final.limits.allow(history, a, b) else None) is not None


def _choose_bye(history: History, players: Sequence[int], swiss: new_swiss.Settings) -> int | None:
    return byes.choose_bye(history, players, swiss.bye_method).player if len(players) % 2 else None


def _share_of_fixed(history: History, final: Final) -> dict[int, float]:
    """Return in how many courses each player's game in the finalists' round is fixed, from 0 to 1."""
    hits: Counter[int] = Counter()
    for course in range(COURSES):
        chance, now = Random(course), history  # noqa: S311
        while now.round < final.round:
            order = list(now.order)
            bye = order.pop() if len(order) % 2 else None
            now = play_at_random(now, list(zip(order[::2], order[1::2], strict=True)), bye, chance)
        hits.update(number for game in next(_fixed_games(now, final)) for number in game)
    return {number: hits[number] / COURSES for number in history.order}
