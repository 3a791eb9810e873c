"""Prizes in words: what was typed, the amount where that does not say it, and what special lists go by."""

from decimal import Decimal

from django.utils.translation import gettext_lazy as _

from tournaments.domain.choices import SpecialPrize
from tournaments.domain.number_format import decimal_figure, money
from tournaments.domain.standings.prize_amounts import is_only_amount, read_amount
from tournaments.domain.standings.prizes import Offer

RULES = {
    SpecialPrize.PERFORMANCE: _("Against rated opponents in at least half of the rounds."),
    SpecialPrize.RATING: _("Points minus what the ratings let expect (W − We), in rated games."),
    SpecialPrize.HAND: _("By hand, on top of other prizes: for the best game, the longest journey …"),
}


def name_list(key: str) -> str:
    """Name a list of special prizes as a title: "Best performance"."""
    name = str(SpecialPrize(key).label)
    return name[:1].upper() + name[1:]


def describe_list(key: str) -> str:
    """Say who gets the prizes of a special list."""
    return str(RULES[SpecialPrize(key)])


def write_value(key: str, value: Decimal) -> str:
    """Write what a special list goes by: a performance of 2512, a score of +1.35."""
    return str(value) if key == SpecialPrize.PERFORMANCE else decimal_figure(value, 2, signed=True)


def name_prize(offer: Offer) -> str:
    """Write a prize: "1,500 €", "Trophy and 150 €" as typed, "Crystal 2026 · 150 €" where the line does not say it."""
    if offer.amount is None:
        return offer.text
    written = money(offer.amount, offer.currency)
    if is_only_amount(offer.text):
        return written
    says_so = read_amount(offer.text)[:2] == (offer.amount, offer.currency)
    return offer.text if says_so else f"{offer.text} · {written}"
