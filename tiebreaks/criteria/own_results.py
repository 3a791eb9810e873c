"""Criteria of a player's own record (C.07, article 7): points, wins, games with Black, rounds elected to play.

What a kind of round counts for is a row of `tiebreaks.facts.scoring`, so each criterion says only what it counts.
"""

from collections.abc import Callable

from tiebreaks.criteria.registry import column_criterion
from tiebreaks.facts.games import ONE, Colour, Game, Scheme
from tiebreaks.facts.scoring import AT_THE_BOARD, KIND_COUNTS, result_points
from tiebreaks.refusal import gettext_noop, sentence
from tiebreaks.table.columns import Column, Rounds
from tiebreaks.table.table import Table
from tiebreaks.table.working import Term

DECIDED = sentence("decided", gettext_noop("an arbiter’s decision outside the games"))


@column_criterion(
    "PTS",
    name=gettext_noop("Points"),
    formula=gettext_noop("Add up the points of all rounds."),
    rule="C.07 4.1",
)
def points(table: Table) -> Column:
    adjustments = table.facts.adjustments
    if not adjustments:
        return table.points
    decided = {n: [Term(None, each.points, reason=DECIDED) for each in own] for n, own in adjustments.items()}
    return Column.of({n: [*table.points.terms_of(n), *decided.get(n, ())] for n in table.points.numbers})


def _count(rounds: Rounds, counts: Callable[[Game], bool]) -> Column:
    wanted = list(map(counts, rounds.games))
    return rounds.column([1] * sum(wanted), wanted=wanted)


def _is_won(game: Game, scheme: Scheme) -> bool:
    return KIND_COUNTS[game.kind].over_the_board and result_points(game, scheme) == ONE


@column_criterion(
    "WIN",
    name=gettext_noop("Number of wins"),
    formula=gettext_noop("Count the rounds worth at least as much as a win, played or not."),
    rule="C.07 7.1",
    scores=("MP",),
)
def wins(table: Table) -> Column:
    least = {number: table.facts.scheme_of(number).win for number in range(1, table.rounds_so_far + 1)}
    return _count(table.rounds, lambda game: game.points >= least[game.round])


@column_criterion(
    "WON",
    name=gettext_noop("Games won over the board"),
    formula=gettext_noop("Count the games won over the board."),
    rule="C.07 7.2",
    scores=("MP",),
)
def games_won(table: Table) -> Column:
    return _count(table.rounds, lambda game: _is_won(game, table.scheme))


@column_criterion(
    "BPG",
    name=gettext_noop("Games played with Black"),
    formula=gettext_noop("Count the games played over the board with Black."),
    rule="C.07 7.3",
    scope=("swiss", "round-robin", "chess"),
)
def games_with_black(table: Table) -> Column:
    return _count(table.rounds_and_open, lambda game: game.kind in AT_THE_BOARD and game.colour == Colour.BLACK)


@column_criterion(
    "BWG",
    name=gettext_noop("Games won with Black"),
    formula=gettext_noop("Count the games won over the board with Black."),
    rule="C.07 7.4",
    scope=("swiss", "round-robin", "chess"),
)
def games_won_with_black(table: Table) -> Column:
    return _count(table.rounds, lambda game: game.colour == Colour.BLACK and _is_won(game, table.scheme))


@column_criterion(
    "REP",
    name=gettext_noop("Rounds one elected to play"),
    formula=gettext_noop(
        "Count the rounds that the player did not miss by a requested bye, an absence or a forfeit loss."
    ),
    rule="C.07 7.6",
    scores=("MP",),
)
def rounds_elected(table: Table) -> Column:
    return _count(table.rounds_and_open, lambda game: KIND_COUNTS[game.kind].elected)


@column_criterion(
    "NGP",
    name=gettext_noop("Games played"),
    formula=gettext_noop("Count the games that the player was present for, forfeit wins included."),
    rule="",
)
def games_played(table: Table) -> Column:
    return _count(table.rounds_and_open, lambda game: KIND_COUNTS[game.kind].present)


@column_criterion(
    "STD",
    name=gettext_noop("Standard points"),
    formula=gettext_noop(
        "Count 1 for each round with more points than the scheduled opponent made in it, and ½ for each with as many; "
        "a round without an opponent is compared with the points of a draw."
    ),
    rule="C.07 7.7",
    scores=("MP",),
)
def standard_points(table: Table) -> Column:
    rounds = table.rounds
    draws = {number: table.worth_in_scale("draw", number) for number in range(1, table.rounds_so_far + 1)}
    made: dict[tuple[int | None, int], int] = {
        (number, game.round): points
        for number, part in zip(rounds.numbers, rounds.parts, strict=True)
        for game, points in zip(rounds.games[part], rounds.points[part], strict=True)
    }
    compared = [made.get((game.opponent, game.round), draws[game.round]) for game in rounds.games]
    return rounds.column(
        [2 if own > other else 1 if own == other else 0 for own, other in zip(rounds.points, compared, strict=True)],
        scale=2,
    )
