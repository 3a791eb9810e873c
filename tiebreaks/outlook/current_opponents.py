"""Rating criteria that include the current opponent, whose rating is known as soon as the round is paired."""

from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.facts.games import Kind
from tiebreaks.ranking.ranked_table import Standings
from tiebreaks.refusal import gettext_noop, sentence
from tiebreaks.standings import rank
from tiebreaks.table.working import Working

CURRENT = sentence("current-opponent", gettext_noop("the current opponent: the game is not finished"))

# Performance ratings need the result as well, and a player's own rating has no opponent.
KNOWN_WHEN_PAIRED = {"ARO", "SRO"}


def with_current_opponents(facts: Crosstable) -> Crosstable:
    """Return the facts with open games taken as played; their points are zero."""
    return facts._replace(
        games={
            number: tuple(g._replace(kind=Kind.PLAYED) if g.kind == Kind.OPEN else g for g in games)
            for number, games in facts.games.items()
        }
    )


def explain_with_current(standings: Standings, number: int, column: int) -> Working | None:
    """Return the working of a rating criterion with the current opponent, None if there is nothing to add.

    `column` is the index of the criterion in the order of the standings.
    """
    chosen = standings.order[column]
    running = {game.round for game in standings.facts.games.get(number, ()) if game.kind == Kind.OPEN}
    if chosen.code not in KNOWN_WHEN_PAIRED or not running:
        return None
    working = rank(with_current_opponents(standings.facts), (chosen,)).explain(number, 0)
    terms = (t._replace(reason=CURRENT, kind=Kind.OPEN) if t.round in running else t for t in working.terms)
    return working._replace(terms=tuple(terms))
