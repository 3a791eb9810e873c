"""Award prizes by the current table.

Where each player gets at most one prize, it is the highest: prizes are awarded from the most valuable down, each to the
best placed player of its category who has none yet. Otherwise each prize goes to the holder of its place. Of players
who share a place, the first in the table gets the prize and the others are named too. Where the rules of the event
divide prizes, those with equal points share the money of their places: equally, or by the Hort system, in which
everybody gets half of the own prize and an equal share of the other halves. What is no money stays with its place.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from decimal import ROUND_DOWN, Decimal
from itertools import groupby
from typing import NamedTuple

from tournaments.domain.choices import PrizeSharing

# Whole numbers, perhaps grouped by thousands, perhaps with two decimals: 1500, 1.500, 1 500, 1,500.00, 150,50.
NUMBER = re.compile(r"(?<!\d)(\d{1,3}(?:[.,  \u202f]\d{3})+|\d{1,6})(?:[.,](\d\d))?(?!\d)")


class Offer(NamedTuple):
    """A prize: `category` is its key, "" for the whole table."""

    category: str
    place: int
    text: str
    value: Decimal | None


class Award(NamedTuple):
    """A prize and the number of its winner, None where nobody is left; `level` are tied with the winner."""

    offer: Offer
    winner: int | None
    level: tuple[int, ...]


def prize_value(text: str) -> Decimal | None:
    """Return what a prize is worth: the first number in its text, 150 for "Trophy and 150 €"; None without a number."""
    found = NUMBER.search(text)
    if not found:
        return None
    whole = "".join(letter for letter in found[1] if letter.isdecimal())
    return Decimal(f"{whole}.{found[2] or 0}")


def award_prizes(
    offers: Sequence[Offer], ranks: Sequence[tuple[int, int]], members: Mapping[str, Iterable[int]], one_each: bool
) -> list[Award]:
    """Award the prizes and return them in the order of `offers`.

    `ranks` holds the number and place of every player in the order of the table, `members` the numbers in each category
    by its key.
    """
    place = dict(ranks)
    chosen = {key: set(numbers) for key, numbers in members.items()}
    fields = {key: [number for number, _ in ranks if number in own] for key, own in chosen.items()}
    fields[""] = [number for number, _ in ranks]
    found: dict[int, Award] = {}
    taken: set[int] = set()
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


def _dearest(offer: Offer, index: int) -> tuple[Decimal, bool, int, int]:
    """Sort prizes from the most valuable down; equal ones of the whole table come before those of a category."""
    return (-(offer.value or Decimal(0)), offer.category != "", offer.place, index)


def is_certain(offers: Iterable[Offer], highest: int, lowest: int, one_each: bool) -> bool:
    """Return whether everybody from the `highest` to the `lowest` place gets a prize of the whole table.

    Where each player gets at most one, those ahead leave enough of them; prizes of categories are not needed for that.
    """
    places = [offer.place for offer in offers if offer.category == ""]
    return lowest <= len(places) if one_each else set(range(highest, lowest + 1)) <= set(places)


def share_prizes(
    awards: Iterable[Award], field: Sequence[tuple[int, Decimal]], rule: PrizeSharing
) -> list[tuple[int, Decimal]]:
    """Return what everybody gets in money who shares prizes of one category, in the order of the table.

    `field` holds the numbers and points of those who may win there, the best first. Amounts are in whole cents; the
    first ones get the cents that do not divide.
    """
    if rule == PrizeSharing.PLACE:
        return []
    own: dict[int, Decimal] = {}
    for award in awards:
        if award.winner is not None:
            own[award.winner] = own.get(award.winner, Decimal(0)) + (award.offer.value or 0)
    shares: list[tuple[int, Decimal]] = []
    for _points, run in groupby(field, key=lambda each: each[1]):
        group = [number for number, _ in run]
        pool = sum((own.get(number, Decimal(0)) for number in group), Decimal(0))
        if len(group) > 1 and pool:
            kept = [own.get(number, Decimal(0)) / 2 if rule == PrizeSharing.HORT else Decimal(0) for number in group]
            equal = (pool - sum(kept)) / len(group)
            shares += zip(group, _round_shares([half + equal for half in kept], pool), strict=True)
    return shares


def _round_shares(exact: list[Decimal], pool: Decimal) -> list[Decimal]:
    """Round amounts down to cents, and give the cents that are left to the first ones."""
    cent = Decimal("0.01")
    rounded = [amount.quantize(cent, ROUND_DOWN) for amount in exact]
    left = int((pool - sum(rounded)) / cent)
    return [amount + (cent if place < left else 0) for place, amount in enumerate(rounded)]
