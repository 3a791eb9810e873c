"""Events before their last rounds as a line of text, and the outlook of everybody as another."""

from decimal import Decimal

from tiebreaks.facts.crosstable import Crosstable, Player
from tiebreaks.facts.games import Colour, Game, Kind
from tiebreaks.facts.team_crosstable import team_crosstable
from tiebreaks.facts.teams import Match
from tiebreaks.order.notation import read_order
from tiebreaks.outlook.marks import compute_outlooks

ORDER = read_order("PTS,SPREAD")


def before_the_end(table, games="", to_come=1, **settings):
    """Read "Anna 6 +100 | …" as points and spread of players, and "Anna-Ben …" as the open games of the next round.

    `to_come` is the number of rounds to come; players with a game in the next one are paired in it.
    """
    lines = [line.split() for line in table.split("|")]
    names = [name for name, *_ in lines]
    has = {
        n: [Game(1, None, Colour.NONE, Kind.FPB, Decimal(points), int(spread[0]) if spread else 0, letter="F")]
        for n, (_, points, *spread) in enumerate(lines, start=1)
    }
    for one, other in (tuple(names.index(name) + 1 for name in game.split("-")) for game in games.split()):
        has[one].append(Game(2, other, Colour.WHITE, Kind.OPEN, Decimal(0)))
        has[other].append(Game(2, one, Colour.BLACK, Kind.OPEN, Decimal(0)))
    players = {n: Player(n, name) for n, name in enumerate(names, start=1)}
    return Crosstable(players, {n: tuple(own) for n, own in has.items()}, 1 + to_come, **settings)


def teams_meet(table, *pairs):
    """Return a table of teams with open matches of these pairs in its last round."""
    event, open_matches = table.team_event, {}
    for pair in pairs:
        for one, other, colour in zip(pair, reversed(pair), (Colour.WHITE, Colour.BLACK), strict=True):
            open_matches[one] = Match(table.rounds, other, colour, Kind.OPEN, Decimal(0), Decimal(0))
    matches = {n: (*own, open_matches[n]) if n in open_matches else own for n, own in event.matches.items()}
    return team_crosstable(event._replace(matches=matches))


def marks(facts, places, order=ORDER):
    """Write the marks as "safe: … possible: … out: …"."""
    return write_marks(facts, compute_outlooks(facts, order, places))


def write_marks(facts, outlooks):
    named = {
        mark: [facts.players[n].name for n, each in sorted(outlooks.items()) if each.mark == mark] or ["-"]
        for mark in ("safe", "possible", "out")
    }
    return " ".join(f"{mark}: {' '.join(names)}" for mark, names in named.items())


def why(facts, places, name, order=ORDER):
    outlooks = compute_outlooks(facts, order, places)
    return next(str(outlooks[n]) for n, player in facts.players.items() if player.name == name)
