"""The opponents' ratings with the current opponent: they are known as soon as the running round is paired."""

from tiebreaks.crosstable import Crosstable, Kind
from tiebreaks.refusal import gettext_noop, sentence
from tiebreaks.standings import Standings, rank
from tiebreaks.working import Working

CURRENT = sentence("current-opponent", gettext_noop("the current opponent: the game is not finished"))

# Performances need the result too; a player's own rating has no opponent.
KNOWN_WHEN_PAIRED = {"ARO", "SRO"}


def with_current_opponents(facts: Crosstable) -> Crosstable:
    """Return the facts with the games that are still open taken as played, worth nothing yet."""
    return facts._replace(
        games={
            number: tuple(g._replace(kind=Kind.PLAYED) if g.kind == Kind.OPEN else g for g in games)
            for number, games in facts.games.items()
        }
    )


def explain_with_current(standings: Standings, number: int, column: int) -> Working | None:
    """Return the working of a rating criterion with the current opponent; None where there is nothing else to say."""
    chosen = standings.order[column]
    running = {game.round for game in standings.facts.games.get(number, ()) if game.kind == Kind.OPEN}
    if chosen.code not in KNOWN_WHEN_PAIRED or not running:
        return None
    working = rank(with_current_opponents(standings.facts), (chosen,)).explain(number, 0)
    terms = (t._replace(reason=CURRENT, kind=Kind.OPEN) if t.round in running else t for t in working.terms)
    return working._replace(terms=tuple(terms))
