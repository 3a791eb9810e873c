"""Round robins: Berger tables (FIDE C.05 Annex 1), single and double, and Scheveningen tables for two teams.

The tables are computed and not copied, so there is one for any number of players.
"""

from __future__ import annotations

from collections.abc import Sequence

from pairing.rules.boards import Board, Bye, Pair, Pairing, because
from tiebreaks.refusal import Refusal, gettext_noop, sentence

TOO_FEW = sentence("round-robin-too-few", gettext_noop("A round robin needs at least two players; present: {count}."))
NO_ROUND = sentence("round-robin-no-round", gettext_noop("The table has {rounds} rounds; there is no round {round}."))
SCHEVENINGEN = sentence("scheveningen", gettext_noop("Round {round} of the Scheveningen table for teams of {size}."))
BERGER = sentence("berger", gettext_noop("Round {round} of the Berger table for {size}."))
FREE = sentence("berger-free", gettext_noop("Bye by the Berger table: the opponent would be number {number}."))

type Round = list[Pair]


def berger_rounds(size: int) -> list[Round]:
    """Return the rounds of the Berger table as (White, Black); in an odd field `size + 1` stands for the bye.

    Raise Refusal for fewer than two players.
    """
    if size < 2:
        raise Refusal(TOO_FEW, field="players", count=size)
    last = size + size % 2
    return [_round(last, 1 + index * (last // 2) % (last - 1)) for index in range(last - 1)]


def _round(last: int, opponent: int) -> Round:
    """Return the round in which the last number meets `opponent`; others meet if their sum is twice that number."""
    first = (opponent, last) if opponent <= last // 2 else (last, opponent)
    boards = [first]
    for distance in range(1, last // 2):
        upper, lower = (opponent + distance - 1) % (last - 1) + 1, (opponent - distance - 1) % (last - 1) + 1
        one, other = sorted((upper, lower))
        boards.append((one, other) if (one + other) % 2 else (other, one))
    return boards


def double_rounds(size: int, turn_last_two: bool = True) -> list[Round]:
    """Return the rounds of both cycles, the second with colours reversed.

    `turn_last_two` swaps the last two rounds of the first cycle, so that nobody has the same colour three times in a
    row. Raise Refusal for fewer than two players.
    """
    first = berger_rounds(size)
    second = [[(black, white) for white, black in boards] for boards in first]
    if turn_last_two:
        first[-2:] = reversed(first[-2:])
    return first + second


def scheveningen_rounds(size: int) -> list[Round]:
    """Return the rounds of two teams of `size` players, in which everybody meets every player of the other team.

    The first team has the numbers 1 to size, the second size + 1 to 2 × size. In teams of even size everybody has
    White in half of the games; in teams of odd size, in one game more or fewer than Black.
    Raise Refusal for empty teams.
    """
    if size < 1:
        raise Refusal(TOO_FEW, field="players", count=2 * size)
    rounds = []
    for shift in range(size):
        boards = []
        for one in range(size):
            other = (one + shift) % size
            white = 2 * ((one + other) % size) < size
            boards.append((one + 1, size + other + 1) if white else (size + other + 1, one + 1))
        rounds.append(boards)
    return rounds


def pair(numbers: Sequence[int], round_number: int, cycles: int = 1, turn_last_two: bool = True) -> Pairing:
    """Return one round for players in the order of their pairing numbers. Raise Refusal if there is no such round."""
    size = len(numbers)
    table = berger_rounds(size) if cycles == 1 else double_rounds(size, turn_last_two)
    if not 1 <= round_number <= len(table):
        raise Refusal(NO_ROUND, field="round", round=round_number, rounds=len(table))
    reason, bye, boards = because(BERGER, round=round_number, size=size), None, []
    for white, black in table[round_number - 1]:
        if max(white, black) > size:
            bye = Bye(numbers[min(white, black) - 1], (because(FREE, number=size + 1),))
        else:
            boards.append(Board(numbers[white - 1], numbers[black - 1], (reason,)))
    return Pairing(round_number, tuple(boards), bye)
