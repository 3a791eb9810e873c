"""Rounds of teams in a few lines, for the rules of C.04.6.

round_of("1 2 4: 2 / 3 5 8: 1 / 6 7: 0", met="1-2 5-6", colours="1 ww 3 b", floated=(5,)) has eight teams.
"""

from decimal import Decimal

from pairing.team_swiss.round_pairing import pair_teams
from pairing.team_swiss.teams import Round, SwissTeam
from tiebreaks.facts.games import Colour


def round_of(scores, met="", colours="", floated=(), had_bye=(), game_points=None, played=None, **settings):
    """Return the round; `settings` are those of Round, such as `left` or `preferences`."""
    sides = dict(zip(words := colours.split(), words[1:], strict=False))
    teams = []
    for group in scores.split("/"):
        numbers, score = group.split(":")
        for tpn in sorted(map(int, numbers.split())):
            own = tuple(map(Colour, sides.get(str(tpn), "")))
            standing = (Decimal(score), Decimal((game_points or {}).get(tpn, 0)))
            matches = (played or {}).get(tpn, len(own))
            teams.append(
                SwissTeam(
                    tpn, tpn, Decimal(score), tpn % 2 == 1, standing, own, tpn in floated, matches, tpn in had_bye
                )
            )
    place_of = {team.tpn: place for place, team in enumerate(teams)}
    pairs = [tuple(place_of[int(number)] for number in pair.split("-")) for pair in met.split()]
    apart = [frozenset(sum(pair) - place for pair in pairs if place in pair) for place in range(len(teams))]
    return Round(teams, apart, **settings)


def pairs_of(this_round):
    """Return a round as our engine pairs it: `1-4 2-3 | 5-6` has two brackets, `7` at the end the bye."""
    paired = pair_teams(this_round)
    if paired is None:
        return None
    number = [team.tpn for team in this_round.teams]
    brackets = [" ".join(f"{number[a]}-{number[b]}" for a, b in each.pairs) for each in paired.brackets]
    return " | ".join([*brackets, *([] if paired.bye is None else [str(number[paired.bye])])])
