"""Progressive scores: points from early rounds count more often (C.07 7.5)."""

from tiebreaks.crosstable import ZERO
from tiebreaks.refusal import gettext_noop
from tiebreaks.registry import criterion
from tiebreaks.table import Table
from tiebreaks.working import Term, cut_first_rounds


@criterion(
    "PS",
    name=gettext_noop("Progressive score"),
    formula=gettext_noop("Add up the scores that the player had after each round."),
    rule="C.07 7.5",
    modifiers="C",
    cut=cut_first_rounds,
    scores=("MP", "GP"),
)
def progressive_score(table: Table, number: int) -> list[Term]:
    score, terms = ZERO, []
    for game in table.games_of(number):
        score += game.points
        terms.append(Term(game.round, score, game.opponent, kind=game.kind))
    return terms
