"""What the open game of a player decides: the places by its result, and whether a prize is then certain."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tiebreaks.outlook.by_result import Places, PossibleResult
from tiebreaks.ranking.ranked_table import Standings
from tournaments.domain.standings import prizes
from tournaments.models import Event
from tournaments.queries.standings import endings
from tournaments.queries.standings.standings import read_places_by_result

NAMES = {
    PossibleResult.WIN: (_("with a win"), pgettext_lazy("a result", "win")),
    PossibleResult.DRAW: (_("with a draw"), pgettext_lazy("a result", "draw")),
    PossibleResult.LOSS: (_("with a loss"), pgettext_lazy("a result", "loss")),
}


class ResultPlaces(NamedTuple):
    """The places with one result, "3" or "1–4"; `has_prize` tells that each of them brings a prize."""

    result: str
    briefly: str
    places: str
    has_prize: bool


class ByResult(NamedTuple):
    """The lines, the best result first, and what they are about: the place after a round, or the final one."""

    title: str
    lines: tuple[ResultPlaces, ...]


def describe_places(
    event: Event, ranked: Standings, number: int, round_number: int, offers: Sequence[prizes.Offer]
) -> ByResult | None:
    """Return what an open game decides, None where nothing can be said; `offers` are the prizes of the event."""
    found = {
        result: places
        for result, places in read_places_by_result(ranked, number, round_number).items()
        if result != PossibleResult.DRAW or event.game.allows_draw
    }
    if not found:
        return None
    is_last = round_number == ranked.facts.rounds and not endings.read_known_endings(ranked)
    title = gettext("Final place") if is_last else gettext("Place after round %(round)d") % {"round": round_number}
    return ByResult(
        title,
        tuple(
            ResultPlaces(
                str(NAMES[result][0]),
                str(NAMES[result][1]),
                write_places(places),
                is_last and prizes.is_certain(offers, places.highest, places.lowest, event.one_prize_each),
            )
            for result, places in found.items()
        ),
    )


def write_places(places: Places) -> str:
    """Write possible places: "3", "1–4"."""
    return str(places.highest) if places.highest == places.lowest else f"{places.highest}–{places.lowest}"
