"""What a tournament file states and its results contradict, as notes for whoever imports it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from tiebreaks.notation import ChosenCriterion, read_order
from tiebreaks.numbers import format_number
from tiebreaks.refusal import Refusal, gettext_noop, sentence
from tiebreaks.standings import Standings, rank
from tiebreaks.trf.reader import Tournament
from tiebreaks.verify import FIELDS, SCORES, Report, verify_tournament

STATED = {
    "points": sentence(
        "points-stated", gettext_noop("The file states {stated} points for {name}, the results make {found}.")
    ),
    "match points": sentence(
        "match-points-stated",
        gettext_noop("The file states {stated} match points for {name}, the results make {found}."),
    ),
    "game points": sentence(
        "game-points-stated",
        gettext_noop("The file states {stated} game points for {name}, the results make {found}."),
    ),
    "rank": sentence(
        "rank-stated", gettext_noop("The file states rank {stated} for {name}, the results make {found}.")
    ),
}
SUMMARY = re.compile(r"80[12] +(\d{1,4}) +\S+ +(\d{1,3}(?:\.\d)?) +(\d{1,4}(?:\.\d)?)(?: |$)", re.ASCII)


def list_contradictions(tournament: Tournament) -> Iterator[Refusal]:
    """Yield a note, with its line, for all points, ranks and summaries of teams (801, 802) that are contradicted."""
    try:
        report = verify_tournament(tournament, _stated_order(tournament))
    except Refusal as refusal:
        yield refusal
        return
    yield from _differences(report)
    if report.teams and tournament.teams:
        yield from _differences(report.teams)
        yield from _wrong_summaries(tournament, rank(tournament.teams, SCORES))


def _stated_order(tournament: Tournament) -> tuple[ChosenCriterion, ...] | None:
    try:
        return read_order(tournament.order, of_teams=tournament.teams is not None) if tournament.order else None
    except Refusal:  # refused by itself where the order is used
        return None


def _differences(report: Report) -> Iterator[Refusal]:
    players = report.standings.facts.players
    for each in report.differences:
        numbers = {"stated": format_number(each.declared), "found": format_number(each.computed)}
        name = players[each.number].name
        yield Refusal(STATED[each.field], line=each.line, field=each.field, name=name, **numbers)


def _wrong_summaries(tournament: Tournament, computed: Standings) -> Iterator[Refusal]:
    for number, text in tournament.other:
        found = SUMMARY.match(text)
        if found is None or int(found[1]) not in computed.facts.players:
            continue
        team = int(found[1])
        for chosen, stated, value in zip(computed.order, found.groups()[1:], computed.row(team).values, strict=True):
            if Decimal(stated) != value:
                field, name = FIELDS[chosen.notation], computed.facts.players[team].name
                params = {"stated": format_number(Decimal(stated)), "found": format_number(value), "name": name}
                yield Refusal(STATED[field], line=number, field=text[:3], **params)
