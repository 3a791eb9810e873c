"""The places of a player by round as a small line: coordinates for an SVG, and the same in words."""

from typing import NamedTuple

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 440, 164, 34, 18, 24, 40
MOST_LABELS, LEAST_SPAN = 10, 4


class Dot(NamedTuple):
    """The place after a round; `label` is false if the numbers would touch each other.

    In a valley the number is below the dot, away from the line.
    """

    round: int
    place: int
    x: int
    y: int
    label: bool
    valley: bool

    @property
    def text_at(self) -> int:
        """Return the height of the number."""
        return self.y + (17 if self.valley else -9)


class Chart(NamedTuple):
    """Higher is better. `top` and `bottom` are the places at both ends, whose lines are at `high` and `low`."""

    dots: tuple[Dot, ...]
    line: str
    top: int
    bottom: int
    high: int = TOP
    low: int = HEIGHT - BOTTOM
    left: int = LEFT
    right: int = WIDTH - RIGHT
    axis: int = HEIGHT - 6
    box: str = f"0 0 {WIDTH} {HEIGHT}"

    @property
    def in_words(self) -> str:
        """Say the places in the order of rounds: "1: 14, 2: 7"."""
        return ", ".join(f"{dot.round}: {dot.place}" for dot in self.dots)


def draw_chart(places: dict[int, int]) -> Chart | None:
    """Return the chart of places by round; None for fewer than two rounds."""
    if len(places) < 2:
        return None
    rounds, best, worst = sorted(places), min(places.values()), max(places.values())
    top = 1 if best <= LEAST_SPAN else best
    bottom = max(worst, top + LEAST_SPAN)
    labelled = {rounds[0], rounds[-1], min(places, key=places.__getitem__), max(places, key=places.__getitem__)}
    dots = []
    for index, number in enumerate(rounds):
        x = LEFT + round(index * (WIDTH - LEFT - RIGHT) / (len(rounds) - 1))
        y = TOP + round((places[number] - top) * (HEIGHT - TOP - BOTTOM) / (bottom - top))
        neighbours = [places[other] for other in rounds[max(index - 1, 0) : index + 2] if other != number]
        valley = places[number] > max(neighbours)
        dots.append(Dot(number, places[number], x, y, len(rounds) <= MOST_LABELS or number in labelled, valley))
    return Chart(tuple(dots), " ".join(f"{dot.x},{dot.y}" for dot in dots), top, bottom)
