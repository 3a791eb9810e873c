"""How the first of the table came to their places: the place of each after every round, as lines for an SVG.

One unit of the picture is a tenth of a place and a hundredth of a round; the page stretches it to its own size.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from tiebreaks.ranking.ranked_table import Standings
from tournaments.queries.standings.standings import read_places_by_round
from tournaments.wording.basis import describe_rules

MOST = 12  # lines that can be told apart on a phone
ROUND, PLACE = 100, 10


class Runner(NamedTuple):
    """One of the first: `places` are those after each round. `line` and `dots` are paths.

    Places that the picture has no room for are cut off at its lower edge.
    """

    number: int
    name: str
    places: tuple[int, ...]
    line: str
    dots: str

    @property
    def place_list(self) -> str:
        return " ".join(map(str, self.places))


class Race(NamedTuple):
    """`runners` are in the order of the table, computed by `rules`; `is_whole` tells that everybody is among them."""

    rounds: tuple[int, ...]
    runners: tuple[Runner, ...]
    is_whole: bool
    rules: str = ""

    @property
    def box(self) -> str:
        """Return the size of the picture as SVG wants it."""
        return f"0 0 {ROUND * len(self.rounds)} {PLACE * len(self.runners)}"


def read_race(ranked: Standings) -> Race | None:
    """Return the places of the first after each round of a table; None before the second round."""
    names = {number: player.name for number, player in ranked.facts.players.items()}
    order = [row.number for row in ranked.rows]
    race = draw_race(read_places_by_round(ranked), order, names)
    return race and race._replace(rules=describe_rules(ranked))


def draw_race(places: Mapping[int, Mapping[int, int]], order: Sequence[int], names: Mapping[int, str]) -> Race | None:
    """Draw the places by round of those who are first in `order`. Lines meet where a place is shared."""
    rounds, first = tuple(sorted(places)), order[:MOST]
    if len(rounds) < 2:
        return None
    runners = []
    for number in first:
        own = tuple(places[round_number][number] for round_number in rounds)
        heights = [PLACE * min(place, len(first) + 1) - PLACE // 2 for place in own]
        runners.append(Runner(number, names[number], own, draw_line(heights), draw_dots(heights, PLACE * len(first))))
    return Race(rounds, tuple(runners), len(first) == len(order))


def draw_line(heights: Sequence[int]) -> str:
    """Return a path through these heights, one in the middle of each round, level there."""
    steps = (
        f"C{ROUND * index} {before} {ROUND * index} {after} {ROUND * index + ROUND // 2} {after}"
        for index, (before, after) in enumerate(pairwise(heights), 1)
    )
    return f"M{ROUND // 2} {heights[0]}{''.join(steps)}"


def draw_dots(heights: Sequence[int], bottom: int) -> str:
    """Return lines without length, of which round ends make dots, at the heights above the bottom."""
    return "".join(
        f"M{ROUND * index + ROUND // 2} {height}h0" for index, height in enumerate(heights) if height < bottom
    )
