"""A player's course against the rating: the performance and the points after each game, as lines for an SVG."""

from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from django.utils.translation import gettext

from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.values.numbers import round_half_up
from tournaments.domain.number_format import decimal_figure, figure
from tournaments.domain.players.rating_change import PerformanceSoFar, follow_performance

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 440, 164, 14, 62, 16, 36
CLOSE = 16  # labels that stand nearer to each other are moved apart

type Numbers = Sequence[Decimal | int]
type Named = tuple[str, str, Numbers, str]  # the code of a line, its name, its values, and the text of the last one


class ChartLine(NamedTuple):
    """A line with its last value: "made" by the player, or "expected" by the rating."""

    code: str
    name: str
    points: str
    label: str
    at: int


class PerformanceChart(NamedTuple):
    """Two lines over the same rounds. `dots` are those of the player."""

    title: str
    in_words: str
    lines: tuple[ChartLine, ChartLine]
    dots: tuple[tuple[int, int], ...]
    rounds: tuple[tuple[int, int], ...]
    end: int = WIDTH - RIGHT + 10
    axis: int = HEIGHT - 8
    box: str = f"0 0 {WIDTH} {HEIGHT}"


def draw_performance_charts(facts: Crosstable, number: int) -> tuple[PerformanceChart, ...]:
    """Return the performance and the points of a player after each rated game; nothing for fewer than two."""
    steps = follow_performance(facts, number)
    if len(steps) < 2:
        return ()
    own = facts.players[number].rating
    assert own is not None  # unrated players have no course
    rounds = [each.round for each in steps]
    performance = _draw(
        gettext("Performance after each round"),
        rounds,
        ("made", gettext("performance"), [each.performance for each in steps], str(steps[-1].performance)),
        ("expected", gettext("rating"), [own] * len(steps), str(own)),
    )
    return performance, _draw_points(steps, rounds)


def _draw_points(steps: list[PerformanceSoFar], rounds: list[int]) -> PerformanceChart:
    made, expected = [each.points for each in steps], [each.expected for each in steps]
    by_rating = decimal_figure(round_half_up(expected[-1], 1), 1)
    return _draw(
        gettext("Points against expectation"),
        [rounds[0] - 1, *rounds],
        ("made", gettext("points"), [0, *made], figure(made[-1])),
        ("expected", gettext("expected by the rating"), [0, *expected], by_rating),
    )


def _draw(title: str, rounds: list[int], made: Named, expected: Named) -> PerformanceChart:
    """Draw both lines over these rounds."""
    values = [*made[2], *expected[2]]
    least, most = min(values), max(values)
    width, height = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
    across = [LEFT + round(index * width / (len(rounds) - 1)) for index in range(len(rounds))]

    def down(value: Decimal | int) -> int:
        return TOP + round((most - value) * height / max(most - least, 1))

    def line(code: str, name: str, numbers: Numbers, label: str, at: int) -> ChartLine:
        points = " ".join(f"{x},{down(value)}" for x, value in zip(across, numbers, strict=True))
        return ChartLine(code, name, points, label, at + 4)

    ends = _apart(down(made[2][-1]), down(expected[2][-1]))
    return PerformanceChart(
        title,
        f"{title}: {made[1]} {made[3]}, {expected[1]} {expected[3]}",
        (line(*expected, ends[1]), line(*made, ends[0])),
        tuple(zip(across, map(down, made[2]), strict=True)),
        tuple(zip(across, rounds, strict=True)),
    )


def _apart(one: int, other: int) -> tuple[int, int]:
    """Move the heights of two labels apart where they would touch."""
    gap = CLOSE - abs(one - other)
    if gap <= 0:
        return one, other
    up, low = min(one, other) - gap // 2, max(one, other) + gap - gap // 2
    return (up, low) if one <= other else (low, up)
