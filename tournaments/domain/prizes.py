"""Who gets which prize, from the table as it stands.

Where each player gets one prize at most it is his highest: prizes are given out from the dearest to the smallest, each
to the best placed of its category who has none yet. Otherwise each goes to the holder of its place. Of players who
share a place the table's order takes the first, and the others are named beside him: how a tie is settled or a prize
divided stands in the rules of the event, not here.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

# Whole numbers, perhaps grouped by thousands, perhaps with two decimals: 1500, 1.500, 1 500, 1,500.00, 150,50.
NUMBER = re.compile(r"(?<!\d)(\d{1,3}(?:[.,  \u202f]\d{3})+|\d{1,6})(?:[.,](\d\d))?(?!\d)")


class Offer(NamedTuple):
    """A prize: `category` is its key, "" for the whole table."""

    category: str
    place: int
    text: str
    value: Decimal | None


class Award(NamedTuple):
    """A prize and the number of its winner, None where nobody is left; `level` share his place in the category."""

    offer: Offer
    winner: int | None
    level: tuple[int, ...]


def prize_value(text: str) -> Decimal | None:
    """Return what a prize is worth: the first number of its text, "Trophy and 150 €" is 150; None without one."""
    found = NUMBER.search(text)
    if not found:
        return None
    whole = "".join(letter for letter in found[1] if letter.isdecimal())
    return Decimal(f"{whole}.{found[2] or 0}")


def award_prizes(
    offers: Sequence[Offer], ranks: Sequence[tuple[int, int]], members: Mapping[str, Iterable[int]], one_each: bool
) -> list[Award]:
    """Give out prizes and return them in the order of `offers`.

    `ranks` holds number and place of everybody in the order of the table, `members` those of each category by its key.
    """
    place = dict(ranks)
    fields = {key: [number for number, _ in ranks if number in set(numbers)] for key, numbers in members.items()}
    fields[""] = [number for number, _ in ranks]
    found, taken = {}, set()
    for index in sorted(range(len(offers)), key=lambda index: _dearest(offers[index], index)):
        offer = offers[index]
        field = fields[offer.category]
        left = [number for number in field if number not in taken] if one_each else field[offer.place - 1 :]
        winner = left[0] if left else None
        if one_each and winner is not None:
            taken.add(winner)
        level = tuple(n for n in field if winner is not None and n != winner and place[n] == place[winner])
        found[index] = Award(offer, winner, level)
    return [found[index] for index in range(len(offers))]


def _dearest(offer: Offer, index: int) -> tuple:
    """Order prizes from the dearest on; of equal ones the whole table's before a category's, then as listed."""
    return (-(offer.value or 0), offer.category != "", offer.place, index)
