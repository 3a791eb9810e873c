"""Prizes in words: what was typed, and the amount where that does not say it."""

from tournaments.domain.number_format import money
from tournaments.domain.standings.prize_amounts import is_only_amount, read_amount
from tournaments.domain.standings.prizes import Offer


def name_prize(offer: Offer) -> str:
    """Write a prize: "1,500 €", "Trophy and 150 €" as typed, "Crystal 2026 · 150 €" where the line does not say it."""
    if offer.amount is None:
        return offer.text
    written = money(offer.amount, offer.currency)
    if is_only_amount(offer.text):
        return written
    says_so = read_amount(offer.text)[:2] == (offer.amount, offer.currency)
    return offer.text if says_so else f"{offer.text} · {written}"
