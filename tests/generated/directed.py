"""Swiss events directed at rules that random ones seldom reach: one of four situations after the other."""

from decimal import Decimal
from random import Random

from tests.generated.generator import ONE_HALF_ZERO, WILD, Rates, Sheet, field, pair, play, swiss
from tiebreaks.crosstable import Adjustment, Kind, Scheme

THREE_TWO_ONE = Scheme(Decimal(3), Decimal(2), Decimal(1), Decimal(3), Decimal(0))
QUIET = Rates(draw=0.6, forfeit=0.03, double_forfeit=0.01)  # many draws leave groups tied
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
    """Play two to four groups of four to six, each everybody against everybody, and then a round across the groups."""
    chance = Random(f"groups {seed}")
    size, groups = 4 + seed // 4 % 3, 2 + seed // 12 % 3
    sheet = Sheet(field(chance, size * groups, QUIET), ONE_HALF_ZERO)
    circles = [list(range(at + 1, at + size + 1)) + [None] * (size % 2) for at in range(0, size * groups, size)]
    rounds = len(circles[0]) - 1
    for number in range(1, rounds + 1):
        for circle in circles:
            for one, other in zip(circle[: len(circle) // 2], reversed(circle), strict=False):
                if one is None or other is None:
                    sheet.bye(number, one or other, Kind.PAB)
                else:
                    play(chance, QUIET, sheet, number, *chance.sample((one, other), 2))
            circle.insert(1, circle.pop())
    pairs, alone = pair(chance, sheet, list(sheet.field))
    for white, black in pairs:
        play(chance, QUIET, sheet, rounds + 1, white, black)
    for number in alone:
        sheet.bye(rounds + 1, number, Kind.ZPB)
    return sheet.crosstable(rounds + 1, "swiss", edition, f"Groups {seed}")


def with_adjustments(facts, seed):
    """Give or take some players points outside their games, some in the final table only.

    Only to those who played every round: gacrux counts them for a player's own dummy opponents (decision 52).
    """
    chance = Random(f"points {seed}")
    adjustments = {
        n: (Adjustment(chance.choice((*range(1, facts.rounds + 1), 999)), chance.choice(GIVEN)),)
        for n, games in facts.games.items()
        if all(game.kind == Kind.PLAYED for game in games)
    }
    return facts._replace(adjustments=adjustments)
