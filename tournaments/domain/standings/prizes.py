"""Award prizes by the current table.

A list of prizes, of the whole table or of a category, is paid out in the order of its places: nobody placed lower gets
an earlier prize of it. Where each player gets at most one prize, it is the highest: amounts are compared between lists
only, and an earlier place of a list is worth no less than a later one, so a trophy comes before the money behind it.
Otherwise each prize goes to the holder of its place. Of players who share a place, the first in the table gets the
prize and the others are named too. Where the rules of the event divide prizes, those with equal points share the money
of their places: equally, or by the Hort system, in which each player gets half of their own prize and an equal share
of the other halves. Other prizes stay with their place. A prize given by hand comes on top of all others.
"""

from collections.abc import Iterable, Mapping, Sequence
from decimal import ROUND_DOWN, Decimal
from itertools import groupby, pairwise
from typing import NamedTuple

from tournaments.domain.choices import PrizeSharing, SpecialPrize


class Offer(NamedTuple):
    """A prize: `key` is that of its list, "" for the whole table. The `amount` is the money in it.

    `given_to` is the number of whoever gets it by hand.
    """

    key: str
    place: int
    text: str
    amount: Decimal | None
    currency: str = ""
    given_to: int | None = None


class Award(NamedTuple):
    """A prize and the number of its winner, None where nobody is left; `level` are tied with the winner."""

    offer: Offer
    winner: int | None
    level: tuple[int, ...]


class Share(NamedTuple):
    """The money that somebody gets who shares prizes."""

    number: int
    amount: Decimal
    currency: str


def award_prizes(
    offers: Sequence[Offer], fields: Mapping[str, Sequence[tuple[int, int]]], one_each: bool
) -> list[Award]:
    """Award the prizes and return them in the order of `offers`.

    `fields` holds by the key of a list those who may win there, each with the place in it, the best first.
    """
    found: dict[int, Award] = {}
    taken: set[int] = set()
    for index in _order_offers(offers):
        offer = offers[index]
        if offer.key == SpecialPrize.HAND:
            found[index] = Award(offer, offer.given_to, ())
            continue
        field = fields[offer.key]
        free = [each for each in field if each[0] not in taken] if one_each else field[offer.place - 1 :]
        winner, place = free[0] if free else (None, None)
        if one_each and winner is not None:
            taken.add(winner)
        level = tuple(number for number, own in field if own == place and number != winner)
        found[index] = Award(offer, winner, level)
    return [found[index] for index in range(len(offers))]


def _order_offers(offers: Sequence[Offer]) -> list[int]:
    """Return the places of prizes in `offers` from the most valuable on, each list in the order of its places.

    Of equal prizes those of the whole table come before those of a category.
    """
    by_place = sorted(range(len(offers)), key=lambda index: (offers[index].place, index))
    worth: dict[str, Decimal] = {}
    keys: dict[int, tuple[Decimal, bool, int]] = {}
    for rank, index in reversed(list(enumerate(by_place))):
        key = offers[index].key
        worth[key] = max(worth.get(key, Decimal(0)), offers[index].amount or Decimal(0))
        keys[index] = (-worth[key], key != "", rank)
    return sorted(keys, key=keys.__getitem__)


def find_rises(offers: Iterable[Offer]) -> list[tuple[Offer, Offer]]:
    """Return the pairs of places of one list that follow each other, the later one with the higher amount."""
    paid = [offer for offer in offers if offer.amount is not None]
    return [(one, next_one) for one, next_one in pairwise(paid) if (one.amount or 0) < (next_one.amount or 0)]


def is_certain(offers: Iterable[Offer], highest: int, lowest: int, one_each: bool) -> bool:
    """Return whether everybody from the `highest` to the `lowest` place gets a prize of the whole table.

    Where each player gets at most one, those ahead leave enough of them; prizes of categories are not needed for that.
    """
    places = [offer.place for offer in offers if offer.key == ""]
    return lowest <= len(places) if one_each else set(range(highest, lowest + 1)) <= set(places)


def share_prizes(awards: Iterable[Award], field: Sequence[tuple[int, Decimal]], rule: PrizeSharing) -> list[Share]:
    """Return what everybody gets in money who shares prizes of one list, in the order of the table.

    `field` holds the numbers and points of those who may win there, the best first. Each currency is divided by
    itself. Amounts are in whole cents; the first ones get the cents that do not divide.
    """
    own: dict[str, dict[int, Decimal]] = {}
    for award in awards:
        if award.winner is not None and award.offer.amount and rule != PrizeSharing.PLACE:
            pockets = own.setdefault(award.offer.currency, {})
            pockets[award.winner] = pockets.get(award.winner, Decimal(0)) + award.offer.amount
    groups = [[number for number, _ in run] for _points, run in groupby(field, key=lambda each: each[1])]
    return [
        Share(number, amount, currency)
        for group in groups
        for currency, pockets in own.items()
        for number, amount in _divide(group, pockets, rule)
    ]


def _divide(group: Sequence[int], own: Mapping[int, Decimal], rule: PrizeSharing) -> list[tuple[int, Decimal]]:
    """Divide the money of those who are level; nothing where there is none or nobody to share it with."""
    pool = sum((own.get(number, Decimal(0)) for number in group), Decimal(0))
    if len(group) < 2 or not pool:
        return []
    kept = [own.get(number, Decimal(0)) / 2 if rule == PrizeSharing.HORT else Decimal(0) for number in group]
    equal = (pool - sum(kept)) / len(group)
    return list(zip(group, _round_shares([half + equal for half in kept], pool), strict=True))


def _round_shares(exact: list[Decimal], pool: Decimal) -> list[Decimal]:
    """Round amounts down to cents, and give the cents that are left to the first ones."""
    cent = Decimal("0.01")
    rounded = [amount.quantize(cent, ROUND_DOWN) for amount in exact]
    left = int((pool - sum(rounded)) / cent)
    return [amount + (cent if place < left else 0) for place, amount in enumerate(rounded)]
