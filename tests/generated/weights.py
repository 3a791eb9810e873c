"""Events whose rounds do not count alike: the points of their games are multiplied once more, by plain loops."""

from decimal import Decimal

from hypothesis import strategies as st

FACTORS = ("2", "0.5", "1.5", "3", "0.1")


def factor_of(text, round_number):
    """Return how many times its points a round counts, in a text such as "1-9:2,12:0.5"."""
    for part in filter(None, text.split(",")):
        rounds, factor = part.split(":")
        first, _, last = rounds.partition("-")
        if int(first) <= round_number <= int(last or first):
            return Decimal(factor)
    return Decimal(1)


def weigh_game(game, text):
    return game._replace(points=game.points * factor_of(text, game.round))


def weigh(facts, text):
    """Return an event in which these rounds count otherwise."""
    games = {n: tuple(weigh_game(game, text) for game in own) for n, own in facts.games.items()}
    return facts._replace(games=games, round_factors=text)


@st.composite
def factors(draw):
    """Draw some rounds that count otherwise: "2-3:2,5:0.5"."""
    ends = sorted(draw(st.sets(st.integers(1, 9), min_size=2, max_size=4)))
    spans = zip(ends[::2], ends[1::2], strict=False)
    return ",".join(f"{first}-{last}:{draw(st.sampled_from(FACTORS))}" for first, last in spans)
