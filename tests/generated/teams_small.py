"""Rounds of few teams as no event has them: every mixture of scores, colours, floats, earlier meetings and byes."""

from decimal import Decimal
from itertools import combinations
from random import Random

from pairing.team_swiss import COLOURS
from pairing.team_swiss.teams import Round, SwissTeam
from tiebreaks.facts.games import Colour


def made_up_round(seed, sizes=(4, 5, 6, 6, 7, 7, 8, 8)):
    """Return a round for the solver."""
    chance = Random(f"teams made up {seed}")
    size, levels = chance.choice(sizes), chance.randint(1, 5)
    ranked = sorted((-chance.randrange(levels), tpn) for tpn in range(1, size + 1))
    rate, colours = chance.choice((0, 0.1, 0.3, 0.5, 0.6)), chance.choice(("wb", "wwb", "bbw"))
    matches = chance.choice(((0, 1), (2,), (2, 3), (0, 1, 2, 3, 4)))
    teams = []
    for score, tpn in ranked:
        sides = tuple(Colour(chance.choice(colours)) for _ in range(chance.choice(matches)))
        game_points = Decimal(chance.randint(0, 4))
        teams.append(
            SwissTeam(
                number=tpn,
                tpn=tpn,
                score=Decimal(-score),
                odd=tpn % 2 == 1,
                standing=(Decimal(-score), game_points),
                colours=sides,
                floated=chance.random() < 0.4,
                played=len(sides),
                no_bye=chance.random() < 0.4,
            )
        )
    met = {pair for pair in combinations(range(size), 2) if chance.random() < rate}
    return Round(
        teams=teams,
        apart=[frozenset(sum(pair) - place for pair in met if place in pair) for place in range(size)],
        initial=chance.choice((Colour.WHITE, Colour.BLACK)),
        preferences=COLOURS[seed % 3],
        left=chance.choice((0, 1, 2, 5)),
    )
