"""What ratings were worth: a heat map by lead and side, and who made more than the rating lets expect."""

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from django.utils.translation import gettext

from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.facts.games import Colour
from tiebreaks.values.numbers import round_half_up
from tournaments.domain.disciplines import GameRules
from tournaments.domain.number_format import decimal_figure, figure
from tournaments.domain.players.rating_change import compute_change, list_rated_games
from tournaments.domain.standings import statistics
from tournaments.wording import games as games_wording


class RatedPlayer(NamedTuple):
    number: int
    name: str
    rating: int | None


class Warmth(NamedTuple):
    """A cell of the heat map: the share of the points, its tint from 0 to 10, and of how many games, if counted."""

    share: str
    tint: int
    games: int


class HeatRow(NamedTuple):
    """A row of the heat map; None where no game was played."""

    name: str
    cells: tuple[Warmth | None, ...]


class HeatMap(NamedTuple):
    """What the higher rated made of their games, by the lead in rating and the side."""

    leads: tuple[str, ...]
    rows: tuple[HeatRow, ...]


class Gain(NamedTuple):
    """A player who made more than the rating lets expect."""

    size: str
    player: RatedPlayer
    points: str
    games: int
    expected: str
    performance: int


def read_heat(rules: GameRules, facts: Crosstable, games: list[statistics.PlayedGame]) -> HeatMap | None:
    """Return the heat map; None without sides, or where nobody with a rating met anybody with one."""
    counted = statistics.count_by_lead(games, facts) if rules.has_sides else {}
    gaps = [gap for gap in statistics.GAPS if any(gap == lead for _, lead in counted)]
    if not gaps:
        return None
    names = (games_wording.name_side(colour, facts.discipline) for colour in (Colour.WHITE, Colour.BLACK))
    rows = [
        HeatRow(name, tuple(_warmth(counted.get((is_first, gap))) for gap in gaps))
        for name, is_first in zip(names, (True, False), strict=True)
    ]
    if rules.follows_fide:
        rows.append(HeatRow(gettext("Expected"), tuple(_expected(counted, gap) for gap in gaps)))
    return HeatMap(tuple(_name_gap(gap) for gap in gaps), tuple(rows))


def _name_gap(gap: int) -> str:
    after = next((each for each in statistics.GAPS if each > gap), None)
    return f"{gap}–{after - 1}" if after else f"≥ {gap}"


def _warmth(chance: statistics.Chance | None) -> Warmth | None:
    if chance is None:
        return None
    share = Fraction(chance.points) / chance.games
    return Warmth(write_percent(100 * share), round(10 * share), chance.games)


def _expected(counted: dict[tuple[bool, int], statistics.Chance], gap: int) -> Warmth | None:
    """Return what FIDE's table expects of all games of a lead, which stand counted in the rows above."""
    sides = [chance for (_, lead), chance in counted.items() if lead == gap]
    games = sum(chance.games for chance in sides)
    expected = _warmth(statistics.Chance(games, sum((chance.expected for chance in sides), Decimal(0)), Decimal(0)))
    return expected and expected._replace(games=0)


def list_gains(facts: Crosstable) -> Iterator[Gain]:
    """Yield those who made most more than expected, the largest difference first."""
    gained = []
    for number, player in facts.players.items():
        more = sum((game.points - game.expected for game in list_rated_games(facts, number)), Decimal(0))
        if more > 0:
            gained.append((more, player))
    gained.sort(key=lambda each: (-each[0], each[1].start_number))
    for more, player in gained[: statistics.HIGHLIGHTS]:
        change = compute_change(facts, player.number, None)
        assert change is not None  # there is a rated game
        yield Gain(
            size=decimal_figure(round_half_up(more, 1), 1, signed=True),
            player=RatedPlayer(player.number, player.name, player.rating),
            points=figure(change.points),
            games=change.games,
            expected=decimal_figure(round_half_up(change.expected, 1), 1),
            performance=change.performance,
        )


def write_percent(share: Fraction) -> str:
    """Write a share of a hundred: 53 %."""
    return f"{round_half_up(share, 0)}\N{NARROW NO-BREAK SPACE}%"
