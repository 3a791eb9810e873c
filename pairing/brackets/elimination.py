"""Brackets: losers are out, or play on for lower places or in a consolation bracket."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import NamedTuple

from pairing.brackets import double_elimination
from pairing.brackets.duels import EMPTY, LINE, LOSER, NOBODY, WINNER, Duel, Seat, key_of, line_seats, sort_duels
from pairing.brackets.seeding import seed_lines, size_of

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
OUT, THIRD, ALL = LOSERS = ("out", "third", "all")


class PlayOnRules(NamedTuple):
    """What happens to the losers of a bracket.

    `losers` are out, or play for the third place, or for all places. `consolations` counts the brackets of those who
    lose in a first round: B of the losers of A, C of the losers of B. In a `double` elimination the losers go on in a
    lower bracket; its winner has to win two duels against the unbeaten one if there is a `second_final`.
    """

    losers: str = OUT
    consolations: int = 0
    double: bool = False
    second_final: bool = False


USUAL = PlayOnRules()
NOT_DRAWN: Mapping[str, Sequence[int]] = {}


class _Origin(NamedTuple):
    """What the brackets of losers are named after: a letter and its best place. `lines` are those of the draw."""

    name: str
    first: int
    lines: Mapping[str, Sequence[int]]


def name_bracket(place: int) -> str:
    """Name the brackets of a stage, counted from 0: A, B, … Z, AA, AB, …"""
    upper, lower = divmod(place, len(LETTERS))
    return (LETTERS[upper - 1] if upper else "") + LETTERS[lower]


def plan_stage(
    players: Sequence[int], rules: PlayOnRules = USUAL, lines: Mapping[str, Sequence[int]] = NOT_DRAWN
) -> list[Duel]:
    """Return the duels of a stage whose brackets have so many players each, turn by turn.

    Once it is drawn, its `lines` tell which first duels will have losers for the consolation brackets.
    """
    duels: list[Duel] = []
    first, following = 1, map(name_bracket, count(len(players)))
    for place, size in enumerate(map(size_of, players)):
        name = name_bracket(place)
        if rules.double and size > 2:
            duels += double_elimination.plan_bracket(name, size, first, rules.second_final)
        else:
            letters = [next(following) for _ in range(rules.consolations)]
            duels += _play_down(_Origin(name, first, lines), name, line_seats(name, size), first, 0, rules, letters)
        first += size
    return sort_duels(duels)


def _play_down(
    origin: _Origin, name: str, seats: Sequence[Seat], first: int, turn: int, rules: PlayOnRules, letters: Sequence[str]
) -> Iterator[Duel]:
    """Yield the duels of a bracket, and of those in which its losers play on. `turn` has been played before it."""
    level = 0
    while len(seats) > 1:
        level, turn, field = level + 1, turn + 1, len(seats)
        beaten = first + field // 2
        keys = [key_of(name, level, place) for place in range(1, field // 2 + 1)]
        fallen = _seat_losers(origin.lines, keys, seats, letters) if level == 1 and letters else []
        on = _name_losers(origin, field, level, beaten, rules, letters) if fallen or not letters or level > 1 else ""
        for place, key in enumerate(keys):
            pair = (seats[2 * place], seats[2 * place + 1])
            yield Duel(key, name, level, field, turn, pair, first, None if on else beaten)
        losers = [Seat(LOSER, key) for key in keys]
        if on in letters:
            yield from _play_down(_Origin(on, beaten, origin.lines), on, fallen, beaten, turn, rules, letters[1:])
        elif on:
            yield from _play_down(origin, on, losers, beaten, turn, rules, ())
        seats = [Seat(WINNER, key) for key in keys]


def _seat_losers(
    lines: Mapping[str, Sequence[int]], keys: Sequence[str], seats: Sequence[Seat], letters: Sequence[str]
) -> list[Seat]:
    """Return the seats of a consolation bracket for the losers of these duels: none for fewer than two losers.

    It is laid out like any bracket of so many players. Draws of before leave a gap where a duel has a bye.
    """
    losers = [Seat(LOSER, key) for key in keys]
    if EMPTY not in lines:
        return losers

    def is_taken(seat: Seat) -> bool:
        return seat.kind != LINE or lines[seat.of][seat.place] != NOBODY

    pairs = zip(seats[::2], seats[1::2], strict=True)
    losers = [loser for loser, pair in zip(losers, pairs, strict=True) if all(map(is_taken, pair))]
    if len(losers) < 2:
        return []
    order = seed_lines(len(losers), len(letters) - 1)
    return [losers[seed - 1] if seed <= len(losers) else Seat(LINE, EMPTY) for seed in order]


def _name_losers(
    origin: _Origin, field: int, level: int, beaten: int, rules: PlayOnRules, letters: Sequence[str]
) -> str:
    """Name the bracket in which the losers of a level play on, "" if they are out: A3 for place 3, B for the next."""
    if field == 2:
        return ""
    if level == 1 and letters:
        return letters[0]
    plays_on = rules.losers == ALL or (rules.losers == THIRD and field == 4)
    return f"{origin.name}{beaten - origin.first + 1}" if plays_on else ""
