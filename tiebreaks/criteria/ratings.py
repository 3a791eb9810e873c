"""Criteria of the opponents' ratings (C.07, article 10). Only games played over the board count."""

from __future__ import annotations

from decimal import Decimal
from itertools import compress

from tiebreaks.criteria.criterion import ChosenCriterion
from tiebreaks.criteria.registry import column_criterion, criterion
from tiebreaks.facts.rating_methods import rating_in_round
from tiebreaks.facts.scoring import AT_THE_BOARD
from tiebreaks.facts.size import MOST_ROUNDS
from tiebreaks.refusal import gettext_noop, sentence
from tiebreaks.table.columns import Column, Rounds
from tiebreaks.table.table import Table
from tiebreaks.table.working import ROUNDED_MEAN, SUM_IF_ANY, Remark, Term

LOWEST = 0
NO_RATING = sentence(
    "undefined-no-rating",
    gettext_noop("Player {number} ({name}) has no rating; the event sets none for the unrated."),
)
NO_GAME = sentence("undefined-no-game", gettext_noop("No game was played over the board."))


def starting_ratings(table: Table, chosen: ChosenCriterion) -> dict[int, int]:
    """Return all ratings of the event, for unrated players the one that counts for them.

    That is the number of the modifier U, or the event's, where 0 stands for the lowest of all ratings. The result is
    empty if anybody has no rating: then the rating criteria are dropped (10.1). Of several ratings of a player it is
    the first (article 10), unless the event takes the last.
    """
    for_unrated = chosen.modifier_number("U")
    return table.compute_once(
        ("ratings", for_unrated),
        lambda: _ratings(table, table.facts.unrated_rating if for_unrated is None else for_unrated),
    )


def _ratings(table: Table, for_unrated: int | Decimal | None) -> dict[int, int]:
    facts = table.facts
    known = {n: facts.rating_of(player) or 0 for n, player in facts.players.items()}
    if facts.tiebreak_ratings == "last":
        known = {
            n: rating_in_round(known[n], player.later_ratings, MOST_ROUNDS) or 0 for n, player in facts.players.items()
        }
    if for_unrated == LOWEST:
        for_unrated = min(filter(None, known.values()), default=0)
    ratings = {n: rating or int(for_unrated or 0) for n, rating in known.items()}
    return ratings if all(ratings.values()) else {}


def why_unrated(table: Table, chosen: ChosenCriterion) -> Remark:
    """Say why a criterion of ratings has no value: somebody in the event has no rating, or no game counts."""
    if starting_ratings(table, chosen):
        return Remark(NO_GAME)
    unrated = next(p for _, p in sorted(table.facts.players.items()) if not table.facts.rating_of(p))
    return Remark(NO_RATING, {"number": unrated.number, "name": unrated.name})


def opponents_ratings(table: Table, chosen: ChosenCriterion, rounds: Rounds) -> Column:
    """Return the ratings of the opponents over the board in these rounds; empty if anybody in the event has none."""

    def compute() -> Column:
        ratings = starting_ratings(table, chosen)
        if not ratings:
            return Column.of(dict.fromkeys(rounds.numbers, ()))
        if table.facts.tiebreak_ratings != "each":
            return rounds.column_of_opponents(ratings)
        return _ratings_in_rounds(table, ratings, rounds)

    return table.compute_once(("opponents' ratings", chosen.modifier_number("U"), rounds is table.rounds), compute)


def _ratings_in_rounds(table: Table, first: dict[int, int], rounds: Rounds) -> Column:
    """Return for each opponent over the board the rating in that round."""
    later = {n: player.later_ratings for n, player in table.facts.players.items()}
    at_the_board = rounds.are_of(AT_THE_BOARD)
    games = list(compress(rounds.games, at_the_board))
    opponents = [game.opponent for game in games if game.opponent is not None]  # all of them have one
    values = [
        rating_in_round(first[opponent], later[opponent], game.round) or 0
        for opponent, game in zip(opponents, games, strict=True)
    ]
    return rounds.column(values, wanted=at_the_board)


@column_criterion(
    "ARO",
    name=gettext_noop("Average rating of opponents"),
    formula=gettext_noop("Take the average rating of the opponents played over the board, rounded to a whole number."),
    rule="C.07 10.1",
    modifiers="CMU",
    scope=("swiss",),
    from_sum=ROUNDED_MEAN,
    why_undefined=why_unrated,
    by_modifiers=True,
)
def average_rating_of_opponents(table: Table, chosen: ChosenCriterion) -> Column:
    return opponents_ratings(table, chosen, table.rounds_and_open)


@column_criterion(
    "SRO",
    name=gettext_noop("Sum of opponents’ ratings"),
    formula=gettext_noop("Add up the ratings of the opponents played over the board."),
    rule="",
    modifiers="CMU",
    scope=("swiss",),
    from_sum=SUM_IF_ANY,
    why_undefined=why_unrated,
    by_modifiers=True,
)
def sum_of_ratings_of_opponents(table: Table, chosen: ChosenCriterion) -> Column:
    return opponents_ratings(table, chosen, table.rounds_and_open)


@criterion(
    "RTNG",
    name=gettext_noop("Rating"),
    formula=gettext_noop("Take the player’s own rating at the start."),
    rule="C.07 10.6",
    modifiers="RU",
    from_sum=SUM_IF_ANY,
    why_undefined=why_unrated,
    by_modifiers=True,
)
def own_rating(table: Table, number: int, chosen: ChosenCriterion) -> list[Term]:
    ratings = starting_ratings(table, chosen)
    return [Term(None, ratings[number])] if ratings else []


@criterion(
    "TPN",
    name=gettext_noop("Pairing number"),
    formula=gettext_noop("Take the player’s pairing number; the lower one is ahead."),
    rule="C.07 7.8",
    modifiers="R",
    lower_is_better=True,
)
def pairing_number(table: Table, number: int) -> list[Term]:
    return [Term(None, table.facts.players[number].start_number)]
