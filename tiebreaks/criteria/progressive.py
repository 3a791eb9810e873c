"""Progressive scores: points from early rounds count more often (C.07 7.5)."""

from itertools import accumulate, chain

from tiebreaks.criteria.registry import column_criterion
from tiebreaks.refusal import gettext_noop
from tiebreaks.table.columns import Column, cut_up
from tiebreaks.table.table import Table
from tiebreaks.table.working import cut_first_rounds


@column_criterion(
    "PS",
    name=gettext_noop("Progressive score"),
    formula=gettext_noop("Add up the scores that the player had after each round."),
    rule="C.07 7.5",
    modifiers="C",
    cut=cut_first_rounds,
    scores=("MP", "GP"),
)
def progressive_score(table: Table) -> Column:
    rounds = table.rounds
    scores = chain.from_iterable(map(accumulate, cut_up(rounds.points, rounds.parts)))
    return rounds.column(list(scores), rounds.scale)
