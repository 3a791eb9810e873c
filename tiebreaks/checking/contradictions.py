"""Statements of a tournament file that its results contradict, as notes for the person who imports it."""

from __future__ import annotations

from collections.abc import Iterator

from tiebreaks.checking.verify import VerificationReport, verify_tournament
from tiebreaks.criteria.criterion import ChosenCriterion
from tiebreaks.facts.team_crosstable import average_rating
from tiebreaks.order.notation import read_order
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tiebreaks.trf.reader import Tournament
from tiebreaks.values.numbers import format_number

STATED = {
    "points": sentence(
        "points-stated", gettext_noop("The file states {stated} points for {name}; the results give {found}.")
    ),
    "match points": sentence(
        "match-points-stated",
        gettext_noop("The file states {stated} match points for {name}; the results give {found}."),
    ),
    "game points": sentence(
        "game-points-stated",
        gettext_noop("The file states {stated} game points for {name}; the results give {found}."),
    ),
    "rank": sentence(
        "rank-stated", gettext_noop("The file states rank {stated} for {name}; the results give {found}.")
    ),
}
IN_ROUND = sentence(
    "round-points-stated",
    gettext_noop("The file states {stated} game points for {name} in round {round}; the results give {found}."),
)

TEAM_RATING = sentence(
    "team-rating-stated",
    gettext_noop(
        "The file states a rating of {stated} for {name}. An event here takes the average of the first boards, {found} "
        "(teams that differ: {count})."
    ),
)


def list_contradictions(tournament: Tournament) -> Iterator[Refusal]:
    """Yield a note, with its line, for all points, ranks and summaries of teams (801, 802) that are contradicted.

    Ratings of teams have one note for all of them: programs average them in different ways.
    """
    try:
        report = verify_tournament(tournament, _stated_order(tournament))
    except Refusal as refusal:
        yield refusal
        return
    yield from _differences(report)
    if report.teams:
        yield from _differences(report.teams)
    yield from _team_ratings(tournament)


def _team_ratings(tournament: Tournament) -> Iterator[Refusal]:
    """Yield a note on the first team whose stated rating is not the average of its first boards, if there is one."""
    facts = tournament.teams
    if facts is None or facts.team_event is None:
        return
    event = facts.team_event
    found = {number: average_rating(team, event.scheme, tournament.crosstable) for number, team in event.teams.items()}
    differing = [number for number, average in found.items() if facts.players[number].rating != average]
    for number in differing[:1]:
        line, team = tournament.declared_teams[number].line, facts.players[number]
        average, count = found[number] or 0, len(differing)
        yield Refusal(
            TEAM_RATING, line=line, field="310", name=team.name, stated=team.rating, found=average, count=count
        )


def _stated_order(tournament: Tournament) -> tuple[ChosenCriterion, ...] | None:
    try:
        return read_order(tournament.order, of_teams=tournament.teams is not None) if tournament.order else None
    except Refusal:  # refused by itself where the order is used
        return None


def _differences(report: VerificationReport) -> Iterator[Refusal]:
    players = report.standings.facts.players
    for each in report.differences:
        numbers = {"stated": format_number(each.declared), "found": format_number(each.computed)}
        name = players[each.number].name
        if each.round:
            yield Refusal(IN_ROUND, line=each.line, field=each.record, name=name, round=each.round, **numbers)
        else:
            yield Refusal(STATED[each.field], line=each.line, field=each.record or each.field, name=name, **numbers)
