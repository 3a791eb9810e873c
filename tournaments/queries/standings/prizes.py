"""Who gets which prize by the current table, and what is divided: the one place that computes it."""

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import NamedTuple

from tiebreaks.ranking.ranked_table import Standings
from tournaments.access.reader import Reader
from tournaments.domain.choices import PrizeSharing, SpecialPrize
from tournaments.domain.standings import prizes
from tournaments.domain.standings.special_prizes import compute_performances, compute_surpluses, order_by_value
from tournaments.models import Event, Prize
from tournaments.queries.standings.endings import has_started, is_knock_out
from tournaments.queries.standings.standings import read_standings

type Field = list[tuple[int, int]]  # those who may win, each with their place


class PrizeList(NamedTuple):
    """The prizes of one list by its key, and the shares of those who divide them.

    `values` are what a special list goes by, by number: the performance, or the score against the rating.
    """

    key: str
    awards: tuple[prizes.Award, ...]
    shares: tuple[prizes.Share, ...]
    values: Mapping[int, Decimal]


def read_prize_lists(reader: Reader, members: Mapping[str, frozenset[int]]) -> tuple[PrizeList, ...]:
    """Return the lists that have prizes, the whole table first; before the first result only what is given by hand.

    `members` are those of each category by its key.
    """
    event, ranked = reader.event, read_standings(reader)
    special, started = list_special(event), has_started(ranked)
    offers = [offer for offer in read_offers(event) if offer.key not in SpecialPrize or offer.key in special]
    keys = dict.fromkeys(offer.key for offer in offers)
    values = compute_values(ranked, keys) if started else {}
    fields: dict[str, Field] = {key: [] for key in keys} | (list_fields(ranked, members) if started else {})
    numbers = [row.number for row in ranked.rows]
    fields |= {key: order_by_value(numbers, own) for key, own in values.items()}
    awards = prizes.award_prizes(offers, fields, event.one_prize_each)
    lists = (
        PrizeList(
            key,
            tuple(award for award in awards if award.offer.key == key),
            () if key in special else _share(key, awards, fields, ranked, event),
            values.get(key, {}),
        )
        for key in keys
    )
    return tuple(sorted(lists, key=lambda each: special.index(each.key) if each.key in special else -1))


def read_offers(event: Event) -> list[prizes.Offer]:
    """Return the prizes of an event in their order. One query."""
    return [make_offer(prize) for prize in event.prizes.select_related("category")]


def make_offer(prize: Prize) -> prizes.Offer:
    return prizes.Offer(prize.key, prize.place, prize.text, prize.amount, prize.currency, prize.winner)


def list_special(event: Event) -> list[str]:
    """Return the special lists that an event can have: performances are those of single players, by FIDE's tables."""
    rated = [SpecialPrize.PERFORMANCE, SpecialPrize.RATING] if event.game.follows_fide and not event.of_teams else []
    return [*rated, SpecialPrize.HAND]


def compute_values(ranked: Standings, keys: Iterable[str]) -> dict[str, dict[int, Decimal]]:
    """Return what special lists go by. A performance needs half of the rounds so far."""
    facts, numbers = ranked.facts, [row.number for row in ranked.rows]
    least = max(1, (ranked.table.rounds_so_far + 1) // 2)
    values = {}
    if SpecialPrize.PERFORMANCE in keys:
        values[str(SpecialPrize.PERFORMANCE)] = compute_performances(facts, numbers, least)
    if SpecialPrize.RATING in keys:
        values[str(SpecialPrize.RATING)] = compute_surpluses(facts, numbers)
    return values


def list_fields(ranked: Standings, members: Mapping[str, frozenset[int]]) -> dict[str, Field]:
    """Return by list those who may win there, in the order of the table."""
    whole = [(row.number, row.rank) for row in ranked.rows]
    return {"": whole} | {key: [each for each in whole if each[0] in own] for key, own in members.items()}


def _share(
    key: str, awards: list[prizes.Award], fields: Mapping[str, Field], ranked: Standings, event: Event
) -> tuple[prizes.Share, ...]:
    """Return what is divided in one list among those with equal points who have won nothing elsewhere."""
    own = [award for award in awards if award.offer.key == key]
    elsewhere = (
        set()
        if not event.one_prize_each
        else {award.winner for award in awards if award.offer.key not in (key, SpecialPrize.HAND)}
    )
    level = [
        # Where nobody has points, equal places are what is shared.
        (number, Decimal(-place) if is_knock_out(ranked) else ranked.table.total_points(number))
        for number, place in fields[key]
        if number not in elsewhere
    ]
    return tuple(prizes.share_prizes(own, level, PrizeSharing(event.prize_sharing)))
