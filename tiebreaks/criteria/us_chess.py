"""The tie-breaks of US Chess: opponents' adjusted scores and cumulative scores (Official Rules of Chess, 34E).

A game that an opponent did not play counts as a draw for others, whatever it was worth; an own one is an opponent with
nothing. No edition of C.07 changes that.
"""

from tiebreaks.criteria.progressive import progressive_scores
from tiebreaks.criteria.registry import column_criterion
from tiebreaks.facts.scoring import AT_THE_BOARD
from tiebreaks.refusal import gettext_noop, sentence
from tiebreaks.table.columns import Column
from tiebreaks.table.table import Table
from tiebreaks.table.unplayed import opponents_with_draws
from tiebreaks.table.working import HIGH, LOW

POINTS_TAKEN_OFF = sentence(
    "points-taken-off", gettext_noop("not played: the points of this round are taken off once (34E3)")
)
LONG = 9  # rounds of an event in which two scores are left out instead of one


@column_criterion(
    "SOLK",
    name=gettext_noop("Solkoff"),
    formula=gettext_noop(
        "Add up the scores of all opponents, in which each game not played counts as a draw; a round that the player"
        " did not play counts for nothing."
    ),
    rule="US Chess 34E2",
    scope=("swiss",),
)
def solkoff(table: Table) -> Column:
    return opponents_with_draws(table).column()


@column_criterion(
    "MMED",
    name=gettext_noop("Modified median"),
    formula=gettext_noop(
        "Add up the scores of the opponents as in Solkoff, without the lowest for a player with more than half of the"
        " possible points, without the highest for one with less, and without both for one with exactly half. From nine"
        " rounds on, leave out two instead of one."
    ),
    rule="US Chess 34E1",
    scope=("swiss",),
)
def modified_median(table: Table) -> Column:
    opponents, rounds = opponents_with_draws(table), table.rounds_so_far
    possible, several = table.in_scale(table.facts.possible_points(rounds)), 2 if rounds >= LONG else 1
    cut = dict[int, str]()
    for number, part in zip(opponents.rounds.numbers, opponents.rounds.parts, strict=True):
        lowest_first = sorted(range(part.start, part.stop), key=opponents.strengths.__getitem__)
        if 2 * table.scores[number] <= possible:
            cut |= dict.fromkeys(lowest_first[-several:], HIGH)
        if 2 * table.scores[number] >= possible:
            cut |= dict.fromkeys(lowest_first[:several], LOW)
    return opponents.column(cut)


@column_criterion(
    "CUM",
    name=gettext_noop("Cumulative score"),
    formula=gettext_noop(
        "Add up the scores that the player had after each round, and take off once the points of rounds that were not"
        " played."
    ),
    rule="US Chess 34E3",
)
def cumulative_score(table: Table) -> Column:
    rounds, scores = table.rounds_and_open, progressive_scores(table)
    taken = [0 if played else points for played, points in zip(rounds.are_of(AT_THE_BOARD), rounds.points, strict=True)]
    return rounds.column(
        [score - off for score, off in zip(scores, taken, strict=True)],
        rounds.scale,
        reason=lambda position: POINTS_TAKEN_OFF if taken[position] else "",
    )


@column_criterion(
    "OCUM",
    name=gettext_noop("Cumulative scores of opposition"),
    formula=gettext_noop("Add up the cumulative scores of the opponents played."),
    rule="US Chess 34E9",
    scope=("swiss",),
)
def cumulative_scores_of_opposition(table: Table) -> Column:
    column = cumulative_score(table)
    scores = dict(zip(column.numbers, column.sums(), strict=True))
    return table.rounds_and_open.column_of_opponents(scores, column.scale)
