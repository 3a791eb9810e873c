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
    return table.rounds_and_open.column(progressive_scores(table), table.rounds.scale)


def progressive_scores(table: Table) -> list[int]:
    """Return the score that each player had after each round, in 1/`rounds.scale`; after an open one that of today."""
    rounds = table.rounds_and_open
    return list(chain.from_iterable(map(accumulate, cut_up(rounds.points, rounds.parts))))
