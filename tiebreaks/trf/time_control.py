"""Rates of play: as people write them, and as record 222 of TRF26 has them, in seconds: 40/6000+30:900+30."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

MOVES_OF_A_GAME = 60  # what FIDE's rating regulations count
_PERIOD = r"(?:[1-9]\d{0,2}/)?[1-9]\d{0,5}(?:\+[1-9]\d{0,3})?"
_PERIODS = rf"{_PERIOD}(?::{_PERIOD})*"
CODE = re.compile(rf"{_PERIODS}|W{_PERIODS}-B{_PERIODS}")

_UNIT = r"(?P<unit>minute[ns]?|min\b\.?|hours?|stunden?|std\b\.?|seconds?|sekunden?|sec\b\.?|sek\b\.?|[hms]\b|'|\")"
_AMOUNT = re.compile(
    r"(?:(?P<first>\d{1,3})\s*/\s*)?"  # 40/100
    rf"(?P<amount>\d{{1,4}})\s*{_UNIT}?\s*"  # 90 min
    r"(?:(?:/|x|for|für|auf)\s*(?:the first\s*)?(?P<moves>\d{1,3})(?:\s*(?:moves?|züge\w*))?)?\s*"  # for 40 moves
    r"(?P<each>(?:(?:/|per|pro|je|a)\s*(?:moves?|zuge?)\b)?)\s*"  # per move
    r"(?:(?:starting\s*)?(?:from|ab)\s*(?:dem\s*)?(?:move|zug)?\s*(?P<start>\d{1,3})\.?\s*(?:moves?|zuge?)?)?"
    r"(?:\s*(?:for|für)?\s*(?:the|den)?\s*(?:rest|game|partie|remaining moves)(?:\s*of the game|\s*der partie)?)?\s*"
)
_SPELLINGS = str.maketrans(
    {"’": "'", "′": "'", "‘": "'", "”": '"', "″": '"', "“": '"', "„": '"', "×": "x", "*": "x", "(": "", ")": ""}
)
_UNITS = {"h": 3600, "s": 1, "m": 60, "'": 60, '"': 1}


class Period(NamedTuple):
    """A part of a game: its time and what each move adds, in seconds, and its moves (None to the end)."""

    seconds: int
    added: int = 0
    moves: int | None = None


class _Amount(NamedTuple):
    """One amount of a text: `unit` in seconds (0 for none), `start` is the move from which it is added."""

    number: int
    unit: int
    moves: int | None
    is_added: bool
    start: int


def is_code(text: str) -> bool:
    """Tell whether a text is a rate of play as record 222 has it."""
    return CODE.fullmatch(text) is not None


def encode(text: str) -> str:
    """Return the code of a rate of play, "" where the words leave open what is meant."""
    text = text.strip()
    return text if is_code(text) and _is_in_seconds(text) else _write_periods(read_words(text))


def minutes_of_game(code: str) -> float | None:
    """Return the time of a player for a game of 60 moves, None for another text and where the two sides differ."""
    if not is_code(code) or code.startswith("W"):
        return None
    periods = [_read_period(text) for text in code.split(":")]
    seconds, moves = 0, MOVES_OF_A_GAME
    for period in periods:
        own = min(period.moves or moves, moves)
        seconds, moves = seconds + period.seconds + period.added * own, moves - own
    return seconds / 60


def kind_of_game(code: str) -> str:
    """Return standard, rapid or blitz as FIDE rates a code, "" if it does not rate it and for other texts."""
    minutes = minutes_of_game(code)
    if minutes is None or minutes <= 3:
        return ""
    return "standard" if minutes >= 60 else "rapid" if minutes > 10 else "blitz"


def read_words(text: str) -> tuple[Period, ...]:
    """Return the periods of a rate of play in words, for example 90 min for 40 moves + 30 min + 30 s; () if unclear."""
    amounts = []
    parts = re.split(r"[+,;]|\band\b|\bund\b", text.lower().translate(_SPELLINGS).replace("''", '"').strip(" ."))
    for part in parts:
        found = _AMOUNT.fullmatch(part.strip())
        if not found:
            return ()
        amounts.append(_amount_of(found))
    by_plus = "+" in text and not re.search(r"[,;]", text)
    return _periods_of(_with_units(amounts, by_plus))


def _amount_of(found: re.Match[str]) -> _Amount:
    unit = found["unit"] or ""
    unit = "s" if unit[:3] in ("sec", "sek") else "h" if unit[:2] == "st" else unit[:1]
    moves = found["first"] or found["moves"]
    is_added = bool(found["each"] or found["start"])
    return _Amount(
        int(found["amount"]), _UNITS.get(unit, 0), int(moves) if moves else None, is_added, int(found["start"] or 1)
    )


def _with_units(amounts: Sequence[_Amount], by_plus: bool) -> list[_Amount] | None:
    """Return the amounts with the units that are meant: 90+30 is minutes and seconds. None where that is unclear."""
    bare = [amount for amount in amounts if not amount.unit]
    if not bare:
        return list(amounts)
    if len(amounts) == 1 or len(bare) != len(amounts):
        return None  # "90" alone may be anything
    if any(amount.moves for amount in amounts) and by_plus and len(amounts) == 2:
        return None  # is 40/90+30 a second period or an increment?
    return [amount._replace(unit=1 if by_plus and at == len(amounts) else 60) for at, amount in enumerate(amounts, 1)]


def _periods_of(amounts: Sequence[_Amount] | None) -> tuple[Period, ...]:
    """Return the periods of amounts of time and of what each move adds."""
    if not amounts:
        return ()
    periods: list[Period] = []
    added, start = 0, 1
    for amount in amounts:
        if amount.is_added or amount.unit == 1:
            if added or not periods or amount is not amounts[-1]:
                return ()
            added, start = amount.number * amount.unit, amount.start
        else:
            periods.append(Period(amount.number * amount.unit, moves=amount.moves))
    if any(period.moves is None for period in periods[:-1]):
        return ()
    return _with_added_time(periods, added, start)


def _with_added_time(periods: Sequence[Period], added: int, start: int) -> tuple[Period, ...]:
    """Return the periods with what each move from `start` on adds; () if that is not the first move of a period."""
    first, found, is_placed = 1, [], start == 1
    for period in periods:
        is_placed = is_placed or first == start
        found.append(period._replace(added=added if first >= start else 0))
        first += period.moves or 0
    return tuple(found) if is_placed and all(period.seconds for period in found) else ()


def _is_in_seconds(code: str) -> bool:
    """Tell whether a code is one in seconds: 90+30 also has its form, but nobody plays for 90 seconds."""
    return code.startswith("W") or all(_read_period(text).seconds >= 180 for text in code.split(":"))


def _read_period(text: str) -> Period:
    moves, _slash, rest = text.rpartition("/")
    seconds, _plus, added = rest.partition("+")
    return Period(int(seconds), int(added or 0), int(moves) if moves else None)


def _write_periods(periods: Sequence[Period]) -> str:
    return ":".join(
        (f"{each.moves}/" if each.moves else "") + f"{each.seconds}" + (f"+{each.added}" if each.added else "")
        for each in periods
    )
