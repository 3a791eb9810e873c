"""Histories as the pairing of a round sees them, read from a few words, and pairings written as words."""

from collections import Counter
from decimal import Decimal

from pairing.rules import history
from tests.notation.paper import read_player_rows
from tiebreaks.facts.crosstable import Crosstable, Player
from tiebreaks.facts.games import Colour


def past(text, rounds=20, **settings):
    return history.read_history(
        read_player_rows(text, rounds=rounds, edition="plain", discipline="scrabble", **settings)
    )


def start(size=8, rounds=20):
    """Return a field before its first round, the best rated first."""
    players = {n: Player(n, f"P{n}", 2000 - n) for n in range(1, size + 1)}
    return history.read_history(Crosstable(players, dict.fromkeys(players, ()), rounds, discipline="scrabble"))


def field(wins, sides="", met="", last=""):
    """Return the history of players 1, 2, … in standing order: wins, sides in rounds 1 to 3 ("-": none), meetings.

    `last` are the games of round 3, the last one.
    """
    sides = sides.split() or ["-"] * len(wins.split())
    entrants = [
        history.Entrant(
            number,
            Decimal(won),
            Decimal(0),
            0,
            0,
            number,
            0,
            tuple((round_number, Colour(side)) for round_number, side in enumerate(own.strip("-"), start=1)),
        )
        for number, (won, own) in enumerate(zip(wins.split(), sides, strict=True), start=1)
    ]
    pairs = [tuple(map(int, pair.split("-"))) for pair in last.split()]
    opponents = {one: ((3, other),) for pair in pairs for one, other in (pair, pair[::-1])}
    meetings = Counter(tuple(map(int, pair.split("-"))) for pair in met.split())
    return history.History(entrants, meetings, 3, 20, 1, opponents)


def pairs(pairing):
    return [board.pair for board in pairing.boards]


def reason_text(reason):
    """Write a reason as its code and parameters."""
    return " ".join([reason.code, *(f"{key}={value}" for key, value in reason.params.items())])
