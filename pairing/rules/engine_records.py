"""Records for engines besides the rounds: the drawn colour, accelerated rounds, forbidden pairings, absences.

There are two dialects: TRF16 with the extensions of bbpPairings (XXC XXA XXP), and TRF26 with numbered records.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from decimal import Decimal, InvalidOperation
from typing import NamedTuple

from pairing.rules.boards import Pair, ordered_pair
from tiebreaks.trf.writer import TRF16

NUMBER = re.compile(r"[0-9]{1,4}")
MOST_APART = 300  # players of one line who must not meet: all pairs of more would fill the memory
COLOURS = {"W": ("XXC white1", "152 W"), "B": ("XXC black1", "152 B")}


class Acceleration(NamedTuple):
    """Points that players `first` to `last` have in rounds `start` to `end`, for pairing only."""

    points: Decimal
    start: int
    end: int
    first: int
    last: int


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


def baku_acceleration(arrived: Collection[int], rounds: int) -> tuple[Acceleration, ...]:
    """Return the Baku acceleration (C.04.5.1): in the first half of the event the upper half gets 1 point, later ½.

    `arrived` are the start numbers of those who are there for round 1: nobody else has one yet (C.04.2, 2.4). Who comes
    later belongs to the upper half with a number above its last one.
    """
    if not arrived:
        return ()
    upper = min(2 * -(-len(arrived) // 4), len(arrived))  # one who is there alone is the upper half
    last, accelerated = sorted(arrived)[upper - 1], -(-rounds // 2)
    full = -(-accelerated // 2)
    half = [Acceleration(Decimal("0.5"), full + 1, accelerated, 1, last)] if accelerated > full else []
    return (Acceleration(Decimal(1), 1, full, 1, last), *half)


def write_records(records: Records, rounds: int, dialect: str) -> Iterator[str]:
    """Yield the lines in a dialect, without absences, which belong in the rounds of the players."""
    if records.initial:
        yield COLOURS[records.initial][dialect != TRF16]
    if dialect == TRF16:
        yield from _by_player(records.accelerated)
        yield from (f"XXP {one} {other}" for one, other in sorted(records.forbidden))
    else:
        for points, start, end, first, last in records.accelerated:
            yield f"250      {points:>4.1f} {start:>3} {end:>3} {first:>4} {last:>4}"
        yield from (f"260 {1:>3} {rounds:>3} {one:>4} {other:>4}" for one, other in sorted(records.forbidden))


def _by_player(accelerated: Iterable[Acceleration]) -> Iterator[str]:
    points: dict[int, dict[int, Decimal]] = {}
    for each in accelerated:
        for number in range(each.first, each.last + 1):
            for round_number in range(each.start, each.end + 1):
                points.setdefault(number, {})[round_number] = each.points
    for number, own in sorted(points.items()):
        cells = (own.get(round_number, Decimal(0)) for round_number in range(1, max(own) + 1))
        yield f"XXA {number:>4}" + "".join(f" {cell:>4.1f}" for cell in cells)


def read_records(lines: Iterable[str], round_number: int) -> Records:
    """Read these records from the lines of a tournament file for the round to be paired; ignore unreadable ones."""
    records = Records()
    for line in lines:
        code, words = line[:3], line[3:].split()
        match code:
            case "152" | "XXC":
                letter = next((w[0].upper() for w in words if re.fullmatch(r"[WB]|white1|black1", w)), records.initial)
                records = records._replace(initial=letter)
            case "250" | "XXA":
                records = records._replace(accelerated=(*records.accelerated, *_accelerations(line)))
            case "260" if not _holds(words, round_number):
                continue
            case "260" | "XXP":
                numbers = _numbers(words[2:] if code == "260" else words)[:MOST_APART]
                pairs = {ordered_pair(a, b) for a in numbers for b in numbers if a < b}
                records = records._replace(forbidden=records.forbidden | pairs)
            case "240" if len(words) > 1 and words[1] == str(round_number):
                records = records._replace(
                    absent=(*records.absent, *((number, words[0]) for number in _numbers(words[2:])))
                )
            case "XXZ":
                numbers = _numbers(re.split(r"[^0-9]+", line[3:]))
                records = records._replace(absent=(*records.absent, *((number, "Z") for number in numbers)))
    return records


def _holds(words: list[str], round_number: int) -> bool:
    """Tell whether a forbidden pairing holds in a round: it names its first and its last one."""
    span = _numbers(words[:2])
    return len(span) < 2 or span[0] <= round_number <= span[1]


def _numbers(words: Iterable[str]) -> list[int]:
    return [int(word) for word in words if NUMBER.fullmatch(word)]


def _accelerations(line: str) -> Iterator[Acceleration]:
    try:
        if line.startswith("250"):
            start, end, first, last = (int(line[a:b].strip() or 0) for a, b in ((14, 17), (18, 21), (22, 26), (27, 31)))
            yield Acceleration(
                Decimal(line[9:13].strip() or line[4:8].strip()), start, end or start, first, last or first
            )
        else:
            number, *points = line[3:].split()
            for round_number, text in enumerate(points, start=1):
                if Decimal(text):
                    yield Acceleration(Decimal(text), round_number, round_number, int(number), int(number))
    except (ValueError, InvalidOperation):
        return
