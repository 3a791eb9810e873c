"""A made-up pairing as seats: lists of two places that meet, and of one that has the bye."""

from pairing.rules.boards import ordered_pair


def split_seats(seats):
    """Return the pairs, and who has the bye."""
    bye = next((seat[0] for seat in seats if len(seat) == 1), None)
    return {ordered_pair(*seat) for seat in seats if len(seat) == 2}, bye


def swap(seats, one, other):
    """Return the seats with two places swapped."""
    new = {one: other, other: one}
    return [[new.get(place, place) for place in seat] for seat in seats]
