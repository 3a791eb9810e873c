"""Look ahead to the finalists' round: the rounds before it leave opponents for those whose games are not fixed.

In a field hardly larger than the number of rounds, those at the bottom have met everybody but the leaders in the end.
Once the leaders are fixed against each other, nobody is left for them. Who will be fixed depends on results, so some
courses of the coming rounds are tried, at random from fixed seeds. If the finalists' round has no pairing in one of
them, pairs are looked for that save games between players who will hardly be fixed, and above all the games by which
the finalists' round can be paired in these courses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import NamedTuple

from pairing.finalists import finalists, standing
from pairing.new_swiss import new_swiss
from pairing.new_swiss.matching import find_cheapest_pairs
from pairing.rules import byes
from pairing.rules.boards import Pair, Pairing, because, ordered_pair
from pairing.rules.history import History
from pairing.rules.legality import Limits
from tiebreaks.refusal import gettext_noop, sentence

ROUNDS_AHEAD = 4
WARNED_AHEAD = 2
MOST_SPARE = 7  # larger fields than the number of rounds and this have never been blocked
COURSES = 24
MOST_SPREAD = 200  # by which a game of a course is won
ENOUGH = 6  # opponents that somebody at the bottom should keep
# Of a game that should be saved, in win groups between the two of a pair; each try learns from those before it.
WEIGHTS = (1, 8, 30, 300, 300, 300, 300)
RESERVED = 5  # how much a game counts that a whole set of courses needs

SAVED = sentence(
    "finalists-ahead",
    gettext_noop("Other pairs than those nearest in the standings were chosen, to keep opponents for round {round}."),
)
AT_RISK = sentence(
    "finalists-at-risk",
    gettext_noop(
        "⚠ Round {round} may have no legal pairing: {count} of {tried} random trials found none. If so, its draft "
        "will name the smallest relaxation for you to confirm."
    ),
)


type Rest = Sequence[int]  # those who are paired in the finalists' round around the fixed games


class Final(NamedTuple):
    """The finalists' round to come: its number, its rule, and who may meet in it."""

    round: int
    margin: standing.FinalistSettings
    limits: Limits


def keep_finalists_playable(
    history: History, pairing: Pairing, swiss: new_swiss.NewSwissSettings, final: Final
) -> Pairing:
    """Return the pairing, or one with other pairs that leaves the finalists' round playable in more courses."""
    if not _is_tight(history, swiss, final):
        return pairing
    bye = pairing.bye.player if pairing.bye else None
    players = [number for number in history.order if number != bye]
    courses = list(_try_courses(history, final, swiss))
    search = _FinalSearch(history, swiss, final, _share_of_fixed(history, courses), Reserve(history, final))
    usual = [board.pair for board in pairing.boards]
    found, blocked = usual, search.list_blocked(usual, bye)
    search.reserve.keep([*courses, *blocked])
    for weight in WEIGHTS if blocked else ():
        other = search.find_pairs(history, players, weight)
        if other and other != found:
            still = search.list_blocked(other, bye)
            search.reserve.keep(still)
            found, blocked = (other, still) if len(still) < len(blocked) else (found, blocked)
    risk = len(blocked)
    notes = [because(SAVED, round=final.round)] if found is not usual else []
    if risk and final.round - history.round <= WARNED_AHEAD:
        notes.append(because(AT_RISK, round=final.round, count=risk, tried=COURSES))
    if found is not usual:
        pairing = pairing._replace(boards=new_swiss.seat_pairs(history, found, players, swiss.limits))
    return pairing._replace(notes=(*pairing.notes, *notes))


def _is_tight(history: History, swiss: new_swiss.NewSwissSettings, final: Final) -> bool:
    """Return whether the finalists' round can be blocked by what is paired now, but need not be."""
    spare = len(history.order) - final.round
    return (
        swiss.limits.repeats == final.limits.repeats == 0
        and 0 < final.round - history.round <= ROUNDS_AHEAD
        and 0 < spare <= MOST_SPARE
    )


class Reserve:
    """The games to save for the finalists' round: in how many courses each is needed, if few games are saved."""

    def __init__(self, history: History, final: Final) -> None:
        self.history, self.final = history, final
        self.needed: Counter[Pair] = Counter()

    def keep(self, courses: Iterable[Rest]) -> None:
        """Save a game of each player for each course, preferably one that other courses need too."""
        for rest in courses:
            pairs = find_cheapest_pairs(rest, self._cost)
            self.needed.update(ordered_pair(*pair) for pair in pairs or ())

    def _cost(self, one: int, other: int) -> int | None:
        may_meet = self.final.limits.allow(self.history, one, other)
        return COURSES - min(COURSES, self.needed[ordered_pair(one, other)]) if may_meet else None

    def share(self, one: int, other: int) -> float:
        """Return the share of the courses in which a game is needed."""
        return self.needed[ordered_pair(one, other)] / COURSES


class _FinalSearch(NamedTuple):
    """What the courses are tried with; `fixed` is each player's share of them with a fixed game, from 0 to 1.

    `reserve` has the games that are to be saved.
    """

    history: History
    swiss: new_swiss.NewSwissSettings
    final: Final
    fixed: Mapping[int, float]
    reserve: Reserve

    def list_blocked(self, pairs: Sequence[Pair], bye: int | None) -> list[Rest]:
        """Return, for each course after these pairs that fails, the players left over in the finalists' round."""
        ends = (self._end(pairs, bye, Random(course)) for course in range(COURSES))  # noqa: S311
        return [rest for rest in ends if rest is not None]

    def _end(self, pairs: Sequence[Pair], bye: int | None, chance: Random) -> Rest | None:
        now = play_at_random(self.history, pairs, bye, chance)
        while now.round < self.final.round:
            bye = _choose_bye(now, now.order, self.swiss)
            found = self.find_pairs(now, [number for number in now.order if number != bye], WEIGHTS[-1])
            if found is None:
                return ()
            now = play_at_random(now, found, bye, chance)
        return None if can_pair_finalists(now, self.final, self.swiss) else _list_rest(now, self.final, self.swiss)

    def find_pairs(self, now: History, players: Sequence[int], weight: int) -> list[Pair] | None:
        """Return the pairs nearest in the standings that save games between players who will hardly be fixed."""
        usual, unit = new_swiss.cost_of_pairs(now, players, self.swiss), new_swiss.cost_of_a_group(now, players)
        loss = self._losses(now)

        def cost(one: int, other: int) -> int | None:
            price, lost = usual(one, other), loss(one, other) + RESERVED * self.reserve.share(one, other)
            return None if price is None else price + int(weight * unit * lost)

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
    """Return the cost of using up one of a player's remaining opponents: the fewer are left, the higher."""
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


def can_pair_finalists(history: History, final: Final, swiss: new_swiss.NewSwissSettings) -> bool:
    """Return whether the players without a fixed game can be paired; a released game may be fixed after all."""
    return any(_can_pair_rest(history, games, final, swiss) for games in _fixed_games(history, final))


def _fixed_games(history: History, final: Final) -> Iterator[tuple[Pair, ...]]:
    lines = [finalists.standings_place(history, number) for number in history.order]
    found = finalists.classify_players(lines, final.margin)
    yield found.pairs
    if found.released:
        yield (found.released, *found.pairs)


def _can_pair_rest(history: History, games: Sequence[Pair], final: Final, swiss: new_swiss.NewSwissSettings) -> bool:
    rest = _leave_out(history, games, swiss)
    return find_cheapest_pairs(rest, lambda a, b: 0 if final.limits.allow(history, a, b) else None) is not None


def _list_rest(history: History, final: Final, swiss: new_swiss.NewSwissSettings) -> Rest:
    """Return who has neither a fixed game in the finalists' round nor its bye."""
    return _leave_out(history, next(_fixed_games(history, final)), swiss)


def _leave_out(history: History, games: Sequence[Pair], swiss: new_swiss.NewSwissSettings) -> Rest:
    seated = {number for game in games for number in game}
    rest = [number for number in history.order if number not in seated]
    bye = _choose_bye(history, rest, swiss)
    return [number for number in rest if number != bye]


def _choose_bye(history: History, players: Sequence[int], swiss: new_swiss.NewSwissSettings) -> int | None:
    return byes.choose_bye(history, players, swiss.bye_method).player if len(players) % 2 else None


def _try_courses(history: History, final: Final, swiss: new_swiss.NewSwissSettings) -> Iterator[Rest]:
    """Yield the players without a fixed game in the finalists' round, for some courses in which neighbours meet."""
    for course in range(COURSES):
        chance, now = Random(course), history  # noqa: S311
        while now.round < final.round:
            order = list(now.order)
            bye = order.pop() if len(order) % 2 else None
            now = play_at_random(now, list(zip(order[::2], order[1::2], strict=True)), bye, chance)
        yield _list_rest(now, final, swiss)


def _share_of_fixed(history: History, courses: Sequence[Rest]) -> dict[int, float]:
    """Return in how many courses each player's game in the finalists' round is fixed, from 0 to 1."""
    left = Counter(number for rest in courses for number in rest)
    return {number: 1 - left[number] / COURSES for number in history.order}
