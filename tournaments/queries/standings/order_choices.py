"""Which criteria an event can have, and what one of them would be worth there."""

from typing import NamedTuple

from tiebreaks.criteria.criterion import ChosenCriterion
from tiebreaks.facts.crosstable import Crosstable
from tiebreaks.order import choices
from tiebreaks.order.advice import SYSTEMS, is_possible
from tiebreaks.order.notation import read_criterion
from tiebreaks.ranking.ranked_table import Standings
from tiebreaks.ranking.separation import find_separations
from tiebreaks.standings import rank_again
from tiebreaks.table.working import Working
from tournaments.models import Event
from tournaments.queries.standings.endings import first_of_duels


class ChoiceGroup(NamedTuple):
    """A group of criteria that an event can have, by the English title of the group."""

    title: str
    ways: list[ChosenCriterion]


def count_rounds(event: Event) -> int:
    """Count the rounds whose games the criteria count: those before the first one of duels."""
    first = first_of_duels(event)
    return first - 1 if first else event.planned_rounds


def list_choices(ranked: Standings, rounds: int) -> list[ChoiceGroup]:
    """Return the criteria that an event can have, in their groups; those that only its game has come first."""
    known: dict[ChosenCriterion, bool] = {}

    def fits(chosen: ChosenCriterion) -> bool:
        plain = chosen._replace(modifiers=())
        if plain not in known:
            known[plain] = is_possible(ranked.facts, plain)
        return known[plain] and not choices.leaves_nothing(chosen, rounds)

    def list_ways(notations: str) -> list[ChosenCriterion]:
        listed = [way for text in notations.split() for way in _list_scores(read_criterion(text), of_teams)]
        return sorted(filter(fits, listed), key=lambda way: not SYSTEMS.isdisjoint(way.criterion.scope))

    of_teams = ranked.facts.team_event is not None
    groups = [ChoiceGroup(group.title, list_ways(group.notations)) for group in choices.GROUPS]
    return [group for group in groups if group.ways]


def _list_scores(chosen: ChosenCriterion, of_teams: bool) -> list[ChosenCriterion]:
    """Return a criterion; without modifiers in a team event, also once for each score that it can be computed from."""
    scores = chosen.criterion.scores if of_teams and not chosen.modifiers else ()
    return [chosen, *(chosen._replace(score=score) for score in scores)]


def fits_event(facts: Crosstable, chosen: ChosenCriterion) -> bool:
    """Tell whether an event can have a criterion."""
    return is_possible(facts, chosen._replace(modifiers=()))


def work_out(ranked: Standings, chosen: ChosenCriterion) -> Working:
    """Return the working of a criterion for somebody in the table: the first one among the tied whom it separates."""
    again = rank_again(ranked, [chosen])
    tied = find_separations(again)[1].splits if chosen.criterion.place_group else []
    number = tied[0].group[0] if tied else ranked.rows[0].number
    return again.explain(number, 1)
