"""How a duel is decided: by its games, then by the rules of the play-off in their order.

Games of a play-off decide the duel and nothing else. Chess is never decided by spread: there it is always level.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

BEST, EVERY, SUM = COUNTINGS = ("best", "every", "sum")
TABLE = "table"  # of a pool: a duel need not have a winner

SPREAD, BETTER, LOTS, ARMAGEDDON, NEXT = "spread", "better", "lots", "armageddon", "next"
# Of teams: the points on boards, and those where upper boards count more.
BOARDS, BERLIN = OF_BOARDS = ("boards", "berlin")
DECISION = "decision"  # of the arbiter: it comes before everything else
GAMES = {"rapid": 1, "rapid2": 2, "blitz": 1, "blitz2": 2, NEXT: 1, ARMAGEDDON: 1}
RULES = (*GAMES, SPREAD, *OF_BOARDS, LOTS, BETTER)
MOST_RULES = 6


class DuelResult(NamedTuple):
    """One game of a duel, seen from its first player. `half` is 2 for a win, 1 for a draw and 0 for a loss.

    `other_half` is what the second player has of it, if not the rest: nothing either if both have forfeited. Of a duel
    of teams `boards` is the lead in half points of its boards, and `berlin` the one where upper boards count more.
    """

    half: int
    spread: int = 0
    other_half: int | None = None
    boards: int = 0
    berlin: int = 0

    @property
    def lead(self) -> int:
        """Return by how many half wins the first player is ahead."""
        return self.half - (2 - self.half if self.other_half is None else self.other_half)


class PlayOffKind(NamedTuple):
    """A game of a play-off, a lot, or a decision, by the rule that it belongs to.

    `winner` is the seat that won it, 0 or 1: the lot, or an Armageddon game, in which a draw wins for Black. None is a
    draw, and for a decision that nobody goes on.
    """

    rule: str
    winner: int | None


class DuelFormat(NamedTuple):
    """How many games a duel has, how they count, and what comes after them if it is level.

    A duel is the `best` of its games and ends once it is decided, or `every` game is played, or the `sum` of all
    spreads decides it. In a pool with a `table` it may stay drawn.
    """

    games: int = 1
    counting: str = BEST
    rules: tuple[str, ...] = (SPREAD, BETTER)


class DuelDecision(NamedTuple):
    """What a duel has come to. `winner` is the seat that has won.

    `is_over` without a winner means that nobody goes on. `rule` says what decided it, "" for the games. A duel that is
    level waits for a game or a lot by the rule `waits_for`. `open_games` counts the games that it still needs.
    """

    winner: int | None = None
    is_over: bool = False
    rule: str = ""
    open_games: int = 0
    waits_for: str = ""


def decide(
    form: DuelFormat,
    results: Sequence[DuelResult],
    play_off: Sequence[PlayOffKind] = (),
    *,
    better: int = 0,
    by_spread: bool = True,
) -> DuelDecision:
    """Return the state of a duel. `better` is the seat of the better placed; with `by_spread` spreads may decide."""
    if any(each.rule == DECISION for each in play_off):
        last = [each for each in play_off if each.rule == DECISION][-1]
        return DuelDecision(last.winner, is_over=True, rule=DECISION)
    lead, left = sum(result.lead for result in results), form.games - len(results)
    if left and (form.counting != BEST or abs(lead) <= 2 * left):
        return DuelDecision(open_games=left)
    if form.counting == TABLE:
        return DuelDecision(int(lead < 0) if lead else None, is_over=True)
    if not any(_points(result) for result in results):
        return DuelDecision(is_over=True)  # both have forfeited every game
    leads = {SPREAD: sum(result.spread for result in results) if by_spread else 0}
    leads |= {BOARDS: sum(result.boards for result in results), BERLIN: sum(result.berlin for result in results)}
    decisive = (leads[SPREAD] or lead) if form.counting == SUM else lead
    return DuelDecision(int(decisive < 0), is_over=True) if decisive else _play_off(form.rules, play_off, leads, better)


def find_sure_winner(
    form: DuelFormat, results: Sequence[DuelResult], *, better: int = 0, by_spread: bool = True
) -> int | None:
    """Return the seat that is certain to win an open duel: the better placed may need only a draw."""
    lead, left = sum(result.lead for result in results), form.games - len(results)
    rules = [rule for rule in form.rules if by_spread or rule != SPREAD]
    is_enough = form.counting == BEST or not by_spread
    if left and is_enough and abs(lead) == 2 * left and rules[:1] == [BETTER] and int(lead < 0) == better:
        return better
    return None


def rules_of_teams(rules: Sequence[str]) -> tuple[str, ...]:
    """Return the rules of a play-off as teams have them: the points on all boards in place of a spread."""
    return tuple(dict.fromkeys(BOARDS if rule == SPREAD else rule for rule in rules))


def _points(result: DuelResult) -> int:
    return 2 * result.half - result.lead


def _play_off(
    rules: Sequence[str], play_off: Sequence[PlayOffKind], leads: Mapping[str, int], better: int
) -> DuelDecision:
    """Apply the rules of a play-off in their order; without any that decides, the arbiter does."""
    waiting = list(play_off)
    for rule in rules:
        if rule in leads:
            if leads[rule]:
                return DuelDecision(int(leads[rule] < 0), is_over=True, rule=rule)
        elif rule == BETTER:
            return DuelDecision(better, is_over=True, rule=rule)
        else:
            own = [waiting.pop(0) for _ in range(_count_own(rule, waiting))]
            decision = _decide_by(rule, own)
            if decision is not None:
                return decision
    return DuelDecision(waits_for=DECISION)


def _count_own(rule: str, waiting: Sequence[PlayOffKind]) -> int:
    """Count the games at the head that belong to a rule; a game until somebody wins may be any number."""
    most = len(waiting) if rule == NEXT else GAMES.get(rule, 1)
    count = 0
    while count < min(most, len(waiting)) and waiting[count].rule == rule:
        count += 1
    return count


def _decide_by(rule: str, own: Sequence[PlayOffKind]) -> DuelDecision | None:
    """Decide by the games of one rule, or by its lot; None if they are level."""
    lead = sum(0 if each.winner is None else 1 - 2 * each.winner for each in own)
    needed = GAMES.get(rule, 1)
    if rule == NEXT:
        return DuelDecision(int(lead < 0), is_over=True, rule=rule) if lead else DuelDecision(waits_for=rule)
    if abs(lead) > needed - len(own) or (lead and len(own) == needed):
        return DuelDecision(int(lead < 0), is_over=True, rule=rule)
    return DuelDecision(waits_for=rule) if len(own) < needed else None
