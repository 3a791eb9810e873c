"""Rounds that were paired somewhere else or by hand: which of them break a rule that no Swiss pairing may break."""

from __future__ import annotations

from collections.abc import Iterator

from pairing.rules.boards import Board, Bye, Pair, Pairing, Reason
from pairing.rules.history import read_history
from pairing.rules.legality import Limits, find_faults
from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.facts.games import Colour, Game, Kind
from tiebreaks.facts.scoring import UNKNOWN, draw_unknown
from tiebreaks.refusal import Refusal

# Who is not on a board was absent.
NAMED = {"illegal-repeat", "illegal-forbidden", "illegal-second-bye", "illegal-three-alike", "illegal-colour-excess"}


def find_broken_rules(facts: Crosstable, forbidden: frozenset[Pair] = frozenset()) -> Iterator[tuple[int, Reason]]:
    """Yield the round and the reason for every second meeting, second bye and impossible colour of a Swiss event.

    An open game counts as a draw: its players meet. A pair in a file may have met before a rule forbade it: only where
    such pairs are `forbidden` are they named too.
    """
    facts = draw_unknown(facts._replace(games={n: tuple(map(_draw_open, own)) for n, own in facts.games.items()}))
    for round_number in range(1, facts.rounds + 1):
        games = {number: game for number, own in facts.games.items() for game in own if game.round == round_number}
        pairing = _pairing(round_number, games)
        try:
            history = read_history(facts.up_to(round_number - 1)._replace(rounds=facts.rounds))
        except Refusal:
            return
        for fault in find_faults(pairing, history, Limits(forbidden=forbidden), fide=True):
            if fault.code in NAMED:
                yield round_number, fault


def _draw_open(game: Game) -> Game:
    return game._replace(letter=UNKNOWN) if game.kind == Kind.OPEN else game


def _pairing(round_number: int, games: dict[int, Game]) -> Pairing:
    pairs = {(n, game.opponent) for n, game in games.items() if game.opponent and game.colour == Colour.WHITE}
    free = [number for number, game in games.items() if game.kind == Kind.PAB]
    return Pairing(round_number, tuple(Board(*pair) for pair in sorted(pairs)), Bye(free[0]) if free else None)
