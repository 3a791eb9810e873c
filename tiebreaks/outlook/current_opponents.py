"""Rating criteria that include the coming opponent, whose rating is known as soon as the round is paired.

From the first result of a round on its opponents count by themselves.
"""

from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.facts.games import Kind
from tiebreaks.ranking.ranked_table import Standings
from tiebreaks.refusal import gettext_noop, sentence
from tiebreaks.standings import rank
from tiebreaks.table.working import Working

CURRENT = sentence("current-opponent", gettext_noop("the current opponent: the round has not begun"))

# Performance ratings need the result as well, and a player's own rating has no opponent.
KNOWN_WHEN_PAIRED = {"ARO", "SRO"}


def with_current_opponents(facts: Crosstable, last: int) -> Crosstable:
    """Return the facts with the open games after round `last` taken as played; their points are zero."""
    return facts._replace(
        games={
            number: tuple(g._replace(kind=Kind.PLAYED) if g.kind == Kind.OPEN and g.round > last else g for g in games)
            for number, games in facts.games.items()
        }
    )


def explain_with_current(standings: Standings, number: int, column: int) -> Working | None:
    """Return the working of a rating criterion with the coming opponent, None if there is nothing to add.

    `column` is the index of the criterion in the order of the standings.
    """
    chosen, last = standings.order[column], standings.table.rounds_so_far
    games = standings.facts.games.get(number, ())
    coming = {game.round for game in games if game.kind == Kind.OPEN and game.round > last}
    if chosen.code not in KNOWN_WHEN_PAIRED or not coming:
        return None
    working = rank(with_current_opponents(standings.facts, last), (chosen,)).explain(number, 0)
    terms = (t._replace(reason=CURRENT) if t.round in coming else t for t in working.terms)
    return working._replace(terms=tuple(terms))
