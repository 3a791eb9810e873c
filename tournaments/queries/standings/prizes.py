"""Who gets which prize by the current table, and what is divided: the one place that computes it."""

from collections.abc import Mapping
from decimal import Decimal
from typing import NamedTuple

from tiebreaks.ranking.ranked_table import Standings
from tournaments.access.reader import Reader
from tournaments.domain.choices import PrizeSharing
from tournaments.domain.standings import prizes
from tournaments.models import Event, Prize
from tournaments.queries.standings.categories import read_members
from tournaments.queries.standings.endings import has_started, is_knock_out
from tournaments.queries.standings.standings import read_standings

type Field = list[tuple[int, int]]  # those who may win, each with their place


class PrizeList(NamedTuple):
    """The prizes of the whole table or of a category, by its key, and the shares of those who divide them."""

    key: str
    awards: tuple[prizes.Award, ...]
    shares: tuple[prizes.Share, ...]


def read_prize_lists(reader: Reader) -> tuple[PrizeList, ...]:
    """Return the lists that have prizes, the whole table first; nobody wins anything before the first result."""
    event, ranked = reader.event, read_standings(reader)
    offers = read_offers(event)
    fields = read_fields(event, ranked) if has_started(ranked) else {offer.key: [] for offer in offers}
    awards = prizes.award_prizes(offers, fields, event.one_prize_each)
    return tuple(
        PrizeList(
            key, tuple(award for award in awards if award.offer.key == key), _share(key, awards, fields, ranked, event)
        )
        for key in dict.fromkeys(offer.key for offer in offers)
    )


def read_offers(event: Event) -> list[prizes.Offer]:
    """Return the prizes of an event in their order. One query."""
    return [make_offer(prize) for prize in event.prizes.select_related("category")]


def make_offer(prize: Prize) -> prizes.Offer:
    key = prize.category.key if prize.category else ""
    return prizes.Offer(key, prize.place, prize.text, prize.amount, prize.currency)


def read_fields(event: Event, ranked: Standings) -> dict[str, Field]:
    """Return by list those who may win there, in the order of the table. One query."""
    whole = [(row.number, row.rank) for row in ranked.rows]
    members = read_members(event, ranked.facts)
    return {"": whole} | {category.key: [each for each in whole if each[0] in own] for category, own in members.items()}


def _share(
    key: str, awards: list[prizes.Award], fields: Mapping[str, Field], ranked: Standings, event: Event
) -> tuple[prizes.Share, ...]:
    """Return what is divided in one list among those with equal points who have won nothing elsewhere."""
    own = [award for award in awards if award.offer.key == key]
    elsewhere = {award.winner for award in awards if award.offer.key != key and event.one_prize_each}
    level = [
        # Where nobody has points, equal places are what is shared.
        (number, Decimal(-place) if is_knock_out(ranked) else ranked.table.total_points(number))
        for number, place in fields[key]
        if number not in elsewhere
    ]
    return tuple(prizes.share_prizes(own, level, PrizeSharing(event.prize_sharing)))
