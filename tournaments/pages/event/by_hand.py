"""What the page of the order shows of values that arbiters enter by hand."""

from typing import NamedTuple

from tiebreaks.outlook.marks import ENTERED_LATER
from tiebreaks.ranking.ranked_table import Row, Standings
from tournaments.access.reader import Reader
from tournaments.domain.number_format import figure
from tournaments.queries.standings.standings import read_standings
from tournaments.wording import criteria


class Entered(NamedTuple):
    """A value as it was entered, or a place in the play-off."""

    name: str
    criterion: str
    value: str
    reason: str


class ByHand(NamedTuple):
    """The criteria of the order that take such values, by code and name, and the values entered so far.

    `tied` are the participants, by number and name, who are level on every criterion before; `others` are the rest.
    """

    kinds: tuple[tuple[str, str], ...]
    tied: tuple[tuple[int, str], ...]
    others: tuple[tuple[int, str], ...]
    entered: tuple[Entered, ...]


def show_by_hand(reader: Reader) -> ByHand | None:
    """Return what can be entered by hand, None where the order has no such criterion and nothing was entered."""
    ranked = read_standings(reader)
    chosen = {one.code: one for one in ranked.order if one.code in ENTERED_LATER}
    entered = tuple(each for row in ranked.rows for each in _entered(ranked, row))
    if not chosen and not entered:
        return None
    tied = find_tied(ranked)
    names = {row.number: f"{row.rank}. {ranked.facts.players[row.number].name}" for row in ranked.rows}
    return ByHand(
        kinds=tuple((code, criteria.name(one)) for code, one in chosen.items()),
        tied=tuple((number, name) for number, name in names.items() if number in tied),
        others=tuple((number, name) for number, name in names.items() if number not in tied),
        entered=entered,
    )


def find_tied(ranked: Standings) -> set[int]:
    """Return who is level with somebody on everything before the first criterion that takes a value by hand."""
    codes = [chosen.code for chosen in ranked.order]
    first = min((codes.index(code) for code in ENTERED_LATER if code in codes), default=len(codes))
    level: dict[tuple[object, ...], list[int]] = {}
    for row in ranked.rows:
        level.setdefault(row.values[:first], []).append(row.number)
    return {number for group in level.values() if len(group) > 1 for number in group}


def _entered(ranked: Standings, row: Row) -> list[Entered]:
    player = ranked.facts.players[row.number]
    reasons = {"MAN": player.manual_reason}
    return [
        Entered(player.name, str(criteria.LABELS[code]), figure(value), reasons.get(code, ""))
        for code, field in ENTERED_LATER.items()
        if (value := getattr(player, field)) is not None
    ]
