"""Records for engines besides the rounds: the drawn colour, accelerated rounds, forbidden pairings, absences.

There are two dialects: TRF16 with the extensions of bbpPairings (XXC XXA XXP), and TRF26 with numbered records.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from decimal import Decimal, InvalidOperation
from typing import NamedTuple

from pairing.rules.boards import Pair, ordered_pair
from tiebreaks.trf.writer import TRF16, points_text

NUMBER = re.compile(r"[0-9]{1,4}")
MOST_APART = 300  # players of one line who must not meet: all pairs of more would fill the memory
MATCH_POINTS = "MP"
COLOURS = {"W": ("XXC white1", "152 W"), "B": ("XXC black1", "152 B")}


class Acceleration(NamedTuple):
    """Points that players `first` to `last` have in rounds `start` to `end`, for pairing only."""

    points: Decimal
    start: int
    end: int
    first: int
    last: int


class StatedColour(NamedTuple):
    """The colour drawn for the first player, "W" or "B"."""

    colour: str


class KeptApart(NamedTuple):
    """Start numbers of whom no two meet in the rounds `first` to `last`; None for the last one of the event."""

    numbers: tuple[int, ...]
    first: int = 1
    last: int | None = None

    def holds(self, round_number: int) -> bool:
        """Tell whether they are kept apart in a round."""
        return self.first <= round_number and (self.last is None or round_number <= self.last)

    @property
    def pairs(self) -> frozenset[Pair]:
        """Return the pairs, the lower number first."""
        return frozenset(ordered_pair(a, b) for a in self.numbers for b in self.numbers if a < b)


class StatedAbsences(NamedTuple):
    """Start numbers of those who asked not to be paired in a round, None for the next one, and the letter they get."""

    numbers: tuple[int, ...]
    letter: str = "Z"
    round: int | None = None


class Records(NamedTuple):
    """The content of these records. `initial` is the colour drawn for the first player, "" if it is not known.

    `absent` has (number, letter) for the round to be paired only.
    """

    initial: str = ""
    accelerated: tuple[Acceleration, ...] = ()
    forbidden: frozenset[Pair] = frozenset()
    absent: tuple[tuple[int, str], ...] = ()


def extra_points(accelerated: Iterable[Acceleration], start: int, round_number: int) -> Decimal:
    """Return the points that a start number has in a round for pairing only; of several records the latest counts."""
    extra = {
        each.start: each.points
        for each in accelerated
        if each.first <= start <= each.last and each.start <= round_number <= each.end
    }
    return extra[max(extra)] if extra else Decimal(0)


def baku_acceleration(
    arrived: Collection[int], rounds: int, worth: tuple[Decimal, Decimal] = (Decimal(1), Decimal("0.5"))
) -> tuple[Acceleration, ...]:
    """Return the Baku acceleration (C.04.7): in the first half of the event the upper half gets a point, later half.

    `arrived` are the start numbers of those who are there for round 1: nobody else has one yet (C.04.2, 2.4). Who comes
    later belongs to the upper half with a number above its last one. `worth` is what a win and a draw are worth: of
    teams, in match points.
    """
    if not arrived:
        return ()
    upper = min(2 * -(-len(arrived) // 4), len(arrived))  # one who is there alone is the upper half
    last, accelerated = sorted(arrived)[upper - 1], -(-rounds // 2)
    full = -(-accelerated // 2)
    half = [Acceleration(worth[1], full + 1, accelerated, 1, last)] if accelerated > full else []
    return (Acceleration(worth[0], 1, full, 1, last), *half)


def write_records(records: Records, rounds: int, dialect: str, score: str = "") -> Iterator[str]:
    """Yield the lines in a dialect, without absences, which belong in the rounds of the players.

    `score` is the primary score of teams, "" for an event of players.
    """
    if records.initial:
        yield COLOURS[records.initial][dialect != TRF16]
    if dialect == TRF16:
        yield from _by_player(records.accelerated)
        yield from (f"XXP {one} {other}" for one, other in sorted(records.forbidden))
    else:
        for points, start, end, first, last in records.accelerated:
            own = f"{points_text(points):>4}"
            both = f"{own}     " if score == MATCH_POINTS else f"     {own}"
            yield f"250 {both} {start:>3} {end:>3} {first:>4} {last:>4}"
        yield from (f"260 {1:>3} {rounds:>3} {one:>4} {other:>4}" for one, other in sorted(records.forbidden))


def write_apart(apart: KeptApart, rounds: int) -> str:
    """Return a forbidden pairing as TRF26 has it, in an event of so many rounds."""
    numbers = "".join(f" {number:>4}" for number in apart.numbers)
    return f"260 {apart.first:>3} {apart.last or rounds:>3}{numbers}"


def _by_player(accelerated: Iterable[Acceleration]) -> Iterator[str]:
    points: dict[int, dict[int, Decimal]] = {}
    for each in accelerated:
        for number in range(each.first, each.last + 1):
            for round_number in range(each.start, each.end + 1):
                points.setdefault(number, {})[round_number] = each.points
    for number, own in sorted(points.items()):
        cells = (own.get(round_number, Decimal(0)) for round_number in range(1, max(own) + 1))
        yield f"XXA {number:>4}" + "".join(f" {points_text(cell):>4}" for cell in cells)


def read_records(lines: Iterable[str], round_number: int, score: str = "") -> Records:
    """Read these records from the lines of a tournament file for the round to be paired; ignore unreadable ones.

    `score` is the primary score of teams, "" for an event of players.
    """
    records = Records()
    for line in lines:
        match read_record(line, score):
            case StatedColour(colour):
                records = records._replace(initial=colour)
            case KeptApart() as apart if apart.holds(round_number):
                records = records._replace(forbidden=records.forbidden | apart.pairs)
            case StatedAbsences(numbers, letter, asked) if asked in (None, round_number):
                records = records._replace(absent=(*records.absent, *((number, letter) for number in numbers)))
            case list(accelerated):
                records = records._replace(accelerated=(*records.accelerated, *accelerated))
    return records


def read_record(line: str, score: str = "") -> StatedColour | KeptApart | StatedAbsences | list[Acceleration] | None:
    """Return what one line says about rounds to come, None for another line or one that can't be read."""
    code, words = line[:3], line[3:].split()
    match code:
        case "152" | "XXC":
            letters = (word[0].upper() for word in words if re.fullmatch(r"[WB]|white1|black1", word))
            return next((StatedColour(letter) for letter in letters), None)
        case "250":
            return _read_acceleration(line, score)
        case "XXA":
            return _read_accelerations(words)
        case "260":
            span, numbers = _numbers(words[:2]), _numbers(words[2:])
            return KeptApart(tuple(numbers[:MOST_APART]), *(span if len(span) == 2 else ()))
        case "XXP":
            return KeptApart(tuple(_numbers(words)[:MOST_APART]))
        case "240":
            letter, *rest = words if words[:1] and words[0] in ("F", "H", "Z") else ["Z", *words]
            number, *numbers = _numbers(rest) or [0]
            return StatedAbsences(tuple(numbers), letter, number) if number else None
        case "XXZ":
            return StatedAbsences(tuple(_numbers(re.split(r"[^0-9]+", line[3:]))))
    return None


def _numbers(words: Iterable[str]) -> list[int]:
    return [int(word) for word in words if NUMBER.fullmatch(word)]


def _read_acceleration(line: str, score: str) -> list[Acceleration] | None:
    """Read the points of the score by which teams are paired, or the only ones."""
    both = [line[4:8].strip(), line[9:13].strip()]
    own, other = both if score == MATCH_POINTS else reversed(both)
    try:
        start, end, first, last = (int(line[a:b].strip() or 0) for a, b in ((14, 17), (18, 21), (22, 26), (27, 31)))
        return [Acceleration(Decimal(own or other), start, end or start, first, last or first)]
    except (ValueError, InvalidOperation):
        return None


def _read_accelerations(words: Sequence[str]) -> list[Acceleration] | None:
    """Read the points of one player, round by round."""
    try:
        number, *points = words
        of_rounds = ((each, Decimal(text)) for each, text in enumerate(points, start=1))
        return [Acceleration(worth, each, each, int(number), int(number)) for each, worth in of_rounds if worth]
    except (ValueError, InvalidOperation):
        return None
