"""The prizes as their owner arranges them: the lines of each list, and what was read out of them."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from tournaments.domain.number_format import money
from tournaments.domain.standings.prizes import Offer, find_rises
from tournaments.models import Event, Prize
from tournaments.queries.standings.prizes import make_offer


class Line(NamedTuple):
    """A prize: its `amount` as read or typed, and whether somebody should confirm it."""

    place: int
    text: str
    amount: str
    is_doubtful: bool


class Lines(NamedTuple):
    """The prizes of one list, and what seems odd about their amounts."""

    texts: str
    lines: tuple[Line, ...]
    rises: tuple[str, ...]

    @property
    def amounts(self) -> str:
        """Return the amounts in one line."""
        return " · ".join(line.amount or "–" for line in self.lines)

    @property
    def is_doubtful(self) -> bool:
        return any(line.is_doubtful for line in self.lines)

    @property
    def is_odd(self) -> bool:
        """Tell whether somebody should look at the amounts."""
        return self.is_doubtful or bool(self.rises)


class PrizeSetup(NamedTuple):
    """The lists of an event by key, and all `currencies` where there are several."""

    lists: dict[str, Lines]
    currencies: str

    def lines(self, key: str) -> Lines:
        return self.lists.get(key, Lines("", (), ()))


def arrange_prizes(event: Event) -> PrizeSetup:
    """Return the prizes of an event for the page that changes them. One query."""
    found: dict[str, list[Prize]] = {}
    for prize in event.prizes.select_related("category"):
        found.setdefault(prize.category.key if prize.category else "", []).append(prize)
    currencies = {prize.currency for prizes in found.values() for prize in prizes if prize.amount is not None}
    named = " · ".join(currency or "–" for currency in sorted(currencies))
    return PrizeSetup({key: make_lines(prizes) for key, prizes in found.items()}, named if len(currencies) > 1 else "")


def make_lines(prizes: Sequence[Prize]) -> Lines:
    return Lines(
        "\n".join(prize.text for prize in prizes),
        tuple(
            Line(prize.place, prize.text, write_amount(make_offer(prize)), not prize.is_confirmed) for prize in prizes
        ),
        tuple(describe_rise(*pair) for pair in find_rises(make_offer(prize) for prize in prizes)),
    )


def write_amount(offer: Offer) -> str:
    return "" if offer.amount is None else money(offer.amount, offer.currency)


def describe_rise(earlier: Offer, later: Offer) -> str:
    """Say that a place brings more than one ahead of it."""
    return _("Place %(later)d brings %(more)s, place %(earlier)d only %(less)s.") % {
        "later": later.place,
        "more": write_amount(later),
        "earlier": earlier.place,
        "less": write_amount(earlier),
    }
