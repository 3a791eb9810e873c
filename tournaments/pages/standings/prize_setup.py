"""The prizes as their owner arranges them: the lines of each list, and what was read out of them."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from tournaments.domain.choices import SpecialPrize
from tournaments.domain.number_format import money
from tournaments.domain.standings.prizes import Offer, find_rises
from tournaments.models import Event, Prize
from tournaments.queries.players.participants import participants_of
from tournaments.queries.standings.prizes import list_special, make_offer
from tournaments.wording.prizes import describe_list, name_list


class PrizeSetupLine(NamedTuple):
    """A prize: its `amount` as read or typed, and whether somebody should confirm it. `winner` is a start number."""

    place: int
    text: str
    amount: str
    is_doubtful: bool
    winner: int | None
    name: str


class PrizeSetupLines(NamedTuple):
    """The prizes of one list, and what seems odd about their amounts."""

    texts: str
    lines: tuple[PrizeSetupLine, ...]
    rises: tuple[str, ...]

    def as_typed(self, texts: str, beside: Sequence[tuple[str, str, str]]) -> "PrizeSetupLines":
        """Return the same with what was typed: the lines, and the amount and the winner beside each stored one."""
        lines = tuple(
            line._replace(amount=amount, winner=int(winner) if winner.isdecimal() else None)
            for line, (_, amount, winner) in zip(self.lines, beside, strict=False)
        )
        return self._replace(texts=texts, lines=lines or self.lines)

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


class Special(NamedTuple):
    """A special list, and a sentence about who gets its prizes; `by_hand` if somebody names the winners."""

    key: str
    name: str
    rule: str
    by_hand: bool
    list: PrizeSetupLines


class PrizeSetup(NamedTuple):
    """The lists of an event by key, the special ones it can have, and all `currencies` where there are several."""

    lists: dict[str, PrizeSetupLines]
    keys: tuple[str, ...]
    currencies: str

    def lines(self, key: str) -> PrizeSetupLines:
        return self.lists.get(key, PrizeSetupLines("", (), ()))

    @property
    def specials(self) -> list[Special]:
        return [
            Special(key, name_list(key), describe_list(key), key == SpecialPrize.HAND, self.lines(key))
            for key in self.keys
        ]

    @property
    def has_special(self) -> bool:
        return any(key in self.lists for key in self.keys)


def arrange_prizes(event: Event) -> PrizeSetup:
    """Return the prizes of an event for the page that changes them. One query, or two where some are given by hand."""
    found: dict[str, list[Prize]] = {}
    for prize in event.prizes.select_related("category"):
        found.setdefault(prize.key, []).append(prize)
    currencies = {prize.currency for prizes in found.values() for prize in prizes if prize.amount is not None}
    named = " · ".join(currency or "–" for currency in sorted(currencies))
    rows = participants_of(event).values_list("number", "start_number", "name") if SpecialPrize.HAND in found else ()
    people = {number: (start, name) for number, start, name in rows}
    lists = {key: make_lines(prizes, people) for key, prizes in found.items()}
    return PrizeSetup(lists, tuple(list_special(event)), named if len(currencies) > 1 else "")


def make_lines(prizes: Sequence[Prize], people: Mapping[int, tuple[int, str]]) -> PrizeSetupLines:
    lines, offers = [], [make_offer(prize) for prize in prizes]
    for prize, offer in zip(prizes, offers, strict=True):
        start, name = people.get(prize.winner or 0, (None, ""))
        lines.append(PrizeSetupLine(prize.place, prize.text, write_amount(offer), not prize.is_confirmed, start, name))
    rises = find_rises(offer for offer in offers if offer.key != SpecialPrize.HAND)
    texts = "\n".join(prize.text for prize in prizes)
    return PrizeSetupLines(texts, tuple(lines), tuple(describe_rise(*pair) for pair in rises))


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
