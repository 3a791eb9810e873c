"""Swiss events directed at rules that random ones seldom reach: one of four situations after the other."""

from decimal import Decimal
from random import Random

from tests.generated.generator import ONE_HALF_ZERO, WILD, Rates, Sheet, field, play, swiss
from tiebreaks.facts.crosstable import Adjustment
from tiebreaks.facts.games import Kind, Scheme

THREE_TWO_ONE = Scheme(Decimal(3), Decimal(2), Decimal(1), Decimal(3), Decimal(0))
QUIET = Rates(forfeit=0.02, double_forfeit=0.01)
ROUNDS_BETWEEN = 3
MANY_BYES = Rates(half_bye=0.15, zero_bye=0.12, full_bye=0.12, forfeit=0.15, double_forfeit=0.05)
GIVEN = tuple(map(Decimal, ("-1", "-0.5", "0.5", "1", "0.3")))  # outside any game (record 299)
UNUSUAL = (  # record 162: win, draw, loss, bye, forfeit
    Scheme(*map(Decimal, ("2", "1", "0", "1", "0"))),
    Scheme(*map(Decimal, ("1", "0.3", "0", "0.5", "0"))),
    Scheme(*map(Decimal, ("3", "1.5", "0.5", "1.5", "0"))),
    ONE_HALF_ZERO,
)


def directed_events(count, edition, first=1):
    """Yield events, by turns: groups that have all met, 3-2-1 with forfeits, special points, unusual byes."""
    for seed in range(first, first + count):
        size, rounds = 6 + seed * 7 % 20, 4 + seed % 6
        turn = seed % 4
        if turn == 0:
            yield groups_that_met(seed, edition)
        elif turn == 1:
            yield swiss(seed, size, rounds, edition, WILD, THREE_TWO_ONE)
        elif turn == 2:
            yield with_adjustments(swiss(seed, size, rounds, edition, WILD, UNUSUAL[seed // 4 % 4]), seed)
        else:
            yield swiss(seed, size, rounds, edition, MANY_BYES, (ONE_HALF_ZERO, THREE_TWO_ONE)[seed // 4 % 2])


def groups_that_met(seed, edition):
    """Play two groups of four to six, everybody against everybody, and then rounds between them that level the first.

    So most of the first group are tied in the end, have all met, and made different points against each other.
    """
    chance = Random(f"groups {seed}")
    size = 4 + seed // 4 % 3
    sheet = Sheet(field(chance, 2 * size, QUIET), ONE_HALF_ZERO)
    numbers = chance.sample(list(sheet.field), 2 * size)
    first, second = numbers[:size], numbers[size:]
    played = size - 1 + size % 2
    for group in (first, second):
        circle = group + [None] * (size % 2)
        for number in range(1, played + 1):
            for one, other in zip(circle[: len(circle) // 2], reversed(circle), strict=False):
                if one is None or other is None:
                    sheet.bye(number, one or other, Kind.PAB)
                else:
                    play(chance, QUIET, sheet, number, *chance.sample((one, other), 2))
            circle.insert(1, circle.pop())
    level = max(map(sheet.total, first))
    for turn in range(1, ROUNDS_BETWEEN + 1):
        for place, one in enumerate(first):
            missing = level - sheet.total(one)
            letters = "10" if missing >= 1 else "==" if missing else "01"
            sheet.game(played + turn, one, second[(place + turn) % size], letters)
    return sheet.crosstable(played + ROUNDS_BETWEEN, "swiss", edition, f"Groups {seed}")


def with_adjustments(facts, seed):
    """Give or take some players points outside their games, some in the final table only.

    Only to those who played every round: gacrux counts them for a player's own dummy opponents (decision 53).
    """
    chance = Random(f"points {seed}")
    adjustments = {
        n: (Adjustment(chance.choice((*range(1, facts.rounds + 1), 999)), chance.choice(GIVEN)),)
        for n, games in facts.games.items()
        if all(game.kind == Kind.PLAYED for game in games)
    }
    return facts._replace(adjustments=adjustments)
